"""Plots of a line of moves, and the scale that every painter of plots shares.

margin_plot   the margin with perfect play after each move, up is player 1 ahead
loss_plot     what each player has lost up to each move, in steps
Scale         the places and values of a plot in a rectangle, its curves in stretches, its ticks
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from operator import and_
from types import MappingProxyType
from typing import Final, TypeAlias

from battle.analysis.costs import Review
from battle.analysis.values import Bounds
from battle.language import N_, _
from battle.page.blocks import Curve, Dot, Plot
from battle.rules.position import PLAYERS, Player
from battle.words import Names, label, lost_figure

MARGIN: Final = N_("Margin with perfect play")


Point: TypeAlias = tuple[float, float]

_STEPS: Final = (1, 2, 5, 10, 20, 50, 100)
_LONGEST_NAME: Final = 10
_LEAST_LOSS: Final = 10


def margin_plot(
    margins: Sequence[Bounds],
    names: Names,
    *,
    beside: Mapping[int, Bounds] = MappingProxyType({}),
    dots: Sequence[Dot] = (),
    cut: tuple[int | None, str] = (None, ""),
    first: Player = 1,
) -> Plot:
    """Return the margins of a line by ply, with those of another line `beside` it."""
    curves = [_curve([*beside.values()], min(beside), thin=True)] if beside else []
    curves.append(_curve(margins))
    known = [value for curve in curves for value in curve.values if value is not None]
    low, high = min(0, *known, 0), max(0, *known, 0)
    room = max(2, (high - low) // 10)
    one, other = (_("{name} ahead").format(name=_short(label(name))) for name in names)
    return Plot(
        title=_(MARGIN),
        curves=tuple(curves),
        low=low - room,
        high=high + room,
        signed=True,
        sides=(one, other),
        dots=tuple(dots),
        cut=cut[0],
        cut_words=cut[1],
        tall=True,
        first=first,
    )


def _curve(margins: Sequence[Bounds], first: int = 0, *, thin: bool = False) -> Curve:
    values = tuple(one.guess for one in margins)
    return Curve(values, tuple(one.is_exact for one in margins), first=first, thin=thin)


def loss_plot(review: Review, names: Names) -> Plot:
    """Return the points each player has lost up to each move, in steps."""
    curves = []
    for player, name in zip(PLAYERS, names, strict=True):
        losses = review.losses(player)
        sure = (move.exact or move.player != player for move in review.moves)
        proven = tuple(accumulate(sure, and_, initial=True))
        words = f"{_short(label(name))} {lost_figure(losses[-1], exact=proven[-1])}"
        curves.append(Curve(tuple(losses), proven, player, steps=True, name=words))
    high = max(_LEAST_LOSS, *review.lost)
    turn, first = review.turning_point, review.start.to_move
    return Plot(_("Points lost so far"), tuple(curves), 0, high, cut=turn, first=first)


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1].rstrip()}…"


@dataclass(frozen=True)
class Scale:
    """The scale of a plot: maps plies and values into a rectangle, y downwards."""

    plot: Plot
    left: float
    right: float
    top: float
    bottom: float

    @property
    def count(self) -> int:
        """How many places there are."""
        return max((curve.first + len(curve.values) for curve in self.plot.curves), default=1)

    def x(self, place: float) -> float:
        """Return the x of a ply."""
        return self.left + (self.right - self.left) * place / max(1, self.count - 1)

    def y(self, value: float) -> float:
        """Return the y of a value."""
        share = (value - self.plot.low) / (self.plot.high - self.plot.low)
        return self.bottom - (self.bottom - self.top) * share

    def place(self, x: float) -> int:
        """Return the ply nearest to an x."""
        share = (x - self.left) / max(1, self.right - self.left)
        return max(0, min(self.count - 1, round(share * (self.count - 1))))

    def ticks(self, most: int = 5) -> range:
        """Return at most `most` round values at equal steps, 0 among them."""
        low, high = self.plot.low, self.plot.high
        step = next((step for step in _STEPS if (high - low) / step <= most), _STEPS[-1])
        return range(-(-low // step) * step, high + 1, step)

    def points(self, curve: Curve) -> list[Point | None]:
        """Return the points of a curve, None if a value is unknown."""
        return [
            None if value is None else (self.x(place), self.y(value))
            for place, value in enumerate(curve.values, start=curve.first)
        ]

    def stretches(self, curve: Curve) -> Iterator[tuple[bool, list[Point]]]:
        """Yield the stretches of a curve, each with whether it is proven, hence solid."""
        points, run, was_solid = self.points(curve), list[Point](), True
        for place, (one, other) in enumerate(pairwise(points)):
            is_solid = curve.proven[place] and curve.proven[place + 1]
            if one is None or other is None or is_solid != was_solid:
                if len(run) > 1:
                    yield was_solid, run
                run = []
            was_solid = is_solid
            if one is not None and other is not None:
                run = run or [one]
                run += [(other[0], one[1]), other] if curve.steps else [other]
        if len(run) > 1:
            yield was_solid, run
