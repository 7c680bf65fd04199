"""Positions as pictures in files: the table as the window draws it, twice as large."""

from __future__ import annotations

from io import BytesIO
from typing import Final

import pygame

from battle.profile.settings import Settings
from battle.rules.position import Position
from battle.window.board import geometry
from battle.window.board.board import Board
from battle.window.board.view import BoardView
from battle.window.ui.looks import Looks
from battle.window.ui.motion import Motion
from battle.window.ui.theme import Theme

_TILE: Final = 96
"""The width of a tile: twice that of a window of 1280 x 800."""


def board_picture(position: Position, settings: Settings) -> pygame.Surface:
    """Return the table with a position on it as the settings have it look; around it is nothing."""
    size = geometry.board_width(_TILE), geometry.board_height(_TILE)
    layout = geometry.board_layout(_TILE, (size[0] // 2, size[1] // 2))
    view = BoardView(
        layout,
        Theme(2.0, Looks(settings.tile_set, settings.table)),
        rank_digits=settings.rank_digits,
        highlight_free=settings.highlight_free,
    )
    whole = pygame.Surface(layout.outer.size, pygame.SRCALPHA)
    view.draw(whole, Board(position), Motion(), seconds=0.0, pairs=False)
    return whole


def board_png(position: Position, settings: Settings) -> bytes:
    """Return the picture of a position as the content of a PNG file."""
    file = BytesIO()
    pygame.image.save(board_picture(position, settings), file, "position.png")
    return file.getvalue()
