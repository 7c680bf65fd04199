"""Colours, and fonts and lengths at one scale.

A `Theme` belongs to one scale (window size times the user's text scale) and is thrown away when
the scale changes. Lengths in code are written for a 1280 x 800 window and pass through `px`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

import pygame
from pygame import Color as Colour

from battle.analysis.costs import Mark
from battle.resources import asset
from battle.words import plain

# --- what can be chosen --------------------------------------------------------------------------
#
# What a person can choose of the looks: the tiles' faces, the table's cloth, the colours of costs.
#
# The settings name every choice (`battle.profile.settings`); `Looks` is one person's choice.


@dataclass(frozen=True)
class Cloth:
    """A table's cloth: its colour, what dims it behind cards, and places of tiles that are gone."""

    colour: pygame.Color
    dimmed: pygame.Color
    empty: pygame.Color
    empty_edge: pygame.Color


def translucent(colour: pygame.Color, opacity: int) -> pygame.Color:
    """Return a colour that lets what is below shine through; 0 is clear, 255 covers."""
    return Colour(colour.r, colour.g, colour.b, opacity)


def _dark(colour: str) -> Cloth:
    """Return a dark cloth; what lies on it is lighter."""
    return Cloth(
        Colour(colour), Colour(7, 20, 18, 150), Colour(255, 255, 255, 14), Colour(255, 255, 255, 60)
    )


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

Those of `SAFE` are distinguishable for people who see red and green, or blue and yellow, alike.
"""


@dataclass(frozen=True)
class Looks:
    """The names of what was chosen."""

    tiles: str = CLASSIC
    cloth: str = "green"
    costs: str = USUAL


# --- theme ---------------------------------------------------------------------------------------

ROOM: Final = Colour("#0e1c1a")
PANEL: Final = Colour("#16302b")
PANEL_RAISED: Final = Colour("#1d3d36")
WELL: Final = Colour("#0f2521")
LINE: Final = Colour("#2d5148")
INK: Final = Colour("#f6efdd")
MUTED: Final = Colour("#abbdb2")
FAINT: Final = Colour("#6d857a")
GOLD: Final = Colour("#ffc53d")
GOLD_DEEP: Final = Colour("#c98a1b")
SKY: Final = Colour("#4cc2ff")
DARK_INK: Final = Colour("#1b1608")
TAG: Final = Colour("#0e1c1a")
PALE: Final = Colour("#abbdb2")
"""The ground of an estimate's pill, and its ink where it is neither good nor bad."""
REFUSED: Final = Colour("#ff9d86")
SCRIM: Final = Colour(4, 12, 11, 176)
HOVERED: Final = Colour("#28544a")
CHOSEN: Final = Colour("#2f6557")
SELECTED_TEXT: Final = Colour("#3d6f61")
OFF_LINE: Final = Colour("#9fb0a6")
"""Moves of the tree that lie on another line than the one looked at."""
SCROLL_KNOB: Final = Colour("#3f6d61")
PRIMARY_EDGE: Final = Colour("#ffe19a")
PLAYERS: Final = {1: Colour("#ff8a70"), 2: Colour("#7dbbff")}
"""Each player's colour; it never stands alone, see `draw.badge` for the shape beside it."""

# The table, and what is around it.
SHADOW: Final = Colour(0, 6, 5, 190)
RIM_LIGHT: Final = Colour(255, 226, 180, 46)
RIM_GOLD: Final = Colour(201, 154, 74, 235)
RIM_LETTERS: Final = Colour("#e8cd9c")
RIM_SHADOW: Final = Colour(0, 10, 10)
SUITS: Final = {"m": Colour("#b83a00"), "p": Colour("#1a3f9c"), "s": Colour("#187a50")}
"""The suits' large figures, distinguishable for the colour-blind; their signs differ too."""
DIGIT: Final = Colour("#5b5340")
"""The small digit in a tile's corner."""
GLOW: Final = Colour(255, 197, 61, 38)
COLUMN_LIGHT: Final = Colour(255, 197, 61, 46)
RESTING_SCORE: Final = Colour("#d8d3c2")
"""The points of the player whose turn it is not."""
HERE: Final = Colour(96, 196, 120)
"""The dot of a friend who is there now."""
HURRIED: Final = Colour("#8f1d0c")
"""A clock that runs and has little time left."""

# Plots.
PLOT: Final = Colour("#0c1f1b")
PLOT_FRAME: Final = Colour("#5f8377")
PROVEN: Final = Colour("#8fe3b0")
GUESSED_CURVE: Final = Colour("#8ea79c")
DRAWN: Final = Colour("#7f9a8e")
LOST: Final = Colour("#3a5a51")


_LONGEST_LINE: Final = 1000
"""More characters than fit across any window."""


class Role(Enum):
    """What a text is for: its font file and its size in a 1280 x 800 window."""

    SMALL = ("Inter-Medium.otf", 13)
    TEXT = ("Inter-Regular.otf", 16)
    LARGE = ("Inter-Regular.otf", 18)
    STRONG = ("Inter-SemiBold.otf", 16)
    BUTTON = ("Inter-Medium.otf", 16)
    HEADING = ("Inter-SemiBold.otf", 20)
    TITLE = ("InterDisplay-Bold.otf", 30)
    DISPLAY = ("InterDisplay-Bold.otf", 60)
    FIGURES = ("TableFigures-SemiBold.otf", 16)
    CLOCK = ("TableFigures-SemiBold.otf", 24)
    SCORE = ("TableFigures-Bold.otf", 52)


class _Font(pygame.font.Font):
    """A font that accepts any text; characters it cannot show take no room.

    It is the last guard: text from outside is made fit where it is read (`battle.words.plain`).
    """

    def render(self, text: Any, *how: Any, **options: Any) -> pygame.Surface:
        """Return the text as a picture."""
        words = _writable(text)
        try:
            return super().render(words, *how, **options)
        except pygame.error:  # nothing of it is visible
            return pygame.Surface((0, self.get_linesize()), pygame.SRCALPHA)

    def size(self, text: Any) -> tuple[int, int]:
        """Return the width and the height of the text."""
        return super().size(_writable(text))


def _writable(text: Any) -> str:
    """Return text that a font can render: no line is longer than any window."""
    return plain(text[:_LONGEST_LINE]).replace("\n", " ") if isinstance(text, str) else ""


class Theme:
    """Everything that depends on the scale: lengths and fonts."""

    def __init__(self, scale: float, looks: Looks | None = None) -> None:
        self.scale = scale
        self.looks = looks or Looks()
        self._fonts: dict[tuple[str, int], pygame.font.Font] = {}

    @property
    def cloth(self) -> Cloth:
        """The table's cloth."""
        return CLOTHS[self.looks.cloth]

    @property
    def costs(self) -> Mapping[Mark, pygame.Color]:
        """The colours of what moves cost."""
        return COST_COLOURS[self.looks.costs]

    def px(self, length: float) -> int:
        """Return a length written for 1280 x 800 in pixels, at least 1 for a visible one."""
        return max(1, round(length * self.scale)) if length > 0 else 0

    def font(self, role: Role) -> pygame.font.Font:
        """Return the font of a role at this scale."""
        return self.font_of_size(role, self.px(role.value[1]))

    def font_of_size(self, role: Role, size: int) -> pygame.font.Font:
        """Return the font of a role at a size in pixels."""
        name = role.value[0]
        key = (name, size)
        if key not in self._fonts:
            self._fonts[key] = _Font(asset(f"fonts/{name}"), size)
        return self._fonts[key]
