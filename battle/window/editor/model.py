"""The position editor as a person works it: the kind chosen, the cursor, what the mouse holds.

A plain model without pictures. Pressing on an empty cell paints with the kind chosen, as far as the
mouse is dragged and tiles are left; pressing on a tile holds it: let go elsewhere it moves there,
beside the table it is gone, where it lay it is replaced. The other button removes.

The keyboard writes tiles as a grid is written: a tile goes where the cursor is, which then moves
down; `/` goes to the next column, `.` leaves a cell empty.
"""

from __future__ import annotations

from typing import NamedTuple

from battle.analysis.position_setup import Fault, PositionSetup, SetupProblem
from battle.language import _, ngettext
from battle.rules.position import (
    ALL_POINTS,
    COLUMN_LETTERS,
    COLUMNS,
    COPIES,
    ROWS,
    Cell,
    Kind,
    Position,
)
from battle.rules.record import Record, recognise
from battle.words import no_pair_here


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
        self._checked = ""
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
        text = str(self.setup)
        if text != self._checked:
            self._checked, self._problems = text, self.setup.problems()
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


def problem_words(problem: SetupProblem, setup: PositionSetup) -> str:
    """Return a sentence that says what is wrong, and what would be right."""
    match problem.fault:
        case Fault.GAP:
            count = len(problem.cells)
            return ngettext(
                "Column {column} has an empty cell between its tiles.",
                "Column {column} has {n} empty cells between its tiles.",
                count,
            ).format(column=COLUMN_LETTERS[problem.cells[0].column], n=count)
        case Fault.UNPAIRED if problem.number == 1:
            words = _("There is one {kind}: each kind needs two or four tiles.")
        case Fault.UNPAIRED:
            words = _("There are three {kind}: each kind needs two or four tiles.")
        case Fault.TOO_MANY:
            words = _("There are {number} {kind}: each kind has only {copies} tiles.")
        case Fault.POINTS_OUT_OF_RANGE:
            words = _("Player {player} cannot have {number} points: the range is 0 to {all}.")
        case Fault.POINTS_DO_NOT_ADD_UP:
            words = _("{points} points taken and {number} on the table are more than {all}.")
    return words.format(
        kind=problem.kind,
        number=problem.number,
        copies=COPIES,
        player=problem.player,
        points=sum(setup.picture.points),
        all=ALL_POINTS,
    )


def position_words(position: Position) -> str:
    """Return how many tiles and points lie on the table, and what cannot be done with them."""
    if not position.tiles_left:
        return _("The table is empty. Choose a tile and place it on the cells.")
    if position.is_over:
        return no_pair_here()
    tiles = ngettext("{n} tile", "{n} tiles", position.tiles_left).format(n=position.tiles_left)
    count = len(position.legal_moves)
    pairs = ngettext("{n} pair can be taken", "{n} pairs can be taken", count).format(n=count)
    return f"{tiles}  ·  {pairs}"
