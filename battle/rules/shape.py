"""Shapes: what all disguises of a position share, and how one is recognised in another.

    5m6p/6p5m ──┐                               ┌── 0: 5m, a1
    6s5p/5p6s ──┼──► (((5, 0), (6, 0)), …) ──►  │   1: 6p, a2      which cell of the position
    6m5s/5s6m ──┘         its shape             └── …              each tile of the shape is

Which column stands where, which end of it is up, where in its column it begins, and what the suits
of a rank are called makes no difference (`battle.rules.disguise`). A shape is a name for all of
that: two positions have the same one exactly if one is the other in disguise, and then they have
the same value, whoever is to move. Who is to move and the points are not part of it.

The one difficulty is what to call the suits of a rank. Kinds are told apart by where their tiles
lie, again and again, until that tells nothing new: in a full deal that names every kind at once.
Where kinds are left that look the same, each of them is tried for the first, and the least shape
counts; of kinds that can change places (they lead to the same shape) one is enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from battle.rules.cells import Cell
from battle.rules.position import Position
from battle.rules.tiles import SUITS, Kind

Tile: TypeAlias = tuple[int, int]
"""A tile of a shape: its rank, and which of the kinds of this rank it is, from 0."""

Shape: TypeAlias = tuple[tuple[Tile, ...], ...]
"""The columns that are not empty, in ascending order, each from its lesser end."""

ColumnOrder: TypeAlias = tuple[tuple[int, ...], ...]

_Colours: TypeAlias = dict[Kind, int]
_Columns: TypeAlias = list[list[tuple[Cell, Kind]]]

_SUITS: Final = len(SUITS)


@dataclass(frozen=True)
class Recognised:
    """A position's shape, and the cells its tiles lie on, in the order of the shape."""

    shape: Shape
    cells: tuple[Cell, ...]

    def cells_in(self, other: Recognised) -> dict[Cell, Cell]:
        """Return which cell of a position of the same shape stands for each of this one's.

        Raises ValueError if it has another shape.
        """
        if self.shape != other.shape:
            raise ValueError("expected positions of one shape")
        return dict(zip(self.cells, other.cells, strict=True))


def recognise_shape(position: Position) -> Recognised:
    """Return the shape of a position and where it lies in it."""
    columns = _columns_of(position)
    first: _Colours = {kind: kind.rank * _SUITS for column in columns for _cell, kind in column}
    return min(_leaves(columns, first), key=lambda leaf: leaf.shape)


def rank_pattern(position: Position) -> ColumnOrder:
    """Return the ranks of a position's columns, the same in every disguise.

    A quick look: positions of other ranks have other shapes, of the same nearly always the same.
    """
    return _in_order(
        tuple(kind.rank for kind in column if kind is not None) for column in position.columns
    )


def column_order(position: Position) -> ColumnOrder:
    """Return the kinds of a position's columns, wherever and however the columns stand.

    Two positions alike in it have the same value. Unlike in a shape suits keep their names.
    """
    return _in_order(
        tuple(kind.index for kind in column if kind is not None) for column in position.columns
    )


def _in_order(columns: Iterable[tuple[int, ...]]) -> ColumnOrder:
    return tuple(sorted(min(column, column[::-1]) for column in columns if column))


def _columns_of(position: Position) -> _Columns:
    columns = (
        [(Cell(index, row), kind) for row, kind in enumerate(column) if kind is not None]
        for index, column in enumerate(position.columns)
    )
    return [column for column in columns if column]


# --- telling kinds apart ------------------------------------------------------------------------


def _leaves(columns: _Columns, colours: _Colours) -> Iterator[Recognised]:
    """Yield what the position is with every way to call its kinds that can matter.

    All ways that are left out lead to a shape that is among those yielded.
    """
    colours = _told_apart(columns, colours)
    alike = _first_alike(colours)
    if not alike:
        yield _named(columns, colours)
        return
    seen: set[Shape] = set()
    for kind in alike:
        chosen = colours | {kind: colours[kind] - 1}
        if seen and _any_leaf(columns, chosen).shape in seen:
            continue
        for leaf in _leaves(columns, chosen):
            seen.add(leaf.shape)
            yield leaf


def _any_leaf(columns: _Columns, colours: _Colours) -> Recognised:
    """Return what the position is with one of the ways to call its kinds."""
    while True:
        colours = _told_apart(columns, colours)
        alike = _first_alike(colours)
        if not alike:
            return _named(columns, colours)
        colours = colours | {alike[0]: colours[alike[0]] - 1}


def _first_alike(colours: _Colours) -> list[Kind]:
    """Return the kinds of the least colour that several have, none if all differ."""
    of_colour: dict[int, list[Kind]] = {}
    for kind, colour in colours.items():
        of_colour.setdefault(colour, []).append(kind)
    several = [colour for colour, kinds in of_colour.items() if len(kinds) > 1]
    return of_colour[min(several)] if several else []


def _told_apart(columns: _Columns, colours: _Colours) -> _Colours:
    """Give kinds different colours as long as their tiles lie in different places.

    Colours keep their order, and leave room between two of them for one kind to be chosen.
    """
    while True:
        places = _places(columns, colours)
        signs = {kind: (colour, places[kind]) for kind, colour in colours.items()}
        ranks = {sign: 2 * number for number, sign in enumerate(sorted(set(signs.values())))}
        found = {kind: ranks[sign] for kind, sign in signs.items()}
        if len(ranks) == len(set(colours.values())):
            return found
        colours = found


def _places(columns: _Columns, colours: _Colours) -> dict[Kind, tuple[object, ...]]:
    """Return what the colours tell of where the tiles of every kind lie."""
    places: dict[Kind, list[tuple[tuple[int, ...], int]]] = {kind: [] for kind in colours}
    for column in columns:
        line = tuple(colours[kind] for _cell, kind in column)
        back, last = line[::-1], len(line) - 1
        for row, (_cell, kind) in enumerate(column):
            if line == back:
                places[kind].append((line, min(row, last - row)))
            else:
                places[kind].append((line, row) if line < back else (back, last - row))
    return {kind: tuple(sorted(found)) for kind, found in places.items()}


def _named(columns: _Columns, colours: _Colours) -> Recognised:
    """Return the shape in which kinds are called by the order of their colours, all different."""
    tiles: dict[Kind, Tile] = {}
    counts: dict[int, int] = {}
    for kind in sorted(colours, key=lambda one: (one.rank, colours[one])):
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
