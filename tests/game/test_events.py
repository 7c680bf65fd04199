"""A game is its events: folding them again gives the game again."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battle.game.events import Answered, Event, Played, Resigned
from battle.game.session import NotNowError, Seat, Session, Setup
from battle.rules.deal import deal
from battle.rules.position import Player, RulesError

SEATS = st.sampled_from(
    [(Seat("Ada"), Seat("Ben")), (Seat("Ada"), Seat(solver=True)), (Seat(solver=True), Seat("Ben"))]
)


class Recorded(Session):
    """A session that notes the events it is folded from."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.events: list[tuple[Player, Event]] = []

    def apply(self, by: Player, event: Event, *, at: int = 0, entry: int = 0) -> None:
        super().apply(by, event, at=at, entry=entry)
        self.events.append((by, event))


def act(session: Session, random: Random) -> None:
    """Let somebody wish for something, sensible or not."""
    player: Player = random.choice((1, 2))
    moves = session.position.legal_moves
    wishes = (
        lambda: session.play(random.choice(moves)) if moves else None,
        lambda: session.play(random.choice(moves)) if moves else None,
        session.take_back,
        session.redo,
        lambda: session.request_take_back(player),
        lambda: session.offer_draw(player),
        lambda: session.answer(random.random() < 0.5),
        session.change_sides,
        session.count_hint,
        lambda: session.note_help(random.choice(("analysis", "teacher"))),
        lambda: session.resign(player) if random.random() < 0.1 else None,
    )
    random.choice(wishes)()


@settings(max_examples=60, deadline=None)
@given(SEATS, st.integers(1, 10**6), st.integers(0, 2**20), st.integers(1, 80))
def test_folding_the_events_again_gives_the_game_again(seats, number, seed, wishes):  # type: ignore[no-untyped-def]
    """Whatever was played, asked, answered and taken back follows from the events alone."""
    setup = Setup(seats, deal(number), number)
    session, random = Recorded(setup), Random(seed)
    for _wish in range(wishes):
        before = session.record().text, session.pending, len(session.events)
        try:
            act(session, random)
        except RulesError:
            assert (session.record().text, session.pending, len(session.events)) == before
    again = Session(setup)
    for by, event in session.events:
        again.apply(by, event)
    assert again.record().text == session.record().text
    assert (again.pending, again.hints, again.help_used) == (
        session.pending,
        session.hints,
        session.help_used,
    )
    assert again.setup == session.setup


def test_what_cannot_happen_changes_nothing() -> None:
    """An event that comes too late is refused in a sentence, and the version stays."""
    session = Session(Setup((Seat(), Seat()), deal(5), 5))
    session.resign(1)
    version = session.version
    for event in (Resigned(), Answered(0, True), Played(0, deal(5).legal_moves[0])):
        with pytest.raises(NotNowError, match=r"game is over|Nothing was asked|cannot be done"):
            session.apply(2, event)
    assert session.version == version
