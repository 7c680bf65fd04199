"""The static bounds against the game that they are the value of, played out move by move."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import pytest

Ranks = tuple[int, ...]


def _without(ranks: Ranks, rank: int) -> Ranks:
    place = ranks.index(rank)
    return ranks[:place] + ranks[place + 1 :]


@cache
def _most(available: Ranks, locked: Ranks, first: bool = False) -> int:
    """Return what I gain at most, to move; the ranks of both tuples are best first.

    The other player takes the best available pair, and when there is none the lowest locked one.
    I take any pair; my `first` must be available. After a move of mine the game may be over.
    """
    replies = [rank - _answer(_without(available, rank), locked) for rank in sorted(set(available))]
    if not first:
        replies += [rank - _answer(available, _without(locked, rank)) for rank in set(locked)]
    return max(replies, default=0)


def _answer(available: Ranks, locked: Ranks) -> int:
    """Return what the other player gains by the rule, at best for me."""
    if available:
        return available[0] - _most(available[1:], locked)
    return min(0, locked[-1] - _most((), locked[:-1])) if locked else 0


def _histogram(ranks: Ranks) -> int:
    return sum(1 << (3 * (rank - 1)) for rank in ranks)


@pytest.mark.parametrize("seed", range(40))
def test_bounds_are_the_value_of_the_game_that_they_are_derived_from(seed: int) -> None:
    """Both bounds equal those found by playing every line of the relaxed game."""
    from solver.kernels.bounds import SCRATCH, bounds, lower_of, upper_of

    chosen = random.Random(seed)
    scratch = np.zeros(SCRATCH, np.int64)
    for _ in range(20):
        pool = [rank for rank in range(1, 10) for _ in range(6)]
        chosen.shuffle(pool)
        split = chosen.randint(1, 6)
        available = tuple(sorted(pool[:split], reverse=True))
        locked = tuple(sorted(pool[split : split + chosen.randint(0, 7)], reverse=True))
        found = bounds(_histogram(available), _histogram(locked), scratch)
        assert upper_of(found) == _most(available, locked, first=True), (available, locked)
        theirs = _most(available[1:], locked)
        assert lower_of(found) == available[0] - theirs, (available, locked)


def test_bounds_without_an_available_pair_are_zero() -> None:
    """A game that is over is worth nothing, whatever is locked."""
    from solver.kernels.bounds import SCRATCH, bounds, lower_of, upper_of

    found = bounds(0, _histogram((9, 3, 1)), np.zeros(SCRATCH, np.int64))
    assert (lower_of(found), upper_of(found)) == (0, 0)
