"""Every value shown as proven, of every move: held against the slow twin on random endgames."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from battle.analysis.values import Values
from battle.rules.position import Position, move
from solver.api import ALL_LINES, Goal, Limit, Solver
from solver.review import review
from tests.support.strategies import played
from tools import reference
from tools.reference import Memo, small_positions

PROOF = Limit(exact=True)
LIMITS = (PROOF, Limit(exact=True, goal=Goal.BEST), Limit(nodes=5), Limit(nodes=60))


@pytest.fixture(scope="module")
def solver() -> Iterator[Solver]:
    with Solver(threads=1, hash_mb=16) as solver:
        yield solver


def check_shown(start: Position, shown: dict[str, Any], truth: dict[Any, int]) -> None:
    """Assert that what `analyse --json` prints of a position is true as far as it is proven."""
    value = max(truth.values(), default=0)
    assert shown["lower"] <= value <= shown["upper"]
    assert shown["lower"] <= shown["value"] <= shown["upper"]
    if shown["exact"]:
        assert shown["value"] == value
        assert shown["best"] is None or truth[move(shown["best"])] == value
    assert [move(line["move"]) for line in shown["lines"]] != [] or start.is_over
    for line in shown["lines"]:
        assert line["lower"] <= truth[move(line["move"])] <= line["upper"]
        assert line["exact"] == (line["lower"] == line["upper"])
        assert not line["exact"] or line["value"] == truth[move(line["move"])]


def check_analysis(solver: Solver, number: int, seed: int) -> None:
    for index, start in enumerate(small_positions(number, seed, most_tiles=20)):
        truth: dict[Any, int] = dict(reference.move_values(start))
        for limit in (PROOF, LIMITS[index % len(LIMITS)]):
            if index % 3:
                solver.forget()
            shown = solver.analyse(start, limit, ALL_LINES).as_dict()
            check_shown(start, shown, truth)
            assert {move(line["move"]) for line in shown["lines"]} == set(start.legal_moves)
            if limit is PROOF:
                assert shown["exact"]
                assert all(line["exact"] for line in shown["lines"])


def check_review(solver: Solver, number: int, seed: int) -> None:
    for index, start in enumerate(small_positions(number, seed, most_tiles=20)):
        game, memo, values = played(start, Random(seed + index), 54), Memo(), Values()
        found = review(game, solver, LIMITS[index % len(LIMITS)], values=values)
        line = game.main_line()
        for node in line:
            truth = reference.move_values(node.position, memo)
            for made, value in truth.items():
                known = values.of_move(node.position, made)
                assert known.lower <= value <= known.upper
            known = values.known(node.position)
            assert known.lower <= max(truth.values(), default=0) <= known.upper
        for reviewed in found.moves:
            before, after = line[reviewed.ply - 1].position, line[reviewed.ply].position
            cost = reference.value(before, memo) - before.worth(reviewed.move)
            cost += reference.value(after, memo)
            if reviewed.exact:
                assert reviewed.cost == cost
        if index % len(LIMITS) == 0:
            assert found.exact_from == 1
        assert found.balances()


def test_values_of_some_endgames(solver: Solver) -> None:
    """Of 40 random endgames every move is worth what the slow twin says."""
    check_analysis(solver, 40, seed=4001)


def test_reviews_of_some_endgames(solver: Solver) -> None:
    """In the reviews of 24 random games nothing that is called proven is wrong."""
    check_review(solver, 24, seed=4002)


@pytest.mark.slow
def test_values_of_five_hundred_endgames(solver: Solver) -> None:
    """Of 500 random endgames every move is worth what the slow twin says."""
    check_analysis(solver, 500, seed=4003)


@pytest.mark.slow
def test_reviews_of_five_hundred_endgames(solver: Solver) -> None:
    """In the reviews of 500 random games nothing that is called proven is wrong."""
    check_review(solver, 500, seed=4004)
