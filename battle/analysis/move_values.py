"""What is known of a position's moves, as the board and the lines panel show it.

    margin   the final margin from player 1's side after the move      for people, absolute
    cost     the points the move gives away, never negative, best 0    for people, relative

Both are `Known`: proven bounds, and a guess within them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from battle.analysis.values import Known, ToldCost, Values, told_cost
from battle.rules.cells import Cell
from battle.rules.move import Move
from battle.rules.position import Position
from battle.rules.tiles import Kind

NARROWED: Final = 0.75
"""Proven bounds are told when they are so much closer than points are left."""


@dataclass(frozen=True)
class MoveValue:
    """A move with its value; `room` is how far apart the bounds of a margin are without a proof."""

    move: Move
    kind: Kind
    margin: Known
    cost: Known
    room: int = 0

    @property
    def is_known(self) -> bool:
        """Whether there is anything to show: a proven value or a guess."""
        return self.margin.guess is not None

    @property
    def told(self) -> ToldCost:
        """What may be said of the points that the move gives away."""
        return told_cost(self.cost)

    @property
    def is_narrowed(self) -> bool:
        """Whether the proven bounds say a good deal more than that points are left."""
        return self.margin.upper - self.margin.lower < NARROWED * self.room

    def shown(self, *, relative: bool) -> Known:
        """Return the cost, or the margin."""
        return self.cost if relative else self.margin


def move_values(values: Values, position: Position) -> tuple[MoveValue, ...]:
    """Return every move of a position with its value, the best first, those unknown last.

    Equal moves are in the order of what they are worth at once, then in the promised order.
    """
    found = [_move_value(values, position, move) for move in position.legal_moves]
    return tuple(sorted(found, key=_by_cost))


def _by_cost(value: MoveValue) -> tuple[bool, int, int]:
    cost = value.cost.guess
    return cost is None, cost or 0, -value.kind.rank


def _move_value(values: Values, position: Position, move: Move) -> MoveValue:
    kind = position.kind_of(move)
    margin = values.of_move(position, move).as_margin(position)
    room = 2 * (position.points_left - kind.rank)
    return MoveValue(move, kind, margin, values.cost(position, move), room)


def best_of_cells(found: tuple[MoveValue, ...]) -> dict[Cell, MoveValue]:
    """Return for every cell the best of the moves it belongs to, as far as known."""
    best: dict[Cell, MoveValue] = {}
    for value in found:
        for cell in value.move:
            best.setdefault(cell, value)
    return best
