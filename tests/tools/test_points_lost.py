"""Points lost in whole games, against the slow twin."""

from __future__ import annotations

import itertools

import pytest

from battle.analysis.ledger import MoveReview, Review
from battle.analysis.values import Values
from battle.rules.game import Game
from battle.rules.position import Position, position
from solver.api import Limit, Solver
from solver.review import exact_review
from tools import points_lost as lost
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


def test_games_are_played_down_to_where_nothing_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every position of a game comes from the one before by a move, until few tiles are left."""
    monkeypatch.setattr(lost, "LAST_TILES", 6)
    with Solver(1, 1, kernels=Twin()) as player:
        path = path_of(lost.play(START, player, Limit(nodes=50)))
    assert path[-1].tiles_left == 6 or path[-1].is_over
    for before, after in itertools.pairwise(path):
        assert after in [before.play(move) for move in before.legal_moves]


def review(par: int, costs: tuple[int, ...]) -> Review:
    """Return a review in which the moves gave so much away; what else it says is not read."""
    moves = tuple(
        MoveReview(ply, 1 if ply % 2 else 2, START.legal_moves[0], cost, True, (), 0)
        for ply, cost in enumerate(costs, start=1)
    )
    return Review(START, par, 1, moves)


def test_the_report_adds_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line a deal, and the mean of all players' losses."""
    games = iter([review(3, (1, 0, 2)), review(0, (0, 5))])
    monkeypatch.setattr(lost, "Solver", lambda *sizes, **options: Solver(1, 1, kernels=Twin()))
    monkeypatch.setattr(lost, "play", lambda start, player, limit: Game(start))
    monkeypatch.setattr(lost, "exact_review", lambda game, prover, values: next(games))
    lost.main(["1", "2", "--nodes", "10"])
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "deal 1: value +3, lost (3, 0): 1 0 2"
    assert told[2] == "deal 2: value +0, lost (0, 5): 0 5"
    assert told[3].strip().startswith("2.00 ±")
