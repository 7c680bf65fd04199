"""Themes: what a problem is about is what the slow twin's values say."""

from __future__ import annotations

import pytest

from battle.analysis.insights import ProblemTheme, themes_of
from battle.rules.problem import Problem
from solver import reference


@pytest.mark.parametrize("seed", [21, 22, 23])
def test_themes_are_the_slow_twins(seed: int) -> None:
    """Each theme is there exactly if brute force finds what it stands for."""
    counts = dict.fromkeys(ProblemTheme, 0)
    for here in reference.small_positions(150, seed):
        if not here.legal_moves:
            continue
        values = reference.move_values(here)
        themes = themes_of(Problem(here, values))
        kinds = {
            tuple(sorted(min(c, c[::-1]) for c in reference.columns_of(here.play(move)) if c)): move
            for move in values
        }
        worth = sorted((values[move] for move in kinds.values()), reverse=True)
        if len(worth) < 2:
            assert themes == ()
            continue
        highest = max(map(here.worth, values))
        costs = [worth[0] - values[move] for move in values if here.worth(move) == highest]
        assert (ProblemTheme.ONLY_PAIR in themes) == (worth[0] >= worth[1] + 3)
        assert (ProblemTheme.POISONED_PAIR in themes) == all(costs)
        assert (ProblemTheme.ZUGZWANG in themes) == (worth[0] < 0)
        for theme in themes:
            counts[theme] += 1
    assert all(counts.values()), counts
