"""Pondering: the engine looks at the position a person thinks about, while the person thinks.

What it finds goes into the game's values, which hints and the teacher read.
"""

from __future__ import annotations

from typing import Final

from battle.engine.jobs import Analyst
from battle.rules.position import Position

LONGEST_SECONDS: Final = 60.0
"""The engine's seconds for one position: who thinks longer does not heat the room."""


class Pondering(Analyst):
    """Looks at one position of a session after the other."""

    def ponder(self, position: Position | None) -> None:
        """Let this be the position to look at, None for no position."""
        self.look(position, LONGEST_SECONDS)

    def has_looked(self, position: Position, seconds: float) -> bool:
        """Whether all moves of a position have values, and nothing more is found within `seconds`.

        That is so after so many seconds of the engine, and as soon as there is nothing to find.
        """
        spent, is_done = self.looked_at(position)
        if not self.values.has_all_moves(position):
            return is_done and self.values.known(position).guess is not None
        return is_done or spent >= seconds or self.values.has_settled(position)
