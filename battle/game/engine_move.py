"""The query for the program's move in a game at the table.

A seat with a level queries that level, which takes less than a second. With a clock the program
spreads its time over the moves it may still have to make. A program with a name is not ours, and is
only asked for a move in a time.
"""

from __future__ import annotations

from typing import Final

from battle.engine.client import Query
from battle.game.session import Session
from battle.language import _
from battle.protocol import Limit
from battle.rules.position import Move

LEVEL_SECONDS: Final = 1.0
"""A level answers within this time."""


RESISTING_TILES: Final = 60
"""With at most this many tiles the solver proves a position at once and chooses among equal moves.

It then takes the one that is hardest to answer, as the perfect level does.
"""

_NO_END: Final = 10**12
"""More nodes than there is time for."""


_CLOCK_SHARE: Final = 0.8
"""The share of its time that the program plans to use; the rest is a reserve."""

_BESIDE_SECONDS: Final = 0.15
"""The approximate overhead of a move."""

_RESISTANCE_SECONDS: Final = 0.3
"""How much longer than its limit a level may take, to choose among equal moves."""

_LEAST_SECONDS: Final = 0.05


def move_question(session: Session) -> Query:
    """Return the query for the move of the program to move."""
    seat = session.seat(session.to_move)
    level = seat.level
    if level:
        share, limit = _share_of_clock(session), Limit()
        if share is not None and share < LEVEL_SECONDS:
            limit = Limit(time=_before_resistance(share))
        return _query(session, limit, level, session.setup.seed)
    seconds = move_seconds(session)
    if seat.name or session.position.tiles_left > RESISTING_TILES:
        return _query(session, Limit(time=seconds))
    if seconds < session.setup.think_seconds:
        seconds = _before_resistance(seconds)
    return _query(session, Limit(time=seconds, nodes=_NO_END), "perfect")


def not_legal_words(move: Move | None) -> str:
    """Say that a program has answered by no move that can be played."""
    return _("it played {move}, which is not legal").format(move=move or _("no move"))


def move_seconds(session: Session) -> float:
    """Return the approximate thinking time of the program to move, in seconds."""
    seat, share = session.seat(session.to_move), _share_of_clock(session)
    usual = LEVEL_SECONDS if seat.level else session.setup.think_seconds
    return usual if share is None else min(usual, share)


def _share_of_clock(session: Session) -> float | None:
    """Return the seconds the clock allows for the next move, None without a clock."""
    left, control = session.remaining(session.to_move), session.setup.control
    if left is None or control is None:
        return None
    moves = max(1, -(-session.position.tiles_left // 4))
    share = _CLOCK_SHARE * min(left, left / moves + control.increment)
    return max(_LEAST_SECONDS, share - _BESIDE_SECONDS)


def _before_resistance(seconds: float) -> float:
    return max(_LEAST_SECONDS, seconds - _RESISTANCE_SECONDS)


def _query(session: Session, limit: Limit, level: str | None = None, seed: int = 0) -> Query:
    start, number = session.game.start, session.setup.deal
    asked = number if number and start.given == (0, 0) else start
    return Query(asked, tuple(session.game.moves), limit, level=level, seed=seed)
