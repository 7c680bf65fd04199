"""Principal variations: best play for both sides, read from the table and proven again."""

from __future__ import annotations

from typing import Final

from battle.rules.position import Move, Position
from solver.kernels import encode
from solver.kernels.interface import Searcher, TranspositionTable
from solver.proof.root import RootChoice

TRIES: Final = (100, 1_000, 10_000)
"""Nodes for each question about a move: the table knows most answers, so few are tried first."""

GLIMPSE: Final = 12
"""The most moves of a line that is read from the table while the search goes on."""

REREAD: Final = 60
"""Nodes for each question of an estimated line; nearly all answers are in the table."""


def principal_variation(
    position: Position,
    choice: RootChoice,
    move: Move,
    table: TranspositionTable,
    prover: Searcher | None,
    last: int = 0,
) -> tuple[Move, ...]:
    """Return `move` and the best play that follows, as far as it is known.

    With a prover, and where the value of the choice is proven, the line goes on to the end unless
    proving it again takes the prover beyond its node `last`. Without one it follows the table, and
    not far.
    """
    line = [move]
    position = position.play(move)
    value = choice.gain - choice.lower
    while not position.is_over and (prover is not None or len(line) < GLIMPSE):
        following = _best_move(position, value, table, prover if choice.settled else None, last)
        if following is None:
            break
        line.append(following)
        value = position.worth(following) - value
        position = position.play(following)
    return tuple(line)


def estimated_variation(
    position: Position, choice: RootChoice, move: Move, reader: Searcher, depth: int, last: int
) -> tuple[Move, ...]:
    """Return `move` and the play that its estimate rests on, after a look of `depth` plies.

    The look is asked again, ply by ply, which of the replies made its value; the table has the
    answers. The line ends where they are lost, or where the reader is beyond its node `last`.
    """
    line = [move]
    position = position.play(move)
    seen = choice.gain if choice.estimate is None else choice.estimate
    value = choice.gain - seen
    for horizon in range(depth - 2, -1, -1):
        following = _believed_move(position, value, reader, horizon, last)
        if following is None:
            break
        move, value = following
        line.append(move)
        position = position.play(move)
    return tuple(line)


def _believed_move(
    position: Position, value: int, reader: Searcher, horizon: int, last: int
) -> tuple[Move, int] | None:
    """Return a reply that a look saw to be worth `value`, with what is left of that after it."""
    if position.is_over:
        return None
    replies = encode.moves_by_signature(position).items()
    for (gain, state), moves in sorted(replies, key=lambda reply: -reply[0][0]):
        if reader.nodes >= last:
            return None
        answer = reader.bound(state, gain - value + 1, REREAD, horizon)
        if answer is not None and gain - answer >= value:
            return moves[0], gain - value
    return None


def _best_move(
    position: Position, value: int, table: TranspositionTable, prover: Searcher | None, last: int
) -> Move | None:
    """Return a move that is proven to be worth `value`, None if none is found by node `last`."""
    replies = []
    for (gain, state), moves in encode.moves_by_signature(position).items():
        lower, upper = table.known(state)
        if gain - lower >= value:
            replies.append((gain - upper, gain, state, moves[0]))
    replies.sort(key=lambda reply: -reply[0])  # those first that the table thinks most of
    if replies and replies[0][0] >= value:
        return replies[0][3]
    if prover is None:
        return None
    for nodes in TRIES:
        for _lower, gain, state, move in replies:
            if prover.nodes >= last:
                return None
            answer = prover.bound(state, gain - value + 1, min(nodes, last - prover.nodes))
            if answer is not None and gain - answer >= value:
                return move
    return None
