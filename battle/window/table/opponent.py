"""The opponent at the table that is a program: its moves, asked of the engine.

What is asked belongs to one state of the session; an answer for another one is not used.
"""

from __future__ import annotations

from collections.abc import Callable

from battle.engine.jobs import Question
from battle.engine.scheduler import Job, Priority, Scheduler
from battle.game.engine_move import move_question
from battle.game.session import Session
from battle.protocol import BestMove


class Opponent:
    """Asks for the moves of the program in one session."""

    def __init__(self, scheduler: Scheduler, session: Session, now: Callable[[], float]) -> None:
        self._scheduler = scheduler
        self._session = session
        self._now = now
        self._asked: tuple[int, float, Question, Job] | None = None

    @property
    def is_thinking(self) -> bool:
        """Whether a move was asked for."""
        return self._asked is not None

    @property
    def seconds(self) -> float:
        """How long ago that was, 0 if none was."""
        return 0.0 if self._asked is None else self._now() - self._asked[1]

    @property
    def is_getting_ready(self) -> bool:
        """Whether the engine still starts or compiles."""
        return self._scheduler.is_getting_ready

    def ask(self) -> BestMove | None:
        """Have the program's move found in the session as it is now; return it once it is."""
        version = self._session.version
        if self._asked is None or self._asked[0] != version:
            self.cancel()
            question = Question(move_question(self._session))
            job = self._scheduler.submit(question, Priority.MOVE)
            self._asked = version, self._now(), question, job
        return self._asked[2].answer

    def cancel(self) -> None:
        """Ask for no move."""
        if self._asked is not None:
            self._asked[3].cancel()
            self._asked = None
