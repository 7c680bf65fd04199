"""The help at a table: hints and the teacher, and the look at the table they live on.

    the person is to move                      Pondering ──► values ──► Hints, TableTeacher
    the solver is to move, the game is over    the engine belongs to the Opponent, to the review

There is one engine, so in a frame either the pondering uses it or somebody else does.
"""

from __future__ import annotations

from battle.analysis.values import Values
from battle.coach.hints import Hints
from battle.coach.pondering import Pondering
from battle.coach.teacher import Teacher
from battle.engine.engine import Engine
from battle.game.session import Session
from battle.window.table.teacher import TableTeacher


class TableHelp:
    """What helps the person who is to move in one session; what is found goes into `values`."""

    def __init__(self, engine: Engine, session: Session, values: Values) -> None:
        self.session = session
        self.values = values
        self.pondering = Pondering(engine, session, values)
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
        """Look at the position on the table; once a frame, while it is wanted."""
        self.pondering.look(self.session.position)
        self.pondering.update()

    def rest(self) -> None:
        """Leave the engine to others."""
        self.pondering.rest()
