"""Attention: what a move appears to be worth to a person who takes one short look at the table.

    appearance = rank of the pair − rank of the best pair the other player is seen to get − farness

A pair that is free already is seen. A pair that only the move uncovers is seen or overlooked: a
blind spot stays one for the whole game, and the less attention, the more of them there are. Pairs
whose tiles lie far apart are found less easily, which full attention makes up for. Nothing is
counted to the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from battle.rules.position import Cell, Move, Position

FARNESS: Final = 0.5
"""Points that a pair seems worth less for every column between its tiles, without attention."""


def chance(seed: int, *words: object) -> float:
    """Return a number from 0 up to 1, the same for the same seed and words on every machine."""
    return Random(" ".join(map(str, (seed, *words)))).random()


@dataclass(frozen=True)
class AttentionModel:
    """What a person takes note of: `share`, 0 to 1, of the tiles that a move uncovers."""

    share: float
    seed: int = 0

    def appearances(self, position: Position, moves: Sequence[Move]) -> list[float]:
        """Return what each of some moves appears to be worth, in points."""
        return [self._appearance(position, move) for move in moves]

    def _appearance(self, position: Position, move: Move) -> float:
        after = position.play(move)
        seen = (reply for reply in after.legal_moves if self._sees(position, reply))
        answer = max(map(after.worth, seen), default=0)
        apart = abs(move.first.column - move.second.column)
        return position.worth(move) - answer - FARNESS * (1 - self.share) * apart

    def _sees(self, before: Position, reply: Move) -> bool:
        return all(cell in before.partners or self._notices(cell) for cell in reply)

    def _notices(self, cell: Cell) -> bool:
        return chance(self.seed, cell) < self.share
