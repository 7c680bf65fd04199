"""A picture drawn large and scaled down, which smooths it: the curves and bars of plots."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, TypeAlias

import pygame

from battle.rules.position import Player
from battle.window.ui import theme as look

_SMOOTH: Final = 3
_LARGE: Final = 360
"""How many times larger curves are drawn than shown, and the width from which it is twice only."""

Points: TypeAlias = list[tuple[float, float] | None]
"""Points of a curve on the screen, None where it is interrupted."""


class Canvas:
    """A transparent picture of `rect`; what is drawn on it has places of the screen."""

    def __init__(self, rect: pygame.Rect) -> None:
        self._rect = rect
        self._times = _SMOOTH if rect.width < _LARGE else 2
        size = (max(1, rect.width) * self._times, max(1, rect.height) * self._times)
        self._large = pygame.Surface(size, pygame.SRCALPHA)
        self._large.fill(look.translucent(look.PLOT, 0))

    def _at(self, point: tuple[float, float]) -> tuple[float, float]:
        return (point[0] - self._rect.left) * self._times, (point[1] - self._rect.top) * self._times

    def area(self, points: Sequence[tuple[float, float]], colour: pygame.Color) -> None:
        """Fill a polygon."""
        pygame.draw.polygon(self._large, colour, [self._at(point) for point in points])

    def dot(self, point: tuple[float, float], radius: int, colour: pygame.Color) -> None:
        """Draw a dot with a dark rim."""
        pygame.draw.circle(self._large, look.PLOT, self._at(point), (radius + 1) * self._times)
        pygame.draw.circle(self._large, colour, self._at(point), radius * self._times)

    def sign(self, point: tuple[float, float], radius: int, player: Player) -> None:
        """Draw a player's sign: a disc, or a diamond."""
        colour = look.PLAYERS[player]
        if player == 1:
            pygame.draw.circle(self._large, colour, self._at(point), radius * self._times)
            return
        (x, y), half = self._at(point), 1.3 * radius * self._times
        corners = [(x, y - half), (x + half, y), (x, y + half), (x - half, y)]
        pygame.draw.polygon(self._large, colour, corners)

    def curve(
        self,
        points: Points,
        proven: Sequence[bool],
        colours: tuple[pygame.Color, pygame.Color],
        width: int,
    ) -> None:
        """Draw lines from point to point: solid between proven ones, else dashed and fainter."""
        for place, (one, other) in enumerate(pairwise(points)):
            if one is None or other is None:
                continue
            if proven[place] and proven[place + 1]:
                self.line(one, other, colours[0], width)
            else:
                self.dashes(one, other, colours[1], width)
        for place, point in enumerate(points):
            if point is not None and proven[place]:
                centre = self._at(point)
                pygame.draw.circle(self._large, colours[0], centre, width * self._times / 2)

    def line(
        self,
        one: tuple[float, float],
        other: tuple[float, float],
        colour: pygame.Color,
        width: float,
    ) -> None:
        """Draw a line."""
        pygame.draw.line(
            self._large, colour, self._at(one), self._at(other), max(1, round(width * self._times))
        )

    def dashes(
        self,
        one: tuple[float, float],
        other: tuple[float, float],
        colour: pygame.Color,
        width: int,
    ) -> None:
        """Draw a dashed line."""
        start, end = pygame.Vector2(one), pygame.Vector2(other)
        length = start.distance_to(end)
        step = 3.0 * width
        count = max(1, round(length / step))
        for number in range(count):
            begin = start.lerp(end, number / count)
            stop = start.lerp(end, min(1.0, (number + 0.5) / count))
            self.line((begin.x, begin.y), (stop.x, stop.y), colour, width * 0.75)

    def put_on(self, surface: pygame.Surface) -> None:
        """Scale the picture down onto the surface."""
        size = (max(1, self._rect.width), max(1, self._rect.height))
        surface.blit(pygame.transform.smoothscale(self._large, size), self._rect)
