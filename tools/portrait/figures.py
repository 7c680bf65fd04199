"""The figures of the page: means and shares with their errors, of deals, first moves and positions.

An error bar reaches two standard errors to each side. For a share it is Wilson's interval, which
stays within 0 and 1 and has a width also where all or none were counted.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from pathlib import Path
from statistics import fmean, median
from typing import Final

import numpy as np

from battle.rules.deal import deal
from battle.rules.par import Par
from battle.rules.position import ALL_TILES
from tools.losses import Mean, mean
from tools.portrait.first_moves import Values
from tools.portrait.games import EstimatedGame
from tools.portrait.positions import MoveCosts, Proven

BARS: Final = 2.0
"""Standard errors to each side of an error bar."""


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


def levels_of(path: Path) -> list[tuple[str, Mean]]:
    """Return what levels lose in a whole game, from the table that was measured."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file)
        return [(row["level"], Mean(float(row["lost"]), float(row["error"]))) for row in rows]


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


def choices_of_deals(first_moves: Mapping[int, Values]) -> dict[int, MoveCosts]:
    """Return what first moves give away, by deal."""
    return {number: choice_of(number, worth) for number, worth in first_moves.items()}


def choice_of(number: int, worths: Values) -> MoveCosts:
    """Return what the first moves of a deal give away."""
    start = deal(number)
    return MoveCosts.of([(start.worth(one), worth) for one, worth in worths.items()])


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


def highest_is_best(positions: Sequence[Proven]) -> dict[tuple[int, int], Share]:
    """Return how often a highest pair is among the best, by tiles, where all moves are proven."""
    found = _by_band((one.tiles, one.choice.is_best) for one in positions if one.choice is not None)
    return {band: Share(int(sum(those)), len(those)) for band, those in found.items()}


def pair_is_best(some: Collected) -> dict[tuple[int, int], Mean]:
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
    found = _by_band([*later, *deals])
    return {band: mean(those) for band, those in found.items() if len(those) >= LEAST}


def guesses(some: Collected) -> dict[tuple[int, int], Mean]:
    """Return how far off one is on average who says the average value of all, by tiles."""
    return {
        band: mean([abs(value - fmean(those)) for value in those])
        for band, those in values_by_tiles(some).items()
        if len(those) >= LEAST
    }


def values_by_tiles(some: Collected) -> dict[tuple[int, int], list[float]]:
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


def growth(points: Iterable[tuple[int, int]], tiles: int) -> float:
    """Return by what factor the nodes of a proof grow with so many tiles more."""
    rows = [(count, log(nodes)) for count, nodes in points if nodes > 0]
    across, up = zip(*rows, strict=True)
    return exp(tiles * float(np.polyfit(across, up, 1)[0]))


def errors(some: Collected, nodes: int) -> dict[tuple[int, int], Mean]:
    """Return how far off estimates of so many nodes are on average, by tiles."""
    later = ((one.tiles, abs(one.seen[nodes] - one.value)) for one in _seen(some, nodes))
    deals = (
        (ALL_TILES, abs(game.seen - some.pars[game.deal].value))
        for game in some.games
        if game.nodes == nodes and game.deal in some.pars
    )
    found = _by_band([*later, *deals])
    return {band: mean(those) for band, those in found.items() if len(those) >= LEAST}


def _seen(some: Collected, nodes: int) -> list[Proven]:
    return [one for one in some.positions if nodes in one.seen]


def _by_band(rows: Iterable[tuple[int, float]]) -> dict[tuple[int, int], list[float]]:
    found: dict[tuple[int, int], list[float]] = {band: [] for band in BANDS}
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


def typical(numbers: Sequence[int]) -> float:
    """Return how far from 0 numbers lie on average."""
    return fmean(map(abs, numbers))
