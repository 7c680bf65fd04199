"""What is agreed before the first move of a game: who sits where, the start, the clock."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from battle.game.clock import TimeControl
from battle.rules.deal import deal
from battle.rules.position import ALL_POINTS, Player, Position

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

    By `head_start` points player 1 is to win with perfect play, player 2 if it is negative. The
    points given at the start are for that, and for what the start itself is worth. Under the pie
    rule they were `named_by` one of the players. With `no_help` no hints, values
    or Analyse are used while the game goes on. Between two programs there may be `days` for each
    move instead of a clock.
    """

    seats: tuple[Seat, Seat]
    start: Position
    deal: int | None = None
    control: TimeControl | None = None
    think_seconds: float = THINK_SECONDS
    seed: int = 0
    head_start: int = 0
    named_by: Player | None = None
    no_help: bool = False
    days: int = 0

    @property
    def next_seed(self) -> int:
        """The seed for the game after this one."""
        return (self.seed + 1) % (LARGEST_SEED + 1)

    def swapped(self, number: int | None = None) -> Setup:
        """Return the setup with seats swapped, on the same start or on the deal of a number.

        A head start goes with the person; what makes up for the start stays with the seat.
        """
        first, second = self.seats
        lead = self.start.given[0] - self.start.given[1]
        start, for_start = self.start, lead - self.head_start
        if number is not None:
            start, for_start = deal(number), 0
        return replace(
            self,
            seats=(second, first),
            start=start.with_given(given_for(for_start - self.head_start)),
            deal=self.deal if number is None else number,
            seed=self.next_seed,
            head_start=-self.head_start,
            named_by=None,
        )


def given_for(lead: int) -> tuple[int, int]:
    """Return what players 1 and 2 are given so that player 1 begins `lead` points ahead.

    This alone decides what may be given: at most 270 points, as many as a record can state. A head
    start, the par of a start and points named under the pie rule may add up to more.
    """
    return min(max(0, lead), ALL_POINTS), min(max(0, -lead), ALL_POINTS)
