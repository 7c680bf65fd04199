"""Colours, and fonts and lengths at one scale.

A `Theme` belongs to one scale (window size times the user's text scale) and is thrown away when
the scale changes. Lengths in code are written for a 1280 x 800 window and pass through `px`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, partial
from itertools import accumulate
from typing import Any, Final

import pygame
from pygame import Color as Colour

from battle.analysis.costs import Mark
from battle.resources import asset
from battle.words import EAST, plain

TOKENS: Final[Mapping[str, tuple[str, str]]] = json.loads(asset("tokens.json").read_text("utf-8"))
"""The colours that window and page share, on dark tables and on the light one."""


def translucent(colour: pygame.Color, opacity: int) -> pygame.Color:
    """Return a colour that lets what is below shine through; 0 is clear, 255 covers."""
    return Colour(colour.r, colour.g, colour.b, opacity)


_PALETTE: Final[list[tuple[Colour, Colour, Colour, bool]]] = []


def _colour(dark: str, light: str, *, tinted: bool = False) -> Colour:
    """Declare a colour of the palette: on dark tables, and on the light one."""
    colour = Colour(dark)
    _PALETTE.append((colour, Colour(dark), Colour(light), tinted))
    return colour


_ground: Final = partial(_colour, tinted=True)

ROOM: Final = _ground(*TOKENS["room"])
PANEL: Final = _ground(*TOKENS["panel"])
PANEL_RAISED: Final = _ground(*TOKENS["raised"])
WELL: Final = _ground(*TOKENS["well"])
LINE: Final = _ground(*TOKENS["line"])
INK: Final = _colour(*TOKENS["ink"])
BRIGHT: Final = _colour("#ffffff", "#120e06")
"""The ink of what is pointed at."""
MUTED: Final = _ground(*TOKENS["muted"])
FAINT: Final = _ground(*TOKENS["faint"])
GOLD: Final = _colour(*TOKENS["gold"])
GOLD_DEEP: Final = _colour("#c98a1b", "#b5832c")
YELLOW: Final = _colour(*TOKENS["gold-fill"])
"""What is pressed next, on every table."""
YELLOW_BRIGHT: Final = _colour("#ffd56e", "#ffd56e")
ON_YELLOW: Final = _colour(*TOKENS["on-gold"])
SKY: Final = _colour(*TOKENS["focus"])
ON_GOLD: Final = _colour("#1b1608", "#fffaf0")
"""The ink on gold, and on the colours of costs."""
REFUSED: Final = _colour(*TOKENS["bad"])
SCRIM: Final = _colour(*TOKENS["scrim"])
QUIET: Final = Colour(4, 20, 18, 132)
"""The shade over what is not spoken of on a board."""
LIT: Final = Colour("#ff8f3a")
"""The frame of a pair that was taken."""
HOVERED: Final = _ground("#21473f", "#efe3c4")
HELD: Final = _ground("#17332d", "#e3d4ae")
DISABLED: Final = _ground("#142a26", "#f1ead9")
CHOSEN: Final = _ground(*TOKENS["chosen"])
SELECTED_TEXT: Final = _ground("#3d6f61", "#e3cf97")
OFF_LINE: Final = _ground("#9fb0a6", "#655b46")
"""Moves of the tree that lie on another line than the one looked at."""
SCROLL_KNOB: Final = _ground("#3f6d61", "#b5a680")
EDGE: Final = _ground(*TOKENS["edge"])
"""The edge of a button that is pointed at."""
PRIMARY_EDGE: Final = _colour(*TOKENS["gold-edge"])
PLAYERS: Final = {1: _colour(*TOKENS["one"]), 2: _colour(*TOKENS["two"])}
TAKEN: Final = {1: _colour(*TOKENS["ghost-one"]), 2: _colour(*TOKENS["ghost-two"])}
"""Each player's colour, as `see_as` has it; it never stands alone."""
SIGNS: Final[dict[int, str]] = {1: "disc", 2: "diamond"}
"""The shape beside it."""

# The table, and what is around it.
SHADOW: Final = _colour("#000605be", "#3c2d1464")
RIM_LIGHT: Final = Colour(255, 226, 180, 46)
RIM_GOLD: Final = Colour(201, 154, 74, 235)
RIM_LETTERS: Final = Colour(TOKENS["letters"][0])
RIM_SHADOW: Final = Colour(0, 10, 10)
SUITS: Final = {"m": Colour("#b83a00"), "p": Colour("#1a3f9c"), "s": Colour("#187a50")}
"""The suits' large figures, distinguishable for the colour-blind; their signs differ too."""
DIGIT: Final = Colour("#5b5340")
"""The small digit in a tile's corner."""
COLUMN_LIGHT: Final = Colour(255, 197, 61, 46)
RESTING_SCORE: Final = _colour(*TOKENS["rests"])
"""The points of the player whose turn it is not."""
HERE: Final = _colour("#60c478", "#2f8f4e")
"""The dot of a friend who is there now."""

# Plots.
PLOT: Final = _ground("#0c1f1b", "#fbf7ec")
PLOT_FRAME: Final = _ground("#5f8377", "#9a8b68")
PROVEN: Final = _colour(*TOKENS["good"])
GUESSED_CURVE: Final = _ground("#8ea79c", "#7d735c")
DRAWN: Final = _ground("#7f9a8e", "#8a7f66")
LOST: Final = _ground("#3a5a51", "#cfc2a2")


@dataclass(frozen=True)
class Cloth:
    """A table's cloth: its colour, what dims it behind cards, and places of tiles that are gone."""

    colour: pygame.Color
    dimmed: pygame.Color
    empty: pygame.Color
    empty_edge: pygame.Color


def _dark(colour: str) -> Cloth:
    """Return a dark cloth; what lies on it is lighter."""
    return Cloth(
        Colour(colour), Colour(7, 20, 18, 150), Colour(255, 255, 255, 14), Colour(255, 255, 255, 60)
    )


LIGHT: Final = "light"
CLOTHS: Final[Mapping[str, Cloth]] = {
    "green": _dark(TOKENS["cloth"][0]),
    "blue": _dark("#1c4370"),
    "wine": _dark("#5e2436"),
    LIGHT: Cloth(
        Colour(TOKENS["cloth"][1]),
        Colour(231, 224, 207, 228),
        Colour(255, 255, 255, 14),
        Colour(255, 255, 255, 60),
    ),
}
"""The tables, by their names in the settings; the first is the usual one."""


_SIDES: Final = [(PLAYERS[player], TAKEN[player], SIGNS[player]) for player in (1, 2)]


def see_as(player: int) -> None:
    """Give who sits below the first colour and sign, whoever begins."""
    for one, side in zip((player, 3 - player), _SIDES, strict=True):
        PLAYERS[one], TAKEN[one], SIGNS[one] = side


def sits_below(player: int) -> bool:
    """Whether a player has the first colour."""
    return PLAYERS[player] is _SIDES[0][0]


def dress(cloth: str) -> None:
    """Give the palette the colours for a table: light ones, or dark ones in the cloth's tint.

    Colours change in place, for everyone who holds one.
    """
    usual, wanted = (CLOTHS[name].colour.hsla[0] for name in ("green", cloth))
    for colour, dark, light, tinted in _PALETTE:
        colour.update(light if cloth == LIGHT else dark)
        if tinted and cloth != LIGHT:
            hue, saturation, lightness, opacity = dark.hsla
            colour.hsla = (hue + wanted - usual) % 360, saturation, lightness, opacity


CLASSIC, PLAIN = "classic", "plain"
"""The faces of tiles: drawn as on real ones, or a large figure above its suit's sign."""

USUAL, SAFE = "usual", "safe"
COST_COLOURS: Final[Mapping[str, Mapping[Mark, pygame.Color]]] = {
    USUAL: {
        Mark.NONE: _colour(TOKENS["cost-0"][0], TOKENS["good"][1]),
        Mark.INACCURACY: _colour(TOKENS["cost-1"][0], "#75661d"),
        Mark.MISTAKE: _colour(TOKENS["cost-2"][0], "#914800"),
        Mark.BLUNDER: _colour(TOKENS["cost-3"][0], "#b3261e"),
    },
    SAFE: {
        Mark.NONE: _colour("#74b4ff", "#0a5fc4"),
        Mark.INACCURACY: _colour("#f7f2da", "#65604e"),
        Mark.MISTAKE: _colour("#f5b800", "#8c5400"),
        Mark.BLUNDER: _colour("#e0559c", "#5c0030"),
    },
}
"""The colours of what moves cost, from the best to the worst; a number always stands with them.

Those of `SAFE` are distinguishable for people who see red and green, or blue and yellow, alike.
"""


@dataclass(frozen=True)
class Looks:
    """The names of what was chosen: the tiles' faces, the table's cloth, the colours of costs."""

    tiles: str = CLASSIC
    cloth: str = "green"
    costs: str = USUAL


LONGEST_LINE: Final = 1000
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
    SCORE = ("Inter-Bold.otf", 52)


class Font:
    """A font that accepts any text, with even gaps at every size.

    Small letters are drawn larger and scaled down, so that they stand between the pixels too.
    Chinese, Japanese and Korean letters come from another font, opened when the first is met;
    characters that neither has take no room. It is the last guard: text from outside is made fit
    where it is read (`battle.words.plain`).
    """

    def __init__(self, name: str, size: int) -> None:
        self._times = _FINER if size <= _LARGE else 1
        self._size = size * self._times
        self._bolder = round(self._size * _BOLDER) if "Bold" in name else 0
        self._own = pygame.font.Font(asset(f"fonts/{name}"), self._size)
        self._height, self._line = (
            -(-tall // self._times) for tall in (self._own.get_height(), self._own.get_linesize())
        )

    @cached_property
    def _other(self) -> pygame.font.Font:
        return pygame.font.Font(asset(f"fonts/{_LETTERS}"), self._size)

    def _runs(self, text: Any) -> list[tuple[pygame.font.Font, str]]:
        """Return the parts of a text, each with its font."""
        words = plain(text[:LONGEST_LINE]).replace("\n", " ") if isinstance(text, str) else ""
        parts = _EAST.split(words) if not words.isascii() else [words]
        fonts = [self._other if n % 2 else self._own for n in range(len(parts))]
        return [(font, part) for font, part in zip(fonts, parts, strict=True) if part]

    def render(self, text: Any, colour: pygame.Color) -> pygame.Surface:
        """Return the text as a picture."""
        runs, times = self._runs(text), self._times
        widths = [font.size(part)[0] for font, part in runs]
        large = pygame.Surface(
            (-(-sum(widths) // times) * times, self._height * times), pygame.SRCALPHA
        )
        large.fill(translucent(colour, 0))
        base = -(-self._own.get_ascent() // times) * times
        for (font, part), left in zip(runs, accumulate(widths, initial=0), strict=False):
            with suppress(pygame.error):  # nothing of it is visible
                drawn, top = font.render(part, True, colour), base - font.get_ascent()
                more = self._bolder if font is not self._own else 0
                for x, y in {(0, 0), (more, 0), (0, -more), (more, -more)}:
                    large.blit(drawn, (left + x, top + y), None, pygame.BLEND_RGBA_MAX)
        small = large.get_width() // times, self._height
        return pygame.transform.smoothscale(large, small) if times > 1 else large

    def size(self, text: Any) -> tuple[int, int]:
        """Return the width and the height of the text."""
        wide = sum(font.size(part)[0] for font, part in self._runs(text))
        return -(-wide // self._times), self._height

    def get_height(self) -> int:
        """Return the height of a line; `get_linesize` is the step to the next."""
        return self._height

    def get_linesize(self) -> int:
        """Return the step from line to line."""
        return self._line


_FINER: Final = 4
_LARGE: Final = 44
"""How many times larger letters are drawn, and from which size their gaps are even anyway."""
_LETTERS: Final = "NotoSansCJK-Letters.otf"
_BOLDER: Final = 0.03
"""How much thicker the strokes of bold ones are, as a share of the size: they have one weight."""
_EAST: Final = re.compile(f"([{EAST}]+)")


class Theme:
    """Everything that depends on the scale: lengths and fonts; the cloth, the colours of costs."""

    def __init__(self, scale: float, looks: Looks | None = None) -> None:
        self.scale = scale
        self.looks = looks or Looks()
        self.cloth: Final = CLOTHS[self.looks.cloth]
        self.costs: Final = COST_COLOURS[self.looks.costs]
        self._fonts: dict[tuple[str, int], Font] = {}

    def px(self, length: float) -> int:
        """Return a length written for 1280 x 800 in pixels, at least 1 for a visible one."""
        return max(1, round(length * self.scale)) if length > 0 else 0

    def font(self, role: Role) -> Font:
        """Return the font of a role at this scale."""
        return self.font_of_size(role, self.px(role.value[1]))

    def font_of_size(self, role: Role, size: int) -> Font:
        """Return the font of a role at a size in pixels."""
        name = role.value[0]
        key = (name, size)
        if key not in self._fonts:
            self._fonts[key] = Font(name, size)
        return self._fonts[key]
