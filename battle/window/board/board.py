"""The board as a person works it: what is hovered, selected, under the cursor, pointed out.

A plain model without pictures: `BoardView` draws it, a scene feeds it clicks and keys and does what
its answers ask for. The rules come from the position; nothing is decided here but what a click
means.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from battle.language import _, ngettext
from battle.rules.position import COLUMNS, Cell, Kind, Move, Player, Position, move_of


@dataclass(frozen=True)
class Selected:
    """A tile was selected; its partners are shown."""

    cell: Cell


@dataclass(frozen=True)
class Cleared:
    """Nothing is selected any more."""


@dataclass(frozen=True)
class Taken:
    """The two tiles of `move` were chosen: the move is to be played."""

    move: Move


@dataclass(frozen=True)
class Refused:
    """The tile on `cell` cannot be chosen, for a reason given in a sentence."""

    cell: Cell | None
    reason: str


Answer: TypeAlias = Selected | Cleared | Taken | Refused


class Board:
    """The position on the table and everything pointed out on it.

    `held` is a pair that was chosen and is not taken yet.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.hovered: Cell | None = None
        self.selected: Cell | None = None
        self.cursor: Cell | None = None
        self.hint: Move | None = None
        self.listed: Move | None = None
        self.held: Move | None = None
        self.last: tuple[Move, Player] | None = None

    def show(self, position: Position, last: tuple[Move, Player] | None = None) -> None:
        """Show another position; what was pointed out on the old one is forgotten."""
        self.position, self.last = position, last
        self.selected = self.hint = self.listed = self.held = None
        self.hover(self.hovered)
        if self.cursor is not None and self.cursor not in position.partners:
            at = self.cursor
            self.cursor = min(
                position.free_cells,
                key=lambda free: (abs(free.column - at.column), abs(free.row - at.row)),
                default=None,
            )

    def hover(self, cell: Cell | None) -> None:
        """Let the mouse be on a cell, None beside the board; on an empty cell it is on nothing."""
        here = cell is not None and self.position.kind_at(cell) is not None
        self.hovered = cell if here else None

    # What is shown

    @property
    def looked_at(self) -> Cell | None:
        """The tile whose partners are shown: the selected one, else the one hovered if free."""
        return self.hovered_free if self.selected is None else self.selected

    @property
    def partners(self) -> tuple[Cell, ...]:
        """The partners of the tile looked at."""
        cell = self.looked_at
        return () if cell is None else self.position.partners[cell]

    def is_free(self, cell: Cell) -> bool:
        """Whether the tile on `cell` is free."""
        return cell in self.position.partners

    def is_takeable(self, cell: Cell) -> bool:
        """Whether the tile on `cell` is free and so is a partner."""
        return bool(self.position.partners.get(cell))

    # Choosing

    def choose(self, cell: Cell | None) -> Answer:
        """Click the tile on `cell`, or press Enter on it."""
        kind = None if cell is None else self.position.kind_at(cell)
        if cell is None or kind is None or cell == self.selected:
            self.selected = None
            return Cleared()
        if self.selected is not None and cell in self.position.partners[self.selected]:
            return Taken(move_of(self.selected, cell))
        reason = self.refusal(cell, kind)
        if reason:
            return Refused(cell, reason)
        return self._select(cell)

    def choose_kind(self, kind: Kind) -> Answer:
        """Choose a tile by its kind: the first free one with a partner, at a repeat the next."""
        cells = [c for c in self.position.free_cells if self.position.kind_at(c) == kind]
        ready = [cell for cell in cells if self.is_takeable(cell)]
        if not ready:
            return Refused(cells[0] if cells else None, self._no_pair_of(kind, len(cells)))
        following = ready.index(self.selected) + 1 if self.selected in ready else 0
        self.cursor = ready[following % len(ready)]
        return self._select(self.cursor)

    def _select(self, cell: Cell) -> Selected:
        """Select the tile on a cell; the pairs that were pointed out are so no more."""
        self.selected, self.hint, self.listed = cell, None, None
        return Selected(cell)

    def _no_pair_of(self, kind: Kind, free: int) -> str:
        if not any(found == kind for _cell, found in self.position.tiles()):
            return _("No {kind} is left on the table.").format(kind=kind)
        if free:
            return _("Only one {kind} is free, so there is no pair of it to take.").format(
                kind=kind
            )
        return _("No {kind} is free.").format(kind=kind)

    def refusal(self, cell: Cell, kind: Kind) -> str:
        """Return why the tile on `cell` cannot be selected, empty if it can."""
        if not self.is_free(cell):
            return self._blocked(cell, kind)
        if not self.is_takeable(cell):
            return _("{kind} on {cell} is free, but no other {kind} is.").format(
                kind=kind, cell=cell
            )
        return ""

    def _blocked(self, cell: Cell, kind: Kind) -> str:
        column = self.position.columns[cell.column]
        above = sum(1 for found in column[: cell.row] if found is not None)
        below = sum(1 for found in column[cell.row + 1 :] if found is not None)
        return _("{kind} on {cell} is blocked: {above}, {below}.").format(
            kind=kind,
            cell=cell,
            above=ngettext("{n} tile above", "{n} tiles above", above).format(n=above),
            below=ngettext("{n} below", "{n} below", below).format(n=below),
        )

    # The keyboard's cursor

    def step(self, columns: int, rows: int) -> None:
        """Move the cursor among the free tiles: to another column, or to its column's other end."""
        free = self.position.free_cells
        if not free:
            self.cursor = None
        elif self.cursor is None:
            self.cursor = self.selected or self.hovered_free or free[0]
        elif rows:
            ends = [cell for cell in free if cell.column == self.cursor.column]
            self.cursor = ends[0] if rows < 0 else ends[-1]
        else:
            self.cursor = self._in_next_column(self.cursor, columns)

    @property
    def hovered_free(self) -> Cell | None:
        """The hovered cell if its tile is free."""
        return self.hovered if self.hovered in self.position.partners else None

    def _in_next_column(self, cursor: Cell, by: int) -> Cell:
        """Return the free tile in the next column that has any, at the same end of it."""
        free = self.position.free_cells
        at_bottom = any(cell.column == cursor.column and cell < cursor for cell in free)
        for distance in range(1, COLUMNS + 1):
            column = (cursor.column + by * distance) % COLUMNS
            ends = [cell for cell in free if cell.column == column]
            if ends:
                return ends[-1] if at_bottom else ends[0]
        return cursor

    def next_choice(self, by: int = 1) -> None:
        """Move the cursor to the next partner of the selected tile, else the next takeable tile."""
        if self.selected is not None:
            ring = self.position.partners[self.selected]
        else:
            ring = tuple(c for c in self.position.free_cells if self.is_takeable(c))
        if not ring:
            return
        if self.cursor in ring:
            self.cursor = ring[(ring.index(self.cursor) + by) % len(ring)]
        else:
            self.cursor = ring[0 if by > 0 else -1]
