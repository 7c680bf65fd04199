"""Null windows: which question to ask next, so that an interval closes in on the value.

Every question is "is it worth at least beta?". A question far from the value is cheap, one beside
it dear, and the two dear ones (yes at the value, no just above it) have to be asked whatever we
do. So the questions begin at the best guess there is, and go away from it in growing steps, until
the answer has turned; from then on they halve what is left. At all times both ends are proven.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

FIRST_STEP: Final = 1


@dataclass
class Stepper:
    """Chooses the questions for one interval; told of every answer."""

    guess: int
    step: int = FIRST_STEP
    said_yes: bool = False
    said_no: bool = False

    def question(self, lower: int, upper: int) -> int:
        """Return a beta with `lower` < beta <= `upper`, where the two differ."""
        if self.said_yes and self.said_no:
            wanted = lower + (upper - lower + 1) // 2
        elif self.said_yes:
            wanted = lower + self.step
        elif self.said_no:
            wanted = upper - self.step + 1
        else:
            wanted = self.guess
        return max(lower + 1, min(upper, wanted))

    def answered(self, *, yes: bool) -> None:
        """Take note of an answer, so that the next question goes on from it."""
        if self.said_yes if yes else self.said_no:
            self.step *= 2
        if yes:
            self.said_yes = True
        else:
            self.said_no = True


def outcome_question(deficit: int, lower: int, upper: int, guess: int) -> int | None:
    """Return the beta that helps to decide win, draw or loss, None if that is decided.

    `deficit` is what the player to move is behind: a value above it wins, equal to it draws. Only
    two questions can matter; the one nearer to the guess is asked first.
    """
    wins = deficit + 1
    can_win = lower < wins <= upper
    can_draw = lower < deficit <= upper
    if can_win and (guess > deficit or not can_draw):
        return wins
    return deficit if can_draw else None
