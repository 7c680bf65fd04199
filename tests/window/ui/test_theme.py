"""Fonts, the last guard before what cannot be written."""

from __future__ import annotations

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from battle.window.ui import draw
from battle.window.ui import theme as look
from battle.window.ui.theme import Role, Theme
from battle.window.ui.widgets import Button, TextField

ODD = ("\0", "\u200b", "\u200d\u200d", "\udcff", "\u0301", "a\0b", "\x1b[31m", "\ufeff", "王\u202e")


@pytest.fixture(scope="module")
def theme() -> Theme:
    """Return a theme at the size that lengths are written for."""
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((320, 200))
    return Theme(1.0)


@given(text=st.text(max_size=40) | st.sampled_from(ODD) | st.just("x" * 10**5))
def test_a_font_writes_whatever_it_is_given(theme: Theme, text: str) -> None:
    """Every text has a picture as wide as it is said to be, and none is wider than windows are."""
    font = theme.font(Role.TEXT)
    picture = font.render(text, True, look.INK)
    assert picture.get_height() == font.get_linesize()
    assert abs(picture.get_width() - font.size(text)[0]) <= 2
    assert picture.get_width() < 40_000
    assert draw.fitted(font, text, 100) is not None
    assert font.metrics(text) is not None


@pytest.mark.parametrize("text", [*ODD, "x" * 10**5])
def test_widgets_take_whatever_is_typed(theme: Theme, text: str) -> None:
    """A button and a field show any words."""
    place, surface = pygame.Rect(0, 0, 200, 40), pygame.display.get_surface()
    Button(place, text[:1000], lambda: None).paint(surface, theme, focused=False)
    field = TextField(place, theme, text[:1000], lambda _text: None)
    field.paint(surface, theme, focused=True)
    field.press((60, 20))
    field.insert(text[:1000])
    field.paint(surface, theme, focused=True)
    assert field.text
