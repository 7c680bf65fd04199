"""A line replayed on the board: move by move by itself, or stepped through by hand.

start ──move──► ──move──► …        `at` moves are played; the board shows `position`
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from battle.rules.errors import IllegalMoveError
from battle.rules.move import Move
from battle.rules.position import Position

FIRST_SECONDS: Final = 0.55
"""How long the mouse rests on a pair before its line begins: people only pass by as well."""
NEXT_SECONDS: Final = 0.75


class Replay:
    """A line from a position; moves that cannot be played end it."""

    def __init__(self, start: Position, line: Iterable[Move]) -> None:
        self.positions = [start]
        self.moves: list[Move] = []
        self.at = 0
        self._waited = 0.0
        self._by_itself = True
        self.go_on(line)

    def go_on(self, line: Iterable[Move]) -> None:
        """Show another line, which may be known better by now, if it begins as far as shown."""
        line = list(line)
        if line == self.moves or line[: self.at] != self.moves[: self.at]:
            return
        del self.positions[self.at + 1 :], self.moves[self.at :]
        for move in line[self.at :]:
            try:
                self.positions.append(self.positions[-1].play(move))
            except IllegalMoveError:
                break
            self.moves.append(move)

    @property
    def position(self) -> Position:
        """The position shown."""
        return self.positions[self.at]

    @property
    def is_at_end(self) -> bool:
        """Whether the whole line has been played."""
        return self.at == len(self.moves)

    def step(self, by: int) -> bool:
        """Go one move on or back by hand; from then on nothing moves by itself."""
        self._by_itself = False
        return self._go_to(self.at + by)

    def update(self, seconds: float) -> bool:
        """Let time pass; return whether a move was played."""
        if not self._by_itself or self.is_at_end:
            return False
        self._waited += seconds
        if self._waited < (NEXT_SECONDS if self.at else FIRST_SECONDS):
            return False
        self._waited = 0.0
        return self._go_to(self.at + 1)

    def _go_to(self, at: int) -> bool:
        before, self.at = self.at, max(0, min(len(self.moves), at))
        return self.at != before
