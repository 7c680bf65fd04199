"""Moves as people read them: the cells, and the tile with its cells."""

from __future__ import annotations

from battle.rules.position import Move, Position


def cells_words(move: Move) -> str:
    """Return a move's two cells: `a1–c9`."""
    return f"{move.first}–{move.second}"


def pair_words(position: Position, move: Move) -> str:
    """Return the pair that a move takes as its tile and its cells: `5m a1–c9`."""
    return f"{position.kind_of(move)} {cells_words(move)}"
