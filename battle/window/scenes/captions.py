"""The words of buttons that have no room for them in one line.

The widgets write in one line and one size. Longer words are taken off their button and painted over
it as all words of the window are (`draw.text_within`): in two lines, a little smaller, and what is
cut even so is shown whole to who asks for it.
"""

from __future__ import annotations

from typing import Final

import pygame
from pygame_gui.elements import UIButton

from battle.window.ui import draw
from battle.window.ui.theme import Role, Theme

_ROLES: Final = {
    "primary": Role.STRONG,
    "action_primary": Role.STRONG,
    "menu_item": Role.HEADING,
    "menu_item_primary": Role.HEADING,
}


class Captions:
    """The words that stand over their buttons."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._over: dict[UIButton, str] = {}
        self._roles: dict[UIButton, Role] = {}

    def add(self, button: UIButton, look_as: str) -> None:
        """Take the words off a new button if it has no room for them."""
        self._roles[button] = _ROLES.get(look_as, Role.BUTTON)
        self.write(button, button.text)

    def words(self, button: UIButton) -> str:
        """Return what a button says."""
        return self._over.get(button) or button.text

    def write(self, button: UIButton, words: str) -> None:
        """Let a button say something else."""
        self._over.pop(button, None)
        if words and self._theme.font(self._roles[button]).size(words)[0] > self._room(button)[1]:
            self._over[button] = words
            words = ""
        if button.text != words:
            button.set_text(words)

    def _room(self, button: UIButton) -> tuple[int, int]:
        """Return where words begin within a button, and how wide they can be."""
        px, is_left = self._theme.px, button.text_horiz_alignment == "left"
        before = button.text_horiz_alignment_padding if is_left else px(4)
        return before, int(button.rect.width) - before - px(10 if is_left else 4)

    def paint(self, surface: pygame.Surface) -> None:
        """Paint the words over the buttons that are seen, in the colour of their states."""
        for button, words in self._over.items():
            if not button.visible:
                continue
            before, width = self._room(button)
            margin = self._theme.px(3)
            place = pygame.Rect(button.rect.left + before, button.rect.top - margin, width, 0)
            place.height = button.rect.height + 2 * margin
            align: draw.Align = "left" if button.text_horiz_alignment == "left" else "centre"
            colour = button.colours[f"{_state(button)}_text"]
            assert isinstance(colour, pygame.Color)  # the theme has no gradients
            role = self._roles[button]
            draw.text_within(surface, self._theme, role, words, colour, place, align)


def _state(button: UIButton) -> str:
    """Return what the widgets' theme calls the state of a button."""
    if not button.is_enabled:
        return "disabled"
    if button.is_selected:
        return "selected"
    return "hovered" if button.hovered else "normal"
