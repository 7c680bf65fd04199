"""What the trainer asks the solver, and the problems that are made meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from random import Random

import pytest

from battle.analysis.study import Study
from battle.engine.client import EngineState
from battle.engine.jobs import Analyst
from battle.engine.scheduler import Scheduler
from battle.profile.store import Database
from battle.rules.game import Game
from battle.rules.position import position
from battle.training import solver_tasks
from battle.training.deck import GENERATED_STOCK, Deck
from battle.training.exercise import Attempt, Stage
from battle.training.practice import Practice
from battle.training.problems import Source, grade_of
from battle.training.solver_tasks import ProblemGenerator, SolverTasks
from tests.support.endgame_problems import Clock, problems
from tests.support.trainees import LONG, FullDeck
from tests.support.twin_engine import TwinEngine
from tools.reference import move_values


@pytest.fixture(autouse=True)
def _few_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver_tasks, "TILES", 12)


@pytest.fixture
def deck() -> Iterator[Deck]:
    with closing(Database(None)) as database:
        yield Deck(database, Clock())


def bench(**ways: bool) -> tuple[Study, Analyst, TwinEngine]:
    """Return an analyst of some position, and its engine."""
    study, engine = Study(Game(position("5m/5m"))), TwinEngine(**ways)
    analyst = Analyst(Scheduler(engine), study, study.values)
    analyst.on = False
    return study, analyst, engine


def run(maker: ProblemGenerator, study: Study, analyst: Analyst, frames: int) -> None:
    for _frame in range(frames):
        maker.update(analyst, study.values)
        analyst.scheduler.poll()


def test_as_many_are_made_as_are_wanted(deck):
    """It stops when the stock is full; all have a choice, and the twin's values."""
    study, analyst, engine = bench()
    maker = ProblemGenerator(deck, Random(1))
    run(maker, study, analyst, 1500)
    assert (maker.made, deck.wanted_problems) == (GENERATED_STOCK, 0)
    asked = len(engine.queries)
    run(maker, study, analyst, 50)
    assert len(engine.queries) == asked
    exercise = deck.next()
    assert exercise is not None
    assert exercise.source is Source.GENERATED
    assert grade_of(exercise.problem).is_choice
    assert exercise.problem.values == move_values(exercise.problem.position)
    deck.answer(exercise, Attempt(0, exercise.problem.best_moves[0]))
    maker.recount()
    run(maker, study, analyst, 200)
    assert maker.made == GENERATED_STOCK + 1


def test_nothing_is_made_while_there_is_enough(deck):
    """With a full stock the engine is not asked at all."""
    deck.add(problems(GENERATED_STOCK, seed=71), Source.GENERATED)
    study, analyst, engine = bench()
    run(ProblemGenerator(deck, Random(2)), study, analyst, 50)
    assert engine.queries == []


def test_what_cannot_be_proven_is_dropped(deck):
    """An engine that proves nothing fills no deck."""
    study, analyst, engine = bench(blind=True)
    maker = ProblemGenerator(deck, Random(3))
    run(maker, study, analyst, 300)
    assert len(set(engine.asked)) > 1
    assert (maker.made, deck.entries()) == (0, [])


def test_an_engine_that_has_failed_is_not_asked_again(deck):
    """After a failure nothing more is wanted of it."""
    study, analyst, engine = bench()
    maker = ProblemGenerator(deck, Random(4))
    run(maker, study, analyst, 2)
    engine.fail("no luck")
    run(maker, study, analyst, 20)
    asked = len(engine.queries)
    run(maker, study, analyst, 20)
    assert len(engine.queries) == asked


def test_another_analyst_is_asked_anew(deck):
    """When the analyst is another one the work goes on with it."""
    study, analyst, engine = bench(silent=True)
    maker = ProblemGenerator(deck, Random(5))
    run(maker, study, analyst, 10)
    assert len(engine.queries) == 1
    study, analyst, engine = bench()
    run(maker, study, analyst, 200)
    assert maker.made > 0


# --- test solver tasks ---------------------------------------------------------------------------
#
# What the trainer asks the solver, with the twin as the solver.


@pytest.fixture
def full_deck() -> Iterator[Deck]:
    with closing(Database(None)) as database:
        yield FullDeck(database, Clock())


def in_theirs(full_deck: Deck) -> Practice:
    """Return an exercise in which the defence has to reply, and needs the solver for it."""
    full_deck.add(LONG, Source.OWN)
    while (exercise := full_deck.next(more=True)) is not None:
        practice = Practice(full_deck, exercise)
        practice.play(exercise.problem.best_moves[0])
        if practice.stage is Stage.REPLYING and practice.wanted is not None:
            return practice
        practice.finish()
    raise AssertionError("none found")


def run_tasks(work: SolverTasks, frames: int = 20) -> None:
    for _frame in range(frames):
        work.update(None)
        work._scheduler.poll()


def test_what_an_exercise_wants_is_proven(full_deck: Deck) -> None:
    """After a few frames the defence can reply, and nothing more is asked."""
    engine = TwinEngine()
    work, practice = SolverTasks(Scheduler(engine), full_deck), in_theirs(full_deck)
    work.begin(practice)
    wanted = practice.wanted
    assert wanted is not None
    run_tasks(work)
    assert engine.asked == [wanted[0]]
    assert practice.wanted is None
    assert practice.reply() is not None


def test_what_is_no_longer_wanted_is_not_waited_for(full_deck: Deck) -> None:
    """With another exercise the engine works for that one."""
    engine = TwinEngine(silent=True)
    work, practice = SolverTasks(Scheduler(engine), full_deck), in_theirs(full_deck)
    work.begin(practice)
    run_tasks(work)
    work.begin(None)
    run_tasks(work)
    assert engine.cancelled >= 1
    assert not engine.busy


def test_the_play_after_a_solution_is_asked_for(full_deck: Deck) -> None:
    """While a solution is shown its position is looked at, also where all values are known."""
    engine = TwinEngine()
    work = SolverTasks(Scheduler(engine), full_deck)
    full_deck.add(LONG[:1], Source.OWN)
    exercise = full_deck.next()
    assert exercise is not None
    practice = Practice(full_deck, exercise)
    work.begin(practice)
    run_tasks(work)
    assert engine.queries == []
    for _frame in range(5):
        work.update(practice.position)
        work._scheduler.poll()
    assert engine.asked == [practice.position]


def test_the_words_fit_the_state(full_deck: Deck) -> None:
    """Nothing while nothing is waited for; else what the solver does, or why it does not."""
    engine = TwinEngine(silent=True)
    work, practice = SolverTasks(Scheduler(engine), full_deck), in_theirs(full_deck)
    assert work.words(needed=True) == ""
    work.begin(practice)
    run_tasks(work)
    assert work.words(needed=False) == "The solver proves it …"
    engine.state = EngineState.COMPILING
    assert work.words(needed=False) == "The solver is getting ready …"
    engine.fail("no luck")
    run_tasks(work, 2)
    assert "no luck" in work.words(needed=False)


def test_what_cannot_be_proven_is_said(full_deck: Deck) -> None:
    """When the time is over the person hears of it."""
    work, practice = SolverTasks(Scheduler(TwinEngine(blind=True)), full_deck), in_theirs(full_deck)
    work.begin(practice)
    run_tasks(work, 200)
    assert work.words(needed=False) == "This could not be proven in time."


def test_rest_makes_way(full_deck: Deck) -> None:
    """The engine is left to others until the next frame."""
    engine = TwinEngine(silent=True)
    work = SolverTasks(Scheduler(engine), full_deck)
    work.begin(in_theirs(full_deck))
    run_tasks(work)
    assert engine.busy
    work.stop()
    assert not engine.busy
    run_tasks(work)
    assert engine.busy
