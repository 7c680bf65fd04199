"""A table to set up freely: every verb that works on it, and what keeps it from being a position.

Pressing on an empty cell paints with the kind chosen, as far as the mouse is dragged and tiles are
left; pressing on a tile holds it: let go elsewhere it moves there, beside the table it is gone,
where it lay it is replaced. The other button removes.

The keyboard writes tiles as a grid is written: a tile goes where the cursor is, which then moves
down; the next column and an empty cell are one step each.

Anything may lie anywhere: gaps in a column, one tile of a kind, a fifth. It is a position when it
has no problems: exactly if `position(str(table))` accepts the text.

Every edit can be undone. Edits that belong together (a drag of the mouse, the digits of a number)
share a `stroke` and are undone in one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial, partialmethod
from typing import Any, Final

from battle.language import _, ngettext
from battle.page.blocks import Ink, Paragraph, Role
from battle.rules.links import table_in
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
from battle.rules.record import Record
from battle.words import no_pair_words

EMPTY: Final = Position(EMPTY_COLUMNS)
_KEPT: Final = 50
"""How many edits before and after are kept."""


class PositionEditor:
    """A table with everything that works on it; `refusal` says why something was not done.

    `table` is what lies there, as a position to be drawn; it need not be a valid one. While a
    button of the mouse is down a tile is `held`, taken from the cell `source` or from the palette,
    or the `brush` changes every cell it comes to.
    """

    def __init__(self, start: Position | None = None) -> None:
        self._tables = [EMPTY if start is None else start.with_given((0, 0))]
        self._at = 0
        self._stroke: object = None
        self.chosen: Kind | None = None
        self.cursor = Cell(0, 0)
        self.brush: Callable[[Cell], object] | None = None
        self.held: Kind | None = None
        self.source: Cell | None = None
        self.refusal = ""
        self.changed: Callable[[], object] = lambda: None
        """Called after every edit."""
        self._last = self.cursor

    # --- what there is --------------------------------------------------------------------------

    @property
    def table(self) -> Position:
        """What lies on the table, whose turn it is, and the points."""
        return self._tables[self._at]

    @property
    def can_undo(self) -> bool:
        """Whether anything was edited."""
        return self._at > 0

    @property
    def can_redo(self) -> bool:
        """Whether an edit was undone."""
        return self._at + 1 < len(self._tables)

    def left(self, kind: Kind) -> int:
        """Return how many tiles of a kind can still be placed, 0 to 4."""
        return max(0, COPIES - len(_cells_of(self.table, kind)))

    @property
    def position(self) -> Position | None:
        """The position that is set up, None as long as something is wrong."""
        return None if any(problems_of(self.table)) else self.table

    def shown(self, pointed: Cell | None) -> Position:
        """Return the table to be shown: without a tile that is held over another cell."""
        if self.source is None or self.source == pointed:
            return self.table
        return _with_tile(self.table, self.source, None)

    # --- editing --------------------------------------------------------------------------------

    def change(self, table: Position, stroke: object = None) -> None:
        """Replace the table, as an edit of its own or part of a stroke."""
        if table == self.table:
            return
        is_new = stroke is None or stroke != self._stroke
        self._at, self._stroke = self._at + is_new, stroke
        self._tables[self._at :] = [table]
        self.changed()

    def undo(self, edits: int = 1) -> None:
        """Undo the last edits, as far as there are any; `redo` is the same the other way."""
        self._at = max(0, min(len(self._tables) - 1, self._at - edits))
        self._stroke = None
        self.changed()

    redo = partialmethod(undo, -1)

    def place(self, cell: Cell, kind: Kind | None, *, stroke: object = None) -> None:
        """Put a tile of `kind` on `cell`, in place of what lies there; None empties the cell."""
        self.change(_with_tile(self.table, cell, kind), stroke)

    def move(self, source: Cell, target: Cell) -> None:
        """Move a tile to another cell; what lies there comes to the tile's old place."""
        moved = _with_tile(self.table, target, self.table.kind_at(source))
        self.change(_with_tile(moved, source, self.table.kind_at(target)))

    @property
    def has_gaps(self) -> bool:
        """Whether there is a gap in any column."""
        return any(_without_gaps(column) != column for column in self.table.columns)

    def close_gaps(self) -> None:
        """Move the tiles below a gap up, so that the tiles of every column touch."""
        self.change(replace(self.table, columns=tuple(map(_without_gaps, self.table.columns))))

    def clear(self) -> None:
        """Take every tile away, and the points; player 1 is to move."""
        self.change(EMPTY)

    def paste(self, text: str) -> None:
        """Take over a position, its picture, or the last position of a game record.

        Of a game that is over the start is taken. Raises RulesError for any other text, and then
        changes nothing.
        """
        position = table_in(text)
        if isinstance(position, Record):
            game = position.game
            position = game.start if game.last.position.is_over else game.last.position
        self.change(position.with_given((0, 0)))

    def turn(self, player: Player) -> None:
        """Let a player be the one to move."""
        self.change(replace(self.table, to_move=player))

    def give(self, player: Player, points: int) -> None:
        """Set the points of a player; their digits are one edit."""
        first, second = self.table.points
        both = (points, second) if player == 1 else (first, points)
        self.change(replace(self.table, points=both), stroke=player)

    # --- keeping it ---------------------------------------------------------------------------

    @property
    def kept(self) -> dict[str, Any]:
        """What is on the table, with the last edits, as JSON has it."""
        first = max(0, self._at - _KEPT)
        tables = [str(table) for table in self._tables[first : self._at + _KEPT]]
        return {"tables": tables, "at": self._at - first}

    def take_up(self, kept: Mapping[str, Any]) -> None:
        """Go on with what was `kept`; raises ValueError, KeyError or TypeError for others."""
        tables, at = [_table_in(text) for text in kept["tables"]], int(kept["at"])
        self._tables, self._at = tables, max(0, min(len(tables) - 1, at))

    # --- the mouse ------------------------------------------------------------------------------

    def press(self, cell: Cell) -> None:
        """Press the button on a cell: hold its tile, or begin to paint."""
        self._last = self.cursor = cell
        self.held = self.table.kind_at(cell)
        if self.held is not None:
            self.source = cell
        else:
            self.brush = partial(self._paint, object())
            self.brush(cell)

    def press_other(self, cell: Cell) -> None:
        """Press the other button on a cell: begin to remove."""
        self._last = self.cursor = cell
        self.brush = partial(self.place, kind=None, stroke=object())
        self.brush(cell)

    def _paint(self, stroke: object, cell: Cell) -> None:
        if self.table.kind_at(cell) is None:
            self.place_chosen(cell, stroke)

    def pick(self, cell: Cell) -> None:
        """Choose the kind of the tile on a cell."""
        self.chosen = self.table.kind_at(cell) or self.chosen

    def take(self, kind: Kind) -> None:
        """Press on a kind in the palette: choose it, and hold a tile of it if any is left."""
        self.chosen = kind
        self.held = kind if self.left(kind) else None

    def drag(self, cell: Cell | None) -> None:
        """Move on to a cell with the button down; None is beside the table."""
        if cell is not None and self.brush is not None:
            for passed in _between(self._last, cell):
                self.brush(passed)
            self._last = cell

    def release(self, cell: Cell | None) -> None:
        """Let the button go over a cell, or beside the table."""
        held, source = self.held, self.source
        self.let_go()
        if held is None:
            return
        if cell is None:
            if source is not None:
                self.place(source, None)
        elif source not in (None, cell):
            self.move(source, cell)
        else:
            self.chosen, self.cursor = self.chosen or held, cell
            self.place_chosen(cell)

    def let_go(self) -> None:
        """Put the tile in the hand back, and end what the mouse has begun."""
        self.held = self.source = self.brush = None

    def place_chosen(self, cell: Cell, stroke: object = None) -> bool:
        """Put a tile of the kind chosen on a cell; return whether it lies there, else refuse."""
        kind, self.refusal = self.chosen, ""
        if kind is None:
            self.refusal = _("Choose a tile first, or type it: 5m.")
        elif self.left(kind) or self.table.kind_at(cell) is kind:
            self.place(cell, kind, stroke=stroke)
        else:
            self.refusal = _("All {copies} {kind} are on the table.").format(
                copies=COPIES, kind=kind
            )
        return not self.refusal

    # --- the keyboard ---------------------------------------------------------------------------

    def write(self, kind: Kind | None = None) -> None:
        """Put a tile of `kind`, else of the kind chosen, at the cursor, and go to the next cell."""
        self.chosen = kind or self.chosen
        if self.place_chosen(self.cursor):
            self._advance(1)

    def erase(self, before: int = 0, after: int = 0) -> None:
        """Empty the cell at the cursor, which moves by some cells before and after that."""
        self._advance(before)
        self.place(self.cursor, None)
        self._advance(after)

    def step(self, columns: int, rows: int) -> None:
        """Move the cursor, as far as there are cells."""
        column, row = self.cursor.column + columns, self.cursor.row + rows
        self.cursor = Cell(max(0, min(COLUMNS - 1, column)), max(0, min(ROWS - 1, row)))

    def _advance(self, by: int) -> None:
        place = self.cursor.column * ROWS + self.cursor.row + by
        self.cursor = Cell(*divmod(max(0, min(COLUMNS * ROWS - 1, place)), ROWS))


def _table_in(text: str) -> Position:
    """Return a table as it is printed, whatever is wrong with it."""
    grid, turn, points = text.split()
    columns = tuple(
        tuple(None if one == "." else Kind.parse(one) for one in re.findall(r"\.|[1-9].", column))
        for column in grid.split("/")
    )
    first, second = map(int, points.split("-"))
    if [len(column) for column in columns] != [ROWS] * COLUMNS:
        raise ValueError(text)
    return Position(columns, 2 if turn == "2" else 1, (first, second))


def _with_tile(table: Position, cell: Cell, kind: Kind | None) -> Position:
    columns = [*table.columns]
    column = columns[cell.column]
    columns[cell.column] = (*column[: cell.row], kind, *column[cell.row + 1 :])
    return replace(table, columns=tuple(columns))


def _without_gaps(column: Column) -> Column:
    tiles = [kind for kind in column if kind is not None]
    first = next((row for row, kind in enumerate(column) if kind is not None), 0)
    return (*(None,) * first, *tiles, *(None,) * (ROWS - first - len(tiles)))


def _cells_of(table: Position, kind: Kind) -> tuple[Cell, ...]:
    return tuple(cell for cell, tile in table.tiles() if tile is kind)


def _between(start: Cell, end: Cell) -> list[Cell]:
    """Return the cells on the way from one to another, without the first."""
    columns, rows = end.column - start.column, end.row - start.row
    steps = max(abs(columns), abs(rows))
    return [
        Cell(start.column + round(columns * n / steps), start.row + round(rows * n / steps))
        for n in range(1, steps + 1)
    ]


# --- what is wrong, or can be done ---------------------------------------------------------------


def problems_of(table: Position) -> Iterator[Paragraph]:
    """Yield everything that keeps a table from being a position: gaps, kinds, points.

    A problem leads to its cells: the empty cells of a gap, the tiles of a kind; none for points.
    """
    problem = partial(Paragraph, ink=Ink.BAD, icon="warning", icon_ink=Ink.BAD)
    for index, tiles in enumerate(table.columns):
        rows = [row for row, kind in enumerate(tiles) if kind is not None] or [0]
        gap = [row for row in range(rows[0], rows[-1]) if tiles[row] is None]
        if gap:
            words = ngettext(
                "Column {column} has an empty cell between its tiles.",
                "Column {column} has {n} empty cells between its tiles.",
                len(gap),
            ).format(column=COLUMN_LETTERS[index], n=len(gap))
            yield problem(words, leads_to=tuple(Cell(index, row) for row in gap))
    left = 0
    for kind in KINDS:
        cells = _cells_of(table, kind)
        left += len(cells) // 2 * kind.rank
        words = _("There are {number} {kind}: each kind has only {copies} tiles.")
        if len(cells) == 1:
            words = _("There is one {kind}: each kind needs two or four tiles.")
        elif len(cells) < COPIES:
            words = _("There are three {kind}: each kind needs two or four tiles.")
        if len(cells) > COPIES or len(cells) % 2:
            words = words.format(number=len(cells), kind=kind, copies=COPIES)
            yield problem(words, leads_to=cells)
    both = table.points
    for player, points in zip(PLAYERS, both, strict=True):
        if not 0 <= points <= ALL_POINTS:
            words = _("Player {player} cannot have {number} points: the range is 0 to {all}.")
            yield problem(words.format(player=player, number=points, all=ALL_POINTS))
    if min(both) >= 0 and max(both) <= ALL_POINTS < sum(both) + left:
        words = _("Points taken: {points}, on the table: {number}, more than {all}.")
        yield problem(words.format(points=sum(both), number=left, all=ALL_POINTS))


def summary(position: Position) -> Paragraph:
    """Return how many tiles and pairs there are, or why nothing can be done with a position."""
    if position.is_over:
        words = _("The table is empty. Choose a tile and place it on the cells.")
        if position.tiles_left:
            words = no_pair_words()
        return Paragraph(words, role=Role.TEXT, icon="info", icon_ink=Ink.MUTED)
    tiles = ngettext("{n} tile", "{n} tiles", position.tiles_left).format(n=position.tiles_left)
    count = len(position.legal_moves)
    pairs = ngettext("{n} pair can be taken", "{n} pairs can be taken", count).format(n=count)
    return Paragraph(f"{tiles}  ·  {pairs}", Ink.PLAIN, role=Role.TEXT, icon="check")
