"""How big the game is: the positions that a deal can come to, and the ways to play it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import chain, combinations
from math import log10
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from battle.rules.position import COLUMNS, COPIES, KINDS, ROWS, Cell, Kind, Position, deal

SAMPLED: Final = 100
RUNS: Final = 8
PARTICLES: Final = 2_000

Segment: TypeAlias = tuple[int, int]
"""What is left of a column: from its first row, up to but without the second."""

SEGMENTS: Final[tuple[Segment, ...]] = (
    (0, 0),
    *((top, end) for top in range(ROWS) for end in range(top + 1, ROWS + 1)),
)


class Size(NamedTuple):
    """A deal's line."""

    deal: int
    even: int
    sampled: int
    reached: int
    games: tuple[float, ...]

    @property
    def share(self) -> float:
        """The share of such positions that play can reach."""
        return self.reached / self.sampled

    @property
    def ways(self) -> list[float]:
        """The estimates of the ways to play to the end."""
        return [10**one for one in self.games]


def counted(number: int) -> list[Size]:
    """Return the line of a deal, the same each time; it takes about half a minute."""
    start, random, draw = deal(number), Random(number), np.random.default_rng(number)
    reached = sum(is_reachable(start, one) for one in even_positions(start, SAMPLED, draw))
    games = tuple(log10(ways_to_play(start, PARTICLES, random)) for _ in range(RUNS))
    return [Size(number, even_count(start), SAMPLED, reached, games)]


# --- positions -----------------------------------------------------------------------------------
#
# A position is what is left of each column. Which kinds have an odd number of tiles in a segment
# is a number of 27 bits; those of the columns of a position that play can reach cancel.


def _odd_kinds(start: Position) -> NDArray[np.int64]:
    """Return the bits of every segment of every column."""
    bits = {cell: 1 << KINDS.index(kind) for cell, kind in start.tiles()}
    return np.array(
        [
            [
                reduce(int.__xor__, (bits[Cell(column, row)] for row in range(top, end)), 0)
                for top, end in SEGMENTS
            ]
            for column in range(COLUMNS)
        ],
        np.int64,
    )


def even_count(start: Position) -> int:
    """Return how many positions leave every kind with an even number of tiles.

    By characters: such a position counts 1, any other 0, if the product of the columns' sums of
    (−1)^(bits in common with x) is averaged over all x of 27 bits.
    """
    low = 20
    x = np.arange(1 << low)
    total: float = 0.0
    columns = []
    for segments in _odd_kinds(start):
        used = [kind for kind in range(len(KINDS)) if np.any(segments >> kind & 1)]
        packed = sum((segments >> kind & 1) << place for place, kind in enumerate(used))
        y = np.arange(1 << len(used))
        signs = 1.0 - 2.0 * (np.bitwise_count(y[:, None] & packed[None, :]) & 1)
        below = sum(
            ((x >> kind & 1) << place for place, kind in enumerate(used) if kind < low), 0 * x
        )
        columns.append((used, signs.sum(axis=1), below))
    for high in range(1 << (len(KINDS) - low)):
        product = np.ones(1 << low)
        for used, sums, below in columns:
            above = sum(
                (high >> (kind - low) & 1) << place
                for place, kind in enumerate(used)
                if kind >= low
            )
            product *= sums[below + above]
        total += float(product.sum())
    return round(total / (1 << len(KINDS)))


def even_positions(
    start: Position, wanted: int, draw: np.random.Generator, tries: int = 1_000_000
) -> Iterator[tuple[Segment, ...]]:
    """Yield positions that leave every kind with an even number of tiles, each as likely.

    Halves are drawn for the first and the last columns, and put together where they cancel.
    """
    bits, half = _odd_kinds(start), COLUMNS // 2
    places: list[NDArray[Any]] = []
    sums: list[NDArray[np.int64]] = []
    for columns in (range(half), range(half, COLUMNS)):
        drawn = draw.integers(0, len(SEGMENTS), (half, tries))
        odd = (bits[column][row] for column, row in zip(columns, drawn, strict=True))
        sums.append(reduce(np.bitwise_xor, odd))
        places.append(drawn)
    order = np.argsort(sums[1], kind="stable")
    first, last = (np.searchsorted(sums[1][order], sums[0], side) for side in ("left", "right"))
    pairs = [
        (left, order[place])
        for left in np.flatnonzero(last > first)
        for place in range(first[left], last[left])
    ]
    for chosen in draw.permutation(len(pairs))[:wanted]:
        left, right = pairs[chosen]
        both = [*places[0][:, left], *places[1][:, right]]
        yield tuple(SEGMENTS[place] for place in both)


def is_reachable(start: Position, left: Sequence[Segment]) -> bool:
    """Return whether play can lead to what is left of the columns.

    A pair is taken at once where its kind can be taken in no other way; else each way is tried.
    """
    kinds = dict(start.tiles())
    rows = [[cell.row for cell in kinds if cell.column == column] for column in range(len(left))]
    seen, stack = set(), [tuple((min(those), max(those) + 1) for those in rows)]
    while stack:
        state = stack.pop()
        if state in seen:
            continue
        seen.add(state)
        # what is still to go, and where a tile of it can be taken, from above (0) or below (1)
        count: Counter[Kind] = Counter()
        ends: dict[Kind, list[tuple[int, int]]] = {}
        for column, ((top, end), (low, high)) in enumerate(zip(state, left, strict=True)):
            if low == high:
                low = high = end
            going = [Cell(column, row) for row in (*range(top, low), *range(high, end))]
            count.update(kinds[cell] for cell in going)
            if going and going[0].row == top:
                ends.setdefault(kinds[going[0]], []).append((column, 0))
            if going and going[-1].row == end - 1 and len(going) > (low == end):
                ends.setdefault(kinds[going[-1]], []).append((column, 1))
        if not count:
            return True
        pairs = {kind: [*combinations(those, 2)] for kind, those in ends.items()}
        sure = [
            those[:1] for kind, those in pairs.items()
            if those and (count[kind] < COPIES or len(ends[kind]) == COPIES)
        ]  # fmt: skip
        for pair in sure[0] if sure else chain(*pairs.values()):
            after = [list(one) for one in state]
            for column, side in pair:
                after[column][side] += 1 - 2 * side
            stack.append(tuple((top, end) for top, end in after))
    return False


# --- ways to play --------------------------------------------------------------------------------


def ways_to_play(start: Position, particles: int, random: Random) -> float:
    """Return an estimate, right on average, of the ways to play to the end.

    Knuth's: a game played at random counts the product of how many pairs there were to take. Many
    are played side by side, and those that have more to choose from go on in more copies: products
    of single games differ too much to be averaged.
    """
    playing, ways, found = [start] * particles, 1.0, 0.0
    while True:
        moves = [position.legal_moves for position in playing]
        counts = list(map(len, moves))
        found += ways * counts.count(0) / particles
        if not any(counts):
            return found
        ways *= sum(counts) / particles
        drawn = random.choices(range(particles), counts, k=particles)
        playing = [playing[one].play(random.choice(moves[one])) for one in drawn]
