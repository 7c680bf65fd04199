"""Ledgers: what every move of a line cost against perfect play, in a sum that adds up.

    margin before a move − margin after it = what player 1 lost with it (player 2: the negative)
    final margin = par − all that player 1 lost + all that player 2 lost

Margins are final margins from player 1's side if both play perfectly from there on. They are read
from one store, in which no move is better than its position: a cost is never negative, and costs
and margins add up for what is estimated too. But an estimate is no more than that: a cost has its
error, and is *shown* only where it is proven or well above its error
(`battle.analysis.values.told_cost`). Marks, shares, sums and turning points count what is proven.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import accumulate, pairwise
from typing import Any, Final

from battle.analysis.insights import SHARP, different_moves, tension
from battle.analysis.values import UNTOLD, Known, ToldCost, Values, told_cost
from battle.rules.game import Ending, Node
from battle.rules.position import (
    Cell,
    Kind,
    Move,
    Player,
    Position,
    for_player,
    sign_of,
    winner_at,
)
from battle.rules.record import is_hinted

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
        """Return the mark of a move by its cost in points; none for one that costs none."""
        marks = (
            (Mark.BLUNDER, self.blunder),
            (Mark.MISTAKE, self.mistake),
            (Mark.INACCURACY, self.inaccuracy),
        )
        return next((mark for mark, points in marks if cost >= max(1, points)), Mark.NONE)


USUAL = Thresholds()


@dataclass(frozen=True)
class MoveCost:
    """What a move gives away against perfect play: `points`, never negative, with their mark.

    `before` and `after` are the final margins from player 1's side around the move. `exact` says
    whether they are proven, `outcome_exact` whether it is proven who wins at them. `outcome_known`
    says whether it is known if the move changed that: who wins is well supported at both margins,
    and where the winner seems to change the cost is proven. `error` is the standard error of the
    points, `told` what may be shown of them.
    """

    move: Move
    player: Player
    points: int
    exact: bool
    before: int
    after: int
    outcome_exact: bool
    mark: Mark = Mark.NONE
    error: float = 0.0
    told: ToldCost = UNTOLD
    outcome_known: bool = True

    @property
    def changed_outcome(self) -> bool:
        """Whether another player, or none, wins with perfect play after the move than before.

        False while that is not known.
        """
        changed = sign_of(self.before) != sign_of(self.after)
        return self.outcome_known and changed and self.told.proven > 0


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
    cost = values.cost(before, move)
    points, told = cost.guess or 0, told_cost(cost)
    signs = known[0].sign, known[1].sign
    return MoveCost(
        move=move,
        player=before.to_move,
        points=points,
        exact=known[0].is_exact and known[1].is_exact,
        before=margins[0],
        after=margins[1],
        outcome_exact=all(sign_of(one.lower) == sign_of(one.upper) for one in known),
        mark=thresholds.mark(told.proven),
        error=0.0 if cost.is_exact else cost.doubt,
        told=told,
        outcome_known=None not in signs and (signs[0] == signs[1] or told.proven > 0),
    )


@dataclass(frozen=True)
class MoveReview:
    """A move of the line: `cost` is the points it gave away, `margin` what stands after it.

    `ply` counts from 1. `best` are all moves that keep the value, in the promised order, as far as
    they are known; the move played is one of them if it cost nothing. `exact` says whether cost and
    margin are proven, `margin_exact` the margin alone. `choices` is the number of different moves
    there were; moves that leave the same columns, turned or elsewhere, are one. `changed_outcome`
    says whether another player, or none, wins with perfect play after the move than before it, as
    far as that is known; `outcome_exact` whether it is proven. `error` is the standard error of the
    cost, `margin_error` that of the margin, None where it is not known; `winner_known` says
    whether it is clear who wins at the margin. `told` is what may be shown of the cost.
    `tension` are proven bounds of what the best move was worth over the second, None for no choice.
    `hinted` says whether a hint had named the move.
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
    error: float = 0.0
    told: ToldCost = UNTOLD
    margin_error: float | None = None
    winner_known: bool = True
    outcome_exact: bool = True
    hinted: bool = False

    @property
    def is_forced(self) -> bool:
        """Whether there was nothing to choose."""
        return self.choices == 1

    def mark(self, thresholds: Thresholds = USUAL) -> Mark:
        """Return how bad the move was, as far as that is known."""
        return thresholds.mark(self.told.proven)

    @property
    def blames_hint(self) -> bool:
        """Whether a hint had named the move, and it is proven that it lost points."""
        return self.hinted and self.told.proven > 0

    @property
    def is_judged(self) -> bool:
        """Whether there was a choice, and it is known whether the move kept the value."""
        is_proven = self.told.points == 0 or self.told.proven > 0
        return not self.is_forced and is_proven

    def as_dict(self) -> dict[str, Any]:
        """Return the move as part of the object that `mahjong-battle review --json` prints."""
        return {
            "ply": self.ply,
            "player": self.player,
            "move": str(self.move),
            "cost": self.cost,
            "error": round(self.error, 1),
            "exact": self.exact,
            "best": [str(best) for best in self.best],
            "margin": self.margin,
            **({"hinted": True} if self.hinted else {}),
        }


@dataclass(frozen=True)
class PlayerReview:
    """One player's moves: points lost, and how many of those that were a choice kept the value.

    `lost` is what is proven of the moves' costs, `judged` counts the moves that were not forced and
    of which it is known whether they cost anything, `unjudged` those of which it is not, `kept`
    those that are known to have cost nothing. `worst` are the most expensive moves shown, at most
    three, the worst first. `last_winnable` is the last ply before which perfect play would still
    have won for this player, None if it never would; `winnable_known` says whether that is known.
    """

    player: Player
    lost: int
    judged: int
    kept: int
    worst: tuple[MoveReview, ...]
    last_winnable: int | None
    winnable_known: bool = True
    unjudged: int = 0

    @property
    def share(self) -> float | None:
        """The share of best moves, 0 to 1, among those that were a choice; None without any."""
        return self.kept / self.judged if self.judged else None


@dataclass(frozen=True)
class Review:
    """A line's moves and what they cost; margins from player 1's side.

    `par` is the margin of the start, `par_exact` whether it is proven. `exact_from` is the first
    ply from which everything is proven: 1 for the whole line, one more than there are for nothing.
    `par_error` is the standard error of par, None where it is not known; `par_winner_known` says
    whether it is clear who wins with perfect play. `is_over` says whether no pair is left at the
    line's end; else the final margin is the one that perfect play from there on would lead to.
    `cut_short` is how a game ended at the line's end while there were pairs: it is judged up to
    there.
    """

    start: Position
    par: int
    exact_from: int
    moves: tuple[MoveReview, ...]
    par_exact: bool = True
    par_error: float | None = None
    par_winner_known: bool = True
    is_over: bool = True
    cut_short: Ending | None = None

    @property
    def lost(self) -> tuple[int, int]:
        """The points that players 1 and 2 are proven to have given away, at least."""
        return self._sum_of(1), self._sum_of(2)

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """The start, and the position after each move."""
        return tuple(
            accumulate((one.move for one in self.moves), Position.play, initial=self.start)
        )

    @property
    def margins(self) -> list[int]:
        """The margin at the start and after each move."""
        return [self.par, *(move.margin for move in self.moves)]

    @property
    def final_margin(self) -> int:
        """The margin after the last move."""
        return self.margins[-1]

    @property
    def is_proven(self) -> bool:
        """Whether everything is proven, from the first move on, so that the sum adds up."""
        return self.exact_from == 1

    @property
    def is_unproven(self) -> bool:
        """Whether nothing is proven yet."""
        return self.exact_from > len(self.moves)

    @property
    def end_exact(self) -> bool:
        """Whether the margin after the last move is proven."""
        return self.moves[-1].margin_exact if self.moves else self.par_exact

    @property
    def end_error(self) -> float | None:
        """The standard error of the margin after the last move, None where it is not known."""
        return self.moves[-1].margin_error if self.moves else self.par_error

    @property
    def decided_by_ending(self) -> bool | None:
        """Whether resigning, agreeing or the clock gave another result than perfect play had.

        None where that is not known; False where nothing of that kind ended the game.
        """
        if self.cut_short is None:
            return False
        if not (self.moves[-1].winner_known if self.moves else self.par_winner_known):
            return None
        return winner_at(self.final_margin) != self.cut_short.winner

    @property
    def turning_point(self) -> int | None:
        """The ply of the last move that changed who wins with perfect play.

        None if none did, as far as is known (`turning_point_known`).
        """
        return max((move.ply for move in self.moves if move.changed_outcome), default=None)

    @property
    def turning_point_known(self) -> bool:
        """Whether it is proven that the turning point is one, and that no later move is.

        Without a turning point that is asked of all moves: of many estimates that hold 19 times in
        20 one is likely to be wrong. A turning point is shown together with this.
        """
        after = self.moves[max(0, (self.turning_point or 0) - 1) :]
        return all(move.outcome_exact for move in after)

    @property
    def sharpest(self) -> tuple[MoveReview, ...]:
        """The moves before which most hung on finding the best one, the sharpest first.

        At most three, each proven to be worth `SHARP` points or more over the second best.
        """
        sharp = [(move.tension.lower, move) for move in self.moves if move.tension]
        sharp.sort(key=lambda one: (-one[0], one[1].ply))
        return tuple(move for points, move in sharp[:_MOST_SHARP] if points >= SHARP)

    def player(self, player: Player) -> PlayerReview:
        """Return the figures of one player's moves."""
        mine = [move for move in self.moves if move.player == player]
        judged = [move for move in mine if move.is_judged]
        costly = [(-points, move.ply, move) for move in mine if (points := move.told.proven)]
        last, known = self._last_winnable(player)
        return PlayerReview(
            player=player,
            lost=self._sum_of(player),
            judged=len(judged),
            kept=sum(not move.told.points for move in judged),
            worst=tuple(move for *_, move in sorted(costly, key=lambda one: one[:2])[:3]),
            last_winnable=last,
            winnable_known=known,
            unjudged=sum(not move.is_forced and not move.is_judged for move in mine),
        )

    def is_won_by(self, player: Player) -> bool:
        """Whether a player wins with perfect play from the end of the line, or has won there."""
        return for_player(self.final_margin, player) > 0

    def is_exact_for(self, player: Player) -> bool:
        """Whether all that is said of a player's losses is proven."""
        return all(move.exact for move in self.moves if move.player == player)

    def losses(self, player: Player) -> list[int]:
        """Return the points a player is proven to have lost, at the start and after each move."""
        sums = [0]
        for move in self.moves:
            sums.append(sums[-1] + (move.told.proven if move.player == player else 0))
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
        return sum(move.told.proven for move in self.moves if move.player == player)

    def _last_winnable(self, player: Player) -> tuple[int | None, bool]:
        """Return the last ply before which a player could have won, and whether that is known."""
        known = [self.par_winner_known, *(move.winner_known for move in self.moves)]
        before = list(zip(self.moves, self.margins, known, strict=False))
        for move, margin, is_known in reversed(before):
            if not is_known:
                return None, False
            if for_player(margin, player) > 0:
                return move.ply, True
        return None, True


def review_line(
    nodes: Sequence[Node], values: Values, ending: Ending | None = None
) -> Review | None:
    """Return the review of a line from the start on; None while one of its values is missing.

    `nodes` begins with the start, each is a child of the one before. The store learns how they
    hang together. `ending` is how the game ended at the last of them, None where it goes on.
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
    ply = len(known)
    while ply > 0 and known[ply - 1].is_exact:
        ply -= 1
    return Review(
        start=nodes[0].position,
        par=par,
        par_exact=known[0].is_exact,
        par_error=known[0].error,
        par_winner_known=known[0].sign is not None,
        is_over=nodes[-1].position.is_over,
        cut_short=None if nodes[-1].position.is_over else ending,
        # Of a game without a move, whose only position is not proven, that is 2.
        exact_from=1 if ply == 0 else max(2, min(ply + 1, len(known))),
        moves=reviewed,
    )


def _review(ply: int, before: Position, node: Node, values: Values) -> MoveReview | None:
    assert node.move is not None
    found = cost_between(values, before, node.move, node.position)
    if found is None:
        return None
    best, after = values.best_moves(before), values.margin(node.position)
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
        margin_exact=after.is_exact,
        choices=choices(before),
        changed_outcome=found.changed_outcome,
        tension=tension(values, before),
        error=found.error,
        told=found.told,
        margin_error=after.error,
        winner_known=after.sign is not None,
        outcome_exact=found.outcome_exact,
        hinted=is_hinted(node.comment),
    )


def choices(position: Position) -> int:
    """Return the number of different moves: one for all that leave the same columns."""
    return len(different_moves(position))


def different(position: Position, moves: Iterable[Move]) -> int:
    """Return how many of some moves differ: those that leave the same columns are one."""
    wanted = {*moves}
    return sum(not wanted.isdisjoint(same) for same in different_moves(position))


# --- move values ---------------------------------------------------------------------------------
#
# What is known of a position's moves, as the board and the lines panel show it.
#
#     margin   the final margin from player 1's side after the move      for people, absolute
#     cost     the points the move gives away, never negative, best 0    for people, relative
#
# Both are `Known`: proven bounds, and a guess within them.

NARROWED: Final = 0.75
"""Proven bounds are shown when they are closer than the points left by this factor."""


@dataclass(frozen=True)
class MoveValue:
    """A move with its value; `room` is how far apart the bounds of a margin are without a proof."""

    move: Move
    kind: Kind
    margin: Known
    cost: Known
    room: int = 0

    @property
    def is_known(self) -> bool:
        """Whether there is anything to show: a proven value or a guess."""
        return self.margin.guess is not None

    @property
    def told(self) -> ToldCost:
        """What may be said of the points that the move gives away."""
        return told_cost(self.cost)

    @property
    def is_narrowed(self) -> bool:
        """Whether the proven bounds say a good deal more than that points are left."""
        return self.margin.upper - self.margin.lower < NARROWED * self.room

    def shown(self, *, relative: bool) -> Known:
        """Return the cost, or the margin."""
        return self.cost if relative else self.margin


def move_values(values: Values, position: Position) -> tuple[MoveValue, ...]:
    """Return every move of a position with its value, the best first, those unknown last.

    Equal moves are in the order of what they are worth at once, then in the promised order.
    """
    found = []
    for move in position.legal_moves:
        kind, cost = position.kind_of(move), values.cost(position, move)
        margin = values.of_move(position, move).as_margin(position)
        found.append(MoveValue(move, kind, margin, cost, 2 * (position.points_left - kind.rank)))
    return tuple(
        sorted(
            found,
            key=lambda one: (one.cost.guess is None, one.cost.guess or 0, -one.kind.rank),
        )
    )


def best_of_cells(found: tuple[MoveValue, ...]) -> dict[Cell, MoveValue]:
    """Return for every cell the best of the moves it belongs to, as far as known."""
    best: dict[Cell, MoveValue] = {}
    for value in found:
        for cell in value.move:
            best.setdefault(cell, value)
    return best
