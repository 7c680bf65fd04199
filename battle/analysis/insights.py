"""Insights: what only proofs say about a position, beside its value. Data, and no word unproven.

    tension      what the best move is worth over the second: how much hangs on finding it
    turned       who would win if it were the other player's turn: the price of the move
    safety       how many points the winner may lose from here on and still win
    only move    the one move that keeps the result
    poisoned     the highest pair, where taking it loses points
    resistance   of the moves that lose least, the one that fewest replies still win against

Moves that leave the same columns, turned or elsewhere, are one move. Everything is read from the
store; what is not proven is None, or bounds that are proven.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from heapq import nlargest
from typing import Final

from battle.analysis.values import Bounds, Values
from battle.rules.disguise import column_order
from battle.rules.position import Move, Player, Position, for_player, other, sign_of
from battle.rules.problem import Problem

SHARP: Final = 3
"""From how many points on, between the best move and the second, a moment is sharp."""


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
    """What a problem is about; the value is its name on the command line."""

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


# --- insights ------------------------------------------------------------------------------------

EVERY_MOVE_TILES: Final = 56
"""Up to this many tiles a review has every move proven: it takes no time, and insights need it."""


@dataclass(frozen=True)
class DifferentMove:
    """Moves that lead to the same game: `moves` in the promised order, and their value."""

    moves: tuple[Move, ...]
    value: Bounds


@dataclass(frozen=True)
class Safety:
    """The player who wins for certain, and the points that one may lose at least and still win."""

    player: Player
    points: int


@dataclass(frozen=True)
class OnlyMove:
    """The only move that wins, or, where `wins` is not set, that does not lose."""

    move: Move
    wins: bool


@dataclass(frozen=True)
class PoisonedPair:
    """Of the highest pairs, all of which cost, the one that costs least: at least `points`.

    `exact` says that it costs no more.
    """

    move: Move
    points: int
    exact: bool


@dataclass(frozen=True)
class Resistance:
    """The move of a player who loses that is hardest to answer: `wins` of `replies` still win."""

    move: Move
    wins: int
    replies: int

    @property
    def is_telling(self) -> bool:
        """Whether there is a reply that gives the win away."""
        return self.wins < self.replies


def choices_of(values: Values, position: Position) -> tuple[DifferentMove, ...]:
    """Return a position's different moves with what is known of each, in the promised order."""
    found = []
    for moves in different_moves(position):
        known = [values.of_move(position, move) for move in moves]
        lower, upper = max(one.lower for one in known), min(one.upper for one in known)
        found.append(DifferentMove(moves, Bounds(lower, upper)))
    return tuple(found)


@lru_cache(maxsize=4096)
def different_moves(position: Position) -> tuple[tuple[Move, ...], ...]:
    """Return a position's moves, those that leave the same columns together."""
    found: dict[object, list[Move]] = {}
    for move in position.legal_moves:
        found.setdefault(column_order(position.play(move)), []).append(move)
    return tuple(map(tuple, found.values()))


def tension(values: Values, position: Position) -> Bounds | None:
    """Return bounds of what the best move is worth over the second; None without a choice."""
    choices = choices_of(values, position)
    if len(choices) < 2:
        return None
    known = values.known(position)
    first_lower, second_lower = nlargest(2, (choice.value.lower for choice in choices))
    first_upper, second_upper = nlargest(2, (choice.value.upper for choice in choices))
    lower = max(0, max(first_lower, known.lower) - second_upper)
    return Bounds(lower, max(lower, min(first_upper, known.upper) - second_lower))


def turned(values: Values, position: Position) -> Bounds:
    """Return the final margin, from player 1's side, if it were the other player's turn.

    The same grid is worth the same to either player, so this is proven with the value.
    """
    passed = replace(position, to_move=other(position.to_move))
    return values.margin(passed)


def safety(margin: Bounds) -> Safety | None:
    """Return how safe a proven win is; None where none is proven."""
    if margin.lower > 0:
        return Safety(1, margin.lower - 1)
    if margin.upper < 0:
        return Safety(2, -margin.upper - 1)
    return None


def only_move(values: Values, position: Position) -> OnlyMove | None:
    """Return the only move that keeps the result, None without one, or while that is not proven.

    None too where other tiles of its kind can be taken as well, which leads to the same game.
    """
    choices = choices_of(values, position)
    for choice in choices:
        least, most = _result(position, choice.value)
        rest = [_result(position, one.value)[1] for one in choices if one is not choice]
        if rest and least == most and max(rest) < least:
            return OnlyMove(choice.moves[0], least > 0) if len(choice.moves) == 1 else None
    return None


def poisoned_pair(values: Values, position: Position) -> PoisonedPair | None:
    """Return the highest pair where every one of that rank is proven to cost points."""
    known = values.known(position)
    highest = max(map(position.worth, position.legal_moves), default=0)
    pairs = [
        (known.lower - value.upper, move, value)
        for move in position.legal_moves
        if position.worth(move) == highest
        for value in [values.of_move(position, move)]
    ]
    points, move, value = min(pairs, key=lambda pair: pair[0], default=(0, None, known))
    if move is None or points < 1:
        return None
    return PoisonedPair(move, points, known.is_exact and value.is_exact)


def resistance(values: Values, position: Position) -> Resistance | None:
    """Return the best resistance of a player who is proven to lose and has a choice.

    None while it is not proven which moves lose least and which replies to them win.
    """
    if not _is_lost(values, position):
        return None
    found = []
    for move in best_choices(values, position):
        replies = _winning_replies(values, position.play(move))
        if replies is None:
            return None
        wins, of = replies
        found.append((wins / of, wins, -position.worth(move), move, of))
    if not found:
        return None
    _share, wins, _worth, move, of = min(found)
    return Resistance(move, wins, of)


def best_choices(values: Values, position: Position) -> tuple[Move, ...]:
    """Return one of each of the different moves that keep the value, once all of them are known."""
    if not values.has_settled(position):
        return ()
    best = {*values.best_moves(position)}
    choices = choices_of(values, position)
    return tuple(choice.moves[0] for choice in choices if choice.moves[0] in best)


def unknown_replies(values: Values, position: Position) -> tuple[Position, ...]:
    """Return the positions whose moves have to be proven before the best resistance is known."""
    if not _is_lost(values, position):
        return ()
    after = (position.play(move) for move in best_choices(values, position))
    return tuple(one for one in after if _winning_replies(values, one) is None)


def _is_lost(values: Values, position: Position) -> bool:
    """Whether the player to move is proven to lose, and has a choice."""
    is_choice = len(different_moves(position)) > 1
    return is_choice and _result(position, values.known(position))[1] < 0


def _winning_replies(values: Values, after: Position) -> tuple[int, int] | None:
    """Return how many of the different replies win, and how many there are; None if unknown."""
    if after.is_over:
        return 1, 1
    results = [_result(after, choice.value) for choice in choices_of(values, after)]
    if any(least < 1 <= most for least, most in results):
        return None
    return sum(least > 0 for least, _most in results), len(results)


def _result(position: Position, value: Bounds) -> tuple[int, int]:
    """Return the least and the most that a value means for the player to move: 1, 0 or -1."""
    ahead = for_player(position.margin, position.to_move)
    return sign_of(ahead + value.lower), sign_of(ahead + value.upper)


@dataclass(frozen=True)
class Insights:
    """All that is proven of one position beside its value."""

    tension: Bounds | None
    turned: Bounds
    only_move: OnlyMove | None
    poisoned: PoisonedPair | None
    resistance: Resistance | None


def insights(values: Values, position: Position) -> Insights:
    """Return what is proven of a position; no tension where several pairs are the best move."""
    best = max(choices_of(values, position), key=lambda one: one.value.lower, default=None)
    return Insights(
        tension(values, position) if best is not None and len(best.moves) == 1 else None,
        turned(values, position),
        only_move(values, position),
        poisoned_pair(values, position),
        resistance(values, position),
    )
