"""A note at the bottom of the window, or at its top, that fades by itself."""

from __future__ import annotations

from typing import Final

import pygame

from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.theme import Role, Theme

_SHOWN_SECONDS: Final = 4.5
_FADING_SECONDS: Final = 0.4
_ICONS: Final = {"info": "info", "refused": "warning", "problem": "warning"}


class Toast:
    """At most one note; a new one takes the place of the old one, or joins it.

    Problems join, since several files can be damaged at once and each has to be heard of.
    """

    def __init__(self) -> None:
        self.text = ""
        self.kind = "info"
        self._left = 0.0

    def show(self, text: str, kind: str) -> None:
        """Show a note for some seconds."""
        if self.visible and text and self.kind == kind == "problem":
            lines = dict.fromkeys([*self.text.splitlines(), *text.splitlines()])
            text = "\n".join(lines)
        self.text, self.kind = text, kind
        self._left = _SHOWN_SECONDS if text else 0.0

    @property
    def visible(self) -> bool:
        """Whether there is something to draw."""
        return self._left > 0

    def update(self, seconds: float) -> None:
        """Let time pass."""
        self._left = max(0.0, self._left - seconds)

    def draw(self, surface: pygame.Surface, theme: Theme, *, above: bool = False) -> None:
        """Paint the note, if there is one: at the bottom, or `above` at the top."""
        if not self.visible:
            return
        font = theme.font(Role.TEXT)
        lines = draw.wrapped(font, self.text, min(surface.get_width() * 3 // 4, theme.px(720)))
        note = _note(theme, font, lines, self.kind)
        note.set_alpha(round(255 * min(1.0, self._left / _FADING_SECONDS)))
        place = note.get_rect(midtop=(surface.get_width() // 2, theme.px(8)))
        if not above:
            place.bottom = surface.get_height() - theme.px(28)
        surface.blit(note, place)


def _note(theme: Theme, font: pygame.font.Font, lines: list[str], kind: str) -> pygame.Surface:
    pad, size = theme.px(16), theme.px(22)
    width = max(font.size(line)[0] for line in lines) + 3 * pad + size
    note = pygame.Surface((width, len(lines) * font.get_linesize() + 2 * pad), pygame.SRCALPHA)
    draw.box(note, note.get_rect(), look.WELL, radius=theme.px(12), border=look.LINE)
    ink = look.GOLD if kind == "info" else look.REFUSED
    picture = draw.icon(_ICONS[kind], size, ink)
    note.blit(picture, picture.get_rect(midleft=(pad, note.get_height() // 2)))
    for number, line in enumerate(lines):
        words = draw.rendered(font, line, look.INK)
        note.blit(words, (2 * pad + size, pad + number * font.get_linesize()))
    return note
