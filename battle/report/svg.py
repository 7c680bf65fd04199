"""Positions as SVG pictures: drawn from lines and shapes alone, without any font or image file.

    +--------+
    |   5    |   rank     each tile shows its rank as a digit and its suit by colour and shape:
    |   万   |   suit     character red, a sign in three strokes; dot blue, a ring; bamboo green,
    +--------+            three canes

Every kind is drawn once (`definitions`) and used wherever it lies, which keeps pictures small. In a
page with several boards the definitions stand once, and the boards come without their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final
from xml.sax.saxutils import escape

from battle.page.blocks import Shown
from battle.rules.position import (
    COLUMN_LETTERS,
    COLUMNS,
    KINDS,
    ROW_DIGITS,
    ROWS,
    Cell,
    Kind,
    Position,
)

FREE_GROUND: Final = "#fdf8e8"
BLOCKED_GROUND: Final = "#d9d3c0"
FELT: Final = "#14504a"
LETTERS: Final = "#e8cd9c"
SUIT_INKS: Final[Mapping[str, str]] = {"m": "#a3161c", "p": "#123f8c", "s": "#0c5a2c"}
"""The colours of rank and suit; every one can be read on both grounds."""

_TILE: Final = (36, 48)
_PITCH: Final = (39, 52)
_MARGIN: Final = (26, 26)
_EDGE: Final = 12
WIDTH: Final = _MARGIN[0] + _PITCH[0] * COLUMNS - 3 + _EDGE
HEIGHT: Final = _MARGIN[1] + _PITCH[1] * ROWS - 4 + _EDGE

_DIGITS: Final = (
    "M3.5 5.2 8.8 1V21",
    "M2 6.4C2 3 4.6 1 8 1s6 2 6 5.3C14 11.4 5.2 15 2 21h12.3",
    "M2.2 3.8C3.6 2 5.6 1 8 1c3.2 0 5.6 1.9 5.6 4.8S11 10.4 7.2 10.4c4 0 7 1.9 7 5.3 0 3.2-2.7 5.3"
    "-6.2 5.3-2.9 0-5.1-1.2-6.3-3.3",
    "M11.2 21V1L1.5 15.2H15",
    "M13.2 1H4L3 9.8C4.3 8.6 6 8 7.9 8c3.6 0 6.4 2.5 6.4 6.4S11.5 21 8 21c-2.8 0-5-1.1-6.3-3.1",
    "M12.4 1C7 3.4 1.9 9 1.9 14.6c0 3.8 2.7 6.4 6.2 6.4s6.1-2.6 6.1-6.2-2.7-6-6-6c-3 0-5.4 2-6.1 5",
    "M1.8 1H14L6 21",
    "M8 10.2c-2.8 0-4.9-1.9-4.9-4.6S5.1 1 8 1s4.9 1.9 4.9 4.6-2.1 4.6-4.9 4.6zc-3.4 0-6 2.2-6"
    " 5.4S4.6 21 8 21s6-2.2 6-5.4-2.6-5.4-6-5.4z",
    "M3.6 21C9 18.6 14.1 13 14.1 7.4 14.1 3.6 11.4 1 7.9 1S1.8 3.6 1.8 7.2s2.7 6 6 6c3 0"
    " 5.4-2 6.1-5",
)
"""The ranks as strokes in a box of 16 x 22."""

_SUITS: Final[Mapping[str, str]] = {
    "m": '<path d="M1.5 2.8h13M7 2.8c0 5.6-1.4 9.5-5.2 12M6.6 7.6h6.4c0 3.4-.4 5.6-1.2 6.8-.7.8-2'
    ' .3-3.2-.5" stroke-width="2.1"/>',
    "p": '<circle cx="8" cy="8" r="6.3" stroke-width="2.2"/><circle cx="8" cy="8" r="1.7"'
    ' stroke-width="2"/>',
    "s": '<path d="M3 2.2v4.4M3 9.6V14M8 2.2v4.4M8 9.6V14M13 2.2v4.4M13 9.6V14" stroke-width="3"/>',
}
"""The suits as strokes in a box of 16 x 16."""

_LOOKS: Final[Mapping[str, tuple[str, str]]] = {
    "played": ("#ff8f3a", "5 3"),
    "better": ("#ffd23f", ""),
}
"""Colour and dashes of a pair's frame."""


def board_svg(position: Position, *, title: str = "") -> str:
    """Return a picture of a position as a whole SVG document.

    `title` is what the picture is called for those who cannot see it.
    """
    kinds = {kind for _cell, kind in position.tiles()}
    parts = f"{definitions(kinds)}{_board(position, ())}"
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{_svg(parts, title or position.grid)}\n'


def board_element(position: Position, shown: Sequence[Shown] = (), *, title: str) -> str:
    """Return a picture as an element of a page in which the `definitions` stand already.

    `shown` are pairs pointed out, the last on top.
    """
    return _svg(_board(position, shown), title)


def definitions(kinds: Iterable[Kind] = KINDS) -> str:
    """Return the drawings of kinds, of the tile, and of nothing else, for pictures to use."""
    width, height = _TILE
    plate = f'width="{width}" height="{height}" rx="5"'
    tiles = "".join(
        f'<g id="{name}"><rect y="2.5" {plate} fill="#8d7b52"/><rect {plate} fill="{ground}"'
        ' stroke="#8d7b52" stroke-width=".7"/></g>'
        for name, ground in (("free", FREE_GROUND), ("blocked", BLOCKED_GROUND))
    )
    faces = "".join(_face(kind) for kind in KINDS if kind in kinds)
    return f"<defs>{tiles}{faces}</defs>"


def _face(kind: Kind) -> str:
    return (
        f'<g id="k{kind}" fill="none" stroke="{SUIT_INKS[kind.suit]}" stroke-linecap="round"'
        f' stroke-linejoin="round"><path d="{_DIGITS[kind.rank - 1]}" stroke-width="3.1"'
        f' transform="translate(10 4.4)"/><g transform="translate(10 30.2)">'
        f"{_SUITS[kind.suit]}</g></g>"
    )


def _svg(parts: str, title: str) -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        f' viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img"'
        f' class="board"><title>{escape(title)}</title>{parts}</svg>'
    )


def _board(position: Position, shown: Sequence[Shown]) -> str:
    tiles = "".join(_tile(position, cell, kind) for cell, kind in position.tiles())
    plaques = {cell: pair.words for pair in shown for cell in pair.move if pair.words}
    return (
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="10" fill="{FELT}"/>{_names()}'
        f"{_empty_cells(position)}{tiles}{''.join(map(_frames, shown))}"
        + "".join(_plaque(cell, words) for cell, words in plaques.items())
    )


def _names() -> str:
    """Return the letters of the columns and the digits of the rows."""
    columns = "".join(
        f'<text x="{_corner(Cell(column, 0))[0] + _TILE[0] / 2:g}" y="18">{letter}</text>'
        for column, letter in enumerate(COLUMN_LETTERS)
    )
    rows = "".join(
        f'<text x="13" y="{_corner(Cell(0, row))[1] + 29}">{digit}</text>'
        for row, digit in enumerate(ROW_DIGITS)
    )
    return (
        f'<g fill="{LETTERS}" font-family="sans-serif" font-size="14" text-anchor="middle">'
        f"{columns}{rows}</g>"
    )


def _empty_cells(position: Position) -> str:
    """Return faint outlines of the empty cells as one path."""
    cells = [
        Cell(column, row)
        for column in range(COLUMNS)
        for row in range(ROWS)
        if position.columns[column][row] is None
    ]
    outlines = "".join(f"M{x + 3} {y + 3}h30v42h-30z" for x, y in map(_corner, cells))
    return f'<path d="{outlines}" fill="none" stroke="#fff" stroke-opacity=".13"/>' if cells else ""


def _tile(position: Position, cell: Cell, kind: Kind) -> str:
    x, y = _corner(cell)
    ground = "free" if cell in position.partners else "blocked"
    place = f'x="{x}" y="{y}"'
    return f'<use xlink:href="#{ground}" {place}/><use xlink:href="#k{kind}" {place}/>'


def _frames(pair: Shown) -> str:
    colour, dashes = _LOOKS[pair.look]
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return "".join(
        f'<rect x="{x - 1}" y="{y - 1}" width="38" height="50" rx="6" fill="none" stroke="#101010"'
        f' stroke-width="5"/><rect x="{x - 1}" y="{y - 1}" width="38" height="50" rx="6"'
        f' fill="none" stroke="{colour}" stroke-width="3"{dashed}/>'
        for x, y in map(_corner, pair.move)
    )


def _plaque(cell: Cell, words: str) -> str:
    """Return a small label over the upper right of a tile."""
    x, y = _corner(cell)
    width = 8 + 8 * len(words)
    left = x + _TILE[0] + 4 - width
    return (
        f'<rect x="{left}" y="{y - 7}" width="{width}" height="18" rx="9" fill="#14120b"/>'
        f'<text x="{left + width / 2:g}" y="{y + 6.5}" fill="#fff" font-family="sans-serif"'
        f' font-size="13" font-weight="bold" text-anchor="middle">{escape(words)}</text>'
    )


def _corner(cell: Cell) -> tuple[int, int]:
    return _MARGIN[0] + cell.column * _PITCH[0], _MARGIN[1] + cell.row * _PITCH[1]
