"""Pictures of the page that browsers show before they install it: `python -m tools.page.pictures`.

They are of the page in `dist/page`, or in the folder that `MAHJONG_BATTLE_PAGE` names, and are kept
in `docs`; `SCREENSHOTS` is what the manifest says of them.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tools.command import command
from tools.page.browser import Tab, chromium, serving

if TYPE_CHECKING:
    from playwright.sync_api import ViewportSize

ROOT: Final = Path(__file__).resolve().parents[2]
_SHOWN: Final = {"narrow": (390, 844, 2), "wide": (1280, 800, 1)}
"""Width and height in CSS pixels, and the pixels of one."""
SCREENSHOTS: Final = [
    {
        "src": f"pictures/{form}.jpg",
        "sizes": f"{width * scale}x{height * scale}",
        "type": "image/jpeg",
        "form_factor": form,
    }
    for form, (width, height, scale) in _SHOWN.items()
]
_PAIRS: Final = 8
_SETTLED: Final = 2000
"""Milliseconds until no tile moves."""


def picture_of(form: str) -> Path:
    """Return where a picture is kept."""
    return ROOT / "docs" / f"page-{form}.jpg"


@command
def main() -> int:
    """Make the pictures, each in the middle of a game."""
    page = Path(os.environ.get("MAHJONG_BATTLE_PAGE", ROOT / "dist" / "page"))
    with serving(page) as address, chromium() as browser:
        for form, (width, height, scale) in _SHOWN.items():
            size: ViewportSize = {"width": width, "height": height}
            look: dict[str, Any] = {"device_scale_factor": scale, "color_scheme": "dark"}
            tab = Tab(browser.new_page(viewport=size, **look), address)
            tab.begin(rival="Pip")
            for _pair in range(_PAIRS):
                tab.until("[data-state=ready]")
                tab.take(tab.position.legal_moves[0])
            tab.until("[data-state=ready]").page.wait_for_timeout(_SETTLED)
            tab.page.screenshot(path=picture_of(form), type="jpeg", quality=85)
    return 0


if __name__ == "__main__":
    sys.exit(main())
