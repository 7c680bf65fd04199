r"""The graph of a line: the margin with perfect play after each move, and the points lost so far.

    (1) up  ┌──────────────┐   above: the margin from player 1's side; up is player 1 ahead
            │   __/\____   │   solid where proven, dashed and fainter where estimated
    (2)     │ ▗  ▖   \__▖ │          bars: what hangs on finding the best move, as far as proven
            ├──────────────┤
            │ __/──   lost │   below: what each player has lost up to each move
            └──────────────┘

While a branch is looked at the game itself goes on beside it, thin and faint. All moves share one
axis; `place_at` turns a point into a place of the line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

import pygame

from battle.analysis.ledger import Mark
from battle.analysis.study import Snapshot
from battle.analysis.values import Known
from battle.language import _
from battle.rules.position import PLAYERS, Player, for_player
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.canvas import Canvas, Points
from battle.window.ui.theme import Role, Theme
from battle.words.numbers import lost_brief, margin_figure, signed

_LEAST_MARGIN: Final = 10
_HEAD: Final = 28
_AXIS: Final = 50
_PAD: Final = 10
_CURVE: Final = look.INK


@dataclass
class GraphPanel:
    """The graph in its place; `hovered` is the place of the line under the mouse."""

    theme: Theme
    rect: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 0, 0))
    count: int = 1
    hovered: int | None = None

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Lay the graph out in `rect`."""
        self.theme, self.rect = theme, rect
        px, pad = theme.px, theme.px(_PAD)
        head = theme.px(_HEAD)
        self.head = pygame.Rect(rect.left + pad, rect.top, rect.width - 2 * pad, head)
        axis = theme.px(_AXIS)
        left = rect.left + pad + axis
        whole = pygame.Rect(left, rect.top + head, rect.right - px(12) - left, 0)
        whole.height = rect.bottom - pad - whole.top
        upper = whole.height * 60 // 100
        self.plot = whole
        self.margins = pygame.Rect(whole.left, whole.top, whole.width, upper)
        top = self.margins.bottom + px(7)
        self.losses = pygame.Rect(whole.left, top, whole.width, whole.bottom - top)

    def place_at(self, point: tuple[int, int]) -> int | None:
        """Return the place of the line, from 0, nearest to a point of the plot."""
        room = self.rect.inflate(0, -self.theme.px(4))
        if not room.collidepoint(point) or point[1] < self.head.bottom:
            return None
        share = (point[0] - self.plot.left) / max(1, self.plot.width)
        return max(0, min(self.count - 1, round(share * (self.count - 1))))

    def x_of(self, place: int) -> float:
        """Return where a place of the line stands."""
        return self.plot.left + self.plot.width * place / max(1, self.count - 1)

    # --- painting -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface, snapshot: Snapshot) -> None:
        """Paint the panel and both curves."""
        self.count = snapshot.length
        theme, px = self.theme, self.theme.px
        draw.box(surface, self.rect, look.PANEL, radius=px(14), border=look.LINE)
        draw.text(surface, theme.font(Role.STRONG), _("Margin"), look.INK, self.head)
        for rect in (self.margins, self.losses):
            draw.box(surface, rect.inflate(px(4), px(4)), look.PLOT, radius=px(5))
        height = _scale(snapshot)
        self._paint_axis(surface, height)
        self._paint_margins(surface, snapshot, height)
        self._paint_losses(surface, snapshot)

    def paint_place(self, surface: pygame.Surface, snapshot: Snapshot) -> None:
        """Paint where the place looked at is, the one under the mouse, and what is known there."""
        px = self.theme.px
        if self.hovered is not None and self.hovered != snapshot.place:
            self._paint_cursor(surface, self.hovered, look.MUTED, 1)
        self._paint_cursor(surface, snapshot.place, look.GOLD, px(2))
        shown = snapshot.place
        if self.hovered is not None:
            shown = min(self.hovered, len(snapshot.line) - 1)
        margin = snapshot.margins[shown]
        words = margin_figure(margin)
        font = self.theme.font(Role.STRONG)
        where = self.head.copy()
        if margin.is_exact:
            draw.sign(
                surface, "check", px(15), self.theme.costs[Mark.NONE], midright=where.midright
            )
            where.width -= px(18)
        place = draw.text(surface, font, words, look.INK, where, "right")
        if shown == snapshot.place and margin.guess is not None:
            self._paint_dot(surface, snapshot, margin.guess)
        note = pygame.Rect(self.head)
        note.width = place.left - note.left - px(8)
        title = self.theme.font(Role.STRONG).size(_("Margin"))[0] + px(8)
        note.left += title
        note.width -= title
        small = self.theme.font(Role.SMALL)
        for text in self._notes(snapshot, shown):
            if small.size(text)[0] <= note.width:
                draw.text(surface, small, text, look.FAINT, note, "right")
                break

    @staticmethod
    def _notes(snapshot: Snapshot, place: int) -> tuple[str, ...]:
        """Say which place is shown, and how much hangs on the best move there, then shorter."""
        where = _("start") if place == 0 else _("after move {number}").format(number=place)
        if not snapshot.tensions[place]:
            return (where,)
        # Translators: how many points the best pair is worth over the second.
        words = _("tension {points}").format(points=snapshot.tensions[place])
        return f"{where}  ·  {words}", words, where

    def _paint_dot(self, surface: pygame.Surface, snapshot: Snapshot, margin: int) -> None:
        side = self.theme.px(9)
        dot = pygame.Rect(0, 0, side, side)
        y = self._y_of(margin, _scale(snapshot))
        dot.center = (round(self.x_of(snapshot.place)), round(y))
        draw.box(surface, dot, look.GOLD, radius=side // 2, border=look.ROOM)

    def _paint_cursor(
        self, surface: pygame.Surface, place: int, colour: pygame.Color, width: int
    ) -> None:
        x = round(self.x_of(min(place, self.count - 1)) - width / 2)
        surface.fill(colour, pygame.Rect(x, self.plot.top, width, self.plot.height))

    def _y_of(self, margin: int, height: int) -> float:
        share = (height - margin) / (2 * height)
        return self.margins.top + self.margins.height * share

    def _paint_axis(self, surface: pygame.Surface, height: int) -> None:
        """Label the axis: whose side is up, whose down, and how far."""
        px, small = self.theme.px, self.theme.font_of_size(Role.SMALL, self.theme.px(11))
        middle = round(self._y_of(0, height))
        surface.fill(look.PLOT_FRAME, pygame.Rect(self.plot.left, middle, self.plot.width, 1))
        side = min(px(14), self.margins.height // 4)
        tops = self.margins.top, self.margins.bottom - side
        for player, top in zip(PLAYERS, tops, strict=True):
            sign = pygame.Rect(self.head.left - px(2), top, side, side)
            draw.badge(surface, self.theme, player, sign)
            label = pygame.Rect(sign.right + px(1), top, self.plot.left - sign.right - px(6), side)
            number = for_player(height, player)
            draw.text(surface, small, signed(number), look.MUTED, label, "right")
        zero = pygame.Rect(self.head.left, middle - side // 2, 0, side)
        zero.width = self.plot.left - px(5) - zero.left
        draw.text(surface, small, "0", look.MUTED, zero, "right")

    def _paint_margins(self, surface: pygame.Surface, snapshot: Snapshot, height: int) -> None:
        points: Points = [
            None if known.guess is None else (self.x_of(place), self._y_of(known.guess, height))
            for place, known in enumerate(snapshot.margins)
        ]
        proven = [known.is_exact for known in snapshot.margins]
        canvas = Canvas(self.margins.inflate(self.theme.px(8), self.theme.px(6)))
        self._fill(canvas, points, self._y_of(0, height))
        self._paint_tension(canvas, snapshot)
        self._paint_beside(canvas, snapshot, height)
        canvas.curve(points, proven, (_CURVE, look.GUESSED_CURVE), self.theme.px(2))
        self._mark(canvas, snapshot, points)
        canvas.put_on(surface)

    def _fill(self, canvas: Canvas, points: Points, zero: float) -> None:
        """Tint what lies between the curve and zero in the colour of who is ahead."""
        for one, other in pairwise(points):
            if one is None or other is None:
                continue
            player = 1 if one[1] + other[1] < 2 * zero else 2
            colour = look.PLAYERS[player]
            tint = look.translucent(colour, 70)
            canvas.area([(one[0], zero), one, other, (other[0], zero)], tint)

    def _paint_tension(self, canvas: Canvas, snapshot: Snapshot) -> None:
        """Put a bar below every place where one move is proven better than all others."""
        half = min(self.theme.px(3), 0.6 * self.plot.width / self.count) / 2
        most = self.margins.height * 0.45
        bottom = self.margins.bottom
        for place, points in enumerate(snapshot.tensions):
            x, top = self.x_of(place), bottom - most * min(points, _FULL_TENSION) / _FULL_TENSION
            if points:
                corners = [(x - half, bottom), (x - half, top), (x + half, top), (x + half, bottom)]
                canvas.area(corners, look.translucent(look.GOLD, 130))

    def _paint_beside(self, canvas: Canvas, snapshot: Snapshot, height: int) -> None:
        """Draw the game itself thin and faint beside a branch of it."""
        points: Points = [
            None if known.guess is None else (self.x_of(place), self._y_of(known.guess, height))
            for place, known in snapshot.beside.items()
        ]
        proven = [known.is_exact for known in snapshot.beside.values()]
        canvas.curve(points, proven, (look.FAINT, look.FAINT), self.theme.px(1))

    def _mark(self, canvas: Canvas, snapshot: Snapshot, points: Points) -> None:
        """Put a dot on every move that cost much."""
        for node, point in zip(snapshot.line, points, strict=True):
            cost = snapshot.costs.get(node)
            if point is not None and cost is not None and cost.mark in _MARKED:
                canvas.dot(point, self.theme.px(3), self.theme.costs[cost.mark])

    def _paint_losses(self, surface: pygame.Surface, snapshot: Snapshot) -> None:
        px = self.theme.px
        known = [loss[0] for player in PLAYERS for loss in snapshot.losses[player] if loss]
        most = max([_LEAST_MARGIN, *known])
        canvas = Canvas(self.losses.inflate(px(8), px(6)))
        for player in PLAYERS:
            sums = snapshot.losses[player]
            points = self._steps(sums, most)
            proven = [loss is not None and loss[1] for loss in sums for _twice in (0, 1)]
            colour = look.PLAYERS[player]
            canvas.curve(points, proven, (colour, _fainter(colour)), px(2))
            for point in _climbs(points):
                canvas.sign(point, px(3), player)
        canvas.put_on(surface)
        for player in PLAYERS:
            draw.badge(surface, self.theme, player, self._loss_sign(player, snapshot))

    def _steps(self, sums: Sequence[tuple[int, bool] | None], most: int) -> Points:
        points: Points = []
        y = None
        for place, loss in enumerate(sums):
            if loss is None:
                points += [None, None]
                continue
            x, before = self.x_of(place), y
            y = self.losses.bottom - self.losses.height * loss[0] / most
            points += [(x, y if before is None else before), (x, y)]
        return points

    def _loss_sign(self, player: Player, snapshot: Snapshot) -> pygame.Rect:
        """Return where the sign of a player's losses is: above for who has lost more in the end."""
        first, second = ((snapshot.losses[one][-1] or (0, True))[0] for one in PLAYERS)
        above = 1 if first >= second else 2
        side = max(self.theme.px(11), min(self.theme.px(14), self.losses.height // 2 - 1))
        top = self.losses.top if player == above else self.losses.bottom - side
        return pygame.Rect(self.head.left - self.theme.px(2), top, side, side)

    def paint_losses_here(self, surface: pygame.Surface, snapshot: Snapshot) -> None:
        """Say left of the plot what each player has lost up to the place looked at."""
        for player in PLAYERS:
            loss = snapshot.losses[player][snapshot.place]
            if loss is None:
                continue
            sign = self._loss_sign(player, snapshot)
            font = self.theme.font_of_size(Role.STRONG, min(self.theme.px(11), sign.height))
            left = sign.right + self.theme.px(1)
            label = pygame.Rect(
                left, sign.top, self.plot.left - left - self.theme.px(5), sign.height
            )
            words = lost_brief(loss[0], exact=loss[1])
            draw.text(surface, font, words, look.INK, label, "right")


_FULL_TENSION: Final = 12
"""The points at which a bar of tension is as high as it gets."""

_MARKED: Final = (Mark.MISTAKE, Mark.BLUNDER)


def scale_of(margins: Sequence[Known]) -> int:
    """Return the margin at the upper edge: a round number that holds all."""
    most = max((abs(known.guess) for known in margins if known.guess is not None), default=0)
    return max(_LEAST_MARGIN, -(-most // 5) * 5)


def _scale(snapshot: Snapshot) -> int:
    return scale_of([*snapshot.margins, *snapshot.beside.values()])


def _fainter(colour: pygame.Color) -> pygame.Color:
    return colour.lerp(look.PANEL, 0.3)


def _climbs(points: Points) -> list[tuple[float, float]]:
    """Return the upper ends of a curve's steps, and where it ends."""
    known = [point for point in points if point is not None]
    climbs = [other for one, other in pairwise(known) if other[1] < one[1]]
    return [*climbs, *known[-1:]]
