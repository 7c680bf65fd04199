"""Principal variations: best play for both sides, read from the table and proven again."""

from __future__ import annotations

from typing import Final

from battle.rules.move import Move
from battle.rules.position import Position
from solver import encode
from solver.interface import Memory, Searcher
from solver.root import Choice, State

PROOF_NODES: Final = 2_000
"""Nodes for one step of a variation; the table knows nearly all of it already."""

TOTAL_NODES: Final = 20_000


def principal_variation(
    position: Position, choice: Choice, move: Move, table: Memory, prover: Searcher | None
) -> tuple[Move, ...]:
    """Return `move` and the best play that follows, as far as it is known.

    With a prover, and where the value of the choice is proven, the line goes on to the end unless
    proving it again takes too many nodes. Without one it follows what the table proves.
    """
    line = [move]
    position = position.play(move)
    value = choice.gain - choice.lower
    last = prover.nodes + TOTAL_NODES if prover is not None else 0
    while not position.is_over:
        following = _best_move(position, value, table, prover if choice.settled else None)
        if following is None or (prover is not None and prover.nodes > last):
            break
        line.append(following)
        value = position.worth(following) - value
        position = position.play(following)
    return tuple(line)


def _best_move(
    position: Position, value: int, table: Memory, prover: Searcher | None
) -> Move | None:
    """Return a move that is proven to be worth `value`, None if none is found."""
    choices = encode.moves_by_signature(position)
    proven: list[tuple[int, int, State, Move]] = []
    for (gain, *words), moves in choices.items():
        state = (words[0], words[1], words[2])
        lower, upper = table.known(state)
        if gain - upper >= value:
            return moves[0]
        if gain - lower >= value:
            proven.append((gain - upper, gain, state, moves[0]))
    if prover is None:
        return None
    for _, gain, state, move in sorted(proven, key=lambda known: -known[0]):
        answer = prover.bound(state, gain - value + 1, PROOF_NODES)
        if answer is not None and gain - answer >= value:
            return move
    return None
