"""Figures of what was collected: par and first moves, positions by tiles, games of estimates.

Those of games turn by turn are in `turns`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log
from statistics import fmean
from typing import Final, TypeAlias

import numpy as np

from battle.rules.files import Par
from battle.rules.position import ALL_TILES, deal
from tools.portrait.certificates import Endgame
from tools.portrait.data import EstimatedGame, MoveCosts, Proven, Values
from tools.portrait.intervals import LEAST, Estimate, grouped, mean, resampled, share, slope
from tools.portrait.parity import Turned
from tools.portrait.place import Solved
from tools.portrait.sizes import Size
from tools.portrait.turns import Turns

PLAY: Final = "play"
RANDOM: Final = "random"
DEALS: Final = "deals"
"""What led to a position that was proven."""

Band: TypeAlias = tuple[int, int]

FULL: Final[Band] = (ALL_TILES, ALL_TILES)
BANDS: Final[tuple[Band, ...]] = (
    *((40, 48), (50, 62), (64, 66), (68, 70), (72, 74), (76, 84)),
    FULL,
)
"""The fewest and the most tiles of positions that are counted together."""

TWO_THREADS: Final = range(3, 11)
"""The deals that were proven with two threads; all other proofs had one."""


@dataclass(frozen=True)
class Collected:
    """All that the page rests on; `whole` is what both players gave away in whole games."""

    pars: Mapping[int, Par]
    first_moves: Mapping[int, Values]
    positions: Sequence[Proven]
    games: Sequence[EstimatedGame]
    turns: Sequence[Turns] = ()
    sizes: Sequence[Size] = ()
    whole: Sequence[int] = ()
    turned: Sequence[Turned] = ()
    others: Sequence[Solved] = ()
    endgames: Sequence[Endgame] = ()

    @property
    def values(self) -> list[int]:
        """The pars in order."""
        return sorted(par.value for par in self.pars.values())

    @property
    def shown(self) -> int:
        """The deal to show: one with few first moves, all of known value."""
        return min(self.first_moves, key=lambda number: (len(self.first_moves[number]), number))

    @property
    def played(self) -> list[tuple[EstimatedGame, Par]]:
        """The games of estimates on solved deals, by nodes."""
        games = sorted(self.games, key=lambda game: game.nodes)
        return [(game, self.pars[game.deal]) for game in games if game.deal in self.pars]

    @property
    def proofs(self) -> dict[str, list[tuple[int, int]]]:
        """The tiles and the nodes of proofs of a value alone, by one thread.

        Apart, by what led to the position: after play with short searches a proof takes more work
        than after random play.
        """
        deals = (par for par in self.pars.values() if par.deal not in TWO_THREADS)
        return {
            **{
                way: [
                    (one.tiles, one.nodes)
                    for one in self.positions
                    if one.nodes is not None and one.is_random == is_random
                ]
                for way, is_random in ((PLAY, False), (RANDOM, True))
            },
            DEALS: [(ALL_TILES, par.nodes) for par in deals],
        }


# -- par and the first move ------------------------------------------------------------------------


def single_best(pars: Iterable[Par]) -> Estimate:
    """Return how many deals have one best first move, where it is known."""
    return share(len(par.best) == 1 for par in pars if not par.unsure or len(par.best) > 1)


def highest_first(pars: Iterable[Par]) -> Estimate:
    """Return in how many deals one of the highest pairs is a best first move, where it is known."""
    answers = []
    for par in pars:
        start = deal(par.deal)
        most = max(map(start.worth, start.legal_moves))
        is_best = most in map(start.worth, par.best)
        if is_best or most not in map(start.worth, par.unsure):
            answers.append(is_best)
    return share(answers)


def spread(worths: Values) -> int:
    """Return the points between the best and the worst first move."""
    return max(worths.values()) - min(worths.values())


def second_best(worths: Values) -> int:
    """Return the least cost of a move that is not best; 0 if all are equal."""
    best = max(worths.values())
    return best - max((worth for worth in worths.values() if worth < best), default=best)


# -- by tiles --------------------------------------------------------------------------------------


def by_band(rows: Iterable[tuple[int, float]]) -> dict[Band, list[float]]:
    """Return numbers that are given by tiles by the band that these are counted in, in order."""
    found = list(rows)
    bands = {
        band: [number for tiles, number in found if band[0] <= tiles <= band[1]] for band in BANDS
    }
    return {band: numbers for band, numbers in bands.items() if numbers}


def means(rows: Iterable[tuple[int, float]]) -> dict[Band, Estimate]:
    """Return the means by tiles of those that are enough to make a point of a picture."""
    return {band: mean(those) for band, those in by_band(rows).items() if len(those) >= LEAST}


def decided(some: Collected, *, random: bool) -> list[tuple[Proven, MoveCosts]]:
    """Return the positions whose moves are all proven, after random play or after short searches.

    Apart, because random play leaves high pairs lying: there choosing well is easier.
    """
    return [
        (one, one.choice)
        for one in some.positions
        if one.choice is not None and one.is_random == random
    ]


def highest_is_best(positions: Iterable[tuple[Proven, MoveCosts]]) -> dict[Band, Estimate]:
    """Return how often a highest pair is among the best, by tiles."""
    found = by_band((one.tiles, choice.is_best) for one, choice in positions)
    return {band: share(map(bool, those)) for band, those in found.items()}


def pair_is_best(some: Collected) -> dict[Band, Estimate]:
    """Return the share of pairs that are among the best, by tiles: a pair taken at random."""
    later = [
        (one.tiles, choice.chance)
        for random in (False, True)
        for one, choice in decided(some, random=random)
    ]
    deals = [
        (ALL_TILES, len(par.best) / len(deal(par.deal).legal_moves))
        for par in some.pars.values()
        if not par.unsure
    ]
    return means(later + deals)


def estimates(some: Collected, nodes: int) -> list[tuple[int, int, int]]:
    """Return tiles, estimate and value of all that were estimated with this many nodes."""
    later = [(one.tiles, one.seen[nodes], one.value) for one in some.positions if nodes in one.seen]
    deals = [(ALL_TILES, one.seen, par.value) for one, par in some.played if one.nodes == nodes]
    return later + deals


def errors(some: Collected, nodes: int) -> dict[Band, Estimate]:
    """Return how far off estimates of this many nodes are on average, by tiles."""
    return means((tiles, abs(seen - value)) for tiles, seen, value in estimates(some, nodes))


def values_by_tiles(some: Collected) -> dict[Band, list[float]]:
    """Return the proven values of positions and deals, by tiles."""
    later = [(one.tiles, one.value) for one in some.positions]
    return by_band(later + [(ALL_TILES, value) for value in some.values])


def off_average(numbers: Sequence[float]) -> list[float]:
    """Return how far each of at least two numbers is from the average of all others."""
    whole, count = fmean(numbers), len(numbers)
    return [abs(one - whole) * count / (count - 1) for one in numbers]


def saved(some: Collected, band: Band, nodes: int) -> Estimate:
    """Return by how much less a search is off than the average value of all, at the same ones."""
    those = [row[1:] for row in estimates(some, nodes) if band[0] <= row[0] <= band[1]]
    beyond = off_average([value for _, value in those])
    return mean([far - abs(seen - value) for far, (seen, value) in zip(beyond, those, strict=True)])


def growth(points: Iterable[tuple[int, int]], tiles: int) -> Estimate:
    """Return by what factor the nodes of a proof grow with this many tiles more."""
    rows = np.array([(count, log(nodes)) for count, nodes in points if nodes > 0])
    return resampled(rows, lambda drawn: exp(tiles * slope(drawn)))


# -- estimates and par -----------------------------------------------------------------------------


def given_away(positions: Sequence[tuple[Proven, MoveCosts]]) -> dict[str | int, Estimate]:
    """Return the cost of a move: at random, of the highest pair, and by nodes searched."""
    searches = grouped(item for one, _ in positions for item in one.lost.items())
    return {
        "random": mean([choice.random for _, choice in positions]),
        "highest": mean([choice.highest for _, choice in positions]),
        **{nodes: mean(lost) for nodes, lost in sorted(searches.items())},
    }


def gaps(some: Collected) -> dict[int, dict[int, int]]:
    """Return by how much games of estimates ended above par, by nodes a move and deal."""
    found = grouped((one.nodes, (one.deal, one.margin - par.value)) for one, par in some.played)
    return {nodes: dict(those) for nodes, those in found.items()}


def first_is_best(some: Collected, nodes: int) -> Estimate:
    """Return how often the first move of estimates is a best one, where that is known."""
    return share(
        game.first in par.best
        for game, par in some.played
        if game.nodes == nodes and game.first not in par.unsure
    )


def told_more(some: Collected, few: int, many: int) -> Estimate:
    """Return how much more par tells with many nodes a move than with few, on the same deals."""
    margins = {(one.nodes, one.deal): one.margin for one, _ in some.played}
    rows = [
        (margins[few, number], margins[many, number], par.value)
        for number, par in some.pars.items()
        if (few, number) in margins and (many, number) in margins
    ]
    return resampled(
        np.array(rows, float),
        lambda drawn: (
            slope(drawn, 1, 2) * slope(drawn, 2, 1) - slope(drawn, 0, 2) * slope(drawn, 2, 0)
        ),
    )
