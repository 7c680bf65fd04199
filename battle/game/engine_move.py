"""What the engine is asked for a game at the table: the program's move.

A seat with a level is asked for as that level, which takes less than a second.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from battle.engine.engine import Limit, Query
from battle.game.session import Session

LEVEL_SECONDS: Final = 1.0
"""A level answers within this time."""


RESISTING_TILES: Final = 60
"""With so few tiles the solver proves a position in a moment, and chooses among equal moves.

It then takes the one that is hardest to answer, as the perfect level does.
"""

_NO_END: Final = 10**12
"""More nodes than there is time for."""


def move_question(session: Session) -> Query:
    """Return the question for the move of the program that is to move."""
    level = session.seat(session.to_move).level
    limit = Limit(level=level) if level else _solver_limit(session)
    return _question(session, limit, session.setup.seed if level else 0)


def _solver_limit(session: Session) -> Limit:
    """Return how the solver thinks about its move: its time, and in the end with resistance."""
    limit = Limit(time=session.setup.think_seconds)
    if session.position.tiles_left > RESISTING_TILES:
        return limit
    return replace(limit, level="perfect", nodes=_NO_END)


def move_seconds(session: Session) -> float:
    """Return about how long the program that is to move thinks, in seconds."""
    level = session.seat(session.to_move).level
    return LEVEL_SECONDS if level else session.setup.think_seconds


def _question(session: Session, limit: Limit, seed: int) -> Query:
    start = session.setup.deal or session.setup.start
    return Query(start, tuple(session.game.moves), limit, seed=seed)
