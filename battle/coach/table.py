"""Help at a table: hints, and the teacher, who checks a pair before it is taken and may object.

    a pair is chosen ──► known enough? ──yes──► nothing to say ──► taken
                             │ no              └► an objection ──► taken anyway, or not
                             └► held until it is, or the engine fails ──► the same

The teacher speaks to a person who plays against the program, never twice about the same move.
`TableHelp` has hints beside it: both look at the same analysis.
"""

from __future__ import annotations

from typing import Final

from battle.analysis.costs import MoveCost, move_cost
from battle.analysis.values import Values
from battle.coach.hints import Hints
from battle.coach.teacher import Teacher, is_forced
from battle.engine.jobs import PONDER_SECONDS, Analyst, Scheduler
from battle.game.session import Session
from battle.rules.position import Move, Position

LOOK_SECONDS: Final = 0.8
"""The engine's seconds after which an estimate is good enough to speak about."""


class TableTeacher:
    """The teacher in one session; `held` is the pair being checked."""

    def __init__(self, session: Session, pondering: Analyst) -> None:
        self._session = session
        self._pondering = pondering
        self._at: Position | None = None
        self._settled: set[tuple[Position, Move]] = set()
        self.held: Move | None = None

    @property
    def is_silenced(self) -> bool:
        """Whether the engine was given up, so that the teacher is silent."""
        return bool(self._pondering.failure)

    @property
    def is_outdated(self) -> bool:
        """Whether the held pair belongs to another position, or cannot be taken now."""
        moved_on = self._at != self._session.position or not self._session.person_to_move
        return self.held is not None and moved_on

    def is_wanted(self, rule: Teacher) -> bool:
        """Whether to analyse the position: while a person plays the program, and may have help."""
        session = self._session
        alone = session.has_solver and session.person is not None
        return rule.is_on and alone and session.ending is None and session.help_allowed

    def concerns(self, move: Move, rule: Teacher) -> bool:
        """Whether it must check a pair before it is taken.

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

    def hold(self, move: Move) -> None:
        """Hold a pair."""
        self.held, self._at = move, self._session.position

    @property
    def is_known(self) -> bool:
        """Whether enough is known about the position on the table."""
        return self._pondering.has_analysed(self._session.position, LOOK_SECONDS)

    def objection(self, move: Move, rule: Teacher, hinted: Move | None) -> MoveCost | None:
        """Return the objection to a move, None if there is none.

        An estimate is not held against the pair `hinted` that hints are about.
        """
        position = self._session.position
        cost = move_cost(self._pondering.values, position, move)
        if cost is None or not (cost.exact or self.is_known):
            return None
        return cost if rule.objects(cost) and (cost.exact or hinted != move) else None

    def withdraw(self) -> None:
        """Release the held pair."""
        self.held = None

    def settle(self, move: Move) -> None:
        """Say nothing more about a move in the position on the table."""
        self._settled.add((self._session.position, move))


class TableHelp:
    """Hints and teacher for the person to move in one session; findings go into `values`."""

    def __init__(self, scheduler: Scheduler, session: Session, values: Values) -> None:
        self.session = session
        self.values = values
        self.pondering = Analyst(scheduler, session.game, values)
        self.hints = Hints(session, self.pondering)
        self.teacher = TableTeacher(session, self.pondering)

    def is_wanted(self, rule: Teacher) -> bool:
        """Whether to analyse the position on the table."""
        return self.session.person_to_move and (self.hints.is_open or self.teacher.is_wanted(rule))

    def look_on(self) -> None:
        """Analyse the position on the table."""
        self.pondering.analyse(self.session.position, PONDER_SECONDS)

    def look_away(self) -> None:
        """Stop analysing."""
        self.pondering.analyse(None)
