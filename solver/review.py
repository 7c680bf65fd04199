"""Reviews: the solver asked about every position of a game, for the ledger of what moves cost.

The game is looked at from its end, so that the table helps. What cannot be proven within the limit
is estimated; the ledger (`battle.analysis.ledger`) adds up all the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from battle.analysis.insights import EVERY_MOVE_TILES
from battle.analysis.ledger import Review, review_line
from battle.analysis.values import Finding, Values
from battle.rules.game import Game
from battle.rules.position import Position
from solver.api import ALL_LINES, Analysis, Goal, Limit, Solver


def review(
    game: Game,
    solver: Solver,
    limit: Limit,
    *,
    values: Values | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Review:
    """Return the review of a game's main line, each of its positions thought about up to `limit`.

    `values` is where the findings go; what it knows already is not asked. `progress` hears how many
    positions are done, and of how many.
    """
    known = Values() if values is None else values
    nodes = [game.root, *game.root.main_line()]
    after: Position | None = None
    for done, node in enumerate(reversed(nodes), start=1):
        _look(node.position, after, game.start, solver, limit, known)
        after = node.position
        progress(done, len(nodes))
    reviewed = review_line(nodes, known)
    assert reviewed is not None
    return reviewed


def _look(
    position: Position,
    after: Position | None,
    start: Position,
    solver: Solver,
    limit: Limit,
    known: Values,
) -> None:
    """Find out what a position and its moves are worth, then, if that helps, the move played."""
    wants_all = position.tiles_left <= EVERY_MOVE_TILES
    if not (_knows_all(known, position) if wants_all else known.has_settled(position)):
        wanted = replace(limit, goal=Goal.MARGIN if wants_all else Goal.BEST)
        known.learn(position, findings_of(solver.analyse(position, wanted, ALL_LINES, start=start)))
    if after is not None and known.known(position).is_exact and not known.known(after).is_exact:
        proof = replace(limit, exact=True)
        known.learn(after, findings_of(solver.analyse(after, proof, ALL_LINES, start=start)))


def _knows_all(known: Values, position: Position) -> bool:
    """Whether every move of a position is proven."""
    return all(known.of_move(position, move).is_exact for move in position.legal_moves)


def findings_of(analysis: Analysis) -> list[Finding]:
    """Return what an analysis found of each of its moves; an analysis of all lines finds all."""
    return [
        Finding(
            line.move,
            line.lower.points,
            line.upper.points,
            line.value.points,
            effort=analysis.nodes,
            line=line.pv,
        )
        for line in analysis.lines
    ]
