"""The list of pairs beside the table: a pair is pointed out in it, and taken from it.

It has the keyboard while it is `focused`; what is pointed out in it is marked on the board.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from battle.language import _
from battle.rules.move import Move
from battle.rules.tiles import Kind
from battle.window.ui.listing import Listing

if TYPE_CHECKING:
    from battle.window.table.scene import TableScene


class PairList:
    """The pairs that can be taken at one playing screen, the best paid first."""

    def __init__(self, scene: TableScene) -> None:
        self._scene = scene
        self.listing = Listing()
        self.rows: list[tuple[Move, Kind]] = []
        self.focused = False

    @property
    def is_shown(self) -> bool:
        """Whether the pairs are listed at all."""
        return self._scene.app.settings.show_pairs

    def fill(self) -> None:
        """List the pairs of the position on the table."""
        session = self._scene.session
        position = session.position
        moves = () if session.ending is not None else position.legal_moves
        rows = [(move, kind) for move in moves if (kind := position.kind_at(move.first))]
        self.rows = sorted(rows, key=lambda pair: -pair[1].rank)
        self.listing.fill(len(self.rows))
        if self.listing.chosen is not None and self._scene.board.listed is None:
            self.listing.choose(None)

    # --- the keyboard ---------------------------------------------------------------------------

    def toggle(self) -> None:
        """Show the pairs and go to their list; hide them if the list has the keyboard."""
        shown = self.is_shown
        if shown and not self.focused:
            self.focus(True)
        else:
            self._scene.app.change(show_pairs=not shown)
            self.focus(not shown)

    def focus(self, focused: bool) -> None:
        """Give the list the keyboard, with its first pair pointed out, or take it away."""
        self.focused = focused and bool(self.rows)
        self.listing.choose(0 if self.focused else None)
        self._point_out()

    def step(self, by: int) -> None:
        """Point out the next pair, or the one before."""
        self.listing.step(by)
        self._point_out()

    def take(self) -> bool:
        """Take the pair the keyboard is on; return whether it is on one."""
        row = self.listing.chosen
        if not self.focused or row is None:
            return False
        self._take(row)
        return True

    # --- the mouse ------------------------------------------------------------------------------

    def hover(self, point: tuple[int, int]) -> None:
        """Point out the pair under the mouse, unless the keyboard is on one."""
        listing = self.listing
        listing.hovered = listing.row_at(point) if self.is_shown else None
        if not self.focused:
            row = listing.hovered
            self._scene.board.listed = None if row is None else self.rows[row][0]

    def click(self, point: tuple[int, int]) -> bool:
        """Point a pair out, at the second click take it; return whether the click was on one."""
        row = self.listing.row_at(point)
        if row is None or not self.is_shown:
            return False
        if self.listing.chosen == row:
            self._take(row)
            return True
        self.focused = True
        self.listing.choose(row)
        self._point_out()
        self._scene.notice(_("Click the pair once more, or press Enter, to take it."))
        return True

    # --- steps ----------------------------------------------------------------------------------

    def _point_out(self) -> None:
        """Mark the chosen pair on the board."""
        row, board = self.listing.chosen, self._scene.board
        board.listed = None if row is None else self.rows[row][0]
        if row is not None:
            board.selected = None

    def _take(self, row: int) -> None:
        if not self._scene.my_turn:
            self._scene.refuse_for_now(None)
            return
        self._scene.take(self.rows[row][0])
        self.focused = False
        self.listing.choose(None)
