"""The help at a table: hints and the teacher, and the look at the table they live on.

the person is to move ──► Analyst ──► values ──► Hints, TableTeacher
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from battle.analysis.costs import MoveCost, move_cost
from battle.analysis.values import Values
from battle.coach.hints import Hints
from battle.coach.move_page import Teacher, is_forced
from battle.engine.jobs import PONDER_SECONDS, Analyst, Job, Priority, Question, Scheduler
from battle.game.engine_move import move_question
from battle.game.session import Session
from battle.profile.settings import Settings
from battle.protocol import BestMove
from battle.rules.position import Move, Position

# --- opponent ------------------------------------------------------------------------------------
#
# The opponent at the table that is a program: its moves, asked of the engine.
#
# What is asked belongs to one state of the session; an answer for another one is not used.


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


# --- teacher -------------------------------------------------------------------------------------
#
# The teacher at a table: it looks at a pair before it is taken, and may object to it.
#
#     a pair is chosen ──► known enough? ──yes──► nothing to say ──► taken
#                              │ no              └► an objection ──► TeacherDialog ──► taken, or not
#                              └► held, for WAIT_SECONDS at most ──► the same
#
# It speaks to a person who plays against the program, never twice about one move.

WAIT_SECONDS: Final = 1.0
"""A pair is held no longer than this."""

LOOK_SECONDS: Final = 0.8
"""The engine's seconds that make an estimate worth telling."""

_LEAST_SECONDS: Final = 0.3
"""What is known after less is not told, although the person cannot be kept waiting."""


def teacher_rule(settings: Settings) -> Teacher:
    """Return when the teacher is to speak, as the person has chosen."""
    return Teacher(settings.teacher, settings.teacher_points)


class TableTeacher:
    """The teacher in one session; `held` is the pair it is looking at."""

    def __init__(self, session: Session, pondering: Analyst) -> None:
        self._session = session
        self._pondering = pondering
        self._at: Position | None = None
        self._until = 0.0
        self._settled: set[tuple[Position, Move]] = set()
        self.held: Move | None = None

    @property
    def is_silenced(self) -> bool:
        """Whether the engine has been given up, so that there is nothing to be said."""
        return bool(self._pondering.scheduler.failure)

    @property
    def is_outdated(self) -> bool:
        """Whether a pair is held that is of another position, or not the person's to take now."""
        moved_on = self._at != self._session.position or not self._session.person_to_move
        return self.held is not None and moved_on

    def is_wanted(self, rule: Teacher) -> bool:
        """Whether the position is to be looked at: while a person thinks who plays alone."""
        return rule.is_on and self._session.person is not None

    def concerns(self, move: Move, rule: Teacher) -> bool:
        """Whether it has to look at a pair before it is taken.

        A move that cannot be played is not the teacher's business.
        """
        position = self._session.position
        return (
            self.is_wanted(rule)
            and self._session.person_to_move
            and not self.is_silenced
            and (position, move) not in self._settled
            and move in position.legal_moves
            and not is_forced(position)
        )

    # --- one pair -------------------------------------------------------------------------------

    def hold(self, move: Move, seconds: float) -> None:
        """Hold a pair from a moment on, in seconds of a clock that `has_waited` is told again."""
        self.held, self._at = move, self._session.position
        self._until = seconds + WAIT_SECONDS

    @property
    def is_known(self) -> bool:
        """Whether enough is known of the position on the table."""
        return self._pondering.has_looked(self._session.position, LOOK_SECONDS)

    def has_waited(self, seconds: float) -> bool:
        """Whether enough is known, or there is nothing more to wait for."""
        return seconds >= self._until or self.is_silenced or self.is_known

    def objection(self, move: Move, rule: Teacher, hinted: Move | None) -> MoveCost | None:
        """Return what there is to object to a move, None if there is nothing.

        An estimate is not held against the pair `hinted` that hints are about.
        """
        position = self._session.position
        found = move_cost(self._pondering.values, position, move)
        if found is None or not self._pondering.has_looked(position, _LEAST_SECONDS):
            return None
        if not rule.objects(found) or (hinted == move and not found.exact):
            return None
        return found

    def withdraw(self) -> None:
        """Let go of the pair that is held."""
        self.held = None

    def settle(self, move: Move) -> None:
        """Say nothing more of a move in the position on the table."""
        self._settled.add((self._session.position, move))


# --- help ----------------------------------------------------------------------------------------


class TableHelp:
    """What helps the person who is to move in one session; what is found goes into `values`."""

    def __init__(self, scheduler: Scheduler, session: Session, values: Values) -> None:
        self.session = session
        self.values = values
        self.pondering = Analyst(scheduler, session.game, values)
        self.hints = Hints(session, self.pondering)
        self.teacher = TableTeacher(session, self.pondering)

    def is_wanted(self, rule: Teacher) -> bool:
        """Whether the position on the table is to be looked at."""
        is_wanted = self.hints.is_open or self.teacher.is_wanted(rule)
        return self.session.person_to_move and is_wanted

    def look_on(self) -> None:
        """Look at the position on the table."""
        self.pondering.look(self.session.position, PONDER_SECONDS)

    def look_away(self) -> None:
        """Look at no position."""
        self.pondering.look(None)
