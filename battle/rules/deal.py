"""Numbered deals: the same starting grid for the same number on every machine.

And what random play leaves of them.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Final

from battle.rules.position import COLUMNS, COPIES, KINDS, ROWS, FormatError, Kind, Position, quoted

LAST_DEAL: Final = 2**31 - 1

_KEPT: Final = 64
"""Deals that need not be shuffled again: those of a file of games, played twice or asked twice."""


@lru_cache(_KEPT)
def deal(number: int) -> Position:
    """Return the starting position of deal `number`, 1 to 2^31 - 1; raise FormatError otherwise.

    A Fisher-Yates shuffle of the sorted tiles, laid row by row, that uses only
    `random.Random(number).random()`, which Python promises to repeat.
    """
    if not 1 <= number <= LAST_DEAL:
        raise _bad_number(number)
    tiles: list[Kind] = [kind for kind in KINDS for _ in range(COPIES)]
    random = Random(number).random
    for last in range(len(tiles) - 1, 0, -1):
        other = int(random() * (last + 1))
        tiles[last], tiles[other] = tiles[other], tiles[last]
    return Position(
        tuple(
            tuple(tiles[row * COLUMNS + column] for row in range(ROWS)) for column in range(COLUMNS)
        )
    )


def played_down(random: Random, start: Position, tiles: int) -> Position:
    """Return what random play from `start` leaves when at most `tiles` tiles are on the table.

    Games that end with more tiles are played again; the points are kept. Only `random.random()`
    is used, which Python promises to repeat.
    """
    while True:
        position = start
        while position.tiles_left > tiles and not position.is_over:
            moves = position.legal_moves
            position = position.play(moves[int(random.random() * len(moves))])
        if position.tiles_left <= tiles:
            return position


def deal_number(text: str) -> int:
    """Return the deal number written `text`; raise FormatError if it is none."""
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 10):
        raise _bad_number(quoted(text))
    number = int(digits)
    if not 1 <= number <= LAST_DEAL:
        raise _bad_number(number)
    return number


def _bad_number(number: int | str) -> FormatError:
    return FormatError(
        "bad deal number {number}: expected 1 to {last}", number=number, last=LAST_DEAL
    )
