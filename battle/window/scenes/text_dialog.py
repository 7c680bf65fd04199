"""A question laid over a scene that is answered with a line of words."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import pygame
import pygame_gui
from pygame_gui.elements import UITextEntryLine

from battle.language import _
from battle.window.scenes.scene import Services
from battle.window.scenes.widget_scene import WidgetScene
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.theme import Role


class TextDialog(WidgetScene):
    """Asks for a line of words; Enter takes what stands there, Esc changes nothing."""

    overlay: ClassVar[bool] = True

    def __init__(
        self, app: Services, title: str, words: str, answer: Callable[[str], object], *, limit: int
    ) -> None:
        super().__init__(app)
        self.title = title
        self.words = words
        self._answer = answer
        self._limit = limit

    def build(self) -> None:
        """Put the field and two buttons below the title."""
        px, pad = self.theme.px, self.theme.px(28)
        width = min(px(560), self.size[0] - 2 * pad)
        self.box = pygame.Rect(0, 0, width, px(206))
        self.box.center = (self.size[0] // 2, self.size[1] // 2)
        inner = self.box.inflate(-2 * pad, 0)
        self._head = pygame.Rect(inner.left, self.box.top + px(14), inner.width, px(44))
        field = pygame.Rect(inner.left, self._head.bottom + px(10), inner.width, px(44))
        self.field = UITextEntryLine(field, self.ui, initial_text=self.words)
        self.field.set_text_length_limit(self._limit)
        self.add(self.field)
        half = (inner.width - px(10)) // 2
        row = pygame.Rect(inner.left, field.bottom + px(18), half, px(46))
        self.add_button(row.copy(), _("Write"), self.confirm, look_as="primary")
        row.right = inner.right
        self.add_button(row, _("Cancel"), self.cancel)
        self.focus(self.field)

    def confirm(self) -> None:
        """Close the question and hand the words on."""
        words = " ".join(self.field.get_text().split())
        self.app.pop()
        self._answer(words)

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Take the words with Enter in the field."""
        if self.typing and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.confirm()
            return True
        return False

    def on_event(self, event: pygame.event.Event) -> None:
        """Keep what was typed, so that it survives another size of the window."""
        if event.type == pygame_gui.UI_TEXT_ENTRY_CHANGED:
            self.words = self.field.get_text()

    def paint(self, surface: pygame.Surface) -> None:
        """Dim what lies below, and paint the box with its title."""
        theme = self.theme
        draw.shade(surface, look.SCRIM)
        draw.box(
            surface, self.box, look.PANEL, radius=theme.px(18), border=look.LINE, width=theme.px(1)
        )
        font = draw.fitting_font(theme, Role.HEADING, self.title, self._head.width)
        draw.text(surface, font, self.title, look.INK, self._head)
