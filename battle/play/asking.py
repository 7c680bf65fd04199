"""What the engine is asked for a game at the table: the program's move, or a hint.

A seat with a level is asked for as that level, which takes less than a second; hints always come
from the solver with all it can do.
"""

from __future__ import annotations

from typing import Final

from battle.play.engine_client import Limit, Question
from battle.play.session import Session

LEVEL_SECONDS: Final = 1.0
"""A level answers within this time."""


def move_question(session: Session) -> Question:
    """Return the question for the move of the program that is to move."""
    level = session.seat(session.to_move).level
    limit = Limit(level=level) if level else Limit(time=session.setup.think_seconds)
    return _question(session, limit, session.setup.seed if level else 0)


def hint_question(session: Session) -> Question:
    """Return the question for the best pair in the position on the table."""
    return _question(session, Limit(time=session.setup.think_seconds), 0)


def move_seconds(session: Session) -> float:
    """Return about how long the program that is to move thinks, in seconds."""
    level = session.seat(session.to_move).level
    return LEVEL_SECONDS if level else session.setup.think_seconds


def _question(session: Session, limit: Limit, seed: int) -> Question:
    start = session.setup.deal or session.setup.start
    return Question(start, tuple(session.game.moves), limit, seed=seed)
