"""What a table entry proves of its own state and of its relatives, and what it never does."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from solver import encode, reference
from solver.bounds import lower_of, packed, upper_of
from solver.encode import Words
from solver.jit import kernel
from solver.reference import small_positions
from solver.root import State
from solver.table import (
    BUCKET,
    NO_MOVE,
    bucket_of,
    find_bounds,
    settled_key,
    store,
)

NOTHING = (-256, 255)
SOME: State = (0b00011_00001, 0, 0b001_001)


@kernel
def keep(table: Words, structure: int, doubled: int, key: int, bounds: int) -> None:
    """Store bounds of a state in a table of one bucket."""
    bucket = bucket_of(structure, doubled, 0)
    store(table, bucket, structure, key, lower_of(bounds), upper_of(bounds), NO_MOVE, 1)


def filled(state: State, lower: int, upper: int) -> Words:
    """Return a table of one bucket that proves bounds of one state."""
    table = np.zeros(BUCKET, np.int64)
    structure, doubled, settled = state
    keep(table, structure, doubled, settled_key(doubled, settled), packed(lower, upper))
    return table


def known(table: Words, state: State) -> tuple[int, int]:
    """Return what a table of one bucket proves of a state."""
    found = find_bounds(table, 0, *state)
    return lower_of(found), upper_of(found)


def test_an_entry_bounds_its_own_state_only_closer() -> None:
    """What is stored twice is joined, and another structure or other doubled kinds know nothing."""
    table = filled(SOME, -7, 20)
    structure, doubled, settled = SOME
    keep(table, structure, doubled, settled_key(doubled, settled), packed(-9, 12))
    assert known(table, SOME) == (-7, 12)
    assert known(table, (structure + 1, doubled, settled)) == NOTHING
    assert known(table, (structure, 1, settled)) == NOTHING


def test_relatives_are_bounded_rightly() -> None:
    """Proven values of a structure hold, widened, for all other sets of settled pairs, as it is."""
    random = Random(4)
    told = 0
    for start in small_positions(150, seed=9, most_tiles=12):
        structure, doubled, _ = encode.state_of(start)
        states = [(structure, doubled, _settled(random)) for _ in range(5)]
        values = [
            reference.value_of(reference.columns_of_state(start, state), {}) for state in states
        ]
        table = filled(states[0], values[0], values[0])
        for state, value in zip(states[1:], values[1:], strict=True):
            lower, upper = known(table, state)
            assert lower <= value <= upper, (str(start), states[0], state)
            told += (lower, upper) != NOTHING
    assert told > 500


def _settled(random: Random) -> int:
    return sum(1 << (3 * rank) for rank in range(9) if random.random() < 0.3)


@pytest.mark.parametrize("other", [(-7, 19), (-6, 20), (3, 4)])
def test_words_of_two_writers_are_not_believed(other: tuple[int, int]) -> None:
    """One word of each of two entries of a state proves nothing, of it or of one like it."""
    one, two = filled(SOME, -7, 20), filled(SOME, *other)
    for first, second in ((one, two), (two, one)):
        mixed = one.copy()
        mixed[0], mixed[1] = first[0], second[1]
        assert known(mixed, SOME) == NOTHING
        for bit in range(60):
            assert known(mixed, (SOME[0] ^ 1 << bit, SOME[1], SOME[2])) == NOTHING
