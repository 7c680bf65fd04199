"""The table itself: cloth under a lamp, in a rim of dark wood that carries letters and digits.

Composed once for a window size, as `assets/table/README.md` says.
"""

from __future__ import annotations

import pygame

from battle.resources import asset
from battle.rules.position import COLUMN_LETTERS, ROW_DIGITS, Cell
from battle.window.board.layout import BoardLayout
from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.theme import Role, Theme


def table_picture(layout: BoardLayout, theme: Theme) -> pygame.Surface:
    """Return the table of `layout`, as large as its `outer` rectangle."""
    size = layout.outer.size
    rim = layout.felt.left - layout.outer.left
    surface = pygame.Surface(size, pygame.SRCALPHA)
    surface.blit(table_cloth(layout.felt.size, theme), (rim, rim))
    _lay_rim_shadow(surface, rim)
    _lay_wood(surface, rim)
    _engrave_edges(surface, rim)
    _write_names(surface, layout, rim, theme)
    _round_corners(surface, max(4, rim // 3))
    return surface


def _picture(name: str) -> pygame.Surface:
    return pygame.image.load(asset(f"table/{name}.png")).convert_alpha()


def table_cloth(size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """Return cloth under a lamp; the theme's scale says how coarse its nap is."""
    cloth = pygame.Surface(size)
    cloth.fill(theme.cloth.colour)
    grain = _picture("grain")
    if theme.scale >= 1.9:
        grain = pygame.transform.scale_by(grain, 2)
    for x in range(0, size[0], grain.get_width()):
        for y in range(0, size[1], grain.get_height()):
            cloth.blit(grain, (x, y))
    cloth.blit(pygame.transform.smoothscale(_picture("light"), size), (0, 0))
    return cloth


def _lay_rim_shadow(surface: pygame.Surface, rim: int) -> None:
    """Darken the felt under the rim, falling with the square of the distance."""
    depth = max(2, round(rim * 0.6))
    inner = surface.get_rect().inflate(-2 * rim, -2 * rim)
    veil = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
    for step in range(depth):
        opacity = round(105 * (1 - step / depth) ** 2)
        frame = inner.inflate(-2 * step, -2 * step)
        pygame.draw.rect(veil, look.translucent(look.RIM_SHADOW, opacity), frame, 1)
    surface.blit(veil, (0, 0))


def _lay_wood(surface: pygame.Surface, rim: int) -> None:
    width, height = surface.get_size()
    above = _strip(width, rim)
    surface.blit(above, (0, 0))
    surface.blit(pygame.transform.flip(above, False, True), (0, height - rim))
    beside = pygame.transform.rotate(_strip(height, rim), 90)
    surface.blit(beside, (0, 0))
    surface.blit(pygame.transform.flip(beside, True, False), (width - rim, 0))


def _strip(length: int, rim: int) -> pygame.Surface:
    """Return a strip of wood with mitred ends, its outer edge above."""
    wood = _picture("wood")
    wood = pygame.transform.smoothscale(wood, (round(512 * rim / 96), rim))
    strip = pygame.Surface((length, rim), pygame.SRCALPHA)
    for x in range(0, length, wood.get_width()):
        strip.blit(wood, (x, 0))
    mask = pygame.Surface((length, rim), pygame.SRCALPHA)
    corners = [(0, 0), (length, 0), (length - rim, rim), (rim, rim)]
    pygame.draw.polygon(mask, "white", corners)
    strip.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return strip


def _engrave_edges(surface: pygame.Surface, rim: int) -> None:
    lines = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
    whole = surface.get_rect()
    pygame.draw.rect(
        lines, look.RIM_LIGHT, whole, max(1, rim // 24), border_radius=max(4, rim // 3)
    )
    width = max(1, rim // 12)
    inner = whole.inflate(-2 * (rim - width), -2 * (rim - width))
    pygame.draw.rect(lines, look.RIM_GOLD, inner, width)
    surface.blit(lines, (0, 0))


def _write_names(surface: pygame.Surface, layout: BoardLayout, rim: int, theme: Theme) -> None:
    """Write the columns' letters and the rows' digits on all four sides."""
    font = theme.font_of_size(Role.STRONG, max(9, round(rim * 0.54)))
    width, height = surface.get_size()
    band = round(rim * 0.92)
    for column, letter in enumerate(COLUMN_LETTERS):
        middle = layout.plate_of(Cell(column, 0)).centerx - layout.outer.left
        _write(surface, font, letter, (middle, band // 2))
        _write(surface, font, letter, (middle, height - band // 2))
    for row, digit in enumerate(ROW_DIGITS):
        middle = layout.plate_of(Cell(0, row)).centery - layout.outer.top
        _write(surface, font, digit, (band // 2, middle))
        _write(surface, font, digit, (width - band // 2, middle))


def _write(
    surface: pygame.Surface, font: pygame.font.Font, name: str, centre: tuple[int, int]
) -> None:
    picture = draw.rendered(font, name, look.RIM_LETTERS)
    surface.blit(picture, picture.get_rect(center=centre))


def _round_corners(surface: pygame.Surface, radius: int) -> None:
    mask = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
    draw.box(mask, mask.get_rect(), pygame.Color("white"), radius=radius)
    surface.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
