r"""The graph of a reviewed game as SVG: the margin after each move, and what each player has lost.

    +7 |--.__                      one point a position: the start, then after each move
     0 |_____\____/''''            solid where proven, dashed where estimated
    −7 |
    20 |         ___,---- Ada      points lost so far; players differ in colour, sign and name
     0 |________/_______◆ Ben

Colours come from the page's style sheet, by the classes used here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby, pairwise
from operator import and_
from typing import Final

from battle.analysis.ledger import Mark, MoveReview, Review, Thresholds
from battle.language import _
from battle.report.markup import Markup, tag
from battle.report.words import number_of
from battle.rules.position import PLAYERS, Player
from battle.words.numbers import cost_figure, lost_figure, signed

_WIDTH: Final = 784
_LEFT: Final = 46
_RIGHT: Final = 632
"""Where the lines end; what stands to the right names them."""
_TICK_STEPS: Final = (1, 2, 5, 10, 20, 50, 100)


@dataclass(frozen=True)
class _Plot:
    """A plot with one place a position across, and values from `low` to `high` upwards."""

    top: int
    bottom: int
    low: int
    high: int
    count: int

    def x(self, index: int) -> float:
        return round(_LEFT + (_RIGHT - _LEFT) * index / max(1, self.count - 1), 1)

    def y(self, value: float) -> float:
        span = self.bottom - self.top
        return round(self.bottom - span * (value - self.low) / (self.high - self.low), 1)

    def grid(self, label: str, *, with_sign: bool) -> Iterator[Markup]:
        """Yield lines across at round values, with their numbers, and what the plot shows."""
        step = next(s for s in _TICK_STEPS if (self.high - self.low) / s <= 5 or s == 100)
        for value in range(-(-self.low // step) * step, self.high + 1, step):
            y = self.y(value)
            name = "axis" if value == 0 else "grid"
            yield tag("line", x1=_LEFT, x2=_RIGHT, y1=y, y2=y, class_=name)
            words = signed(value) if with_sign else str(value)
            yield tag("text", words, x=_LEFT - 8, y=y + 4, class_="end")
        yield tag("text", label, x=_LEFT, y=self.top - 9, class_="strong")


def graph(review: Review, names: tuple[str, str], thresholds: Thresholds) -> Markup:
    """Return the graph of a review as an SVG element; raises nothing, also for no moves."""
    margins = _margin_plot(review)
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
    return tag("svg", title, *parts, viewBox=f"0 0 {_WIDTH} {height}", class_="graph", role="img")


def _margin_plot(review: Review) -> _Plot:
    low, high = min(0, *review.margins), max(0, *review.margins)
    room = max(2, (high - low) // 10)
    return _Plot(30, 220, low - room, high + room, len(review.margins))


def _loss_plot(review: Review, above: _Plot) -> _Plot:
    top = above.bottom + 46
    return _Plot(top, top + 100, 0, max(5, *review.lost), len(review.margins))


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
    zero = plot.y(0)
    for player, name in zip(PLAYERS, names, strict=True):
        y = (plot.top + zero) / 2 if player == 1 else (zero + plot.bottom) / 2
        x = _RIGHT + 14
        shown = _("{name} ahead").format(name=_short(name))
        yield _sign(player, x, y - 4)
        yield tag("text", shown, x=x + 10, y=f"{y:.0f}")


def _turn(review: Review, margins: _Plot, losses: _Plot) -> Iterator[Markup]:
    """Yield a line down through the move with which the game turned for the last time."""
    if review.turning_point is not None:
        x = margins.x(review.turning_point)
        yield tag("line", x1=x, x2=x, y1=margins.top, y2=losses.bottom, class_="turn")
        known = review.turning_point_known
        label = _("turning point") if known else _("turning point, as far as is known")
        yield tag("text", label, x=x, y=margins.bottom + 14, class_="middle")


def _marks(review: Review, plot: _Plot, thresholds: Thresholds) -> Iterator[Markup]:
    """Yield a player's sign at each of their costly moves, its cost to be read on it."""
    for move in review.moves:
        if move.mark(thresholds) is not Mark.NONE:
            title = f"{number_of(move.ply)} {cost_figure(move.told)}"
            x, y = plot.x(move.ply), plot.y(move.margin)
            yield tag("g", tag("title", title), _sign(move.player, x, y))


def _losses(review: Review, plot: _Plot, names: tuple[str, str]) -> Iterator[Markup]:
    ends = [plot.y(lost) for lost in review.lost]
    if abs(ends[0] - ends[1]) < 16:
        upper = 0 if ends[0] <= ends[1] else 1
        ends[1 - upper] = min(float(plot.bottom), max(ends) + 8)
        ends[upper] = ends[1 - upper] - 16
    for player, name, end in zip(PLAYERS, names, ends, strict=True):
        exact = _exact_so_far(review.moves, player)
        yield from _lines(f"player-{player}", plot, review.losses(player), exact, steps=True)
        yield _sign(player, _RIGHT + 14, end)
        lost = f"{_short(name)} {lost_figure(review.lost[player - 1], exact=exact[-1])}"
        yield tag("text", lost, x=_RIGHT + 24, y=end + 4)


def _exact_so_far(moves: Sequence[MoveReview], player: Player) -> list[bool]:
    """Return whether a player's losses are proven up to each position."""
    return [*accumulate((m.exact or m.player != player for m in moves), and_, initial=True)]


def _numbers(review: Review, plot: _Plot) -> Iterator[Markup]:
    """Yield the numbers of moves below the graph, every fifth."""
    for ply in range(1, len(review.moves) + 1):
        number = number_of(ply)
        if number.endswith(("0.", "5.")):
            yield tag("text", number, x=plot.x(ply), y=plot.bottom + 18, class_="middle")


def _sign(player: Player, x: float, y: float) -> Markup:
    """Return a player's sign, a disc or a diamond, around a point."""
    if player == 1:
        return tag("circle", cx=f"{x:g}", cy=f"{y:g}", r=5, class_="sign player-1")
    corners = f"M{x:g} {y - 6:g}l6 6-6 6-6-6z"
    return tag("path", d=corners, class_="sign player-2")


def _short(name: str) -> str:
    return name if len(name) <= 10 else f"{name[:9].rstrip()}…"
