"""The teacher: what it says of a move before it is played, by what is known of the game.

It speaks when a move costs more than it is told to let pass, or when it changes who wins, or never.
It reads the store and finds nothing out itself; what is not known it passes over.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from battle.analysis.ledger import changes_winner, choices, given_away
from battle.analysis.values import Values
from battle.coach.reasons import (
    Ends,
    KeepsShut,
    Leaves,
    OtherTiles,
    Passing,
    Reason,
)
from battle.rules.move import Move
from battle.rules.position import Player, Position

OFF: Final = "off"
POINTS: Final = "points"
RESULT: Final = "result"
MODES: Final = (OFF, POINTS, RESULT)
"""When it speaks: never, from so many points on, when another player (or none) would win."""

USUAL_POINTS: Final = 3
HELP: Final = "teacher"
"""The word in a record's `Help` tag for a game in which it spoke."""


@dataclass(frozen=True)
class Judgement:
    """What a move gives away against perfect play; margins are final ones from player 1's side.

    `cost` is never negative. `exact` tells whether it is proven, `result_exact` whether it is
    proven who wins before and after the move.
    """

    move: Move
    player: Player
    cost: int
    exact: bool
    before: int
    after: int
    result_exact: bool

    @property
    def changes_result(self) -> bool:
        """Whether another player wins after the move than before it, or one instead of none."""
        return changes_winner(self.before, self.after)


def judge(values: Values, position: Position, move: Move) -> Judgement | None:
    """Return what a move costs, None as long as it or the position has no value.

    Raises IllegalMoveError if it cannot be played.
    """
    before, after = values.margin(position), values.margin(position.play(move))
    if before.guess is None or after.guess is None:
        return None
    ends = (before.lower, before.upper), (after.lower, after.upper)
    return Judgement(
        move=move,
        player=position.to_move,
        cost=given_away(before.guess, after.guess, position.to_move),
        exact=before.is_exact and after.is_exact,
        before=before.guess,
        after=after.guess,
        result_exact=not any(changes_winner(lower, upper) for lower, upper in ends),
    )


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

    def objects(self, judgement: Judgement) -> bool:
        """Whether it speaks up against a move."""
        if self.mode == POINTS:
            return judgement.cost >= self.points
        return self.mode == RESULT and judgement.cost > 0 and judgement.changes_result


def gives_away(reason: Reason) -> bool:
    """Whether a reason in words names a better pair."""
    if isinstance(reason, Passing):
        return reason.after is not None
    return isinstance(reason, Ends | KeepsShut | Leaves | OtherTiles)


def discreet(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    """Return the reasons that can be told without naming a better pair."""
    return tuple(reason for reason in reasons if not gives_away(reason))
