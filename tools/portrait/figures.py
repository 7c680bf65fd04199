"""The figures of the page: means and shares with their errors, of deals, first moves and positions.

An error bar reaches two standard errors to each side. For a share it is Wilson's interval, which
stays within 0 and 1 and has a width also where all or none were counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, isfinite, log, sqrt
from statistics import fmean, median
from typing import Final, TypeAlias

import numpy as np

from battle.rules.files import Par
from battle.rules.position import ALL_TILES, deal
from tools.portrait.data import EstimatedGame, MoveCosts, Proven, Values
from tools.strength import Mean, mean

BARS: Final = 2.0
"""Standard errors to each side of an error bar."""


Band: TypeAlias = tuple[int, int]

BANDS: Final = ((40, 48), (50, 62), (64, 66), (68, 70), (72, 74), (76, 84), (ALL_TILES, ALL_TILES))
"""The fewest and the most tiles of positions that are counted together."""

LEAST: Final = 3
"""Fewer than so many of a kind make no point of a picture."""


@dataclass(frozen=True)
class Share:
    """How many of some are something."""

    count: int
    of: int

    @property
    def value(self) -> float:
        """The share itself, from 0 to 1."""
        return self.count / self.of

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval, the error bar."""
        square = BARS * BARS
        middle = (self.count + square / 2) / (self.of + square)
        spread = self.count * (self.of - self.count) / self.of + square / 4
        width = BARS * sqrt(spread) / (self.of + square)
        return middle - width, middle + width


@dataclass(frozen=True)
class Collected:
    """All that the page rests on."""

    pars: Mapping[int, Par]
    first_moves: Mapping[int, Values]
    positions: Sequence[Proven]
    games: Sequence[EstimatedGame]
    levels: Sequence[tuple[str, Mean]]
    """What levels lose in a whole game."""


# -- par and the first move ------------------------------------------------------------------------


def values(pars: Mapping[int, Par]) -> list[int]:
    """Return the pars in order."""
    return sorted(par.value for par in pars.values())


def single_best(pars: Mapping[int, Par]) -> Share:
    """Return how many deals have one best first move, of those of which that is known."""
    known = [par for par in pars.values() if not par.unsure or len(par.best) > 1]
    return Share(sum(len(par.best) == 1 for par in known), len(known))


def highest_first(pars: Mapping[int, Par]) -> Share:
    """Return in how many deals one of the highest pairs is a best first move, where it is known."""
    answers = [answer for par in pars.values() if (answer := _highest_is_best(par)) is not None]
    return Share(sum(answers), len(answers))


def _highest_is_best(par: Par) -> bool | None:
    start = deal(par.deal)
    most = max(map(start.worth, start.legal_moves))
    if any(start.worth(one) == most for one in par.best):
        return True
    return None if any(start.worth(one) == most for one in par.unsure) else False


def costs_of_first_moves(first_moves: Mapping[int, Values]) -> list[MoveCosts]:
    """Return what first moves give away, of every deal."""
    return [
        MoveCosts.of([(deal(number).worth(one), worth) for one, worth in worths.items()])
        for number, worths in first_moves.items()
    ]


def spread(worths: Values) -> int:
    """Return the points between the best and the worst first move."""
    return max(worths.values()) - min(worths.values())


def second_best(worths: Values) -> int:
    """Return what the best move gives away that is not among the best; 0 if all are equal."""
    best = max(worths.values())
    return best - max((worth for worth in worths.values() if worth < best), default=best)


# -- by tiles --------------------------------------------------------------------------------------


def band_of(tiles: int) -> tuple[int, int] | None:
    """Return the band that positions with so many tiles are counted in."""
    return next((band for band in BANDS if band[0] <= tiles <= band[1]), None)


def decided(some: Collected, *, random: bool) -> list[Proven]:
    """Return the positions whose moves are all proven, after random play or after short looks.

    Apart, because random play leaves high pairs lying: there choosing well is easier.
    """
    return [one for one in some.positions if one.choice is not None and one.is_random == random]


def highest_is_best(positions: Sequence[Proven]) -> dict[Band, Share]:
    """Return how often a highest pair is among the best, by tiles, where all moves are proven."""
    found = _by_band((one.tiles, one.choice.is_best) for one in positions if one.choice is not None)
    return {band: Share(int(sum(those)), len(those)) for band, those in found.items()}


def pair_is_best(some: Collected) -> dict[Band, Mean]:
    """Return the share of pairs that are among the best, by tiles: a pair taken at random."""
    later = (
        (one.tiles, one.choice.best / one.choice.moves)
        for one in some.positions
        if one.choice is not None
    )
    deals = (
        (ALL_TILES, len(par.best) / len(deal(par.deal).legal_moves))
        for par in some.pars.values()
        if not par.unsure
    )
    return _means(_by_band([*later, *deals]))


def guesses(some: Collected) -> dict[Band, Mean]:
    """Return how far off one is on average who says the average value of all, by tiles."""
    found = values_by_tiles(some).items()
    return _means({band: [abs(one - fmean(those)) for one in those] for band, those in found})


def values_by_tiles(some: Collected) -> dict[Band, list[float]]:
    """Return the proven values of positions and deals, by tiles."""
    later = [(one.tiles, float(one.value)) for one in some.positions]
    return _by_band(later + [(ALL_TILES, float(par.value)) for par in some.pars.values()])


def proofs(some: Collected) -> list[tuple[int, int]]:
    """Return the tiles and the nodes of all proofs of a value alone."""
    later = [(one.tiles, one.nodes) for one in some.positions if one.nodes is not None]
    return later + [(ALL_TILES, par.nodes) for par in some.pars.values()]


def quartiles(numbers: Sequence[int]) -> tuple[float, float, float]:
    """Return the numbers that a quarter, a half and three quarters lie below."""
    low, high = np.quantile(numbers, [0.25, 0.75])
    return float(low), float(median(numbers)), float(high)


def growth(points: Iterable[Band], tiles: int) -> float:
    """Return by what factor the nodes of a proof grow with so many tiles more."""
    rows = [(count, log(nodes)) for count, nodes in points if nodes > 0]
    across, up = zip(*rows, strict=True)
    return exp(tiles * float(np.polyfit(across, up, 1)[0]))


def errors(some: Collected, nodes: int) -> dict[Band, Mean]:
    """Return how far off estimates of so many nodes are on average, by tiles."""
    later = (
        (one.tiles, abs(one.seen[nodes] - one.value)) for one in some.positions if nodes in one.seen
    )
    deals = (
        (ALL_TILES, abs(game.seen - some.pars[game.deal].value))
        for game in some.games
        if game.nodes == nodes and game.deal in some.pars
    )
    return _means(_by_band([*later, *deals]))


def _means(found: Mapping[Band, Sequence[float]]) -> dict[Band, Mean]:
    """Return the means of those that are enough to make a point of a picture."""
    return {band: mean(those) for band, those in found.items() if len(those) >= LEAST}


def _by_band(rows: Iterable[tuple[int, float]]) -> dict[Band, list[float]]:
    found: dict[Band, list[float]] = {band: [] for band in BANDS}
    for tiles, number in rows:
        band = band_of(tiles)
        if band is not None:
            found[band].append(number)
    return {band: those for band, those in found.items() if those}


# -- estimates and par -----------------------------------------------------------------------------


def given_away(positions: Sequence[Proven]) -> dict[str | int, Mean]:
    """Return what a move gives away: at random, of the highest pair, and by nodes looked."""
    those = [one for one in positions if one.choice is not None]
    if len(those) < LEAST:
        return {}
    found: dict[str | int, Mean] = {
        "random": mean([one.choice.random for one in those if one.choice]),
        "highest": mean([one.choice.highest for one in those if one.choice]),
    }
    for nodes in sorted({nodes for one in those for nodes in one.lost}):
        found[nodes] = mean([one.lost[nodes] for one in those if nodes in one.lost])
    return found


def given_away_first(some: Collected, nodes: int) -> list[int]:
    """Return what the first moves of estimates give away, of deals whose moves are all proven."""
    return [
        max(worths.values()) - worths[game.first]
        for game in some.games
        if game.nodes == nodes and (worths := some.first_moves.get(game.deal)) is not None
    ]


def gaps(some: Collected) -> dict[int, list[int]]:
    """Return by how much games of estimates ended above par, by nodes a move."""
    found: dict[int, list[int]] = {}
    for game in sorted(some.games, key=lambda game: (game.nodes, game.deal)):
        if game.deal in some.pars:
            found.setdefault(game.nodes, []).append(game.margin - some.pars[game.deal].value)
    return found


# -- in words --------------------------------------------------------------------------------------


def signed(number: float, digits: int = 0) -> str:
    """Return a number with its sign, a proper minus: `+4`, `−2`, `0`."""
    words = f"{number:+.{digits}f}".replace("-", "−")
    return words[1:] if not float(number) else words


def measured(number: Mean, *, sign: bool = False) -> str:
    """Return a mean with the reach of its error bar: `3.1 ± 0.4`; without one where it has none."""
    digits = 1 if abs(number.mean) >= 1 or number.error >= 0.1 else 2
    words = signed(number.mean, digits) if sign else f"{number.mean:.{digits}f}"
    return f"{words} ± {BARS * number.error:.{digits}f}" if isfinite(number.error) else words


def share(number: Share, what: str) -> str:
    """Return a share with its error bar: `62 of 100 deals (62 %, bar 52 to 71 %)`."""
    low, high = (100 * end for end in number.interval)
    own = 100 * number.value
    return f"{number.count} of {number.of} {what} ({own:.0f} %, bar {low:.0f} to {high:.0f} %)"


def points(number: float, digits: int = 0) -> str:
    """Return points: `1 point`, `3.5 points`."""
    return "1 point" if number == 1 else f"{number:.{digits}f} points"


def counted(number: int, one: str, many: str) -> str:
    """Return how many there are: `1 deal`, `100 deals`."""
    return f"1 {one}" if number == 1 else f"{number:,} {many}"


def rounded(number: float) -> str:
    """Return a big number to two figures: `72,000`, `390 million`."""
    if number < 100:
        return f"{number:.0f}"
    power = len(str(int(number))) - 2
    whole = round(number / 10**power) * 10**power
    return f"{whole / 1e6:g} million" if whole >= 1_000_000 else f"{whole:,}"
