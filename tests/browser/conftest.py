"""Visitors of the built page, which lies in `dist/page` or where `MAHJONG_BATTLE_PAGE` says."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from battle.friend.ways.build import page_folder
from tests.support.tabs import DESK, Visitor, copied_page
from tools.page.browser import Tab, chromium, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def folder() -> Path:
    """Return where the built page lies."""
    folder = Path(os.environ.get("MAHJONG_BATTLE_PAGE") or page_folder() or "")
    assert (folder / "index.html").is_file(), "python -m tools.page builds the page"
    return folder


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Yield Chromium; what a test runs is not worth to be compiled twice."""
    with chromium("--js-flags=--liftoff-only") as browser:
        yield browser


@pytest.fixture(scope="session")
def address(folder: Path) -> Iterator[str]:
    with serving(folder) as address:
        yield address


@pytest.fixture
def visitor(browser: Browser, address: str, request: pytest.FixtureRequest) -> Iterator[Visitor]:
    """Yield somebody with a browser of their own, as a test's parameters say."""
    visitor = Visitor(browser, address, **getattr(request, "param", DESK))
    yield visitor
    visitor.leave()


@pytest.fixture
def tab(visitor: Visitor) -> Tab:
    """Return their first tab."""
    return visitor.tab()


@pytest.fixture
def copy(folder: Path, tmp_path: Path, visitor: Visitor) -> Iterator[Path]:
    """Yield a copy of the page that can be changed; the visitor comes to it."""
    copy = copied_page(folder, tmp_path / "page")
    with serving(copy) as visitor.address:
        yield copy
