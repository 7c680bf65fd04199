"""Insights in words: what a proof tells of a position beside its value, a sentence each.

`names` are what players 1 and 2 are called.
"""

from __future__ import annotations

from dataclasses import dataclass

from battle.analysis.insights import Insights, OnlyMove, PoisonedPair, Resistance, Safety
from battle.analysis.ledger import MoveReview
from battle.analysis.values import Known
from battle.language import _, ngettext
from battle.rules.position import Move, Position, other
from battle.words.endings import Names
from battle.words.moves import pair_words
from battle.words.numbers import points


def safety_words(safety: Safety) -> str:
    """Say how many points the winner may still lose."""
    if not safety.points:
        return _("no point may be lost")
    words = ngettext(
        "the win survives the loss of {n} point",
        "the win survives the loss of {n} points",
        safety.points,
    )
    return words.format(n=safety.points)


def only_move_words(only: OnlyMove, position: Position) -> str:
    """Say that one pair alone keeps the result."""
    words = _("Only {pair} wins.") if only.wins else _("Only {pair} does not lose.")
    return words.format(pair=pair_words(position, only.move))


def tension_words(tension: Known) -> str:
    """Say how much hangs on finding the best pair; nothing while it may be nothing."""
    if not tension.lower:
        return ""
    words = _("The best pair is worth {points} more than any other.")
    if not tension.is_exact:
        words = _("The best pair is worth at least {points} more than any other.")
    return words.format(points=points(tension.lower))


def poisoned_words(poisoned: PoisonedPair, position: Position) -> str:
    """Say that the highest pair costs points."""
    words = _("Poisoned: {pair}, the highest pair, costs {points}.")
    if not poisoned.exact:
        words = _("Poisoned: {pair}, the highest pair, costs at least {points}.")
    return words.format(pair=pair_words(position, poisoned.move), points=points(poisoned.points))


def resistance_words(resistance: Resistance, position: Position) -> str:
    """Say what makes it hardest for the other player to win."""
    return _("The best resistance: {pair}. {replies}").format(
        pair=pair_words(position, resistance.move), replies=replies_words(resistance)
    )


def replies_words(resistance: Resistance) -> str:
    """Say how many replies still win."""
    if resistance.replies == 1:
        return _("There is one reply, and it wins.")
    return ngettext(
        "{n} of {count} replies wins.", "{n} of {count} replies win.", resistance.wins
    ).format(n=resistance.wins, count=resistance.replies)


def turned_words(turned: Known, position: Position, names: Names) -> str:
    """Say who would win if it were the other player's turn; nothing while that is not proven."""
    if not turned.is_exact or position.is_over:
        return ""
    mover = names[other(position.to_move) - 1]
    if turned.lower == 0:
        return _("If it were {name}'s turn, it would be a draw.").format(name=mover)
    winner = names[0 if turned.lower > 0 else 1]
    return _("If it were {name}'s turn, {winner} would win by {points}.").format(
        name=mover, winner=winner, points=abs(turned.lower)
    )


@dataclass(frozen=True)
class InsightLine:
    """A sentence about a position, and the move it is about, if any."""

    words: str
    move: Move | None = None


def insight_lines(found: Insights, position: Position, names: Names) -> tuple[InsightLine, ...]:
    """Return what is to be said of a position, the most telling first."""
    only, poisoned, resistance = found.only_move, found.poisoned, found.resistance
    lines = (
        None if only is None else InsightLine(only_move_words(only, position), only.move),
        None if found.tension is None else InsightLine(tension_words(found.tension)),
        None
        if poisoned is None
        else InsightLine(poisoned_words(poisoned, position), poisoned.move),
        None
        if resistance is None or not resistance.is_telling
        else InsightLine(resistance_words(resistance, position), resistance.move),
        InsightLine(turned_words(found.turned, position, names)),
    )
    return tuple(line for line in lines if line is not None and line.words)


def moment_words(move: MoveReview, names: Names) -> str:
    """Say how sharp a moment was, and whether the best pair was found."""
    assert move.tension is not None
    words = _("Move {number}: one pair was worth {points} more than any other. {name} found it.")
    if move.cost:
        words = _(
            "Move {number}: one pair was worth {points} more than any other. {name} missed it."
        )
    worth = points(move.tension.lower)
    if not move.tension.is_exact:
        # Translators: “at least 4 points”.
        worth = _("at least {points}").format(points=worth)
    return words.format(number=move.ply, points=worth, name=names[move.player - 1])
