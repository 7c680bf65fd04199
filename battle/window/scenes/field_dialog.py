"""A dialog over a scene with a line to type in; Enter there is `confirm`."""

from __future__ import annotations

from typing import ClassVar

import pygame
import pygame_gui
from pygame_gui.elements import UITextEntryLine

from battle.window.scenes.scene import Services
from battle.window.scenes.widget_scene import WidgetScene


class FieldDialog(WidgetScene):
    """Keeps in `words` what is typed, so that it survives another size of the window."""

    overlay: ClassVar[bool] = True

    def __init__(self, app: Services, words: str = "") -> None:
        super().__init__(app)
        self.words = words

    def add_field(self, place: pygame.Rect, *, limit: int, placeholder: str | None = None) -> None:
        """Put the field on the dialog, with room for `limit` characters, and the focus on it."""
        self.field = UITextEntryLine(
            place, self.ui, initial_text=self.words, placeholder_text=placeholder
        )
        self.field.set_text_length_limit(limit)
        self.add(self.field)
        self.focus(self.field)

    def confirm(self) -> None:
        """Take what was typed."""
        raise NotImplementedError

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Take the words with Enter in the field."""
        if self.typing and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.confirm()
            return True
        return False

    def on_event(self, event: pygame.event.Event) -> None:
        """Keep what was typed."""
        if event.type == pygame_gui.UI_TEXT_ENTRY_CHANGED:
            self.words = self.field.get_text()
