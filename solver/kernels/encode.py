"""The door between positions and kernels: checks here, bare integers behind it.

A *problem* is a starting grid; every position that can come out of it by taking pairs is a state
of the problem. Kernels see kinds as *slots*, ranks together, so that three neighbouring bits of a
mask are the three suits of one rank:

    slot = 3 * (rank - 1) + suit        1m 1p 1s 2m … 9s  =  0 1 2 3 … 26

A column is an interval of its original tiles. Intervals of three tiles and more have a *code*,
1 to 28; shorter columns hide nothing, their tiles are *loose* and the code is 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Final, NamedTuple, Protocol, TypeAlias, cast

from battle.rules.position import COLUMNS, KINDS, ROWS, Column, Kind, Move, Position
from solver.kernels import memory
from solver.kernels.memory import Words
from solver.kernels.tricks import THREE_LOOSE

State: TypeAlias = tuple[int, int, int]
"""Structure, doubled, settled; see `solver.kernels.state`."""

TOP: Final = 0
BOTTOM: Final = 1
BOTH: Final = 2

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
_ONE_OF_KIND: Final = tuple(1 << (3 * slot) for slot in SLOTS_OF_KINDS)
_ONES: Final = sum(_ONE_OF_KIND)


def slot_of(kind: Kind) -> int:
    """Return the slot, 0 to 26, of a kind."""
    return SLOTS_OF_KINDS[kind.index]


@dataclass(frozen=True)
class KernelProblem:
    """A starting grid with the tables that its kernels need.

    `inside` has for every column by code the tiles of it and those at its two ends, counted in
    three bits a slot.
    """

    columns: tuple[Column, ...]
    tables: Tables
    inside: tuple[list[tuple[int, int]], ...]


def problem_of(position: Position) -> KernelProblem:
    """Return the problem that begins at `position`."""
    return _problem_of(position.columns)


@lru_cache(maxsize=4)
def _problem_of(columns: tuple[Column, ...]) -> KernelProblem:
    ends = [0] * (32 * COLUMNS)
    steps = [0] * (8 * (32 * COLUMNS + 1))  # and code 0 of a column of nothing
    inside = []
    for index, column in enumerate(columns):
        slots = [0 if found is None else slot_of(found) for found in column]
        masks = [*(0 if found is None else 1 << slot_of(found) for found in column), 0]
        ones = [0 if found is None else _ONE_OF_KIND[found.index] for found in column]
        filled = [row for row, one in enumerate(ones) if one]
        above = [0, *accumulate(ones)]
        counted = [(0, 0)] * 32
        for code, (first, last) in enumerate(INTERVALS, start=1):
            if not filled or first < filled[0] or last > filled[-1]:
                continue
            place = 32 * index + code
            ends[place] = slots[first] + 32 * slots[last]
            counted[code] = above[last + 1] - above[first], ones[first] + ones[last]
            words = []
            for after, freed, freed_too, loosened, loosened_too in _STEPS[code]:
                words.append(after | masks[freed] << 5 | masks[freed_too] << 32)
                words.append(masks[loosened] | masks[loosened_too] << 27)
            steps[8 * place : 8 * place + 6] = words
        inside.append(counted)
    tables = Tables(memory.of(ends), memory.of(steps))
    return KernelProblem(columns, tables, tuple(inside))


def _steps_of(first: int, last: int) -> list[tuple[int, int, int, int, int]]:
    """Return what taking ends of rows `first` … `last` does, by side.

    That is the new code, the rows of two tiles that become free and those of two that become loose;
    ROWS stands for none.
    """
    steps = []
    for top, bottom, freed, freed_too in (
        (first + 1, last, first + 1, ROWS),
        (first, last - 1, last - 1, ROWS),
        (first + 1, last - 1, first + 1, last - 1 if last - first > 2 else ROWS),
    ):
        code = CODE_OF.get((top, bottom), 0)
        loose = [*range(top, bottom + 1)] * (code == 0) + [ROWS, ROWS]
        steps.append((code, freed, freed_too, loose[0], loose[1]))
    return steps


_STEPS: Final = ([], *(_steps_of(first, last) for first, last in INTERVALS))


class _ColumnCount(NamedTuple):
    """A column in numbers: its code, its tiles of each kind, and those if it is a long one.

    Tiles are counted in three bits a slot.
    """

    code: int
    tiles: int
    long_tiles: int


def _count(column: Column, taken: Sequence[int] = ()) -> _ColumnCount:
    """Count a column without the tiles in the rows `taken`, which are at its ends."""
    tiles = 0
    first = last = -1
    for row, found in enumerate(column):
        if found is not None and row not in taken:
            tiles += _ONE_OF_KIND[found.index]
            first = row if first < 0 else first
            last = row
    code = CODE_OF.get((first, last), 0)
    return _ColumnCount(code, tiles, tiles if code else 0)


def state_of(position: Position) -> State:
    """Return the state (structure, doubled, settled) of a position; see `solver.kernels.state`."""
    counts = [_count(column) for column in position.columns]
    structure = sum(count.code << (5 * index) for index, count in enumerate(counts))
    return _state(
        structure,
        sum(count.tiles for count in counts),
        sum(count.long_tiles for count in counts),
    )


def _state(structure: int, tiles: int, long_tiles: int) -> State:
    """Return the state with these codes of columns and numbers of tiles."""
    four = (tiles >> 2) & _ONES
    two = (tiles >> 1) & _ONES
    any_long = (long_tiles | (long_tiles >> 1) | (long_tiles >> 2)) & _ONES
    one_long = long_tiles & ~((long_tiles >> 1) | (long_tiles >> 2)) & _ONES
    merged = four & one_long if THREE_LOOSE else 0
    doubled = settled = 0
    for slot in _slots_in(four & any_long & ~merged):
        doubled |= 1 << slot
    for slot in _slots_in(merged | (two & ~any_long)):
        settled ^= 1 << (slot // 3 * 3)
    return structure, doubled, settled


def _slots_in(mask: int) -> Iterator[int]:
    """Yield the slots of the bits in a mask that has three bits a slot."""
    while mask:
        lowest = mask & -mask
        yield (lowest.bit_length() - 1) // 3
        mask ^= lowest


def words_of(problem: KernelProblem, state: State) -> list[int]:
    """Return the six words that `solver.kernels.state` keeps of a state of a problem."""
    structure, doubled, settled = state
    long_tiles = free = 0
    for index, inside in enumerate(problem.inside):
        tiles, ends = inside[structure >> (5 * index) & 31]
        long_tiles += tiles
        free += ends
    unsettled = (long_tiles | (long_tiles >> 1) | (long_tiles >> 2)) & _ONES
    loose = 2 * (unsettled + int(f"{doubled:b}", 8)) - long_tiles
    long0, long1, long2 = _planes(long_tiles)
    free0, free1, free2 = _planes(free + loose)
    return [
        structure,
        doubled,
        settled,
        long0 | long1 << 32,
        long2 | free2 << 32,
        free0 | free1 << 32,
    ]


_BITS_OF_DIGITS: Final = tuple(
    str.maketrans("01234567", "".join(str(digit >> bit & 1) for digit in range(8)))
    for bit in range(3)
)


def _planes(counts: int) -> list[int]:
    """Return the bit planes by slot of counts of three bits a slot."""
    digits = f"{counts:o}"
    return [int(digits.translate(bits), 2) for bits in _BITS_OF_DIGITS]


def moves_by_signature(position: Position) -> dict[tuple[int, State], list[Move]]:
    """Return the legal moves grouped by what they lead to: (gain, state after the move).

    Moves of one group take interchangeable tiles; each group is in the promised order.
    """
    groups: dict[tuple[int, State], list[Move]] = {}
    counts = [_count(column) for column in position.columns]
    structure = sum(count.code << (5 * index) for index, count in enumerate(counts))
    tiles = sum(count.tiles for count in counts)
    long_tiles = sum(count.long_tiles for count in counts)
    for move in position.legal_moves:
        after, now, long_now = structure, tiles, long_tiles
        for index, rows in _rows_of(move):
            old, new = counts[index], _count(position.columns[index], rows)
            after ^= (old.code ^ new.code) << (5 * index)
            now += new.tiles - old.tiles
            long_now += new.long_tiles - old.long_tiles
        rank = cast(Kind, position.kind_at(move.first)).rank
        groups.setdefault((rank, _state(after, now, long_now)), []).append(move)
    return groups


def _rows_of(move: Move) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return the columns that a move takes from, each with the rows."""
    (column, row), (other_column, other_row) = move
    if column == other_column:
        return ((column, (row, other_row)),)
    return (column, (row,)), (other_column, (other_row,))


# --- order ---------------------------------------------------------------------------------------
#
# The weights of move ordering, for the kernels and for whatever orders moves on the board:
#
# score = RANK_WEIGHT * rank taken − OPENED_WEIGHT * best rank opened − REPLIES_WEIGHT * replies
#
# and in the kernels, in a search to the end, PLAIN_WEIGHT for a plain state − COVERED_WEIGHT for
# each doubled kind that is not all free (`solver.kernels.moves`).

RANK_WEIGHT: Final = 16
OPENED_WEIGHT: Final = 3
REPLIES_WEIGHT: Final = 10
PLAIN_WEIGHT: Final = 120
COVERED_WEIGHT: Final = 20


# --- interface -----------------------------------------------------------------------------------
#
# What a proof asks of the kernels, so that the slow twin can stand in for them. Values are points
# to come for the player to move.


class TranspositionTable(Protocol):
    """The table all searches of one root grid share."""

    def clear(self) -> None:
        """Forget everything."""

    def hashfull(self) -> int:
        """Return how full the table is, in permille."""

    def tend(self) -> None:
        """Do what the table needs between two slices of a search, for a few milliseconds."""

    def touch(self) -> None:
        """Take the memory from the system now rather than while searching."""

    def deepest(self, most: int) -> bytes:
        """Return about `most` proven entries, those that took most nodes, for `restore`."""

    def restore(self, entries: bytes) -> None:
        """Add what `deepest` returned of a table for the same grid, by the same kernels."""


class Searcher(Protocol):
    """One thread's search; every call returns after at most `nodes` nodes, about 20 ms."""

    nodes: int
    """Nodes visited since the search was made."""

    def bound(self, state: State, beta: int, nodes: int, horizon: int | None = None) -> int | None:
        """Return a proven lower bound >= beta, a proven upper bound < beta, or None.

        None means that the nodes ran out; asked the same again, the search goes on. With a
        horizon it looks that many plies ahead and guesses the rest: such bounds prove nothing.
        """

    def known(self, state: State) -> tuple[int, int]:
        """Return the closest bounds of a state that are proven without a search.

        They come from the table and from the static bounds; a search under way can go on.
        """


class Kernels(Protocol):
    """A way to search: the compiled kernels, or the slow twin in tests."""

    def table(self, megabytes: int) -> TranspositionTable:
        """Return an empty table of at most this size."""

    def searcher(self, start: Position, table: TranspositionTable, thread: int) -> Searcher:
        """Return a search for the positions that can come out of `start`.

        `thread` is 0 for a search that works alone, else a number from 1, different for each.
        """
