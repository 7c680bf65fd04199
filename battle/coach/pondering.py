"""Pondering: the engine looks at the position a person thinks about, while the person thinks.

What it finds goes into the game's values, which hints and the teacher read. A `QuestionSearch` asks
for more, one question after the other, as long as something is left to prove.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Final, TypeAlias

from battle.engine.jobs import Analyst, Target
from battle.engine.scheduler import Job
from battle.rules.position import Position

LONGEST_SECONDS: Final = 60.0
"""The engine's seconds for one position: who thinks longer does not heat the room."""


class Pondering(Analyst):
    """Looks at one position of a session after the other."""

    def ponder(self, position: Position | None) -> None:
        """Let this be the position to look at, None for no position."""
        self.look(position, LONGEST_SECONDS)

    def has_looked(self, position: Position, seconds: float) -> bool:
        """Whether all moves of a position have values, and nothing more is found within `seconds`.

        That is so after so many seconds of the engine, and as soon as there is nothing to find.
        """
        spent, is_done = self.looked_at(position)
        if not self.values.has_all_moves(position):
            return is_done and self.values.known(position).guess is not None
        return is_done or spent >= seconds or self.values.has_settled(position)


# --- questions ------------------------------------------------------------------------------------

QUESTION_SECONDS: Final = 5.0
"""The engine's seconds for each question."""

Asked: TypeAlias = tuple[Position, Target]


class QuestionSearch:
    """Asks the first of what `questions` returns, and again when that is answered.

    It ends when nothing is left to ask, or when a question found no answer.
    """

    seconds: ClassVar[float] = QUESTION_SECONDS

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
                position, self._go_on, target=target, seconds=self.seconds
            )
