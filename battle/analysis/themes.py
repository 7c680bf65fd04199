"""Themes: what a problem is about, read from the proven values of its moves.

    only-pair       one pair keeps the value, and every other costs SHARP points or more
    poisoned-pair   every pair of the highest rank there is costs points
    zugzwang        whoever has to move loses points by it: the value is below zero

Pairs that leave the same columns are one pair.
"""

from __future__ import annotations

from enum import Enum

from battle.analysis.insights import different_moves
from battle.analysis.ledger import SHARP
from battle.rules.problem import Problem


class ProblemTheme(Enum):
    """What a problem is about; the value is its name on the command line."""

    ONLY_PAIR = "only-pair"
    POISONED_PAIR = "poisoned-pair"
    ZUGZWANG = "zugzwang"


def themes_of(problem: Problem) -> tuple[ProblemTheme, ...]:
    """Return the themes of a problem, in their order; none for one without a choice."""
    worth = sorted(problem.values[moves[0]] for moves in different_moves(problem.position))
    if len(worth) < 2:
        return ()
    signs = {
        ProblemTheme.ONLY_PAIR: worth[-1] - worth[-2] >= SHARP,
        ProblemTheme.POISONED_PAIR: problem.trap > 0,
        ProblemTheme.ZUGZWANG: problem.value < 0,
    }
    return tuple(theme for theme, is_there in signs.items() if is_there)
