"""Lines that show a reason on the board: where it begins, and the moves."""

from __future__ import annotations

from typing import TypeAlias

from battle.analysis.values import Values
from battle.coach.reasons import (
    Ends,
    GreedyTrap,
    KeepsShut,
    Leaves,
    OtherTiles,
    Passing,
    Punished,
    Reason,
    Uncovers,
)
from battle.rules.position import Move, Position

Line: TypeAlias = tuple[Position, tuple[Move, ...]]
"""A position and the moves from it on, at least one."""


def line_of(reason: Reason, before: Position, move: Move, values: Values) -> Line:
    """Return the line that shows why `move`, played at `before`, costs points.

    It begins at `before` where the reason speaks of a better move, after `move` where it speaks of
    a reply.
    """
    match reason:
        case Ends(better) | KeepsShut(better) | OtherTiles(better) | GreedyTrap(_, better):
            return line_from(before, better.move, values)
        case Passing(after=better):
            return line_from(before, better.move, values)
        case Uncovers(reply=reply) | Leaves(reply) | Punished(reply):
            return line_from(before.play(move), reply.move, values)


def line_from(start: Position, move: Move, values: Values) -> Line:
    """Return a move and the play that is expected after it."""
    return start, (move, *values.line(start.play(move)))
