"""Paints the lines: the best moves with their values, proven bounds and expected play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import pygame

from battle.analysis.ledger import MoveValue, Thresholds
from battle.analysis.study import ExpectedLines, Snapshot
from battle.rules.position import Move
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.listing import Listing, row_ground, scroll_bar
from battle.window.ui.panels import plaque
from battle.window.ui.theme import Role, Theme
from battle.window.ui.tile_art import TileArts
from battle.words.moves import cells_words
from battle.words.numbers import interval, value_figure

BEST: Final = 5
"""How many lines are shown unless all are wanted."""
_ROW: Final = 50
_LONGEST: Final = 12
"""The moves of a line that are written at most."""


@dataclass
class LinesPanel:
    """The rows of lines in their place; `everything` lists all moves instead of the best."""

    theme: Theme
    thresholds: Thresholds
    listing: Listing = field(default_factory=Listing)
    rows: tuple[MoveValue, ...] = ()
    _plaques: dict[object, pygame.Surface] = field(default_factory=dict)

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Lay the rows out in `rect`."""
        self.theme = theme
        self._plaques.clear()
        self.listing.place(rect, theme.px(_ROW))

    def fill(self, snapshot: Snapshot, *, everything: bool) -> None:
        """Show the moves of a position; the chosen one stays chosen wherever it stands now."""
        chosen = self.chosen
        self.rows = snapshot.moves if everything else snapshot.moves[:BEST]
        hovered = self.listing.hovered
        self.listing.fill(len(self.rows))
        self.listing.hovered = hovered if hovered is not None and hovered < len(self.rows) else None
        if chosen is not None:
            moves = [row.move for row in self.rows]
            row = moves.index(chosen) if chosen in moves else None
            self.listing.chosen = row

    @property
    def chosen(self) -> Move | None:
        """The first move of the line the keyboard is on."""
        return self._move_in(self.listing.chosen)

    @property
    def hovered(self) -> Move | None:
        """The first move of the line under the mouse."""
        return self._move_in(self.listing.hovered)

    def _move_in(self, row: int | None) -> Move | None:
        """Return the first move of the line in a row, None where there is none."""
        return self.rows[row].move if row is not None and row < len(self.rows) else None

    @property
    def seen(self) -> tuple[Move, ...]:
        """The first moves of the lines that are seen."""
        return tuple(self.rows[row].move for row in self.listing.rows)

    # --- painting -------------------------------------------------------------------------------

    def paint(
        self, surface: pygame.Surface, arts: TileArts, lines: ExpectedLines, *, relative: bool
    ) -> None:
        """Paint the rows that are seen."""
        for number in self.listing.rows:
            rect = self.listing.rect_of(number).inflate(0, -self.theme.px(3))
            row_ground(surface, self.theme, rect, self.listing, number)
            value = self.rows[number]
            line = lines.line(value.move)
            self._paint_row(surface, arts, number, rect, value, line, relative)
        scroll_bar(surface, self.theme, self.listing)

    def _paint_row(
        self,
        surface: pygame.Surface,
        arts: TileArts,
        number: int,
        rect: pygame.Rect,
        value: MoveValue,
        line: Sequence[Move],
        relative: bool,
    ) -> None:
        px, theme = self.theme.px, self.theme
        pad = px(6)
        upper = pygame.Rect(
            rect.left + pad, rect.top, rect.width - 2 * pad, rect.height * 56 // 100
        )
        lower = pygame.Rect(
            upper.left, upper.bottom - px(2), upper.width, rect.bottom - upper.bottom
        )
        badge = pygame.Rect(upper.left, upper.top, px(15), upper.height)
        draw.text(surface, theme.font(Role.SMALL), str(number + 1), look.FAINT, badge)
        art = arts.art(round((upper.height - px(4)) / 1.34))
        corner = (badge.right, upper.centery - art.size[1] // 2)
        surface.blit(art.tile(value.kind), corner)
        right = self._paint_value(surface, value, upper, relative)
        left = corner[0] + art.width + px(7)
        words = pygame.Rect(left, upper.top, right - left - px(4), upper.height)
        cells = cells_words(value.move)
        draw.text(surface, theme.font(Role.STRONG), cells, look.INK, words)
        self._paint_line(surface, value, line, lower)

    def _paint_value(
        self, surface: pygame.Surface, value: MoveValue, rect: pygame.Rect, relative: bool
    ) -> int:
        """Paint the plaque at the right; return where it begins."""
        px = self.theme.px
        size = (px(54), px(22))
        shown = value.shown(relative=relative)
        place = pygame.Rect((0, 0), size)
        place.midright = rect.midright
        if not value.is_known:
            draw.text(surface, self.theme.font(Role.FIGURES), "…", look.FAINT, place, "centre")
            return place.left
        mark = self.thresholds.mark(value.told.proven)
        words = value_figure(value, relative=relative)
        key = (size, words, shown.is_exact, mark)
        if key not in self._plaques:
            self._plaques[key] = plaque(self.theme, size, words, shown.is_exact, mark)
        surface.blit(self._plaques[key], place)
        return place.left

    def _paint_line(
        self, surface: pygame.Surface, value: MoveValue, line: Sequence[Move], rect: pygame.Rect
    ) -> None:
        """Write the expected play, and at the right the proven bounds of the margin."""
        small = self.theme.font(Role.SMALL)
        rest = pygame.Rect(rect)
        if not value.margin.is_exact and value.is_narrowed:
            words = interval(value.margin)
            place = draw.text(surface, small, words, look.MUTED, rest, "right")
            rest.width = place.left - rest.left - self.theme.px(8)
        words = " ".join(str(move) for move in line[1:_LONGEST])
        draw.text(surface, small, words, look.FAINT, rest)
