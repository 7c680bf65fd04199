"""A value as a small plate: a filled tag when it is proven, an outlined pill when it is estimated.

+------+
| −3 v |    ( −3 ± 2 )
+------+
"""

from __future__ import annotations

import pygame

from battle.analysis.ledger import Mark
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.theme import Role, Theme


def plaque(
    theme: Theme, size: tuple[int, int], words: str, proven: bool, mark: Mark
) -> pygame.Surface:
    """Return a value as a small plate: a tag with a tick when proven, else a pill.

    The colour is that of the mark; an estimate without one is neither good nor bad.
    """
    is_open = not proven and mark is Mark.NONE
    colour = look.MUTED if is_open else theme.costs[mark]
    picture = pygame.Surface(size, pygame.SRCALPHA)
    whole = picture.get_rect()
    border = max(1, size[1] // 11)
    if proven:
        draw.box(
            picture, whole, colour, radius=max(2, size[1] // 6), border=look.DARK_INK, width=border
        )
        _write_proven(picture, theme, words)
    else:
        draw.box(
            picture, whole, look.ROOM, radius=size[1] // 2, border=colour, width=max(border, 2)
        )
        font = _font(theme, size, words, size[0] - size[1] // 2)
        draw.text(picture, font, words, colour, whole, "centre")
    return picture


def _write_proven(picture: pygame.Surface, theme: Theme, words: str) -> None:
    whole = picture.get_rect()
    side = round(whole.height * 0.62)
    font = _font(theme, whole.size, words, whole.width - side - whole.height // 3)
    width = font.size(words)[0] + side
    left = (whole.width - width) // 2
    place = pygame.Rect(left, 0, width - side, whole.height)
    draw.text(picture, font, words, look.DARK_INK, place)
    tick = draw.icon("check", side, look.DARK_INK)
    picture.blit(tick, tick.get_rect(midleft=(place.right + 1, whole.centery)))


def _font(theme: Theme, size: tuple[int, int], words: str, width: int) -> pygame.font.Font:
    """Return the largest font in which words fit a plaque."""
    points = round(size[1] * 0.8)
    while points > 7 and theme.font_of_size(Role.STRONG, points).size(words)[0] > width:
        points -= 1
    return theme.font_of_size(Role.STRONG, points)
