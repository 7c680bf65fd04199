"""The slow, obvious twin of the solver: plain Python, a memo, no pruning and no equivalences.

Everything the kernels claim is compared with it. A table is a tuple of columns from `a`, each the
kind indices of its tiles from top to bottom as bytes; how many empty cells lie around them does
not matter to the value.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from random import Random
from statistics import fmean
from typing import Final, TypeAlias

from battle.analysis.costs import Review
from battle.rules.position import (
    COLUMNS,
    EMPTY_COLUMN,
    KINDS,
    ROWS,
    Column,
    Kind,
    Move,
    Position,
    deal,
    for_player,
    played_down,
)
from solver.kernels import encode
from solver.kernels.encode import State

Columns: TypeAlias = tuple[bytes, ...]
Memo: TypeAlias = dict[Columns, int]

BENCH_NODES: Final = 1_417_747
"""The nodes of `bench`. A commit that changes the search changes them and ends with `Bench: N`."""


def value(position: Position, memo: Memo | None = None) -> int:
    """Return the value of `position` for the player to move; 30 tiles take about a second."""
    return value_of(columns_of(position), {} if memo is None else memo)


def move_values(position: Position, memo: Memo | None = None) -> dict[Move, int]:
    """Return the value of every legal move, in the promised order of moves."""
    known: Memo = {} if memo is None else memo
    return {
        move: position.worth(move) - value_of(columns_of(position.play(move)), known)
        for move in position.legal_moves
    }


def best_moves(position: Position) -> list[Move]:
    """Return the moves that keep the value."""
    values = move_values(position)
    return [move for move, value in values.items() if value == max(values.values())]


def resistance(position: Position, move: Move) -> tuple[float, float]:
    """Return the share of losing replies to a move, and the points that replies lose on average."""
    after = position.play(move)
    values = move_values(after)
    different = [values[moves[0]] for moves in encode.moves_by_signature(after).values()]
    losses = [max(different) - value for value in different]
    return (fmean(loss > 0 for loss in losses), fmean(losses)) if losses else (0, 0)


def columns_of(position: Position) -> Columns:
    """Return the tiles of a position's columns, without the empty cells."""
    return tuple(bytes(tile.index for tile in column if tile) for column in position.columns)


def value_of(columns: Columns, memo: Memo) -> int:
    """Return the value of `columns` for the player to move; what is found stays in `memo`."""
    known = memo.get(columns)
    if known is None:
        known = max((gain - value_of(after, memo) for gain, after in moves_of(columns)), default=0)
        memo[columns] = known
    return known


def moves_of(columns: Columns) -> Iterator[tuple[int, Columns]]:
    """Yield for every pair that can be taken its rank and what is left on the table."""
    ends = list(_ends(columns))
    for later, (column, row) in enumerate(ends):
        for other_column, other_row in ends[:later]:
            kind = columns[column][row]
            if kind == columns[other_column][other_row]:
                after = _without(_without(columns, other_column, other_row), column, row)
                yield kind % ROWS + 1, after


def _ends(columns: Columns) -> Iterator[tuple[int, int]]:
    """Yield the column and place of every free tile, the bottom of a column before its top."""
    for index, column in enumerate(columns):
        if len(column) > 1:
            yield index, len(column) - 1
        if column:
            yield index, 0


def _without(columns: Columns, index: int, row: int) -> Columns:
    column = columns[index]
    return (*columns[:index], column[:row] + column[row + 1 :], *columns[index + 1 :])


def random_position(random: Random, tiles: int, columns: int, kinds: int) -> Position:
    """Return a random position of at most `tiles` tiles, of few kinds in few columns.

    Few kinds in long columns cross and lock each other, so many of these deadlock.
    """
    pairs = [kind for kind in random.sample(KINDS, kinds) for _ in range(2)]
    random.shuffle(pairs)
    chosen = [kind for kind in pairs[: min(tiles, columns * ROWS) // 2] for _ in range(2)]
    random.shuffle(chosen)
    heaps: list[list[Kind]] = [[] for _ in range(columns)]
    for kind in chosen:
        random.choice([heap for heap in heaps if len(heap) < ROWS]).append(kind)
    placed = [_placed(random, heap) for heap in heaps]
    placed += [EMPTY_COLUMN] * (COLUMNS - columns)
    random.shuffle(placed)
    return Position(tuple(placed))


def _placed(random: Random, tiles: list[Kind]) -> Column:
    above = random.randrange(ROWS - len(tiles) + 1)
    below = ROWS - len(tiles) - above
    return (*[None] * above, *tiles, *[None] * below)


def balances(review: Review) -> bool:
    """Whether a review adds up: final margin = par - costs of player 1 + costs of player 2."""
    costs = (-for_player(move.cost.value, move.player) for move in review.moves)
    return review.final_margin.value == review.par.value + sum(costs)


def small_positions(number: int, seed: int, most_tiles: int = 16) -> Iterator[Position]:
    """Yield random positions: few kinds in few columns, or what random play leaves of a deal."""
    random = Random(seed)
    for index in range(number):
        if index % 2:
            yield random_position(
                random, random.randrange(2, most_tiles), random.randint(2, 6), random.randint(2, 9)
            )
        else:
            start = deal(random.randrange(1, 1000))
            yield played_down(random, start, random.randrange(2, most_tiles))


def columns_of_state(start: Position, state: State) -> Columns:
    """Return columns of the same value as a kernel's state of the grid `start`.

    Long columns are as they lie; every loose tile is a column of its own. A settled pair of rank r
    is of kind 27 + r - 1, which is none of the real ones and of the same rank.
    """
    structure, doubled, settled = state
    intervals = {code: interval for interval, code in encode.CODE_OF.items()}
    columns: list[bytes] = []
    for index, column in enumerate(start.columns):
        code = structure >> (5 * index) & 31
        if code:
            first, last = intervals[code]
            columns.append(bytes(tile.index for tile in column[first : last + 1] if tile))
    tiles = b"".join(columns)
    for kind in KINDS:
        if kind.index in tiles:
            total = 4 if doubled >> encode.slot_of(kind) & 1 else 2
            columns += [bytes([kind.index])] * (total - tiles.count(kind.index))
    for rank in range(ROWS):
        if settled >> (3 * rank) & 1:
            columns += [bytes([len(KINDS) + rank])] * 2
    return tuple(columns)


class _OutOfNodes(Exception):  # noqa: N818 - a signal, not an error
    pass


class TwinTable(dict[Columns, int]):
    """The memo in the part of the kernels' table."""

    def hashfull(self) -> int:
        """Return 0: a memo has no end."""
        return 0

    def tend(self) -> None:
        """Do nothing: a memo needs no care."""

    def touch(self) -> None:
        """Do nothing: a memo takes memory as it grows."""

    def deepest(self, most: int) -> bytes:
        """Return the memo."""
        return pickle.dumps(dict(self))

    def restore(self, entries: bytes) -> None:
        """Add the entries of a memo."""
        self.update(pickle.loads(entries))


class TwinSearch:
    """The slow twin in the part of the kernels, for tests of what is around them."""

    def __init__(self, start: Position, memo: Memo) -> None:
        self.nodes = 0
        self._start = start
        self._memo = memo
        self._limit = 0

    def bound(self, state: State, beta: int, nodes: int, horizon: int | None = None) -> int | None:
        """Return the value of a state, None when the nodes ran out; see `Searcher`."""
        self._limit = self.nodes + nodes
        columns = columns_of_state(self._start, state)
        try:
            return self._value(columns) if horizon is None else self._ahead(columns, horizon)
        except _OutOfNodes:
            return None

    def known(self, state: State) -> tuple[int, int]:
        """Return bounds that say nothing: the memo is not kept by state."""
        return -256, 255

    def _count(self) -> None:
        if self.nodes >= self._limit:
            raise _OutOfNodes
        self.nodes += 1

    def _value(self, columns: Columns) -> int:
        known = self._memo.get(columns)
        if known is None:
            self._count()
            known = max((gain - self._value(after) for gain, after in moves_of(columns)), default=0)
            self._memo[columns] = known
        return known

    def _ahead(self, columns: Columns, depth: int) -> int:
        if depth == 0:
            return 0
        self._count()
        replies = (gain - self._ahead(after, depth - 1) for gain, after in moves_of(columns))
        return max(replies, default=0)


class Twin:
    """The slow twin as a way to search, see `solver.kernels.encode.Kernels`."""

    def table(self, megabytes: int) -> TwinTable:
        """Return an empty memo; its size is not limited."""
        return TwinTable()

    def searcher(self, start: Position, table: TwinTable, thread: int) -> TwinSearch:
        """Return a search for the positions that can come out of `start`."""
        return TwinSearch(start, table)
