"""The watch at a table, with an engine that is the slow twin."""

from __future__ import annotations

from random import Random

from battle.analysis.values import Values
from battle.coach.pondering import LONGEST_SECONDS, Pondering
from battle.engine.scheduler import Scheduler
from battle.game.session import Seat, Session, Setup
from battle.rules.deal import deal, played_down
from battle.rules.position import Position
from tests.support.twin_engine import TwinEngine
from tools.reference import move_values

PLACE = played_down(Random(5), deal(5), 14)


def table(engine: TwinEngine, start: Position = PLACE) -> tuple[Session, Pondering]:
    """Return a game from an endgame and the watch at it."""
    session = Session(Setup((Seat("Ada"), Seat("", solver=True)), start))
    return session, Pondering(Scheduler(engine), session, Values())


def run(watch: Pondering, frames: int = 50) -> None:
    """Let frames pass."""
    for _ in range(frames):
        watch.scheduler.poll()


def test_it_finds_what_every_move_is_worth() -> None:
    """After a look the values of all moves are the slow twin's, and the engine has a rest."""
    engine = TwinEngine()
    session, watch = table(engine)
    watch.ponder(session.position)
    assert not watch.has_looked(PLACE, 0.0)
    run(watch)
    for move, value in move_values(PLACE).items():
        known = watch.values.of_move(PLACE, move)
        assert (known.lower, known.upper) == (value, value)
    assert watch.has_looked(PLACE, LONGEST_SECONDS)
    assert not engine.busy


def test_it_counts_the_engines_seconds() -> None:
    """A look that proves nothing is long enough after so many seconds of the engine."""
    engine = TwinEngine(reports=400, blind=True)
    session, watch = table(engine)
    watch.ponder(session.position)
    run(watch, 4)
    assert 0.0 < watch.looked_at(session.position)[0] < 3.0
    assert watch.has_looked(PLACE, 0.0)
    assert not watch.has_looked(PLACE, 3.0)
    run(watch, 20)
    assert watch.has_looked(PLACE, 3.0)


def test_it_does_not_look_for_ever() -> None:
    """The engine is asked for no more than the longest time, also when it was interrupted."""
    engine = TwinEngine(reports=10_000, blind=True)
    session, watch = table(engine)
    watch.ponder(session.position)
    run(watch, 40)
    spent = watch.looked_at(session.position)[0]
    watch.ponder(None)
    watch.ponder(session.position)
    run(watch, 1)
    limits = [question.limit.time for question in engine.queries]
    assert limits[0] == LONGEST_SECONDS
    assert limits[1] is not None
    assert limits[1] <= LONGEST_SECONDS - spent + 0.01


def test_it_looks_at_nothing_when_told_so() -> None:
    """Without a position, and at a game that is over, the engine is left alone."""
    engine = TwinEngine()
    _session, watch = table(engine)
    watch.ponder(None)
    run(watch)
    over = PLACE
    while not over.is_over:
        over = over.play(over.legal_moves[0])
    watch.ponder(over)
    run(watch)
    assert engine.queries == []


def test_it_asks_from_the_start_of_the_game() -> None:
    """A later position is asked with the game's start and moves, so that the engine can reuse."""
    engine = TwinEngine()
    session, watch = table(engine)
    session.play(PLACE.legal_moves[0])
    watch.ponder(session.position)
    run(watch, 1)
    assert engine.queries[-1].start == PLACE
    assert engine.queries[-1].moves == tuple(session.game.moves)
