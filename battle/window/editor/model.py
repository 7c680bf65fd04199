"""The position editor as a person works it: the kind chosen, the cursor, what the mouse holds.

A plain model without pictures. Pressing on an empty cell paints with the kind chosen, as far as the
mouse is dragged and tiles are left; pressing on a tile holds it: let go elsewhere it moves there,
beside the table it is gone, where it lay it is replaced. The other button removes.

The keyboard writes tiles as a grid is written: a tile goes where the cursor is, which then moves
down; `/` goes to the next column, `.` leaves a cell empty.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

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
    position,
)
from battle.rules.record import Record, recognise
from battle.words import no_pair_words

# --- setup ----------------------------------------------------------------------------------------
#
# A position under construction, edited tile by tile.
#
# While it is edited anything may lie anywhere: gaps in a column, one tile of a kind, a fifth. What
# keeps a set-up from being a position is given by `problems`, which yields nothing exactly if
# `position(str(setup))` accepts the text.
#
# Every edit can be undone. Edits that belong together (a drag of the mouse, the digits of a number)
# share a `stroke` and are undone in one.


@dataclass(frozen=True)
class SetupProblem:
    """One fault of a set-up, in a sentence that says what is wrong, and what would be right.

    `cells` is where it is: the empty cells of a gap, the tiles of the kind; none for points.
    """

    words: str
    cells: tuple[Cell, ...] = ()
    kind: Kind | None = None


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

    def problems(self) -> Iterator[SetupProblem]:
        """Yield everything that keeps the set-up from being a position: gaps, kinds, points."""
        for index, column in enumerate(self.picture.columns):
            rows = [row for row, found in enumerate(column) if found is not None] or [0]
            gap = [row for row in range(rows[0], rows[-1]) if column[row] is None]
            if gap:
                words = ngettext(
                    "Column {column} has an empty cell between its tiles.",
                    "Column {column} has {n} empty cells between its tiles.",
                    len(gap),
                ).format(column=COLUMN_LETTERS[index], n=len(gap))
                yield SetupProblem(words, tuple(Cell(index, row) for row in gap))
        for kind in KINDS:
            cells = self._cells_of(kind)
            if len(cells) > COPIES or len(cells) % 2:
                words = _("There are {number} {kind}: each kind has only {copies} tiles.")
                if len(cells) == 1:
                    words = _("There is one {kind}: each kind needs two or four tiles.")
                elif len(cells) < COPIES:
                    words = _("There are three {kind}: each kind needs two or four tiles.")
                said = words.format(number=len(cells), kind=kind, copies=COPIES)
                yield SetupProblem(said, cells, kind)
        both, left = self.picture.points, self.points_on_table
        for player, points in zip(PLAYERS, both, strict=True):
            if not 0 <= points <= ALL_POINTS:
                words = _("Player {player} cannot have {number} points: the range is 0 to {all}.")
                yield SetupProblem(words.format(player=player, number=points, all=ALL_POINTS))
        if min(both) >= 0 and max(both) <= ALL_POINTS < sum(both) + left:
            words = _("{points} points taken and {number} on the table are more than {all}.")
            yield SetupProblem(words.format(points=sum(both), number=left, all=ALL_POINTS))

    def position(self) -> Position:
        """Return the position; raises FormatError, naming the first bad part, if it is none."""
        return position(str(self))

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


# --- the editor -----------------------------------------------------------------------------------


class HeldTile(NamedTuple):
    """A tile in the hand, and the cell it came from; None for one from the palette."""

    kind: Kind
    source: Cell | None


class PositionEditor:
    """A set-up with everything that works on it; `refusal` says why something was not done.

    While a button of the mouse is down it `paints` or `removes`, or a tile is `held`. `problems`
    are what is wrong with it; without any it is a `position`.
    """

    def __init__(self, setup: PositionSetup) -> None:
        self.setup = setup
        self.chosen: Kind | None = None
        self.cursor = Cell(0, 0)
        self.paints = self.removes = False
        self.held: HeldTile | None = None
        self.refusal = ""
        self._last: Cell | None = None
        self._stroke = object()
        self._checked = ("", "")
        self._problems: tuple[SetupProblem, ...] = ()
        self._position: Position | None = None

    # --- what there is --------------------------------------------------------------------------

    @property
    def problems(self) -> tuple[SetupProblem, ...]:
        """What is wrong with the set-up."""
        self._check()
        return self._problems

    @property
    def position(self) -> Position | None:
        """The position that is set up, None as long as something is wrong."""
        self._check()
        return self._position

    @property
    def is_ready(self) -> bool:
        """Whether a game can begin here."""
        return self.position is not None and not self.position.is_over

    def _check(self) -> None:
        seen = str(self.setup), current()
        if seen != self._checked:
            self._checked, self._problems = seen, tuple(self.setup.problems())
            self._position = None if self._problems else self.setup.position()

    def picture(self, pointed: Cell | None) -> Position:
        """Return the table to be shown: without a tile that is held over another cell."""
        source = None if self.held is None else self.held.source
        if source is None or source == pointed:
            return self.setup.picture
        rest = PositionSetup(self.setup.picture)
        rest.remove(source)
        return rest.picture

    # --- the mouse ------------------------------------------------------------------------------

    def press(self, cell: Cell) -> None:
        """Press the button on a cell: hold its tile, or begin to paint."""
        self._begin(cell)
        found = self.setup.picture.kind_at(cell)
        if found is not None:
            self.held = HeldTile(found, cell)
        elif self.chosen is None:
            self.refusal = _("Choose a tile first, or type it: 5m.")
        else:
            self.paints = True
            self._place(cell, self.chosen, stroke=self._stroke)

    def press_other(self, cell: Cell) -> None:
        """Press the other button on a cell: begin to remove."""
        self._begin(cell)
        self.removes = True
        self.setup.remove(cell, stroke=self._stroke)

    def pick(self, cell: Cell) -> None:
        """Choose the kind of the tile on a cell."""
        self.chosen = self.setup.picture.kind_at(cell) or self.chosen

    def take(self, kind: Kind) -> None:
        """Press on a kind in the palette: it is chosen, and can be dragged to a cell."""
        self.chosen = kind
        if self.setup.left(kind):
            self.held = HeldTile(kind, None)

    def drag(self, cell: Cell | None) -> None:
        """Move on to a cell with the button down; None is beside the table."""
        if cell is None or cell == self._last:
            return
        for passed in _between(self._last or cell, cell):
            if self.removes:
                self.setup.remove(passed, stroke=self._stroke)
            elif self.paints and self.chosen and self.setup.picture.kind_at(passed) is None:
                self._place(passed, self.chosen, stroke=self._stroke)
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
                self._place(cell, held.kind)
        elif cell is None:
            self.setup.remove(held.source)
        elif cell != held.source:
            self.setup.move(held.source, cell)
        elif self.chosen is None:
            self.pick(cell)
        else:
            self._place(cell, self.chosen)

    def let_go(self) -> None:
        """Put the tile in the hand back, and end what the mouse has begun."""
        self.held = None
        self.paints = self.removes = False

    def _begin(self, cell: Cell) -> None:
        self.refusal, self._stroke = "", object()
        self._last = self.cursor = cell

    def _place(self, cell: Cell, kind: Kind, *, stroke: object = None) -> bool:
        if self.setup.picture.kind_at(cell) is kind:
            return True
        if not self.setup.left(kind):
            words = _("All {copies} {kind} are on the table.")
            self.refusal = words.format(copies=COPIES, kind=kind)
            return False
        self.setup.place(cell, kind, stroke=stroke)
        return True

    # --- the keyboard ---------------------------------------------------------------------------

    def type(self, kind: Kind) -> None:
        """Put a tile where the cursor is, and go on to the next cell."""
        self.refusal, self.chosen = "", kind
        if self._place(self.cursor, kind):
            self._advance()

    def place_chosen(self) -> None:
        """Put a tile of the kind chosen where the cursor is, and go on to the next cell."""
        if self.chosen is None:
            self.refusal = _("Choose a tile first, or type it: 5m.")
        else:
            self.type(self.chosen)

    def leave_empty(self) -> None:
        """Empty the cell where the cursor is, and go on to the next."""
        self.setup.remove(self.cursor)
        self._advance()

    def delete(self) -> None:
        """Empty the cell where the cursor is."""
        self.setup.remove(self.cursor)

    def delete_before(self) -> None:
        """Go one cell back, and empty it."""
        self._advance(-1)
        self.setup.remove(self.cursor)

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

    # --- the clipboard --------------------------------------------------------------------------

    def paste(self, text: str) -> None:
        """Take over a position, a picture of one, or where a game record ends.

        Of a game that is over the start is taken. Raises RulesError, and changes nothing, if it is
        none of them.
        """
        found = recognise(text)
        if isinstance(found, Record):
            last = found.game.last.position
            found = found.game.start if last.is_over else last
        self.setup.fill(found)


def _between(start: Cell, end: Cell) -> list[Cell]:
    """Return the cells on the way from one to another, without the first."""
    columns, rows = end.column - start.column, end.row - start.row
    steps = max(abs(columns), abs(rows), 1)
    return [
        Cell(start.column + round(columns * n / steps), start.row + round(rows * n / steps))
        for n in range(1, steps + 1)
    ]


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
