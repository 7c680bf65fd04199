"""A question laid over a scene that is answered with a line of words."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from battle.language import _
from battle.window.scenes.card_scene import paint_card
from battle.window.scenes.field_dialog import FieldDialog
from battle.window.scenes.scene import Services
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.theme import Role


class TextDialog(FieldDialog):
    """Asks for a line of words; Enter takes what stands there, Esc changes nothing."""

    def __init__(
        self, app: Services, title: str, words: str, answer: Callable[[str], object], *, limit: int
    ) -> None:
        super().__init__(app, words)
        self.title = title
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
        self.add_field(field, limit=self._limit)
        half = (inner.width - px(10)) // 2
        row = pygame.Rect(inner.left, field.bottom + px(18), half, px(46))
        self.add_button(row.copy(), _("Write"), self.confirm, look_as="primary")
        row.right = inner.right
        self.add_button(row, _("Cancel"), self.cancel)

    def confirm(self) -> None:
        """Close the question and hand the words on."""
        words = " ".join(self.words.split())
        self.app.pop()
        self._answer(words)

    def paint(self, surface: pygame.Surface) -> None:
        """Dim what lies below, and paint the box with its title."""
        theme = self.theme
        draw.shade(surface, look.SCRIM)
        paint_card(surface, theme, self.box)
        font = draw.fitting_font(theme, Role.HEADING, self.title, self._head.width)
        draw.text(surface, font, self.title, look.INK, self._head)
