"""The levels below one another, each with what it promises; one is chosen, one is suggested."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame
from pygame_gui.elements import UIButton

from battle.app import draw
from battle.app import theme as look
from battle.app.form import Form
from battle.app.theme import Role, Theme
from battle.play.language import _
from battle.play.levels import LevelLabel, labels, level_name, level_words

_TALLEST: Final = 44


class LevelList:
    """A group of a form, in `rect` or in less of it."""

    def __init__(
        self,
        form: Form,
        rect: pygame.Rect,
        chosen: str,
        suggested: str,
        change: Callable[[str], object],
    ) -> None:
        self._theme: Theme = form.scene.theme
        self._suggested = suggested
        self._labels = labels()
        rect = pygame.Rect(rect)
        rect.height = min(rect.height, len(self._labels) * self._theme.px(_TALLEST))
        options = [(label.name, level_name(label.name)) for label in self._labels]
        form.column(rect, options, chosen, change)
        self._group = form.groups[-1]

    def paint_over(self, surface: pygame.Surface) -> None:
        """Paint what every level promises, and the mark of the chosen one."""
        font, px = self._theme.font(Role.TEXT), self._theme.px
        names = max(font.size(level_name(label.name))[0] for label in self._labels)
        for label, button in zip(self._labels, self._group.buttons, strict=True):
            rest = pygame.Rect(button.rect)
            rest.left += px(34) + names + px(18)
            rest.width = button.rect.right - px(10) - rest.left
            if label.name == self._suggested:
                self._paint_pill(surface, rest)
            self._paint_promise(surface, label, rest)
        self._paint_tick(surface, self._group.buttons[self._group.chosen])

    def _paint_promise(self, surface: pygame.Surface, label: LevelLabel, rect: pygame.Rect) -> None:
        words = level_words(label)
        font = draw.fitting_font(self._theme, Role.SMALL, words, rect.width)
        draw.text(surface, font, words, look.MUTED, rect)

    def _paint_pill(self, surface: pygame.Surface, rest: pygame.Rect) -> None:
        """Paint the mark of what is suggested at the right of `rest`, and take its room away."""
        px, words = self._theme.px, _("suggested")
        font = self._theme.font(Role.SMALL)
        pill = pygame.Rect(0, 0, font.size(words)[0] + px(18), min(px(24), rest.height - px(4)))
        pill.midright = rest.midright
        clear = pygame.Color(look.GOLD.r, look.GOLD.g, look.GOLD.b, 30)
        draw.box(surface, pill, clear, radius=pill.height // 2, border=look.GOLD, width=px(1))
        draw.text(surface, font, words, look.GOLD, pill, "centre")
        rest.width -= pill.width + px(10)

    def _paint_tick(self, surface: pygame.Surface, button: UIButton) -> None:
        px = self._theme.px
        mark = draw.icon("check", px(18), look.GOLD)
        surface.blit(mark, mark.get_rect(midleft=(button.rect.left + px(9), button.rect.centery)))
