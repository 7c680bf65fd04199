"""What is agreed before the first move of a game: who sits where, the start, the clock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from battle.game.clock import TimeControl
from battle.rules.position import Position

THINK_SECONDS: Final = 2.0
LARGEST_SEED: Final = 2**31 - 1


@dataclass(frozen=True)
class Seat:
    """Who plays one side: a person, or the program.

    The program is the solver, which thinks as long as it is given, or with `level` one of the
    levels (`battle.game.levels`).
    """

    name: str = ""
    solver: bool = False
    level: str = ""


@dataclass(frozen=True)
class Setup:
    """What is agreed before the first move.

    `seats` are players 1 and 2; `deal` is the number of the deal that `start` is, None for another
    start; `control` is None without a clock; `think_seconds` is the solver's time for a move; with
    another `seed` a level errs elsewhere.
    """

    seats: tuple[Seat, Seat]
    start: Position
    deal: int | None = None
    control: TimeControl | None = None
    think_seconds: float = THINK_SECONDS
    seed: int = 0

    @property
    def next_seed(self) -> int:
        """The seed for the game after this one."""
        return (self.seed + 1) % (LARGEST_SEED + 1)
