"""What the playing screen wants from the solver: its moves, and hints.

At most one wish is open. It belongs to one state of the session: when the session has changed the
wish is dropped, and an answer that still comes is not used. Nothing here waits.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from battle.play.asking import hint_question, move_question
from battle.play.engine_client import Best, Failed, Info, Progress, State
from battle.play.session import Session

Purpose = Literal["move", "hint"]


@dataclass(frozen=True)
class Wish:
    """What is wanted, for which state of the session, since when."""

    purpose: Purpose
    id: int
    version: int
    since: float


@dataclass(frozen=True)
class Advice:
    """The solver's answer to a wish; `value` is for the player to move."""

    purpose: Purpose
    best: Best


class Thinker:
    """Asks the engine for one session."""

    def __init__(self, engine: Any, session: Session, now: Callable[[], float]) -> None:
        self._engine = engine
        self._session = session
        self._now = now
        self.wish: Wish | None = None
        self.failure = ""
        self.latest: Info | None = None

    @property
    def seconds(self) -> float:
        """How long the open wish has been open."""
        return 0.0 if self.wish is None else self._now() - self.wish.since

    @property
    def getting_ready(self) -> bool:
        """Whether the engine still starts or compiles."""
        return self._engine.state in (State.STARTING, State.COMPILING)

    @property
    def message(self) -> str:
        """What the engine says while it gets ready."""
        return str(self._engine.message)

    def warm_up(self) -> None:
        """Start the engine, so that it is ready when it is needed."""
        self._engine.start()

    def ask(self, purpose: Purpose) -> None:
        """Wish for a move or a hint for the position on the table; an older wish is dropped."""
        session = self._session
        question = move_question(session) if purpose == "move" else hint_question(session)
        self.failure, self.latest = "", None
        number = self._engine.ask(question)
        self.wish = Wish(purpose, number, session.version, self._now())

    def cancel(self) -> None:
        """Drop the open wish."""
        if self.wish is not None:
            self._engine.cancel()
            self.wish = None

    def retry(self) -> None:
        """Start the engine anew after a failure."""
        self.failure = ""
        self._engine.start()

    def update(self) -> Advice | None:
        """Take in what the engine says; return the answer to the open wish when it comes."""
        if self.wish is not None and self.wish.version != self._session.version:
            self.cancel()
        advice = None
        for event in self._engine.poll():
            if isinstance(event, Failed):
                self.failure, self.wish = event.message, None
            elif isinstance(event, Info) and self.wish and event.id == self.wish.id:
                self.latest = event
            elif isinstance(event, Best) and self.wish and event.id == self.wish.id:
                advice = Advice(self.wish.purpose, event)
                self.wish = None
            elif isinstance(event, Progress):
                continue
        return advice
