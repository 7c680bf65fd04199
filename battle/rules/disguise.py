"""Disguises: the same game in another picture.

    column    0  1  2  3                  places[column] says where it goes,
              │  └──┼──┐                  flips[column] whether it is turned upside down,
              └──┐  │  │                  suits[rank - 1][suit] what the suit becomes
              3  0  1  2                  within its rank

Which column stands where, which end of a column is up, and what the suits of a rank are called
makes no difference to what can be taken and what it scores: positions in disguise have the same
moves, in disguise, with the same values. There are 12! · 2^12 · 6^9 disguises.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Final

from battle.rules.cells import COLUMNS, ROWS, Cell
from battle.rules.move import Move, move_of
from battle.rules.position import Column, Position
from battle.rules.tiles import KINDS, RANKS, SUITS, Kind

_SUITS: Final = tuple(range(len(SUITS)))


@dataclass(frozen=True)
class Disguise:
    """One of the ways to show a position, see the module's text; `IDENTITY` changes nothing."""

    places: tuple[int, ...]
    flips: tuple[bool, ...]
    suits: tuple[tuple[int, ...], ...]

    @property
    def inverse(self) -> Disguise:
        """The disguise that takes this one off."""
        return Disguise(
            places=tuple(self.places.index(place) for place in range(COLUMNS)),
            flips=tuple(self.flips[self.places.index(place)] for place in range(COLUMNS)),
            suits=tuple(tuple(suits.index(suit) for suit in _SUITS) for suits in self.suits),
        )

    def then(self, other: Disguise) -> Disguise:
        """Return this disguise with another put on over it, as one."""
        return Disguise(
            places=tuple(other.places[place] for place in self.places),
            flips=tuple(
                flip != other.flips[place]
                for flip, place in zip(self.flips, self.places, strict=True)
            ),
            suits=tuple(
                tuple(over[suit] for suit in under)
                for under, over in zip(self.suits, other.suits, strict=True)
            ),
        )

    def of_kind(self, kind: Kind) -> Kind:
        """Return the kind that stands for `kind`."""
        suit = self.suits[kind.rank - 1][SUITS.index(kind.suit)]
        return KINDS[suit * len(RANKS) + kind.rank - 1]

    def of_cell(self, cell: Cell) -> Cell:
        """Return the cell that stands for `cell`."""
        row = ROWS - 1 - cell.row if self.flips[cell.column] else cell.row
        return Cell(self.places[cell.column], row)

    def of_move(self, move: Move) -> Move:
        """Return the move that stands for `move`."""
        return move_of(self.of_cell(move.first), self.of_cell(move.second))

    def of_position(self, position: Position) -> Position:
        """Return a position in disguise; who is to move and the points stay."""
        columns = list(position.columns)
        for index, column in enumerate(position.columns):
            columns[self.places[index]] = self._of_column(column, self.flips[index])
        return replace(position, columns=tuple(columns))

    def _of_column(self, column: Column, flip: bool) -> Column:
        tiles = tuple(None if kind is None else self.of_kind(kind) for kind in column)
        return tiles[::-1] if flip else tiles


IDENTITY: Final = Disguise(
    tuple(range(COLUMNS)), (False,) * COLUMNS, tuple(_SUITS for _rank in RANKS)
)


def random_disguise(random: Random) -> Disguise:
    """Return a disguise, each as likely as any other."""
    return Disguise(
        places=tuple(random.sample(range(COLUMNS), COLUMNS)),
        flips=tuple(random.random() < 0.5 for _column in range(COLUMNS)),
        suits=tuple(tuple(random.sample(_SUITS, len(_SUITS))) for _rank in RANKS),
    )
