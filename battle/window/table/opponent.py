"""What the playing screen wants from the solver: its moves.

At most one wish is open. It belongs to one state of the session: when the session has changed the
wish is dropped, and an answer that still comes is not used. Nothing here waits.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from battle.engine.engine import Engine, Failed
from battle.game.engine_move import move_question
from battle.game.session import Session
from battle.protocol import BestMove, Info, InfoString


@dataclass(frozen=True)
class Wish:
    """A move that is wanted, for which state of the session, since when."""

    id: int
    version: int
    since: float


class Thinker:
    """Asks the engine for one session."""

    def __init__(self, engine: Engine, session: Session, now: Callable[[], float]) -> None:
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
        return self._engine.state.is_getting_ready

    @property
    def message(self) -> str:
        """What the engine says while it gets ready."""
        return self._engine.message

    def warm_up(self) -> None:
        """Start the engine, so that it is ready when it is needed."""
        self._engine.start()

    def ask(self) -> None:
        """Wish for the program's move in the position on the table; an older wish is dropped."""
        session = self._session
        self.failure, self.latest = "", None
        number = self._engine.ask(move_question(session))
        self.wish = Wish(number, session.version, self._now())

    def cancel(self) -> None:
        """Drop the open wish."""
        if self.wish is not None:
            self._engine.cancel()
            self.wish = None

    def retry(self) -> None:
        """Start the engine anew after a failure."""
        self.failure = ""
        self._engine.start()

    def update(self) -> BestMove | None:
        """Take in what the engine says; return the answer to the open wish when it comes."""
        if self.wish is not None and self.wish.version != self._session.version:
            self.cancel()
        answer = None
        for event in self._engine.poll():
            if isinstance(event, Failed):
                self.failure, self.wish = event.message, None
            elif isinstance(event, Info) and self.wish and event.id == self.wish.id:
                self.latest = event
            elif isinstance(event, BestMove) and self.wish and event.id == self.wish.id:
                answer, self.wish = event, None
            elif isinstance(event, InfoString):
                continue
        return answer
