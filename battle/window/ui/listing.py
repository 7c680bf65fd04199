"""A list of rows that scrolls: which rows are seen, which is chosen, which lies under the mouse.

The model of the lists beside the table; `panels` paints the rows.
"""

from __future__ import annotations

import pygame


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
