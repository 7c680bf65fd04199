"""The program's levels for people: their names and what they promise.

A level is called by the points it loses in a whole game against perfect play. The levels stand in
`assets/levels/levels.csv`, the weakest first; `companion`, which stays close to the person instead,
comes after them. The engine knows the same levels by the same names (`go level NAME`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import ceil
from typing import Final

from battle.language import N_, _, decimal, ngettext
from battle.resources import asset
from battle.rules.files import COMPANION, LEVELS, read_levels
from battle.rules.position import FormatError, quoted

FIRST_LEVEL: Final = "casual"
"""The level for a person of whom nothing is known yet."""

_NAMES: Final = {
    "novice": N_("Novice"),
    "casual": N_("Casual"),
    "club": N_("Club"),
    "strong": N_("Strong"),
    "master": N_("Master"),
    "perfect": N_("Perfect"),
    COMPANION: N_("Companion"),
}


@dataclass(frozen=True)
class LevelLabel:
    """A level as people know it.

    `points` are those that it loses in a game on average, None if it stays close to the person.
    """

    name: str
    points: float | None = None


@cache
def labels() -> tuple[LevelLabel, ...]:
    """Return all levels: the weakest first, and after the best the companion."""
    return (*ladder(), LevelLabel(COMPANION))


@cache
def ladder() -> tuple[LevelLabel, ...]:
    """Return the levels that are weaker or stronger than each other, the weakest first."""
    found = read_levels(asset(LEVELS), leniently=True)
    return tuple(LevelLabel(one.name, one.points) for one in found)


def is_level(name: str) -> bool:
    """Return whether there is a level of this name."""
    return any(label.name == name for label in labels())


def level(name: str) -> LevelLabel:
    """Return the level called `name`, large letters or small; raise FormatError for others."""
    for label in labels():
        if label.name == name.strip().lower():
            return label
    raise FormatError(
        N_("bad level {name}: expected one of {names}"),
        name=quoted(name),
        names=", ".join(label.name for label in labels()),
    )


def stronger(name: str, by: int = 1) -> str:
    """Return the level `by` steps stronger, as far as there are any; weaker if negative.

    What is not on the ladder stays as it is.
    """
    names = [label.name for label in ladder()]
    if name not in names:
        return name
    return names[min(max(0, names.index(name) + by), len(names) - 1)]


# --- in words -----------------------------------------------------------------------------------


def level_name(name: str) -> str:
    """Return what people call a level: `Casual`."""
    return _(_NAMES[name]) if name in _NAMES else name.capitalize()


def level_title(name: str) -> str:
    """Return a level's name with the points it loses, if any: `Casual (−32)`."""
    points = next((label.points for label in labels() if label.name == name), None)
    if not points:
        return level_name(name)
    return f"{level_name(name)} (\N{MINUS SIGN}{decimal(points)})"


def level_words(label: LevelLabel) -> str:
    """Return what a level promises: `loses about 32 points a game`."""
    if label.points is None:
        return _("stays within a few points of you")
    if label.points == 0:
        return _("plays the best it finds in one second")
    words = ngettext(
        "loses about {points} point per game",
        "loses about {points} points per game",
        ceil(label.points),
    )
    return words.format(points=decimal(label.points))
