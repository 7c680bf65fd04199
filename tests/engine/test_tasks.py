"""When a task of analysis is over, and in which order a review goes."""

from __future__ import annotations

import pytest

from battle.analysis.values import Finding, Values
from battle.engine.tasks import AnalysisTask, ReviewRun, Target
from battle.protocol import Goal, Limit
from battle.rules.game import Game
from battle.rules.position import Position, position
from tools.reference import move_values

TWO = position("5m5p/5p5m/9s/9s")


def learn_all(values: Values, place: Position) -> None:
    """Let every move's value be proven."""
    worths = move_values(place).items()
    values.learn(place, [Finding(move, worth, worth, worth) for move, worth in worths])


@pytest.mark.parametrize("target", Target)
def test_task_is_over_when_its_target_is_reached(target: Target) -> None:
    """What is to be proven is looked up in the values, wherever it came from."""
    task, values = AnalysisTask(TWO, target, 1.0), Values()
    assert not task.is_over(values)
    learn_all(values, TWO)
    assert task.is_over(values)


def test_task_is_over_when_its_time_is() -> None:
    """A task has its seconds and no more, however often it is begun; an answer ends it at once."""
    task, values = AnalysisTask(TWO, Target.VALUE, 1.0), Values()
    task.note(0.6, answered=False)
    assert not task.is_over(values)
    assert task.limit == Limit(time=0.4, goal=Goal.BEST)
    task.note(0.4, answered=False)
    assert task.is_over(values)
    answered = AnalysisTask(TWO, Target.VALUE, 1.0)
    answered.note(0.1, answered=True)
    assert answered.is_over(values)


def test_limit_of_a_task() -> None:
    """A task without an end thinks until it is stopped; moves are wanted with all their values."""
    assert AnalysisTask(TWO, Target.MOVES).limit == Limit(infinite=True)
    assert AnalysisTask(TWO, Target.BEST).limit == Limit(infinite=True, goal=Goal.BEST)
    task = AnalysisTask(TWO, Target.VALUE, 2.0, proof_only=True)
    assert task.limit == Limit(time=2.0, exact=True, goal=Goal.BEST)


def test_review_goes_from_the_last_position_to_the_first() -> None:
    """Positions that are known are passed over one a look; those that are not become tasks."""
    game = Game(TWO)
    game.play(TWO.legal_moves[0])
    nodes, values = game.main_line(), Values()
    review = ReviewRun(nodes, seconds=1.0)
    asked = []
    for _ in range(100):
        task = review.task(values)
        if review.is_done:
            break
        if task is not None:
            asked.append(task.position)
            learn_all(values, task.position)
    assert review.done == review.of == len(nodes)
    assert asked
    assert asked == [node.position for node in nodes[::-1] if node.position in asked]
