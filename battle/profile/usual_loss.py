"""What a person loses in a game against perfect play, and how sure that is.

    proven from the first move on    what was lost                       no error of its own
    else, played out                 opponent's loss − margin, or what   ± 20: what par gave, and
                                     is proven lost if that is more      what the opponent lost
    given up, out of time            what is proven lost, as much in     ± 20
                                     the moves that were not played

Games differ by about half of the loss, so one game tells little. Those given up after few moves
tell nothing, nor do those that began in the middle, nor those with help.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, sqrt
from typing import Final

from battle.game.levels import ladder
from battle.profile.records import SOLVER
from battle.profile.statistics import WINDOW, OwnGame
from battle.rules.position import RulesError
from battle.rules.record import record

MOVES: Final = 27
"""The pairs that a person takes in a whole game."""
ENOUGH_MOVES: Final = 20
"""So many own moves tell something of a game that was given up."""
_SPREAD: Final = 0.5
_UNPROVEN: Final = 20.0


@dataclass(frozen=True)
class UsualLoss:
    """The points lost in a game on average, their standard error, and in how many games."""

    points: float
    error: float
    games: int


def usual_loss(games: Sequence[OwnGame]) -> UsualLoss | None:
    """Return what is lost in the last games that tell of it, None if none does."""
    found = [loss for loss in map(_loss, games) if loss is not None][-WINDOW:]
    if not found:
        return None
    points = sum(loss for loss, _error in found) / len(found)
    squares = [hypot(_SPREAD * points, error) ** 2 for _loss_, error in found]
    return UsualLoss(points, sqrt(sum(squares)) / len(found), len(found))


def tells_of_strength(own: OwnGame) -> bool:
    """Whether enough of a game was played to tell how well the person plays whole games."""
    if not own.game.is_from_full_table:
        return False
    return own.is_played_out or own_moves(own) >= ENOUGH_MOVES


def nearest_level(points: float) -> str:
    """Return the level that loses about as many points in a game."""
    return min(ladder(), key=lambda label: abs(sqrt(label.points or 0.0) - sqrt(points))).name


def own_moves(own: OwnGame) -> int:
    """Return how many moves the person has played; 0 if the record does not tell."""
    try:
        moves = len(record(own.game.record).game.moves)
    except RulesError:
        return 0
    return (moves + 1) // 2 if own.person == 1 else moves // 2


def _loss(own: OwnGame) -> tuple[float, float] | None:
    """Return the points lost in a whole game and their error, None if the game does not tell."""
    if own.game.has_help or not tells_of_strength(own):
        return None
    if not own.is_played_out:
        scale = MOVES / min(MOVES, own_moves(own))
        return None if own.lost is None else (own.lost * scale, _UNPROVEN)
    if own.lost is not None and own.is_proven:
        return float(own.lost), 0.0
    other = _opponents_loss(own)
    if other is None:
        return None
    par = own.game.par_of(own.person) or 0
    return max(0.0, other - (own.margin - par), own.lost or 0.0), _UNPROVEN


def _opponents_loss(own: OwnGame) -> float | None:
    """Return what the opponent loses in a game, None where that is not known."""
    if own.game.head_start:
        return None
    if own.game.opponent == SOLVER:
        return 0.0
    return next((one.points for one in ladder() if one.name == own.game.opponent), None)
