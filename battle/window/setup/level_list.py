"""The levels below one another, each with what it promises; one is chosen, one is suggested."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame
from pygame_gui.elements import UIButton

from battle.game.levels import LevelLabel, labels, level_name, level_words
from battle.language import _
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.form import Form
from battle.window.ui.theme import Role, Theme

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
        self._theme: Theme = form.theme
        self._suggested = suggested
        self._labels = labels()
        rect = pygame.Rect(rect)
        rect.height = min(rect.height, len(self._labels) * self._theme.px(_TALLEST))
        options = [(label.name, level_name(label.name)) for label in self._labels]
        self._group = form.column(rect, options, chosen, change)

    def paint_over(self, surface: pygame.Surface) -> None:
        """Paint what every level promises, all in one size, and the marks."""
        theme = self._theme
        places = [self._place(label, button) for label, button in self._rows()]
        promises = [level_words(label) for label in self._labels]
        fonts = [
            draw.fitting_font(theme, Role.SMALL, words, place.width)
            for words, place in zip(promises, places, strict=True)
        ]
        font = min(fonts, key=lambda one: one.get_height())
        for words, place in zip(promises, places, strict=True):
            draw.text(surface, font, words, look.MUTED, place)
        for label, button in self._rows():
            if label.name == self._suggested:
                self._paint_pill(surface, self._pill(button))
        self._paint_tick(surface, self._group.buttons[self._group.chosen])

    def _rows(self) -> list[tuple[LevelLabel, UIButton]]:
        return list(zip(self._labels, self._group.buttons, strict=True))

    def _place(self, label: LevelLabel, button: UIButton) -> pygame.Rect:
        """Return where a level's promise stands: after all names, before the mark if it has it."""
        font, px = self._theme.font(Role.TEXT), self._theme.px
        names = max(font.size(level_name(label.name))[0] for label in self._labels)
        place = pygame.Rect(button.rect)
        place.left += px(34) + names + px(18)
        marked = label.name == self._suggested
        right = self._pill(button).left if marked else button.rect.right
        place.width = right - px(10) - place.left
        return place

    def _pill(self, button: UIButton) -> pygame.Rect:
        """Return where the mark of what is suggested goes in a row."""
        px, rect = self._theme.px, button.rect
        width = self._theme.font(Role.SMALL).size(_("suggested"))[0] + px(18)
        pill = pygame.Rect(0, 0, width, min(px(24), rect.height - px(4)))
        pill.midright = (rect.right - px(10), rect.centery)
        return pill

    def _paint_pill(self, surface: pygame.Surface, pill: pygame.Rect) -> None:
        theme, px = self._theme, self._theme.px
        clear = look.translucent(look.GOLD, 30)
        draw.box(surface, pill, clear, radius=pill.height // 2, border=look.GOLD, width=px(1))
        draw.text(surface, theme.font(Role.SMALL), _("suggested"), look.GOLD, pill, "centre")

    def _paint_tick(self, surface: pygame.Surface, button: UIButton) -> None:
        px = self._theme.px
        mark = draw.icon("check", px(18), look.GOLD)
        surface.blit(mark, mark.get_rect(midleft=(button.rect.left + px(9), button.rect.centery)))
