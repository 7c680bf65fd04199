"""A cut text shown whole beside the mouse that points at it."""

from __future__ import annotations

from typing import Final

import pygame

from battle.window.cut_texts import CutText
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.theme import Role, Theme

_WIDTH: Final = 460


def paint_whole(
    surface: pygame.Surface, theme: Theme, cut: CutText, *, above: bool = False
) -> None:
    """Paint the words below where they stand cut, or `above`, or wherever there is more room."""
    box, lines = placed(surface.get_rect(), theme, cut, above=above)
    pad = theme.px(10)
    draw.box(surface, box, look.WELL, radius=theme.px(8), border=look.LINE)
    font = theme.font(Role.TEXT)
    draw.lines(surface, font, lines, look.INK, box.inflate(-2 * pad, -2 * pad))


def placed(
    window: pygame.Rect, theme: Theme, cut: CutText, *, above: bool = False
) -> tuple[pygame.Rect, list[str]]:
    """Return the box in the window for a cut text, and the lines in it."""
    pad, font = theme.px(10), theme.font(Role.TEXT)
    width = min(theme.px(_WIDTH), window.width - 4 * pad)
    lines = [
        part for line in draw.wrapped(font, cut.words, width) for part in _cut(font, line, width)
    ]
    box = pygame.Rect(0, 0, 0, len(lines) * font.get_linesize() + 2 * pad)
    box.width = max(font.size(line)[0] for line in lines) + 2 * pad
    box.midtop = cut.rect.centerx, cut.rect.bottom + theme.px(6)
    if box.bottom > window.bottom or (above and box.height < cut.rect.top):
        box.bottom = cut.rect.top - theme.px(6)
    return box.clamp(window), lines


def _cut(font: pygame.font.Font, line: str, width: int) -> list[str]:
    """Return a line in pieces that fit: a name may be one long word."""
    pieces, rest = [], line
    while font.size(rest)[0] > width and len(rest) > 1:
        count = next(
            n for n in range(len(rest) - 1, 0, -1) if n == 1 or font.size(rest[:n])[0] <= width
        )
        pieces.append(rest[:count])
        rest = rest[count:]
    return [*pieces, rest]
