"""The location of the program's assets: tiles, fonts, sounds, catalogues, solved deals."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def assets() -> Path:
    """Return the directory of the assets: inside the installed package, else the checkout's."""
    package = Path(__file__).resolve().parent
    installed = package / "assets"
    return installed if installed.is_dir() else package.parent / "assets"


def page_address() -> str:
    """Return where the program's page is published, empty where its build was not told."""
    file = asset("page-address.txt")
    return file.read_text("ascii").strip() if file.is_file() else ""


def asset(path: str) -> Path:
    """Return the file or directory `path` of the assets, such as `tiles/5m.svg`."""
    return assets() / path
