"""Estimates and their errors: within what is proven, ordered, and as the table says."""

from __future__ import annotations

from random import Random

import pytest

from battle.rules.deal import deal, played_down
from solver.proof.calibration import Fit, Judgement, at_once, fit_for, read, within
from solver.proof.root import root_of
from tools.calibration_sample import NODES, Plan, Task


@pytest.mark.parametrize("seed", range(40))
def test_estimates_lie_within_what_is_proven(seed: int) -> None:
    """Whatever was seen and proven, every value lies between its bounds; only proofs have no error.

    No line is worth more than the position, and the first one is worth as much.
    """
    lot = Random(seed)
    place = played_down(lot, deal(seed + 1), lot.choice((30, 52, 64, 84)))
    root = root_of(place)
    for choice in root.choices:
        value = lot.randint(-20, 20)
        for bound in (lot.randint(-90, 0), lot.randint(-3, 0)):
            root.narrow(choice, lower=value + bound)
        root.narrow(choice, upper=value + lot.choice((0, 1, 5, 90)))
        choice.estimate = lot.choice((None, lot.randint(-30, 30)))
        choice.before = lot.choice((None, lot.randint(-30, 30)))
    judged = Judgement(root, place.tiles_left, lot.choice((1, 900, 10**6)), all_lines=seed % 2 == 0)
    assert root.lower <= judged.position.value <= root.upper
    assert (judged.position.error == 0) == (root.lower == root.upper)
    for choice in root.choices:
        estimate = judged.of(choice)
        assert choice.lower <= estimate.value <= choice.upper
        assert (estimate.error == 0) == choice.settled
        assert estimate.value <= max(judged.position.value, choice.lower)
    assert {id(choice) for choice in judged.ranked} == {id(choice) for choice in root.choices}


@pytest.mark.parametrize("tiles", range(20, 109, 8))
@pytest.mark.parametrize("nodes", [1, 30, 2_000, 10**9])
def test_between_the_rows_of_the_table_is_between_their_numbers(tiles: int, nodes: int) -> None:
    """No interpolated error is below or above those of all rows, nor below half a point."""
    errors = [row.error for row in read()]
    fit = fit_for(tiles, nodes, read())
    assert 0.5 <= min(errors) - 1e-9 <= fit.error <= max(errors) + 1e-9
    assert 0 < fit.trust < 1.2


def test_bounds_cut_a_distribution() -> None:
    """The mean and the spread of what is left are those of adding up its whole numbers."""
    for expected, error, lower, upper in (
        (4.0, 3.5, -60, 70),
        (4.0, 3.5, 3, 70),
        (0.0, 4.0, -2, 1),
    ):
        weights = {
            n: 2.718281828 ** (-(((n - expected) / error) ** 2) / 2)
            for n in range(lower, upper + 1)
        }
        whole = sum(weights.values())
        mean = sum(n * weight for n, weight in weights.items()) / whole
        spread = (sum((n - mean) ** 2 * weight for n, weight in weights.items()) / whole) ** 0.5
        found = within(expected, error, lower, upper)
        assert abs(found.value - mean) <= 0.75
        assert found.error == pytest.approx(spread, rel=0.15)


def test_without_a_look_there_is_an_estimate_too() -> None:
    """It is wide, and within what is left on the table."""
    place = deal(5)
    found = at_once(place)
    assert abs(found.value) < 12
    assert found.error > 2


def test_the_table_is_made_of_fits() -> None:
    """Every row has its place once, and errors above zero."""
    rows = read()
    assert len({(row.tiles, row.nodes) for row in rows}) == len(rows) > 20
    assert all(isinstance(row, Fit) and row.error > 0 and row.move_error > 0 for row in rows)


def test_a_plan_names_tiles_looks_and_what_is_proven() -> None:
    """Tiles change with every second position, so each size comes from both sorts of play."""
    plan = Plan(tiles=(76, 80), nodes=NODES[:2], moves_of=0)
    tasks = [Task(number, plan) for number in range(8)]
    assert [task.tiles for task in tasks] == [76, 76, 80, 80, 76, 76, 80, 80]
    assert [task.is_random for task in tasks] == [True, False] * 4
    assert not any(task.proves_all for task in tasks)
    assert Task(3, Plan(tiles=(44,), at_random=True)).is_random
    assert [Task(n, Plan((44,), moves_of=2)).proves_all for n in range(3)] == [True, False, True]


def test_a_proven_best_move_beside_open_ones_proves_no_position() -> None:
    """While another move may be better the position's estimate has an error."""
    root = root_of(played_down(Random(3), deal(4), 64))
    first = root.choices[0]
    root.narrow(first, lower=4, upper=4)
    for choice in root.choices[1:]:
        choice.estimate = -2
    first.estimate = 4
    judged = Judgement(root, 64, 10_000, all_lines=True)
    assert judged.position.value == 4
    assert judged.position.error > 0 == judged.of(first).error
