"""A search for solved deals: random deals whose par the engine proves, one after another.

    draw a deal ──► go exact ──► bounds close in ──► par: kept at once ──► draw the next

A proof takes minutes; what is proven is kept, a proof that is broken off is lost. Nothing here
waits: call `update` once a frame. Pars and bounds are margins from player 1's side.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from battle.play.engine_client import Best, Failed, Info, Limit, Question
from battle.play.pars import Pars
from battle.play.storage import Messages
from battle.rules.position import ALL_POINTS


@dataclass(frozen=True)
class Found:
    """A deal whose par was proven, and how many seconds that took."""

    deal: int
    par: int
    seconds: float


class DealSearch:
    """Proves pars of deals that `draw` draws, on an engine that does nothing else meanwhile."""

    def __init__(
        self, engine: Any, pars: Pars, draw: Callable[[], int], now: Callable[[], float]
    ) -> None:
        self._engine = engine
        self._pars = pars
        self._draw = draw
        self._now = now
        self._id: int | None = None
        self._since = 0.0
        self.deal = 0
        self.bounds = (-ALL_POINTS, ALL_POINTS)
        self.latest: Info | None = None
        self.found: list[Found] = []
        self.failure = ""
        self.messages: Messages = []

    @property
    def running(self) -> bool:
        """Whether a proof is under way."""
        return self._id is not None

    @property
    def seconds(self) -> float:
        """How long the proof has been under way."""
        return self._now() - self._since if self.running else 0.0

    def start(self) -> None:
        """Begin with the next deal; where a search is running already nothing happens."""
        if not self.running:
            self.failure = ""
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
            elif isinstance(event, Best) and event.id == self._id:
                self._take(event)

    def _take(self, best: Best) -> None:
        if best.exact:
            self.found.append(Found(self.deal, best.value, self.seconds))
            self.messages += self._pars.keep(self.deal, best.value)
        self._next()

    def _next(self) -> None:
        known = self._pars.all()
        self.deal = self._draw()
        while self.deal in known:
            self.deal = self._draw()
        self.bounds = (-ALL_POINTS, ALL_POINTS)
        self.latest = None
        self._since = self._now()
        self._id = self._engine.ask(Question(self.deal, limit=Limit(exact=True)))
