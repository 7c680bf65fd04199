"""Where the program's assets are: tiles, fonts, sounds, catalogues, solved deals, the page."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Final

PAGE_POLICY: Final = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "img-src 'self' data:",
        "connect-src 'self' ws: wss:",
        "base-uri 'none'",
        "form-action 'none'",
    )
)
"""What the page may load: what lies beside it, and by WebSocket games with friends. It says so
itself, for other hosts."""


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


def colours(theme: int) -> str:
    """Return the colours of a theme, 0 for dark and 1 for light, as custom properties of CSS."""
    tokens = json.loads(asset("tokens.json").read_text("utf-8"))
    return " ".join(f"--{name}: {both[theme]};" for name, both in tokens.items())
