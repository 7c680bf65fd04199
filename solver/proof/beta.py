"""The next beta: where a null window is asked, so that an interval closes in on the value.

Every null window asks "is it worth at least beta?"; it fails high or fails low. A question far from
the value is cheap, one beside it dear, and the two dear ones (high at the value, low just above it)
have to be asked whatever we do. So the questions begin at the first guess, and go away from it in
growing steps, until the answer has turned; from then on they halve what is left. At all times both
ends are proven.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

FIRST_STEP: Final = 1


@dataclass
class BetaChooser:
    """Chooses the null windows for one interval; told how each of them failed."""

    first_guess: int
    step: int = FIRST_STEP
    failed_high: bool = False
    failed_low: bool = False

    def next_beta(self, lower: int, upper: int) -> int:
        """Return a beta with `lower` < beta <= `upper`, where the two differ."""
        if self.failed_high and self.failed_low:
            wanted = lower + (upper - lower + 1) // 2
        elif self.failed_high:
            wanted = lower + self.step
        elif self.failed_low:
            wanted = upper - self.step + 1
        else:
            wanted = self.first_guess
        return max(lower + 1, min(upper, wanted))

    def answered(self, *, high: bool) -> None:
        """Take note of how the last null window failed, so that the next one goes on from it."""
        if self.failed_high if high else self.failed_low:
            self.step *= 2
        if high:
            self.failed_high = True
        else:
            self.failed_low = True


def outcome_beta(deficit: int, lower: int, upper: int, guess: int) -> int | None:
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
