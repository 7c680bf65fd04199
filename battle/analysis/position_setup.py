"""Set-ups: a position under construction, edited tile by tile.

While it is edited anything may lie anywhere: gaps in a column, one tile of a kind, a fifth. What
keeps a set-up from being a position is given by `problems` as data: which fault, where, how many.
`problems()` is empty exactly if `position(str(setup))` accepts the text.

Every edit can be undone. Edits that belong together (a drag of the mouse, the digits of a number)
share a `stroke` and are undone in one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

from battle.rules.position import (
    ALL_POINTS,
    COPIES,
    EMPTY_COLUMNS,
    KINDS,
    PLAYERS,
    ROWS,
    Cell,
    Column,
    Kind,
    Player,
    Position,
    position,
)


class Fault(Enum):
    """What keeps a set-up from being a position."""

    GAP = "gap"
    """Empty cells between the tiles of a column."""
    UNPAIRED = "unpaired"
    """An odd number of tiles of a kind."""
    TOO_MANY = "too many"
    """More than four tiles of a kind."""
    POINTS_OUT_OF_RANGE = "points out of range"
    """A player has less than 0 points, or more than all pairs score together."""
    POINTS_DO_NOT_ADD_UP = "points do not add up"
    """The points taken and the points on the table are more than all pairs score together."""


@dataclass(frozen=True)
class SetupProblem:
    """One fault of a set-up.

    `cells` is where it is: the empty cells of a gap, the tiles of the kind; none for points.
    `number` is the number of tiles of the kind, or the points: the player's that are out of range,
    or those on the table. `player` is whose points are out of range.
    """

    fault: Fault
    cells: tuple[Cell, ...] = ()
    kind: Kind | None = None
    number: int = 0
    player: Player | None = None


_EMPTY = Position(EMPTY_COLUMNS)


class PositionSetup:
    """A position under construction; empty at first, or filled from a position.

    `picture` is what lies on the table as a position to be drawn; it need not be a valid one.
    """

    def __init__(self, start: Position | None = None) -> None:
        self.picture = _EMPTY if start is None else start.with_given((0, 0))
        self._before: list[Position] = []
        self._after: list[Position] = []
        self._stroke: object = None

    # --- what is there --------------------------------------------------------------------------

    def left(self, kind: Kind) -> int:
        """Return how many tiles of a kind can still be placed, 0 to 4."""
        return max(0, COPIES - len(self._cells_of(kind)))

    @property
    def points_on_table(self) -> int:
        """The points of all pairs on the table; an unpaired tile counts for nothing."""
        return sum(len(self._cells_of(kind)) // 2 * kind.rank for kind in KINDS)

    def __str__(self) -> str:
        return str(self.picture)

    # --- editing --------------------------------------------------------------------------------

    def place(self, cell: Cell, kind: Kind | None, *, stroke: object = None) -> None:
        """Put a tile of `kind` on `cell`, in place of what lies there; None empties the cell."""
        self._change(_with_tile(self.picture, cell, kind), stroke)

    def remove(self, cell: Cell, *, stroke: object = None) -> None:
        """Empty a cell."""
        self.place(cell, None, stroke=stroke)

    def move(self, source: Cell, target: Cell) -> None:
        """Move a tile to another cell; what lies there comes to the tile's old place."""
        before = self.picture
        moved = _with_tile(before, target, before.kind_at(source))
        self._change(_with_tile(moved, source, before.kind_at(target)))

    def close_gaps(self) -> None:
        """Move the tiles below a gap up, so that the tiles of every column touch."""
        columns = tuple(map(_without_gaps, self.picture.columns))
        self._change(replace(self.picture, columns=columns))

    def clear(self) -> None:
        """Take every tile away, and the points; player 1 is to move."""
        self._change(_EMPTY)

    def fill(self, start: Position) -> None:
        """Take over a whole position."""
        self._change(start.with_given((0, 0)))

    def set_to_move(self, player: Player) -> None:
        """Say whose turn it is."""
        self._change(replace(self.picture, to_move=player))

    def set_points(self, player: Player, points: int, *, stroke: object = None) -> None:
        """Say how many points a player has."""
        first, second = self.picture.points
        both = (points, second) if player == 1 else (first, points)
        self._change(replace(self.picture, points=both), stroke)

    def _change(self, changed: Position, stroke: object = None) -> None:
        if changed == self.picture:
            return
        if stroke is None or stroke != self._stroke:
            self._before.append(self.picture)
        self._stroke = stroke
        self._after.clear()
        self.picture = changed

    @property
    def can_undo(self) -> bool:
        """Whether there is an edit to undo."""
        return bool(self._before)

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone edit to do again."""
        return bool(self._after)

    def undo(self) -> None:
        """Undo the last edit, or the edits of its stroke; nothing happens without one."""
        self._step(self._before, self._after)

    def redo(self) -> None:
        """Do again what was undone last; nothing happens without it."""
        self._step(self._after, self._before)

    def _step(self, source: list[Position], target: list[Position]) -> None:
        if source:
            target.append(self.picture)
            self.picture = source.pop()
            self._stroke = None

    # --- whether it is a position ---------------------------------------------------------------

    def problems(self) -> tuple[SetupProblem, ...]:
        """Return everything that keeps the set-up from being a position: gaps, kinds, points."""
        return tuple(self._problems())

    def position(self) -> Position:
        """Return the position; raises FormatError, naming the first bad part, if it is none."""
        return position(str(self))

    def _problems(self) -> Iterator[SetupProblem]:
        for index, column in enumerate(self.picture.columns):
            rows = [row for row, found in enumerate(column) if found is not None] or [0]
            gap = [row for row in range(rows[0], rows[-1]) if column[row] is None]
            if gap:
                yield SetupProblem(Fault.GAP, tuple(Cell(index, row) for row in gap))
        for kind in KINDS:
            cells = self._cells_of(kind)
            if len(cells) > COPIES or len(cells) % 2:
                fault = Fault.TOO_MANY if len(cells) > COPIES else Fault.UNPAIRED
                yield SetupProblem(fault, cells, kind, len(cells))
        both, left = self.picture.points, self.points_on_table
        for player, points in zip(PLAYERS, both, strict=True):
            if not 0 <= points <= ALL_POINTS:
                yield SetupProblem(Fault.POINTS_OUT_OF_RANGE, number=points, player=player)
        if min(both) >= 0 and max(both) <= ALL_POINTS < sum(both) + left:
            yield SetupProblem(Fault.POINTS_DO_NOT_ADD_UP, number=left)

    def _cells_of(self, kind: Kind) -> tuple[Cell, ...]:
        return tuple(cell for cell, found in self.picture.tiles() if found is kind)


def _with_tile(position: Position, cell: Cell, kind: Kind | None) -> Position:
    columns = [*position.columns]
    column = columns[cell.column]
    columns[cell.column] = (*column[: cell.row], kind, *column[cell.row + 1 :])
    return replace(position, columns=tuple(columns))


def _without_gaps(column: Column) -> Column:
    tiles = [found for found in column if found is not None]
    first = next((row for row, found in enumerate(column) if found is not None), 0)
    return (*(None,) * first, *tiles, *(None,) * (ROWS - first - len(tiles)))
