"""What is waited for, in a box: an icon, a few words, and what they mean."""

from __future__ import annotations

import pygame

from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.theme import Role, Theme


def paint_notice(
    surface: pygame.Surface, theme: Theme, box: pygame.Rect, icon: str, words: str, more: str
) -> None:
    """Paint the box, with `more` in small letters below the words."""
    px = theme.px
    draw.box(surface, box, look.WELL, radius=px(12), border=look.LINE)
    sign = draw.icon(icon, px(26), look.GOLD)
    surface.blit(sign, sign.get_rect(midleft=(box.left + px(16), box.centery)))
    width = box.width - px(70)
    strong = draw.fitting_font(theme, Role.STRONG, words, width)
    small = draw.fitting_font(theme, Role.SMALL, more, width)
    line = pygame.Rect(box.left + px(58), 0, width, strong.get_linesize())
    line.top = box.centery - (strong.get_linesize() + small.get_linesize()) // 2
    draw.text(surface, strong, words, look.INK, line)
    line.top, line.height = line.bottom, small.get_linesize()
    draw.text(surface, small, more, look.MUTED, line)
