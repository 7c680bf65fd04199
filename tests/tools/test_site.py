"""The reference site shows every promised name, and its links lead somewhere."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest

from tools import site

FROM_OUTSIDE = ("https:", "data:", "$")
"""How links begin that are of the maker of the site, or filled in by its search."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("site")
    with pytest.warns(UserWarning, match="Cell failed"):  # the maker's trouble with a NamedTuple
        site.build(directory)
    return directory


def anchors(page: Path) -> set[str]:
    return set(re.findall(r'id="([^"]+)"', page.read_text(encoding="utf-8")))


@pytest.mark.parametrize("module", site.PROMISED)
def test_every_promised_name_is_on_its_page(built: Path, module: str) -> None:
    """A reader finds each name of a module's `__all__` that is not about the module itself."""
    promised = {name for name in import_module(module).__all__ if not name.startswith("__")}
    assert promised <= anchors(built / f"{module.replace('.', '/')}.html")


def test_no_link_is_broken(built: Path) -> None:
    """Every link within the site leads to a file of it, and to a place there is in it."""
    pages = [*built.rglob("*.html")]
    links = 0
    for page in pages:
        for link in re.findall(r'(?:href|src)="([^"]+)"', page.read_text(encoding="utf-8")):
            if not link.startswith(FROM_OUTSIDE):
                path, place = urldefrag(unquote(link))
                target = (page.parent / path).resolve() if path else page
                assert target.is_file(), f"{page.name}: {link}"
                assert not place or place in anchors(target), f"{page.name}: {link}"
                links += 1
    assert len(pages) == 1 + len(site.PROMISED) + len(site.PAGES)
    assert links > 100
