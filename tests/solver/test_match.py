"""Matches, levels and the benchmark."""

from __future__ import annotations

import pytest

from battle.rules.errors import FormatError
from solver import bench
from solver.interface import Kernels
from solver.match import Pair, check, play_match, result


def test_greedy_beats_random(kernels: Kernels) -> None:
    """Taking the best pair is better than taking any, and a player equals itself."""
    pairs = list(play_match("greedy", "random", range(1, 11)))
    assert result(pairs).margin > 0
    assert all(pair.margin == 0 for pair in play_match("greedy", "greedy", range(1, 6)))


def test_the_solver_beats_greedy(kernels: Kernels) -> None:
    """Even a short search wins against greed on two deals, and the same match is the same again."""
    one = list(play_match("nodes=20000", "greedy", range(1, 3), kernels=kernels))
    assert result(one).margin > 10
    assert one == list(play_match("nodes=20000", "greedy", range(1, 3), kernels=kernels))


def test_results() -> None:
    """Games are counted one by one, margins by deal."""
    found = result([Pair(1, 10, -4), Pair(2, 0, 2)])
    assert (found.won, found.drawn, found.lost, found.margin, found.error) == (2, 1, 1, 2.0, 1.0)
    assert str(found) == "+2 =1 -1, +2.00 ± 1.00 points a game"


@pytest.mark.parametrize("text", ["", "time=", "time=-1", "depth=0", "nobody", "nodes=x"])
def test_bad_players(text: str) -> None:
    """A text that names no player is refused."""
    with pytest.raises(FormatError, match="bad player"):
        check(text)


def test_bench_is_repeatable(kernels: Kernels) -> None:
    """The same tasks visit the same nodes twice, and the summary adds them up."""
    tasks = bench.proofs(40, 3)
    one = list(bench.run(kernels, tasks, hash_mb=16))
    other = list(bench.run(kernels, tasks, hash_mb=16))
    assert [m.nodes for m in one] == [m.nodes for m in other]
    assert bench.summary(one).signature == sum(m.nodes for m in other)
    assert all(m.exact for m in one)
    assert "numba" in bench.machine_line()
