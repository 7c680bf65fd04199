"""Where everything is in the position editor: the table at the left, what is done at the right.

back  heading              tools
+-----------+  palette: 27 kinds
|           |  to move, points
|   table   |  what is wrong
|           |  play, analyse, copy, cancel
+-----------+
status
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from pygame import Rect

from battle.rules.tiles import KINDS, Kind
from battle.window.board import geometry
from battle.window.board.geometry import BoardLayout
from battle.window.ui.tile_art import ASPECT
from battle.window.ui.window_size import Size, scale_of

_SIDE: Final = 330
"""The least width of the right side at 1280 x 800."""
_WIDEST_SIDE: Final = 560
_TALLEST_SIDE: Final = 640
_COLUMNS: Final = 9
_ROWS: Final = 3
_WIDEST_TILE: Final = 46
_NUMBER: Final = 19
"""The height of the number below a tile of the palette."""
_FORM: Final = 104
_BUTTON: Final = 46
_PROBLEMS: Final = 76
"""The least height of what is wrong."""
_SQUEEZES: Final = (1.0, 0.95, 0.9, 0.85, 0.8, 0.75)
"""How far the words' rows may give way to the palette where it is tight."""


@dataclass(frozen=True)
class EditorLayout:
    """The parts of the screen; `buttons` are four, two in a row.

    `tile` is the width of a tile in the palette; each kind's slot holds its tile and its number.
    """

    head: Rect
    board: BoardLayout
    palette: Rect
    tile: int
    slots: dict[Kind, Rect]
    form: Rect
    problems: Rect
    buttons: tuple[Rect, ...]
    status: Rect


def editor_layout(size: Size, text: float) -> EditorLayout:
    """Return the layout for a window of `size`, with words at the scale `text`."""
    gap = round(12 * scale_of(size))
    top, bottom = round(44 * text), round(30 * text)
    middle = Rect(gap, top + 2 * gap, size[0] - 2 * gap, size[1] - top - bottom - 4 * gap)
    side = max(min(round(_SIDE * text), middle.width * 43 // 100), middle.width * 34 // 100)
    tile = geometry.widest_tile((middle.width - side - gap, middle.height))
    width = geometry.board_width(tile)
    side = min(middle.width - width - gap, round(_WIDEST_SIDE * text))
    left = middle.left + (middle.width - width - gap - side) // 2
    board = geometry.board_layout(tile, (left + width // 2, middle.centery))
    height = min(middle.height, max(board.outer.height, round(_TALLEST_SIDE * text)))
    column = Rect(board.outer.right + gap, 0, side, height)
    column.centery = middle.centery
    head = Rect(left, gap, width + gap + side, top)
    status = Rect(left, size[1] - gap - bottom, head.width, bottom)
    return _Side(column, text, gap).layout(head, board, status)


@dataclass(frozen=True)
class _Side:
    """The right side, from top to bottom: palette, form, problems, buttons."""

    column: Rect
    text: float
    gap: int

    def px(self, length: float) -> int:
        return round(length * self.text)

    @property
    def squeeze(self) -> float:
        """How far the rows of words give way so that the palette has its height."""
        for squeeze in _SQUEEZES:
            if self.palette_height(self.widest_tile) <= self.room(squeeze):
                return squeeze
        return _SQUEEZES[-1]

    def room(self, squeeze: float) -> int:
        """Return the height that is left for the palette."""
        rows = self.px((_FORM + 2 * _BUTTON + 8 + _PROBLEMS) * squeeze)
        return self.column.height - rows - 3 * self.gap

    @property
    def widest_tile(self) -> int:
        across = (self.column.width - 2 * self.gap) // _COLUMNS - max(2, self.gap // 3)
        return min(across, self.px(_WIDEST_TILE))

    def palette_height(self, tile: int) -> int:
        return _ROWS * (math.ceil(tile * ASPECT) + self.px(_NUMBER)) + 2 * self.gap

    def layout(self, head: Rect, board: BoardLayout, status: Rect) -> EditorLayout:
        squeeze, column, gap = self.squeeze, self.column, self.gap
        tile = self.widest_tile
        while tile > 12 and self.palette_height(tile) > self.room(squeeze):
            tile -= 1
        palette = Rect(column.topleft, (column.width, self.palette_height(tile)))
        form = Rect(column.left, palette.bottom + gap, column.width, self.px(_FORM * squeeze))
        buttons = self.buttons(self.px(_BUTTON * squeeze))
        problems = Rect(column.left, form.bottom + gap, column.width, 0)
        problems.height = max(0, buttons[0].top - gap - problems.top)
        slots = self.slots(palette)
        return EditorLayout(head, board, palette, tile, slots, form, problems, buttons, status)

    def buttons(self, height: int) -> tuple[Rect, ...]:
        column, between = self.column, self.px(8)
        width = (column.width - between) // 2
        top = column.bottom - 2 * height - between
        return tuple(
            Rect(
                column.left + across * (width + between),
                top + down * (height + between),
                width,
                height,
            )
            for down in (0, 1)
            for across in (0, 1)
        )

    def slots(self, palette: Rect) -> dict[Kind, Rect]:
        """Return the places of the kinds in the palette; they touch, so that no click is lost."""
        inner = palette.inflate(-2 * self.gap, -2 * self.gap)
        width, height = inner.width // _COLUMNS, inner.height // _ROWS
        return {
            kind: Rect(
                inner.left + inner.width * (kind.index % _COLUMNS) // _COLUMNS,
                inner.top + height * (kind.index // _COLUMNS),
                width,
                height,
            )
            for kind in KINDS
        }
