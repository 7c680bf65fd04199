"""Plots of a line of moves, and where their values stand: what every painter of plots shares.

margin_plot   the margin with perfect play after each move, up is player 1 ahead
loss_plot     what each player has lost up to each move, in steps
Scale         the places and values of a plot in a rectangle, its curves in stretches, its ticks
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeAlias

from battle.language import N_, _
from battle.page.blocks import Curve, Dot, Plot
from battle.rules.position import PLAYERS
from battle.words import Names, lost_figure

MARGIN: Final = N_("Margin with perfect play")


Reading: TypeAlias = tuple[int | None, bool]
"""A value, None where it is not known, and whether it is proven."""
Point: TypeAlias = tuple[float, float]

_STEPS: Final = (1, 2, 5, 10, 20, 50, 100)
_LONGEST_NAME: Final = 10
_LEAST_LOSS: Final = 10


def margin_plot(
    margins: Sequence[Reading],
    names: Names,
    *,
    beside: Curve | None = None,
    bars: Sequence[int] = (),
    dots: Sequence[Dot] = (),
    cut: tuple[int, str] | None = None,
) -> Plot:
    """Return the margins of a line, with those of another line `beside` it."""
    curves = [] if beside is None else [beside]
    values = tuple(value for value, _proven in margins)
    curves.append(Curve(values, tuple(proven for _value, proven in margins)))
    known = [value for curve in curves for value in curve.values if value is not None]
    low, high = min(0, *known, 0), max(0, *known, 0)
    room = max(2, (high - low) // 10)
    first, second = (_("{name} ahead").format(name=_short(name)) for name in names)
    return Plot(
        title=_(MARGIN),
        curves=tuple(curves),
        low=low - room,
        high=high + room,
        signed=True,
        sides=(first, second),
        bars=tuple(bars),
        dots=tuple(dots),
        cut=None if cut is None else cut[0],
        cut_words="" if cut is None else cut[1],
        tall=True,
    )


def loss_plot(losses: Sequence[Sequence[Reading]], names: Names, *, cut: int | None = None) -> Plot:
    """Return what both players have lost."""
    curves, known = [], [_LEAST_LOSS]
    for player, name, sums in zip(PLAYERS, names, losses, strict=True):
        values, proven = (tuple(column) for column in zip(*sums, strict=True))
        lost = lost_figure(values[-1] or 0, exact=proven[-1])
        label = f"{_short(name)} {lost}"
        curves.append(Curve(values, proven, player, steps=True, name=label))
        known += [value for value in values if value is not None]
    title = _("Points lost so far")
    return Plot(title=title, curves=tuple(curves), low=0, high=max(known), cut=cut)


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1].rstrip()}…"


@dataclass(frozen=True)
class Scale:
    """Where the places and the values of a plot are between four edges, y downwards."""

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
        """Return where a place stands."""
        return self.left + (self.right - self.left) * place / max(1, self.count - 1)

    def y(self, value: float) -> float:
        """Return where a value stands."""
        share = (value - self.plot.low) / (self.plot.high - self.plot.low)
        return self.bottom - (self.bottom - self.top) * share

    def place(self, x: float) -> int:
        """Return the place that stands nearest to an x."""
        share = (x - self.left) / max(1, self.right - self.left)
        return max(0, min(self.count - 1, round(share * (self.count - 1))))

    def ticks(self, most: int = 5) -> range:
        """Return round values at equal steps, at most `most` of them, 0 among them."""
        low, high = self.plot.low, self.plot.high
        step = next((step for step in _STEPS if (high - low) / step <= most), _STEPS[-1])
        return range(-(-low // step) * step, high + 1, step)

    def points(self, curve: Curve) -> list[Point | None]:
        """Return where the values of a curve are, None where one is not known."""
        return [
            None if value is None else (self.x(place), self.y(value))
            for place, value in enumerate(curve.values, start=curve.first)
        ]

    def stretches(self, curve: Curve) -> Iterator[tuple[bool, list[Point]]]:
        """Yield the corners of a curve in stretches, each solid or, for what is not proven, not."""
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
