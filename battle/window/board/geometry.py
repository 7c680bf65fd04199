"""Where the tiles of a board are: pure functions from sizes to rectangles, in pixels."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from pygame import Rect

from battle.rules.position import COLUMNS, ROWS, Cell
from battle.window.ui.tile_art import ASPECT, PLATE
from battle.window.ui.window_size import Size

PITCH: Final = (0.975, 0.945)
"""The step from tile to tile, as a share of the tile's width and height: their depth overlaps."""
_FELT_MARGIN: Final = 0.34
_RIM: Final = 0.46
"""The felt around the tiles and the wooden rim around the felt, in tile widths."""


@dataclass(frozen=True)
class BoardLayout:
    """The table with its cells.

    `outer` is the table with its rim, `felt` the cloth, `tile` the size of a whole tile; the tile
    on a cell has its corner at `corner_of` the cell.
    """

    outer: Rect
    felt: Rect
    tile: Size
    origin: tuple[float, float]
    pitch: tuple[float, float]

    def corner_of(self, cell: Cell) -> tuple[int, int]:
        """Return where the corner of a tile on `cell` is."""
        return (
            round(self.origin[0] + cell.column * self.pitch[0]),
            round(self.origin[1] + cell.row * self.pitch[1]),
        )

    def rect_of(self, cell: Cell) -> Rect:
        """Return the rectangle of a whole tile on `cell`."""
        return Rect(self.corner_of(cell), self.tile)

    def plate_of(self, cell: Cell) -> Rect:
        """Return the rectangle of the plate of a tile on `cell`, without the tile's depth."""
        width, height = self.tile
        size = round(width * PLATE[0]), round(height * PLATE[1])
        return Rect(self.corner_of(cell), size)

    def cell_at(self, point: tuple[int, int]) -> Cell | None:
        """Return the cell a point lies in; every point of the grid belongs to one cell only."""
        column = math.floor((point[0] - self.origin[0]) / self.pitch[0])
        row = math.floor((point[1] - self.origin[1]) / self.pitch[1])
        inside = 0 <= column < COLUMNS and 0 <= row < ROWS
        return Cell(column, row) if inside else None


def board_width(tile: int) -> int:
    """Return the width of a table whose tiles are `tile` wide, rim included."""
    inner = tile * (1 + PITCH[0] * (COLUMNS - 1))
    return round(inner + 2 * tile * (_FELT_MARGIN + _RIM))


def board_height(tile: int) -> int:
    """Return the height of a table whose tiles are `tile` wide, rim included."""
    inner = tile * ASPECT * (1 + PITCH[1] * (ROWS - 1))
    return round(inner + 2 * tile * (_FELT_MARGIN + _RIM))


def widest_tile(room: Size) -> int:
    """Return the greatest tile width with which the table fits into `room`, at least 16."""
    tile = max(16, math.ceil(max(room) / COLUMNS))
    while tile > 16 and (board_width(tile) > room[0] or board_height(tile) > room[1]):
        tile -= 1
    return tile


def board_layout(tile: int, centre: tuple[int, int]) -> BoardLayout:
    """Return the table with tiles of width `tile` around `centre`."""
    outer = Rect(0, 0, board_width(tile), board_height(tile))
    outer.center = centre
    rim, margin = round(tile * _RIM), tile * _FELT_MARGIN
    return BoardLayout(
        outer=outer,
        felt=outer.inflate(-2 * rim, -2 * rim),
        tile=(tile, round(tile * ASPECT)),
        origin=(outer.left + rim + margin, outer.top + rim + margin),
        pitch=(tile * PITCH[0], tile * ASPECT * PITCH[1]),
    )
