"""What was left on the table at the end of a game: in words, and a tile of each kind in a row."""

from __future__ import annotations

from collections import Counter

import pygame

from battle.language import ngettext
from battle.rules.position import Kind, Position
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.theme import Role, Theme
from battle.window.ui.tile_art import TileArt
from battle.words.numbers import points

_MOST_KINDS = 14
"""With more kinds than these no tiles are shown."""


class RemainingTiles:
    """What was left in `position`, in a room `width` pixels wide.

    `kinds` are those that are shown, the highest first, each with its number: none with more than
    can be looked at, or where `pictures` are not wished for.
    """

    def __init__(self, theme: Theme, position: Position, width: int, *, pictures: bool) -> None:
        self._theme = theme
        self._position = position
        counts = Counter(found for _cell, found in position.tiles())
        self.kinds: list[tuple[Kind, int]] = []
        if pictures and len(counts) <= _MOST_KINDS:
            self.kinds = sorted(counts.items(), key=lambda item: (-item[0].rank, item[0].index))
        tile = min(theme.px(36), int(width / (max(1, len(self.kinds)) * 1.12)))
        self._art = TileArt(tile, theme, rank_digits=False)

    @property
    def height(self) -> int:
        """How high it is; 0 if nothing was left."""
        if not self._position.tiles_left:
            return 0
        if not self.kinds:
            return self._theme.px(20)
        tile = self._art.width
        return self._theme.px(24) + round(tile * 4 / 3) + round(tile * 0.5)

    def _words(self) -> str:
        tiles = self._position.tiles_left
        words = ngettext(
            "{n} tile was left, worth {points}", "{n} tiles were left, worth {points}", tiles
        )
        return words.format(n=tiles, points=points(self._position.points_left))

    def paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Paint words and tiles in a rectangle of that width and height, if anything was left."""
        if not self._position.tiles_left:
            return
        px, theme, art = self._theme.px, self._theme, self._art
        line = pygame.Rect(rect.left, rect.top, rect.width, px(20))
        draw.text(surface, theme.font(Role.SMALL), self._words(), look.MUTED, line, "centre")
        step = round(art.width * 1.12)
        left = rect.centerx - (len(self.kinds) * step - (step - art.width)) // 2
        top = line.bottom + px(4)
        font = theme.font_of_size(Role.SMALL, max(9, round(art.width * 0.4)))
        for kind, count in self.kinds:
            surface.blit(art.tile(kind), (left, top))
            below = pygame.Rect(left, top + art.size[1], art.width, round(art.width * 0.5))
            draw.text(surface, font, f"×{count}", look.MUTED, below, "centre")
            left += step
