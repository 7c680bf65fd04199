"""Games of a player against itself, on solved deals: what par tells, and how soon it is decided."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np

from battle.rules.position import ALL_TILES
from tools.portrait.figures import Collected
from tools.portrait.intervals import Estimate, grouped, middle, pooled, resampled, share, slope
from tools.portrait.turns import PLAYERS, Turns

TILES: Final = (76, 60, 44, 28)
"""Left where it is said what perfect play would come to from there on."""


def games(some: Collected) -> dict[str, list[tuple[Turns, int]]]:
    """Return the judged games of equals by player, the strongest first, each with its par."""
    every = grouped(
        (one.first, (one, some.pars[one.deal].value))
        for one in some.turns
        if one.is_judged and one.first == one.second and one.deal in some.pars
    )
    return {name: every[name] for name in PLAYERS if name in every}


def told(some: Collected) -> dict[str, Estimate]:
    """Return the share of the variance of results that par tells, by who had both seats."""
    rows = {
        name: [(one.margin, par) for one, par in found] for name, found in games(some).items()
    } | grouped(
        (f"{one.nodes:,} positions per move", (one.margin, par.value)) for one, par in some.played
    )
    return {
        name: resampled(np.array(found), lambda drawn: slope(drawn) * slope(drawn, 1, 0))
        for name, found in rows.items()
    }


def from_here(one: Turns, tiles: int) -> int:
    """Return the first player's margin with perfect play from where so many tiles are left."""
    return one.margin_from((ALL_TILES - tiles) // 2)


def distances(those: Iterable[Turns]) -> dict[int, Estimate]:
    """Return how far results are from what perfect play would have come to, by tiles left."""
    found = grouped((one.deal, one) for one in those).values()
    return {
        tiles: pooled([[abs(one.margin - from_here(one, tiles)) for one in deal] for deal in found])
        for tiles in TILES
    }


def kept(rows: Iterable[tuple[Turns, int]]) -> dict[int, Estimate]:
    """Return how often who would win with perfect play does win, by tiles left; a draw is a side.

    Of games one a deal; a deal's first position has all tiles.
    """
    found = [
        (_side(one.margin), {ALL_TILES: par} | {tiles: from_here(one, tiles) for tiles in TILES})
        for one, par in rows
    ]
    return {
        tiles: share(side == _side(margins[tiles]) for side, margins in found)
        for tiles in (ALL_TILES, *TILES)
    }


def last_mistake(those: Iterable[Turns]) -> Estimate:
    """Return with how many tiles left the last mistake of a game is made, the median.

    Of games one a deal; where none is proven it was before, so with all tiles at the most.
    """
    return middle(
        [
            ALL_TILES
            - 2 * max((at for at, cost in enumerate(one.costs, one.proven) if cost), default=0)
            for one in those
        ]
    )


def _side(margin: int) -> int:
    return (margin > 0) - (margin < 0)
