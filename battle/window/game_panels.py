"""The panels of a game that is looked back at: who is ahead at the end, and what its moves cost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import pygame
from pygame import Rect

from battle.analysis.costs import Mark
from battle.page.blocks import Plot
from battle.page.review import Scale
from battle.rules.position import PLAYERS, Player, other
from battle.screens.board_view import MoveShown
from battle.screens.view import Act
from battle.window.pages import paint_plot, scale_in
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.layout import FILL, across, down, inset
from battle.window.ui.theme import Role, Theme
from battle.window.ui.tile_art import kept_art, paint_pair
from battle.window.ui.widgets import Listing, Panel, Point
from battle.words import signed

LEAST_GRAPH: Final = 76
"""How high the panel of a graph is at least."""
_ENDS: Final = 60
"""The room of a scale's ends before its curve."""


class GraphPanel(Panel):
    r"""Who is ahead at the end with perfect play, after each move of a line; its head says how far.

        (1) up  ┌──────────────┐   up is the side of the person here, or player 1's: ahead above;
                │   __/\__•_   │   solid where proven, dashed where estimated
        (2)     │         \__ │   dots: costly moves
                └──────────────┘

    `follow` gets the place that is clicked or dragged to.
    """

    def __init__(self, follow: Callable[[int], object]) -> None:
        super().__init__()
        self._follow = follow
        self.pointed: int | None = None
        self.scale = Scale(Plot("", (), 0, 1), 0, 1, 0, 1)

    def place(self, theme: Theme, rect: Rect, panel: Rect | None = None) -> None:
        """Lay the graph out on a panel."""
        px = theme.px
        self.head, self.whole, _pad = down(inset(rect, px(12), 0), px(36), FILL, px(12))
        self.ends, self.room = across(self.whole, px(_ENDS), FILL)
        super().place(theme, self.room, rect)

    def fill(self, plot: Plot) -> None:
        """Show a plot, the place looked at across it."""
        self.title, self.scale = plot.title, scale_in(self.room, plot)

    @property
    def shown(self) -> object:
        return replace(self.scale.plot, cut=None)

    @property
    def _here(self) -> int:
        return self.scale.plot.cut or 0

    def hover(self, point: Point | None) -> None:
        self.pointed = None if point is None else self.scale.place(point[0])

    def press(self, point: Point, *, double: bool = False) -> None:
        self.drag(point)

    def drag(self, point: Point) -> None:
        self._follow(self.scale.place(point[0]))

    def scroll(self, rows: int) -> bool:
        self._follow(self._here + rows)
        return True

    # --- painting -------------------------------------------------------------------------------

    def paint_content(self, surface: pygame.Surface) -> None:
        """Paint the curve, and both ends of the scale before it."""
        px, small, plot = self.theme.px, self.theme.font(Role.SMALL), self.scale.plot
        room = self.room
        draw.box(surface, self.whole.inflate(px(8), px(8)), look.PLOT, radius=px(6))
        surface.fill(look.PLOT_FRAME, (room.left, round(self.scale.y(0)), room.width, 1))
        paint_plot(surface, self.theme, room, plot)
        side = min(px(16), room.height // 3)
        above, _rest, below = down(self.ends, side, FILL, side)
        for player, place in ((plot.up, above), (other(plot.up), below)):
            sign, words = across(place, side, FILL, gap=px(6))
            number = signed(plot.high if player == plot.up else -plot.low)
            draw.player_sign(surface, player, sign)
            draw.text(surface, small, number, look.MUTED, words)

    def paint(self, surface: pygame.Surface, theme: Theme, *, focused: bool = False) -> None:
        """Paint the graph, the places looked at and under the mouse, and who is ahead there."""
        super().paint(surface, theme)
        px, plot, here = self.theme.px, self.scale.plot, self._here
        if not plot.curves:
            return
        curve = plot.curves[-1]
        at = min(here if self.pointed is None else self.pointed, len(curve.values) - 1)
        if at != here:
            self._paint_cursor(surface, at, look.MUTED, 1)
        self._paint_cursor(surface, here, look.GOLD, px(2))
        value, is_proven = curve.values[at], curve.proven[at]
        if value is None:
            return
        if at == here:
            dot = Rect(0, 0, px(11), px(11))
            dot.center = round(self.scale.x(at)), round(self.scale.y(value))
            draw.box(surface, dot, look.GOLD, radius=dot.width // 2, border=look.ROOM)
        words, sign = across(self.head, FILL, px(18) * is_proven)
        if is_proven:
            draw.sign(surface, "check", px(15), self.theme.costs[Mark.NONE], center=sign.center)
        lead = f"{'' if is_proven else '~'}{signed(abs(value))}"
        left = draw.text(surface, theme.font(Role.STRONG), lead, look.INK, words, "right").left
        if value:
            badge = Rect(left - px(22), words.centery - px(8), px(16), px(16))
            draw.player_sign(surface, plot.up if value > 0 else other(plot.up), badge)

    def _paint_cursor(
        self, surface: pygame.Surface, place: int, colour: pygame.Color, width: int
    ) -> None:
        x = round(self.scale.x(place) - width / 2)
        surface.fill(colour, (x, self.room.top, width, self.room.height))


_ROW: Final = 33
_NUMBER: Final = 30


class MovesPanel(Panel):
    """The moves of a game, two to a row, with what they cost; `follow` gets the act of one."""

    def __init__(self, follow: Callable[[Act], object]) -> None:
        super().__init__()
        self._follow = follow
        self.listing = Listing()
        self._rows: list[dict[Player, MoveShown]] = []
        self._pointed: MoveShown | None = None

    def place(self, theme: Theme, rect: Rect, panel: Rect | None = None) -> None:
        super().place(theme, rect, panel)
        self.listing.place(rect, theme.px(_ROW))

    def fill(self, moves: Sequence[MoveShown]) -> None:
        """Show moves; the one that is looked at is brought into sight."""
        before, self._rows = self._rows, []
        for move in moves:
            if not self._rows or move.player in self._rows[-1] or move.player == 1:
                self._rows.append({})
            self._rows[-1][move.player] = move
        self.listing.fill(len(self._rows))
        if self._rows != before:
            rows = (n for n, row in enumerate(self._rows) if any(one.on for one in row.values()))
            self.listing.choose(next(rows, None))

    @property
    def shown(self) -> object:
        return tuple(map(tuple, map(dict.values, self._rows))), self.listing.first, self._pointed

    def _halves(self, row: Rect) -> tuple[Rect, list[Rect]]:
        number, rest = across(row, self.theme.px(_NUMBER), FILL)
        return number, across(rest, FILL, FILL, gap=self.theme.px(6))

    def _at(self, point: Point) -> MoveShown | None:
        row = self.listing.row_at(point)
        if row is None:
            return None
        _number, halves = self._halves(self.listing.rect_of(row))
        at = (player for player in PLAYERS if halves[player - 1].collidepoint(point))
        return self._rows[row].get(next(at, 1))

    def hover(self, point: Point | None) -> None:
        self._pointed = None if point is None else self._at(point)

    def press(self, point: Point, *, double: bool = False) -> None:
        move = self._at(point)
        if move is not None and move.do is not None:
            self._follow(move.do)

    def scroll(self, rows: int) -> bool:
        self.listing.scroll(rows)
        return True

    def paint_content(self, surface: pygame.Surface) -> None:
        """Paint the rows in sight."""
        small = self.theme.font(Role.SMALL)
        for number in self.listing.rows:
            row = self._rows[number]
            place, halves = self._halves(self.listing.rect_of(number))
            said = next(iter(row.values())).number
            draw.text(surface, small, said, look.FAINT, place)
            for player, move in row.items():
                self._paint_move(surface, move, halves[player - 1])
        self.listing.paint_bar(surface, self.theme)

    def _paint_move(self, surface: pygame.Surface, move: MoveShown, rect: Rect) -> None:
        px, price = self.theme.px, move.price
        ground = inset(rect, 0, px(1))
        if move.on:
            draw.box(surface, ground, look.CHOSEN, radius=px(8), border=look.GOLD)
        elif move is self._pointed and move.do is not None:
            draw.box(surface, ground, look.PANEL_RAISED, radius=px(8))
        inner = inset(rect, px(8), px(4))
        art = kept_art(round(inner.height / 1.4), self.theme)
        paint_pair(surface, art, move.kind, (inner.left, inner.top))
        if price is not None and price.cost:
            size = px(34), px(22)
            mark = [*Mark][price.cost]
            pill = draw.plaque(self.theme, size, price.words, price.proven, mark, ticked=False)
            surface.blit(pill, pill.get_rect(midright=inner.midright))
