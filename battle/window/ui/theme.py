"""Colours, fonts and the look of the widgets, at one scale.

A `Theme` belongs to one scale (window size times the user's text scale) and is thrown away when
the scale changes. Lengths in code are written for a 1280 x 800 window and pass through `px`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any, Final

import pygame
from pygame_gui.core import gui_font_pygame

from battle.analysis.ledger import Mark
from battle.resources import asset
from battle.window.ui.looks import CLOTHS, COST_COLOURS, Cloth, Looks
from battle.words.plain import plain

Colour = pygame.Color

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
REFUSED: Final = Colour("#ff9d86")
SCRIM: Final = Colour(4, 12, 11, 176)
HOVERED: Final = Colour("#28544a")
CHOSEN: Final = Colour("#2f6557")
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
"""The suits' large figures, told apart also by the colour-blind; their signs differ besides."""
DIGIT: Final = Colour("#5b5340")
"""The small digit in a tile's corner."""
GLOW: Final = Colour(255, 197, 61, 38)
COLUMN_LIGHT: Final = Colour(255, 197, 61, 46)
RESTING_SCORE: Final = Colour("#d8d3c2")
"""The points of the player whose turn it is not."""
HURRIED: Final = Colour("#8f1d0c")
"""A clock that runs and has little time left."""

# Plots.
PLOT: Final = Colour("#0c1f1b")
PLOT_FRAME: Final = Colour("#5f8377")
PROVEN: Final = Colour("#8fe3b0")
GUESSED_CURVE: Final = Colour("#8ea79c")
ESTIMATED: Final = Colour("#47705f")
DRAWN: Final = Colour("#7f9a8e")
LOST: Final = Colour("#3a5a51")


_LONGEST_LINE: Final = 1000
"""More characters than fit across any window."""


def translucent(colour: pygame.Color, opacity: int) -> pygame.Color:
    """Return a colour that lets what is below shine through; 0 is clear, 255 covers."""
    return Colour(colour.r, colour.g, colour.b, opacity)


class Role(Enum):
    """What a text is for: its font file and its size in a 1280 x 800 window."""

    SMALL = ("Inter-Medium.otf", 13)
    TEXT = ("Inter-Regular.otf", 16)
    STRONG = ("Inter-SemiBold.otf", 16)
    BUTTON = ("Inter-Medium.otf", 16)
    HEADING = ("Inter-SemiBold.otf", 20)
    TITLE = ("InterDisplay-Bold.otf", 30)
    DISPLAY = ("InterDisplay-Bold.otf", 60)
    FIGURES = ("TableFigures-SemiBold.otf", 16)
    CLOCK = ("TableFigures-SemiBold.otf", 24)
    SCORE = ("TableFigures-Bold.otf", 52)


class _Font(pygame.font.Font):
    """A font that writes whatever it is given; what cannot be shown takes no room.

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

    def metrics(self, text: Any) -> Any:
        """Return what is known of the shape of every character."""
        return super().metrics(_writable(text))


def _writable(text: Any) -> str:
    """Return text of which a font can make a picture: no line is longer than any window."""
    return plain(text[:_LONGEST_LINE]).replace("\n", " ") if isinstance(text, str) else ""


# What is typed into widgets comes from outside too.
gui_font_pygame.Font = _Font  # type: ignore[attr-defined]


class Theme:
    """Everything that depends on the scale: lengths, fonts, and the widgets' theme."""

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

    def widgets(self) -> dict[str, Any]:
        """Return the theme of pygame_gui's widgets at this scale."""
        return _widgets(self)


def _widgets(theme: Theme) -> dict[str, Any]:
    plain = _font("widget", "Inter-Medium.otf", theme.px(16))
    strong = _font("widget_strong", "Inter-SemiBold.otf", theme.px(16))
    heading = _font("widget_heading", "Inter-SemiBold.otf", theme.px(20))
    title = _font("widget_title", "InterDisplay-Bold.otf", theme.px(30))
    small = _font("widget_small", "Inter-Medium.otf", theme.px(14))
    round_box = _shape(theme, radius=8, border=1)
    return {
        "defaults": {"colours": _COLOURS, "font": plain, "misc": round_box},
        "button": {
            "font": plain,
            "misc": {**round_box, "text_horiz_alignment_padding": str(theme.px(12))},
        },
        "#primary": {"colours": _PRIMARY, "font": strong},
        "#quiet": {"colours": _QUIET},
        "#tool": {
            "colours": {"normal_bg": _hex(PANEL), "normal_border": _hex(LINE)},
            "misc": _shape(theme, radius=10, border=1),
        },
        "#choice": {"misc": {"text_horiz_alignment": "left"}},
        "#segment": {
            "colours": _SEGMENT,
            "misc": {
                **_shape(theme, radius=7, border=1),
                "text_horiz_alignment_padding": str(theme.px(4)),
            },
        },
        "#listed": {
            "colours": _SEGMENT,
            "misc": {
                **_shape(theme, radius=7, border=1),
                "text_horiz_alignment": "left",
                "text_horiz_alignment_padding": str(theme.px(34)),
            },
        },
        "#row": {
            "colours": _ROW,
            "misc": _shape(theme, radius=8, border=0),
        },
        "#bare": {
            "colours": _BARE,
            "misc": _shape(theme, radius=8, border=0),
        },
        "#action": {"misc": _beside_icon(theme)},
        "#action_primary": {"font": strong, "colours": _PRIMARY, "misc": _beside_icon(theme)},
        "#menu_item": {
            "font": heading,
            "misc": {
                **_shape(theme, radius=10, border=1),
                "text_horiz_alignment": "left",
                "text_horiz_alignment_padding": str(theme.px(64)),
            },
        },
        "#menu_half": {
            "misc": {
                **_shape(theme, radius=10, border=1),
                "text_horiz_alignment": "left",
                "text_horiz_alignment_padding": str(theme.px(52)),
            },
        },
        "#menu_item_primary": {
            "prototype": "#menu_item",
            "colours": _PRIMARY,
        },
        "label": {
            "font": plain,
            "colours": {"dark_bg": "#00000000"},
            "misc": {"text_horiz_alignment": "left"},
        },
        "#heading": {"font": heading},
        "#title": {"font": title},
        "#small": {"font": small, "colours": {"normal_text": _hex(MUTED)}},
        "panel": {"colours": {"dark_bg": _hex(PANEL)}, "misc": _shape(theme, radius=14, border=1)},
        "text_box": {
            "font": plain,
            "colours": {"dark_bg": "#00000000", "normal_border": "#00000000"},
            "misc": {**_shape(theme, radius=8, border=0), "line_spacing": "1.35"},
        },
        "text_entry_line": {
            "font": plain,
            "colours": {
                "dark_bg": _hex(WELL),
                "selected_bg": "#3d6f61",
                "normal_text": _hex(INK),
                "text_cursor": _hex(GOLD),
            },
            "misc": {**round_box, "padding": f"{theme.px(10)},{theme.px(4)}"},
        },
        "text_entry_box": {
            "font": plain,
            "colours": {"dark_bg": _hex(WELL), "text_cursor": _hex(GOLD)},
            "misc": {**round_box, "padding": f"{theme.px(10)},{theme.px(8)}"},
        },
        "selection_list": {
            "colours": {"dark_bg": _hex(WELL)},
            "misc": {**round_box, "list_item_height": str(theme.px(34))},
        },
        "selection_list.button": {"misc": _list_item(theme), "colours": _ITEM},
        "drop_down_menu": {"misc": {**round_box, "expand_direction": "down"}},
        "drop_down_menu.button": {
            "misc": {**_shape(theme, radius=8, border=0), "text_horiz_alignment": "left"}
        },
        "drop_down_menu.selection_list": {
            "misc": {**round_box, "list_item_height": str(theme.px(36))}
        },
        "drop_down_menu.selection_list.button": {"misc": _list_item(theme), "colours": _ITEM},
        "horizontal_slider": {
            "colours": {"dark_bg": "#00000000"},
            "misc": {
                **_shape(theme, radius=8, border=0),
                "enable_arrow_buttons": "0",
                "sliding_button_width": str(theme.px(22)),
            },
        },
        "horizontal_slider.#sliding_button": {
            "colours": _KNOB,
            "misc": _shape(theme, radius=11, border=0),
        },
        "vertical_scroll_bar": {
            "colours": {"dark_bg": _hex(WELL)},
            "misc": {**_shape(theme, radius=5, border=0), "enable_arrow_buttons": "0"},
        },
        "vertical_scroll_bar.#sliding_button": {
            "colours": _SCROLL,
            "misc": _shape(theme, radius=4, border=0),
        },
        "check_box": {"misc": _shape(theme, radius=5, border=1), "colours": _CHECK},
        "tool_tip": {"misc": {"rect_width": "-1"}},
        "tool_tip.text_box": {
            "font": small,
            "colours": {
                "dark_bg": "#0a1614",
                "normal_border": _hex(LINE),
                "normal_text": _hex(INK),
            },
            "misc": {
                **_shape(theme, radius=6, border=1),
                "padding": f"{theme.px(9)},{theme.px(6)}",
            },
        },
        "window": {
            "colours": {"dark_bg": _hex(PANEL), "normal_border": _hex(LINE)},
            "misc": {**_shape(theme, radius=14, border=1), "title_bar_height": str(theme.px(40))},
        },
        "window.#title_bar": {
            "font": heading,
            "colours": {"normal_bg": _hex(PANEL_RAISED), "hovered_bg": _hex(PANEL_RAISED)},
            "misc": {
                **_shape(theme, radius=14, border=0),
                "text_horiz_alignment": "left",
                "text_horiz_alignment_padding": str(theme.px(16)),
            },
        },
    }


def _hex(colour: pygame.Color) -> str:
    return f"#{colour.r:02x}{colour.g:02x}{colour.b:02x}{colour.a:02x}"


def _font(name: str, file: str, size: int) -> dict[str, str]:
    path = str(asset(f"fonts/{file}"))
    bold = str(asset("fonts/Inter-Bold.otf"))
    return {
        "name": name,
        "size": str(size),
        "bold": "0",
        "italic": "0",
        "regular_path": path,
        "bold_path": bold,
        "italic_path": path,
        "bold_italic_path": bold,
    }


def _shape(theme: Theme, *, radius: int, border: int) -> dict[str, str]:
    return {
        "shape": "rounded_rectangle",
        "shape_corner_radius": str(theme.px(radius)),
        "border_width": str(theme.px(border)),
        "shadow_width": "0",
    }


def _beside_icon(theme: Theme) -> dict[str, str]:
    """Return the misc part for buttons with words beside an icon."""
    return {
        **_shape(theme, radius=8, border=1),
        "text_horiz_alignment": "left",
        "text_horiz_alignment_padding": str(theme.px(52)),
    }


def _list_item(theme: Theme) -> dict[str, str]:
    return {
        **_shape(theme, radius=6, border=0),
        "text_horiz_alignment": "left",
        "text_horiz_alignment_padding": str(theme.px(12)),
    }


_COLOURS: Final = {
    "normal_bg": _hex(PANEL_RAISED),
    "hovered_bg": _hex(HOVERED),
    "disabled_bg": "#142a26",
    "selected_bg": _hex(CHOSEN),
    "active_bg": "#17332d",
    "dark_bg": _hex(PANEL),
    "disabled_dark_bg": _hex(WELL),
    "normal_text": _hex(INK),
    "hovered_text": "#ffffff",
    "disabled_text": _hex(FAINT),
    "selected_text": "#ffffff",
    "active_text": "#ffffff",
    "normal_border": _hex(LINE),
    "hovered_border": "#4b7d70",
    "disabled_border": "#1e3a34",
    "selected_border": _hex(GOLD),
    "active_border": _hex(GOLD),
    "normal_text_shadow": "#00000000",
    "hovered_text_shadow": "#00000000",
    "disabled_text_shadow": "#00000000",
    "selected_text_shadow": "#00000000",
    "active_text_shadow": "#00000000",
    "link_text": _hex(GOLD),
    "link_hover": "#ffe08a",
    "link_selected": "#ffe08a",
    "filled_bar": _hex(GOLD),
    "unfilled_bar": _hex(WELL),
    "text_cursor": _hex(GOLD),
}
_PRIMARY: Final = {
    "normal_bg": _hex(GOLD),
    "hovered_bg": "#ffd56e",
    "active_bg": "#e5a91f",
    "selected_bg": "#ffd56e",
    "disabled_bg": "#4f4a2c",
    "normal_text": _hex(DARK_INK),
    "hovered_text": _hex(DARK_INK),
    "active_text": _hex(DARK_INK),
    "selected_text": _hex(DARK_INK),
    "disabled_text": "#98906a",
    "normal_border": _hex(PRIMARY_EDGE),
    "hovered_border": "#fff0c8",
    "active_border": _hex(PRIMARY_EDGE),
    "disabled_border": "#5c5636",
}
_QUIET: Final = {
    "normal_bg": "#00000000",
    "hovered_bg": _hex(HOVERED),
    "active_bg": "#17332d",
    "disabled_bg": "#00000000",
    "normal_border": "#00000000",
    "hovered_border": "#4b7d70",
    "disabled_border": "#00000000",
}
_SEGMENT: Final = {
    "normal_bg": "#00000000",
    "hovered_bg": "#1d3d36",
    "active_bg": "#17332d",
    "disabled_bg": "#00000000",
    "normal_text": _hex(MUTED),
    "normal_border": "#00000000",
    "hovered_border": "#00000000",
    "disabled_border": "#00000000",
}
_ROW: Final = {
    "normal_bg": "#00000000",
    "hovered_bg": "#1d3d3680",
    "active_bg": "#1d3d36",
    "disabled_bg": "#00000000",
}
_BARE: Final = {
    "normal_bg": "#00000000",
    "hovered_bg": "#00000000",
    "active_bg": "#00000000",
    "disabled_bg": "#00000000",
}
_ITEM: Final = {
    "normal_bg": "#00000000",
    "hovered_bg": _hex(HOVERED),
    "selected_bg": _hex(CHOSEN),
    "active_bg": _hex(CHOSEN),
}
_KNOB: Final = {"normal_bg": _hex(GOLD), "hovered_bg": "#ffd56e", "active_bg": "#e5a91f"}
_SCROLL: Final = {"normal_bg": "#3a655a", "hovered_bg": "#4b7d70", "active_bg": "#5b9083"}
_CHECK: Final = {
    "normal_bg": _hex(WELL),
    "selected_bg": _hex(GOLD),
    "hovered_bg": _hex(HOVERED),
    "normal_text": _hex(INK),
    "selected_text": _hex(DARK_INK),
}
