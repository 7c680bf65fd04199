"""A dialog over a scene with a line to type in; Enter there is `confirm`."""

from __future__ import annotations

from typing import ClassVar

import pygame

from battle.window.scenes.scene import Services
from battle.window.scenes.widget_scene import WidgetScene
from battle.window.ui.widgets import TextField


class FieldDialog(WidgetScene):
    """Keeps in `words` what is typed, so that it survives another size of the window."""

    overlay: ClassVar[bool] = True

    def __init__(self, app: Services, words: str = "") -> None:
        super().__init__(app)
        self.words = words

    def add_field(self, place: pygame.Rect, *, limit: int, placeholder: str = "") -> None:
        """Put the field on the dialog, with room for `limit` characters, and the focus on it."""
        self.field = self.add(
            TextField(
                place, self.theme, self.words, self._keep, placeholder=placeholder, limit=limit
            )
        )
        self.focus(self.field)

    def _keep(self, words: str) -> None:
        self.words = words

    def confirm(self) -> None:
        """Take what was typed."""
        raise NotImplementedError

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Take the words with Enter in the field."""
        if self.typing and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.confirm()
            return True
        return False
