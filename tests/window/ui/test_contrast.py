"""Every word on every screen can be read: it stands out from its ground, on every table."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from battle.window.ui import draw
from battle.window.ui.draw import Align
from battle.window.ui.theme import CLOTHS, LIGHT, Font
from battle.window.ui.widgets import Button
from tests.support.pilot import pilot_at
from tools.screens.pictures import SCREENS, show

LEAST, LEAST_OF_LARGE = 4.5, 3.0
"""What the Web Content Accessibility Guidelines 2.2 ask of text and of large text (level AA)."""
LARGE = 24


def luminance(colour: pygame.Color) -> float:
    """Return the relative luminance of a colour, 0 to 1."""
    shares = (channel / 255 for channel in (colour.r, colour.g, colour.b))
    linear = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return sum(w * s for w, s in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: pygame.Color, other: pygame.Color) -> float:
    """Return the contrast of two colours, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(
    "table",
    [
        pytest.param(table, marks=[] if table in ("green", LIGHT) else pytest.mark.slow)
        for table in CLOTHS
    ],
)
def test_every_word_stands_out_from_its_ground(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, table: str
) -> None:
    """The contrast is 4.5 at least, 3 of large letters; what cannot be pressed may be fainter."""
    text, paint, active, weak = draw.text, Button.paint, [True], {}

    def measured(
        surface: pygame.Surface,
        font: Font,
        words: str,
        colour: pygame.Color,
        rect: pygame.Rect,
        align: Align = "left",
    ) -> pygame.Rect:
        before = surface.copy()
        place = text(surface, font, words, colour, rect, align)
        seen = place.inflate(-place.width // 3, -place.height // 3).clip(surface.get_clip())
        if seen.width and seen.height and active[0] and words.strip():
            part = before.subsurface(seen)
            ground = pygame.Color(*pygame.transform.average_color(part))
            reached = contrast(colour, ground)
            if reached < (LEAST_OF_LARGE if font.get_height() >= LARGE * 1.2 else LEAST):
                weak[words] = (round(reached, 2), tuple(colour)[:3], tuple(ground)[:3])
        return place

    def painted(button: Button, *where: object, **how: object) -> None:
        active[0] = button.enabled
        paint(button, *where, **how)  # type: ignore[arg-type]
        active[0] = True

    monkeypatch.setattr(draw, "text", measured)
    monkeypatch.setattr(Button, "paint", painted)
    with pilot_at(tmp_path, size=(1280, 800), language="en", sound=False) as pilot:
        pilot.app.change(table=table)
        for name in SCREENS:
            show(pilot.app, name)
            pilot.run(0.1)
            pilot.pixels()
            assert not weak, f"{name}: {weak}"
