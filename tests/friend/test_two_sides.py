"""Two sides and everything that a meeting place can do to their copies, by properties."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from battle.friend.log import Logbook, copy_of
from battle.friend.replay import Entry, Log, Replay
from battle.friend.sealing import Seal, SealError, packed, unpacked
from battle.friend.terms import SIDES, Side, Terms, other_side
from battle.game.events import (
    QUESTIONS,
    Answered,
    Asked,
    Event,
    Helped,
    Played,
    Resigned,
    Withdrew,
)
from battle.rules.deal import deal
from battle.rules.position import FormatError, RulesError, other
from tests.friend.pairs import TOPIC, book, forge, games_of, table, values

SEALS = Seal(bytes(32), TOPIC)
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
        self.books[side].take(copy_of(unpacked(SEALS.open(place, sealed)), place))

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
        question = game.questions.get(other(game.own))
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
            self.books[side].take(copy_of(values(forger), other_side(side)))
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
            assert self.books[side].split is None

    @invariant()
    def what_was_folded_as_it_came_is_what_both_logs_say(self) -> None:
        """Check that folding entry by entry comes to what folding all of both logs comes to."""
        for side in SIDES:
            known = self.books[side].replay
            whole = Replay(known.terms, side, TOPIC)
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
