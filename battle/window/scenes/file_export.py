"""What becomes a file: any screen can hand one over to be saved, with `go("save_export", …)`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from battle.rules.position import Position


@dataclass(frozen=True)
class FileExport:
    """A file to be: its title, its name without and with what it ends in, and its content.

    `about` says what it is, where there is no game to be shown; `position` is what is to be seen of
    it, None for where the game stands.
    """

    heading: str
    name: str
    suffix: str
    content: Callable[[], str | bytes]
    about: str = ""
    position: Position | None = None
