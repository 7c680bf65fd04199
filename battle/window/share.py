"""The picture of a result or a position that is passed on, in pixels."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from typing import Final

import pygame

from battle.profile.settings import Settings
from battle.screens.share import SIDE, Box, Piece, Words
from battle.window.ui import draw
from battle.window.ui.theme import Looks, Role, Theme
from battle.window.ui.tile_art import kept_art

_WORDS: Final = {True: Role.TITLE, False: Role.TEXT}


def poster(pieces: Iterable[Piece], settings: Settings) -> pygame.Surface:
    """Return the picture made of its pieces."""
    theme = Theme(1.0, Looks(settings.tile_set))
    surface = pygame.Surface((SIDE, SIDE), pygame.SRCALPHA)
    for piece in pieces:
        if isinstance(piece, Box):
            rect = pygame.Rect(*map(round, (piece.x, piece.y, piece.width, piece.height)))
            draw.box(surface, rect, pygame.Color(piece.colour), radius=round(piece.radius))
        elif isinstance(piece, Words):
            size = piece.size
            font = theme.font_of_size(_WORDS[piece.strong], size)
            while font.size(piece.words)[0] > piece.width and size > 12:
                size -= 2
                font = theme.font_of_size(_WORDS[piece.strong], size)
            drawn = font.render(piece.words, pygame.Color(piece.colour))
            place = drawn.get_rect(midleft=(round(piece.x), round(piece.y)))
            surface.blit(drawn, place.move(-place.width if piece.right else 0, 0))
        else:
            art = kept_art(round(piece.width), theme)
            corner = round(piece.x), round(piece.y)
            surface.blit(art.tile(piece.kind, dimmed=not piece.free), corner)
    return surface


def poster_png(pieces: Iterable[Piece], settings: Settings) -> bytes:
    """Return the picture as a PNG file."""
    file = BytesIO()
    pygame.image.save(poster(pieces, settings), file, "shared.png")
    return file.getvalue()
