"""Moves: the two cells of a pair."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from battle.rules.cells import Cell, cell
from battle.rules.errors import FormatError, quoted


class Move(NamedTuple):
    """Two different cells in ascending order (column first, then row); see `move_of`."""

    first: Cell
    second: Cell

    def __str__(self) -> str:
        return f"{self.first}{self.second}"


_MANY: Final = 2**13
"""More moves than a usual game or file has different ones."""

_SPELLING: Final = re.compile(r"([^\s-]{2})[ -]?([^\s-]{2})")


def move_of(one: Cell, other: Cell) -> Move:
    """Return the move that takes the tiles on two different cells, given in either order."""
    if one == other:
        raise FormatError("bad move {text}: a pair needs two different cells", text=f"{one}{other}")
    return Move(min(one, other), max(one, other))


@lru_cache(_MANY)
def move(text: str) -> Move:
    """Return the move written `text`: `a1c9`, `C9-a1` or `a1 c9`; raise FormatError otherwise."""
    match = _SPELLING.fullmatch(text)
    if match is None:
        raise FormatError("bad move {text}: expected two cells, such as a1c9", text=quoted(text))
    try:
        return move_of(cell(match[1]), cell(match[2]))
    except FormatError as error:
        raise FormatError("bad move {text}: {error}", text=quoted(text), error=error) from None
