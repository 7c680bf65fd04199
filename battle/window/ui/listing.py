"""Lists of rows that scroll: what is seen of one, and the columns of its rows.

`Listing` is the model; the functions below it paint what every list has: its panel, the ground of a
row, the scroll bar.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.draw import Align
from battle.window.ui.theme import Role, Theme


class Listing:
    """`count` rows of one height in a rectangle; `chosen` is the row the keyboard is on."""

    def __init__(self) -> None:
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.row_height = 1
        self.count = 0
        self.first = 0
        self.chosen: int | None = None
        self.hovered: int | None = None

    def place(self, rect: pygame.Rect, row_height: int) -> None:
        """Lay the list out in `rect`."""
        self.rect, self.row_height = rect, max(1, row_height)
        self._keep_within()

    def fill(self, count: int, *, to_end: bool = False) -> None:
        """Show `count` rows, from the start or at the end."""
        self.count = count
        if self.chosen is not None and self.chosen >= count:
            self.chosen = count - 1 if count else None
        self.hovered = None
        if to_end:
            self.first = count
        self._keep_within()

    @property
    def seen(self) -> int:
        """How many whole rows fit."""
        return max(1, self.rect.height // self.row_height)

    @property
    def rows(self) -> range:
        """The rows that are seen."""
        return range(self.first, min(self.count, self.first + self.seen))

    def rect_of(self, row: int) -> pygame.Rect:
        """Return where a row is."""
        top = self.rect.top + (row - self.first) * self.row_height
        return pygame.Rect(self.rect.left, top, self.rect.width, self.row_height)

    def row_at(self, point: tuple[int, int]) -> int | None:
        """Return the row a point lies in."""
        if not self.rect.collidepoint(point):
            return None
        row = self.first + (point[1] - self.rect.top) // self.row_height
        return row if row in self.rows else None

    def scroll(self, rows: int) -> None:
        """Move the rows up by `rows`."""
        self.first += rows
        self._keep_within()

    def step(self, by: int) -> None:
        """Choose the next row, or the one before; the first at first."""
        if self.count:
            row = 0 if self.chosen is None else (self.chosen + by) % self.count
            self.choose(row)

    def choose(self, row: int | None) -> None:
        """Choose a row and bring it into sight."""
        self.chosen = row
        if row is not None:
            self.first = min(self.first, row)
            self.first = max(self.first, row - self.seen + 1)

    @property
    def bar(self) -> tuple[float, float] | None:
        """Where the scroll bar's knob begins and ends, 0 to 1; None if every row is seen."""
        if self.count <= self.seen:
            return None
        return self.first / self.count, (self.first + self.seen) / self.count

    def _keep_within(self) -> None:
        self.first = max(0, min(self.first, self.count - self.seen))


# --- painting -----------------------------------------------------------------------------------

_LIST_HEAD: Final = 36


def list_rows(theme: Theme, rect: pygame.Rect) -> pygame.Rect:
    """Return the part of a list's panel that its rows take."""
    head, pad = theme.px(_LIST_HEAD), theme.px(8)
    return pygame.Rect(
        rect.left + pad, rect.top + head, rect.width - 2 * pad, max(0, rect.height - head - pad)
    )


def list_panel(
    surface: pygame.Surface,
    theme: Theme,
    rect: pygame.Rect,
    title: str,
    note: str,
    *,
    focused: bool = False,
) -> None:
    """Paint a list's panel with its title and a note at the right."""
    border = look.SKY if focused else look.LINE
    width = theme.px(2) if focused else 1
    draw.box(surface, rect, look.PANEL, radius=theme.px(14), border=border, width=width)
    pad = theme.px(14)
    head = pygame.Rect(rect.left + pad, rect.top, rect.width - 2 * pad, theme.px(_LIST_HEAD))
    place = draw.text(surface, theme.font(Role.FIGURES), note, look.MUTED, head, "right")
    head.width = place.left - head.left - theme.px(6)
    draw.text(surface, theme.font(Role.STRONG), title, look.INK, head)


def list_hint(surface: pygame.Surface, theme: Theme, rect: pygame.Rect, words: str) -> None:
    """Write in an empty list why it is empty."""
    font = theme.font(Role.SMALL)
    lines = draw.wrapped(font, words, rect.width - theme.px(16))
    room = rect.move(0, -theme.px(4))
    draw.lines(surface, font, lines, look.FAINT, room, "centre", middle=True)


def row_ground(
    surface: pygame.Surface, theme: Theme, rect: pygame.Rect, listing: Listing, row: int
) -> None:
    """Paint the ground of a list's row: chosen, under the mouse, or neither."""
    if row == listing.chosen:
        draw.box(
            surface,
            rect,
            look.CHOSEN,
            radius=theme.px(6),
            border=look.GOLD,
        )
    elif row == listing.hovered:
        draw.box(surface, rect, look.HOVERED, radius=theme.px(6))


def scroll_bar(surface: pygame.Surface, theme: Theme, listing: Listing) -> None:
    """Paint where in a list the rows are that are seen, if it has more."""
    if listing.bar is None:
        return
    begin, end = listing.bar
    width = theme.px(4)
    right = listing.rect.right + theme.px(6)
    top = listing.rect.top + round(begin * listing.rect.height)
    height = max(theme.px(16), round((end - begin) * listing.rect.height))
    knob = pygame.Rect(right - width, top, width, height)
    draw.box(surface, knob, look.SCROLL_KNOB, radius=width // 2)


# --- columns -------------------------------------------------------------------------------------
#
# A table's columns: what stands above each, where it lies in a row, and how its words stand.


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
