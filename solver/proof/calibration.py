"""Calibration: values and errors of estimates, from comparing such searches with proofs.

    what the last two depths saw ──► shrunk towards what is usual ──► cut to what is proven
                                                                      ──► value ± error

What a search sees says little before the end is near: the best guess lies between what was seen and
what such positions are worth on average, and its standard error is known from proven positions
(`assets/estimates`, made by `python -m tools.calibrate`). Of a move it is the cost that is
estimated, by how much worse than the best it was seen to be. The best line has the position's own
value. A bound that was proven close by says more than the search: the question beside it is
expensive because the truth is near.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cache
from math import inf, log, sqrt
from operator import attrgetter
from statistics import NormalDist
from typing import Final, NamedTuple

from battle.resources import asset
from battle.rules.position import Position
from solver.proof.driver import Root, RootChoice

FILE: Final = "estimates/errors.csv"

_NORMAL: Final = NormalDist()

LEAST_ERROR: Final = 0.5
"""No estimate is better than to half a point."""

NEAR: Final = 12
"""A bound that is proven within this many points of what is expected was asked for."""

MANY_TILES: Final = 48
"""With fewer tiles bounds are that near without having been asked for."""


class Estimate(NamedTuple):
    """A value in points for the player to move, and its standard error."""

    value: int
    error: float


@dataclass(frozen=True)
class Fit:
    """How searches of `nodes` nodes of positions with `tiles` tiles compare with what is true.

    A position is worth `usual` + `trust` × what was seen, on average of the last two depths; the
    error is `error` + `unrest` × what they differ by. A pair seen d points behind the best costs
    `cost` + `share` × d where all lines were valued, `cost_beside` + `share_beside` × d where only
    the best one was; `move_error` and `move_error_beside` are the errors of values found so.
    """

    tiles: int
    nodes: int
    usual: float
    trust: float
    error: float
    unrest: float
    cost: float
    share: float
    move_error: float
    cost_beside: float
    share_beside: float
    move_error_beside: float


@dataclass(frozen=True)
class NearBound:
    """How far from a bound that is proven close by the truth lies: `usual` + `trust` × expected."""

    usual: float
    trust: float
    error: float

    def distance(self, expected: float) -> float:
        """Return the distance, given the one that the search makes expected."""
        return max(0.0, self.usual + self.trust * max(-5.0, min(float(NEAR), expected)))


LOWER_NEAR: Final = NearBound(1.69, 0.18, 2.11)
UPPER_NEAR: Final = NearBound(1.99, 0.19, 2.73)
BOTH_NEAR: Final = (0.42, 0.55)
"""Between two near bounds: where the truth lies from the lower one on, and the error, in widths.

These are what `python -m tools.calibrate fit` prints.
"""


class Judgement:
    """What a root's values are estimated to be, after a search of `nodes` nodes.

    `ranked` are the choices best first, those that are proven to be worth `enough` before all
    others; `position` is the estimate of the position.
    """

    def __init__(
        self,
        root: Root,
        tiles: int,
        nodes: int,
        *,
        all_lines: bool,
        enough: float = inf,
        table: Sequence[Fit] | None = None,
    ) -> None:
        first, *others = sorted(root.ranked(), key=lambda choice: choice.lower < enough)
        self._root = root
        self._best = first
        self._fit = fit_for(tiles, nodes, read() if table is None else table)
        self._all_lines = all_lines
        upper = max(root.lower, min(root.upper, first.upper))
        self.position = self._estimate(tiles, root.lower, upper)
        others.sort(key=lambda choice: (choice.lower < enough, -self.of(choice).value))
        self.ranked = [first, *others]

    def _estimate(self, tiles: int, lower: int, upper: int) -> Estimate:
        if lower == upper:
            return Estimate(lower, 0.0 if lower == self._root.upper else LEAST_ERROR)
        seen, unrest = what_was_seen(self._root.choices)
        expected = self._fit.usual + self._fit.trust * seen
        above, below = expected - lower, upper - expected
        if tiles >= MANY_TILES:
            if above < NEAR and below < NEAR:
                place, error = BOTH_NEAR
                width = upper - lower
                return _rounded(lower + place * width, error * width, lower, upper)
            if above < NEAR:
                distance = LOWER_NEAR.distance(above)
                return _rounded(lower + distance, LOWER_NEAR.error, lower, upper)
            if below < NEAR:
                distance = UPPER_NEAR.distance(below)
                return _rounded(upper - distance, UPPER_NEAR.error, lower, upper)
        return within(expected, self._fit.error + self._fit.unrest * unrest, lower, upper)

    def of(self, choice: RootChoice) -> Estimate:
        if choice.settled:
            return Estimate(choice.lower, 0.0)
        upper = min(choice.upper, self._root.upper)
        if choice is self._best:
            return Estimate(max(choice.lower, min(upper, self.position.value)), self.position.error)
        fit, behind = self._fit, max(0, self._best.value - choice.value)
        cost, error = fit.cost_beside + fit.share_beside * behind, fit.move_error_beside
        if self._all_lines:
            cost, error = fit.cost + fit.share * behind, fit.move_error
        estimate = within(self.position.value - cost, error, choice.lower, upper)
        return Estimate(max(choice.lower, min(self.position.value, estimate.value)), estimate.error)


def at_once(position: Position) -> Estimate:
    """Return what a position is worth without a search."""
    fit, left = fit_for(position.tiles_left, 1, read()), position.points_left
    highest = max(map(position.worth, position.legal_moves))
    return within(fit.usual + fit.trust * highest / 2, fit.error, -left, left)


def what_was_seen(choices: Sequence[RootChoice]) -> tuple[float, float]:
    """Return what the last two depths saw of the best choice on average, and what they differ by.

    What was seen of a choice counts within what is proven of it.
    """
    last = max(choice.value for choice in choices)
    before = max(one.within(one.estimate if one.before is None else one.before) for one in choices)
    return (last + before) / 2, abs(last - before)


def _rounded(expected: float, error: float, lower: int, upper: int) -> Estimate:
    return Estimate(max(lower, min(upper, round(expected))), max(LEAST_ERROR, error))


def within(expected: float, error: float, lower: int, upper: int) -> Estimate:
    """Return the mean and the spread of a normal distribution between two bounds.

    Both belong to it; the value is a whole number.
    """
    if lower == upper:
        return Estimate(lower, 0.0)
    low, high = (lower - 0.5 - expected) / error, (upper + 0.5 - expected) / error
    mass = _NORMAL.cdf(high) - _NORMAL.cdf(low)
    if mass < 1e-6:
        value = lower if expected < lower else upper
        return Estimate(value, max(LEAST_ERROR, min(error, (upper - lower) / 4)))
    shift = (_NORMAL.pdf(low) - _NORMAL.pdf(high)) / mass
    narrowed = 1 + (low * _NORMAL.pdf(low) - high * _NORMAL.pdf(high)) / mass - shift * shift
    return _rounded(expected + error * shift, error * sqrt(max(0.0, narrowed)), lower, upper)


# -- the table -------------------------------------------------------------------------------------


def fit_for(tiles: int, nodes: int, table: Sequence[Fit]) -> Fit:
    """Return the fit for positions with `tiles` tiles after searches of `nodes` nodes.

    Between the rows of the table it is interpolated, by tiles and by the logarithm of nodes; beyond
    them the nearest row counts.
    """
    at = sorted({row.tiles for row in table})
    below = max((number for number in at if number <= tiles), default=at[0])
    above = min((number for number in at if number >= tiles), default=at[-1])
    share = 0.0 if above == below else (tiles - below) / (above - below)
    rows = [[row for row in table if row.tiles == number] for number in (below, above)]
    return _between(_at(rows[0], nodes), _at(rows[1], nodes), share)


@cache
def read() -> tuple[Fit, ...]:
    """Return the table that comes with the program."""
    with asset(FILE).open(encoding="utf-8", newline="") as file:
        return tuple(
            Fit(int(row["tiles"]), int(row["nodes"]), *(float(row[name]) for name in NUMBERS))
            for row in csv.DictReader(file)
        )


NUMBERS: Final = tuple(field.name for field in fields(Fit))[2:]
"""What is interpolated."""


def _at(rows: Sequence[Fit], nodes: int) -> Fit:
    rows = sorted(rows, key=attrgetter("nodes"))
    below = next((row for row in reversed(rows) if row.nodes <= nodes), rows[0])
    above = next((row for row in rows if row.nodes >= nodes), rows[-1])
    if above.nodes <= below.nodes:
        return below
    return _between(below, above, log(nodes / below.nodes) / log(above.nodes / below.nodes))


def _between(one: Fit, other: Fit, share: float) -> Fit:
    numbers = [(1 - share) * getattr(one, name) + share * getattr(other, name) for name in NUMBERS]
    return Fit(one.tiles, one.nodes, *numbers)
