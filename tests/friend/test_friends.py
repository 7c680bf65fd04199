"""The friends of a person, and one whose program is hostile."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from string import ascii_lowercase

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battle.friend.channel import Arrived
from battle.friend.friends import KEPT_AFTER_END, Friends, topic_in
from battle.friend.log import MOST_EPOCHS, Entry
from battle.friend.meeting import SIDES, MeetingStage, Terms, front, other_side, terms
from battle.friend.sealing import MOST_SECONDS, DamagedError, packed
from battle.game.events import (
    MOST_LEFT,
    REMATCH,
    Answered,
    Asked,
    Helped,
    NamedPoints,
    Played,
    Resigned,
    TookSeat,
)
from battle.game.session import Session
from battle.game.setup import Clock, FairTable, Seat, Setup, time_control
from battle.profile.proofs import Pars
from battle.profile.records import GameRecorder, Records
from battle.profile.store import Database
from battle.rules.position import PLAYERS, FormatError, RulesError, deal
from battle.rules.record import record
from battle.storage import Places
from tests.friend.pairs import SMALL, Books, Home, Two, copy, forge
from tests.support.memory_channel import MemoryChannel

# -- friends --------------------------------------------------------------------------------------


class Window:
    """Ben's window, as far as it has to do with friends."""

    def __init__(self, home: Home) -> None:
        self.records = Records(Database.of(home.places))
        self.friends = Friends(
            home.places, self.records, lambda where, side: MemoryChannel(home.topic)
        )
        self.worker = self.friends.games.worker

    def pass_by(self, two: Two, seconds: float = 3) -> None:
        """Let time pass, in which all is exchanged."""
        for _round in range(3):
            two.now += timedelta(seconds=seconds / 3)
            two.ada.games.update(two.now)
            self.update(two.now)

    def update(self, now: datetime) -> None:
        """Let the window take in what has come, and what its thread has made of it."""
        for _frame in range(3):
            self.friends.update(now)
            self.worker.drain()


@pytest.fixture
def two(tmp_path: Path) -> Two:
    """Return a game of which a move is played; Ben's program is closed."""
    two = Two(tmp_path, Terms(SMALL, days=7)).meet()
    two.play("host", "a1b2")
    two.ben.games.close()
    return two


def test_a_game_that_ended_long_ago_is_there_until_it_was_told(two: Two) -> None:
    """Who comes back long after the friend gave up finds the game; it goes a week after that."""
    two.host.session.resign(1)
    two.ada.games.update(two.now)
    two.now += 2 * KEPT_AFTER_END
    window = Window(two.ben)
    window.pass_by(two)
    assert window.friends.opened[0].session.ending is not None
    (kept,) = window.records.games()
    assert kept.ended.replace(tzinfo=None) < two.now.replace(tzinfo=None) - KEPT_AFTER_END
    two.now += KEPT_AFTER_END + timedelta(minutes=1)
    window.pass_by(two, 60)
    assert window.friends.opened == []


def test_who_gave_up_and_left_reads_later_that_it_came(two: Two) -> None:
    """The friend puts the game away, and who ended it still finds that the end was delivered."""
    two.host.session.resign(1)
    two.ada.games.update(two.now)
    two.ada.games.close()
    window = Window(two.ben)
    for _day in range(10):
        two.now += timedelta(days=1)
        window.update(two.now)
    assert window.friends.opened == []
    host = two.ada.restart()
    two.ada.games.update(two.now)
    assert host.status.delivered


def test_a_game_deleted_from_the_record_stays_deleted(two: Two) -> None:
    """What a person deletes does not come back, at the next start or with the next game's end."""
    two.host.session.resign(1)
    two.ada.games.update(two.now)
    window = Window(two.ben)
    window.pass_by(two)
    (kept,) = window.records.games()
    window.records.remove(kept.key)
    window.friends.close()
    window = Window(two.ben)
    window.pass_by(two)
    (game,) = window.friends.opened
    game.ask_rematch(), window.pass_by(two, 30)
    two.host.answer_rematch(True), window.pass_by(two, 30)
    game.session.play(game.session.position.legal_moves[0])
    game.session.resign(game.session.me), window.pass_by(two, 30)
    assert [one.key for one in window.records.games()] == [game.session.tags["Key"]]


def test_a_damaged_game_is_told_where_it_is_the_only_one(two: Two) -> None:
    """A file that cannot be used is told of, though no game can be opened."""
    two.ben.games.file(two.host.invitation.topic).write_text("{")
    window = Window(two.ben)
    news = window.friends.update(two.now)
    assert "damaged" in " ".join(news.sentences)


# -- hostile friend -------------------------------------------------------------------------------

POINTS = st.integers(0, 270)
LEAD = st.integers(-270, 270)


def _now() -> datetime:
    return datetime.now(UTC)


def _is_readable(session: Session) -> None:
    text = session.record().text
    assert record(text).text == text


@settings(max_examples=150, deadline=None)
@given(
    POINTS,
    POINTS,
    LEAD,
    st.sampled_from([None, *SIDES]),
    st.integers(-60, 60),
    st.sampled_from(PLAYERS),
    st.lists(st.sampled_from([0, 5]), max_size=4),
    st.booleans(),
)
def test_every_game_of_accepted_terms_can_be_read(  # type: ignore[no-untyped-def]
    first, second, head_start, pie, points, seat, rematches, gives_up
):
    """Whatever is given, named and played again, the record of each game is read as written."""
    values = {"deal": 5, "host": 1, "given": [first, second, head_start]}
    agreed = terms(values if pie is None else values | {"pie": pie})
    two = Books(agreed)
    if pie is not None:
        two.do(pie, NamedPoints(points)), two.do(other_side(pie), TookSeat(seat))
    for deal_number in rematches:
        two.do("host", Resigned()), two.do("guest", Asked(REMATCH, deal_number))
        ask = len(two.books["guest"].mine) - 1
        two.do("host", Answered(ask, True))
    for game in two.books["host"].replay.games:
        setup = game.setup
        session = Session(setup, game.series)
        if gives_up:
            session.resign(1)
        _is_readable(session)


@given(LEAD, LEAD, st.integers(-60, 60))
def test_every_fair_game_and_its_rematches_can_be_read(par, head_start, points):  # type: ignore[no-untyped-def]
    """A par however large, a head start however large: the record is read as it was written."""
    start = FairTable(5, deal(5), par).start(head_start)
    session = Session(Setup((Seat(), Seat()), start, head_start=head_start))
    for _game in range(4):
        session.resign(1)
        _is_readable(session)
        session = session.next_game()
    _is_readable(session)


def test_a_game_is_kept_under_a_key_that_the_friend_alone_cannot_choose(tmp_path: Path) -> None:
    """A host who chooses the key of a kept game as topic does not get its place in the record."""
    two = Two(tmp_path).meet()
    for topic in ("x" * 22, two.host.invitation.topic):
        assert topic[:16] not in two.guest.session.tags["Key"]
    assert two.guest.session.tags["Key"] == two.host.session.tags["Key"]
    assert two.guest.record_key != Two(tmp_path / "2").meet().guest.record_key


def test_an_unfinished_game_from_a_file_takes_no_place_in_the_record(tmp_path: Path) -> None:
    """A foreign file that names the key of a kept game ends as a game of its own."""
    database = Database.of(Places.below(tmp_path))
    records = Records(database)
    recorder = GameRecorder(records, Pars(database), _now, print)
    mine = Session(Setup((Seat("Ada"), Seat("Ben")), SMALL))
    recorder.follow(mine)
    mine.play(SMALL.legal_moves[0]), mine.resign(1)
    recorder.follow(mine)
    (kept,) = records.games()
    foreign = Session.from_record(record(f'[Key "{kept.key}"]\n[Position "{SMALL}"]\n\n*\n'))
    recorder.follow(foreign)
    foreign.play(SMALL.legal_moves[1]), foreign.resign(1)
    recorder.follow(foreign)
    assert records.game(kept.key) == kept
    assert len(records.games()) == 2


def test_a_review_of_other_tiles_is_not_put_to_a_kept_game(tmp_path: Path) -> None:
    """A finished file with a kept game's key and moves, but other tiles, is another game."""
    database = Database.of(Places.below(tmp_path))
    recorder = GameRecorder(Records(database), Pars(database), _now, print)
    mine = Session(Setup((Seat("Ada"), Seat("Ben")), SMALL))
    recorder.follow(mine)
    mine.play(SMALL.legal_moves[0]), mine.resign(1)
    recorder.follow(mine)
    text = mine.record().text
    assert recorder.game(Session.from_record(record(text))) is not None
    other = text.replace("5m", "7m").replace("5-0", "7-0")
    assert recorder.game(Session.from_record(record(other))) is None


@pytest.mark.parametrize("topic", ["漢" * 95, "a" * 90, "a" * 21, "..", "a/b", "ä" * 22, ""])
def test_text_on_the_clipboard_is_an_invitation_or_none(tmp_path: Path, topic: str) -> None:
    """A topic is 22 letters of base64url; anything else is no invitation and harms nothing."""
    places = Places.below(tmp_path)
    friends = Friends(places, Records(Database(None)))
    assert not friends.is_new(f"mahjong-battle:1.{topic}.x")
    assert not topic_in(f"mahjong-battle:1.{topic}.x")
    assert friends.is_new(f"mahjong-battle:1.{'a' * 22}.x")


def test_a_copy_of_the_last_epoch_writes_nothing_that_is_refused() -> None:
    """Whatever epoch a friend claims, one's own stays, and what is written can be read."""
    two = Books()
    guest = two.books["guest"]
    guest.epoch = MOST_EPOCHS
    guest._sign()
    assert two.tell("guest")
    assert two.books["host"].split is not None
    assert copy(two.books["host"]).epoch == 0


def test_an_increment_is_bounded_and_a_move_can_always_be_told(tmp_path: Path) -> None:
    """A clock of 60+9999999.999 is no clock, and the largest there is never stops a move."""
    with pytest.raises(FormatError):
        terms({"deal": 5, "host": 1, "clock": "60+9999999.999"})
    control = time_control("999999+86400")
    two = Two(tmp_path, Terms(SMALL, control=control)).meet()
    session = two.host.session
    session._left[0] = MOST_LEFT
    session.clock = Clock(control, (MOST_LEFT / 1000, 60.0), 1)
    two.play("host", "a1b2")
    assert two.host.session.game.ply == 1


def test_a_mark_of_a_megabyte_is_refused(tmp_path: Path) -> None:
    """A notice with anything but a mark is damaged, so that no file grows that is then refused."""
    two = Two(tmp_path)
    for mark in ("x" * 10**6, "x", "0" * 33):
        message = front(two.host.invitation, packed({"v": 1, "taken": mark}))
        two.topic.put("host", message)
        two.pass_by(), two.pass_by(60)
    assert two.host.meeting.only == ""
    assert two.guest.stage is MeetingStage.SEEN


def test_every_moment_that_is_read_can_be_shown() -> None:
    """No system knows moments after the year 3000 for certain: none of them is accepted."""
    assert datetime.fromtimestamp(MOST_SECONDS).year in (2999, 3000)


def _words(count: int) -> list[str]:
    random = Random(1)
    return ["".join(random.choices(ascii_lowercase, k=20)) for _word in range(count)]


def test_a_friend_who_fills_the_log_locks_nobody_out() -> None:
    """Each side has half the room: more of a friend's is refused, and one's own always fits."""
    two = Books()
    guest, host = two.books["guest"], two.books["host"]
    words = _words(3000)
    forge(guest, "guest", tuple(Entry(0, 5, 1, Helped(word)) for word in words))
    with pytest.raises(DamagedError, match="too long"):
        host.take(copy(guest), 5)
    forge(guest, "guest", tuple(Entry(0, 5, 1, Helped(word)) for word in words[:1200]))
    assert host.take(copy(guest), 5)
    host.do(Played(0, SMALL.legal_moves[0]), 10)
    host.do(Resigned(), 20)
    assert len(copy(host).logs["guest"]) == 1200


def test_an_ending_finds_room_when_nothing_else_does() -> None:
    """Who has filled the own half can still resign, and the friend reads it."""
    two = Books()
    guest = two.books["guest"]

    def fill() -> None:
        for word in _words(3000):
            guest.do(Helped(word), 5)

    with pytest.raises(RulesError):
        fill()
    guest.do(Resigned(), 10)
    assert two.tell("guest")
    assert two.books["host"].replay.ends


def test_a_copy_in_ones_own_place_silences_nobody(tmp_path: Path) -> None:
    """A friend can seal for one's own place: what it says of one's messages is not believed."""
    two = Two(tmp_path).meet()
    seal, book = two.guest.meeting.seal, two.host.logbook
    forged = book.copy("Ada").values | {"sent": 2**34, "heard": 0}
    message = two.host.meeting.host_message(seal.seal("host", packed(forged)))
    two.host.receive([Arrived("host", message)])
    two.host.say("Still here")
    two.pass_by(60)
    assert [one.text for one in two.guest.chat.said] == ["Still here"]


def test_signs_of_life_are_not_replayed_after_a_restart(tmp_path: Path) -> None:
    """A sign heard before the program was closed counts for nothing when it comes again."""
    two = Two(tmp_path).meet()
    heard: list[bytes] = []
    publish = MemoryChannel.publish
    two.pass_by(30)
    channel = two.guest.channel
    two.now += timedelta(seconds=30)

    def listen(slot: str, sealed: bytes, *, kept: bool = True) -> None:
        heard.append(sealed)
        publish(channel, slot, sealed, kept=kept)

    channel.publish = listen  # type: ignore[method-assign]
    two.guest.update(two.now), two.host.update(two.now)
    (sign,) = heard
    two.ben.games.close()
    two.ada.games.update(two.now)
    two.host = two.ada.restart()
    two.topic.put("guest-here", sign, kept=False)
    two.ada.games.update(two.now)
    assert not two.host.status.here
