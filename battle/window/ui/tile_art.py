r"""Pictures of tiles at exact pixel sizes, drawn from the vectors of `assets/tiles`.

A `TileArt` belongs to one tile width. Faces are rendered when first asked for, which takes about a
millisecond each, so that a resized window is there at once.

    +-------+     `size` is the whole tile: the plate with its face, and the depth that shows to
    | plate |\\    the right and below. `plate` is the part that answers to the mouse.
    +-------+ |
     \\_______\\|
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import pygame

from battle.resources import asset
from battle.rules.position import Kind
from battle.window.ui import theme as look
from battle.window.ui.theme import PLAIN, Role, Theme

ASPECT: Final = 4 / 3
"""Height of a tile over its width."""
PLATE: Final = (287 / 300, 369 / 400)
"""The plate's share of the tile's width and height."""
_SHADOW: Final = 1.2
"""The shadow's picture is this much larger than the tile."""
_DIMMED: Final = (217, 219, 218)
"""The light on a blocked tile: less than on a free one, and cooler; its figures keep theirs."""
_LEAST_FOR_DIGITS: Final = 30
"""On narrower tiles a digit could not be read."""


class TileArt:
    """Pictures of tiles of one width, with or without the rank digit in the corner."""

    def __init__(self, width: int, theme: Theme, *, rank_digits: bool) -> None:
        self.width = max(8, width)
        self.size = (self.width, round(self.width * ASPECT))
        self._theme = theme
        self._rank_digits = rank_digits
        self._pictures: dict[object, pygame.Surface] = {}

    def tile(self, kind: Kind, *, dimmed: bool = False) -> pygame.Surface:
        """Return a whole tile, `dimmed` as blocked tiles are."""
        key = (kind.index, dimmed)
        if key not in self._pictures:
            self._pictures[key] = self._composed(kind, dimmed=dimmed)
        return self._pictures[key]

    def shadow(self) -> pygame.Surface:
        """Return the shadow of a tile; its place is `shadow_offset` from the tile's."""
        return self._drawing(
            "shadow", (round(self.size[0] * _SHADOW), round(self.size[1] * _SHADOW))
        )

    @property
    def shadow_offset(self) -> tuple[int, int]:
        """Where the shadow's corner is, seen from the tile's."""
        width, height = self.size
        return -round(width * (_SHADOW - 1) / 2), -round(height * (_SHADOW - 1) / 2)

    def mark(self, name: str) -> pygame.Surface:
        """Return a mark to be laid over a tile: `selected`, `partner`, `cursor` or `hint`."""
        return self._drawing(f"mark-{name}", self.size)

    def _composed(self, kind: Kind, *, dimmed: bool) -> pygame.Surface:
        """Print the face in full colour on the body, which is a little darker when `dimmed`."""
        tile = self._drawing("tile", self.size).copy()
        if dimmed:
            tile.fill(_DIMMED, special_flags=pygame.BLEND_RGB_MULT)
        if self._theme.looks.tiles == PLAIN:
            self._print_large(tile, kind)
        elif self._rank_digits and self.width >= _LEAST_FOR_DIGITS:
            self._print_beside_digit(tile, kind)
        else:
            tile.blit(self._drawing(str(kind), self.size), (0, 0))
        return tile

    def _print_beside_digit(self, tile: pygame.Surface, kind: Kind) -> None:
        """Print the face a little smaller, out of the way of the rank digit in the corner."""
        width, height = self.size
        face = self._drawing(str(kind), (round(width * 0.88), round(height * 0.88)))
        tile.blit(face, (round(width * 0.09), round(height * 0.085)))
        font = self._theme.font_of_size(Role.SCORE, max(9, round(width * 0.22)))
        digit = font.render(str(kind.rank), look.DIGIT).convert_alpha()
        ink = digit.get_bounding_rect()
        corner = (round(width * 0.05), round(height * 0.045))
        tile.blit(digit, (corner[0] - ink.left, corner[1] - ink.top))

    def _print_large(self, tile: pygame.Surface, kind: Kind) -> None:
        """Print the rank as a large figure, and under it the suit's sign in its colour."""
        width, height = self.size
        tile.blit(self._drawing(f"plain-{kind.suit}", self.size), (0, 0))
        font = self._theme.font_of_size(Role.SCORE, max(9, round(height * 0.62)))
        figure = font.render(str(kind.rank), look.SUITS[kind.suit]).convert_alpha()
        ink = figure.get_bounding_rect()
        middle = round(width * PLATE[0] / 2), round(height * 0.335)
        tile.blit(figure, (middle[0] - ink.centerx, middle[1] - ink.centery))

    def _drawing(self, name: str, size: tuple[int, int]) -> pygame.Surface:
        key = (name, size)
        if key not in self._pictures:
            self._pictures[key] = _rendered(name, size)
        return self._pictures[key]


def _rendered(name: str, size: tuple[int, int]) -> pygame.Surface:
    """Return a drawing of `assets/tiles` in exactly `size`; the loader may add a pixel."""
    picture = pygame.image.load_sized_svg(asset(f"tiles/{name}.svg"), size).convert_alpha()
    if picture.get_size() == size:
        return picture
    exact = pygame.Surface(size, pygame.SRCALPHA)
    exact.blit(picture, (0, 0))
    return exact.convert_alpha()


@lru_cache(maxsize=16)
def kept_art(width: int, theme: Theme, *, rank_digits: bool = False) -> TileArt:
    """Return the pictures of tiles of a width, kept from frame to frame and for the next screen."""
    return TileArt(width, theme, rank_digits=rank_digits)


def paint_pair(surface: pygame.Surface, art: TileArt, kind: Kind, corner: tuple[int, int]) -> None:
    """Paint a pair as one tile lying over its partner, which shows at the right and below."""
    step = max(2, round(art.width * 0.2))
    off = art.shadow_offset
    tile = art.tile(kind)
    surface.blit(art.shadow(), (corner[0] + step + off[0], corner[1] + step // 2 + off[1]))
    surface.blit(tile, (corner[0] + step, corner[1] + step // 2))
    surface.blit(tile, corner)
