r"""Plots as SVG: curves over the places of a line, with a grid of round values.

    +7 |--.__                      solid where proven, dashed where estimated
     0 |_____\____/''''  ◆ Ben     players differ in colour, sign and name
    −7 |

There are two layouts of each, and the page's style sheet shows the one that has room: a wide one
with names beside the curves, as above, and a narrow one for phones with names above and below.
Colours come from there too, by the classes used here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Final

from battle.page.blocks import Curve, Plot
from battle.report.markup import Markup, joined, tag
from battle.rules.position import PLAYERS, Player
from battle.words.numbers import signed

_TICK_STEPS: Final = (1, 2, 5, 10, 20, 50, 100)
_LETTER: Final = 7.2
"""The width that a letter has in a wide font; an average of many."""


@dataclass(frozen=True)
class _Layout:
    """How wide a plot is, and where its curves begin and end.

    `row` is the height of a row of words above and below it, where curves are named; with none, 0,
    that stands to the right of them.
    """

    name: str
    width: int
    left: int
    right: int
    row: int


_LAYOUTS: Final = (_Layout("wide", 784, 46, 632, 0), _Layout("narrow", 340, 36, 326, 16))


def plot_element(plot: Plot) -> Markup:
    """Return a plot as SVG elements, one for each layout."""
    return joined(*(_Drawing(plot, layout).element() for layout in _LAYOUTS))


class _Drawing:
    """A plot in one layout."""

    def __init__(self, plot: Plot, layout: _Layout) -> None:
        self.plot, self.layout = plot, layout
        self.count = max(len(curve.values) for curve in plot.curves)
        self.top = 30 + layout.row
        self.bottom = self.top + (190 if plot.tall else 100)
        self.above, self.below = self.top - 9, self.bottom + 14

    def element(self) -> Markup:
        plot, layout = self.plot, self.layout
        parts = [*self.grid(), *self.sides(), *self.cut()]
        for curve in plot.curves:
            parts += self.curve(curve)
        for dot in plot.dots:
            place = self.x(dot.place), self.y(dot.value)
            parts.append(tag("g", tag("title", dot.words), _sign(dot.player, *place)))
        parts += [*self.names(), *self.numbers()]
        box = f"0 0 {layout.width} {self.bottom + 26 + 2 * layout.row}"
        style = f"graph {layout.name}"
        return tag("svg", tag("title", plot.title), *parts, viewBox=box, class_=style, role="img")

    def x(self, place: int) -> float:
        left, right = self.layout.left, self.layout.right
        return round(left + (right - left) * place / max(1, self.count - 1), 1)

    def y(self, value: float) -> float:
        span, low = self.bottom - self.top, self.plot.low
        return round(self.bottom - span * (value - low) / (self.plot.high - low), 1)

    def grid(self) -> Iterator[Markup]:
        """Yield lines across at round values, with their numbers, and what the plot shows."""
        left, right = self.layout.left, self.layout.right
        low, high = self.plot.low, self.plot.high
        step = next(s for s in _TICK_STEPS if (high - low) / s <= 5 or s == 100)
        for value in range(-(-low // step) * step, high + 1, step):
            y = self.y(value)
            name = "axis" if value == 0 else "grid"
            yield tag("line", x1=left, x2=right, y1=y, y2=y, class_=name)
            words = signed(value) if self.plot.signed else str(value)
            yield tag("text", words, x=left - 8, y=y + 4, class_="end")
        y = self.above - self.layout.row
        yield tag("text", self.plot.title, x=left, y=y, class_="strong")

    def curve(self, curve: Curve) -> Iterator[Markup]:
        """Yield a curve, dashed wherever one of its ends is not proven."""
        name = "margin" if curve.player is None else f"player-{curve.player}"
        solid = [*map(all, pairwise(curve.proven))]
        for sure, run in groupby(range(len(solid)), key=solid.__getitem__):
            places = [*run]
            path = [f"M{self.x(places[0]):g} {self.y(curve.values[places[0]]):g}"]
            for place in (place + 1 for place in places):
                x, y = self.x(place), self.y(curve.values[place])
                path.append(f"H{x:g}V{y:g}" if curve.steps else f"L{x:g} {y:g}")
            style = f"line {name}" if sure else f"line {name} estimated"
            yield tag("path", d="".join(path), class_=style)

    def sides(self) -> Iterator[Markup]:
        """Yield what lies above and below zero."""
        if self.plot.sides is None:
            return
        zero, x = self.y(0), self.layout.right + 14
        places = [(x, (self.top + zero) / 2), (x, (zero + self.bottom) / 2)]
        if self.layout.row:
            x = self.layout.left + 6
            places = [(x, self.above), (x, self.below)]
        for player, words, place in zip(PLAYERS, self.plot.sides, places, strict=True):
            yield from _named(player, *place, words)

    def cut(self) -> Iterator[Markup]:
        """Yield the line across, with its words."""
        if self.plot.cut is None:
            return
        x = self.x(self.plot.cut)
        yield tag("line", x1=x, x2=x, y1=self.top, y2=self.bottom, class_="turn")
        if words := self.plot.cut_words:
            room = _LETTER * len(words) / 2
            middle = max(room, min(self.layout.width - room, x))
            y = self.below + self.layout.row + 14
            yield tag("text", words, x=f"{middle:g}", y=y, class_="middle")

    def names(self) -> Iterator[Markup]:
        """Yield the names of the curves: at their ends, or above them; never on each other."""
        named = [curve for curve in self.plot.curves if curve.name]
        left, right, row = self.layout.left, self.layout.right, self.layout.row
        ends = [self.y(curve.values[-1]) + 4 for curve in named]
        if len(ends) == 2 and abs(ends[0] - ends[1]) < 16:
            upper = 0 if ends[0] <= ends[1] else 1
            ends[1 - upper] = min(self.bottom + 4, max(ends) + 8)
            ends[upper] = ends[1 - upper] - 16
        for number, curve in enumerate(named):
            place = (right + 14, ends[number])
            if row:
                place = (left + (right - left) * number // len(named) + 6, self.above)
            yield from _named(curve.player or 1, *place, curve.name)

    def numbers(self) -> Iterator[Markup]:
        """Yield the numbers of moves below the plot, every fifth."""
        y = self.below + (self.layout.row if self.plot.sides else 0)
        for ply in range(5, self.count, 5):
            yield tag("text", f"{ply}.", x=self.x(ply), y=y, class_="middle")


def _named(player: Player, x: float, y: float, words: str) -> Iterator[Markup]:
    """Yield a player's sign around `x` and words beside it."""
    yield _sign(player, x, y - 4)
    yield tag("text", words, x=f"{x + 10:g}", y=f"{y:.0f}")


def _sign(player: Player, x: float, y: float) -> Markup:
    """Return a player's sign, a disc or a diamond, around a point."""
    if player == 1:
        return tag("circle", cx=f"{x:g}", cy=f"{y:g}", r=5, class_="sign player-1")
    corners = f"M{x:g} {y - 6:g}l6 6-6 6-6-6z"
    return tag("path", d=corners, class_="sign player-2")
