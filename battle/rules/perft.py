"""Perft: counting move sequences, so that two programs can compare their rules to the last one."""

from __future__ import annotations

from battle.rules.move import Move
from battle.rules.position import Position


def perft(position: Position, depth: int) -> int:
    """Return the number of sequences of `depth` legal moves from `position`, depth at least 0."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(position.legal_moves)
    return sum(perft(position.play(move), depth - 1) for move in position.legal_moves)


def divide(position: Position, depth: int) -> dict[Move, int]:
    """Return for every legal move the sequences of `depth` (1 or more) moves it begins."""
    return {move: perft(position.play(move), depth - 1) for move in position.legal_moves}
