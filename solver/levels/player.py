"""Players: a level at the table, which thinks, chooses, and makes the most of equal moves.

*Best resistance*: of several moves that are proven to keep the value, the one after which the
largest share of the replies is proven to lose points, and of these the one after which they lose
the most. It costs nothing against a perfect player, and it is how a lost position is played on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from battle.protocol import Limit
from battle.rules.position import Move, Position
from solver.answers import Analysis
from solver.levels.levels import ALL, Level, options_of

Think: TypeAlias = Callable[[Position, Limit, int], Analysis]
"""Thinks about a position up to a limit and values so many of its moves."""

RESISTANCE_NODES: Final = 300_000
"""Nodes for the replies to all equal moves together."""

RESISTANCE_SECONDS: Final = 0.3
"""The time for them, which only a slow machine needs."""


@dataclass(frozen=True)
class LevelPlayer:
    """A level with a seed: another seed errs elsewhere."""

    level: Level
    seed: int = 0

    def choose(
        self, position: Position, think: Think, limit: Limit | None = None
    ) -> tuple[Move | None, Analysis]:
        """Return the move for a position, None if the game is over, and what it was chosen by.

        `limit` takes the place of the level's own.
        """
        analysis = think(position, limit or self.level.limit, self.level.lines)
        move = self.level.choose(analysis, self.seed)
        if self.level.resists and move is not None:
            equal = kept(analysis)
            if move in equal:
                move = most_resisting(position, equal, think)
        return move, analysis


def unhurried(limit: Limit) -> Limit:
    """Return a limit of nodes without that of time: what it allows does not depend on the machine.

    Any other limit is returned as it is.
    """
    return limit if limit.nodes is None else replace(limit, time=None)


def kept(analysis: Analysis) -> list[Move]:
    """Return the different moves that are proven to keep the position's value, if any are."""
    proven = {line.move for line in analysis.lines if line.lower.points >= analysis.upper.points}
    return [option.move for option in options_of(analysis) if option.move in proven]


def most_resisting(position: Position, moves: Sequence[Move], think: Think) -> Move:
    """Return the move after which most replies lose points, of several the one with most points."""
    if len(moves) == 1:
        return moves[0]
    limit = Limit(time=RESISTANCE_SECONDS / len(moves), nodes=RESISTANCE_NODES // len(moves))
    return max(moves, key=lambda move: resistance(think(position.play(move), limit, ALL)))


def resistance(analysis: Analysis) -> tuple[float, float]:
    """Return the share of a position's different moves that lose points, and the points of all.

    Only what is proven counts. Both are 0 where the game is over.
    """
    if not analysis.lines:
        return 0.0, 0.0
    upper = {line.move: line.upper.points for line in analysis.lines}
    moves = [option.move for option in options_of(analysis)]
    losses = [max(0, analysis.lower.points - upper[move]) for move in moves]
    return sum(loss > 0 for loss in losses) / len(losses), sum(losses) / len(losses)
