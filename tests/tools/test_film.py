"""The film of a game for the docs."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from battle.storage import Places
from battle.window.main import App
from battle.window.routes import first_scene
from tools.screens.film import SIZE, Camera


def test_film_lasts_as_long_as_what_was_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What does not change is one picture for all its time; what is left out leaves a dark one."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    camera = Camera(0.1)
    app = App(places=Places.below(tmp_path), size=SIZE, now=camera.now)
    app.change(sound=False, animation=False)
    app.push(first_scene(app, None))
    camera.open(app)
    camera.run(0.2)
    shown = camera.pictures[-1]
    camera.run(0.3)
    assert camera.pictures[-1] == shown
    with camera.off():
        camera.run(0.2)
    app.close()
    assert camera.pictures[-1] != shown
    file = tmp_path / "film.webp"
    camera.save(file, 75)
    with Image.open(file) as film:
        assert film.n_frames == len(camera.pictures)
    assert sum(camera.milliseconds) == pytest.approx(500 + 300, abs=110)
