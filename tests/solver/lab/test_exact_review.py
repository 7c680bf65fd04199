"""Exact reviews, against the slow twin."""

from __future__ import annotations

from battle.rules.game import Game
from battle.rules.position import for_player
from solver import reference
from solver.api import Solver
from solver.lab.exact_review import exact_review
from solver.reference import Twin, played_down


def played(seed: int, tiles: int = 16) -> Game:
    """Return a game of greed from what random play leaves of a deal."""
    from random import Random

    from battle.rules.deal import deal

    game = Game(played_down(Random(seed), deal(seed), tiles))
    while not game.position.is_over:
        game.play(max(game.position.legal_moves, key=game.position.worth))
    return game


def test_costs_are_those_of_the_twin() -> None:
    """Every cost is what minimax says, all are proven, and the ledger adds up."""
    for seed in range(1, 7):
        game = played(seed)
        with Solver(1, 1, kernels=Twin()) as solver:
            review = exact_review(game, solver)
        position = game.start
        for move in review.moves:
            values = reference.move_values(position)
            assert (move.cost, move.exact) == (max(values.values()) - values[move.move], True)
            position = position.play(move.move)
        assert review.balances()
        assert position.is_over


def test_a_review_begins_where_it_is_told_to() -> None:
    """The ledger of the last ten tiles is the end of the whole one, from the value proven there."""
    game = played(3)
    with Solver(1, 1, kernels=Twin()) as solver:
        whole, part = exact_review(game, solver), exact_review(game, solver, tiles=10)
    assert part.start.tiles_left == 10
    assert [move.cost for move in part.moves] == [move.cost for move in whole.moves[3:]]
    start = part.start
    assert part.par == start.margin + for_player(reference.value(start), start.to_move)
