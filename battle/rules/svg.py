"""Tables of tiles as SVG pictures, of lines and shapes alone, without any font or image file.

    +--------+
    |   5    |   rank     each tile shows its rank as a digit and its suit by colour and shape:
    |   万   |   suit     character red, a sign in three strokes; dot blue, a ring; bamboo green,
    +--------+            three canes

Every kind is drawn once (`definitions`) and used wherever it lies, which keeps pictures small. In
a page with several boards the definitions stand once, and the boards come without their own.

This knows no position: a table is its columns, from top to bottom, of tiles such as `5m` and None,
and a cell is its column and row, counted from 0. Titles are escaped already.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Final, TypeAlias

Columns: TypeAlias = Sequence[Sequence[object]]
Place: TypeAlias = tuple[int, int]

FREE_GROUND: Final = "#fdf8e8"
BLOCKED_GROUND: Final = "#d9d3c0"
FELT: Final = "#14504a"
LETTERS: Final = "#e8cd9c"
SUIT_INKS: Final[Mapping[str, str]] = {"m": "#a3161c", "p": "#123f8c", "s": "#0c5a2c"}
"""The colours of rank and suit; every one can be read on both grounds."""

TILE: Final = (36, 48)
_PITCH: Final = (39, 52)
_MARGIN: Final = 26
_EDGE: Final = 12

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


def document(columns: Columns, free: Container[Place], title: str) -> str:
    """Return a table as a whole SVG document, with the `free` cells bright."""
    kinds = {str(tile) for column in columns for tile in column if tile is not None}
    drawn = element(
        columns, free, title, before=definitions(sorted(kinds, key=lambda kind: kind[::-1]))
    )
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{drawn}\n'


def element(
    columns: Columns, free: Container[Place], title: str, *, before: str = "", over: str = ""
) -> str:
    """Return a table as an element, with elements `before` it and others `over` its tiles."""
    cells = [
        ((column, row), tile)
        for column, tiles in enumerate(columns)
        for row, tile in enumerate(tiles)
    ]
    empty = "".join(
        f"M{x + 3} {y + 3}h30v42h-30z"
        for x, y in (corner(cell) for cell, tile in cells if not tile)
    )
    if empty:
        empty = f'<path d="{empty}" fill="none" stroke="#fff" stroke-opacity=".13"/>'
    tiles = "".join(_tile(cell, tile, is_free=cell in free) for cell, tile in cells if tile)
    right, bottom = corner((len(columns), len(columns[0])))
    width, height = right - _PITCH[0] + TILE[0] + _EDGE, bottom - _PITCH[1] + TILE[1] + _EDGE
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        f' viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img"'
        f' class="board"><title>{title}</title>{before}'
        f'<rect width="{width}" height="{height}" rx="10" fill="{FELT}"/>{_names(columns)}'
        f"{empty}{tiles}{over}</svg>"
    )


def definitions(kinds: Iterable[str]) -> str:
    """Return the drawings that pictures use: the kinds and the tile."""
    width, height = TILE
    plate = f'width="{width}" height="{height}" rx="5"'
    tiles = "".join(
        f'<g id="{name}"><rect y="2.5" {plate} fill="#8d7b52"/><rect {plate} fill="{ground}"'
        ' stroke="#8d7b52" stroke-width=".7"/></g>'
        for name, ground in (("free", FREE_GROUND), ("blocked", BLOCKED_GROUND))
    )
    faces = "".join(
        f'<g id="k{kind}" fill="none" stroke="{SUIT_INKS[kind[1]]}" stroke-linecap="round"'
        f' stroke-linejoin="round"><path d="{_DIGITS[int(kind[0]) - 1]}" stroke-width="3.1"'
        f' transform="translate(10 4.4)"/><g transform="translate(10 30.2)">'
        f"{_SUITS[kind[1]]}</g></g>"
        for kind in kinds
    )
    return f"<defs>{tiles}{faces}</defs>"


def corner(cell: Place) -> Place:
    """Return where the upper left corner of a cell's tile is."""
    column, row = cell
    return _MARGIN + column * _PITCH[0], _MARGIN + row * _PITCH[1]


def _names(columns: Columns) -> str:
    """Return the letters of the columns and the digits of the rows."""
    letters = "".join(
        f'<text x="{corner((column, 0))[0] + TILE[0] / 2:g}" y="18">{chr(ord("a") + column)}</text>'
        for column in range(len(columns))
    )
    digits = "".join(
        f'<text x="13" y="{corner((0, row))[1] + 29}">{row + 1}</text>'
        for row in range(len(columns[0]))
    )
    return (
        f'<g fill="{LETTERS}" font-family="sans-serif" font-size="14" text-anchor="middle">'
        f"{letters}{digits}</g>"
    )


def _tile(cell: Place, tile: object, *, is_free: bool) -> str:
    x, y = corner(cell)
    ground, place = "free" if is_free else "blocked", f'x="{x}" y="{y}"'
    return f'<use xlink:href="#{ground}" {place}/><use xlink:href="#k{tile}" {place}/>'
