"""Ledgers: what every move of a line cost against perfect play, in a sum that adds up.

    margin before a move − margin after it = what player 1 lost with it (player 2: the negative)
    final margin = par − all that player 1 lost + all that player 2 lost

Margins are final margins from player 1's side if both play perfectly from there on. They are read
from one store, in which no move is better than its position: a cost is never negative, and the sum
adds up for what is estimated too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import Any, Final

from battle.analysis.insights import different_moves, tension
from battle.analysis.values import Known, Values
from battle.rules.game import Node
from battle.rules.move import Move
from battle.rules.position import Player, Position, for_player

SHARP: Final = 3
"""From how many points on, between the best move and the second, a moment is sharp."""

_MOST_SHARP: Final = 3


class Mark(Enum):
    """How bad a move was, by its cost; the value is what stands after the move."""

    NONE = ""
    INACCURACY = "?!"
    MISTAKE = "?"
    BLUNDER = "??"


@dataclass(frozen=True)
class Thresholds:
    """The points a move must cost to get each mark."""

    inaccuracy: int = 1
    mistake: int = 3
    blunder: int = 6

    def mark(self, cost: int) -> Mark:
        """Return the mark of a move that costs so many points; none for one that costs none."""
        if cost <= 0:
            return Mark.NONE
        for mark, points in (
            (Mark.BLUNDER, self.blunder),
            (Mark.MISTAKE, self.mistake),
            (Mark.INACCURACY, self.inaccuracy),
        ):
            if cost >= points:
                return mark
        return Mark.NONE


USUAL = Thresholds()


@dataclass(frozen=True)
class MoveCost:
    """What a move gives away against perfect play: `points`, never negative, with their mark.

    `before` and `after` are the final margins from player 1's side around the move. `exact` tells
    whether they are proven, `outcome_exact` whether it is proven who wins at them.
    """

    move: Move
    player: Player
    points: int
    exact: bool
    before: int
    after: int
    outcome_exact: bool
    mark: Mark = Mark.NONE

    @property
    def changed_outcome(self) -> bool:
        """Whether another player, or none, wins with perfect play after the move than before."""
        return _changes_winner(self.before, self.after)


def move_cost(values: Values, position: Position, move: Move) -> MoveCost | None:
    """Return what a move gives away, None as long as it or the position has no value.

    Raises IllegalMoveError if it cannot be played.
    """
    return cost_between(values, position, move, position.play(move))


def cost_between(
    values: Values, before: Position, move: Move, after: Position, thresholds: Thresholds = USUAL
) -> MoveCost | None:
    """Return what the move that leads from one position to another gives away, None if unknown."""
    known = values.margin(before), values.margin(after)
    margins = known[0].guess, known[1].guess
    if margins[0] is None or margins[1] is None:
        return None
    points = max(0, for_player(margins[0] - margins[1], before.to_move))
    return MoveCost(
        move=move,
        player=before.to_move,
        points=points,
        exact=known[0].is_exact and known[1].is_exact,
        before=margins[0],
        after=margins[1],
        outcome_exact=not any(_changes_winner(one.lower, one.upper) for one in known),
        mark=thresholds.mark(points),
    )


def _changes_winner(before: int, after: int) -> bool:
    """Whether another player wins by one margin than by the other, or one instead of none."""
    return _sign(before) != _sign(after)


def _sign(margin: int) -> int:
    return (margin > 0) - (margin < 0)


@dataclass(frozen=True)
class MoveReview:
    """A move of the line: `cost` is the points it gave away, `margin` what stands after it.

    `ply` counts from 1. `best` are all moves that keep the value, in the promised order, as far as
    they are known; the move played is one of them if it cost nothing. `exact` says whether cost and
    margin are proven, `margin_exact` the margin alone. `choices` is the number of different moves
    there were; moves that leave the same columns, turned or elsewhere, are one. `changed_outcome`
    tells whether another player, or none, wins with perfect play after the move than before it.
    `tension` are proven bounds of what the best move was worth over the second, None for no choice.
    """

    ply: int
    player: Player
    move: Move
    cost: int
    exact: bool
    best: tuple[Move, ...]
    margin: int
    margin_exact: bool = True
    choices: int = 2
    changed_outcome: bool = False
    tension: Known | None = None

    @property
    def is_forced(self) -> bool:
        """Whether there was nothing to choose."""
        return self.choices == 1

    def mark(self, thresholds: Thresholds = USUAL) -> Mark:
        """Return how bad the move was."""
        return thresholds.mark(self.cost)

    def as_dict(self) -> dict[str, Any]:
        """Return the move as part of the object that `mahjong-battle review --json` prints."""
        return {
            "ply": self.ply,
            "player": self.player,
            "move": str(self.move),
            "cost": self.cost,
            "exact": self.exact,
            "best": [str(best) for best in self.best],
            "margin": self.margin,
        }


@dataclass(frozen=True)
class PlayerReview:
    """One player's moves: points lost, and how many of those that were a choice kept the value.

    `judged` counts the moves that were not forced, `kept` those of them that cost nothing. `worst`
    are the most expensive moves, at most three, the worst first. `last_winnable` is the last ply
    before which perfect play would still have won for this player, None if it never would.
    """

    player: Player
    lost: int
    judged: int
    kept: int
    worst: tuple[MoveReview, ...]
    last_winnable: int | None

    @property
    def share(self) -> float | None:
        """The share of best moves, 0 to 1, among those that were a choice; None without any."""
        return self.kept / self.judged if self.judged else None


@dataclass(frozen=True)
class Review:
    """A line's moves and what they cost; margins from player 1's side.

    `par` is the margin of the start, `par_exact` whether it is proven. `exact_from` is the first
    ply from which everything is proven: 1 for the whole line, one more than there are for nothing.
    """

    start: Position
    par: int
    exact_from: int
    moves: tuple[MoveReview, ...]
    par_exact: bool = True

    @property
    def lost(self) -> tuple[int, int]:
        """The points players 1 and 2 gave away."""
        return self._sum_of(1), self._sum_of(2)

    @property
    def margins(self) -> list[int]:
        """The margin at the start and after each move."""
        return [self.par, *(move.margin for move in self.moves)]

    @property
    def final_margin(self) -> int:
        """The margin after the last move."""
        return self.margins[-1]

    @property
    def turning_point(self) -> int | None:
        """The ply of the last move that changed who wins with perfect play, None if none did."""
        return max((move.ply for move in self.moves if move.changed_outcome), default=None)

    @property
    def sharpest(self) -> tuple[MoveReview, ...]:
        """The moves before which most hung on finding the best one, the sharpest first.

        At most three, each proven to be worth `SHARP` points or more over the second best.
        """
        sharp = [(move.tension.lower, move) for move in self.moves if move.tension]
        sharp.sort(key=lambda one: (-one[0], one[1].ply))
        return tuple(move for points, move in sharp[:_MOST_SHARP] if points >= SHARP)

    def balances(self) -> bool:
        """Whether the sum adds up: final margin = par − lost by player 1 + lost by player 2."""
        first, second = self.lost
        return self.final_margin == self.par - first + second

    def player(self, player: Player) -> PlayerReview:
        """Return what is to be said of one player's moves."""
        mine = [move for move in self.moves if move.player == player]
        judged = [move for move in mine if not move.is_forced]
        costly = [move for move in mine if move.cost > 0]
        return PlayerReview(
            player=player,
            lost=sum(move.cost for move in mine),
            judged=len(judged),
            kept=sum(move.cost == 0 for move in judged),
            worst=tuple(sorted(costly, key=lambda move: (-move.cost, move.ply))[:3]),
            last_winnable=self._last_winnable(player),
        )

    def is_won_by(self, player: Player) -> bool:
        """Whether a player wins with perfect play from the end of the line, or has won there."""
        return for_player(self.final_margin, player) > 0

    def is_exact_for(self, player: Player) -> bool:
        """Whether all that is said of a player's losses is proven."""
        return all(move.exact for move in self.moves if move.player == player)

    def losses(self, player: Player) -> list[int]:
        """Return the points a player has lost so far, at the start and after each move."""
        sums = [0]
        for move in self.moves:
            sums.append(sums[-1] + (move.cost if move.player == player else 0))
        return sums

    def as_dict(self) -> dict[str, Any]:
        """Return the review as the object that `mahjong-battle review --json` prints."""
        return {
            "start": str(self.start),
            "par": self.par,
            "exact_from": self.exact_from,
            "moves": [move.as_dict() for move in self.moves],
            "lost": list(self.lost),
            "final_margin": self.final_margin,
            "turning_point": self.turning_point,
        }

    def _sum_of(self, player: Player) -> int:
        return sum(move.cost for move in self.moves if move.player == player)

    def _last_winnable(self, player: Player) -> int | None:
        before = zip(self.margins, self.moves, strict=False)
        won = (move.ply for margin, move in before if for_player(margin, player) > 0)
        return max(won, default=None)


def review_line(nodes: Sequence[Node], values: Values) -> Review | None:
    """Return the review of a line from the start on; None while one of its values is missing.

    `nodes` begins with the start, each is a child of the one before. The store learns how they
    hang together.
    """
    for node in nodes:
        values.connect(node.position)
    known = [values.margin(node.position) for node in nodes]
    moves = [
        _review(ply, before.position, after, values)
        for ply, (before, after) in enumerate(pairwise(nodes), start=1)
    ]
    par, reviewed = known[0].guess, tuple(move for move in moves if move is not None)
    if par is None or len(reviewed) < len(moves):
        return None
    return Review(
        start=nodes[0].position,
        par=par,
        par_exact=known[0].is_exact,
        exact_from=_exact_from(known),
        moves=reviewed,
    )


def _exact_from(known: Sequence[Known]) -> int:
    """Return the first ply from which all is proven; one more than there are, if nothing is.

    Of a game without a move, whose only position is not proven, that is 2: 1 says all is proven.
    """
    ply = len(known)
    while ply > 0 and known[ply - 1].is_exact:
        ply -= 1
    return 1 if ply == 0 else max(2, min(ply + 1, len(known)))


def _review(ply: int, before: Position, node: Node, values: Values) -> MoveReview | None:
    assert node.move is not None
    found = cost_between(values, before, node.move, node.position)
    if found is None:
        return None
    best = values.best_moves(before)
    if found.points == 0 and node.move not in best:
        best = tuple(one for one in before.legal_moves if one in (*best, node.move))
    return MoveReview(
        ply=ply,
        player=found.player,
        move=node.move,
        cost=found.points,
        exact=found.exact,
        best=best,
        margin=found.after,
        margin_exact=values.margin(node.position).is_exact,
        choices=choices(before),
        changed_outcome=found.changed_outcome,
        tension=tension(values, before),
    )


def choices(position: Position) -> int:
    """Return the number of different moves: one for all that leave the same columns."""
    return len(different_moves(position))


def different(position: Position, moves: Iterable[Move]) -> int:
    """Return how many of some moves differ: those that leave the same columns are one."""
    wanted = {*moves}
    return sum(not wanted.isdisjoint(same) for same in different_moves(position))
