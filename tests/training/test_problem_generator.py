"""Tests of making new problems, with the slow twin as the engine."""

from collections.abc import Iterator
from contextlib import closing
from random import Random

import pytest

from battle.analysis.study import Study
from battle.engine.jobs import Analyst
from battle.engine.scheduler import Scheduler
from battle.profile.store import Database
from battle.rules.game import Game
from battle.rules.position import position
from battle.training import solver_tasks
from battle.training.deck import GENERATED_STOCK, Deck
from battle.training.exercise import Attempt
from battle.training.problems import Source, grade_of
from battle.training.solver_tasks import ProblemGenerator
from tests.support.endgame_problems import Clock, problems
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
