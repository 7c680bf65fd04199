"""The analyst with the real engine, on endgames, against the slow twin."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from battle.analysis.study import Study
from battle.analysis.values import Bounds
from battle.engine.client import EngineClient, EngineState
from battle.engine.jobs import Analyst, Scheduler
from battle.rules.position import Position, deal, played_down
from battle.rules.tree import Game
from tests.support.endgames import played
from tests.support.engines import PATIENCE
from tools.reference import Memo, balances, move_values, value

pytestmark = pytest.mark.usefixtures("compiled_home")


def game_of(seed: int, tiles: int) -> Game:
    """Return a game of random moves that begins with an endgame with points taken."""
    random = Random(seed)
    return played(played_down(random, deal(seed), tiles), random)


def until(analyst: Analyst, is_so: Callable[[], bool]) -> None:
    """Let frames pass until something is so."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert not analyst.scheduler.failure, analyst.scheduler.failure
        assert time.monotonic() < end, analyst.scheduler.latest
        analyst.scheduler.poll()
        time.sleep(0.002)


def until_idle(analyst: Analyst) -> None:
    """Let frames pass until the analyst wants nothing more."""
    until(analyst, lambda: not analyst.is_busy)


@pytest.mark.parametrize("seed", range(1, 7))
def test_review_is_the_twins(engine: EngineClient, seed: int) -> None:
    """All margins, costs and best moves of a review are those of the slow twin."""
    game = game_of(seed, 24)
    memo: Memo = {}
    study = Study(game)
    analyst = Analyst(Scheduler(engine), study.game, study.values)
    analyst.begin_review(study.line())
    until_idle(analyst)
    review = study.review()
    assert (review.exact_from, review.par.is_exact, balances(review)) == (1, True, True)
    for move, node in zip(review.moves, game.root.main_line(), strict=True):
        values = move_values(node.parent.position, memo)
        best = max(values.values())
        assert move.cost.value == best - values[move.move]
        assert list(move.best) == [one for one, worth in values.items() if worth == best]
        sign = 1 if node.position.to_move == 1 else -1
        assert move.after.value == node.position.margin + sign * value(node.position, memo)


def test_every_move_of_the_front(engine: EngineClient) -> None:
    """Every move of every position on the way gets the value that the slow twin finds."""
    game = game_of(11, 24)
    memo: Memo = {}
    study = Study(game)
    analyst = Analyst(Scheduler(engine), study.game, study.values)
    for node in study.line():
        analyst.analyse(node.position)
        until_idle(analyst)
        for move, worth in move_values(node.position, memo).items():
            assert study.values.of_move(node.position, move) == Bounds(worth, worth, worth)


def test_full_deal_is_stopped_at_once(engine: EngineClient) -> None:
    """A deal that cannot be solved gives estimates; after stop nothing is wanted or running."""
    study = Study(Game(deal(4711)))
    analyst = Analyst(Scheduler(engine), study.game, study.values)
    analyst.analyse(study.position)
    until(analyst, lambda: study.values.has_all_moves(study.position))
    assert engine.state is EngineState.THINKING
    assert analyst.scheduler.latest.depth > 0
    assert analyst.scheduler.latest.nodes > 0
    known = study.values.known(study.position)
    assert known.lower <= known.guess <= known.upper
    analyst.stop()
    assert not analyst.is_busy
    until(analyst, lambda: engine.state is EngineState.READY)


def test_review_whose_time_is_short_is_estimated(engine: EngineClient) -> None:
    """Positions that cannot be proven in their time have an estimate, and the ledger adds up."""
    random = Random(5)
    game = Game(deal(5))
    while not game.position.is_over:
        game.play(random.choice(game.position.legal_moves))
    study = Study(game)
    analyst = Analyst(Scheduler(engine), study.game, study.values)
    analyst.begin_review(study.line(), 0.05)
    until_idle(analyst)
    review = study.review()
    assert balances(review)
    assert 1 < review.exact_from <= len(review.moves)
    assert all(move.cost.value >= 0 for move in review.moves)


def test_engine_killed_in_the_middle_of_a_review(shared_home: Path) -> None:
    """A process that is killed is started again, and the review goes on to its end."""
    with EngineClient(threads=1, hash_mb=16) as client:
        study = Study(game_of(3, 24))
        analyst = Analyst(Scheduler(client), study.game, study.values)
        analyst.begin_review(study.line())
        until(analyst, lambda: client.state is EngineState.THINKING)
        os.kill(client._process.id, getattr(signal, "SIGKILL", signal.SIGTERM))
        until_idle(analyst)
        start: Position = study.game.start
        assert study.values.known(start).lower == value(start)
