"""The position editor as a person works it: the table, the kind chosen, the cursor, the mouse.

A plain model without pictures. Pressing on an empty cell paints with the kind chosen, as far as the
mouse is dragged and tiles are left; pressing on a tile holds it: let go elsewhere it moves there,
beside the table it is gone, where it lay it is replaced. The other button removes.

The keyboard writes tiles as a grid is written: a tile goes where the cursor is, which then moves
down; `/` goes to the next column, `.` leaves a cell empty.

While the table is edited anything may lie anywhere: gaps in a column, one tile of a kind, a fifth.
It is a position when there are no `problems`: exactly if `position(str(table))` accepts the text.

Every edit can be undone. Edits that belong together (a drag of the mouse, the digits of a number)
share a `stroke` and are undone in one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, NamedTuple

from battle.language import _, current, ngettext
from battle.rules.position import (
    ALL_POINTS,
    COLUMN_LETTERS,
    COLUMNS,
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
)
from battle.rules.record import Record, recognise
from battle.words import no_pair_words

_EMPTY: Final = Position(EMPTY_COLUMNS)


class HeldTile(NamedTuple):
    """A tile in the hand, and the cell it came from; None for one from the palette."""

    kind: Kind
    source: Cell | None


class PositionEditor:
    """A table with everything that works on it; `refusal` says why something was not done.

    `table` is what lies there, as a position to be drawn; it need not be a valid one. `before` and
    `after` are the tables to undo and redo to, the next one last. While a button of the mouse is
    down it `paints` or `removes`, or a tile is `held`.
    """

    def __init__(self, start: Position | None = None) -> None:
        self.table = _EMPTY if start is None else start.with_given((0, 0))
        self.before: list[Position] = []
        self.after: list[Position] = []
        self.chosen: Kind | None = None
        self.cursor = Cell(0, 0)
        self.paints = self.removes = False
        self.held: HeldTile | None = None
        self.refusal = ""
        self._last: Cell | None = None
        self._drag = object()
        self._stroke: object = None

    # --- what there is --------------------------------------------------------------------------

    def left(self, kind: Kind) -> int:
        """Return how many tiles of a kind can still be placed, 0 to 4."""
        return max(0, COPIES - len(_cells_of(self.table, kind)))

    @property
    def problems(self) -> tuple[EditorProblem, ...]:
        """All that keeps the table from being a position."""
        return _problems(self.table, current())

    @property
    def position(self) -> Position | None:
        """The position that is set up, None as long as something is wrong."""
        return None if self.problems else self.table

    @property
    def is_ready(self) -> bool:
        """Whether a game can begin here."""
        return self.position is not None and not self.position.is_over

    def shown(self, pointed: Cell | None) -> Position:
        """Return the table to be shown: without a tile that is held over another cell."""
        source = None if self.held is None else self.held.source
        if source is None or source == pointed:
            return self.table
        return _with_tile(self.table, source, None)

    # --- editing --------------------------------------------------------------------------------

    def place(self, cell: Cell, kind: Kind | None, *, stroke: object = None) -> None:
        """Put a tile of `kind` on `cell`, in place of what lies there; None empties the cell."""
        self.change(_with_tile(self.table, cell, kind), stroke)

    def move(self, source: Cell, target: Cell) -> None:
        """Move a tile to another cell; what lies there comes to the tile's old place."""
        moved = _with_tile(self.table, target, self.table.kind_at(source))
        self.change(_with_tile(moved, source, self.table.kind_at(target)))

    def close_gaps(self) -> None:
        """Move the tiles below a gap up, so that the tiles of every column touch."""
        self.change(replace(self.table, columns=tuple(map(_without_gaps, self.table.columns))))

    def clear(self) -> None:
        """Take every tile away, and the points; player 1 is to move."""
        self.change(_EMPTY)

    def set_to_move(self, player: Player) -> None:
        """Say whose turn it is."""
        self.change(replace(self.table, to_move=player))

    def set_points(self, player: Player, points: int, *, stroke: object = None) -> None:
        """Say how many points a player has."""
        first, second = self.table.points
        self.change(
            replace(self.table, points=(points, second) if player == 1 else (first, points)), stroke
        )

    def paste(self, text: str) -> None:
        """Take over a position, a picture of one, or where a game record ends.

        Of a game that is over the start is taken. Raises RulesError, and changes nothing, if it is
        none of them.
        """
        found = recognise(text)
        if isinstance(found, Record):
            last = found.game.last.position
            found = found.game.start if last.is_over else last
        self.change(found.with_given((0, 0)))

    def change(self, table: Position, stroke: object = None) -> None:
        """Let the table be another one."""
        if table == self.table:
            return
        if stroke is None or stroke != self._stroke:
            self.before.append(self.table)
        self._stroke = stroke
        self.after.clear()
        self.table = table

    def undo(self) -> None:
        """Undo the last edit, or the edits of its stroke; nothing happens without one."""
        self._go_back(self.before, self.after)

    def redo(self) -> None:
        """Do again what was undone last; nothing happens without it."""
        self._go_back(self.after, self.before)

    def _go_back(self, source: list[Position], target: list[Position]) -> None:
        if source:
            target.append(self.table)
            self.table = source.pop()
            self._stroke = None

    # --- the mouse ------------------------------------------------------------------------------

    def press(self, cell: Cell) -> None:
        """Press the button on a cell: hold its tile, or begin to paint."""
        self._begin(cell)
        found = self.table.kind_at(cell)
        if found is not None:
            self.held = HeldTile(found, cell)
        elif self.chosen is None:
            self.refusal = _("Choose a tile first, or type it: 5m.")
        else:
            self.paints = True
            self._place_if_left(cell, self.chosen, stroke=self._drag)

    def press_other(self, cell: Cell) -> None:
        """Press the other button on a cell: begin to remove."""
        self._begin(cell)
        self.removes = True
        self.place(cell, None, stroke=self._drag)

    def pick(self, cell: Cell) -> None:
        """Choose the kind of the tile on a cell."""
        self.chosen = self.table.kind_at(cell) or self.chosen

    def take(self, kind: Kind) -> None:
        """Press on a kind in the palette: it is chosen, and can be dragged to a cell."""
        self.chosen = kind
        if self.left(kind):
            self.held = HeldTile(kind, None)

    def drag(self, cell: Cell | None) -> None:
        """Move on to a cell with the button down; None is beside the table."""
        if cell is None or cell == self._last:
            return
        for passed in _between(self._last or cell, cell):
            if self.removes:
                self.place(passed, None, stroke=self._drag)
            elif self.paints and self.chosen and self.table.kind_at(passed) is None:
                self._place_if_left(passed, self.chosen, stroke=self._drag)
        self._last = cell

    def release(self, cell: Cell | None) -> None:
        """Let the button go over a cell, or beside the table."""
        held = self.held
        self.let_go()
        if held is None:
            return
        if held.source is None:
            if cell is not None:
                self.cursor = cell
                self._place_if_left(cell, held.kind)
        elif cell is None:
            self.place(held.source, None)
        elif cell != held.source:
            self.move(held.source, cell)
        elif self.chosen is None:
            self.pick(cell)
        else:
            self._place_if_left(cell, self.chosen)

    def let_go(self) -> None:
        """Put the tile in the hand back, and end what the mouse has begun."""
        self.held = None
        self.paints = self.removes = False

    def _begin(self, cell: Cell) -> None:
        self.refusal, self._drag = "", object()
        self._last = self.cursor = cell

    def _place_if_left(self, cell: Cell, kind: Kind, *, stroke: object = None) -> bool:
        if self.table.kind_at(cell) is kind:
            return True
        if not self.left(kind):
            self.refusal = _("All {copies} {kind} are on the table.").format(
                copies=COPIES, kind=kind
            )
            return False
        self.place(cell, kind, stroke=stroke)
        return True

    # --- the keyboard ---------------------------------------------------------------------------

    def type(self, kind: Kind) -> None:
        """Put a tile where the cursor is, and go on to the next cell."""
        self.refusal, self.chosen = "", kind
        if self._place_if_left(self.cursor, kind):
            self._advance()

    def place_chosen(self) -> None:
        """Put a tile of the kind chosen where the cursor is, and go on to the next cell."""
        if self.chosen is None:
            self.refusal = _("Choose a tile first, or type it: 5m.")
        else:
            self.type(self.chosen)

    def leave_empty(self) -> None:
        """Empty the cell where the cursor is, and go on to the next."""
        self.place(self.cursor, None)
        self._advance()

    def delete_before(self) -> None:
        """Go one cell back, and empty it."""
        self._advance(-1)
        self.place(self.cursor, None)

    def next_column(self) -> None:
        """Move the cursor to the top of the next column."""
        self.cursor = Cell(min(COLUMNS - 1, self.cursor.column + 1), 0)

    def step(self, columns: int, rows: int) -> None:
        """Move the cursor, as far as there are cells."""
        column, row = self.cursor.column + columns, self.cursor.row + rows
        self.cursor = Cell(max(0, min(COLUMNS - 1, column)), max(0, min(ROWS - 1, row)))

    def _advance(self, by: int = 1) -> None:
        place = self.cursor.column * ROWS + self.cursor.row + by
        self.cursor = Cell(*divmod(max(0, min(COLUMNS * ROWS - 1, place)), ROWS))


def _with_tile(table: Position, cell: Cell, kind: Kind | None) -> Position:
    columns = [*table.columns]
    column = columns[cell.column]
    columns[cell.column] = (*column[: cell.row], kind, *column[cell.row + 1 :])
    return replace(table, columns=tuple(columns))


def _without_gaps(column: Column) -> Column:
    tiles = [found for found in column if found is not None]
    first = next((row for row, found in enumerate(column) if found is not None), 0)
    return (*(None,) * first, *tiles, *(None,) * (ROWS - first - len(tiles)))


def _cells_of(table: Position, kind: Kind) -> tuple[Cell, ...]:
    return tuple(cell for cell, found in table.tiles() if found is kind)


def _between(start: Cell, end: Cell) -> list[Cell]:
    """Return the cells on the way from one to another, without the first."""
    columns, rows = end.column - start.column, end.row - start.row
    steps = max(abs(columns), abs(rows), 1)
    return [
        Cell(start.column + round(columns * n / steps), start.row + round(rows * n / steps))
        for n in range(1, steps + 1)
    ]


# --- what is wrong -------------------------------------------------------------------------------


@dataclass(frozen=True)
class EditorProblem:
    """One fault of a table, in a sentence that says what is wrong, and what would be right.

    `cells` is where it is: the empty cells of a gap, the tiles of the kind; none for points.
    """

    words: str
    cells: tuple[Cell, ...] = ()
    kind: Kind | None = None


@lru_cache(maxsize=1)
def _problems(table: Position, _language: str) -> tuple[EditorProblem, ...]:
    """Return everything that keeps a table from being a position: gaps, kinds, points."""
    return tuple(_find_problems(table))


def _find_problems(table: Position) -> Iterator[EditorProblem]:
    for index, column in enumerate(table.columns):
        rows = [row for row, found in enumerate(column) if found is not None] or [0]
        gap = [row for row in range(rows[0], rows[-1]) if column[row] is None]
        if gap:
            words = ngettext(
                "Column {column} has an empty cell between its tiles.",
                "Column {column} has {n} empty cells between its tiles.",
                len(gap),
            ).format(column=COLUMN_LETTERS[index], n=len(gap))
            yield EditorProblem(words, tuple(Cell(index, row) for row in gap))
    for kind in KINDS:
        cells = _cells_of(table, kind)
        if len(cells) > COPIES or len(cells) % 2:
            words = _("There are {number} {kind}: each kind has only {copies} tiles.")
            if len(cells) == 1:
                words = _("There is one {kind}: each kind needs two or four tiles.")
            elif len(cells) < COPIES:
                words = _("There are three {kind}: each kind needs two or four tiles.")
            yield EditorProblem(
                words.format(number=len(cells), kind=kind, copies=COPIES), cells, kind
            )
    both = table.points
    left = sum(len(_cells_of(table, kind)) // 2 * kind.rank for kind in KINDS)
    for player, points in zip(PLAYERS, both, strict=True):
        if not 0 <= points <= ALL_POINTS:
            words = _("Player {player} cannot have {number} points: the range is 0 to {all}.")
            yield EditorProblem(words.format(player=player, number=points, all=ALL_POINTS))
    if min(both) >= 0 and max(both) <= ALL_POINTS < sum(both) + left:
        words = _("{points} points taken and {number} on the table are more than {all}.")
        yield EditorProblem(words.format(points=sum(both), number=left, all=ALL_POINTS))


# --- words ---------------------------------------------------------------------------------------


def position_words(position: Position) -> str:
    """Return how many tiles and points lie on the table, and what cannot be done with them."""
    if not position.tiles_left:
        return _("The table is empty. Choose a tile and place it on the cells.")
    if position.is_over:
        return no_pair_words()
    tiles = ngettext("{n} tile", "{n} tiles", position.tiles_left).format(n=position.tiles_left)
    count = len(position.legal_moves)
    pairs = ngettext("{n} pair can be taken", "{n} pairs can be taken", count).format(n=count)
    return f"{tiles}  ·  {pairs}"
