"""Every screen, in the smallest and largest windows, in both languages: everything has its room."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from battle.window.scenes.widget_scene import WidgetScene
from battle.window.ui.draw import LEAST_SHARE
from tests.support.pilot import pilot_at
from tools.screens.pictures import SCREENS, show


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    ("size", "scale"),
    [
        ((900, 600), 1.0),
        ((900, 600), 1.6),
        pytest.param((1280, 800), 1.0, marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("name", list(SCREENS))
def test_widgets_have_their_room(
    tmp_path: Path, name: str, size: tuple[int, int], scale: float, language: str
) -> None:
    """No widget leaves the window or lies on another; a button has room for each of its words.

    Over a note stands what people wrote, which may be of any length.
    """
    with pilot_at(tmp_path, size=size, text_scale=scale, language=language, sound=False) as pilot:
        show(pilot.app, name)
        pilot.run(0.1)
        scene = pilot.scene
        assert isinstance(scene, WidgetScene)
        window = pilot.app.surface.get_rect()
        widgets = scene.buttons
        widgets += [element for element in scene.order if element not in widgets]
        for element in widgets:
            assert window.contains(element.rect), f"{element.rect} {element.text}"
        for one, other in combinations([one for one in widgets if one.visible], 2):
            assert not one.rect.colliderect(other.rect), f"{one.rect} {other.rect}"
        for button in scene.buttons:
            role, room = button.style.role, button.room(scene.theme)
            font = scene.theme.font_of_size(
                role, round(scene.theme.px(role.value[1]) * LEAST_SHARE)
            )
            for word in [] if button.note else button.text.split():
                assert font.size(word)[0] <= room.width, button.text
        pilot.pixels()
