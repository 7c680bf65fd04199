"""The program as the other player of a session, queried without waiting."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from battle.engine.jobs import Job, Priority, Question, Scheduler
from battle.game.engine_move import move_question
from battle.game.session import Session
from battle.protocol import BestMove
from battle.rules.position import Position

LEAST_SECONDS: Final = 0.6
"""It never answers faster than this, so that a person can follow."""

_HURRY_SECONDS: Final = 10.0
"""With less time than this on its clock it does."""


class Opponent:
    """Queries the moves of the program in one session.

    A query belongs to one state of the session; an answer for another one is ignored.
    """

    def __init__(self, scheduler: Scheduler, session: Session, now: Callable[[], float]) -> None:
        self._scheduler = scheduler
        self._session = session
        self._now = now
        self._asked: tuple[int, Question, Job] | None = None
        self._since: tuple[Position | None, float] = None, 0.0

    @property
    def is_thinking(self) -> bool:
        """Whether a move is being queried."""
        return self._asked is not None

    @property
    def seconds(self) -> float:
        """The seconds since it is asked about this position and is ready; 0 without a query."""
        return 0.0 if self._asked is None else self._now() - self._since[1]

    @property
    def has_thought(self) -> bool:
        """Whether it has thought long enough for a person to follow."""
        return self.seconds >= LEAST_SECONDS

    @property
    def hurries(self) -> bool:
        """Whether its clock leaves no time to wait for that."""
        left = self._session.remaining(self._session.to_move)
        return left is not None and left < _HURRY_SECONDS

    @property
    def is_getting_ready(self) -> bool:
        """Whether the engine still starts or compiles."""
        return self._scheduler.is_getting_ready

    @property
    def failure(self) -> str:
        """Why the engine does not play, empty while it does."""
        return self._scheduler.failure

    def start(self) -> None:
        """Start the engine; after a failure, try again."""
        self._end_query()
        self._scheduler.start()

    def ask(self) -> BestMove | None:
        """Query the program's move for the session as it is now; return it once it is found."""
        version, position = self._session.version, self._session.position
        if self._since[0] != position or self.is_getting_ready:
            self._since = position, self._now()
        if self._asked is None or self._asked[0] != version:
            self._end_query()
            question = Question(move_question(self._session))
            job = self._scheduler.submit(question, Priority.MOVE)
            self._asked = version, question, job
        return self._asked[1].answer

    def cancel(self) -> None:
        """Cancel the query; the next one counts its time from 0."""
        self._end_query()
        self._since = None, 0.0

    def _end_query(self) -> None:
        if self._asked is not None:
            self._asked[2].cancel()
            self._asked = None
