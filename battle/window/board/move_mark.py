"""The mark of the move just looked at, on the places its tiles were taken from.

┌────┐  what it cost with its mark, as on the plaques of values, beside the taker's sign;
│ (1)│  a round sign with two arrows where it changed who wins with perfect play
│?−4v│
└────┘
"""

from __future__ import annotations

from typing import Final

import pygame

from battle.analysis.ledger import MoveCost
from battle.rules.position import ROWS, Cell, Position
from battle.window.board.geometry import BoardLayout
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.plaque import plaque
from battle.window.ui.theme import Theme
from battle.words.numbers import cost_figure

_WIDTH: Final = 1.08
_HEIGHT: Final = 0.42
_LEAST: Final = 15
_SIGN: Final = 0.38
"""The sizes of the plaque and of the round sign in tile widths."""
_ASIDE: Final = 0.82


def draw_mark(
    surface: pygame.Surface,
    theme: Theme,
    layout: BoardLayout,
    position: Position,
    cost: MoveCost,
) -> None:
    """Paint the mark of the move that led to `position`, if it cost anything."""
    if not cost.told.points:
        return
    width = layout.tile[0]
    size = (round(width * _WIDTH), max(_LEAST, round(width * _HEIGHT)))
    words = f"{cost.mark.value} {cost_figure(cost.told)}".strip()
    picture = plaque(theme, size, words, cost.exact, cost.mark)
    for cell in cost.move:
        rect = layout.rect_of(cell)
        place = picture.get_rect(centerx=rect.centerx)
        if _has_tile_below(position, cell):
            place.top = rect.top
        else:
            place.bottom = rect.bottom
        surface.blit(picture, place)
        if cost.changed_outcome:
            _draw_change(surface, rect, round(width * _SIGN))


def _has_tile_below(position: Position, cell: Cell) -> bool:
    """Whether a tile lies under a place, whose values hang over its lower end."""
    return cell.row + 1 < ROWS and position.columns[cell.column][cell.row + 1] is not None


def _draw_change(surface: pygame.Surface, rect: pygame.Rect, side: int) -> None:
    """Paint the round sign right of the taker's, where no plaque of a neighbour hangs."""
    sign = pygame.Rect(0, 0, side, side)
    sign.center = (rect.left + round(rect.width * _ASIDE), rect.centery)
    border = max(1, side // 12)
    draw.box(surface, sign, look.ROOM, radius=side // 2, border=look.GOLD, width=border)
    icon = draw.icon("swap", round(side * 0.72), look.GOLD)
    surface.blit(icon, icon.get_rect(center=sign.center))
