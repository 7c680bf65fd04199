"""Quick deals: tables of 36 or 54 tiles, for a game of a few minutes.

    36 tiles   columns a to f   one kind of every rank, four tiles each           90 points
    54 tiles   columns a to i   and two tiles of another kind of every rank      135 points

The tiles lie in rows 1 to 6. Every rank has as many pairs as any other and every kind an even
number of tiles, so there is the same to win in every deal of a size. Deal N, 1 to 2^31 - 1, is the
same on every machine, with every Python, in every version: it is drawn with only
`random.Random(N).random`, which Python promises to repeat, in this order:

    kinds   for each rank from 1 to 9 the suits m, p, s, shuffled as `shuffled` does: the kind of
            the first has four tiles, of 54 tiles that of the second two
    tiles   those of rank 1 first, each kind's together, shuffled; then laid row by row from left to
            right, the top row first

The quick deal of a day is that of 36 tiles whose number is the day in digits, 20261123.
"""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from random import Random
from typing import Final

from battle.rules.disguise import number_of_day
from battle.rules.position import (
    ALL_TILES,
    COLUMNS,
    EMPTY_COLUMN,
    KINDS,
    RANKS,
    ROWS,
    SUITS,
    FormatError,
    Position,
    deal_number,
    shuffled,
)

QUICK: Final = 36
HALF: Final = 54
"""The tiles of quick deals."""

_COPIES: Final = {QUICK: (4,), HALF: (4, 2)}
"""The tiles of the kinds of a rank."""
_ROWS: Final = 6
_BELOW: Final = (None,) * (ROWS - _ROWS)


@lru_cache(maxsize=512)
def quick_deal(tiles: int, number: int) -> Position:
    """Return the quick deal of 36 or 54 tiles with a number, as `deal` is a whole one.

    Raises FormatError for another number of tiles, or for a number that no deal has.

    >>> quick_deal(36, 7).tiles_left, quick_deal(36, 7).points_left, quick_deal(54, 7).points_left
    (36, 90, 135)
    """
    if tiles not in _COPIES:
        raise FormatError("bad tiles {n}: expected 36 or 54", n=tiles)
    deal_number(str(number))
    random, drawn, width = Random(number).random, [], tiles // _ROWS
    for rank in range(len(RANKS)):
        suits = shuffled(range(len(SUITS)), random)
        for suit, copies in zip(suits, _COPIES[tiles], strict=False):
            drawn += [KINDS[suit * len(RANKS) + rank]] * copies
    laid = shuffled(drawn, random)
    columns = [(*laid[at::width], *_BELOW) for at in range(width)]
    return Position((*columns, *[EMPTY_COLUMN] * (COLUMNS - width)))


def deal_of(tiles: int, number: int) -> Position:
    """Return a numbered deal of a size, whole or quick; raise FormatError if there is none."""
    return Position.of_deal(number) if tiles == ALL_TILES else quick_deal(tiles, number)


def quick_tiles(start: Position) -> int:
    """Return how many tiles a start has that lies as quick deals do, 0 for any other."""
    tiles = start.tiles_left
    if tiles not in _COPIES:
        return 0
    like = quick_deal(tiles, 1)
    filled = [[tile is not None for tile in column] for column in start.columns]
    alike = [[tile is not None for tile in column] for column in like.columns]
    return tiles if filled == alike and start.points_left == like.points_left else 0


def quick_deal_of_day(day: date) -> Position:
    """Return the quick deal of a day, player 1 to move."""
    return quick_deal(QUICK, number_of_day(day))
