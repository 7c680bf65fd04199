"""Every screen by name, so that all of them can be rendered and looked at; and the first one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from battle.app.scene import Scene

if TYPE_CHECKING:
    from battle.app.main import App

Maker: TypeAlias = Callable[["App"], list[Scene]]
"""Makes the stack of scenes a picture shows, lowest first."""


def first_scene(app: App, file: Path | None) -> Scene:
    """Return what the window shows first: the start screen, or the game in `file`."""
    from battle.app.start import StartScene

    return StartScene()


def _start(app: App) -> list[Scene]:
    from battle.app.start import StartScene

    return [StartScene()]


SCREENS: Final[dict[str, Maker]] = {
    "start": _start,
}
"""Add a line for each new screen; `python -m battle.app.screenshot` renders them all."""
