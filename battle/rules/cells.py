"""Cells: the 12 x 9 places of the table.

            a  b  c  …  l      columns, left to right
         1  .  .  .     .
         2  .  .  .     .
         …                     rows, top to bottom
         9  .  .  .     .

Tiles never move, so a cell names a tile for the whole game.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from battle.rules.errors import FormatError, quoted

COLUMNS: Final = 12
ROWS: Final = 9
COLUMN_LETTERS: Final = "abcdefghijkl"
ROW_DIGITS: Final = "123456789"


class Cell(NamedTuple):
    """A place on the table: `column` 0 to 11 from the left, `row` 0 to 8 from the top."""

    column: int
    row: int

    def __str__(self) -> str:
        return COLUMN_LETTERS[self.column] + ROW_DIGITS[self.row]


CELLS: Final = tuple(tuple(Cell(column, row) for row in range(ROWS)) for column in range(COLUMNS))
"""Every cell, by its column and its row."""

_CELL_OF_TEXT: Final = {
    spelling: cell
    for column in CELLS
    for cell in column
    for spelling in (str(cell), str(cell).upper())
}


def cell(text: str) -> Cell:
    """Return the cell written `text` in either case, such as `a1`; raise FormatError otherwise."""
    try:
        return _CELL_OF_TEXT[text]
    except KeyError:
        raise FormatError(
            "bad cell {text}: expected a column a-l and a row 1-9, such as a1", text=quoted(text)
        ) from None
