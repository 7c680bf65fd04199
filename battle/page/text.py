"""Pages as plain text, for the terminal and the commands: no colours, no cursor movement.

A screen reader can read it. In a board a tile that can be taken is in brackets, a free tile without
a partner in parentheses:

         a    b    c
    1  [5m]  (3p)   9s

If the terminal is too narrow for twelve columns, the board is split into parts.
"""

from __future__ import annotations

import shutil
import sys
import unicodedata
from collections.abc import Iterator
from itertools import groupby
from typing import Final

from battle.language import _
from battle.page.blocks import (
    Bars,
    Block,
    Board,
    Button,
    Chips,
    Code,
    Diagram,
    Figure,
    KeyLine,
    Message,
    MoveLine,
    MoveTable,
    Page,
    PairLine,
    Paragraph,
    Plot,
    Progress,
    Row,
    Run,
    Score,
    Signs,
    Space,
    Sum,
    Table,
    Title,
    Walk,
    flat,
)
from battle.rules.position import COLUMN_LETTERS, COLUMNS, ROW_DIGITS, ROWS, Cell, Position
from battle.words import broken, listed, points, signs_text, spelled, titled

_CELL_WIDTH: Final = 5
_MARGIN: Final = 2
_PARTS: Final = (12, 6, 4, 3, 2, 1)
"""The possible numbers of columns in a part of the board, so that parts are equally wide."""


# --- pages ----------------------------------------------------------------------------------------


def page_lines(page: Page) -> Iterator[str]:
    """Yield the lines of a page, not yet wrapped."""
    for _kind, blocks in groupby(flat(page), type):
        sums = []
        for block in blocks:
            if isinstance(block, Sum):
                sums.append((block.words, block.number))
            for lines in (_result_lines, _picture_lines, _block_lines):
                yield from map(spelled, lines(block))
        yield from _table_lines(Table((), tuple(sums), numeric=(1,)))


def news(before: Page, after: Page) -> Iterator[str]:
    """Yield the lines of the blocks that a page has beyond an earlier one."""
    return page_lines([block for block in after if block not in before])


def _block_lines(block: Block) -> Iterator[str]:
    match block:
        case Space(rules=True):
            yield ""
        case Title():
            yield titled(block.words, block.note) if block.note else block.words
        case Paragraph():
            yield block.said or block.words
        case Progress():
            yield block.words
        case Run(said=said) if said:
            yield said
        case KeyLine():
            yield titled(listed(block.keys), block.words)
        case MoveLine() | PairLine():
            yield _move_line(block)
        case Button(typed=typed, off=False) if typed:
            # Translators: a word that can be typed, and what it does.
            yield _("“{command}”: {words}").format(command=_(typed), words=block.words)


def _result_lines(block: Block) -> Iterator[str]:
    match block:
        case Chips():
            yield from (f"  {words}" for words in block.words)
        case Message():
            yield from (block.note, block.words)
        case Row():
            yield from page_lines(block.blocks)
        case Score():
            yield titled(block.name, points(block.points))
        case Signs():
            yield signs_text(block.marks)


def _picture_lines(block: Block) -> Iterator[str]:
    match block:
        case Table():
            yield from _table_lines(block)
        case MoveTable():
            yield from page_lines(block.lines)
        case Walk():
            shown = [card for card in block.cards if card.blocks[0].target.ply in block.counted]
            yield from page_lines((block.plot, *shown, block.table))
        case Board():
            yield f"\n{board_text(block.position)}\n"
        case Diagram(names=()):
            yield _part_text(block.position, range(block.columns), block.rows)
        case Diagram():
            for row, name in enumerate(block.names):
                kinds = (block.position.kind_at(Cell(at, row)) for at in range(block.columns))
                yield titled(name, " ".join(map(str, kinds)))
        case Plot():
            names = listed(curve.name for curve in block.curves)
            yield titled(block.title, names) if names else block.title
        case Figure():
            note = f" ({block.note})" if block.note else ""
            yield titled(block.title, f"{block.number}{note}")
        case Bars():
            numbers = (f"{bar.label} {bar.words or bar.number}" for bar in block.bars)
            yield titled(block.title, listed(numbers))
        case Code():
            yield block.text.rstrip()


def _move_line(block: MoveLine | PairLine) -> str:
    if isinstance(block, PairLine):
        return block.said or f"{block.kind} {block.cells}"
    if block.said and block.margin:
        return _("{said}; margin {margin}").format(said=block.said, margin=block.margin)
    if block.said:
        return block.said
    cost = f"{block.mark.value} {block.cost}".strip()
    return "  ".join(filter(None, (block.number, str(block.kind), block.cells, cost)))


def _table_lines(table: Table) -> Iterator[str]:
    rows = [row for row in (table.header, *table.rows) if row]
    widths = [max(map(columns_of, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (
            padded(cell, width, right=number in table.numeric)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join(cells).rstrip()


# --- the width of the terminal --------------------------------------------------------------------


def screen_width() -> int | None:
    """Return the columns of the terminal on standard output, None if it is not a terminal."""
    if sys.stdout is None or not sys.stdout.isatty():
        return None
    return shutil.get_terminal_size().columns


def columns_of(text: str) -> int:
    """Return how many columns of a terminal a text takes: a Chinese letter takes two."""
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return len(text) + wide - sum(map(bool, map(unicodedata.combining, text)))


def padded(text: str, width: int, *, right: bool = False) -> str:
    """Return a text with spaces after it, or before it, up to a number of columns."""
    spaces = " " * (width - columns_of(text))
    return spaces + text if right else text + spaces


def fitted(text: str, width: int | None) -> str:
    """Wrap `text` to `width` columns; None leaves it as it is.

    Continuation lines are indented by two columns. A trailing space stays where there is room.
    """
    if width is None:
        return text
    lines = [line for part in text.split("\n") for line in _wrapped(part, width)]
    end = " " if text.endswith(" ") and columns_of(lines[-1]) < width else ""
    return "\n".join(lines) + end


def _wrapped(line: str, width: int) -> list[str]:
    indent = " " * (min(len(line) - len(line.lstrip()), width // 4) + 2)
    lines = [""]
    for part in broken(line):
        if lines[-1].strip() and columns_of(lines[-1] + part) > width:
            lines.append(indent + part.lstrip())
        else:
            lines[-1] += part
    return lines


# --- boards ---------------------------------------------------------------------------------------


def board_text(position: Position, width: int | None = None) -> str:
    """Return the board, in as few parts as fit `width`: column letters, then nine rows.

    Without a width it is as wide as the terminal allows.
    """
    width = width or screen_width() or COLUMNS * _CELL_WIDTH + _MARGIN
    each = next((n for n in _PARTS if _MARGIN + n * _CELL_WIDTH - 1 <= width), 1)
    return "\n\n".join(
        _part_text(position, range(first, first + each)) for first in range(0, COLUMNS, each)
    )


def _part_text(position: Position, columns: range, rows: int = ROWS) -> str:
    cells = [f"{COLUMN_LETTERS[column]:^{_CELL_WIDTH}}" for column in columns]
    lines = [" " * _MARGIN + "".join(cells)]
    for row in range(rows):
        cells = [f"{_cell_text(position, Cell(column, row)):^{_CELL_WIDTH}}" for column in columns]
        lines.append(f"{ROW_DIGITS[row]:<{_MARGIN}}" + "".join(cells))
    return "\n".join(line.rstrip() for line in lines)


def _cell_text(position: Position, cell: Cell) -> str:
    kind = position.kind_at(cell)
    if kind is None:
        return "."
    if cell not in position.partners:
        return str(kind)
    return f"[{kind}]" if position.partners[cell] else f"({kind})"
