"""Reviews: every move of a game against perfect play, in a ledger that balances.

    margin before a move − margin after it = what player 1 lost with it (player 2: the negative)
    final margin = par − all that player 1 lost + all that player 2 lost

Margins are final margins from the first player's side if both play perfectly from there on. The
game is looked at from its end, so that the table helps; what cannot be proven within the limit is
estimated, such that the ledger balances all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from battle.rules.game import Game
from battle.rules.move import Move
from battle.rules.position import Player, Position
from solver.api import ALL_LINES, Analysis, Goal, Limit, Solver


@dataclass(frozen=True)
class MoveReview:
    """A move of the game: `cost` is the points it gave away, `margin` what stands after it.

    `ply` counts from 1. `best` are all moves that keep the value, in the promised order, as far as
    they are known. `exact` says whether cost and margin are proven.
    """

    ply: int
    player: Player
    move: Move
    cost: int
    exact: bool
    best: tuple[Move, ...]
    margin: int


@dataclass(frozen=True)
class Review:
    """A game's moves and what they cost; margins from the first player's side.

    `par` is the margin of the start. `exact_from` is the first ply from which everything is
    proven, 1 for the whole game. `turning_point` is the ply of the last move that changed who
    wins, None if none did.
    """

    start: Position
    par: int
    exact_from: int
    moves: tuple[MoveReview, ...]

    @property
    def lost(self) -> tuple[int, int]:
        """The points players 1 and 2 gave away."""
        return _sum_of(self.moves, 1), _sum_of(self.moves, 2)

    @property
    def final_margin(self) -> int:
        """The margin after the last move."""
        return self.moves[-1].margin if self.moves else self.par

    @property
    def turning_point(self) -> int | None:
        """The ply of the last move that changed who wins with perfect play."""
        turn = None
        before = self.par
        for move in self.moves:
            if _sign(move.margin) != _sign(before):
                turn = move.ply
            before = move.margin
        return turn

    def as_dict(self) -> dict[str, Any]:
        """Return the review as the object that `mahjong-battle review --json` prints."""
        return {
            "start": str(self.start),
            "par": self.par,
            "exact_from": self.exact_from,
            "moves": [_as_dict(move) for move in self.moves],
            "lost": list(self.lost),
            "final_margin": self.final_margin,
            "turning_point": self.turning_point,
        }


def _as_dict(move: MoveReview) -> dict[str, Any]:
    return {
        "ply": move.ply,
        "player": move.player,
        "move": str(move.move),
        "cost": move.cost,
        "exact": move.exact,
        "best": [str(best) for best in move.best],
        "margin": move.margin,
    }


def review(
    game: Game,
    solver: Solver,
    limit: Limit,
    *,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Review:
    """Return the review of a game's main line, each of its positions thought about up to `limit`.

    `progress` hears how many positions are done, and of how many.
    """
    nodes = [game.root, *game.root.main_line()]
    positions = [node.position for node in nodes]
    ledger = _Ledger(positions)
    limit = replace(limit, goal=Goal.BEST)
    for done, index in enumerate(range(len(positions) - 1, -1, -1), start=1):
        played = nodes[index + 1].move if index + 1 < len(nodes) else None
        found = solver.analyse(positions[index], limit, ALL_LINES, start=game.start)
        ledger.enter(index, found, played)
        progress(done, len(positions))
    return Review(
        start=game.start,
        par=ledger.margins[0],
        exact_from=ledger.exact_from,
        moves=tuple(
            ledger.review(ply, node.move) for ply, node in enumerate(nodes) if node.move is not None
        ),
    )


class _Ledger:
    """The margins of a game's positions, entered from the last to the first."""

    def __init__(self, positions: Sequence[Position]) -> None:
        self.margins = [position.margin for position in positions]
        self._positions = positions
        self._exact = [False] * len(positions)
        self._best: list[tuple[Move, ...]] = [()] * len(positions)

    def enter(self, index: int, analysis: Analysis, played: Move | None) -> None:
        """Enter what is known of a position; those after it have been entered.

        Where nothing is proven the move played is worth what was found of the position after it:
        the closer look counts.
        """
        position = self._positions[index]
        sign = 1 if position.to_move == 1 else -1
        values = {line.move: line.value.points for line in analysis.lines}
        if played is not None and not analysis.exact:
            values[played] = sign * (self.margins[index + 1] - position.margin)
        value = analysis.value.points if analysis.exact else max(values.values(), default=0)
        self.margins[index] = position.margin + sign * value
        self._exact[index] = analysis.exact
        self._best[index] = tuple(
            move for move in position.legal_moves if values.get(move) == value
        )

    @property
    def exact_from(self) -> int:
        """The first ply from which all is proven; one more than there are, if nothing is."""
        ply = len(self._exact)
        while ply > 0 and self._exact[ply - 1]:
            ply -= 1
        return ply + 1

    def review(self, ply: int, move: Move) -> MoveReview:
        """Return the review of the move played at `ply`."""
        player = self._positions[ply - 1].to_move
        lost = self.margins[ply - 1] - self.margins[ply]
        cost = lost if player == 1 else -lost
        best = self._best[ply - 1]
        if cost == 0 and move not in best:
            order = self._positions[ply - 1].legal_moves
            best = tuple(one for one in order if one in (*best, move))
        return MoveReview(
            ply=ply,
            player=player,
            move=move,
            cost=cost,
            exact=self._exact[ply - 1] and self._exact[ply],
            best=best,
            margin=self.margins[ply],
        )


def _sum_of(moves: Sequence[MoveReview], player: Player) -> int:
    return sum(move.cost for move in moves if move.player == player)


def _sign(margin: int) -> int:
    return (margin > 0) - (margin < 0)
