"""The two lists beside the table: the pairs that can be taken, and the moves."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from battle.rules.position import Kind, Move
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.listing import Listing, row_ground, scroll_bar
from battle.window.ui.theme import Role, Theme
from battle.window.ui.tile_art import TileArts, paint_pair


def pairs_list(
    surface: pygame.Surface,
    theme: Theme,
    arts: TileArts,
    listing: Listing,
    pairs: Sequence[tuple[Move, Kind]],
) -> None:
    """Paint the pairs that can be taken, one a row: the tile, its two cells, its worth."""
    for row in listing.rows:
        move, kind = pairs[row]
        rect = listing.rect_of(row).inflate(0, -theme.px(2))
        row_ground(surface, theme, rect, listing, row)
        art = arts.art(round((rect.height - theme.px(6)) / 1.42))
        pad = theme.px(8)
        corner = (rect.left + pad, rect.centery - art.size[1] // 2 - 1)
        paint_pair(surface, art, kind, corner)
        words = rect.inflate(-2 * pad, 0)
        worth = draw.text(
            surface, theme.font(Role.FIGURES), f"+{kind.rank}", look.GOLD, words, "right"
        )
        words.left = corner[0] + round(art.width * 1.6) + pad
        words.width = worth.left - words.left - pad
        cells = f"{move.first} – {move.second}"
        draw.text(surface, theme.font(Role.TEXT), cells, look.INK, words)
    scroll_bar(surface, theme, listing)


def moves_list(
    surface: pygame.Surface,
    theme: Theme,
    arts: TileArts,
    listing: Listing,
    rows: Sequence[Sequence[tuple[Move, Kind] | None]],
) -> None:
    """Paint the moves, two a row; a row's number is that of its first move, counted from 1."""
    before = 1 if rows and rows[0][0] is None else 0
    for row in listing.rows:
        rect = listing.rect_of(row).inflate(0, -theme.px(2))
        if row == len(rows) - 1:
            draw.box(surface, rect, look.PANEL_RAISED, radius=theme.px(6))
        number = pygame.Rect(rect.left + theme.px(2), rect.top, theme.px(24), rect.height)
        words = f"{max(1, 2 * row + 1 - before)}."
        draw.text(surface, theme.font(Role.SMALL), words, look.FAINT, number, "right")
        half = (rect.right - number.right) // 2
        for side, played in enumerate(rows[row]):
            if played is not None:
                left = number.right + side * half
                place = pygame.Rect(left, rect.top, half, rect.height)
                _played(surface, theme, arts, played, place)
    scroll_bar(surface, theme, listing)


def _played(
    surface: pygame.Surface,
    theme: Theme,
    arts: TileArts,
    played: tuple[Move, Kind],
    rect: pygame.Rect,
) -> None:
    move, kind = played
    art = arts.art(round((rect.height - theme.px(6)) / 1.34))
    corner = (rect.left + theme.px(7), rect.centery - art.size[1] // 2)
    surface.blit(art.tile(kind), corner)
    left = corner[0] + art.width + theme.px(7)
    words = pygame.Rect(left, rect.top, rect.right - left, rect.height)
    font = theme.font(Role.TEXT)
    if font.size(str(move))[0] > words.width:
        font = theme.font(Role.SMALL)
    draw.text(surface, font, str(move), look.INK, words)
