"""The strip of the review on the result card."""

from __future__ import annotations

import pygame
import pytest

from battle.window.result.review import HEIGHT, LOW, trainer_corner
from battle.window.ui.theme import Theme


@pytest.fixture(autouse=True)
def _display() -> None:
    pygame.display.init()
    pygame.font.init()
    pygame.Window("test", (64, 64)).get_surface()


@pytest.mark.parametrize("scale", [0.8, 1.0, 1.6])
@pytest.mark.parametrize("height", [HEIGHT, LOW])
def test_the_corner_is_in_the_strip(height: int, scale: float) -> None:
    """The button lies within the strip; it has room for words only where there is a row for it."""
    theme = Theme(scale)
    strip = pygame.Rect(20, 30, theme.px(700), theme.px(height))
    square, worded = trainer_corner(theme, strip), trainer_corner(theme, strip, "Train 5 mistakes")
    assert strip.contains(square)
    assert strip.contains(worded)
    assert square.width == square.height
    assert (worded.width > square.width) == (height == HEIGHT)
