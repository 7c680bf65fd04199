"""Whether it is the number of pairs left that makes the move unwelcome, or who has it.

In every game from a deal an even number of pairs is left at the first player's turns. Where a pair
of the deal is left out it is left at the second player's. So each deal is played as it is and with
a pair left out, and the values with even and with odd pairs left are proven in both games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from statistics import fmean
from typing import Final, NamedTuple

from battle.rules.position import Position, deal
from solver.api import Limit, Solver
from tools.portrait.intervals import Estimate, grouped, mean

DEALS: Final = range(7001, 7301)
NODES: Final = 1_000
"""Searched before every move, down to `PERFECT` tiles."""

PERFECT: Final = 72
"""From here on play is perfect, so that all values that count follow moves of the same strength."""

TILES: Final = (68, 66, 64)
"""Left where the values are proven: the odd number of pairs lies between two even ones.

So fewer tiles are no part of the difference, as far as that changes by as much every time.
"""


class Turned(NamedTuple):
    """A proven position of a game; `left_out` is the number of pairs that the deal lacked."""

    deal: int
    left_out: int
    tiles: int
    value: int

    @property
    def is_even(self) -> bool:
        """Whether an even number of pairs is left."""
        return self.tiles // 2 % 2 == 0

    @property
    def is_first(self) -> bool:
        """Whether it is the turn of the player who began."""
        return self.is_even != bool(self.left_out)


def without_a_pair(start: Position, random: Random) -> Position:
    """Return a deal without two tiles of a kind, the tiles below them moved up."""
    kinds = dict(start.tiles())
    kind = random.choice(sorted({*kinds.values()}))
    gone = {*random.sample([cell for cell, one in kinds.items() if one == kind], 2)}
    columns = []
    for place, column in enumerate(start.columns):
        rows = {cell.row for cell in gone if cell.column == place}
        left = [tile for row, tile in enumerate(column) if row not in rows]
        columns.append((*left, *[None] * len(rows)))
    return Position(tuple(columns))


def played(solver: Solver, number: int) -> list[Turned]:
    """Play a deal with and without a pair, and prove; a second or two."""
    whole, found = deal(number), []
    for left_out, start in enumerate((whole, without_a_pair(whole, Random(number)))):
        solver.forget()
        position = start
        while not position.is_over and (tiles := position.tiles_left) >= min(TILES):
            limit = Limit(nodes=NODES) if tiles > PERFECT else Limit(exact=True)
            answer = solver.analyse(position, limit, start=start)
            if tiles in TILES:
                found.append(Turned(number, left_out, tiles, answer.value.points))
            assert answer.best is not None, "there is a move, the game is not over"
            position = position.play(answer.best)
    return found


def effects(rows: Iterable[Turned], figure: Callable[[Turned], float]) -> dict[str, Estimate]:
    """Return what a figure is more with even pairs left, and more at the first player's turns.

    Each is a mean of differences within a deal, in which the other, and the pair left out, cancel.
    """
    found: dict[str, list[float]] = {"even": [], "first": []}
    for those in grouped((one.deal, one) for one in rows).values():
        if len(those) == 2 * len(TILES):
            cells = grouped(((one.is_even, one.is_first), figure(one)) for one in those)
            means = {key: fmean(numbers) for key, numbers in cells.items()}
            across = means[True, True] - means[False, False]
            along = means[True, False] - means[False, True]
            found["even"].append((across + along) / 2)
            found["first"].append((across - along) / 2)
    return {name: mean(numbers) for name, numbers in found.items()}
