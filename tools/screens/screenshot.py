"""Renders screens to PNG files without a display.

    python -m tools.screens.screenshot DIRECTORY [--size WxH] [--language de] [--scene NAME]

Also makes the picture in the README.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path

from battle.storage import Places


def main(arguments: list[str] | None = None) -> None:
    """Render one screen, or all of them."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    os.environ["SDL_AUDIODRIVER"] = "dummy"
    options = _options(arguments)
    options.directory.mkdir(parents=True, exist_ok=True)
    width, height = (int(part) for part in options.size.split("x"))
    with tempfile.TemporaryDirectory() as home:
        _render(options, (width, height), Places.below(Path(home)))


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", type=Path)
    parser.add_argument("--size", default="1280x800", help="window size, such as 1280x800")
    parser.add_argument("--language", default="en", help="language code, such as de")
    parser.add_argument("--scene", help="one screen only")
    parser.add_argument("--text-scale", type=float, default=1.0)
    return parser.parse_args(arguments)


def _render(options: argparse.Namespace, size: tuple[int, int], places: Places) -> None:
    import pygame

    from battle.window.main import App
    from tools.screens.pictures import SCREENS, show

    app = App(places=places, size=size)
    app.change(language=options.language, sound=False, text_scale=options.text_scale)
    for name in [options.scene] if options.scene else SCREENS:
        show(app, name)
        for _ in range(8):
            app.step(0.1)
        file = options.directory / f"{name}-{options.size}-{options.language}.png"
        pygame.image.save(app.surface, file)
        print(file)
    app.scenes.clear()
    app.close()


if __name__ == "__main__":
    main()
