"""Points lost in whole games, against the slow twin."""

from __future__ import annotations

import itertools

import pytest

from battle.rules.position import position
from solver import lost, reference
from solver.api import Limit, Solver
from solver.reference import Twin

START = position("5m5p6m/5p5m6m/9s7p/9s7p")


def test_costs_are_what_the_twin_says() -> None:
    """A move costs what it is worth less than the best move, and a game's costs go to who paid."""
    path = [START]
    while not path[-1].is_over:
        path.append(path[-1].play(min(path[-1].legal_moves, key=path[-1].worth)))
    with Solver(1, 1, kernels=Twin()) as prover:
        game = lost.judge(path, prover)
    expected = []
    for before, after in itertools.pairwise(path):
        values = reference.move_values(before)
        played = next(move for move in before.legal_moves if before.play(move) == after)
        expected.append(max(values.values()) - values[played])
    assert game.value == max(reference.move_values(START).values())
    assert list(game.costs) == expected
    assert game.lost == (sum(expected[::2]), sum(expected[1::2]))


def test_games_are_played_down_to_where_nothing_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every position of a game comes from the one before by a move, until few tiles are left."""
    monkeypatch.setattr(lost, "LAST_TILES", 6)
    with Solver(1, 1, kernels=Twin()) as player:
        path = lost.play(START, player, Limit(nodes=50))
    assert path[-1].tiles_left == 6 or path[-1].is_over
    for before, after in itertools.pairwise(path):
        assert after in [before.play(move) for move in before.legal_moves]


def test_the_report_adds_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line a deal, and the mean of all players' losses."""
    games = iter([lost.Game(3, (1, 0, 2)), lost.Game(0, (0, 5))])
    monkeypatch.setattr(lost, "Solver", lambda *sizes, **options: Solver(1, 1, kernels=Twin()))
    monkeypatch.setattr(lost, "play", lambda start, player, limit: [start])
    monkeypatch.setattr(lost, "judge", lambda path, prover: next(games))
    lost.main(["1", "2", "--nodes", "10"])
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "deal 1: value +3, lost (3, 0): 1 0 2"
    assert told[2] == "deal 2: value +0, lost (0, 5): 0 5"
    assert told[3].strip().startswith("2.00 ±")
