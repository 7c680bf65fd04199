"""The status line: what was said last, and at the right what game this is."""

from __future__ import annotations

import pygame

from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.theme import Role, Theme


def status_line(
    surface: pygame.Surface, theme: Theme, rect: pygame.Rect, words: str, kind: str, aside: str
) -> None:
    """Paint the status line: what was said last, and at the right what game this is."""
    draw.box(surface, rect, look.WELL, radius=theme.px(10))
    pad = theme.px(12)
    inner = rect.inflate(-2 * pad, 0)
    small = theme.font(Role.SMALL)
    place = draw.text(surface, small, aside, look.FAINT, inner, "right")
    if kind != "info":
        size = theme.px(18)
        sign = draw.icon("warning", size, look.REFUSED)
        surface.blit(sign, sign.get_rect(midleft=inner.midleft))
        inner.left += size + theme.px(8)
    inner.width = max(0, place.left - inner.left - pad)
    ink = look.MUTED if kind == "info" else look.REFUSED
    draw.text(surface, theme.font(Role.TEXT), words, ink, inner)
