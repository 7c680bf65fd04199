"""Things that move for a moment: tiles in flight and a tile that shakes its head."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Final

from battle.rules.position import Cell, Kind

Box = tuple[float, float, float, float]
"""Left, top, width and height."""

FLIGHT_SECONDS: Final = 0.46
GLOW_SECONDS: Final = 0.15
"""How long the opponent's tiles glow before they fly."""
SHAKE_SECONDS: Final = 0.34


@dataclass
class Flight:
    """A tile on its way between two places; `delay` seconds pass before it sets off.

    `cell` is the cell it leaves or lands on; `landing` says which. `dimmed` tiles look blocked, and
    those that `glow` do so until they set off.
    """

    kind: Kind
    start: Box
    goal: Box
    cell: Cell
    landing: bool = False
    delay: float = 0.0
    seconds: float = FLIGHT_SECONDS
    dimmed: bool = False
    glows: bool = False
    age: float = 0.0

    @property
    def begun(self) -> bool:
        """Whether the tile has set off."""
        return self.age >= self.delay

    @property
    def over(self) -> bool:
        """Whether the tile has arrived."""
        return self.age >= self.delay + self.seconds

    @property
    def box(self) -> Box:
        """Where the tile is now: eased, on a low arc."""
        share = min(1.0, max(0.0, (self.age - self.delay) / self.seconds))
        eased = share * share * (3 - 2 * share)
        left, top, width, height = (
            a + (b - a) * eased for a, b in zip(self.start, self.goal, strict=True)
        )
        distance = math.hypot(self.goal[0] - self.start[0], self.goal[1] - self.start[1])
        return left, top - math.sin(math.pi * share) * distance * 0.09, width, height


@dataclass
class Motion:
    """Everything that moves on the playing screen."""

    flights: list[Flight] = field(default_factory=list)
    shaken: Cell | None = None
    _shaking: float = 0.0

    @property
    def moving(self) -> bool:
        """Whether anything moves."""
        return bool(self.flights) or self._shaking > 0

    def shake(self, cell: Cell | None) -> None:
        """Let the tile on `cell` shake its head."""
        self.shaken, self._shaking = cell, SHAKE_SECONDS if cell is not None else 0.0

    @property
    def sway(self) -> float:
        """How far the shaken tile is from its place, -1 to 1."""
        if self._shaking <= 0:
            return 0.0
        left = self._shaking / SHAKE_SECONDS
        return math.sin((1 - left) * 6 * math.pi) * left

    def update(self, seconds: float) -> list[Flight]:
        """Let time pass; return the flights that have just ended."""
        self._shaking = max(0.0, self._shaking - seconds)
        if self._shaking == 0:
            self.shaken = None
        for flight in self.flights:
            flight.age += seconds
        landed = [flight for flight in self.flights if flight.over]
        self.flights = [flight for flight in self.flights if not flight.over]
        return landed

    def finish(self) -> None:
        """Let everything arrive at once."""
        self.flights.clear()
        self._shaking, self.shaken = 0.0, None
