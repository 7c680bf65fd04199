"""Numbered deals that are known, recognised in any disguise."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from battle.rules.cells import Cell
from battle.rules.deal import deal
from battle.rules.move import Move, move_of
from battle.rules.position import Position
from battle.rules.shape import ColumnOrder, Recognised, rank_pattern, recognise_shape
from battle.rules.tiles import COPIES, KINDS


@dataclass(frozen=True)
class KnownDeal:
    """A numbered deal as it lies on the table; `cells` tell where each of its own is there."""

    number: int
    cells: Mapping[Cell, Cell]

    def move_there(self, move: Move) -> Move:
        """Return what a move of the numbered deal is on the table."""
        return move_of(self.cells[move.first], self.cells[move.second])


class KnownDeals:
    """The deals of some numbers; `find` tells which of them a position is in disguise."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self._by_ranks: dict[ColumnOrder, list[int]] = {}
        for number in numbers:
            self._by_ranks.setdefault(_ranks_of_deal(number), []).append(number)

    def find(self, position: Position) -> KnownDeal | None:
        """Return which deal a position is, as it is or in disguise, None if it is none of them.

        Only the tiles on the table count, not who is to move, nor the points.
        """
        if position.tiles_left != COPIES * len(KINDS):
            return None
        numbers = self._by_ranks.get(rank_pattern(position), [])
        if not numbers:
            return None
        found = recognise_shape(position)
        for number in numbers:
            known = _recognised_deal(number)
            if known.shape == found.shape:
                return KnownDeal(number, MappingProxyType(known.cells_in(found)))
        return None


@lru_cache(maxsize=4096)
def _ranks_of_deal(number: int) -> ColumnOrder:
    return rank_pattern(deal(number))


@lru_cache(maxsize=64)
def _recognised_deal(number: int) -> Recognised:
    return recognise_shape(deal(number))
