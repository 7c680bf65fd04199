"""What a short link tells its page before anything connects: who invites, who begins, the table.

    1 byte    who begins + 4 * what the table is
    1 byte    minutes for each player, 0 without a clock, 255 for any other
    bytes     the table: nothing; the number of a deal, 4 bytes; the tiles of a quick deal
    bytes     the host's name, in UTF-8

The tiles of a quick deal, column by column from the top, are the digits of a number of base 27:
22 bytes for 36 tiles, 33 for 54. `battle/browser/page/invite.js` reads the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from battle.rules.position import COLUMNS, EMPTY_COLUMN, KINDS, ROWS, Position
from battle.rules.quick import HALF, QUICK, quick_tiles

_FIRST: Final = ("", "host", "guest")
_NOTHING, _DEAL, _QUICK, _HALF = range(4)
_SIZES: Final = {_DEAL: 4, _QUICK: 22, _HALF: 33}
_TILES: Final = {_QUICK: QUICK, _HALF: HALF}
_ROWS: Final = 6
OTHER_CLOCK: Final = 255


@dataclass(frozen=True)
class Told:
    """What a link tells: `first` is `host`, `guest` or nothing, then the minutes of a clock.

    `start` is `deal` and a number, or a position's line; it is empty where it cannot be told.
    """

    name: str
    start: str
    first: str


def packed_told(name: str, start: Position, deal: int | None, first: str, clock: int) -> bytes:
    """Pack what a link tells; a `clock` is minutes, 0 for none, `OTHER_CLOCK` for any other."""
    kind, table = _NOTHING, b""
    tiles = quick_tiles(start)
    if deal is not None:
        kind, table = _DEAL, deal.to_bytes(_SIZES[_DEAL], "big")
    elif tiles and start.to_move == 1 and start.given == (0, 0):
        kind = _QUICK if tiles == QUICK else _HALF
        number = 0
        for tile in (tile for column in start.columns for tile in column if tile is not None):
            number = number * len(KINDS) + KINDS.index(tile)
        table = number.to_bytes(_SIZES[kind], "big")
    return bytes([_FIRST.index(first) + 4 * kind, clock]) + table + name.encode()


def told_of(about: bytes) -> Told:
    """Unpack what a link tells; raise ValueError or IndexError for what is damaged."""
    kind, first = divmod(about[0], 4)
    size = _SIZES.get(kind, 0)
    table, name = about[2 : 2 + size], about[2 + size :].decode()
    number, start = int.from_bytes(table, "big"), ""
    if len(table) < size or kind > _HALF:
        raise ValueError("bad table")
    if kind == _DEAL:
        start = f"deal {number}"
    elif kind != _NOTHING:
        tiles, drawn = _TILES[kind], list[int]()
        for _tile in range(tiles):
            number, tile = divmod(number, len(KINDS))
            drawn.append(tile)
        laid = [KINDS[tile] for tile in reversed(drawn)]
        columns = [
            (*laid[at : at + _ROWS], *(None,) * (ROWS - _ROWS)) for at in range(0, tiles, _ROWS)
        ]
        start = Position((*columns, *[EMPTY_COLUMN] * (COLUMNS - len(columns)))).trimmed
    clock = "" if about[1] == OTHER_CLOCK else f" {about[1]}"
    return Told(name, start, f"{_FIRST[first]}{clock}")
