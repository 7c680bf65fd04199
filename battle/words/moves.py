"""Pairs as people read them: the cells, the tile with its cells, what it scores."""

from __future__ import annotations

from battle.language import _, ngettext
from battle.rules.position import Kind, Move, Position


def cells_words(move: Move) -> str:
    """Return a move's two cells: `a1–c9`."""
    return f"{move.first}–{move.second}"


def no_pair_words() -> str:
    """Say that nothing can be taken."""
    return _("There is no pair to take.")


def no_pair_here() -> str:
    """Say that a position cannot be played."""
    return _("No pair can be taken in this position.")


def no_pair_brief() -> str:
    """Say in a list that it is empty."""
    return _("No pair can be taken")


def turn_words(name: str) -> str:
    """Say whose turn it is."""
    return _("It is {name}'s turn.").format(name=name)


def taken_words(name: str, pair: str) -> str:
    """Say which pair a player takes."""
    return _("{name} takes {pair}.").format(name=name, pair=pair)


def to_move_words(name: str, position: Position) -> str:
    """Say whose turn it is, and among how many pairs there is a choice."""
    count = len(position.legal_moves)
    words = ngettext(
        "{name} to move: {n} pair can be taken.", "{name} to move: {n} pairs can be taken.", count
    )
    return words.format(name=name, n=count)


def pair_words(position: Position, move: Move) -> str:
    """Return the pair that a move takes as its tile and its cells: `5m a1–c9`."""
    return f"{position.kind_of(move)} {cells_words(move)}"


def pair_in_full(kind: Kind, move: Move) -> str:
    """Return a pair in a sentence: `5m on a1 and c9`."""
    return _("{kind} on {first} and {second}").format(
        kind=kind, first=move.first, second=move.second
    )


def pair_and_points(position: Position, move: Move) -> str:
    """Return a pair with what it scores: `5m on a1 and c9, 5 points`."""
    points = position.worth(move)
    text = ngettext(
        "{kind} on {first} and {second}, {points} point",
        "{kind} on {first} and {second}, {points} points",
        points,
    )
    return text.format(
        kind=position.kind_of(move), first=move.first, second=move.second, points=points
    )


def costs_words(pair: str, points: str) -> str:
    """Say what a pair costs, both in words: `5m a1–c9 costs 3 points`."""
    return _("{pair} costs {points}.").format(pair=pair, points=points)
