r"""The graph of a reviewed game as SVG: the margin after each move, and what each player has lost.

    +7 |--.__                      one point a position: the start, then after each move
     0 |_____\____/''''            solid where proven, dashed where estimated
    −7 |
    20 |         ___,---- Ada      points lost so far; players differ in colour, sign and name
     0 |________/_______◆ Ben

There are two layouts of it, and the page's style sheet shows the one that has room: a wide one with
names beside the lines, as above, and a narrow one for phones with names above and below them.
Colours come from there too, by the classes used here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby, pairwise
from operator import and_
from typing import Final

from battle.analysis.ledger import Mark, MoveReview, Review, Thresholds
from battle.language import _
from battle.report.markup import Markup, joined, tag
from battle.report.words import number_of
from battle.rules.position import PLAYERS, Player
from battle.words.numbers import cost_figure, lost_figure, signed

_TICK_STEPS: Final = (1, 2, 5, 10, 20, 50, 100)
_LETTER: Final = 7.2
"""The width that a letter has in a wide font; an average of many."""


@dataclass(frozen=True)
class _Layout:
    """How wide a graph is, and where its lines begin and end.

    `row` is the height of a row of words above and below a plot, where lines are named; with none,
    0, that stands to the right of them.
    """

    name: str
    width: int
    left: int
    right: int
    row: int


_LAYOUTS: Final = (_Layout("wide", 784, 46, 632, 0), _Layout("narrow", 340, 36, 326, 16))


@dataclass(frozen=True)
class _Plot:
    """A plot with one place a position across, and values from `low` to `high` upwards."""

    layout: _Layout
    top: int
    bottom: int
    low: int
    high: int
    count: int

    def x(self, index: int) -> float:
        left, right = self.layout.left, self.layout.right
        return round(left + (right - left) * index / max(1, self.count - 1), 1)

    def y(self, value: float) -> float:
        span = self.bottom - self.top
        return round(self.bottom - span * (value - self.low) / (self.high - self.low), 1)

    def grid(self, label: str, *, with_sign: bool) -> Iterator[Markup]:
        """Yield lines across at round values, with their numbers, and what the plot shows."""
        left, right = self.layout.left, self.layout.right
        step = next(s for s in _TICK_STEPS if (self.high - self.low) / s <= 5 or s == 100)
        for value in range(-(-self.low // step) * step, self.high + 1, step):
            y = self.y(value)
            name = "axis" if value == 0 else "grid"
            yield tag("line", x1=left, x2=right, y1=y, y2=y, class_=name)
            words = signed(value) if with_sign else str(value)
            yield tag("text", words, x=left - 8, y=y + 4, class_="end")
        yield tag("text", label, x=left, y=self.above - self.layout.row, class_="strong")

    @property
    def above(self) -> int:
        """Where the row of words next to the plot stands, above it."""
        return self.top - 9

    @property
    def below(self) -> int:
        """Where the row of words next to the plot stands, below it."""
        return self.bottom + 14


def graph(review: Review, names: tuple[str, str], thresholds: Thresholds) -> Markup:
    """Return the graph of a review as SVG elements, one for each layout, also for no moves."""
    return joined(*(_drawn(layout, review, names, thresholds) for layout in _LAYOUTS))


def _drawn(
    layout: _Layout, review: Review, names: tuple[str, str], thresholds: Thresholds
) -> Markup:
    margins = _margin_plot(layout, review)
    losses = _loss_plot(review, margins)
    parts = [
        *margins.grid(_("Margin with perfect play"), with_sign=True),
        *_sides(margins, names),
        *_turn(review, margins, losses),
        *_lines("margin", margins, review.margins, _proven(review)),
        *_marks(review, margins, thresholds),
        *losses.grid(_("Points lost so far"), with_sign=False),
        *_losses(review, losses, names),
        *_numbers(review, losses),
    ]
    height = losses.bottom + 26
    title = tag("title", _("Margins and points lost, move by move"))
    box, style = f"0 0 {layout.width} {height}", f"graph {layout.name}"
    return tag("svg", title, *parts, viewBox=box, class_=style, role="img")


def _margin_plot(layout: _Layout, review: Review) -> _Plot:
    top = 30 + layout.row
    low, high = min(0, *review.margins), max(0, *review.margins)
    room = max(2, (high - low) // 10)
    return _Plot(layout, top, top + 190, low - room, high + room, len(review.margins))


def _loss_plot(review: Review, above: _Plot) -> _Plot:
    top = above.bottom + 46 + 2 * above.layout.row
    return _Plot(above.layout, top, top + 100, 0, max(5, *review.lost), len(review.margins))


def _proven(review: Review) -> list[bool]:
    """Return whether the margin of each position is proven."""
    return [review.par_exact, *(move.margin_exact for move in review.moves)]


def _lines(
    name: str, plot: _Plot, values: Sequence[int], proven: Sequence[bool], *, steps: bool = False
) -> Iterator[Markup]:
    """Yield the line through `values`, dashed wherever one of its ends is not proven."""
    solid = [*map(all, pairwise(proven))]
    for sure, run in groupby(range(len(solid)), key=solid.__getitem__):
        indexes = [*run]
        indexes.append(indexes[-1] + 1)
        style = f"line {name}" if sure else f"line {name} estimated"
        yield tag("path", d=_path(plot, indexes, values, steps), class_=style)


def _path(plot: _Plot, indexes: Sequence[int], values: Sequence[int], steps: bool) -> str:
    corners = [f"M{plot.x(indexes[0]):g} {plot.y(values[indexes[0]]):g}"]
    for index in indexes[1:]:
        x, y = plot.x(index), plot.y(values[index])
        corners.append(f"H{x:g}V{y:g}" if steps else f"L{x:g} {y:g}")
    return "".join(corners)


def _sides(plot: _Plot, names: tuple[str, str]) -> Iterator[Markup]:
    """Yield who is ahead above and below the line of 0."""
    zero, x = plot.y(0), plot.layout.right + 14
    places = [(x, (plot.top + zero) / 2), (x, (zero + plot.bottom) / 2)]
    if plot.layout.row:
        x = plot.layout.left + 6
        places = [(x, plot.above), (x, plot.below)]
    for player, name, place in zip(PLAYERS, names, places, strict=True):
        yield from _named(player, *place, _("{name} ahead").format(name=_short(name)))


def _turn(review: Review, margins: _Plot, losses: _Plot) -> Iterator[Markup]:
    """Yield a line down through the move with which the game turned for the last time."""
    if review.turning_point is not None:
        x = margins.x(review.turning_point)
        for plot in (margins, losses):
            yield tag("line", x1=x, x2=x, y1=plot.top, y2=plot.bottom, class_="turn")
        known = review.turning_point_known
        label = _("turning point") if known else _("turning point, as far as is known")
        room = _LETTER * len(label) / 2
        middle = max(room, min(margins.layout.width - room, x))
        y = margins.below + margins.layout.row
        yield tag("text", label, x=f"{middle:g}", y=y, class_="middle")


def _marks(review: Review, plot: _Plot, thresholds: Thresholds) -> Iterator[Markup]:
    """Yield a player's sign at each of their costly moves, its cost to be read on it."""
    for move in review.moves:
        if move.mark(thresholds) is not Mark.NONE:
            title = f"{number_of(move.ply)} {cost_figure(move.told)}"
            x, y = plot.x(move.ply), plot.y(move.margin)
            yield tag("g", tag("title", title), _sign(move.player, x, y))


def _losses(review: Review, plot: _Plot, names: tuple[str, str]) -> Iterator[Markup]:
    for player, name, place in zip(PLAYERS, names, _loss_places(review, plot), strict=True):
        exact = _exact_so_far(review.moves, player)
        yield from _lines(f"player-{player}", plot, review.losses(player), exact, steps=True)
        lost = lost_figure(review.lost[player - 1], exact=exact[-1])
        yield from _named(player, *place, f"{_short(name)} {lost}")


def _loss_places(review: Review, plot: _Plot) -> list[tuple[float, float]]:
    """Return where the players' losses are named: at the ends of the lines, or above."""
    layout = plot.layout
    if layout.row:
        return [(x + 6, plot.above) for x in (layout.left, (layout.left + layout.right) / 2)]
    ends = [plot.y(lost) + 4 for lost in review.lost]
    if abs(ends[0] - ends[1]) < 16:
        upper = 0 if ends[0] <= ends[1] else 1
        ends[1 - upper] = min(plot.bottom + 4, max(ends) + 8)
        ends[upper] = ends[1 - upper] - 16
    return [(layout.right + 14, end) for end in ends]


def _exact_so_far(moves: Sequence[MoveReview], player: Player) -> list[bool]:
    """Return whether a player's losses are proven up to each position."""
    return [*accumulate((m.exact or m.player != player for m in moves), and_, initial=True)]


def _numbers(review: Review, plot: _Plot) -> Iterator[Markup]:
    """Yield the numbers of moves below the graph, every fifth."""
    for ply in range(5, len(review.moves) + 1, 5):
        words = number_of(ply)
        yield tag("text", words, x=plot.x(ply), y=plot.bottom + 18, class_="middle")


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


def _short(name: str) -> str:
    return name if len(name) <= 10 else f"{name[:9].rstrip()}…"
