"""Bars, by the pixels they fill."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from battle.window.ui.bar_chart import Bar, paint_lying, paint_standing
from battle.window.ui.theme import PROVEN, Theme

RECT = pygame.Rect(20, 20, 400, 200)


@pytest.fixture
def surface() -> Iterator[pygame.Surface]:
    pygame.display.init()
    pygame.font.init()
    yield pygame.display.set_mode((440, 240))
    pygame.display.quit()


def filled(surface: pygame.Surface, column: int, of: int) -> int:
    """Return how many pixels of an upright strip are filled."""
    x = RECT.left + RECT.width * (2 * column + 1) // (2 * of)
    return sum(surface.get_at((x, y))[:3] == PROVEN[:3] for y in range(240))


def test_a_bar_is_filled_as_high_as_its_part(surface: pygame.Surface) -> None:
    """Twice the part is twice as high; without a part nothing is filled, nor without a number."""
    bars = [Bar("a", 8, 8), Bar("b", 8, 4), Bar("c", 4, 4), Bar("d", 5, 0), Bar("e", 0, 0)]
    paint_standing(surface, Theme(1.0), RECT, bars)
    heights = [filled(surface, number, len(bars)) for number in range(len(bars))]
    assert heights[0] > 100
    assert abs(heights[1] - heights[0] / 2) <= 3
    assert abs(heights[2] - heights[0] / 2) <= 3
    assert heights[3:] == [0, 0]


def test_a_lying_bar_is_filled_as_long_as_its_part(surface: pygame.Surface) -> None:
    """Rows have one scale, with their labels before and their numbers after them."""
    bars = [Bar("short", 10, 10), Bar("a longer one", 10, 5), Bar("none", 0, 0)]
    paint_lying(surface, Theme(1.0), RECT, bars)
    rows = [
        sum(
            surface.get_at((x, y))[:3] == PROVEN[:3]
            for x in range(440)
            for y in range(RECT.top + 38 * number, RECT.top + 38 * (number + 1))
        )
        for number in range(3)
    ]
    assert rows[0] > 1000
    assert abs(rows[1] - rows[0] / 2) < rows[0] / 20
    assert rows[2] == 0


@pytest.mark.parametrize("size", [(8, 60), (60, 24), (400, 200)])
@pytest.mark.parametrize("number", [0, 1, 28])
def test_any_room_and_any_number_will_do(
    surface: pygame.Surface, size: tuple[int, int], number: int
) -> None:
    """Nothing is painted outside the place, however little there is."""
    rect = pygame.Rect(30, 30, *size)
    bars = [Bar(str(day), day, day // 2, is_today=day == number - 1) for day in range(number)]
    surface.fill("black")
    paint_standing(surface, Theme(1.0), rect, bars)
    outside = rect.inflate(4, 4)
    painted = [
        (x, y)
        for x in range(0, 440, 3)
        for y in range(0, 240, 3)
        if not outside.collidepoint(x, y) and surface.get_at((x, y))[:3] != (0, 0, 0)
    ]
    assert painted == []
