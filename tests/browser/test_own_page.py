"""The page that an installed program makes of itself, with the parts from npm; needs a network."""

from __future__ import annotations

from pathlib import Path

import pytest

from battle.friend.ways.build import LOADED, write_page
from tests.support.tabs import Visitor
from tools.page.browser import serving

pytestmark = [pytest.mark.page, pytest.mark.slow]


def test_a_page_of_sources_plays(
    visitor: Visitor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What comes from npm is as it was pinned, and weighs what is said; the page plays."""
    monkeypatch.delenv("NPM_CONFIG_REGISTRY")
    folder, loaded = tmp_path / "page", list[int]()
    folder.mkdir()
    write_page(folder, loaded.append)
    assert sum(loaded) == LOADED
    with serving(folder) as visitor.address:
        tab = visitor.tab().begin(rival="Mo")
        tab.take(tab.moves()[0])
        tab.until("[data-state=ready]")
        assert tab.position.tiles_left == 104
        assert tab.errors == []
