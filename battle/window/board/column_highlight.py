"""A column of the table in light: what a hint speaks of."""

from __future__ import annotations

import pygame

from battle.rules.position import ROWS, Cell
from battle.window.board.geometry import BoardLayout
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.theme import Theme


def column_rect(layout: BoardLayout, theme: Theme, column: int) -> pygame.Rect:
    """Return the place of a column, 0 to 11, with a little room around it."""
    place = layout.rect_of(Cell(column, 0)).union(layout.rect_of(Cell(column, ROWS - 1)))
    return place.inflate(theme.px(4), theme.px(8))


def light_column(surface: pygame.Surface, theme: Theme, layout: BoardLayout, column: int) -> None:
    """Paint a light and a golden frame over a column."""
    place = column_rect(layout, theme, column)
    draw.box(surface, place, look.COLUMN_LIGHT, radius=theme.px(8))
    draw.box(
        surface,
        place,
        look.translucent(look.GOLD, 0),
        radius=theme.px(8),
        border=look.GOLD,
        width=theme.px(2),
    )
