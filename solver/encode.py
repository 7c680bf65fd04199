"""The door between positions and kernels: checks here, bare integers behind it.

A *problem* is a starting grid; every position that can come out of it by taking pairs is a state
of the problem. Kernels see kinds as *slots*, ranks together, so that three neighbouring bits of a
mask are the three suits of one rank:

    slot = 3 * (rank - 1) + suit        1m 1p 1s 2m … 9s  =  0 1 2 3 … 26

A column is an interval of its original tiles. Intervals of three tiles and more have a *code*,
1 to 28; shorter columns hide nothing, their tiles are *loose* and the code is 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from battle.rules.cells import COLUMNS, ROWS
from battle.rules.move import Move
from battle.rules.position import Column, Position
from battle.rules.tiles import KINDS, Kind
from solver.tricks import THREE_LOOSE

Words = npt.NDArray[np.int64]

TOP: Final = 0
BOTTOM: Final = 1
BOTH: Final = 2
NO_SLOT: Final = 31
"""What a transition names where it frees or loosens no kind."""

LOOSE_LENGTH: Final = 2
"""The tiles of a column of this length or less are loose."""

INTERVALS: Final = tuple(
    (first, last) for first in range(ROWS) for last in range(first + LOOSE_LENGTH, ROWS)
)
CODE_OF: Final = {interval: code for code, interval in enumerate(INTERVALS, start=1)}


class Tables(NamedTuple):
    """What kernels read of a problem, as flat arrays of int64.

    `ends[32 * column + code]` is the slot of the top tile plus 32 times that of the bottom tile.
    `steps[8 * (32 * column + code) + 2 * side]` and the next word are what taking that end (TOP,
    BOTTOM, or BOTH of a pair in one column) does: the new code (5 bits) and the masks of two slots
    that become free (27 bits each); the masks of two slots whose tiles become loose.
    """

    ends: Words
    steps: Words


SLOTS_OF_KINDS: Final = tuple(3 * (kind.rank - 1) + kind.index // ROWS for kind in KINDS)
_NO_TILES: Final = (0,) * 27


def slot_of(kind: Kind) -> int:
    """Return the slot, 0 to 26, of a kind."""
    return SLOTS_OF_KINDS[kind.index]


@dataclass(frozen=True)
class Problem:
    """A starting grid with the tables that its kernels need."""

    columns: tuple[Column, ...]
    tables: Tables

    def holds(self, position: Position) -> bool:
        """Whether `position` can be made from this grid by taking tiles away."""
        return all(
            found is None or found is original
            for column, start in zip(position.columns, self.columns, strict=True)
            for found, original in zip(column, start, strict=True)
        )


def problem_of(position: Position) -> Problem:
    """Return the problem that begins at `position`."""
    ends = np.zeros(32 * COLUMNS, np.int64)
    steps = np.zeros(8 * 32 * COLUMNS, np.int64)
    for index, column in enumerate(position.columns):
        slots = [NO_SLOT if found is None else slot_of(found) for found in column]
        for (first, last), code in CODE_OF.items():
            if NO_SLOT in slots[first : last + 1]:
                continue
            place = 32 * index + code
            ends[place] = slots[first] + 32 * slots[last]
            both = (first + 1, last - 1) if last - first > 2 else (first + 1,)
            for side, step in (
                (TOP, _step(slots, first + 1, last, (first + 1,))),
                (BOTTOM, _step(slots, first, last - 1, (last - 1,))),
                (BOTH, _step(slots, first + 1, last - 1, both)),
            ):
                steps[8 * place + 2 * side : 8 * place + 2 * side + 2] = step
    return Problem(position.columns, Tables(ends, steps))


def _step(slots: list[int], first: int, last: int, freed: tuple[int, ...]) -> tuple[int, int]:
    """Return the two words of the step to rows `first` … `last`, which frees the rows `freed`."""
    length = last - first + 1
    loosened = tuple(range(first, last + 1)) if length <= LOOSE_LENGTH else ()
    code = 0 if loosened else CODE_OF[first, last]
    return code | _two(slots, freed) << 5, _two(slots, loosened)


def _two(slots: list[int], rows: tuple[int, ...]) -> int:
    """Return the masks of the slots in at most two rows, the second shifted by 27."""
    return sum(1 << (slots[row] + 27 * turn) for turn, row in enumerate(rows))


def state_of(position: Position) -> tuple[int, int, int]:
    """Return the state (structure, doubled, settled) of a position; see `solver.state`."""
    structure = 0
    long_tiles = list(_NO_TILES)
    tiles = list(_NO_TILES)
    for index, column in enumerate(position.columns):
        slots = [SLOTS_OF_KINDS[found.index] for found in column if found is not None]
        for slot in slots:
            tiles[slot] += 1
        if len(slots) > LOOSE_LENGTH:
            first = next(row for row, found in enumerate(column) if found is not None)
            structure |= CODE_OF[first, first + len(slots) - 1] << (5 * index)
            for slot in slots:
                long_tiles[slot] += 1
    doubled = 0
    settled = 0
    for slot, (count, long_count) in enumerate(zip(tiles, long_tiles, strict=True)):
        is_merged = THREE_LOOSE and count == 4 and long_count == 1
        if count == 4 and long_count and not is_merged:
            doubled |= 1 << slot
        if is_merged or (count == 2 and not long_count):
            settled ^= 1 << (slot // 3 * 3)
    return structure, doubled, settled


def words_of(problem: Problem, state: tuple[int, int, int]) -> list[int]:
    """Return the six words that `solver.state` keeps of a state of a problem."""
    structure, doubled, settled = state
    long_tiles = [0] * 27
    free = [0] * 27
    for index, column in enumerate(problem.columns):
        code = structure >> (5 * index) & 31
        if code:
            first, last = INTERVALS[code - 1]
            for found in column[first : last + 1]:
                long_tiles[slot_of(cast(Kind, found))] += 1
            for row in (first, last):
                free[slot_of(cast(Kind, column[row]))] += 1
    for slot, count in enumerate(long_tiles):
        if count:
            free[slot] += (4 if doubled >> slot & 1 else 2) - count
    return [
        structure,
        doubled,
        settled,
        _plane(long_tiles, 0) | _plane(long_tiles, 1) << 32,
        _plane(long_tiles, 2) | _plane(free, 2) << 32,
        _plane(free, 0) | _plane(free, 1) << 32,
    ]


def _plane(counts: list[int], place: int) -> int:
    mask = 1 << place
    return sum(1 << slot for slot, count in enumerate(counts) if count & mask)


def moves_by_signature(position: Position) -> dict[tuple[int, int, int, int], list[Move]]:
    """Return the legal moves grouped by what they lead to: (gain, state after the move).

    Moves of one group take interchangeable tiles; each group is in the promised order.
    """
    groups: dict[tuple[int, int, int, int], list[Move]] = {}
    for move in position.legal_moves:
        after = position.play(move)
        groups.setdefault((position.worth(move), *state_of(after)), []).append(move)
    return groups
