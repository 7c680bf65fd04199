"""Games between two homes, from the invitation to both records."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from string import ascii_lowercase
from threading import Event

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battle.friend import game as one_game
from battle.friend.channel import MOST_OPENED, Arrived
from battle.friend.friends import KEPT_AFTER_END, Friends
from battle.friend.game import FriendStatus
from battle.friend.games import FriendGames, Worker
from battle.friend.log import MOST_ENTRIES, Entry, Fork
from battle.friend.meeting import (
    SIDES,
    MeetingStage,
    Terms,
    front,
    joining_message,
    other_side,
    terms,
)
from battle.friend.sealing import MOST_SECONDS, DamagedError, Public, Seal, packed
from battle.friend.words import status_words, terms_words
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
from battle.rules.links import topic_in
from battle.rules.position import PLAYERS, FormatError, RulesError, deal
from battle.rules.record import record
from battle.storage import Places
from tests.friend.pairs import (
    BROKER,
    SMALL,
    Books,
    Home,
    Two,
    copy,
    forge,
    games_of,
    submit_to,
    take,
)
from tests.friend.stories import Friends as FriendsStory
from tests.support.calls import calls_of
from tests.support.memory_channel import MemoryChannel, MemoryTopic
from tests.support.stories import check_story, stories
from tools.friend import mutilate
from tools.friend.simulate import run


def test_a_status_is_made_only_when_something_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A minute of frames makes a few records; that the friend is gone is seen without news."""
    two, made = Two(tmp_path).meet("a1b2"), list[FriendStatus]()

    def noted(*args: object, **more: object) -> FriendStatus:
        made.append(FriendStatus(*args, **more))
        return made[-1]

    monkeypatch.setattr(one_game, "FriendStatus", noted)
    for _frame in range(60 * 20):
        two.pass_by(0.05)
    assert two.host.status.here
    assert len(made) < 20
    made.clear()
    for _frame in range(60 * 20):
        two.now += timedelta(seconds=0.1)
        two.ada.games.update(two.now)
    assert not two.host.status.here
    assert len(made) == 1


def test_a_game_that_waits_to_move_has_no_news(tmp_path: Path) -> None:
    """While the other device is awaited nothing changes, so nothing is shown or kept again."""
    two = Two(tmp_path).meet("a1b2")
    two.ada.games.move(two.host)
    two.pass_by()
    version = two.host.version
    two.pass_by(30)
    assert two.host.version == version


@pytest.mark.parametrize("file", stories("friend"), ids=lambda file: file.stem)
def test_a_story_goes_as_approved(file: Path, tmp_path: Path) -> None:
    """What two friends do, and what each of them sees of it then, is what stands in the file."""
    check_story(file, FriendsStory(tmp_path))


def test_of_two_copies_that_both_differ_neither_counts(two: Two) -> None:
    """Both are asked, and one offers to play on from what they share."""
    two.meet("a1b2")
    for game in (two.host, two.guest):
        game.logbook.fork = Fork({"host": 1, "guest": 0})
        game.follow_with("")  # as it is noted when a copy is taken
        assert game.my_turn
        assert status_words(game.update(two.now) and game.status, "", two.now) == (
            "The two copies of the game differ"
        )
    offered = two.ada.games.play_on(two.host)
    assert not two.host.my_turn
    two.pass_by(60)
    assert two.guest.friends_next == str(offered.invitation)
    assert two.guest.my_turn
    assert offered.meeting.terms.start == two.host.session.game.root.children[0].position
    assert two.ada.games.play_on(two.host) is offered


def test_of_two_offers_to_play_on_the_hosts_is_played(two: Two) -> None:
    """Both offer at once: the guest is asked once more, joins the host's game, and it begins."""
    two.meet("a1b2")
    for game in (two.host, two.guest):
        game.logbook.fork = Fork({"host": 1, "guest": 0})
    offered = two.ada.games.play_on(two.host)
    two.ben.games.play_on(two.guest), two.pass_by(60)
    assert (two.host.my_turn, two.guest.my_turn) == (False, True)
    joined = two.ben.games.play_on(two.guest)
    two.pass_by(60)
    joined.join("Ben"), two.pass_by(60)
    assert joined.invitation == offered.invitation
    assert (two.host.my_turn, two.guest.my_turn) == (False, False)
    assert {offered.session.position, joined.session.position} == {two.host.session.position}
    assert joined.session.my_turn


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '{"schema": 1}', '{"schema": 1, "meeting": {}}', '{"schema": 3}']
)
def test_a_damaged_file_is_set_aside_and_a_newer_one_is_not(two: Two, content: str) -> None:
    """A file that is none is kept aside; what a newer program has written stays where it is."""
    two.meet()
    two.ben.games.close()
    file = two.ben.games.file(two.guest.invitation.topic)
    file.write_text(content)
    games = two.ben.new_program()
    assert games.open_all() == []
    is_newer = "3" in content
    assert ("newer" if is_newer else "damaged") in " ".join(games.take_messages())
    kept = file if is_newer else file.with_name(f"{file.name}.damaged-1")
    assert kept.read_text() == content


def test_a_disk_that_cannot_be_written_is_told(read_only: Path) -> None:
    """The game can be played and is sent; that it is not kept is reported once."""
    topic = MemoryTopic()
    games = FriendGames(Places.below(read_only), lambda where, side: MemoryChannel(topic))
    game = games.invite(Terms(SMALL), "Ada", broker=BROKER)
    games.update(datetime.now(UTC)), game.switch_chat(False)
    assert len(games.take_messages()) == 1


def test_a_move_that_could_not_be_written_comes_back_from_the_friend(two: Two) -> None:
    """It is sent, and after a kill it is in the friend's copy, from which the game goes on."""
    two.meet("a1b2", "a2b1")
    two.host._write_values = lambda values: None  # the disk is full
    two.play("host", "c1d1")
    two.host = two.ada.kill()
    assert two.host.session.game.ply == 2
    two.pass_by()
    assert games_of(two.host.replay) == games_of(two.guest.replay)
    assert two.host.session.game.ply == 3


def test_points_given_stand_in_the_invitation() -> None:
    """Both read who begins with how many points and who is to win, each from their own side."""
    agreed = Terms(SMALL.with_given((0, 2)), host=2, head_start=-18)
    host, guest = (terms_words(agreed, "Ben", guest=guest)[2:4] for guest in (False, True))
    assert host == ["You get 2 points", "With perfect play you win by 18 points"]
    assert guest == ["Ben gets 2 points", "Ben wins by 18 points with perfect play"]
    even = Terms(SMALL.with_given((1, 0)), host=2)
    assert terms_words(even, "Ben", guest=False)[2] == "Ben gets 1 point"


def test_games_come_through_a_hostile_place() -> None:
    """A share of what `python -m tools.friend.simulate 200` plays."""
    assert run(2, 1000)["games"] == 2


def test_a_hostile_place_and_never_both(tmp_path: Path) -> None:
    """The same where the two are never there at once."""
    assert run(1, 2000, trouble=0.0, never_both=True)["games"] == 1


def test_bad_messages_change_nothing() -> None:
    """A share of what `python -m tools.friend.mutilate 100000` sends."""
    counts = mutilate.run(800)
    assert sum(count for what, count in counts.items() if what.startswith("sent")) == 800
    assert sum(count for what, count in counts.items() if what.startswith("refused")) > 800


def test_a_key_that_is_none_is_refused(two: Two) -> None:
    """Who asks to join with a key from which no other can be made is refused; the next is not."""
    bad = Public(bytes(32), bytes(32))
    two.topic.put("join", joining_message(two.host.invitation, "Eve", bad))
    two.pass_by()
    assert two.host.stage is MeetingStage.OFFERED
    two.meet()
    assert two.host.friend_name == "Ben"


def test_nothing_in_the_windows_thread_waits_for_the_disk(
    met: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the disk hangs a move is played and updates go on; it is sent when it is kept."""
    disk, worker, written = Event(), Worker(), []

    def write(_places: Places, _path: Path, text: str) -> list[str]:
        disk.wait()
        written.append(text)
        return []

    monkeypatch.setattr(Places, "write", write)
    submit_to(met.host, worker.submit)
    before = met.topic.kept["host"]
    met.play("host", "a1b2")
    assert met.host.session.game.ply == 1
    assert (written, met.topic.kept["host"]) == ([], before)
    disk.set()
    worker.drain()
    assert '"a1b2"' in written[-1]
    met.pass_by()
    assert met.guest.session.game.ply == 1


def test_a_message_that_came_already_is_not_opened_again(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Repeats are skipped, and of a flood the two newest copies are read."""
    two.meet("a1b2")
    opened = calls_of(monkeypatch, Seal, "open")
    two.guest.receive([Arrived("host", two.topic.kept["host"])] * 50)
    assert opened == []
    book, seal = two.host.logbook, two.host.meeting.seal
    content = packed(book.copy("Ada").values)
    fronts = [two.host.meeting.host_message(seal.seal("host", content)) for _copy in range(8)]
    two.guest.receive([Arrived("host", front) for front in fronts])
    assert [place for (_seal, place, _sealed), _options in opened].count("host") == MOST_OPENED


# --- friends --------------------------------------------------------------------------------------
#
# The friends of a person, and one whose program is hostile.


# -- friends --------------------------------------------------------------------------------------


class Window:
    """Ben's window, as far as it has to do with friends."""

    def __init__(self, home: Home) -> None:
        self.records = Records(Database.of(home.places))
        self.friends = Friends(
            home.places, self.records, lambda where, side: MemoryChannel(home.topics[where.topic])
        )
        self.worker = self.friends.games.worker

    def pass_by(self, two_friends: Two, seconds: float = 3) -> None:
        """Let time pass, in which all is exchanged."""
        for _round in range(3):
            two_friends.now += timedelta(seconds=seconds / 3)
            two_friends.ada.games.update(two_friends.now)
            self.update(two_friends.now)

    def update(self, now: datetime) -> None:
        """Let the window take in what has come, and what its thread has made of it."""
        for _frame in range(3):
            self.friends.update(now)
            self.worker.drain()


@pytest.fixture
def two_friends(tmp_path: Path) -> Two:
    """Return a game of which a move is played; Ben's program is closed."""
    two_friends = Two(tmp_path, Terms(SMALL, days=7)).meet()
    two_friends.play("host", "a1b2")
    two_friends.ben.games.close()
    return two_friends


def test_a_game_that_ended_long_ago_is_there_until_it_was_told(two_friends: Two) -> None:
    """Who comes back long after the friend gave up finds the game; it goes a week after that."""
    two_friends.host.session.resign(1)
    two_friends.ada.games.update(two_friends.now)
    two_friends.now += 2 * KEPT_AFTER_END
    window = Window(two_friends.ben)
    window.pass_by(two_friends)
    assert window.friends.opened[0].session.ending is not None
    (kept,) = window.records.games()
    assert kept.ended.replace(tzinfo=None) < two_friends.now.replace(tzinfo=None) - KEPT_AFTER_END
    two_friends.now += KEPT_AFTER_END + timedelta(minutes=1)
    window.pass_by(two_friends, 60)
    assert window.friends.opened == []


def test_an_invitation_is_nobodys_turn(tmp_path: Path) -> None:
    """It is no turn before it is accepted; then the turn is that of the one who moves first."""
    two_friends = Two(tmp_path, Terms(SMALL, days=7))
    two_friends.pass_by()
    assert two_friends.guest.stage is MeetingStage.SEEN
    line = str(two_friends.guest.invitation)
    two_friends.ben.games.close()
    window = Window(two_friends.ben)
    game = window.friends.games.join(line)
    window.pass_by(two_friends)
    assert game.stage is MeetingStage.SEEN
    assert game.my_turn
    assert window.friends.turn_words() == ""


def test_who_gave_up_and_left_reads_later_that_it_came(two_friends: Two) -> None:
    """The friend puts the game away, and who ended it still finds that the end was delivered."""
    two_friends.host.session.resign(1)
    two_friends.ada.games.update(two_friends.now)
    two_friends.ada.games.close()
    window = Window(two_friends.ben)
    for _day in range(10):
        two_friends.now += timedelta(days=1)
        window.update(two_friends.now)
    assert window.friends.opened == []
    host = two_friends.ada.restart()
    two_friends.ada.games.update(two_friends.now)
    assert host.status.delivered


def test_a_game_deleted_from_the_record_stays_deleted(two_friends: Two) -> None:
    """What a person deletes does not come back, at the next start or with the next game's end.

    That is kept too, though nobody has taken a pair.
    """
    two_friends.host.session.resign(1)
    two_friends.ada.games.update(two_friends.now)
    window = Window(two_friends.ben)
    window.pass_by(two_friends)
    (kept,) = window.records.games()
    window.records.remove(kept.key)
    window.friends.close()
    window = Window(two_friends.ben)
    window.pass_by(two_friends)
    (game,) = window.friends.opened
    game.ask_rematch(), window.pass_by(two_friends, 30)
    two_friends.host.answer_rematch(True), window.pass_by(two_friends, 30)
    game.session.resign(game.session.me), window.pass_by(two_friends, 30)
    assert [one.key for one in window.records.games()] == [game.session.tags["Key"]]


def test_a_damaged_game_is_told_where_it_is_the_only_one(two_friends: Two) -> None:
    """A file that cannot be used is reported, though no game can be opened."""
    two_friends.ben.games.file(two_friends.host.invitation.topic).write_text("{")
    window = Window(two_friends.ben)
    news = window.friends.update(two_friends.now)
    assert "damaged" in " ".join(news.sentences)


# -- hostile friend -------------------------------------------------------------------------------

POINTS = st.integers(0, 270)
LEAD = st.integers(-270, 270)


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
    two_friends = Books(agreed)
    if pie is not None:
        two_friends.do(pie, NamedPoints(points)), two_friends.do(other_side(pie), TookSeat(seat))
    for deal_number in rematches:
        two_friends.do("host", Resigned()), two_friends.do("guest", Asked(REMATCH, deal_number))
        ask = len(two_friends.books["guest"].mine) - 1
        two_friends.do("host", Answered(ask, True))
    for game in two_friends.books["host"].replay.games:
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
    two_friends = Two(tmp_path).meet()
    for topic in ("x" * 22, two_friends.host.invitation.topic):
        assert topic[:16] not in two_friends.guest.session.tags["Key"]
    assert two_friends.guest.session.tags["Key"] == two_friends.host.session.tags["Key"]
    assert two_friends.guest.record_key != Two(tmp_path / "2").meet().guest.record_key


@pytest.fixture
def kept(tmp_path: Path) -> tuple[GameRecorder, Records, Session]:
    """Return a record with one game in it, given up after a move."""
    database = Database.of(Places.below(tmp_path))
    records = Records(database)
    recorder = GameRecorder(records, Pars(database), lambda: datetime.now(UTC))
    mine = Session(Setup((Seat("Ada"), Seat("Ben")), SMALL))
    recorder.follow(mine)
    mine.play(SMALL.legal_moves[0]), mine.resign(1)
    recorder.follow(mine)
    return recorder, records, mine


def test_an_unfinished_game_from_a_file_takes_no_place_in_the_record(
    kept: tuple[GameRecorder, Records, Session],
) -> None:
    """A foreign file that names the key of a kept game ends as a game of its own."""
    recorder, records, _mine = kept
    (game,) = records.games()
    foreign = Session.from_record(record(f'[Key "{game.key}"]\n[Position "{SMALL}"]\n\n*\n'))
    recorder.follow(foreign)
    foreign.play(SMALL.legal_moves[1]), foreign.resign(1)
    recorder.follow(foreign)
    assert records.game(game.key) == game
    assert len(records.games()) == 2


def test_a_review_of_other_tiles_is_not_put_to_a_kept_game(
    kept: tuple[GameRecorder, Records, Session],
) -> None:
    """A finished file with a kept game's key and moves, but other tiles, is another game."""
    recorder, _records, mine = kept
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


@pytest.mark.parametrize("in_thread", [False, True])
def test_games_that_cannot_be_loaded_say_so_each_time(tmp_path: Path, in_thread: bool) -> None:
    """What fails while games are loaded is raised to whoever asks for them, again and again."""
    places = Places.below(tmp_path)
    friends = Friends(places, Records(Database(None)), in_thread=in_thread)

    def fail() -> FriendGames:
        raise OSError("no room")

    friends._load = fail  # type: ignore[method-assign]
    friends.prepare()
    for _again in range(2):
        with pytest.raises(OSError, match="no room"):
            friends.games  # noqa: B018


def test_an_increment_is_bounded_and_a_move_can_always_be_told(tmp_path: Path) -> None:
    """A clock of 60+9999999.999 is no clock, and the largest there is never stops a move."""
    with pytest.raises(FormatError):
        terms({"deal": 5, "host": 1, "clock": "60+9999999.999"})
    control = time_control("999999+86400")
    two_friends = Two(tmp_path, Terms(SMALL, control=control)).meet()
    session = two_friends.host.session
    session.seating.left[0] = MOST_LEFT
    session.clock = Clock(control, (MOST_LEFT / 1000, 60.0), 1)
    two_friends.play("host", "a1b2")
    assert two_friends.host.session.game.ply == 1


def test_a_mark_of_a_megabyte_is_refused(tmp_path: Path) -> None:
    """A notice with anything but a mark is damaged, so that no file grows that is then refused."""
    two_friends = Two(tmp_path)
    for mark in ("x" * 10**6, "x", "0" * 33):
        message = front(two_friends.host.invitation, packed({"v": 1, "taken": mark}))
        two_friends.topic.put("host", message)
        two_friends.pass_by(), two_friends.pass_by(60)
    assert two_friends.host.meeting.only == ""
    assert two_friends.guest.stage is MeetingStage.SEEN


def test_every_moment_that_is_read_can_be_shown() -> None:
    """No system knows moments after the year 3000 for certain: none of them is accepted."""
    assert datetime.fromtimestamp(MOST_SECONDS).year in (2999, 3000)


def test_a_friend_who_fills_the_log_locks_nobody_out() -> None:
    """Each side has half the room: more of a friend's is refused, and one's own always fits."""
    two_friends = Books()
    guest, host = two_friends.books["guest"], two_friends.books["host"]
    random = Random(1)
    words = ["".join(random.choices(ascii_lowercase, k=20)) for _word in range(2900)]
    forge(guest, "guest", tuple(Entry(0, 5, 1, Helped(word)) for word in words))
    with pytest.raises(DamagedError, match="too long"):
        take(host, copy(guest), 5)
    forge(guest, "guest", (Entry(0, 5, 1, Helped("hint")),) * 1200)
    assert take(host, copy(guest), 5)
    host.do(Played(0, SMALL.legal_moves[0]), 10)
    host.do(Resigned(), 20)
    assert len(copy(host).logs["guest"]) == 1200


def test_an_ending_finds_room_when_nothing_else_does() -> None:
    """Who has filled the own half can still resign, and the friend reads it."""
    two_friends = Books()
    guest = two_friends.books["guest"]
    guest.do(Helped("hint"), 5)
    forge(guest, "guest", guest.logs["guest"] * (MOST_ENTRIES - 100))

    with pytest.raises(RulesError):
        [guest.do(Helped("hint"), 5) for _hint in range(100)]
    guest.do(Resigned(), 10)
    assert two_friends.send("guest")
    assert two_friends.books["host"].replay.ends


def test_a_copy_in_ones_own_place_silences_nobody(tmp_path: Path) -> None:
    """A friend can seal for one's own place: what it says of one's messages is not believed."""
    two_friends = Two(tmp_path).meet()
    seal, book = two_friends.guest.meeting.seal, two_friends.host.logbook
    forged = book.copy("Ada").values | {"sent": 2**34, "heard": 0}
    message = two_friends.host.meeting.host_message(seal.seal("host", packed(forged)))
    two_friends.host.receive([Arrived("host", message)])
    two_friends.host.say("Still here")
    two_friends.pass_by(60)
    assert [one.text for one in two_friends.guest.chat.said] == ["Still here"]


def test_signs_of_life_are_not_replayed_after_a_restart(tmp_path: Path) -> None:
    """A sign heard before the program was closed counts for nothing when it comes again."""
    two_friends = Two(tmp_path).meet()
    heard: list[bytes] = []
    publish = MemoryChannel.publish
    two_friends.pass_by(30)
    channel = two_friends.guest.channel
    two_friends.now += timedelta(seconds=30)

    def listen(slot: str, sealed: bytes, *, kept: bool = True) -> None:
        heard.append(sealed)
        publish(channel, slot, sealed, kept=kept)

    channel.publish = listen  # type: ignore[method-assign]
    two_friends.guest.update(two_friends.now), two_friends.host.update(two_friends.now)
    (sign,) = heard
    two_friends.ben.games.close()
    two_friends.ada.games.update(two_friends.now)
    two_friends.host = two_friends.ada.restart()
    two_friends.topic.put("guest-here", sign, kept=False)
    two_friends.ada.games.update(two_friends.now)
    assert not two_friends.host.status.here
