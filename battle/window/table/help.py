"""The help at a table: hints and the teacher, and the look at the table they live on.

the person is to move ──► Analyst ──► values ──► Hints, TableTeacher
"""

from __future__ import annotations

from battle.analysis.values import Values
from battle.coach.hints import Hints
from battle.coach.teacher import Teacher
from battle.engine.jobs import PONDER_SECONDS, Analyst
from battle.engine.scheduler import Scheduler
from battle.game.session import Session
from battle.window.table.teacher import TableTeacher


class TableHelp:
    """What helps the person who is to move in one session; what is found goes into `values`."""

    def __init__(self, scheduler: Scheduler, session: Session, values: Values) -> None:
        self.session = session
        self.values = values
        self.pondering = Analyst(scheduler, session, values)
        self.hints = Hints(session, self.pondering)
        self.teacher = TableTeacher(session, self.pondering)

    @property
    def names(self) -> tuple[str, str]:
        """What the players are called."""
        return self.session.names

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
