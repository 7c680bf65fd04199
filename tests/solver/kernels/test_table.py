"""What a table entry proves of its own state and of its relatives, and what it never does."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeAlias

import numpy as np
import pytest

from solver.kernels import encode
from solver.kernels.encode import Words
from solver.kernels.interface import Kernels
from solver.proof.root import State
from tools import reference
from tools.reference import small_positions

Keep: TypeAlias = Callable[[Words, State, int, int], None]

NOTHING = (-256, 255)
SOME: State = (0b00011_00001, 0, 0b001_001)


@pytest.fixture(scope="module")
def keep(kernels: Kernels) -> Keep:
    """Return a kernel that stores bounds of a state in a table of one bucket."""
    from solver.kernels.jit import kernel
    from solver.kernels.table import NO_MOVE, bucket_of, store

    def keep(table: Words, structure: int, doubled: int, key: int, lower: int, upper: int) -> None:
        bucket = bucket_of(structure, doubled, 1)
        store(table, bucket, structure, key, lower, upper, NO_MOVE, 1)

    compiled = kernel(keep)

    def keep_state(table: Words, state: State, lower: int, upper: int) -> None:
        from solver.kernels.table import key_of

        structure, doubled, settled = state
        compiled(table, structure, doubled, key_of(doubled, settled), lower, upper)

    return keep_state


def filled(keep: Keep, state: State, lower: int, upper: int) -> Words:
    """Return a table of one bucket that proves bounds of one state."""
    table = np.zeros(8, np.int64)
    keep(table, state, lower, upper)
    return table


def known(table: Words, state: State) -> tuple[int, int]:
    """Return what a table of one bucket proves of a state."""
    from solver.kernels.bounds import lower_of, upper_of
    from solver.kernels.table import find_bounds

    found = find_bounds(table, 1, *state)
    return lower_of(found), upper_of(found)


def test_an_entry_bounds_its_own_state_only_closer(keep: Keep) -> None:
    """What is stored twice is joined, and another structure or other doubled kinds know nothing."""
    table = filled(keep, SOME, -7, 20)
    structure, doubled, settled = SOME
    keep(table, SOME, -9, 12)
    assert known(table, SOME) == (-7, 12)
    assert known(table, (structure + 1, doubled, settled)) == NOTHING
    assert known(table, (structure, 1, settled)) == NOTHING


def test_relatives_are_bounded_rightly(keep: Keep) -> None:
    """Proven values of a structure hold, widened, for all other sets of settled pairs, as it is."""
    random = Random(4)
    told = 0
    for start in small_positions(150, seed=9, most_tiles=12):
        structure, doubled, _ = encode.state_of(start)
        states = [(structure, doubled, _settled(random)) for _ in range(5)]
        values = [
            reference.value_of(reference.columns_of_state(start, state), {}) for state in states
        ]
        table = filled(keep, states[0], values[0], values[0])
        for state, value in zip(states[1:], values[1:], strict=True):
            lower, upper = known(table, state)
            assert lower <= value <= upper, (str(start), states[0], state)
            told += (lower, upper) != NOTHING
    assert told > 500


def _settled(random: Random) -> int:
    return sum(1 << (3 * rank) for rank in range(9) if random.random() < 0.3)


@pytest.mark.parametrize("other", [(-7, 19), (-6, 20), (3, 4)])
def test_words_of_two_writers_are_not_believed(keep: Keep, other: tuple[int, int]) -> None:
    """One word of each of two entries of a state proves nothing, of it or of one like it."""
    one, two = filled(keep, SOME, -7, 20), filled(keep, SOME, *other)
    for first, second in ((one, two), (two, one)):
        mixed = one.copy()
        mixed[0], mixed[1] = first[0], second[1]
        assert known(mixed, SOME) == NOTHING
        for bit in range(60):
            assert known(mixed, (SOME[0] ^ 1 << bit, SOME[1], SOME[2])) == NOTHING


@pytest.mark.parametrize("buckets", [1, 100, 5_000, 2**25 + 3])
def test_states_with_columns_in_common_are_neighbours(kernels: Kernels, buckets: int) -> None:
    """Their buckets are in the table, and lie within a neighbourhood, also after it has grown."""
    from solver.kernels.table import BUCKET, COMMON, NEIGHBOURS, bucket_of

    random = Random(buckets)
    for _ in range(200):
        common = random.getrandbits(60) & COMMON
        others = [common | random.getrandbits(60) & ~COMMON for _ in range(8)]
        for size in (buckets, 2 * buckets):
            places = [bucket_of(other, random.getrandbits(27), size) for other in others]
            assert all(0 <= place < BUCKET * size for place in places)
            assert all(place % BUCKET == 0 for place in places)
            assert max(places) - min(places) < BUCKET * NEIGHBOURS
