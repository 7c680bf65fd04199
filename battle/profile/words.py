"""How the opponents of kept games are called, their order, and what a person loses in a game."""

from __future__ import annotations

from battle.game.levels import labels, level_name, level_title
from battle.language import _, ngettext
from battle.profile.records import FRIEND, SOLVER
from battle.profile.usual_loss import UsualLoss
from battle.rules.levels_file import COMPANION
from battle.words.numbers import about_points


def opponent_words(opponent: str) -> str:
    """Return what an opponent is called, with the points it loses: `Casual (−32)`."""
    if opponent == SOLVER:
        return _("Solver")
    return _("Friend") if opponent == FRIEND else level_title(opponent)


def opponent_name(opponent: str) -> str:
    """Return what an opponent is called for short: `Casual`."""
    return opponent_words(opponent) if opponent in (SOLVER, FRIEND) else level_name(opponent)


def loss_words(loss: UsualLoss | None) -> str:
    """Say what a person loses in a game and how sure that is; empty if it is not known."""
    if loss is None:
        return ""
    words = ngettext(
        "By your last game you lose {points}.",
        "By your last {n} games you lose {points} a game.",
        loss.games,
    )
    points = about_points(round(loss.points), exact=False, error=loss.error)
    return words.format(n=loss.games, points=points)


def in_order(opponents: list[str]) -> list[str]:
    """Return opponents with the weakest first, then the companion, the solver, and others."""
    names = [*(label.name for label in labels() if label.name != COMPANION), COMPANION, SOLVER]
    return sorted(opponents, key=lambda one: names.index(one) if one in names else len(names))
