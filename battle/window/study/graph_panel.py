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

from dataclasses import replace
from typing import Final

import pygame

from battle.analysis.ledger import Mark
from battle.analysis.study import Snapshot
from battle.language import _
from battle.page.blocks import Curve, Dot, Plot
from battle.page.plots import Scale, loss_plot, margin_plot
from battle.rules.position import PLAYERS, Player, for_player
from battle.window.pages.plot import paint_plot, scale_in
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.theme import Role, Theme
from battle.words.numbers import lost_brief, margin_figure, signed

_LEAST_MARGIN: Final = 10
_HEAD: Final = 28
_AXIS: Final = 50
_PAD: Final = 10


class GraphPanel:
    """The graph in its place; `hovered` is the place of the line under the mouse."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.hovered: int | None = None
        self.scale = Scale(Plot("", (), 0, 1), 0, 1, 0, 1)

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
        self.scale = scale_in(self.margins, self.scale.plot)

    def place_at(self, point: tuple[int, int]) -> int | None:
        """Return the place of the line, from 0, nearest to a point of the plot."""
        room = self.rect.inflate(0, -self.theme.px(4))
        if not room.collidepoint(point) or point[1] < self.head.bottom:
            return None
        return self.scale.place(point[0])

    def x_of(self, place: int) -> float:
        """Return where a place of the line stands."""
        return self.scale.x(place)

    # --- painting -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface, snapshot: Snapshot) -> None:
        """Paint the panel and both curves."""
        theme, px = self.theme, self.theme.px
        margins, losses = line_plots(snapshot)
        self.scale = scale_in(self.margins, margins)
        draw.box(surface, self.rect, look.PANEL, radius=px(14), border=look.LINE)
        draw.text(surface, theme.font(Role.STRONG), _("Margin"), look.INK, self.head)
        for rect in (self.margins, self.losses):
            draw.box(surface, rect.inflate(px(4), px(4)), look.PLOT, radius=px(5))
        self._paint_axis(surface, margins.high)
        paint_plot(surface, theme, self.margins, margins)
        paint_plot(surface, theme, self.losses, losses)
        for player in PLAYERS:
            draw.badge(surface, theme, player, self._loss_sign(player, snapshot))

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
        dot.center = round(self.x_of(snapshot.place)), round(self.scale.y(margin))
        draw.box(surface, dot, look.GOLD, radius=side // 2, border=look.ROOM)

    def _paint_cursor(
        self, surface: pygame.Surface, place: int, colour: pygame.Color, width: int
    ) -> None:
        x = round(self.x_of(min(place, self.scale.count - 1)) - width / 2)
        surface.fill(colour, pygame.Rect(x, self.plot.top, width, self.plot.height))

    def _paint_axis(self, surface: pygame.Surface, height: int) -> None:
        """Label the axis: whose side is up, whose down, and how far."""
        px, small = self.theme.px, self.theme.font_of_size(Role.SMALL, self.theme.px(11))
        middle = round(self.scale.y(0))
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


def line_plots(snapshot: Snapshot) -> tuple[Plot, Plot]:
    """Return what is known of a line: its margins, with the game beside a branch, and losses."""
    beside = None
    if snapshot.beside:
        known = snapshot.beside.values()
        values, proven = tuple(one.guess for one in known), tuple(one.is_exact for one in known)
        beside = Curve(values, proven, first=min(snapshot.beside), thin=True)
    dots = [
        Dot(place, margin.guess, cost.player, cost.mark)
        for place, (node, margin) in enumerate(zip(snapshot.line, snapshot.margins, strict=True))
        if (cost := snapshot.costs.get(node)) is not None
        and margin.guess is not None
        and cost.mark in (Mark.MISTAKE, Mark.BLUNDER)
    ]
    margins = margin_plot(
        [(known.guess, known.is_exact) for known in snapshot.margins],
        ("", ""),
        beside=beside,
        bars=snapshot.tensions,
        dots=dots,
    )
    most = max(abs(margins.low), margins.high)
    edge = max(_LEAST_MARGIN, -(-most // 5) * 5)
    sums = [[loss or (None, False) for loss in snapshot.losses[player]] for player in PLAYERS]
    return replace(margins, low=-edge, high=edge), loss_plot(sums, ("", ""))
