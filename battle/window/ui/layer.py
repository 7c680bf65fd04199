"""A part of the screen that is painted when what it shows has changed, and copied otherwise."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pygame

from battle.window.cut_texts import CUT_TEXTS

Paint: TypeAlias = Callable[[pygame.Surface], None]


class Layer:
    """The picture of one rectangle of the screen, kept as long as its key stays the same.

    What is painted outside the rectangle is lost; below it lies what does not change.
    """

    def __init__(self, rect: pygame.Rect) -> None:
        self.rect = rect
        self.painted = 0
        self._key: object = None
        self._picture: pygame.Surface | None = None

    def draw(self, surface: pygame.Surface, key: object, paint: Paint) -> None:
        """Show the part on `surface`; `paint` paints it there if `key` is another than before."""
        rect = self.rect.clip(surface.get_rect())
        if rect.width <= 0 or rect.height <= 0:
            return
        if self._picture is None or key != self._key:
            paint(surface)
            self._key, self._picture = key, surface.subsurface(rect).copy()
            self.painted += 1
        else:
            surface.blit(self._picture, rect)
            CUT_TEXTS.keep(rect)
