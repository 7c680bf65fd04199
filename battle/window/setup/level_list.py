"""The levels below one another, each with what it promises; one is chosen, one is suggested."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame
from pygame_gui.elements import UIButton

from battle.game.levels import LevelLabel, labels, level_name, level_words
from battle.language import _
from battle.window.cut_texts import CUT_TEXTS
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
        """Paint what every level promises, and the marks."""
        theme = self._theme
        for label, button in self._rows():
            place = self._place(label, button)
            draw.text_within(surface, theme, Role.SMALL, level_words(label), look.MUTED, place)
            if label.name == self._suggested:
                self._paint_pill(surface, self._pill(label, button))
        self._paint_tick(surface, self._group.buttons[self._group.chosen])

    def _rows(self) -> list[tuple[LevelLabel, UIButton]]:
        return list(zip(self._labels, self._group.buttons, strict=True))

    def _place(self, label: LevelLabel, button: UIButton) -> pygame.Rect:
        """Return where a level's promise stands: after all names, before the mark if it has it."""
        px, place = self._theme.px, pygame.Rect(button.rect)
        place.left = self._left(button)
        marked = label.name == self._suggested
        right = self._pill(label, button).left if marked else button.rect.right
        place.width = right - px(10) - place.left
        return place

    def _left(self, button: UIButton) -> int:
        """Return where the promises begin."""
        font, px = self._theme.font(Role.TEXT), self._theme.px
        names = max(font.size(level_name(label.name))[0] for label in self._labels)
        return int(button.rect.left) + px(34) + names + px(18)

    def _pill(self, label: LevelLabel, button: UIButton) -> pygame.Rect:
        """Return where the mark of what is suggested goes: without its word for want of room."""
        px, rect, font = self._theme.px, button.rect, self._theme.font(Role.SMALL)
        width = font.size(_("suggested"))[0] + px(18)
        room = rect.right - px(20) - width - self._left(button)
        if font.size(level_words(label))[0] > room:
            width = px(26)
        pill = pygame.Rect(0, 0, width, min(px(24), rect.height - px(4)))
        pill.midright = (rect.right - px(10), rect.centery)
        return pill

    def _paint_pill(self, surface: pygame.Surface, pill: pygame.Rect) -> None:
        theme, px = self._theme, self._theme.px
        clear = look.translucent(look.GOLD, 30)
        draw.box(surface, pill, clear, radius=pill.height // 2, border=look.GOLD, width=px(1))
        font = theme.font(Role.SMALL)
        if font.size(_("suggested"))[0] <= pill.width:
            draw.text(surface, font, _("suggested"), look.GOLD, pill, "centre")
            return
        bulb = draw.icon("hint", pill.height - px(6), look.GOLD)
        surface.blit(bulb, bulb.get_rect(center=pill.center))
        CUT_TEXTS.note(surface, pill, _("suggested"), "")

    def _paint_tick(self, surface: pygame.Surface, button: UIButton) -> None:
        px = self._theme.px
        mark = draw.icon("check", px(18), look.GOLD)
        surface.blit(mark, mark.get_rect(midleft=(button.rect.left + px(9), button.rect.centery)))
