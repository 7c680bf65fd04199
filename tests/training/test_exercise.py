"""What an exercise is made of: stages, verdicts, hints step by step."""

from __future__ import annotations

import pytest

from battle.coach.hints import Step
from battle.rules.position import move, position
from battle.rules.problem import problem
from battle.training.exercise import (
    STEPS,
    Exercise,
    Hint,
    Verdict,
    disguise_of,
    next_hint,
)
from battle.training.problems import Source

PLACE = position("5m5p/5p5m/9s/9s")
NINES, FIVES = move("c1d1"), move("a1b2")


@pytest.mark.parametrize(
    ("cost", "is_exact", "keeps"),
    [(0, True, True), (3, True, False), (3, False, False), (0, False, None)],
)
def test_a_verdict_tells_whether_the_value_is_kept(
    cost: int, is_exact: bool, keeps: bool | None
) -> None:
    """What costs something does not keep it; what may cost nothing is not known."""
    assert Verdict(PLACE, NINES, cost, is_exact).keeps is keeps


def test_hints_are_about_one_pair_and_end() -> None:
    """The worth, the column, the pair of the first of the best moves; then there is none."""
    given: list[Hint] = []
    while (hint := next_hint(given, (NINES, FIVES))) is not None:
        given.append(hint)
    assert given == [Hint(step, NINES) for step in STEPS]
    assert [hint.column for hint in given] == [None, 2, None]


def test_without_a_best_move_only_the_worth_is_told() -> None:
    """The other hints wait until one is known."""
    worth = next_hint((), ())
    assert worth == Hint(Step.WORTH, None)
    assert worth is not None
    assert worth.column is None
    assert next_hint((worth,), ()) is None
    assert next_hint((worth,), (NINES,)) == Hint(Step.COLUMNS, NINES)


def test_an_exercise_is_seen_in_another_picture_each_time() -> None:
    """At first as it is, then in disguise, and the same again for the same repeat."""
    one = problem("5m5p/5p5m/9s/9s 1 0-0; c1d1:9; a1b2:1; a2b1:1")
    exercises = [Exercise("k", Source.OWN, "", 2, repeat, one) for repeat in range(4)]
    assert exercises[0].problem == one
    pictures = [exercise.problem.position.grid for exercise in exercises]
    assert len(set(pictures)) == len(pictures)
    for exercise in exercises:
        assert exercise.disguise == disguise_of(one, "k", exercise.repeat)
        assert exercise.disguise.inverse.of_position(exercise.problem.position) == one.position


def test_points_do_not_give_a_disguise_away() -> None:
    """The first time they are those of the game, in disguise there are none; values stay."""
    one = problem("5m5p/5p5m/9s/9s 2 31-47; c1d1:9; a1b2:1; a2b1:1")
    shown = [Exercise("k", Source.OWN, "", 2, repeat, one).problem for repeat in range(3)]
    assert [each.position.points for each in shown] == [(31, 47), (0, 0), (0, 0)]
    assert [each.position.to_move for each in shown] == [2, 2, 2]
    assert [sorted(each.values.values()) for each in shown] == [[1, 1, 9]] * 3
