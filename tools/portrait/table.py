"""The picture of a table: a deal with its tiles, the pairs to take first, and what they are worth.

   a   b   c  …          pair       where    value
1 [7d][1c][9b] …         8 dot      k9 l9       +7
2 [4c] …                 7 bamboo   c9 i1       +6
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from battle.rules.deal import deal
from battle.rules.position import (
    COLUMN_LETTERS,
    COLUMNS,
    ROW_DIGITS,
    ROWS,
    Cell,
    Kind,
    Move,
    Position,
)
from tools.portrait.drawing import BLUE, FAINT, GREEN, GREY, GRID, INK, ORANGE, WIDTH, Plot
from tools.portrait.figures import Collected
from tools.portrait.words import signed

SUITS: Final[Mapping[str, tuple[str, str]]] = {
    "m": ("character", ORANGE),
    "p": ("dot", BLUE),
    "s": ("bamboo", GREEN),
}
"""What the suits are called in English, and their inks."""

_COVERED: Final = "#f3f5f7"
_BEST: Final = "#cde9e0"
_LIST: Final = 524
_ROW: Final = 26


def shown(some: Collected) -> int:
    """Return the number of the deal to show: one with few first moves, all of known value."""
    known = some.first_moves
    return min(known, key=lambda number: (len(known[number]), number), default=1)


def table(some: Collected) -> str:
    """Draw a deal: what can be reached and taken, and what every first move is worth if known."""
    number = shown(some)
    start, worths = deal(number), some.first_moves.get(number, {})
    moves = sorted(start.legal_moves, key=lambda one: (-worths.get(one, 0), -start.worth(one), one))
    plot = Plot(
        f"Deal {number} before the first move", (0, COLUMNS), (0, ROWS),
        height=max(464, 180 + _ROW * len(moves)), left=40, right=270, top=62, bottom=60,
    )  # fmt: skip
    best = [one for one in moves if worths and worths[one] == max(worths.values())]
    _tiles(
        plot, start, {cell for one in moves for cell in one}, {cell for one in best for cell in one}
    )
    _pairs(plot, start, moves, worths)
    foot = plot.height - plot.bottom
    plot.words("Suits: c character, d dot, b bamboo.", plot.left, foot + 24, ink=FAINT)
    marks = "White: can be reached. Thick frame: in a pair to take."
    plot.words(marks + (" Green: in a best pair." if best else ""), plot.left, foot + 44, ink=FAINT)
    return plot.svg()


def _tiles(plot: Plot, start: Position, framed: set[Cell], best: set[Cell]) -> None:
    for column, letter in enumerate(COLUMN_LETTERS):
        plot.words(letter, plot.at_x(column + 0.5), plot.top - 8, anchor="middle", ink=FAINT)
    for row, digit in enumerate(ROW_DIGITS):
        y = plot.at_y(ROWS - row - 0.5) + 4.5
        plot.words(digit, plot.left - 12, y, anchor="middle", ink=FAINT)
    for cell, kind in start.tiles():
        free = start.is_free(cell)
        x, y = cell.column + 0.5, ROWS - cell.row - 0.5
        plot.box(
            x, y, 0.88, 0.88, _BEST if cell in best else "#ffffff" if free else _COVERED,
            (INK, 2.4) if cell in framed else (GREY if free else GRID, 1.2),
        )  # fmt: skip
        word, ink = SUITS[kind.suit]
        plot.words(
            f"{kind.rank}{word[0]}", plot.at_x(x), plot.at_y(y) + 5, anchor="middle",
            ink=ink if free else GREY, size=15, bold=free,
        )  # fmt: skip


def _pairs(plot: Plot, start: Position, moves: list[Move], worths: Mapping[Move, int]) -> None:
    """List the pairs beside the table, the best first."""
    end, y = WIDTH - 20.0, plot.top + 14.0
    plot.words("pair to take", _LIST, y, ink=FAINT)
    plot.words("where", _LIST + 112, y, ink=FAINT)
    if worths:
        plot.words("value", end, y, anchor="end", ink=FAINT)
    for one in moves:
        y += _ROW
        best = bool(worths) and worths[one] == max(worths.values())
        cells = list(one)
        plot.words(_name(start.kind_at(cells[0])), _LIST, y, bold=best)
        plot.words(" ".join(map(str, cells)), _LIST + 112, y, bold=best)
        if worths:
            words, ink = signed(worths[one]), GREEN if best else INK
            plot.words(words, end, y, anchor="end", bold=best, ink=ink)
    if worths:
        for line in ("Value: the points that the first", "player wins by who begins so."):
            y += 20
            plot.words(line, _LIST, y + 14, ink=FAINT)


def _name(kind: Kind | None) -> str:
    return "" if kind is None else f"{kind.rank} {SUITS[kind.suit][0]}"
