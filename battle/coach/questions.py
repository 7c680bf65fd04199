"""Questions asked of the engine one after the other, as long as something is left to prove."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from battle.engine.jobs import Analyst, Target
from battle.engine.scheduler import Job
from battle.rules.position import Position

QUESTION_SECONDS: Final = 5.0
"""The engine's seconds for each question."""

Asked: TypeAlias = tuple[Position, Target]


class QuestionSearch:
    """Asks the first of what `questions` returns, and anew when that is answered.

    It ends when nothing is left to ask, or when a question found no answer.
    """

    def __init__(self, analyst: Analyst, questions: Callable[[], Sequence[Asked]]) -> None:
        self.is_done = False
        self._analyst = analyst
        self._questions = questions
        self._request: Job | None = None
        self._go_on(True)

    def close(self) -> None:
        """Ask nothing more."""
        if self._request is not None:
            self._request.cancel()
        self._request, self.is_done = None, True

    def _go_on(self, found: bool) -> None:
        """Ask the next question if the last one was answered."""
        self._request = None
        wanted = self._questions() if found else []
        self.is_done = not wanted
        if wanted:
            position, target = wanted[0]
            self._request = self._analyst.ask(
                position, self._go_on, target=target, seconds=QUESTION_SECONDS
            )
