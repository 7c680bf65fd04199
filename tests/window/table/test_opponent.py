"""The program at the table, without a window: what it is asked, and which answers count."""

from __future__ import annotations

import pytest

from battle.engine.scheduler import Scheduler
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
def scheduler(engine: FakeEngine) -> Scheduler:
    """Return what lets the engine work."""
    return Scheduler(engine)


@pytest.fixture
def opponent(scheduler: Scheduler, session: Session, clock: list[float]) -> Opponent:
    """Return the opponent in that game."""
    return Opponent(scheduler, session, lambda: clock[0])


def test_a_move_is_asked_for_once(
    opponent: Opponent, scheduler: Scheduler, engine: FakeEngine, session: Session
) -> None:
    """The answer is a move of the position on the table, and is there as long as the game is so."""
    assert opponent.ask() is None
    assert opponent.is_thinking
    scheduler.poll()
    scheduler.poll()
    answer = opponent.ask()
    assert answer is not None
    assert answer.move in session.position.legal_moves
    assert opponent.ask() is answer
    assert len(engine.queries) == 1


def test_its_seconds_are_those_of_the_request(opponent: Opponent, clock: list[float]) -> None:
    """Time runs while a move is asked for, and only then."""
    assert opponent.seconds == 0.0
    opponent.ask()
    clock[0] += 1.5
    assert opponent.seconds == 1.5
    opponent.cancel()
    assert opponent.seconds == 0.0


def test_an_answer_for_another_state_is_not_used(
    opponent: Opponent, scheduler: Scheduler, engine: FakeEngine, session: Session
) -> None:
    """When the game has changed since, its move is asked for and no other is taken for it."""
    engine.silent = True
    opponent.ask()
    scheduler.poll()
    session.play(session.position.legal_moves[0])
    assert opponent.ask() is None
    assert engine.cancelled == 1
    scheduler.poll()
    assert engine.asked[-1] == session.position


def test_a_failed_engine_goes_on_where_it_was(
    opponent: Opponent, scheduler: Scheduler, engine: FakeEngine
) -> None:
    """The move that was asked for is asked for again when the engine is started."""
    engine.silent = True
    opponent.ask()
    scheduler.poll()
    engine.fail("out of luck")
    scheduler.poll()
    assert (opponent.ask(), scheduler.failure) == (None, "out of luck")
    engine.silent = False
    scheduler.start()
    scheduler.poll()
    scheduler.poll()
    assert opponent.ask() is not None
