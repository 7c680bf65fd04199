"""What the trainer asks the solver, with the twin as the solver."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from battle.engine.client import EngineState
from battle.engine.scheduler import Scheduler
from battle.profile.store import Database
from battle.training.deck import Deck
from battle.training.exercise import Stage
from battle.training.practice import Practice
from battle.training.problems import Source
from battle.training.solver_tasks import SolverTasks
from tests.support.endgame_problems import Clock
from tests.support.trainees import LONG, FullDeck
from tests.support.twin_engine import TwinEngine


@pytest.fixture
def deck() -> Iterator[Deck]:
    with closing(Database(None)) as database:
        yield FullDeck(database, Clock())


def in_theirs(deck: Deck) -> Practice:
    """Return an exercise in which the defence has to reply, and needs the solver for it."""
    deck.add(LONG, Source.OWN)
    while (exercise := deck.next(more=True)) is not None:
        practice = Practice(deck, exercise)
        practice.play(exercise.problem.best_moves[0])
        if practice.stage is Stage.REPLYING and practice.wanted is not None:
            return practice
        practice.finish()
    raise AssertionError("none found")


def run(work: SolverTasks, frames: int = 20) -> None:
    for _frame in range(frames):
        work.update(None)
        work._scheduler.poll()


def test_what_an_exercise_wants_is_proven(deck: Deck) -> None:
    """After a few frames the defence can reply, and nothing more is asked."""
    engine = TwinEngine()
    work, practice = SolverTasks(Scheduler(engine), deck), in_theirs(deck)
    work.begin(practice)
    wanted = practice.wanted
    assert wanted is not None
    run(work)
    assert engine.asked == [wanted[0]]
    assert practice.wanted is None
    assert practice.reply() is not None


def test_what_is_no_longer_wanted_is_not_waited_for(deck: Deck) -> None:
    """With another exercise the engine works for that one."""
    engine = TwinEngine(silent=True)
    work, practice = SolverTasks(Scheduler(engine), deck), in_theirs(deck)
    work.begin(practice)
    run(work)
    work.begin(None)
    run(work)
    assert engine.cancelled >= 1
    assert not engine.busy


def test_the_play_after_a_solution_is_asked_for(deck: Deck) -> None:
    """While a solution is shown its position is looked at, also where all values are known."""
    engine = TwinEngine()
    work = SolverTasks(Scheduler(engine), deck)
    deck.add(LONG[:1], Source.OWN)
    exercise = deck.next()
    assert exercise is not None
    practice = Practice(deck, exercise)
    work.begin(practice)
    run(work)
    assert engine.queries == []
    for _frame in range(5):
        work.update(practice.position)
        work._scheduler.poll()
    assert engine.asked == [practice.position]


def test_the_words_fit_the_state(deck: Deck) -> None:
    """Nothing while nothing is waited for; else what the solver does, or why it does not."""
    engine = TwinEngine(silent=True)
    work, practice = SolverTasks(Scheduler(engine), deck), in_theirs(deck)
    assert work.words(needed=True) == ""
    work.begin(practice)
    run(work)
    assert work.words(needed=False) == "The solver proves it …"
    engine.state = EngineState.COMPILING
    assert work.words(needed=False) == "The solver is getting ready …"
    engine.fail("no luck")
    run(work, 2)
    assert "no luck" in work.words(needed=False)


def test_what_cannot_be_proven_is_said(deck: Deck) -> None:
    """When the time is over the person hears of it."""
    work, practice = SolverTasks(Scheduler(TwinEngine(blind=True)), deck), in_theirs(deck)
    work.begin(practice)
    run(work, 200)
    assert work.words(needed=False) == "This could not be proven in time."


def test_rest_makes_way(deck: Deck) -> None:
    """The engine is left to others until the next frame."""
    engine = TwinEngine(silent=True)
    work = SolverTasks(Scheduler(engine), deck)
    work.begin(in_theirs(deck))
    run(work)
    assert engine.busy
    work.stop()
    assert not engine.busy
    run(work)
    assert engine.busy
