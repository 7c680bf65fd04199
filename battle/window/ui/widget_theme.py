"""How pygame_gui's widgets look, at one scale."""

from __future__ import annotations

from typing import Any, Final

import pygame

from battle.resources import asset
from battle.window.ui import theme as look
from battle.window.ui.theme import Theme

Look = dict[str, Any]
"""What pygame_gui reads: by the name of a widget or of its looks, its colours, font and shape."""


def widget_theme(theme: Theme) -> Look:
    """Return the theme of all widgets at a scale."""
    shape = _shape(theme, radius=8, border=1)
    return {
        "defaults": {"colours": _COLOURS, "font": _plain(theme), "misc": shape},
        **_buttons(theme),
        **_fields(theme),
        **_lists(theme),
        **_sliders(theme),
        **_tool_tips(theme),
    }


def _buttons(theme: Theme) -> Look:
    """Return how buttons look; `#…` is what `look_as` names."""
    round_box = _shape(theme, radius=8, border=1)
    heading = _font("widget_heading", "Inter-SemiBold.otf", theme.px(20))
    strong = _font("widget_strong", "Inter-SemiBold.otf", theme.px(16))
    return {
        "button": {
            "font": _plain(theme),
            "misc": {**round_box, "text_horiz_alignment_padding": str(theme.px(12))},
        },
        "#primary": {"colours": _PRIMARY, "font": strong},
        "#quiet": {"colours": _QUIET},
        "#tool": {
            "colours": {"normal_bg": _hex(look.PANEL), "normal_border": _hex(look.LINE)},
            "misc": _shape(theme, radius=10, border=1),
        },
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
    }


def _fields(theme: Theme) -> Look:
    """Return how fields for words look."""
    round_box = _shape(theme, radius=8, border=1)
    return {
        "text_box": {
            "font": _plain(theme),
            "colours": {"dark_bg": "#00000000", "normal_border": "#00000000"},
            "misc": {**_shape(theme, radius=8, border=0), "line_spacing": "1.35"},
        },
        "text_entry_line": {
            "font": _plain(theme),
            "colours": {
                "dark_bg": _hex(look.WELL),
                "selected_bg": "#3d6f61",
                "normal_text": _hex(look.INK),
                "text_cursor": _hex(look.GOLD),
            },
            "misc": {**round_box, "padding": f"{theme.px(10)},{theme.px(4)}"},
        },
    }


def _lists(theme: Theme) -> Look:
    """Return how lists look."""
    round_box = _shape(theme, radius=8, border=1)
    return {
        "selection_list": {
            "colours": {"dark_bg": _hex(look.WELL)},
            "misc": {**round_box, "list_item_height": str(theme.px(34))},
        },
        "selection_list.button": {"misc": _list_item(theme), "colours": _ITEM},
    }


def _sliders(theme: Theme) -> Look:
    """Return how sliders and scroll bars look."""
    return {
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
            "colours": {"dark_bg": _hex(look.WELL)},
            "misc": {**_shape(theme, radius=5, border=0), "enable_arrow_buttons": "0"},
        },
        "vertical_scroll_bar.#sliding_button": {
            "colours": _SCROLL,
            "misc": _shape(theme, radius=4, border=0),
        },
    }


def _tool_tips(theme: Theme) -> Look:
    """Return how tips look."""
    small = _font("widget_small", "Inter-Medium.otf", theme.px(14))
    return {
        "tool_tip": {"misc": {"rect_width": "-1"}},
        "tool_tip.text_box": {
            "font": small,
            "colours": {
                "dark_bg": "#0a1614",
                "normal_border": _hex(look.LINE),
                "normal_text": _hex(look.INK),
            },
            "misc": {
                **_shape(theme, radius=6, border=1),
                "padding": f"{theme.px(9)},{theme.px(6)}",
            },
        },
    }


def _hex(colour: pygame.Color) -> str:
    return f"#{colour.r:02x}{colour.g:02x}{colour.b:02x}{colour.a:02x}"


def _plain(theme: Theme) -> dict[str, str]:
    return _font("widget", "Inter-Medium.otf", theme.px(16))


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
    "normal_bg": _hex(look.PANEL_RAISED),
    "hovered_bg": _hex(look.HOVERED),
    "disabled_bg": "#142a26",
    "selected_bg": _hex(look.CHOSEN),
    "active_bg": "#17332d",
    "dark_bg": _hex(look.PANEL),
    "disabled_dark_bg": _hex(look.WELL),
    "normal_text": _hex(look.INK),
    "hovered_text": "#ffffff",
    "disabled_text": _hex(look.FAINT),
    "selected_text": "#ffffff",
    "active_text": "#ffffff",
    "normal_border": _hex(look.LINE),
    "hovered_border": "#4b7d70",
    "disabled_border": "#1e3a34",
    "selected_border": _hex(look.GOLD),
    "active_border": _hex(look.GOLD),
    "normal_text_shadow": "#00000000",
    "hovered_text_shadow": "#00000000",
    "disabled_text_shadow": "#00000000",
    "selected_text_shadow": "#00000000",
    "active_text_shadow": "#00000000",
    "link_text": _hex(look.GOLD),
    "link_hover": "#ffe08a",
    "link_selected": "#ffe08a",
    "filled_bar": _hex(look.GOLD),
    "unfilled_bar": _hex(look.WELL),
    "text_cursor": _hex(look.GOLD),
}
_PRIMARY: Final = {
    "normal_bg": _hex(look.GOLD),
    "hovered_bg": "#ffd56e",
    "active_bg": "#e5a91f",
    "selected_bg": "#ffd56e",
    "disabled_bg": "#4f4a2c",
    "normal_text": _hex(look.DARK_INK),
    "hovered_text": _hex(look.DARK_INK),
    "active_text": _hex(look.DARK_INK),
    "selected_text": _hex(look.DARK_INK),
    "disabled_text": "#98906a",
    "normal_border": _hex(look.PRIMARY_EDGE),
    "hovered_border": "#fff0c8",
    "active_border": _hex(look.PRIMARY_EDGE),
    "disabled_border": "#5c5636",
}
_QUIET: Final = {
    "normal_bg": "#00000000",
    "hovered_bg": _hex(look.HOVERED),
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
    "normal_text": _hex(look.MUTED),
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
    "hovered_bg": _hex(look.HOVERED),
    "selected_bg": _hex(look.CHOSEN),
    "active_bg": _hex(look.CHOSEN),
}
_KNOB: Final = {"normal_bg": _hex(look.GOLD), "hovered_bg": "#ffd56e", "active_bg": "#e5a91f"}
_SCROLL: Final = {"normal_bg": "#3a655a", "hovered_bg": "#4b7d70", "active_bg": "#5b9083"}
