"""What a person can choose of the looks: the tiles' faces, the table's cloth, the colours of costs.

The settings name every choice (`battle.profile.settings`); `Looks` is one person's choice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import pygame

from battle.analysis.ledger import Mark

Colour = pygame.Color


@dataclass(frozen=True)
class Cloth:
    """A table's cloth: its colour, what dims it behind cards, and places of tiles that are gone."""

    colour: pygame.Color
    dimmed: pygame.Color
    empty: pygame.Color
    empty_edge: pygame.Color


def _dark(colour: str) -> Cloth:
    """Return a dark cloth; what lies on it is lighter."""
    pale = Colour(255, 255, 255)
    return Cloth(Colour(colour), Colour(7, 20, 18, 150), _thin(pale, 14), _thin(pale, 60))


def _thin(colour: pygame.Color, opacity: int) -> pygame.Color:
    return Colour(colour.r, colour.g, colour.b, opacity)


CLOTHS: Final[Mapping[str, Cloth]] = {
    "green": _dark("#14504a"),
    "blue": _dark("#1c4370"),
    "wine": _dark("#5e2436"),
    "light": Cloth(
        Colour("#c9bfa4"),
        Colour(16, 22, 20, 214),
        Colour(40, 30, 10, 22),
        Colour(40, 30, 10, 90),
    ),
}
"""The tables, by their names in the settings; the first is the usual one."""

CLASSIC, PLAIN = "classic", "plain"
TILE_SETS: Final = (CLASSIC, PLAIN)
"""The faces of tiles: drawn as on real ones, or a large figure above its suit's sign."""

USUAL, SAFE = "usual", "safe"
COST_COLOURS: Final[Mapping[str, Mapping[Mark, pygame.Color]]] = {
    USUAL: {
        Mark.NONE: Colour("#8fe3b0"),
        Mark.INACCURACY: Colour("#f3e6b3"),
        Mark.MISTAKE: Colour("#ffb35c"),
        Mark.BLUNDER: Colour("#ff7a6b"),
    },
    SAFE: {
        Mark.NONE: Colour("#74b4ff"),
        Mark.INACCURACY: Colour("#f7f2da"),
        Mark.MISTAKE: Colour("#f5b800"),
        Mark.BLUNDER: Colour("#e0559c"),
    },
}
"""The colours of what moves cost, from the best to the worst; a number always stands with them.

Those of `SAFE` are told apart by people who see red and green, or blue and yellow, alike.
"""


@dataclass(frozen=True)
class Looks:
    """The names of what was chosen."""

    tiles: str = CLASSIC
    cloth: str = "green"
    costs: str = USUAL
