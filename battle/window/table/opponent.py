"""The opponent at the table that is a program: the requests for its moves, put to the engine.

At most one request is open. It belongs to one state of the session: when the session has changed
the request is dropped, and an answer that still comes is not used. Nothing here waits.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from battle.engine.engine import Engine, Failed
from battle.game.engine_move import move_question
from battle.game.session import Session
from battle.protocol import BestMove


@dataclass(frozen=True)
class MoveRequest:
    """A move that is asked for, for which state of the session, since when."""

    id: int
    version: int
    since: float


class Opponent:
    """Asks the engine for the moves of the program in one session."""

    def __init__(self, engine: Engine, session: Session, now: Callable[[], float]) -> None:
        self._engine = engine
        self._session = session
        self._now = now
        self.request: MoveRequest | None = None
        self.failure = ""

    @property
    def seconds(self) -> float:
        """How long the request has been open, 0 without one."""
        return 0.0 if self.request is None else self._now() - self.request.since

    @property
    def is_getting_ready(self) -> bool:
        """Whether the engine still starts or compiles."""
        return self._engine.state.is_getting_ready

    def start(self) -> None:
        """Start the engine, so that it is ready when it is needed; also after a failure."""
        self.failure = ""
        self._engine.start()

    def ask(self) -> None:
        """Request the program's move in the position on the table instead of an older one."""
        session = self._session
        self.failure = ""
        number = self._engine.ask(move_question(session))
        self.request = MoveRequest(number, session.version, self._now())

    def cancel(self) -> None:
        """Drop the open request."""
        if self.request is not None:
            self._engine.cancel()
            self.request = None

    def update(self) -> BestMove | None:
        """Take in what the engine says; return the answer to the open request when it comes."""
        if self.request is not None and self.request.version != self._session.version:
            self.cancel()
        answer = None
        for event in self._engine.poll():
            if isinstance(event, Failed):
                self.failure, self.request = event.message, None
            elif isinstance(event, BestMove) and self.request and event.id == self.request.id:
                answer, self.request = event, None
        return answer
