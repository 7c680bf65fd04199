"""Disguises: isomorphic positions, and how deals are recognised in them.

    column    0  1  2  3                  places[column] says where it goes,
              │  └──┼──┐                  flips[column] whether it is turned upside down,
              └──┐  │  │                  suits[rank - 1][suit] what the suit becomes
              3  0  1  2                  within its rank

The order of columns, the orientation of a column, and the names of the suits within a rank do not
affect which pairs can be taken and what they score: positions in disguise have the same moves, in
disguise, with the same values. There are 12! · 2^12 · 6^9 disguises.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from functools import cache, lru_cache
from random import Random
from types import MappingProxyType
from typing import Final, TypeAlias

from battle.rules.files import Par
from battle.rules.position import (
    ALL_TILES,
    COLUMNS,
    EMPTY_COLUMN,
    KINDS,
    RANKS,
    ROWS,
    SUITS,
    Cell,
    FormatError,
    Kind,
    Move,
    Position,
    move_of,
    quoted,
    shuffled,
)

_SUITS: Final = tuple(range(len(SUITS)))


@dataclass(frozen=True)
class Disguise:
    """A permutation of columns, orientations and suits; `IDENTITY` changes nothing."""

    places: tuple[int, ...]
    flips: tuple[bool, ...]
    suits: tuple[tuple[int, ...], ...]

    @property
    def inverse(self) -> Disguise:
        return Disguise(
            places=tuple(self.places.index(place) for place in range(COLUMNS)),
            flips=tuple(self.flips[self.places.index(place)] for place in range(COLUMNS)),
            suits=tuple(tuple(suits.index(suit) for suit in _SUITS) for suits in self.suits),
        )

    def of_kind(self, kind: Kind) -> Kind:
        return KINDS[self.suits[kind.rank - 1][SUITS.index(kind.suit)] * len(RANKS) + kind.rank - 1]

    def of_cell(self, cell: Cell) -> Cell:
        row = ROWS - 1 - cell.row if self.flips[cell.column] else cell.row
        return Cell(self.places[cell.column], row)

    def of_move(self, move: Move) -> Move:
        return move_of(self.of_cell(move.first), self.of_cell(move.second))

    def of_position(self, position: Position) -> Position:
        """Return a position in disguise; who is to move and the points stay."""
        columns = list(position.columns)
        for column, place, flip in zip(position.columns, self.places, self.flips, strict=True):
            tiles = tuple(None if kind is None else self.of_kind(kind) for kind in column)
            columns[place] = tiles[::-1] if flip else tiles
        return replace(position, columns=tuple(columns))


IDENTITY: Final = Disguise(
    tuple(range(COLUMNS)), (False,) * COLUMNS, tuple(_SUITS for _rank in RANKS)
)


def random_disguise(random: Random) -> Disguise:
    """Return a uniformly random disguise."""
    return Disguise(
        places=tuple(random.sample(range(COLUMNS), COLUMNS)),
        flips=tuple(random.random() < 0.5 for _column in range(COLUMNS)),
        suits=tuple(tuple(random.sample(_SUITS, len(_SUITS))) for _rank in RANKS),
    )


# --- shape ---------------------------------------------------------------------------------------
#
# Shapes: the canonical form that all disguises of a position share.
#
#     5m6p/6p5m ──┐                               ┌── 0: 5m, a1
#     6s5p/5p6s ──┼──► (((5, 0), (6, 0)), …) ──►  │   1: 6p, a2      which cell of the position
#     6m5s/5s6m ──┘         its shape             └── …              each tile of the shape is
#
# The order, orientation and offset of columns and the names of the suits of a rank are removed. Two
# positions have the same shape if and only if one is the other in disguise; then they have the same
# value, for either player to move. The player to move and the points are not part of it.
#
# The difficulty is to name the suits of a rank. Kinds are distinguished by the places of their
# tiles, repeatedly, until nothing changes: in a full deal that names every kind at once. Where
# kinds remain alike, each of them is tried first, and the least shape counts; of kinds that can be
# swapped (they lead to the same shape) one is enough.

Tile: TypeAlias = tuple[int, int]
"""A tile of a shape: its rank, and the number of its kind within the rank, from 0."""

Shape: TypeAlias = tuple[tuple[Tile, ...], ...]
"""The columns that are not empty, in ascending order, each from its lesser end."""

ColumnOrder: TypeAlias = tuple[tuple[int, ...], ...]

_Colours: TypeAlias = dict[Kind, int]
_Columns: TypeAlias = list[list[tuple[Cell, Kind]]]

_SUIT_COUNT: Final = len(SUITS)


@dataclass(frozen=True)
class Recognised:
    """A position's shape, and the cells its tiles lie on, in the order of the shape.

    In two positions of one shape, cells with the same index correspond.
    """

    shape: Shape
    cells: tuple[Cell, ...]


def recognise_shape(position: Position) -> Recognised:
    """Return the shape of a position, with its cells."""
    filled = (
        [(Cell(index, row), kind) for row, kind in enumerate(column) if kind is not None]
        for index, column in enumerate(position.columns)
    )
    columns = [column for column in filled if column]
    first: _Colours = {
        kind: kind.rank * _SUIT_COUNT for column in columns for _cell, kind in column
    }
    return min(_leaves(columns, first), key=lambda leaf: leaf.shape)


def canonical(position: Position) -> Position:
    """Return the one position that stands for all disguises of a position, player 1 to move.

    Disguises have their columns in another order or upside down, and the suits exchanged within a
    rank; the value does not change by this symmetry. Points are left out.

        >>> canonical(position("9s/9s/5m5p/5p5m")) == canonical(position("5s5p/5p5s/9m/9m 2 8-0"))
        True
    """
    kinds = [
        tuple(KINDS[suit * len(RANKS) + rank - 1] for rank, suit in line)
        for line in recognise_shape(position).shape
    ]
    columns = [line + (None,) * (ROWS - len(line)) for line in kinds]
    return Position((*columns, *[EMPTY_COLUMN] * (COLUMNS - len(columns))))


def rank_pattern(position: Position) -> ColumnOrder:
    """Return the ranks of a position's columns, the same in every disguise.

    A quick test: different patterns mean different shapes, equal ones nearly always equal shapes.
    """
    return _in_order(
        tuple(kind.rank for kind in column if kind is not None) for column in position.columns
    )


def column_order(position: Position) -> ColumnOrder:
    """Return the kinds of a position's columns, up to order and orientation.

    Positions with equal results have the same value. Unlike in a shape, suits keep their names.
    """
    return _in_order(
        tuple(kind.index for kind in column if kind is not None) for column in position.columns
    )


def _in_order(columns: Iterable[tuple[int, ...]]) -> ColumnOrder:
    return tuple(sorted(min(column, column[::-1]) for column in columns if column))


# --- telling kinds apart ------------------------------------------------------------------------


def _leaves(columns: _Columns, colours: _Colours) -> Iterator[Recognised]:
    """Yield the position's form for every naming of its kinds that can matter.

    Every naming left out leads to a shape that is among those yielded.
    """
    colours = _told_apart(columns, colours)
    alike = _first_alike(colours)
    if not alike:
        yield _named(columns, colours)
        return
    seen: set[Shape] = set()
    for kind in alike:
        chosen = colours | {kind: colours[kind] - 1}
        if seen and next(_leaves(columns, chosen)).shape in seen:
            continue
        for leaf in _leaves(columns, chosen):
            seen.add(leaf.shape)
            yield leaf


def _first_alike(colours: _Colours) -> list[Kind]:
    """Return the kinds of the least colour shared by several, none if all differ."""
    of_colour: dict[int, list[Kind]] = {}
    for kind, colour in colours.items():
        of_colour.setdefault(colour, []).append(kind)
    several = [colour for colour, kinds in of_colour.items() if len(kinds) > 1]
    return of_colour[min(several)] if several else []


def _told_apart(columns: _Columns, colours: _Colours) -> _Colours:
    """Refine the colours until kinds of one colour have their tiles in the same places.

    Colours keep their order, with gaps for a kind to be individualised.
    """
    while True:
        places = _places(columns, colours)
        signs = {kind: (colour, places[kind]) for kind, colour in colours.items()}
        ranks = {sign: 2 * number for number, sign in enumerate(sorted(set(signs.values())))}
        refined = {kind: ranks[sign] for kind, sign in signs.items()}
        if len(ranks) == len(set(colours.values())):
            return refined
        colours = refined


def _places(columns: _Columns, colours: _Colours) -> dict[Kind, tuple[object, ...]]:
    """Return the places of each kind's tiles, up to the colours."""
    places: dict[Kind, list[tuple[tuple[int, ...], int]]] = {kind: [] for kind in colours}
    for column in columns:
        line = tuple(colours[kind] for _cell, kind in column)
        back, last = line[::-1], len(line) - 1
        for row, (_cell, kind) in enumerate(column):
            if line == back:
                places[kind].append((line, min(row, last - row)))
            else:
                places[kind].append((line, row) if line < back else (back, last - row))
    return {kind: tuple(sorted(cells)) for kind, cells in places.items()}


def _named(columns: _Columns, colours: _Colours) -> Recognised:
    """Return the shape with kinds numbered in the order of their colours, which all differ."""
    tiles: dict[Kind, Tile] = {}
    counts: dict[int, int] = {}
    for kind in sorted(colours, key=lambda kind: (kind.rank, colours[kind])):
        number = counts.get(kind.rank, 0)
        tiles[kind], counts[kind.rank] = (kind.rank, number), number + 1
    lines: list[tuple[tuple[Tile, ...], list[Cell]]] = []
    for column in columns:
        line = tuple(tiles[kind] for _cell, kind in column)
        cells = [cell for cell, _kind in column]
        lines.append((line, cells) if line <= line[::-1] else (line[::-1], cells[::-1]))
    lines.sort()
    return Recognised(
        tuple(line for line, _cells in lines),
        tuple(cell for _line, cells in lines for cell in cells),
    )


# --- known deals ---------------------------------------------------------------------------------
#
# Numbered deals that are known, recognised in any disguise.


@dataclass(frozen=True)
class KnownDeal:
    """A numbered deal as it lies on the table; `cells` maps its cells to those on the table."""

    number: int
    cells: Mapping[Cell, Cell]

    def move_there(self, move: Move) -> Move:
        """Translate a move of the numbered deal to the table."""
        return move_of(self.cells[move.first], self.cells[move.second])


def known_deal(position: Position, numbers: Iterable[int]) -> KnownDeal | None:
    """Return which of some deals a position is, in disguise or not, None if none.

    Only the tiles on the table count, not the player to move or the points.
    """
    if position.tiles_left != ALL_TILES:
        return None
    ranks = rank_pattern(position)
    alike = [number for number in numbers if _ranks_of_deal(number) == ranks]
    shape = recognise_shape(position) if alike else None
    for number in alike:
        known = _recognised_deal(number)
        if shape is not None and known.shape == shape.shape:
            return KnownDeal(
                number, MappingProxyType(dict(zip(known.cells, shape.cells, strict=True)))
            )
    return None


def solved_deal(position: Position, pars: Mapping[int, Par]) -> Par | None:
    """Return what is known of a full deal, its moves as they are in `position`.

    None if it is not one of those solved, in any disguise.
    """
    deal = known_deal(position, pars)
    if deal is None:
        return None
    par = pars[deal.number]
    return replace(
        par,
        best=tuple(sorted(map(deal.move_there, par.best))),
        unsure=tuple(sorted(map(deal.move_there, par.unsure))),
    )


@cache
def _ranks_of_deal(number: int) -> ColumnOrder:
    return rank_pattern(Position.of_deal(number))


@lru_cache(maxsize=64)
def _recognised_deal(number: int) -> Recognised:
    return recognise_shape(Position.of_deal(number))


# --- the deal of the day -------------------------------------------------------------------------
#
# The deal of a day is the same on every machine, with every Python, in every version: a solved deal
# in a disguise, both drawn with only `random.Random(YYYYMMDD).random`, which Python promises to
# repeat, in this order:
#
#     deal       int(random() * 100) + 1                             of deals 1 to 100, however many
#     columns    the 12 places shuffled as `deal` shuffles tiles     are solved by now: `places`
#     ends       random() < 0.5 for each column in turn              `flips`
#     suits      for each rank the 3 suits, shuffled                 `suits`

_DAILY_DEALS: Final = 100


@lru_cache(maxsize=512)
def deal_of_day(day: date) -> Position:
    """Return the deal of a day, player 1 to move."""
    random = Random(number_of_day(day)).random
    number = int(random() * _DAILY_DEALS) + 1
    places = tuple(shuffled(range(COLUMNS), random))
    flips = tuple(random() < 0.5 for _column in range(COLUMNS))
    suits = tuple(tuple(shuffled(_SUITS, random)) for _rank in RANKS)
    return Disguise(places, flips, suits).of_position(Position.of_deal(number))


def number_of_day(day: date) -> int:
    """Return a day as a number: its year, month and day in digits, 20261123."""
    return 10_000 * day.year + 100 * day.month + day.day


def day_in(text: str) -> date:
    """Parse a day, 1000-01-01 to 2999-12-31; raise FormatError for anything else."""
    if re.fullmatch(r"[12][0-9]{3}-[0-9]{2}-[0-9]{2}", text, re.ASCII):
        with suppress(ValueError):
            return date.fromisoformat(text)
    raise FormatError("bad day {text}: expected one such as 2026-11-23", text=quoted(text))
