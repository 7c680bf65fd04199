"""A search for solved deals: random deals whose par the engine proves, one after another.

    draw some deals ──► estimate each for a second ──► the one that seems closest to the wish
                                                          │
           draw again ◄── par: kept at once ◄── bounds close in ◄── go exact

A proof takes minutes; what is proven is kept, a proof that is broken off is lost. Nothing here
waits: call `update` once a frame. Pars and bounds are margins from player 1's side.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from battle.engine.engine import Engine, Failed, Query
from battle.profile.pars import Pars
from battle.protocol import BestMove, Info, Limit
from battle.rules.position import ALL_POINTS
from battle.storage import Messages

LOOKS: Final = 12
"""How many deals are looked at for one that is proven: a minute at most, a proof takes more."""

LOOK_SECONDS: Final = 1.0


@dataclass(frozen=True)
class Found:
    """A deal whose par was proven, and how many seconds that took."""

    deal: int
    par: int
    seconds: float


class DealSearch:
    """Proves pars of deals that `draw` draws, on an engine that does nothing else meanwhile.

    Of every `looks` deals the one is proven whose par seems closest to `wanted`, for whichever
    player.
    """

    def __init__(
        self,
        engine: Engine,
        pars: Pars,
        draw: Callable[[], int],
        now: Callable[[], float],
        wanted: int = 0,
        looks: int = LOOKS,
    ) -> None:
        self._engine = engine
        self._pars = pars
        self._draw = draw
        self._now = now
        self._wanted = abs(wanted)
        self.looks = looks
        self._looked_at: list[tuple[int, int]] = []
        self._id: int | None = None
        self._since = 0.0
        self.proving = False
        self.deal = 0
        self.bounds = (-ALL_POINTS, ALL_POINTS)
        self.latest: Info | None = None
        self.found: list[Found] = []
        self.failure = ""
        self.messages: Messages = []

    @property
    def looked(self) -> int:
        """How many deals have been looked at for the next proof."""
        return len(self._looked_at)

    @property
    def running(self) -> bool:
        """Whether the engine is at work on a deal."""
        return self._id is not None

    @property
    def seconds(self) -> float:
        """How long the deal in hand has been looked at or proven."""
        return self._now() - self._since if self.running else 0.0

    def start(self) -> None:
        """Begin with other deals; where a search is running already nothing happens."""
        if not self.running:
            self.failure, self._looked_at = "", []
            self._next()

    def stop(self) -> None:
        """End the search; the deal it was at remains unsolved."""
        if self.running:
            self._engine.cancel()
            self._id = None

    def update(self) -> None:
        """Take in what the engine says."""
        if not self.running:
            return
        for event in self._engine.poll():
            if isinstance(event, Failed):
                self.failure, self._id = event.message, None
            elif isinstance(event, Info) and event.id == self._id and event.rank == 1:
                lower, upper = self.bounds
                self.bounds = (max(lower, event.lower), min(upper, event.upper))
                self.latest = event
            elif isinstance(event, BestMove) and event.id == self._id:
                self._take(event)

    def _take(self, best: BestMove) -> None:
        if not self.proving:
            gap = abs(abs(best.value) - self._wanted)
            self._looked_at.append((gap, self.deal))
        elif best.exact:
            self.found.append(Found(self.deal, best.value, self.seconds))
            self.messages += self._pars.keep(self.deal, best.value)
        self._next()

    def _next(self) -> None:
        """Look at another deal, or prove the best of those looked at."""
        self.proving = len(self._looked_at) >= self.looks
        if self._looked_at and self.proving:
            self.deal = min(self._looked_at)[1]
            self._looked_at = []
        else:
            self.deal = self._drawn()
        self.bounds, self.latest = (-ALL_POINTS, ALL_POINTS), None
        self._since = self._now()
        limit = Limit(exact=True) if self.proving else Limit(time=LOOK_SECONDS)
        self._id = self._engine.ask(Query(self.deal, limit=limit))

    def _drawn(self) -> int:
        """Return a deal that is neither solved nor looked at already."""
        known = self._pars.all().keys() | {deal for _gap, deal in self._looked_at}
        deal = self._draw()
        while deal in known:
            deal = self._draw()
        return deal
