"""The program at the table, without a window: what it is asked, and which answers count."""

from __future__ import annotations

import pytest

from battle.game.session import Seat, Session, Setup
from battle.rules.deal import deal
from battle.window.table.opponent import Opponent
from tests.support.fake_engine import FakeEngine


@pytest.fixture
def session() -> Session:
    """Return a game in which the solver begins."""
    return Session(Setup((Seat(solver=True), Seat("Ada")), deal(7), 7))


@pytest.fixture
def engine() -> FakeEngine:
    """Return an engine that answers at once."""
    return FakeEngine()


@pytest.fixture
def clock() -> list[float]:
    """Return the time, which a test lets pass."""
    return [100.0]


@pytest.fixture
def opponent(engine: FakeEngine, session: Session, clock: list[float]) -> Opponent:
    """Return the opponent in that game."""
    return Opponent(engine, session, lambda: clock[0])


def test_a_request_is_open_until_it_is_answered(
    opponent: Opponent, engine: FakeEngine, session: Session
) -> None:
    """The answer is a move of the position on the table, and comes once."""
    opponent.ask()
    assert opponent.request is not None
    answer = opponent.update()
    assert answer is not None
    assert answer.move in session.position.legal_moves
    assert (opponent.request, opponent.update()) == (None, None)
    assert len(engine.queries) == 1


def test_its_seconds_are_those_of_the_request(opponent: Opponent, clock: list[float]) -> None:
    """Time runs while a request is open, and only then."""
    assert opponent.seconds == 0.0
    opponent.ask()
    clock[0] += 1.5
    assert opponent.seconds == 1.5
    opponent.cancel()
    assert opponent.seconds == 0.0


def test_an_answer_for_another_state_is_not_used(
    opponent: Opponent, engine: FakeEngine, session: Session
) -> None:
    """When the game has changed since the request it is dropped, and so is its answer."""
    opponent.ask()
    session.play(session.position.legal_moves[0])
    assert opponent.update() is None
    assert opponent.request is None
    assert engine.cancelled == 1


def test_cancelling_without_a_request_leaves_the_engine(
    opponent: Opponent, engine: FakeEngine
) -> None:
    """What others have asked of the engine is not cancelled."""
    opponent.cancel()
    assert engine.cancelled == 0


def test_a_failure_is_told_and_can_be_started_over(opponent: Opponent, engine: FakeEngine) -> None:
    """A failed engine closes the request with its reason; starting it takes the reason away."""
    engine.silent = True
    opponent.ask()
    engine.fail("out of luck")
    assert opponent.update() is None
    assert (opponent.request, opponent.failure) == (None, "out of luck")
    opponent.start()
    assert (opponent.failure, engine.started) == ("", 1)
