"""The levels below one another, each with what it promises; one is chosen, one is suggested."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import pygame

from battle.game.levels import LevelLabel, labels, level_name, level_words
from battle.language import _
from battle.window.cut_texts import CUT_TEXTS
from battle.window.scenes.widget_scene import Form, Option
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.theme import Role, Theme

_TALLEST: Final = 44


def add_levels(
    form: Form, rect: pygame.Rect, chosen: str, suggested: str, change: Callable[[str], object]
) -> None:
    """Add the levels to a form, in `rect` or in less of it."""
    rect, font = pygame.Rect(rect), form.theme.font(Role.BUTTON)
    rect.height = min(rect.height, len(labels()) * form.theme.px(_TALLEST))
    names = max(font.size(level_name(label.name))[0] for label in labels())
    options = [
        (label.name, partial(_Level, label=label, names=names, marked=label.name == suggested))
        for label in labels()
    ]
    form.column(rect, options, chosen, change)


class _Level(Option):
    """A level: its name, of all names the longest `names` pixels wide, then what it promises."""

    def __init__(self, rect: pygame.Rect, *, label: LevelLabel, names: int, marked: bool) -> None:
        super().__init__(rect, "", lambda: None, look_as="segment")
        self.text = level_name(label.name)
        self._label, self._names, self._marked = label, names, marked

    def paint(self, surface: pygame.Surface, theme: Theme, *, focused: bool) -> None:
        px, rect, words = theme.px, self.rect, self.text
        self.text = ""
        super().paint(surface, theme, focused=focused)
        self.text = words
        name = pygame.Rect(rect.left + px(34), rect.top, self._names, rect.height)
        ink = self._shade(self.style.ink)
        draw.text(surface, theme.font(Role.BUTTON), words, ink, name)
        if self.selected:
            place = rect.left + px(9), rect.centery
            draw.sign(surface, "check", px(18), look.GOLD, midleft=place)
        room = pygame.Rect(name.right + px(18), rect.top, 0, rect.height)
        room.width = rect.right - px(10) - room.left
        if self._marked:
            room.width = self._paint_mark(surface, theme, room).left - px(10) - room.left
        words = level_words(self._label)
        draw.text_within(surface, theme, Role.SMALL, words, look.MUTED, room)

    def _paint_mark(self, surface: pygame.Surface, theme: Theme, room: pygame.Rect) -> pygame.Rect:
        """Mark what is suggested at the right of a room: for want of it without the word."""
        px, font, words = theme.px, theme.font(Role.SMALL), _("suggested")
        width = font.size(words)[0] + px(18)
        has_words = font.size(level_words(self._label))[0] <= room.width - px(10) - width
        pill = pygame.Rect(0, 0, width if has_words else px(26), min(px(24), room.height - px(4)))
        pill.midright = room.midright
        clear = look.translucent(look.GOLD, 30)
        draw.box(surface, pill, clear, radius=pill.height // 2, border=look.GOLD, width=px(1))
        if has_words:
            draw.text(surface, font, words, look.GOLD, pill, "centre")
        else:
            draw.sign(surface, "hint", pill.height - px(6), look.GOLD, center=pill.center)
            CUT_TEXTS.note(surface, pill, words, "")
        return pill
