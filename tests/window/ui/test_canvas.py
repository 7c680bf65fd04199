"""The canvas of plots."""

from __future__ import annotations

import pygame
import pytest

from battle.window.ui.canvas import Canvas

WHITE, GREY = pygame.Color("#ffffff"), pygame.Color("#808080")
PLACE = pygame.Rect(10, 20, 200, 60)


@pytest.fixture
def surface() -> pygame.Surface:
    return pygame.Surface((240, 100))


def inked(surface: pygame.Surface, row: int) -> list[bool]:
    return [surface.get_at((x, row))[0] > 60 for x in range(30, 190)]


def test_what_is_drawn_has_places_of_the_screen(surface: pygame.Surface) -> None:
    """An area covers the pixels of the surface that it was given, and no others."""
    canvas = Canvas(PLACE)
    canvas.area([(50, 40), (100, 40), (100, 60), (50, 60)], WHITE)
    canvas.put_on(surface)
    assert min(surface.get_at((75, 50))[:3]) > 240
    assert surface.get_at((30, 50))[:3] == surface.get_at((75, 30))[:3] == (0, 0, 0)


def test_what_is_proven_is_solid_and_what_is_not_has_gaps(surface: pygame.Surface) -> None:
    """Between proven points the line has no gap, else it has as many gaps as ink."""
    canvas = Canvas(PLACE)
    canvas.curve([(20, 40), (200, 40)], [True, True], (WHITE, GREY), 2)
    canvas.curve([(20, 60), (200, 60)], [True, False], (WHITE, GREY), 2)
    canvas.put_on(surface)
    assert all(inked(surface, 40))
    share = sum(inked(surface, 60)) / 160
    assert 0.3 < share < 0.9


def test_a_curve_may_be_interrupted(surface: pygame.Surface) -> None:
    """Nothing is drawn to or from a place that has no point."""
    canvas = Canvas(PLACE)
    canvas.curve([(20, 40), None, (200, 40)], [True, True, True], (WHITE, GREY), 2)
    canvas.put_on(surface)
    assert not any(inked(surface, 40))
