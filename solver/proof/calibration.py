"""Calibration: what a look ahead is worth, by how such looks have compared with proofs.

    what was seen ──► shrunk towards what is usual ──► cut to what is proven ──► value ± error

What a look sees says little before the end is near: the best guess lies between what was seen and
what such positions are worth on average, and its standard error is known from proven positions
(`assets/estimates`, made by `python -m solver.lab.calibrate`). Of a move it is the cost that is
estimated, by how much worse than the best it was seen to be. The best line has the position's own
value. What is proven beside it cuts off what cannot be.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import erf, exp, pi, sqrt
from typing import Final, NamedTuple

from battle.resources import asset
from battle.rules.position import Position
from solver.proof.root import Root, RootChoice

FILE: Final = "estimates/errors.csv"

LEAST_ERROR: Final = 0.5
"""No estimate is better than to half a point."""


class Estimate(NamedTuple):
    """A value in points for the player to move, and its standard error."""

    value: int
    error: float


@dataclass(frozen=True)
class Fit:
    """How looks of one depth at positions with so many tiles compare with what is true.

    A position is worth `usual` + `trust` × what the look saw; a pair seen `d` points behind the
    best costs `cost` + `share` × d; one that was only seen to be behind costs `behind`. Each has
    its standard error.
    """

    tiles: int
    depth: int
    usual: float
    trust: float
    error: float
    cost: float
    share: float
    move_error: float
    behind: float
    behind_error: float


class Judgement:
    """What a root's values are estimated to be, after a look of so many plies."""

    def __init__(self, root: Root, depth: int, *, all_lines: bool) -> None:
        self._root = root
        self._fit = fit_for(root.position.tiles_left, depth)
        self._all_lines = all_lines
        first, *others = root.ranked()
        self._best = first
        expected = self._fit.usual + self._fit.trust * _seen(first)
        upper = max(root.lower, min(root.upper, first.upper))
        self.position = within(expected, self._fit.error, root.lower, upper)
        self.ranked = [first, *sorted(others, key=lambda choice: -self.of(choice).value)]
        """The choices best first, by what they are estimated to be worth."""

    def of(self, choice: RootChoice) -> Estimate:
        """Return what a choice is estimated to be worth."""
        if choice.settled:
            return Estimate(choice.lower, 0.0)
        upper = min(choice.upper, self._root.upper)
        if choice is self._best:
            return Estimate(max(choice.lower, min(upper, self.position.value)), self.position.error)
        fit, behind = self._fit, max(0, _seen(self._best) - _seen(choice))
        if self._all_lines:
            cost, error = fit.cost + fit.share * behind, fit.move_error
        else:
            cost, error = fit.behind, fit.behind_error
        found = within(self.position.value - cost, error, choice.lower, upper)
        return Estimate(max(choice.lower, min(self.position.value, found.value)), found.error)


def at_once(position: Position) -> Estimate:
    """Return what a position is worth without a look."""
    fit, left = fit_for(position.tiles_left, 0), position.points_left
    highest = max(map(position.worth, position.legal_moves))
    return within(fit.usual + fit.trust * highest, fit.error, -left, left)


def _seen(choice: RootChoice) -> int:
    return choice.gain if choice.estimate is None else choice.estimate


def within(expected: float, error: float, lower: int, upper: int) -> Estimate:
    """Return the mean and the spread of a normal distribution between two bounds.

    Both belong to it; the value is a whole number.
    """
    if lower == upper:
        return Estimate(lower, 0.0)
    low, high = (lower - 0.5 - expected) / error, (upper + 0.5 - expected) / error
    mass = _below(high) - _below(low)
    if mass < 1e-6:
        value = lower if expected < lower else upper
        return Estimate(value, min(error, LEAST_ERROR * (upper - lower)))
    shift = (_density(low) - _density(high)) / mass
    narrowed = 1 + (low * _density(low) - high * _density(high)) / mass - shift * shift
    value = max(lower, min(upper, round(expected + error * shift)))
    return Estimate(value, max(LEAST_ERROR, error * sqrt(max(0.0, narrowed))))


def _density(x: float) -> float:
    return exp(-x * x / 2) / sqrt(2 * pi) if abs(x) < 30 else 0.0


def _below(x: float) -> float:
    return (1 + erf(x / sqrt(2))) / 2


def fit_for(tiles: int, depth: int) -> Fit:
    """Return the fit for positions with so many tiles after looks of so many plies.

    Between the rows of the table it is interpolated, beyond them the nearest row counts.
    """
    rows = table()
    at = sorted({row.tiles for row in rows})
    below = max((one for one in at if one <= tiles), default=at[0])
    above = min((one for one in at if one >= tiles), default=at[-1])
    share = 0.0 if above == below else (tiles - below) / (above - below)
    return _between(_at_depth(rows, below, depth), _at_depth(rows, above, depth), share)


@cache
def table() -> tuple[Fit, ...]:
    """Return the table."""
    with asset(FILE).open(encoding="utf-8", newline="") as file:
        lines = (line for line in file if not line.startswith("#"))
        return tuple(
            Fit(
                int(row["tiles"]),
                int(row["depth"]),
                *(float(row[name]) for name in NUMBERS),
            )
            for row in csv.DictReader(lines)
        )


NUMBERS: Final = tuple(Fit.__dataclass_fields__)[2:]


def _at_depth(rows: Sequence[Fit], tiles: int, depth: int) -> Fit:
    mine = sorted((row for row in rows if row.tiles == tiles), key=lambda row: row.depth)
    below = max((row for row in mine if row.depth <= depth), key=_depth, default=mine[0])
    above = min((row for row in mine if row.depth >= depth), key=_depth, default=mine[-1])
    step = above.depth - below.depth
    return _between(below, above, (depth - below.depth) / step if step > 0 else 0.0)


def _depth(row: Fit) -> int:
    return row.depth


def _between(one: Fit, other: Fit, share: float) -> Fit:
    numbers = [(1 - share) * getattr(one, name) + share * getattr(other, name) for name in NUMBERS]
    return Fit(one.tiles, one.depth, *numbers)
