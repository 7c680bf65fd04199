"""Points lost in whole games, against the slow twin."""

from __future__ import annotations

import itertools

from battle.analysis.ledger import MoveReview, Review
from battle.analysis.values import Values
from battle.rules.game import Game
from battle.rules.position import Position, position
from solver.api import Solver
from solver.review import exact_review
from tools import reference
from tools.reference import Twin

START = position("5m5p6m/5p5m6m/9s7p/9s7p")


def path_of(game: Game) -> list[Position]:
    """Return the positions of a game's main line."""
    return [node.position for node in (game.root, *game.root.main_line())]


def test_costs_are_what_the_twin_says() -> None:
    """A move costs what it is worth less than the best move, and a game's costs go to who paid."""
    played = Game(START)
    while not played.position.is_over:
        played.play(min(played.position.legal_moves, key=played.position.worth))
    with Solver(1, 1, kernels=Twin()) as prover:
        game = exact_review(played, prover, Values())
    expected = []
    path = path_of(played)
    for before, after in itertools.pairwise(path):
        values = reference.move_values(before)
        move = next(move for move in before.legal_moves if before.play(move) == after)
        expected.append(max(values.values()) - values[move])
    assert game.par == max(reference.move_values(START).values())
    assert [move.cost for move in game.moves] == expected
    assert all(move.exact for move in game.moves)
    assert game.lost == (sum(expected[::2]), sum(expected[1::2]))


def review(par: int, costs: tuple[int, ...]) -> Review:
    """Return a review in which the moves gave so much away; what else it says is not read."""
    moves = tuple(
        MoveReview(ply, 1 if ply % 2 else 2, START.legal_moves[0], cost, True, (), 0)
        for ply, cost in enumerate(costs, start=1)
    )
    return Review(START, par, 1, moves)
