"""Paints the panel that tells what the solver does."""

from __future__ import annotations

import pygame

from battle.window.pages.painters import paint_progress
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.theme import Role, Theme


def engine_panel(
    surface: pygame.Surface,
    theme: Theme,
    rect: pygame.Rect,
    buttons: int,
    words: tuple[str, str, str],
    share: float | None,
) -> None:
    """Paint what the solver does below its `buttons` (their lower edge), and how far it is."""
    px = theme.px
    draw.box(surface, rect, look.PANEL, radius=px(14), border=look.LINE)
    pad = px(12)
    inner = pygame.Rect(rect.left + pad, buttons + px(4), rect.width - 2 * pad, 0)
    inner.height = rect.bottom - px(8) - inner.top
    track = pygame.Rect(inner.left, 0, inner.width, max(3, px(4)))
    rows = (theme.font_of_size(Role.STRONG, px(14)), theme.font(Role.SMALL), theme.font(Role.SMALL))
    step = (inner.height - track.height - px(2)) / 3
    top = float(inner.top)
    for number, (font, text) in enumerate(zip(rows, words, strict=True)):
        line = pygame.Rect(inner.left, round(top), inner.width, round(step))
        ink = (look.INK, look.MUTED, look.FAINT)[number]
        draw.text(surface, _fitting(theme, font, text, inner.width), text, ink, line)
        top += step
        if number == 0:
            track.top = round(top)
            top += track.height + px(2)
    if share is not None:
        paint_progress(surface, track, share, border=None)


def _fitting(theme: Theme, font: pygame.font.Font, text: str, width: int) -> pygame.font.Font:
    """Return the font, or for a text that has no room in it a smaller one."""
    if font.size(text)[0] <= width:
        return font
    return draw.fitting_font(theme, Role.SMALL, text, width)
