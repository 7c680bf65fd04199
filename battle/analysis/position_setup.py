"""Set-ups: a position under construction, edited tile by tile.

While it is edited anything may lie anywhere: gaps in a column, one tile of a kind, a fifth. What
keeps a set-up from being a position is told by `problems` as data: which fault, where, how many.
`problems()` is empty exactly if `position(str(setup))` accepts the text.

Every edit can be undone. Edits that belong together (a drag of the mouse, the digits of a number)
share a `stroke` and are undone in one.
"""

from __future__ import annotations

from collections import Counter
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


@dataclass(frozen=True)
class _State:
    columns: tuple[Column, ...] = EMPTY_COLUMNS
    to_move: Player = 1
    points: tuple[int, int] = (0, 0)


class PositionSetup:
    """A position under construction; empty at first, or filled from a position."""

    def __init__(self, start: Position | None = None) -> None:
        self._state = _State() if start is None else _state_of(start)
        self._before: list[_State] = []
        self._after: list[_State] = []
        self._stroke: object = None

    # --- what is there --------------------------------------------------------------------------

    @property
    def columns(self) -> tuple[Column, ...]:
        """Twelve columns of nine cells from the top, a kind or None for an empty cell."""
        return self._state.columns

    @property
    def to_move(self) -> Player:
        """The player whose turn it is."""
        return self._state.to_move

    @property
    def points(self) -> tuple[int, int]:
        """The points of players 1 and 2, as entered."""
        return self._state.points

    def kind_at(self, cell: Cell) -> Kind | None:
        """Return the kind of the tile on `cell`, None if the cell is empty."""
        return self._state.columns[cell.column][cell.row]

    def tiles(self) -> Iterator[tuple[Cell, Kind]]:
        """Yield every tile's cell and kind, in ascending order of the cells."""
        for index, column in enumerate(self._state.columns):
            for row, found in enumerate(column):
                if found is not None:
                    yield Cell(index, row), found

    def count(self, kind: Kind) -> int:
        """Return how many tiles of a kind lie on the table."""
        return sum(found is kind for _cell, found in self.tiles())

    def left(self, kind: Kind) -> int:
        """Return how many tiles of a kind can still be placed, 0 to 4."""
        return max(0, COPIES - self.count(kind))

    @property
    def points_on_table(self) -> int:
        """The points of all pairs on the table; an unpaired tile counts for nothing."""
        return sum(self.count(kind) // 2 * kind.rank for kind in KINDS)

    @property
    def picture(self) -> Position:
        """What lies on the table as a position to be drawn; it need not be a valid one."""
        return Position(self.columns, self.to_move, self.points)

    def __str__(self) -> str:
        return str(self.picture)

    # --- editing --------------------------------------------------------------------------------

    def place(self, cell: Cell, kind: Kind | None, *, stroke: object = None) -> None:
        """Put a tile of `kind` on `cell`, in place of what lies there; None empties the cell."""
        self._change(_with_tile(self._state, cell, kind), stroke)

    def remove(self, cell: Cell, *, stroke: object = None) -> None:
        """Empty a cell."""
        self.place(cell, None, stroke=stroke)

    def move(self, source: Cell, target: Cell) -> None:
        """Move a tile to another cell; what lies there comes to the tile's old place."""
        kinds = self.kind_at(source), self.kind_at(target)
        self._change(_with_tile(_with_tile(self._state, target, kinds[0]), source, kinds[1]))

    def close_gaps(self) -> None:
        """Move the tiles below a gap up, so that the tiles of every column touch."""
        columns = tuple(_without_gaps(column) for column in self.columns)
        self._change(replace(self._state, columns=columns))

    def clear(self) -> None:
        """Take every tile away, and the points; player 1 is to move."""
        self._change(_State())

    def fill(self, start: Position) -> None:
        """Take over a whole position."""
        self._change(_state_of(start))

    def set_to_move(self, player: Player) -> None:
        """Say whose turn it is."""
        self._change(replace(self._state, to_move=player))

    def set_points(self, player: Player, points: int, *, stroke: object = None) -> None:
        """Say how many points a player has."""
        first, second = self.points
        both = (points, second) if player == 1 else (first, points)
        self._change(replace(self._state, points=both), stroke)

    def _change(self, state: _State, stroke: object = None) -> None:
        if state == self._state:
            return
        if stroke is None or stroke != self._stroke:
            self._before.append(self._state)
        self._stroke = stroke
        self._after.clear()
        self._state = state

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

    def _step(self, source: list[_State], target: list[_State]) -> None:
        if source:
            target.append(self._state)
            self._state = source.pop()
            self._stroke = None

    # --- whether it is a position ---------------------------------------------------------------

    def problems(self) -> tuple[SetupProblem, ...]:
        """Return everything that keeps the set-up from being a position: gaps, kinds, points."""
        return (*self._gaps(), *self._bad_counts(), *self._bad_points())

    def position(self) -> Position:
        """Return the position; raises FormatError, naming the first bad part, if it is none."""
        return position(str(self))

    def _gaps(self) -> Iterator[SetupProblem]:
        for index, column in enumerate(self.columns):
            cells = tuple(Cell(index, row) for row in _gap_in(column))
            if cells:
                yield SetupProblem(Fault.GAP, cells)

    def _bad_counts(self) -> Iterator[SetupProblem]:
        counts = Counter(found for _cell, found in self.tiles())
        for kind in KINDS:
            number = counts[kind]
            if number > COPIES:
                yield SetupProblem(Fault.TOO_MANY, self._cells_of(kind), kind, number)
            elif number % 2:
                yield SetupProblem(Fault.UNPAIRED, self._cells_of(kind), kind, number)

    def _cells_of(self, kind: Kind) -> tuple[Cell, ...]:
        return tuple(cell for cell, found in self.tiles() if found is kind)

    def _bad_points(self) -> Iterator[SetupProblem]:
        beyond = [not 0 <= points <= ALL_POINTS for points in self.points]
        for player, points, wrong in zip(PLAYERS, self.points, beyond, strict=True):
            if wrong:
                yield SetupProblem(Fault.POINTS_OUT_OF_RANGE, number=points, player=player)
        left = self.points_on_table
        if not any(beyond) and sum(self.points) + left > ALL_POINTS:
            yield SetupProblem(Fault.POINTS_DO_NOT_ADD_UP, number=left)


def _state_of(start: Position) -> _State:
    return _State(start.columns, start.to_move, start.taken)


def _with_tile(state: _State, cell: Cell, kind: Kind | None) -> _State:
    column = state.columns[cell.column]
    changed = (*column[: cell.row], kind, *column[cell.row + 1 :])
    columns = (*state.columns[: cell.column], changed, *state.columns[cell.column + 1 :])
    return replace(state, columns=columns)


def _gap_in(column: Column) -> list[int]:
    """Return the rows of the empty cells between a column's tiles."""
    rows = [row for row, found in enumerate(column) if found is not None]
    return [row for row in range(ROWS) if rows and rows[0] < row < rows[-1] and row not in rows]


def _without_gaps(column: Column) -> Column:
    tiles = [found for found in column if found is not None]
    if not tiles:
        return column
    first = next(row for row, found in enumerate(column) if found is not None)
    below = ROWS - first - len(tiles)
    return (*(None,) * first, *tiles, *(None,) * below)
