"""The types of the page's script."""

from __future__ import annotations

from tools.page import types


def test_the_types_of_the_page_are_those_of_the_records() -> None:
    """The file says what the records are; `python -m tools.page.types` writes it."""
    assert types.FILE.read_text(encoding="utf-8") == types.declarations()
