"""The list of pairs beside the table: a pair is pointed out in it, and taken from it."""

from __future__ import annotations

from battle.rules.position import Kind, Move, Position
from battle.window.ui.listing import Listing


class PairList:
    """The pairs that can be taken, the best paid first; `focused` while it has the keyboard."""

    def __init__(self) -> None:
        self.listing = Listing()
        self.rows: list[tuple[Move, Kind]] = []
        self.focused = False

    @property
    def chosen(self) -> Move | None:
        """The pair that the keyboard is on."""
        return self._pair(self.listing.chosen)

    @property
    def hovered(self) -> Move | None:
        """The pair that the mouse is on."""
        return self._pair(self.listing.hovered)

    def _pair(self, row: int | None) -> Move | None:
        return None if row is None else self.rows[row][0]

    def fill(self, position: Position | None) -> None:
        """List the pairs of a position, none without one."""
        rows = []
        if position is not None:
            rows = [(move, position.kind_of(move)) for move in position.legal_moves]
        self.rows = sorted(rows, key=lambda pair: -pair[1].rank)
        self.listing.fill(len(self.rows))

    def focus(self, focused: bool) -> None:
        """Give the list the keyboard, with its first pair chosen, or take it away."""
        self.focused = focused and bool(self.rows)
        self.listing.choose(0 if self.focused else None)

    def hover(self, point: tuple[int, int] | None) -> None:
        """Let the mouse be at a point, None where the list is not shown."""
        self.listing.hovered = None if point is None else self.listing.row_at(point)

    def choose(self, row: int) -> None:
        """Give the list the keyboard, with the pair in a row chosen."""
        self.focused = True
        self.listing.choose(row)
