"""Renders screens to PNG files without a display.

    python -m tools.screens.screenshot DIRECTORY [--size WxH] [--language de] [--scene NAME]

Also makes the pictures of `docs/README.md`.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from tools.command import FILE, command, window_size


@command
@click.argument("directory", type=FILE)
@click.option("--size", type=window_size, default="1280x800", help="Window size, WxH.")
@click.option("--language", default="en", help="Language code, such as de.")
@click.option("--scene", help="One screen only.")
@click.option("--text-scale", default=1.0)
@click.option("--table", default="green", help="The table's colour, such as light.")
def main(
    directory: Path,
    size: tuple[int, int],
    language: str,
    scene: str | None,
    text_scale: float,
    table: str,
) -> None:
    """Render one screen, or all of them."""
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    import pygame

    from tools.screens.hands import own_window
    from tools.screens.pictures import SCREENS, show

    directory.mkdir(parents=True, exist_ok=True)
    settings = {"language": language, "sound": False, "text_scale": text_scale, "table": table}
    with own_window(settings, size=size) as app:
        for name in [scene] if scene else SCREENS:
            show(app, name)
            for _ in range(8):
                app.step(0.1)
            file = directory / "{}-{}x{}-{}.png".format(name, *size, language)
            pygame.image.save(app.surface, file)
            print(file)
        app.scenes.clear()


if __name__ == "__main__":
    sys.exit(main())
