"""Small pictures of positions: in miniature, as diagrams of a part, and in files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from io import BytesIO
from typing import Final

import pygame

from battle.profile.settings import Settings
from battle.rules.position import Cell, Position
from battle.window.board.board import Board
from battle.window.board.layout import PITCH, board_height, board_layout, board_width, widest_tile
from battle.window.board.view import BoardView
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.motion import Motion
from battle.window.ui.theme import Looks, Theme
from battle.window.ui.tile_art import ASPECT, PLATE, TileArt


class Miniature:
    """The table with a position, as large as fits into `room`, around its centre."""

    def __init__(self, theme: Theme, room: pygame.Rect, *, highlight_free: bool = True) -> None:
        tile = widest_tile(room.size)
        self.layout = board_layout(tile, room.center)
        self._view = BoardView(self.layout, theme, rank_digits=True, highlight_free=highlight_free)

    @property
    def rect(self) -> pygame.Rect:
        """Where the table is."""
        return self.layout.outer

    def draw(self, surface: pygame.Surface, position: Position) -> None:
        """Paint the table with `position` on it."""
        self._view.draw(surface, Board(position), Motion(), seconds=0.0, pairs=False)


class Diagram:
    """The first `columns` columns and `rows` rows of a position, on a piece of cloth."""

    def __init__(
        self, theme: Theme, room: pygame.Rect, columns: int, rows: int, *, margin: float = 0.35
    ) -> None:
        """Fit it into `room`; the `margin` around the tiles is in tile widths."""
        across = 1 + PITCH[0] * (columns - 1) + 2 * margin
        down = (1 + PITCH[1] * (rows - 1)) * ASPECT + 2 * margin
        tile = max(12, int(min(room.width / across, room.height / down, theme.px(76))))
        self.theme = theme
        self.art = TileArt(tile, theme, rank_digits=True)
        self.cloth = pygame.Rect(0, 0, round(tile * across), round(tile * down))
        self.cloth.center = room.center
        self._margin = margin

    def corner_of(self, cell: Cell) -> tuple[int, int]:
        """Return where the corner of a tile on `cell` is."""
        width, height = self.art.size
        return (
            round(self.cloth.left + self._margin * width + cell.column * width * PITCH[0]),
            round(self.cloth.top + (self._margin + 0.05) * width + cell.row * height * PITCH[1]),
        )

    def centre_of(self, cell: Cell) -> tuple[int, int]:
        """Return the middle of a tile's face."""
        x, y = self.corner_of(cell)
        width, height = self.art.size
        return round(x + width * PLATE[0] / 2), round(y + height * PLATE[1] / 2)

    def draw(
        self,
        surface: pygame.Surface,
        position: Position,
        *,
        marks: Mapping[Cell, str] | None = None,
        gone: Iterable[Cell] = (),
        dim: bool = True,
    ) -> None:
        """Paint it; `marks` names a mark for some tiles, `gone` outlines empty places.

        Tiles that are not free are dimmed, by default.
        """
        draw.box(
            surface,
            self.cloth,
            self.theme.cloth.colour,
            radius=self.theme.px(12),
            border=look.GOLD_DEEP,
            width=self.theme.px(1.5),
        )
        for cell in gone:
            self._outline(surface, cell)
        tiles = sorted(position.tiles(), key=lambda tile: (tile[0].row, tile[0].column))
        off = self.art.shadow_offset
        for cell, _kind in tiles:
            x, y = self.corner_of(cell)
            surface.blit(self.art.shadow(), (x + off[0], y + off[1]))
        for cell, kind in tiles:
            dimmed = dim and cell not in position.partners
            surface.blit(self.art.tile(kind, dimmed=dimmed), self.corner_of(cell))
            if marks and cell in marks:
                surface.blit(self.art.mark(marks[cell]), self.corner_of(cell))

    def _outline(self, surface: pygame.Surface, cell: Cell) -> None:
        width, height = self.art.size
        place = pygame.Rect(self.corner_of(cell), (round(width * 0.92), round(height * 0.88)))
        draw.box(
            surface,
            place.inflate(-width // 8, -width // 8),
            self.theme.cloth.empty,
            radius=width // 10,
            border=self.theme.cloth.empty_edge,
        )


# --- picture -------------------------------------------------------------------------------------
#
# Positions as pictures in files: the table as the window draws it, twice as large.

_TILE: Final = 96
"""The width of a tile: twice that of a window of 1280 x 800."""


def board_picture(position: Position, settings: Settings) -> pygame.Surface:
    """Return the table with a position on it as the settings have it look; around it is nothing."""
    size = board_width(_TILE), board_height(_TILE)
    layout = board_layout(_TILE, (size[0] // 2, size[1] // 2))
    view = BoardView(
        layout,
        Theme(2.0, Looks(settings.tile_set, settings.table)),
        rank_digits=settings.rank_digits,
        highlight_free=settings.highlight_free,
    )
    whole = pygame.Surface(layout.outer.size, pygame.SRCALPHA)
    view.draw(whole, Board(position), Motion(), seconds=0.0, pairs=False)
    return whole


def board_png(position: Position, settings: Settings) -> bytes:
    """Return the picture of a position as the content of a PNG file."""
    file = BytesIO()
    pygame.image.save(board_picture(position, settings), file, "position.png")
    return file.getvalue()
