"""Costs: what every move of a line gave away against perfect play, in a sum that adds up.

    margin before a move − margin after it = what player 1 lost with it (player 2: the negative)
    final margin = par − all that player 1 lost + all that player 2 lost

Margins are final margins from player 1's side if both play perfectly from there on. They are read
from one store, in which no move is better than its position: a cost is never negative, and costs
and margins add up even where they are estimates. An estimated cost has an error, and is *shown*
only if it is well above that error (`Cost.points`). Marks, shares, sums and turning points count
only what is proven.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, lru_cache
from heapq import nlargest
from itertools import accumulate, pairwise
from typing import Any, Final

from battle.analysis.values import Bounds, Cost, Values
from battle.rules.disguise import column_order
from battle.rules.position import (
    PLAYERS,
    Kind,
    Move,
    Player,
    Position,
    for_player,
    points_in,
    sign_of,
    winner_at,
)
from battle.rules.problem import Problem
from battle.rules.record import is_hinted
from battle.rules.tree import Ending, Node, Reason

_MOST_SHARP: Final = 3
SHARP: Final = 3
"""A moment is sharp if the best move is worth at least this many points more than the second."""

EVERY_MOVE_TILES: Final = 56
"""Up to this many tiles a review proves every move: it takes no time, and insights need it."""

NARROWED: Final = 0.3
"""Proven bounds are shown when they are closer than the points left by this factor."""


# --- different moves ------------------------------------------------------------------------------
#
# Moves that leave the same columns, turned or elsewhere, count as one move. Where values are not
# proven, the results are bounds that are.


@lru_cache(maxsize=4096)
def different_moves(position: Position) -> tuple[tuple[Move, ...], ...]:
    """Return a position's moves, those that leave the same columns together."""
    groups: dict[object, list[Move]] = {}
    for move in position.legal_moves:
        groups.setdefault(column_order(position.play(move)), []).append(move)
    return tuple(map(tuple, groups.values()))


def different(position: Position, moves: Iterable[Move]) -> int:
    """Return the number of different moves: those that leave the same columns count as one."""
    return sum(not {*moves}.isdisjoint(same) for same in different_moves(position))


def choices_of(values: Values, position: Position) -> dict[tuple[Move, ...], Bounds]:
    """Return a position's different moves, in order, with what is known about each."""
    choices = {}
    for moves in different_moves(position):
        known = [values.of_move(position, move) for move in moves]
        choices[moves] = Bounds(
            max(bounds.lower for bounds in known), min(bounds.upper for bounds in known)
        )
    return choices


def tension(values: Values, position: Position) -> Bounds | None:
    """Return bounds of the lead of the best move over the second; None without a choice."""
    worth = choices_of(values, position).values()
    if len(worth) < 2:
        return None
    known = values.known(position)
    first_lower, second_lower = nlargest(2, (bounds.lower for bounds in worth))
    first_upper, second_upper = nlargest(2, (bounds.upper for bounds in worth))
    lower = max(0, max(first_lower, known.lower) - second_upper)
    return Bounds(lower, max(lower, min(first_upper, known.upper) - second_lower))


def results_of(position: Position, value: Bounds) -> tuple[int, int]:
    """Return bounds of the outcome for the player to move: 1 wins, 0 draws, -1 loses."""
    ahead = for_player(position.margin, position.to_move)
    return sign_of(ahead + value.lower), sign_of(ahead + value.upper)


# --- resistance -----------------------------------------------------------------------------------
#
# The best resistance of a player who loses: of the moves that lose least, the one that fewest
# replies still win against.


def resistance(values: Values, position: Position) -> tuple[Move, int, int] | None:
    """Return the move that leaves fewest winning replies, their number, and that of all replies.

    None for a player who is not proven to lose or has no choice, and while it is not proven which
    moves lose least and which replies to them win.
    """
    outcomes = []
    for move in _least_losing(values, position):
        replies = _winning_replies(values, position.play(move))
        if replies is None:
            return None
        wins, count = replies
        outcomes.append((wins / count, wins, -position.worth(move), move, count))
    if not outcomes:
        return None
    _share, wins, _worth, move, count = min(outcomes)
    return move, wins, count


def unknown_replies(values: Values, position: Position) -> tuple[Position, ...]:
    """Return the positions whose moves must be proven before the best resistance is known."""
    after = (position.play(move) for move in _least_losing(values, position))
    return tuple(reached for reached in after if _winning_replies(values, reached) is None)


def _least_losing(values: Values, position: Position) -> list[Move]:
    """Return the different moves that lose least, none if those or the loss are unknown."""
    moves = [alike[0] for alike in different_moves(position)]
    is_lost = len(moves) > 1 and results_of(position, values.known(position))[1] < 0
    if not is_lost or not values.has_settled(position):
        return []
    best = {*values.best_moves(position)}
    return [move for move in moves if move in best]


def _winning_replies(values: Values, after: Position) -> tuple[int, int] | None:
    """Return how many of the different replies win, and how many there are; None if unknown."""
    if after.is_over:
        return 1, 1
    results = [results_of(after, value) for value in choices_of(values, after).values()]
    if any(least < 1 <= most for least, most in results):
        return None
    return sum(least > 0 for least, _most in results), len(results)


# --- themes --------------------------------------------------------------------------------------
#
# Themes: what a problem is about, read from the proven values of its moves.
#
#     only-pair       one pair keeps the value, and every other costs SHARP points or more
#     poisoned-pair   every pair of the highest rank there is costs points
#     zugzwang        the player to move loses points by having to: the value is below zero
#
# Pairs that leave the same columns are one pair.


class ProblemTheme(Enum):
    """What a problem is about; the value is the theme's name on the command line."""

    ONLY_PAIR = "only-pair"
    POISONED_PAIR = "poisoned-pair"
    ZUGZWANG = "zugzwang"


def themes_of(problem: Problem) -> tuple[ProblemTheme, ...]:
    """Return the themes of a problem, in their order; none for one without a choice."""
    worth = sorted(problem.values[moves[0]] for moves in different_moves(problem.position))
    if len(worth) < 2:
        return ()
    signs = {
        ProblemTheme.ONLY_PAIR: worth[-1] - worth[-2] >= SHARP,
        ProblemTheme.POISONED_PAIR: problem.trap > 0,
        ProblemTheme.ZUGZWANG: problem.value < 0,
    }
    return tuple(theme for theme, is_there in signs.items() if is_there)


# --- costs ----------------------------------------------------------------------------------------


class Mark(Enum):
    """How bad a move was, by its cost; the value is the sign that stands after the move.

    >>> Mark("??").name
    'BLUNDER'
    """

    NONE = ""
    INACCURACY = "?!"
    MISTAKE = "?"
    BLUNDER = "??"

    @property
    def degree(self) -> int:
        """Which class of costs it stands for, from 0 for the best pair to 3."""
        return [*Mark].index(self)


@dataclass(frozen=True)
class Thresholds:
    """The points a move must cost to get each mark.

    >>> Thresholds(mistake=5).mark(4).value
    '?!'
    """

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
    r"""What is known about the points a move gives away against perfect play.

    `before` and `after` are the final margins from player 1's side around the move. `thresholds`
    decide which `mark` its cost gets.

        >>> start, values = position("5m5p/5p5m/9s/9s"), Values()
        >>> with Solver(1, 16) as solver:
        ...     game = record(f'[Position "{start}"]\n\n1. a1b2 *').game
        ...     _ = exact_review(game, solver, values=values)
        >>> values.margin(start).value, values.cost(start, move("a1b2")).value
        (9, 8)
    """

    position: Position
    move: Move
    before: Bounds
    after: Bounds
    cost: Cost
    thresholds: Thresholds = USUAL

    @property
    def player(self) -> Player:
        return self.position.to_move

    @property
    def kind(self) -> Kind:
        return self.position.kind_of(self.move)

    @property
    def is_known(self) -> bool:
        """Whether there is a margin to show, proven or guessed."""
        return self.after.guess is not None

    @property
    def exact(self) -> bool:
        """Whether both margins are proven, and so the cost."""
        return self.before.is_exact and self.after.is_exact

    @property
    def mark(self) -> Mark:
        return self.thresholds.mark(self.cost.proven)

    @property
    def is_narrowed(self) -> bool:
        """Whether the proven bounds of the margin say much more than the number of points left."""
        left = self.position.points_left - self.kind.rank
        return self.after.upper - self.after.lower < 2 * NARROWED * left

    @property
    def outcome_exact(self) -> bool:
        """Whether it is proven who wins at both margins."""
        return all(
            sign_of(margin.lower) == sign_of(margin.upper) for margin in (self.before, self.after)
        )

    @property
    def outcome_known(self) -> bool:
        """Whether it is known that the move did or did not change who wins.

        The winner is well supported at both margins, and where it seems to change the cost is
        proven.
        """
        signs = self.before.sign, self.after.sign
        return None not in signs and (signs[0] == signs[1] or self.cost.proven > 0)

    @property
    def changed_outcome(self) -> bool:
        """Whether another player, or none, wins with perfect play after the move than before.

        False while that is not known.
        """
        changed = sign_of(self.before.value) != sign_of(self.after.value)
        return self.outcome_known and changed and self.cost.proven > 0

    def shown(self, *, relative: bool) -> Bounds:
        """Return the cost, or the margin after the move."""
        return self.cost if relative else self.after


def move_cost(
    values: Values, position: Position, move: Move, thresholds: Thresholds = USUAL
) -> MoveCost | None:
    """Return what a move gives away, None while it or its position has no value.

    Raises IllegalMoveError if it cannot be played.
    """
    costed = _move_cost(values, position, move, thresholds)
    return None if costed.cost.guess is None else costed


def move_costs(
    values: Values, position: Position, thresholds: Thresholds = USUAL
) -> tuple[MoveCost, ...]:
    """Return the cost of every move of a position, best first, unknown ones last.

    Equal moves are sorted by the points they score at once, then in the order of `legal_moves`.
    """
    return tuple(
        sorted(
            (_move_cost(values, position, move, thresholds) for move in position.legal_moves),
            key=lambda costed: (costed.cost.guess is None, costed.cost.value, -costed.kind.rank),
        )
    )


def _move_cost(values: Values, position: Position, move: Move, thresholds: Thresholds) -> MoveCost:
    after = values.of_move(position, move).as_margin(position)
    return MoveCost(
        position, move, values.margin(position), after, values.cost(position, move), thresholds
    )


@dataclass(frozen=True, kw_only=True)
class MoveReview(MoveCost):
    r"""A move of a line.

    `ply` counts from 1. `best` are all moves that are known to keep the value, in the order
    of `legal_moves`; the move played is one of them if it cost nothing. `tension` are proven bounds
    of the difference between the best move and the second best, None without a choice. `hinted`
    says whether a hint had named the move.

        >>> game = record('[Position "5m5p/5p5m/9s/9s"]\n\n1. a1b2 *').game
        >>> with Solver(1, 16) as solver:
        ...     (first,) = exact_review(game, solver).moves
        >>> first.ply, first.cost.value, first.best, first.mark.value
        (1, 8, (move('c1d1'),), '??')
    """

    ply: int
    best: tuple[Move, ...]
    tension: Bounds | None = None
    hinted: bool = False

    @property
    def is_forced(self) -> bool:
        """Whether there was nothing to choose: all moves leave the same columns."""
        return len(different_moves(self.position)) == 1

    @property
    def blames_hint(self) -> bool:
        """Whether a hint had named the move, and it is proven that it lost points."""
        return self.hinted and self.cost.proven > 0

    @property
    def is_judged(self) -> bool:
        """Whether there was a choice, and it is known if the move kept the value."""
        return not self.is_forced and (self.cost.points == 0 or self.cost.proven > 0)

    def as_dict(self) -> dict[str, Any]:
        """Return the move as part of the object that `mahjong-battle review --json` prints."""
        return {
            "ply": self.ply,
            "player": self.player,
            "move": str(self.move),
            "cost": self.cost.value,
            "error": round(self.cost.doubt, 3),
            "exact": self.exact,
            "least": self.cost.lower,
            "most": self.cost.upper,
            "said": self.cost.points,
            "mark": self.mark.value,
            "best": [str(best) for best in self.best],
            "choices": len(self.position.legal_moves),
            "different": len(different_moves(self.position)),
            "tension": self.tension and [self.tension.lower, self.tension.upper],
            **_margin_as_dict("margin", self.after),
            "hinted": self.hinted,
        }


def _margin_as_dict(name: str, margin: Bounds) -> dict[str, Any]:
    """Return a margin, its proven bounds and the standard error as parts of an object."""
    return {
        name: margin.value,
        f"{name}_lower": margin.lower,
        f"{name}_upper": margin.upper,
        f"{name}_error": round(margin.doubt, 3),
    }


def _margin_from(name: str, values: Mapping[str, Any]) -> Bounds:
    lower, upper = values[f"{name}_lower"], values[f"{name}_upper"]
    return Bounds(lower, upper, values[name], None if lower == upper else values[f"{name}_error"])


@dataclass(frozen=True)
class PlayerReview:
    r"""One player's moves: points lost, and how often the best move was found.

    `lost` are the proven points lost. Of the moves that were not forced, `judged` counts those
    known to cost something or nothing, `kept` those known to cost nothing.
    `worst` are the most expensive moves shown, at most three, the worst first. `last_winnable` is
    the last ply before which perfect play would still have won for this player, None if it never
    would; `winnable_known` says whether that is known.

        >>> game = record('[Position "5m5p/5p5m/9s/9s"]\n\n1. a1b2 *').game
        >>> with Solver(1, 16) as solver:
        ...     player = exact_review(game, solver).player(1)
        >>> player.lost, player.judged, player.kept
        (8, 1, 0)
    """

    player: Player
    lost: int
    judged: int
    kept: int
    worst: tuple[MoveReview, ...]
    last_winnable: int | None
    winnable_known: bool = True

    @property
    def share(self) -> float | None:
        """The share of best moves among those with a choice, 0 to 1; None if there were none."""
        return self.kept / self.judged if self.judged else None


@dataclass(frozen=True)
class Review:
    r"""The moves of a line and what they cost; margins from player 1's side.

    `par` is the margin of the start. `cut_short` is how the game ended while there were pairs left,
    by resignation, agreement or time, None otherwise.

        >>> game = record('[Position "5m5p/5p5m/9s/9s"]\n\n1. c1d1 *').game
        >>> with Solver(1, 16) as solver:
        ...     found = exact_review(game, solver)
        >>> found.par.value, found.lost, found.turning_point
        (9, (0, 0), None)
    """

    start: Position
    par: Bounds
    moves: tuple[MoveReview, ...]
    cut_short: Ending | None = None

    @property
    def ending(self) -> Ending | None:
        """How the game ended at the line's end, None if it goes on there."""
        last = self.positions[-1]
        return Ending(Reason.PLAYED_OUT, winner_at(last.margin)) if last.is_over else self.cut_short

    @property
    def lost(self) -> tuple[int, int]:
        """The points that players 1 and 2 are proven to have given away at least."""
        return self.losses(1)[-1], self.losses(2)[-1]

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """The start, and the position after each move."""
        return tuple(
            accumulate((move.move for move in self.moves), Position.play, initial=self.start)
        )

    @property
    def margins(self) -> list[Bounds]:
        """The margin at the start and after each move."""
        return [self.par, *(move.after for move in self.moves)]

    @property
    def final_margin(self) -> Bounds:
        """The margin after the last move.

        If there are pairs left, it is the result of perfect play from there on.
        """
        return self.margins[-1]

    @property
    def exact_from(self) -> int:
        """The first ply from which everything is proven: 1 for the whole line.

        It is the number of moves plus one if nothing is proven, and 2 for a line without moves
        whose only position is not proven.
        """
        unproven = [place for place, margin in enumerate(self.margins, 1) if not margin.is_exact]
        return max(2, min(unproven[-1] + 1, len(self.margins))) if unproven else 1

    @property
    def is_proven(self) -> bool:
        """Whether everything is proven, from the first move on, so that the sum adds up."""
        return self.exact_from == 1

    @property
    def is_unproven(self) -> bool:
        return self.exact_from > len(self.moves)

    @property
    def decided_by_ending(self) -> bool | None:
        """Whether resignation, agreement or the clock gave another result than perfect play had.

        None if unknown; False if the game did not end that way.
        """
        if self.cut_short is None:
            return False
        if self.final_margin.sign is None:
            return None
        return winner_at(self.final_margin.value) != self.cut_short.winner

    @property
    def turning_point(self) -> int | None:
        """The ply of the last move that changed who wins with perfect play.

        None if no move is known to have done so (`turning_point_known`).
        """
        return max((move.ply for move in self.moves if move.changed_outcome), default=None)

    @property
    def turning_point_known(self) -> bool:
        """Whether the turning point is proven, and that no later move is one.

        Without a turning point this is required of all moves: of many estimates that hold 19 times
        in 20 one is likely to be wrong. A turning point is shown together with this.
        """
        return all(
            move.outcome_exact for move in self.moves[max(0, (self.turning_point or 0) - 1) :]
        )

    @property
    def sharpest(self) -> tuple[MoveReview, ...]:
        """The moves where finding the best one mattered most, the sharpest first.

        At most three, where the best move is proven to be worth at least 3 points more than the
        second best.
        """
        sharp = [(move.tension.lower, move) for move in self.moves if move.tension]
        sharp.sort(key=lambda choice: (-choice[0], choice[1].ply))
        return tuple(move for points, move in sharp[:_MOST_SHARP] if points >= SHARP)

    def costliest(self, *players: Player) -> tuple[MoveReview, ...]:
        """Return the players' moves that are known to have cost something, the worst first."""
        costly = [move for move in self.moves if move.cost.proven and move.player in players]
        return tuple(sorted(costly, key=lambda move: (-move.cost.proven, move.ply)))

    def player(self, player: Player) -> PlayerReview:
        mine = [move for move in self.moves if move.player == player]
        judged = [move for move in mine if move.is_judged]
        last, known = self._last_winnable(player)
        return PlayerReview(
            player=player,
            lost=self.losses(player)[-1],
            judged=len(judged),
            kept=sum(not move.cost.points for move in judged),
            worst=self.costliest(player)[:3],
            last_winnable=last,
            winnable_known=known,
        )

    def is_exact_for(self, player: Player) -> bool:
        """Whether everything said about a player's losses is proven."""
        return all(move.exact for move in self.moves if move.player == player)

    def losses(self, player: Player) -> list[int]:
        """Return the points a player is proven to have lost at the start and after each move."""
        costs = (move.cost.proven * (move.player == player) for move in self.moves)
        return list(accumulate(costs, initial=0))

    def as_dict(self) -> dict[str, Any]:
        """Return the review as `mahjong-battle review --json` prints it.

        The command's objects, which docs/schema/review.json describes, also say which game it is,
        who played, its result, the limit, and the reason of every move.
        """
        players = [self.player(player) for player in PLAYERS]
        first, second = self.start.points
        return {
            "start": f"{self.start.grid} {self.start.to_move} {first}-{second}",
            "given": list(self.start.given),
            **_margin_as_dict("par", self.par),
            "exact_from": self.exact_from,
            "moves": [move.as_dict() for move in self.moves],
            "lost": list(self.lost),
            "kept": [player.kept for player in players],
            "judged": [player.judged for player in players],
            "last_winnable": [player.last_winnable for player in players],
            "final_margin": self.final_margin.value,
            "turning_point": self.turning_point,
            "ending": None if self.ending is None else self.ending.reason.value,
            "winner": None if self.ending is None else self.ending.winner,
        }

    @classmethod
    def from_dict(cls, object: Mapping[str, Any], thresholds: Thresholds = USUAL) -> Review:
        """Return a review from the object that `review --json` prints.

        Raises RulesError or KeyError for any other object.
        """
        grid, to_move, points = object["start"].split()
        taken = [
            total - given for total, given in zip(points_in(points), object["given"], strict=True)
        ]
        here = Position.parse(f"{grid} {to_move} {taken[0]}-{taken[1]}")
        start = here = here.with_given((object["given"][0], object["given"][1]))
        par = before = _margin_from("par", object)
        moves = []
        for row in object["moves"]:
            made, after = Move.parse(row["move"]), _margin_from("margin", row)
            error = None if row["least"] == row["most"] else row["error"]
            moves.append(
                MoveReview(
                    position=here,
                    move=made,
                    before=before,
                    after=after,
                    cost=Cost(row["least"], row["most"], row["cost"], error),
                    thresholds=thresholds,
                    ply=row["ply"],
                    best=tuple(map(Move.parse, row["best"])),
                    tension=row["tension"] and Bounds(*row["tension"]),
                    hinted=row["hinted"],
                )
            )
            here, before = here.play(made), after
        ending = object["ending"] and Ending(Reason(object["ending"]), object["winner"])
        return cls(start, par, tuple(moves), None if here.is_over else ending)

    def _last_winnable(self, player: Player) -> tuple[int | None, bool]:
        """Return the last ply before which a player could have won, and whether that is known."""
        for move in reversed(self.moves):
            if move.before.sign is None:
                return None, False
            if for_player(move.before.value, player) > 0:
                return move.ply, True
        return None, True


def review_line(
    nodes: Sequence[Node],
    values: Values,
    ending: Ending | None = None,
    thresholds: Thresholds = USUAL,
) -> Review | None:
    """Return the review of a line from the start on; None while one of its values is missing.

    `nodes` begins with the start; each is a child of the one before. Their positions are linked in
    the store. `ending` is how the game ended at the last of them, None if it goes on.
    """
    for node in nodes:
        values.connect(node.position)
    moves = []
    for ply, (before, node) in enumerate(pairwise(nodes), start=1):
        assert node.move is not None
        costed = move_cost(values, before.position, node.move, thresholds)
        if costed is None:
            return None
        best = values.best_moves(before.position)
        if not costed.cost.value and node.move not in best:
            best = tuple(move for move in before.position.legal_moves if move in (*best, node.move))
        moves.append(
            MoveReview(
                **vars(costed),
                ply=ply,
                best=best,
                tension=tension(values, before.position),
                hinted=is_hinted(node.comment),
            )
        )
    start, end = nodes[0].position, nodes[-1].position
    par = values.margin(start)
    if par.guess is None:
        return None
    return Review(start, par, tuple(moves), None if end.is_over else ending)
