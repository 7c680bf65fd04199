"""Games that estimates play: ended by the rules, kept once."""

from __future__ import annotations

from pathlib import Path

import pytest

from battle.rules.position import position
from solver.api import Solver
from tools import reference
from tools.portrait import games
from tools.reference import Twin

START = position("5m5p6m/5p5m6m/9s7p/9s7p")


def test_a_game_that_is_proven_ends_on_par() -> None:
    """With nodes enough to prove every position the margin is the value, and so is what is seen."""
    value = max(reference.move_values(START).values())
    with Solver(1, 1, kernels=Twin()) as solver:
        game = games.played(7, START, 100_000, solver)
    assert (game.seen, game.margin) == (value, value)
    assert reference.move_values(START)[game.first] == value


def test_games_are_played_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second run plays only what is missing, and what was written is read again."""
    monkeypatch.setattr(games, "deal", lambda number: START)
    path, told = tmp_path / "games.csv", []
    with Solver(1, 1, kernels=Twin()) as solver:
        games.collect(path, [1, 2], solver, budgets=(300,))
        games.collect(path, [2, 3], solver, told.append, budgets=(300,))
    assert [line.partition(",")[0] for line in told] == ["deal 3"]
    assert [(game.deal, game.nodes) for game in games.read(path)] == [(1, 300), (2, 300), (3, 300)]
