"""Exact reviews: a game's moves proven from its end, as far back as is asked for.

Position after position is proven, the last one first, so that the table helps. The ledger
(`battle.analysis.ledger`) then tells what every move gave away.
"""

from __future__ import annotations

from battle.analysis.ledger import Review, review_line
from battle.analysis.values import Finding, Values
from battle.rules.game import Game, Node
from battle.rules.position import Position
from battle.rules.tiles import ALL_TILES
from solver.api import Limit, Solver


def exact_review(game: Game, solver: Solver, tiles: int = ALL_TILES) -> Review:
    """Return the ledger of a game from where at most so many tiles were left; all of it is proven.

    However long that takes: seconds for some 80 tiles, minutes for a full deal.
    """
    end = _end_of(game, tiles)
    nodes = [end.root, *end.root.main_line()]
    values = Values()
    solver.forget()
    for index in range(len(nodes) - 1, -1, -1):
        _teach(values, nodes, index, _proof(nodes[index].position, end.start, solver))
    review = review_line(nodes, values)
    assert review is not None, "every position of the line was proven"
    return review


def _end_of(game: Game, tiles: int) -> Game:
    """Return the end of a game as a game of its own."""
    nodes = [game.root, *game.root.main_line()]
    last = len(nodes) - 1
    few = (n for n, node in enumerate(nodes) if node.position.tiles_left <= tiles)
    first = next(few, last)
    end = Game(nodes[first].position)
    for node in nodes[first + 1 :]:
        assert node.move is not None
        end.play(node.move)
    return end


def _proof(position: Position, start: Position, solver: Solver) -> int:
    if position.is_over:
        return 0
    return solver.analyse(position, Limit(exact=True), start=start).value.points


def _teach(values: Values, nodes: list[Node], index: int, value: int) -> None:
    """Take a proven value in: as that of the move before, or of the first, which has none."""
    position, move = nodes[index].position, nodes[index].move
    if index == 0 or move is None:
        values.prove(position, value, value)
        return
    before = nodes[index - 1].position
    worth = before.worth(move) - value
    values.learn(before, [Finding(move, worth, worth, worth)])
