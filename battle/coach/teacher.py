"""The teacher: what it says of a move before it is played, by what is known of the game.

It speaks when a move costs more than it is told to let pass, or when it changes who wins, or never.
It finds nothing out itself; what is not known it passes over.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from battle.analysis.ledger import MoveCost, choices
from battle.coach.reasons import (
    Ends,
    KeepsShut,
    Leaves,
    OtherTiles,
    Passing,
    Punished,
    Reason,
)
from battle.rules.position import Position

OFF: Final = "off"
POINTS: Final = "points"
RESULT: Final = "result"
MODES: Final = (OFF, POINTS, RESULT)
"""When it speaks: never, from so many points on, when another player (or none) would win."""

USUAL_POINTS: Final = 3
HELP: Final = "teacher"
"""The word in a record's `Help` tag for a game in which it spoke."""


def is_forced(position: Position) -> bool:
    """Whether all moves lead to the same game, so that there is nothing to say."""
    return choices(position) < 2


@dataclass(frozen=True)
class Teacher:
    """When to speak: `mode` is one of MODES, `points` is from what cost on in mode POINTS."""

    mode: str = OFF
    points: int = USUAL_POINTS

    @property
    def is_on(self) -> bool:
        """Whether it may speak at all."""
        return self.mode != OFF

    def objects(self, cost: MoveCost) -> bool:
        """Whether it speaks up against a move: only of what is known."""
        told = cost.told.points or 0
        if self.mode == POINTS:
            return told >= self.points
        return self.mode == RESULT and told > 0 and cost.changed_outcome


def gives_away(reason: Reason) -> bool:
    """Whether a reason in words names a better pair."""
    return isinstance(reason, Ends | KeepsShut | Leaves | OtherTiles | Passing)


def discreet(reasons: Iterable[Reason], before: Position) -> tuple[Reason, ...]:
    """Return the reasons that can be told without naming a better pair than one from `before`.

    An answer that could have been taken before the move may be the better pair itself.
    """
    return tuple(
        reason
        for reason in reasons
        if not gives_away(reason)
        and not (isinstance(reason, Punished) and reason.reply.move in before.legal_moves)
    )
