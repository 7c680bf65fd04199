"""What a friend, a stranger or a broker can do with the key, the invitation or the place."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from battle.friend import inbox, log
from battle.friend.channel import Arrived
from battle.friend.log import MOST_ENTRIES, MOST_KEPT, ChatMessage, Copy, Entry, copy_of, entry_of
from battle.friend.meeting import (
    SIDES,
    Invitation,
    Joining,
    Meeting,
    MeetingStage,
    Side,
    Terms,
    front,
    joining_message,
    offer_content,
    other_side,
    parts_of,
    taken_content,
    taken_words,
)
from battle.friend.sealing import (
    MOST_ASIDE,
    MOST_UNPACKED,
    DamagedError,
    Identity,
    NewerError,
    bytes_in,
    packed,
    unpacked,
)
from battle.game.events import (
    Asked,
    Claimed,
    Helped,
    LetIn,
    Played,
    ProvedNotice,
    Resigned,
    Withdrew,
)
from battle.game.seating import DAY
from battle.game.session import NotNowError, Session
from battle.rules.position import FormatError, move
from battle.rules.tree import Ending, Reason
from tests.friend.pairs import SMALL, Books, Home, Two, copy, forge, submit_to, take
from tests.support.calls import calls_of


def _send(two: Two, side: Side, *new: tuple[int, int, object]) -> None:
    """Let a hostile side's copy arrive, with entries that its program would not make."""
    own, friend = two.game(side), two.game(other_side(side))
    book, seal = own.logbook, own.meeting.seal
    forge(book, side, (*book.mine, *(Entry(seen, at, 1, event) for seen, at, event in new)))
    sealed = seal.seal(side, packed(book.copy(own.meeting.name, own.chat).values))
    message = own.meeting.host_message(sealed) if side == "host" else sealed
    friend.update(two.now)
    friend.receive([Arrived(side, message)])


@pytest.mark.parametrize(("asked", "ending"), [("draw", Reason.AGREED), ("take back", None)])
def test_no_claim_undoes_what_was_agreed_to(
    tmp_path: Path, asked: str, ending: Reason | None
) -> None:
    """A question and a claim behind it: what is answered in time holds when the days are over."""
    two = Two(tmp_path, Terms(SMALL, days=2)).meet("a1b2")
    at = round(two.now.timestamp())
    _send(two, "host", (0, at, Asked(asked, 0)), (0, at + 2 * DAY, Claimed(1)))
    two.guest.session.answer(True)
    for _day in range(3):
        two.now += timedelta(days=1)
        two.guest.update(two.now)
    found = two.guest.session.ending
    assert (found and found.reason) == ending
    assert not two.guest.my_turn


@pytest.mark.parametrize("asker", SIDES)
def test_no_withdrawal_undoes_what_was_agreed_to(met: Two, asker: Side) -> None:
    """Who agreed does not lose the draw to an asker who says not to have known of the answer."""
    met.game(asker).session.offer_draw(met.game(asker).session.own), met.pass_by()
    met.game(other_side(asker)).session.answer(True)
    _send(met, asker, (0, 5, Withdrew(0)))
    assert met.game(other_side(asker)).session.ending == Ending(Reason.AGREED, None)


def test_no_claim_follows_a_draw_that_is_withdrawn_later(tmp_path: Path) -> None:
    """A draw holds when weeks later its withdrawal comes, "before" the answer, with a claim."""
    two = Two(tmp_path, Terms(SMALL, days=2)).meet("a1b2")
    two.host.session.offer_draw(1), two.pass_by()
    two.guest.session.answer(True), two.pass_by()
    two.now += timedelta(days=20)
    at = round(two.now.timestamp())
    _send(two, "host", (0, at, Withdrew(1)), (0, at, Claimed(1)))
    assert two.guest.session.ending == Ending(Reason.AGREED, None)


def _shut_out(two: Two, how: str) -> None:
    """Let the host sign that somebody else is the guest, or nobody, and see both ends go on."""
    if how == "lets in a key of his own":
        two.host.asks_again = Joining("Ben", Identity.new().public, again=True)
        two.host.let_in(True)
    else:
        two.topic.put("host", two.host.meeting.withdrawal())
    two.pass_by(60)


@pytest.mark.parametrize("restarts", [False, True])
@pytest.mark.parametrize("how", ["lets in a key of his own", "withdraws"])
def test_no_notice_ends_a_game_that_is_played(two: Two, how: str, restarts: bool) -> None:
    """It proves what the host did: the game stays, can be claimed, and comes into the record."""
    two.meet("a1b2", "a2b1")
    two.guest.take_news()
    _shut_out(two, how)
    (news,) = two.guest.take_news()
    assert "claim the win" in news
    if restarts:
        two.restart("guest")
    guest = two.guest
    assert (guest.stage, guest.session.game.ply) == (MeetingStage.PLAYING, 2)
    two.ben.games.let_go(guest)
    assert two.ben.games.topics() == [guest.invitation.topic]
    assert guest.can_claim
    assert guest.my_turn
    guest.claim(), two.pass_by()
    assert guest.session.ending == Ending(Reason.FORKED, guest.session.me)
    (kept,) = two.ben.kept()
    assert kept.ending == guest.session.ending
    two.restart("guest")
    assert two.guest.session.ending == kept.ending


def test_who_withdraws_a_game_that_is_played_plays_on_and_can_lose(two: Two) -> None:
    """The guest plays on, and its claim holds at the host's end, too."""
    two.meet("a1b2")
    _shut_out(two, "withdraws")
    two.play("guest", "a2b1")
    assert two.host.session.game.ply == 2
    assert two.guest.status.delivered
    two.guest.claim(), two.pass_by()
    assert two.host.session.ending == two.guest.session.ending == Ending(Reason.FORKED, 2)


@pytest.mark.parametrize("proven", ["by another", "by its own mark", "by a word"])
def test_a_notice_that_the_host_has_not_signed_proves_nothing(met: Two, proven: str) -> None:
    """A guest cannot make one up, nor use the one that names itself."""
    host, guest = met.host.meeting, met.guest.meeting
    mark = "" if proven == "by another" else guest.identity.public.mark
    author = guest.identity if proven == "by another" else host.identity
    signed = author.sign(taken_words(host.invitation.topic, mark)).hex()
    words = f"{mark}/0/" if proven == "by a word" else mark
    _send(met, "guest", (0, 5, ProvedNotice(words, signed)))
    assert met.host.session.ending is None
    assert met.host.refused_by_friend == 1


def test_a_host_cannot_use_a_notice(met: Two) -> None:
    """Only the guest can be shut out: from the host the entry is unlawful."""
    signed = met.host.meeting.identity.sign(taken_words(met.host.invitation.topic, ""))
    _send(met, "host", (0, 5, ProvedNotice("", signed.hex())))
    assert met.guest.session.ending is None


def test_who_is_let_in_says_only_the_notice(met: Two) -> None:
    """A copy for the guest in which somebody else is let in is refused: nothing follows from it."""
    met.host.logbook.do(LetIn("00" * 32), 5)
    met.host._note(), met.pass_by()
    assert met.guest.refused_by_friend == 1
    assert met.guest.logbook.logs["host"] == ()


@pytest.mark.parametrize("joined", [False, True])
def test_only_an_invitation_is_let_go_of(two: Two, joined: bool) -> None:
    """One that was looked at goes with its screen; of what was joined there is a logbook."""
    if joined:
        two.guest.join("Ben")
    withdrawn = two.host.meeting.withdrawal()
    two.ada.games.close()
    two.topic.put("host", withdrawn), two.ben.games.update(two.now)
    assert two.guest.stage is MeetingStage.REFUSED
    two.ben.games.let_go(two.guest)
    assert len(two.ben.games.topics()) == joined


def test_no_game_is_withdrawn(met: Two) -> None:
    """An invitation that somebody has just joined is one no more, whatever the screen shows."""
    with pytest.raises(NotNowError):
        met.ada.games.withdraw(met.host)
    assert len(met.ada.games.topics()) == 1


def test_a_late_reader_does_not_turn_away_a_guest_who_has_joined(two: Two) -> None:
    """A notice that the host has not signed is believed neither by the guest nor by the host."""
    two.ada.games.close()
    two.guest.join("Ben"), two.ben.games.update(two.now)
    two.topic.put("host", front(two.guest.invitation, taken_content("00" * 16, bytes(64))))
    two.ben.games.update(two.now)
    assert two.guest.stage is MeetingStage.JOINING
    two.restart("host")
    assert two.host.stage is two.guest.stage is MeetingStage.PLAYING


def test_what_is_joined_is_what_was_shown(two: Two) -> None:
    """Another offer in the place of the one that was looked at changes nothing."""
    shown, key = two.guest.meeting.terms, two.host.meeting.identity.public
    other = offer_content("Ada", Terms(SMALL.with_given((270, 0))), key, 5)
    two.topic.put("host", front(two.host.invitation, other))
    two.ben.games.update(two.now)
    two.meet()
    assert two.guest.meeting.terms == shown
    assert two.guest.stage is MeetingStage.PLAYING


def test_an_old_copy_that_is_repeated_changes_nothing(two: Two) -> None:
    """A broker's repeat of an older copy switches no messages off and brings no name back."""
    two.meet("a1b2")
    two.host.switch_chat(False), two.pass_by(20)
    old = two.topic.kept["host"]
    two.host.switch_chat(True), two.play("guest", "a2b1"), two.play("host", "c1d1")
    two.topic.put("host", old), two.ben.games.update(two.now)
    assert two.guest.chat.friend_on


def test_a_late_reader_cannot_say_that_the_friend_has_a_newer_version(met: Two) -> None:
    """Once the two play, nothing that opens with the invitation alone is read by the guest."""
    met.topic.put("host", front(met.host.invitation, packed({"v": 2, "taken": 5})))
    met.ben.games.update(met.now)
    assert not met.guest.status.newer


def test_a_flood_of_messages_drops_none_that_were_not_sent(met: Two) -> None:
    """What the friend has not received stays, however many messages the friend sends."""
    met.guest.say("Hello")
    for first in range(1, 500, 20):
        numbers = range(first, first + 20)
        met.host.chat.said = [ChatMessage("host", number, 5, "x") for number in numbers]
        met.host.chat.sent, met.host.chat.known = first + 19, 0
        _send(met, "host")
    assert [message.text for message in met.guest.chat.waiting] == ["Hello"]
    assert len(met.guest.chat.said) == MOST_KEPT


def test_a_clock_that_is_set_back_stops_nothing(two: Two) -> None:
    """Signs of life and repeats go on at once, and a friend who has left is not shown as here."""
    two.meet().pass_by(60)
    two.now -= timedelta(days=1)
    two.ada.games.update(two.now), two.ben.games.update(two.now)
    sent = two.topic.kept["host"]
    two.host.outbox.friend_lacks = True
    two.now += timedelta(seconds=3)
    two.ada.games.update(two.now)
    assert two.topic.kept["host"] != sent
    two.now += timedelta(seconds=60)
    two.ben.games.update(two.now)
    assert not two.guest.status.here


@pytest.mark.parametrize("at", [1, 32_000_000_000])
def test_the_friends_clock_does_not_date_the_record(two: Two, at: int) -> None:
    """A game ended after one's own last move in it, and not later than now."""
    two.meet("a1b2", "a2b1")
    mine = two.guest.logbook.mine[-1].at
    _send(two, "host", (1, at, Resigned()))
    (kept,) = two.ben.kept()
    assert mine <= kept.ended.timestamp() <= two.now.timestamp()


@pytest.mark.parametrize("restarts", [False, True])
def test_the_friends_clock_does_not_date_the_game(met: Two, restarts: bool) -> None:
    """A move of the year 2999 is of today at the latest, also when it is read again."""
    _send(met, "host", (0, 32_000_000_000, Played(0, move("a1b2"))))
    if restarts:
        met.guest = met.ben.restart()
        met.guest.update(met.now)
    latest = max(met.now, datetime.now(UTC)) + timedelta(days=1)
    assert met.guest.session.tags["Date"] <= f"{latest:%Y.%m.%d}"


def test_a_signed_notice_cannot_be_given_a_withdrawal(two: Two, tmp_path: Path) -> None:
    """That someone else has joined stays that, and a withdrawal brings the host no other name."""
    late = Home(tmp_path / "eve", two.topics).games.join(two.line)
    late.update(two.now)
    two.meet()
    content = two.host.invitation.seal.open("front", parts_of(two.topic.kept["host"])[0])
    changed = packed(unpacked(content) | {"withdrawn": True, "name": "Eve"})
    two.topic.put("host", front(two.host.invitation, changed))
    late.update(two.now)
    assert (late.stage, late.meeting.withdrawn) == (MeetingStage.REFUSED, False)
    assert late.friend_name == "Ada"


def test_a_withdrawal_stays_one_under_another_name(two: Two) -> None:
    """Who has read the offer knows who withdrew it, whatever the notice says besides its mark."""
    withdrawn = unpacked(
        two.host.invitation.seal.open("front", parts_of(two.host.meeting.withdrawal())[0])
    )
    del withdrawn["withdrawn"]
    two.guest.join("Ben")
    two.topic.put("host", front(two.host.invitation, packed(withdrawn | {"name": "Eve"})))
    two.ben.games.update(two.now)
    assert two.guest.take_news() == ["Ada withdrew the invitation."]


def test_no_password_is_printed() -> None:
    """An invitation shows neither its key nor the broker's password where it is printed."""
    made = Invitation("A" * 22, b"k" * 32, "mqtts://me:secret@example.org")
    assert "secret" not in repr(made)
    assert "kkk" not in repr(made)


@pytest.mark.parametrize(
    "broker", ["mqtt://h:99999", "mqtt://a,mqtt://b,mqtt://c,mqtt://d", "mqtt://@"]
)
def test_a_line_with_a_broker_that_is_none_is_refused(broker: str) -> None:
    """What stands in an invitation can be shown and connected to, also beside one network."""
    with pytest.raises(FormatError):
        Invitation("A" * 22, bytes(32), broker, lan=True)


def test_digits_with_blanks_are_none() -> None:
    """A key that is too short is refused when it comes, not when it is read again."""
    with pytest.raises(FormatError):
        bytes_in("  " + "00" * 31, 32)


def test_a_hostile_copy_costs_the_windows_thread_little(
    met: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A log is hashed, compared and packed in a job; an update folds one copy and no more."""
    jobs: list[Callable[[], object]] = []
    submit_to(met.guest, jobs.append)
    met.guest.inbox._is_opening = True  # the job before is not done yet
    for number in (1000, 1900):
        _send(met, "host", *[(0, 5, Helped("hint"))] * number)
    met.guest.inbox._is_opening = False
    met.guest.receive([])
    jobs.pop()()
    folded = calls_of(monkeypatch, Session, "apply")
    hashed = calls_of(monkeypatch, log, "entry_values")
    counts = []
    for _frame in range(3):
        met.guest.receive([])
        counts.append(len(folded))
    assert counts == [1000, 2900, 2900]
    assert hashed == []


@pytest.mark.parametrize(
    ("parts", "most"), [(60_001, MOST_UNPACKED), (10, MOST_ASIDE), (1, MOST_ASIDE)]
)
def test_a_message_that_would_hold_the_interpreter_is_not_parsed(parts: int, most: int) -> None:
    """A few hundred bytes of 100,000 empty lists, or of blanks without end, are refused unread."""
    fill = "" if parts > 10 else " " * most
    content = zlib.compress(f'{{"v": [{",".join(["1"] * parts)}]{fill}}}'.encode())
    with pytest.raises(DamagedError):
        unpacked(content, most)


@pytest.mark.parametrize("side", SIDES)
def test_junk_displaces_no_message(two: Two, side: Side) -> None:
    """Junk in a slot, new or repeated from before, however much, keeps no move from the friend."""
    heard: list[tuple[str, bytes]] = []
    arrive = two.topic.put
    two.topic.put = lambda slot, sealed, **kept: (
        heard.append((slot, sealed)) or arrive(slot, sealed, **kept)
    )
    two.meet("a1b2")
    if side == "host":
        two.play("guest", "a2b1")
    old = [*heard]
    table = two.game(side).session
    table.play(table.position.legal_moves[0])
    two.game(side).update(two.now)
    fronts = [sealed for slot, sealed in old if slot == "host"]
    for number in range(60):
        junk = bytes([1, number]).ljust(256)
        two.topic.put(side, junk)
        two.topic.put("host", fronts[number % len(fronts)][:258] + junk)
        two.topic.put(*old[number % len(old)])
    for _frame in range(3):
        two.game(other_side(side)).update(two.now)
    assert two.game(other_side(side)).session.game.moves == table.game.moves


def test_a_flood_of_full_logs_is_opened_seldom(met: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 600 copies in ten seconds that cost 20 ms each two are opened, then none for 2 s.

    What comes after the flood is read.
    """
    spent, opened = [0.0], []

    def costly(values: dict[str, object], side: Side) -> Copy:
        spent[0] += 0.02
        opened.append(side)
        return copy_of(values, side)

    monkeypatch.setattr(log, "copy_of", costly)
    monkeypatch.setattr(inbox, "thread_time", lambda: spent[0])
    monkeypatch.setattr(inbox, "main_thread", lambda: None)
    for _frame in range(600):
        met.now += timedelta(seconds=1 / 60)
        _send(met, "host")
    assert 8 <= len(opened) <= 12
    met.play("host", "a1b2"), met.pass_by()
    assert met.guest.session.game.ply == 1


def test_what_was_parsed_is_not_parsed_again() -> None:
    """Each copy repeats both logs: an entry that was read before is the same object again."""
    guest = Books().books["guest"]
    forge(guest, "guest", tuple(Entry(0, at, 1, Helped("hint")) for at in range(1000)))
    first, second = (copy(guest).logs["guest"] for _time in range(2))
    assert all(one is other for one, other in zip(first, second, strict=True))


@pytest.mark.parametrize(
    ("values", "error"),
    [
        (["help", True, 5, 1, "hint"], DamagedError),
        (["help", 1, 5.0, 1, "hint"], DamagedError),
        (["help", 1, 5, 1, ["hint"]], DamagedError),
        (["dance", 1, 5, 1, ["hint"]], NewerError),
    ],
)
def test_an_entry_that_equals_a_known_one_is_read_as_strictly(
    values: list[object], error: type[FormatError]
) -> None:
    """What equals numbers that were read before, or is a list, is refused as ever."""
    entry_of(["help", 1, 5, 1, "hint"])
    with pytest.raises(error):
        entry_of(values)


def test_requests_to_join_choose_once_a_frame(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight requests beside copies of none of them: each tries the copies once."""
    where = two.host.invitation
    keys = [Identity(bytes([number]) * 32).public for number in range(1, 9)]
    asking = [Arrived("join", joining_message(where, "Eve", key)) for key in keys]
    junk = [Arrived("guest", bytes([1, number]).ljust(256)) for number in range(8)]
    tried = calls_of(monkeypatch, Meeting, "accept_joining")
    two.host.receive([*asking, *junk])
    asked = [joining.public for (_meeting, joining, _copies), _options in tried]
    assert Counter(asked) == dict.fromkeys(keys, 1)


def test_a_newer_version_is_said_once(met: Two) -> None:
    """Copies of a newer and of this version in turns: one sentence, and the status follows."""
    book, seal = met.host.logbook, met.host.meeting.seal
    met.guest.take_news()
    said = []
    for number in range(3):
        values = book.copy(f"Ada {number}").values | {"v": 2, "host": [["dance", 0, 5, 1]]}
        sealed = met.host.meeting.host_message(seal.seal("host", packed(values)))
        met.guest.receive([Arrived("host", sealed)])
        assert met.guest.status.newer
        said += met.guest.take_news()
        _send(met, "host")
        assert not met.guest.status.newer
    (words,) = said
    assert "newer version" in words


def test_the_first_offer_to_go_on_stays(met: Two) -> None:
    """Offers without end are one question, and what is joined is what was shown."""
    lines = [str(Invitation.new("mqtt://example.org")) for _line in range(3)]
    for line in lines:
        met.host.next = line
        met.host._note(), met.pass_by(60)
        assert met.guest.friends_next == lines[0]


def test_a_fork_does_not_undo_a_claim(tmp_path: Path) -> None:
    """Who lost on time and then plays on from an old copy has lost all the same."""
    two = Two(tmp_path, Terms(SMALL, days=2)).meet("a1b2")
    two.guest.do(1, Helped("hint")), two.pass_by()
    two.now += timedelta(days=3)
    two.ada.games.update(two.now)
    two.host.claim()
    forge(two.guest.logbook, "guest", ())
    _send(two, "guest", (0, 5, Helped("values")))
    assert two.host.forked
    assert two.host.session.ending == Ending(Reason.TIME, two.host.session.me)


def test_a_log_of_more_entries_than_games_have_is_refused() -> None:
    """Entries that pack well are still work: a log has at most 3,000, and few kinds of help."""
    two_friends = Books()
    guest, host = two_friends.books["guest"], two_friends.books["host"]
    forge(guest, "guest", (Entry(0, 5, 1, Helped("hint")),) * (MOST_ENTRIES + 1))
    with pytest.raises(DamagedError, match="expected entries"):
        copy(guest)
    forge(guest, "guest", tuple(Entry(0, 5, 1, Helped(word)) for word in "abcdefghijklmnopq"))
    with pytest.raises(DamagedError, match="entry 17"):
        take(host, copy(guest), 5)
    forge(guest, "guest", (Entry(0, 5, 1, Helped("values")),) * 2)
    with pytest.raises(DamagedError, match="entry 2"):
        take(host, copy(guest), 5)
