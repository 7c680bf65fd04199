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
from typing import Final

from battle.page.blocks import Curve, Plot
from battle.page.plots import Scale
from battle.report.markup import Markup, joined, tag
from battle.rules.position import PLAYERS, Player
from battle.words.numbers import signed

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
        self.top = 30 + layout.row
        self.bottom = self.top + (190 if plot.tall else 100)
        self.above, self.below = self.top - 9, self.bottom + 14
        self.scale = Scale(plot, layout.left, layout.right, self.top, self.bottom)

    def element(self) -> Markup:
        plot, layout = self.plot, self.layout
        parts = [*self.grid(), *self.sides(), *self.cut()]
        for curve in plot.curves:
            parts += self.curve(curve)
        for dot in plot.dots:
            place = self.scale.x(dot.place), self.scale.y(dot.value)
            parts.append(tag("g", tag("title", dot.words), _sign(dot.player, *place)))
        parts += [*self.names(), *self.numbers()]
        box = f"0 0 {layout.width} {self.bottom + 26 + 2 * layout.row}"
        style = f"graph {layout.name}"
        return tag("svg", tag("title", plot.title), *parts, viewBox=box, class_=style, role="img")

    def grid(self) -> Iterator[Markup]:
        """Yield lines across at round values, with their numbers, and what the plot shows."""
        left, right = self.layout.left, self.layout.right
        for value in self.scale.ticks():
            y = f"{self.scale.y(value):.1f}"
            name = "axis" if value == 0 else "grid"
            yield tag("line", x1=left, x2=right, y1=y, y2=y, class_=name)
            words = signed(value) if self.plot.signed else str(value)
            yield tag("text", words, x=left - 8, y=f"{self.scale.y(value) + 4:.1f}", class_="end")
        top = self.above - self.layout.row
        yield tag("text", self.plot.title, x=left, y=top, class_="strong")

    def curve(self, curve: Curve) -> Iterator[Markup]:
        """Yield a curve, dashed wherever one of its ends is not proven."""
        name = "margin" if curve.player is None else f"player-{curve.player}"
        for solid, run in self.scale.stretches(curve):
            path = " ".join(f"{x:.1f} {y:.1f}" for x, y in run)
            style = f"line {name}" if solid else f"line {name} estimated"
            yield tag("path", d=f"M{path}", class_=style)

    def sides(self) -> Iterator[Markup]:
        """Yield what lies above and below zero."""
        if self.plot.sides is None:
            return
        zero, x = self.scale.y(0), self.layout.right + 14
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
        x = self.scale.x(self.plot.cut)
        yield tag("line", x1=f"{x:.1f}", x2=f"{x:.1f}", y1=self.top, y2=self.bottom, class_="turn")
        if words := self.plot.cut_words:
            room = _LETTER * len(words) / 2
            middle = max(room, min(self.layout.width - room, x))
            y = self.below + self.layout.row + 14
            yield tag("text", words, x=f"{middle:g}", y=y, class_="middle")

    def names(self) -> Iterator[Markup]:
        """Yield the names of the curves: at their ends, or above them; never on each other."""
        named = [curve for curve in self.plot.curves if curve.name]
        left, right, row = self.layout.left, self.layout.right, self.layout.row
        ends = [self.scale.y(curve.values[-1] or 0) + 4 for curve in named]
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
        for ply in range(5, self.scale.count, 5):
            yield tag("text", f"{ply}.", x=f"{self.scale.x(ply):.1f}", y=y, class_="middle")


def _named(player: Player, x: float, y: float, words: str) -> Iterator[Markup]:
    """Yield a player's sign around `x` and words beside it."""
    yield _sign(player, x, y - 4)
    yield tag("text", words, x=f"{x + 10:g}", y=f"{y:.0f}")


def _sign(player: Player, x: float, y: float) -> Markup:
    """Return a player's sign, a disc or a diamond, around a point."""
    if player == 1:
        return tag("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=5, class_="sign player-1")
    corners = f"M{x:.1f} {y - 6:.1f}l6 6-6 6-6-6z"
    return tag("path", d=corners, class_="sign player-2")
