"""What the engine is asked for a game at the table: the program's move.

A seat with a level is asked for as that level, which takes less than a second.
"""

from __future__ import annotations

from typing import Final

from battle.engine.engine import Query
from battle.game.session import Session
from battle.protocol import Limit

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
    if level:
        return _query(session, Limit(), level, session.setup.seed)
    return _solver_query(session)


def _solver_query(session: Session) -> Query:
    """Return how the solver thinks about its move: its time, and in the end with resistance."""
    seconds = session.setup.think_seconds
    if session.position.tiles_left > RESISTING_TILES:
        return _query(session, Limit(time=seconds))
    return _query(session, Limit(time=seconds, nodes=_NO_END), "perfect")


def move_seconds(session: Session) -> float:
    """Return about how long the program that is to move thinks, in seconds."""
    level = session.seat(session.to_move).level
    return LEVEL_SECONDS if level else session.setup.think_seconds


def _query(session: Session, limit: Limit, level: str | None = None, seed: int = 0) -> Query:
    start = session.setup.deal or session.setup.start
    return Query(start, tuple(session.game.moves), limit, level=level, seed=seed)
