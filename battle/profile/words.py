"""How the opponents of kept games are called, and in what order they stand."""

from __future__ import annotations

from battle.game.levels import labels, level_name, level_title
from battle.language import _
from battle.profile.records import FRIEND, SOLVER
from battle.rules.levels_file import COMPANION


def opponent_words(opponent: str) -> str:
    """Return what an opponent is called, with the points it loses: `Casual (−32)`."""
    if opponent == SOLVER:
        return _("Solver")
    return _("Friend") if opponent == FRIEND else level_title(opponent)


def opponent_name(opponent: str) -> str:
    """Return what an opponent is called for short: `Casual`."""
    return opponent_words(opponent) if opponent in (SOLVER, FRIEND) else level_name(opponent)


def in_order(opponents: list[str]) -> list[str]:
    """Return opponents with the weakest first, then the companion, the solver, and others."""
    names = [*(label.name for label in labels() if label.name != COMPANION), COMPANION, SOLVER]
    return sorted(opponents, key=lambda one: names.index(one) if one in names else len(names))
