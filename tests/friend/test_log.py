"""What two friends send each other: log, invitation, terms, sealing, messages."""

from __future__ import annotations

from base64 import urlsafe_b64decode
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from battle import language
from battle.friend import log
from battle.friend.channel import (
    LARGEST,
    SLOTS,
    LinkKind,
    Outgoing,
    ThreadedChannel,
)
from battle.friend.log import (
    _SPARE,
    MOST_ENTRIES,
    MOST_EPOCHS,
    Entry,
    Log,
    Logbook,
    Replay,
    copy_of,
)
from battle.friend.meeting import (
    SIDES,
    Invitation,
    Meeting,
    Side,
    Terms,
    invitation,
    meeting_of,
    other_side,
    terms,
    told_in,
)
from battle.friend.sealing import (
    LENGTHS,
    MOST_CONTENT,
    DamagedError,
    Identity,
    NewerError,
    Seal,
    SealError,
    packed,
    unpacked,
)
from battle.friend.ways.broker import brokers_in_one_word
from battle.friend.words import invitation_link, invitation_text
from battle.game.events import (
    QUESTIONS,
    REMATCH,
    Answered,
    Asked,
    Event,
    Helped,
    Played,
    ProvedFork,
    Resigned,
    Withdrew,
)
from battle.game.session import Session
from battle.game.setup import Seat, Setup, TimeControl
from battle.rules.links import TOPIC, topic_in
from battle.rules.position import (
    FormatError,
    IllegalMoveError,
    RulesError,
    deal,
    move,
    other,
    position,
)
from battle.rules.quick import HALF, QUICK, quick_deal
from tests.friend import pairs
from tests.friend.pairs import Books, book, copy, forge, games_of, table, take, values
from tests.friend.stories import Logs
from tests.support.calls import calls_of
from tests.support.stories import check_story, stories

# -- log ------------------------------------------------------------------------------------------


def test_a_game_comes_to_the_same_end_on_both_sides() -> None:
    """Both logs lead to the game that a table leads to, move by move."""
    two, local = Books(Terms(deal(7), 7)), Session(Setup((Seat(), Seat()), deal(7), 7))
    two.play_out(Random(1))
    game = table(two.books["guest"])
    for played in game.game.moves:
        local.play(played)
    assert two.agree()
    assert (game.position, game.ending) == (local.position, local.ending)


def test_an_illegal_move_is_refused_with_all_it_came_in() -> None:
    """A copy with a move that could not be played is refused, and nothing changes."""
    two = Books()
    two.play()
    forged = book("guest")
    take(forged, copy(two.books["guest"]), two.at)
    entry = two.books["host"].mine[0]
    bad = Played(1, move("a1l9"))
    forge(forged, "guest", (type(entry)(1, entry.at, 1, bad),))
    before = two.books["host"].logs
    with pytest.raises(FormatError, match="entry 1"):
        take(two.books["host"], copy(forged), two.at)
    assert two.books["host"].logs == before
    with pytest.raises(IllegalMoveError):
        two.books["guest"].do(bad, 5)
    with pytest.raises(RulesError):
        two.books["host"].do(Played(1, move("a2b1")), 5)


@pytest.mark.parametrize("file", stories("logs"), ids=lambda file: file.stem)
def test_a_story_of_two_logs(file: Path) -> None:
    """What both sides enter, heard or not, leads to what stands in the file, the same for both."""
    check_story(file, Logs())


def _fork(two: Books) -> Logbook:
    """Return a copied home of the host, which plays the fifth move otherwise than the host."""
    for _ply in range(4):
        two.play()
    copied = book("host", two.agreed)
    take(copied, copy(two.books["guest"]), two.at)
    two.play(0)
    game = table(copied)
    copied.do(Played(game.game.ply, game.position.legal_moves[1]), two.at)
    return copied


def test_what_was_checked_before_a_log_was_replaced_is_checked_again() -> None:
    """A friend who shows both versions at once gets a copy that is signed as a whole."""
    two = Books(Terms(deal(7), 7))
    copied, hostile = _fork(two), book("guest", two.agreed)
    take(hostile, copy(copied), two.at)
    copied.do(Helped("hint"), two.at)
    first, second = (copied.check(copy(each)) for each in (two.books["guest"], hostile))
    copied.take(first, two.at), copied.take(second, two.at)
    fresh = book("guest", two.agreed)
    assert take(fresh, copy(copied), two.at)
    assert fresh.logs == copied.logs


def test_a_fork_cannot_be_made_up() -> None:
    """What a side has signed on its way to its log proves nothing, nor does another's signature."""
    two = Books(Terms(deal(7), 7))
    host, guest = two.books["host"], two.books["guest"]
    states = []
    for _ply in range(3):
        states.append((str(host._digests["host"]), host.signatures["host"].hex()))
        two.play()
    mine = str(guest._digests["guest"]), guest.signatures["guest"].hex()
    for number, (found, signed) in enumerate([*states, mine, ("0" * 64, "0" * 128)]):
        accuser = book("guest", two.agreed)
        take(accuser, copy(guest), two.at)
        take(accuser, copy(host), two.at)
        entry = Entry(len(host.mine), two.at, 1, ProvedFork(0, found, signed))
        forge(accuser, "guest", (*guest.mine, entry))
        with pytest.raises(DamagedError, match="proves no fork"):
            take(host, copy(accuser), two.at)
        assert table(host).ending is None, number


@given(st.integers(0, 10**9), st.sampled_from(SIDES))
@settings(max_examples=30, deadline=None)
def test_who_forks_again_and_again_comes_to_the_others_game(seed: int, forker: Side) -> None:
    """However often a side goes back to an old copy and plays on, both end in one game."""
    random, two = Random(seed), Books(Terms(deal(7), 7))
    honest, kept = two.books[other_side(forker)], [copy(two.books[forker])]
    for _step in range(60):
        mover = two.books[random.choice(SIDES)]
        chance, game = random.random(), table(mover)
        if chance < 0.1:
            two.books[forker] = book(forker, two.agreed)
            two.books[forker].restore(random.choice(kept))
        elif chance < 0.5 and game.my_turn:
            mover.do(Played(game.game.ply, random.choice(game.position.legal_moves)), two.at)
        elif chance < 0.6:
            mover.do(Helped("hint"), two.at)
        else:
            two.send(random.choice(SIDES))
        kept.append(copy(two.books[forker]))
        assert two.books[other_side(forker)] is honest
        assert honest.replay.logs == honest.logs
    mine = honest.mine
    two.meet(), two.meet()
    assert two.agree()
    assert honest.mine == mine
    whole = Replay(two.agreed, forker, pairs.TOPIC)
    whole.follow(honest.logs)
    assert games_of(whole) == games_of(two.books[forker].replay)


@pytest.mark.parametrize("epoch", [1, MOST_EPOCHS])
def test_a_copy_of_a_later_epoch_is_a_fork(epoch: int) -> None:
    """Where an older program has gone on after a fork nothing is taken, and one's epoch stays.

    A copy that only says so, without its author's signature, is refused.
    """
    two = Books(Terms(deal(7), 7))
    two.play()
    guest, host = two.books["guest"], two.books["host"]
    guest.epoch = epoch
    with pytest.raises(DamagedError, match="not signed"):
        two.send("guest")
    guest._sign()
    assert two.send("guest")
    assert host.fork.common == {"host": 1, "guest": 0}
    assert host.fork.proof.epoch == epoch
    assert not two.send("host")
    assert copy(host).epoch == 0


def test_a_newer_copy_says_so() -> None:
    """A event that is not known here is of a newer program: told, and nothing is changed."""
    sent = values(book("guest"))
    sent["guest"] = [["dance", 0, 5, 1]]
    with pytest.raises(NewerError):
        copy_of(sent, "guest")
    with pytest.raises(NewerError, match="newer"):
        copy_of(sent | {"v": 2, "guest": "something else"}, "guest")


@pytest.mark.parametrize(
    "change",
    [
        {"side": "host"},
        {"name": 5},
        {"epoch": -1},
        {"epoch": 1e9},
        {"guest": None},
        {"guest": [[]]},
        {"guest": [["move", 0, 5, 1, 0, "a1b2"]]},
        {"guest": [["move", 0, 5, 1, 0, "z1b2", None]]},
        {"guest": [["resign", True, 5, 1]]},
        {"guest": [["resign", 0, 5, 10**30]]},
        {"host-signed": "zz" * 64},
        {"host-signed": ["x"]},
        {"said": [[1, 2, 3]]},
        {"said": [[1, -2, "x"]]},
        {"heard": "5"},
    ],
    ids=str,
)
def test_a_damaged_copy_is_refused(change: dict[str, object]) -> None:
    """Whatever a copy has instead of what it should is refused in one line."""
    with pytest.raises(FormatError):
        copy_of(values(book("guest")) | change, "guest")


def test_a_new_entry_costs_its_own_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """After ten games a move folds and hashes itself, on both sides, and nothing else."""
    two = Books()
    for number in range(1, 11):
        two.do("guest", Resigned())
        two.do("guest", Asked(REMATCH))
        two.do("host", Answered(2 * number - 1, True))
    folded = calls_of(monkeypatch, Session, "apply")
    hashed = calls_of(monkeypatch, log, "entry_values")
    two.play(send=False)
    assert (len(folded), len(hashed)) == (1, 2)
    (_session, _by, event), _options = folded[0]
    mover = two.books["host" if two.books["host"].mine[-1].event == event else "guest"]
    sent = copy_of(values(mover), mover.side)
    folded.clear(), hashed.clear()
    assert take(two.books[other_side(mover.side)], sent, two.at)
    assert (len(folded), len(hashed)) == (1, 1)


# -- two sides ------------------------------------------------------------------------------------

SEALS = Seal(bytes(32), pairs.TOPIC)
WHO = st.sampled_from(SIDES)


class HostilePlace(RuleBasedStateMachine):
    """Copies are made at any time, and arrive in any order, often, or never."""

    def __init__(self) -> None:
        super().__init__()
        agreed = Terms(deal(7), 7)
        self.books: dict[Side, Logbook] = {side: book(side, agreed) for side in SIDES}
        self.sent: list[tuple[Side, bytes]] = []
        self.entered: dict[Side, Log] = {"host": (), "guest": ()}
        self.at = 1_700_000_000

    def _seal(self, side: Side) -> bytes:
        return SEALS.seal(side, packed(values(self.books[side])))

    def _take(self, side: Side, place: Side, sealed: bytes) -> None:
        take(self.books[side], copy_of(unpacked(SEALS.open(place, sealed)), place), self.at)

    @rule(side=WHO, which=st.integers(0, 30))
    def move(self, side: Side, which: int) -> None:
        """Play one of the moves there are, if it is one's turn."""
        game = table(self.books[side])
        if game.my_turn:
            moves = game.position.legal_moves
            self._do(side, Played(game.game.ply, moves[which % len(moves)]))

    @rule(side=WHO, what=st.sampled_from(QUESTIONS), ply=st.integers(0, 6))
    def ask(self, side: Side, what: str, ply: int) -> None:
        """Ask something, whether that makes sense or not."""
        self._do(side, Asked(what, ply))

    @rule(side=WHO, agreed=st.booleans())
    def answer(self, side: Side, agreed: bool) -> None:
        """Answer what the other has asked."""
        game = table(self.books[side])
        question = game.requests.get(other(game.own))
        if question is not None:
            self._do(side, Answered(question.entry, agreed))

    @rule(side=WHO, entry=st.integers(0, 5))
    def withdraw(self, side: Side, entry: int) -> None:
        """Withdraw a question, perhaps none of one's own."""
        self._do(side, Withdrew(entry))

    @rule(side=WHO, resigns=st.booleans())
    def end_or_help(self, side: Side, resigns: bool) -> None:
        """Give up, or use help."""
        self._do(side, Resigned() if resigns else Helped("hint"))

    def _do(self, side: Side, event: Event) -> None:
        self.at += 1
        before = dict(self.books[side].logs)
        try:
            self.books[side].do(event, self.at)
        except RulesError:
            assert self.books[side].logs == before
        self.entered[side] = self.books[side].mine

    @rule(side=WHO)
    def send(self, side: Side) -> None:
        """Send a copy; what becomes of it is not said."""
        self.sent.append((side, self._seal(side)))

    @precondition(lambda self: bool(self.sent))
    @rule(side=WHO, which=st.integers(0, 1000))
    def deliver(self, side: Side, which: int) -> None:
        """Deliver anything that was ever sent, the own copies too."""
        place, sealed = self.sent[which % len(self.sent)]
        self._take(side, place, sealed)

    @precondition(lambda self: bool(self.sent))
    @rule(side=WHO, which=st.integers(0, 1000), at=st.integers(0, 10**6), cut=st.booleans())
    def mutilate(self, side: Side, which: int, at: int, cut: bool) -> None:
        """Deliver something cut or changed: it is refused, and nothing changes."""
        place, sealed = self.sent[which % len(self.sent)]
        at %= len(sealed)
        harmed = sealed[:at] if cut else sealed[:at] + bytes([sealed[at] ^ 1]) + sealed[at + 1 :]
        self._refuses(side, place, harmed)

    @precondition(lambda self: bool(self.sent))
    @rule(side=WHO, which=st.integers(0, 1000))
    def misplace(self, side: Side, which: int) -> None:
        """Put a side's copy into the other's slot: it is refused."""
        place, sealed = self.sent[which % len(self.sent)]
        self._refuses(side, other_side(place), sealed)

    def _refuses(self, side: Side, place: Side, sealed: bytes) -> None:
        before = dict(self.books[side].logs)
        try:
            self._take(side, place, sealed)
        except SealError:
            assert self.books[side].logs == before
        else:
            raise AssertionError("it was not refused")

    @rule(side=WHO)
    def forge(self, side: Side) -> None:
        """Let the friend add to one's own log: it is refused."""
        forger = book(other_side(side), self.books[side].terms)
        forger.restore(copy_of(values(self.books[other_side(side)]), other_side(side)))
        theirs = forger.logs[side]
        entry = Entry(0, 5, forger.replay.number, Resigned()) if theirs else None
        if entry is None or len(theirs) < len(self.books[side].mine):
            return
        forge(forger, side, (*theirs, entry))
        before = dict(self.books[side].logs)
        try:
            take(self.books[side], copy_of(values(forger), other_side(side)), self.at)
        except FormatError:
            assert self.books[side].logs == before
        else:
            raise AssertionError("it was not refused")

    @rule(side=WHO)
    def kill(self, side: Side) -> None:
        """Begin again from what was kept."""
        kept = copy_of(values(self.books[side]), side)
        again = book(side, self.books[side].terms)
        again.restore(kept)
        assert games_of(again.replay) == games_of(self.books[side].replay)
        self.books[side] = again

    @invariant()
    def nothing_is_lost(self) -> None:
        """Check that what a side has entered stands in its log, and that no copies differ."""
        for side in SIDES:
            assert self.books[side].mine == self.entered[side]
            assert self.books[side].fork is None

    @invariant()
    def what_was_folded_as_it_came_is_what_both_logs_say(self) -> None:
        """Check that folding entry by entry comes to what folding all of both logs comes to."""
        for side in SIDES:
            known = self.books[side].replay
            whole = Replay(known.terms, side, pairs.TOPIC)
            whole.follow(known.logs)
            assert games_of(whole) == games_of(known)

    def teardown(self) -> None:
        """After both have been there once more, both have the same game."""
        for side in (*SIDES, "host"):
            self._take(other_side(side), side, self._seal(side))
        host, guest = self.books["host"], self.books["guest"]
        assert host.logs == guest.logs
        assert games_of(host.replay) == games_of(guest.replay)
        assert {side: host.logs[side] for side in SIDES} == self.entered
        assert host.delivered
        assert guest.delivered


TestHostilePlace = HostilePlace.TestCase
TestHostilePlace.settings = settings(max_examples=25, stateful_step_count=40, deadline=None)


# -- terms ----------------------------------------------------------------------------------------

STARTS = st.sampled_from([(deal(4711), 4711), (position("5m5p/5p5m/9s/9s 2 3-4"), None)])
CONTROLS = st.sampled_from([None, TimeControl(300, 5), TimeControl(0.5)])


@given(
    STARTS,
    st.sampled_from([1, 2]),
    CONTROLS,
    st.integers(0, 30),
    st.booleans(),
    st.lists(st.integers(1, 2**31 - 1), max_size=3),
    st.sampled_from([None, *SIDES]),
    st.integers(0, 60),
)
def test_they_are_read_as_they_were_sent(start, host, control, days, help, deals, pie, lead):  # type: ignore[no-untyped-def]
    """Terms and what is sent of them are each other's inverse."""
    place, number = start
    deals = [0, *deals] if number is None and deals else deals
    place = place.with_given((lead, 0))
    days = days if control is None else 0
    agreed = Terms(place, number, host, control, days, help, tuple(deals), pie, lead)
    assert terms(unpacked(packed(agreed.values))) == agreed


@pytest.mark.parametrize(
    "values",
    [
        None,
        {},
        {"deal": 0, "host": 1},
        {"deal": True, "host": 1},
        {"deal": 5},
        {"deal": 5, "host": 3},
        {"position": 5, "host": 1},
        {"position": "5m", "host": 1},
        {"position": "./.", "host": 1},
        {"deal": 5, "host": 1, "clock": "x"},
        {"deal": 5, "host": 1, "days": 31},
        {"deal": 5, "host": 1, "days": 1, "clock": "999999"},
        {"deal": 5, "host": 1, "match": [0]},
        {"deal": 5, "host": 1, "match": list(range(1, 22))},
        {"position": "5m5p/5p5m/9s/9s", "host": 1, "match": [5, 0]},
        {"deal": 5, "host": 1, "match": "5"},
        {"deal": 5, "host": 1, "pie": "x"},
        {"deal": 5, "host": 1, "given": [1, 2]},
        {"deal": 5, "host": 1, "given": [1, -2, 0]},
    ],
    ids=str,
)
def test_other_terms_are_refused(values: object) -> None:
    """Terms that cannot be are refused in a line."""
    with pytest.raises((FormatError, DamagedError)):
        terms(values)


# -- invitation -----------------------------------------------------------------------------------

BROKERS = st.sampled_from(["mqtts://example.org", "mqtt://[::1]:1883", "mqtt://10.0.0.7:18830", ""])


@given(BROKERS, st.booleans())
def test_it_is_read_as_it_was_written(broker: str, lan: bool) -> None:
    """An invitation and its line are each other's inverse."""
    made = Invitation.new(broker, lan=lan or not broker)
    assert invitation(str(made)) == made
    assert TOPIC.fullmatch(made.topic)


LINE = str(Invitation.new("mqtts://example.org", lan=True))


@pytest.mark.parametrize(
    "around", ["Play! {} Ada", "<{}>", "\n\n{}\n", "“{}”", "{}.", "{}, please"]
)
def test_words_around_it_do_no_harm(around: str) -> None:
    """A line is found in what a messenger makes of it."""
    assert invitation(around.format(LINE)) == invitation(LINE)


PAGE = "https://example.org/join"
ABOUT = st.text(max_size=300)


@given(ABOUT, st.sampled_from(["{}", "<{}>", "Ada: {}\n", "({})", "look {} now"]))
def test_a_link_is_the_same_invitation(about: str, around: str) -> None:
    """A link is read like its line, whatever its page is to show; without a page it is the line."""
    made = invitation(LINE)
    link = made.link(PAGE, about)
    assert link.startswith(f"{PAGE}#1.")
    assert len(link) < len(LINE) + len(PAGE) + 2402
    assert invitation(around.format(link)) == made
    assert topic_in(link) == made.topic
    assert made.link("", about) == LINE


HOST = ".".join(["h" * 50] * 4)


def told(link: str) -> list[str]:
    """Return what a link tells a page."""
    about = link.rpartition("~")[2]
    return urlsafe_b64decode(about + "=" * (-len(about) % 4)).decode().split("\n")


def test_a_link_tells_its_page_who_invites_to_what() -> None:
    """Name, game, start and brokers stand behind the invitation, as long as they may be."""
    where = invitation(f"{LINE}")
    meeting = Meeting.hosted(where, "Ädä", Terms(deal(7), 7, control=TimeControl(600)), 0)
    name, game, start, ways = told(invitation_link(meeting, PAGE, "wss://example.org:1/x"))
    assert (name, start, ways) == ("Ädä", "deal 7", "wss://example.org:1/x")
    assert game == "Whole deal · Ädä begins · 10:00 each"
    quick = Meeting.hosted(where, "Ada", Terms(quick_deal(HALF, 7)), 0)
    assert told(invitation_link(quick, PAGE))[1].startswith("Half a deal · ")
    grid = position("5m5p//5m5p").with_given((3, 0))
    longest = Meeting.hosted(where, "局" * 90, Terms(grid, deals=(0, 5), days=30), 0)
    name, game, start = told(invitation_link(longest, PAGE))
    assert (name, start) == ("局" * 39 + "…", "5m5p//5m5p 1 0-0")
    assert position(start) == grid.with_given((0, 0))
    assert 200 < len(game.encode()) <= 300
    line = invitation(str(Invitation.new("mqtt://" + HOST)))
    full = Meeting.hosted(line, "局" * 40, Terms(deal(7)), 0)
    parts = told(invitation_link(full, PAGE, " ".join(f"wss://{HOST}:{n}" for n in (1, 2))))
    assert position(parts[2]) == deal(7)
    assert parts[3] == f"wss://{HOST}:1 wss://{HOST}:2"


def test_an_invitation_is_a_sentence() -> None:
    """It says who invites to what and how one joins, and leads there, in every language."""
    where = invitation(LINE)
    agreed = Terms(deal(7), 7, control=TimeControl(90, 2))
    text = invitation_text(Meeting.hosted(where, "Ada", agreed, 0), PAGE)
    said = "Ada invites you to play Mahjong Battle. Ada begins. 1:30 each, plus 2 s per move."
    assert text.startswith(f"{said} {PAGE}")
    meeting = Meeting.hosted(where, "", Terms(deal(7), 7), 0)
    text = invitation_text(meeting, "")
    assert text.startswith("You are invited to play Mahjong Battle. Install Mahjong Battle")
    assert text.endswith(LINE)
    for code, _name in language.available():
        language.use(code)
        joins = language._("Join")
        assert joins in invitation_text(meeting, "")
        for page in ("", PAGE):
            assert invitation(invitation_text(meeting, page)) == where
            assert topic_in(invitation_text(meeting, page)) == where.topic


ADDRESS = "https://mahjong-battle.example.org/"


@pytest.mark.parametrize(
    ("agreed", "start", "first", "most"),
    [
        (Terms(deal(4711), 4711), "deal 4711", "host 0", 90),
        (Terms(deal(7), 7, host=2, control=TimeControl(600)), "deal 7", "guest 10", 90),
        (Terms(deal(7), 7, pie="host", days=3), "deal 7", "", 90),
        (Terms(quick_deal(QUICK, 7)), quick_deal(QUICK, 7).trimmed, "host 0", 110),
        (Terms(quick_deal(HALF, 7)), quick_deal(HALF, 7).trimmed, "host 0", 122),
        (Terms(position("5m5p//5m5p"), control=TimeControl(90, 2)), "", "host", 90),
    ],
    ids=["whole", "guest", "pie", "quick", "half", "position"],
)
def test_the_link_of_a_new_invitation_is_short(
    agreed: Terms, start: str, first: str, most: int
) -> None:
    """Topic and key follow from its seed, usual brokers go without saying, the start is packed."""
    where = Invitation.new(brokers_in_one_word(""))
    meeting = Meeting.hosted(where, "Felix", agreed, 0)
    link = invitation_link(meeting, ADDRESS)
    assert len(link) <= most
    assert invitation(f"Come! <{link}>") == where
    assert topic_in(link) == where.topic
    name, _words, shown, sockets, begins = told_in(link)
    assert (name, shown, sockets, begins) == ("Felix", start, "", first)
    again = meeting_of(meeting.values)
    assert invitation_link(again, ADDRESS) == link
    damaged = link[:-1] + ("A" if link[-1] != "A" else "B")
    for text in (damaged, link[:-6], link.replace("#4.", "#5.")):
        with pytest.raises(FormatError):
            invitation(text)


def test_a_short_link_names_brokers_of_ones_own() -> None:
    """With where a page reaches them; one that is open in a room, or kept, is the long one."""
    where = Invitation.new("mqtts://me:secret@example.org")
    meeting = Meeting.hosted(where, "Ada", Terms(deal(7), 7), 0)
    link = invitation_link(meeting, PAGE, "wss://example.org:1/x")
    assert invitation(link) == where
    assert told_in(link)[3] == "wss://example.org:1/x"
    assert meeting.values["invitation"] == str(where)
    meeting.invitation = replace(where, lan=True)
    assert "#1." in invitation_link(meeting, PAGE)
    watches = replace(where, watches=True)
    assert "#2." in watches.link(PAGE)
    assert not watches.is_seeded


@given(st.binary(max_size=90))
def test_what_a_short_link_tells_is_never_believed(about: bytes) -> None:
    """Whatever stands there, it is read as something or as nothing."""
    where = Invitation.new(brokers_in_one_word(""))
    link = where.short_link(PAGE, about)
    assert invitation(link) == where
    assert len(told_in(link)) in (0, 5)


@pytest.mark.parametrize(
    "text",
    [
        "https://example.org/#1.short.key.ways.check",
        "https://example.org/join",
        "ftp://example.org/join#" + LINE.removeprefix("mahjong-battle:"),
        "https://exa mple.org/join#" + LINE.removeprefix("mahjong-battle:")[:60],
        "https://" + "x" * 5000 + "#" + LINE.removeprefix("mahjong-battle:"),
        invitation(LINE).link(PAGE)[:-3],
        invitation(LINE).link(PAGE).replace("#1.", "#2."),
    ],
    ids=["short", "bare", "scheme", "space", "long", "cut", "version"],
)
def test_other_links_are_refused(text: str) -> None:
    """A link that brings no whole invitation is none, and the line that says so is one line."""
    with pytest.raises(FormatError) as refused:
        invitation(text)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("link", ["https://example.org/a#1.2.3", "https://example.org/#top"])
def test_a_line_beside_another_link_is_read(link: str) -> None:
    """A link to something else hides no invitation."""
    assert invitation(f"{link} {LINE}") == invitation(LINE)


@given(st.integers(min_value=1, max_value=len(LINE) - 1))
def test_a_cut_line_is_told(length: int) -> None:
    """A line that lacks its end, however little, is refused in one line."""
    with pytest.raises(FormatError) as refused:
        invitation(LINE[:length])
    assert "\n" not in str(refused.value)


@given(st.integers(min_value=15, max_value=len(LINE) - 1), st.sampled_from("aB3_-"))
def test_a_mistyped_letter_is_told(at: int, letter: str) -> None:
    """A line with another letter in it is refused."""
    if LINE[at] != letter:
        with pytest.raises(FormatError):
            invitation(LINE[:at] + letter + LINE[at + 1 :])


def test_a_newer_invitation_says_so() -> None:
    """An invitation of a later version asks for a newer program."""
    with pytest.raises(FormatError, match="newer"):
        invitation(LINE.replace(":1.", ":5.", 1))


@given(st.text(max_size=300))
def test_other_texts_are_refused_in_a_line(text: str) -> None:
    """Anything else is refused, with the word before it or without."""
    for words in (text, f"mahjong-battle:{text}", f"mahjong-battle:1.{text}"):
        with pytest.raises(FormatError):
            invitation(words)


@pytest.mark.parametrize("broker", ["", "http://example.org", "mqtt://", "mqtt://a b"])
def test_an_invitation_leads_somewhere(broker: str) -> None:
    """Without a broker or the network at home there is no invitation."""
    with pytest.raises(FormatError):
        Invitation.new(broker)


# -- sealing --------------------------------------------------------------------------------------

KEY = bytes(range(32))
SEAL = Seal(KEY, "a-topic-of-some-length")


@given(st.binary(max_size=3000) | st.just(bytes(MOST_CONTENT)))
def test_what_is_sealed_opens_again(content: bytes) -> None:
    """What was sealed for a place opens there alone, and is one of a few lengths long."""
    sealed = SEAL.seal("host", content)
    assert SEAL.open("host", sealed) == content
    assert len(sealed) in LENGTHS
    for wrong, place in (
        (SEAL, "guest"),
        (Seal(bytes(32), SEAL.topic), "host"),
        (Seal(KEY, "another-topic-as-long"), "host"),
    ):
        with pytest.raises(SealError):
            wrong.open(place, sealed)


@pytest.mark.parametrize("length", [0, 1, 255, 257, 65536, 65537, 10**6])
def test_other_lengths_are_refused(length: int) -> None:
    """A message of any other length is refused unread, and content that is too long not sealed."""
    with pytest.raises(SealError):
        SEAL.open("host", bytes(length))
    with pytest.raises(ValueError, match="at most"):
        SEAL.seal("host", bytes(MOST_CONTENT + 1 + length))


@given(st.integers(min_value=0), st.integers(min_value=1, max_value=255))
def test_a_changed_byte_is_found(at: int, change: int) -> None:
    """No byte of a message can be changed without its being refused."""
    sealed = bytearray(SEAL.seal("host", b"moves"))
    sealed[at % len(sealed)] ^= change
    with pytest.raises(SealError):
        SEAL.open("host", bytes(sealed))


def test_both_make_the_same_key_and_a_third_does_not() -> None:
    """Two identities come to one key from what they told each other; a stranger to another."""
    ada, ben, eve = Identity.new(), Identity.new(), Identity.new()
    assert ada.shared_key(ben.public, b"x") == ben.shared_key(ada.public, b"x")
    assert ada.shared_key(ben.public, b"x") != ada.shared_key(ben.public, b"y")
    assert eve.shared_key(ben.public, b"x") != ada.shared_key(ben.public, b"x")


def test_only_its_author_signs() -> None:
    """A signature holds for its words and its author, and for nothing else."""
    ada, ben = Identity.new(), Identity.new()
    signature = ada.sign(b"words")
    assert ada.public.signed(b"words", signature)
    assert not ada.public.signed(b"other words", signature)
    assert not ben.public.signed(b"words", signature)
    assert not ada.public.signed(b"words", b"")
    assert not ada.public.signed(b"words", bytes(64))


# -- channel --------------------------------------------------------------------------------------


class IdleChannel(ThreadedChannel):
    """A channel whose thread does nothing: what it would do is done by the test."""

    def __init__(self) -> None:
        super().__init__("idle")
        self.set_state(LinkKind.CONNECTED)

    def run(self) -> None:
        pass


@pytest.fixture
def channel() -> IdleChannel:
    return IdleChannel()


def test_what_arrives_is_bounded(channel: IdleChannel) -> None:
    """The 8 newest messages of each of the five slots wait, and none that is too long or empty."""
    for number in range(30):
        for name in (*SLOTS, "Host", *(f"slot-{number}" for number in range(20))):
            channel.arrive(name, b"%d" % number)
    channel.arrive("host", b""), channel.arrive("host", bytes(LARGEST + 1))
    arrived = channel.poll()
    assert {message.slot for message in arrived} == set(SLOTS)
    for slot in SLOTS:
        assert [m.sealed for m in arrived if m.slot == slot] == [b"%d" % n for n in range(22, 30)]
    assert channel.poll() == []


def test_one_message_of_a_slot_is_under_way(channel: IdleChannel) -> None:
    """What is kept waits until the last of its slot is delivered; then the newest goes."""
    channel.publish("host", b"1"), channel.publish("host", b"2")
    (first,) = channel.outgoing()
    assert first == Outgoing("host", b"2")
    channel.publish("host", b"3"), channel.publish("host", b"4")
    channel.publish("host-here", b"x", kept=False)
    assert channel.outgoing() == [Outgoing("host-here", b"x", kept=False)]
    assert not channel.is_sent
    channel.delivered(first)
    assert channel.outgoing() == [Outgoing("host", b"4")]
    channel.delivered(Outgoing("host", b"4"))
    assert channel.is_sent


def test_a_new_connection_begins_with_what_is_kept(channel: IdleChannel) -> None:
    """The newest of each slot goes out again, and what still waits; what was under way does not."""
    channel.publish("host", b"old")
    channel.outgoing()
    channel.publish("host", b"new"), channel.publish("join", b"j")
    channel.publish("host-here", b"x", kept=False)
    channel.renew()
    here = Outgoing("host-here", b"x", kept=False)
    assert channel.outgoing() == [Outgoing("host", b"new"), Outgoing("join", b"j"), here]


def test_what_was_cleared_is_forgotten(channel: IdleChannel) -> None:
    """Clearing goes out until it is delivered, and not again with the next connection."""
    channel.publish("host", b"game"), channel.publish("host", b"")
    (message,) = channel.outgoing()
    channel.renew()
    assert channel.outgoing() == [message] == [Outgoing("host", b"")]
    channel.delivered(message)
    channel.renew()
    assert channel.is_sent


def test_what_comes_from_others_is_strange(channel: IdleChannel) -> None:
    """One's own messages come back, older ones as long as a newer one is on its way."""
    assert not channel.is_strange("host", b"from before")
    channel.publish("host", b"1"), channel.publish("host", b"2")
    strange = [channel.is_strange("host", sealed) for sealed in (b"1", b"2", b"3")]
    assert strange == [False, False, True]
    (message,) = channel.outgoing()
    assert not channel.is_strange("host", b"1")
    channel.delivered(message)
    strange = [channel.is_strange("host", sealed) for sealed in (b"1", b"2", b"")]
    assert strange == [True, False, True]
    assert not channel.is_strange("guest", b"3")


def test_a_guest_is_let_in_again_where_a_log_is_full() -> None:
    """Half of what is left for an ending is room for that; one can always resign."""
    two = Books()
    host = two.books["host"]
    forge(host, "host", (Entry(0, 5, 1, Helped("hint")),) * (MOST_ENTRIES - _SPARE))
    with pytest.raises(RulesError):
        two.do("host", Helped("hint"), send=False)
    for _guest in range(_SPARE // 2):
        host.let_in(Identity.new().public, two.at)
    with pytest.raises(RulesError):
        host.let_in(Identity.new().public, two.at)
    two.do("host", Resigned(), send=False)
    assert host.replay.ends


def test_a_state_lasts_as_long_as_its_kind(channel: IdleChannel) -> None:
    """A further reason does not make it begin again, and what is closed stays closed."""
    channel.set_state(LinkKind.LOST, "a")
    since = channel.state.since
    channel.set_state(LinkKind.LOST, "b")
    assert (channel.state.since, channel.state.reason) == (since, "b")
    channel.close()
    channel.set_state(LinkKind.CONNECTED)
    assert channel.state.kind is LinkKind.CLOSED


@pytest.mark.parametrize(
    ("slot", "length"),
    [(slot, 1) for slot in ("", "Host", "host/x", "+", "#", "h" * 17, "höst", "a\n")]
    + [("host", LARGEST + 1)],
)
def test_there_are_five_slots_and_no_others(channel: IdleChannel, slot: str, length: int) -> None:
    """No slot is invented, a wildcard, a further level or a line; no message is above 64 KiB."""
    channel.publish("host", bytes(LARGEST))
    with pytest.raises(ValueError, match="65536 bytes in a slot"):
        channel.publish(slot, bytes(length))
