"""A table's columns: what stands above each, where it lies in a row, and how its words stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.draw import Align
from battle.window.ui.theme import Role, Theme


@dataclass(frozen=True)
class Column:
    """A column: its title, its share of the row's width, and how its words stand.

    It begins `indent` units of the theme further right, where the one before is aligned to the
    right and needs the room between them.
    """

    title: str
    share: float
    align: Align = "right"
    indent: int = 0


def cells(theme: Theme, row: pygame.Rect, columns: Sequence[Column]) -> list[pygame.Rect]:
    """Return where in a row each column's cell lies."""
    pad, gap = theme.px(12), theme.px(6)
    left, found = float(row.left + pad), []
    for column in columns:
        wide, indent = (row.width - 2 * pad) * column.share, theme.px(column.indent)
        width = round(wide) - gap - indent
        found.append(pygame.Rect(round(left) + indent, row.top, width, row.height))
        left += wide
    return found


def column_titles(
    surface: pygame.Surface, theme: Theme, row: pygame.Rect, columns: Sequence[Column]
) -> None:
    """Paint the titles in a row, and a line below them."""
    for column, cell in zip(columns, cells(theme, row, columns), strict=True):
        draw.text_within(surface, theme, Role.SMALL, column.title, look.MUTED, cell, column.align)
    surface.fill(look.LINE, pygame.Rect(row.left, row.bottom - 1, row.width, 1))
