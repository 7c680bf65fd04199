"""Whole texts that somebody has read and approved, in `tests/approved`.

After a change of words run the tests with APPROVE=1 in the environment: the files are written anew,
and what has changed is read in the diff.
"""

from __future__ import annotations

import os
from pathlib import Path

from battle.page.blocks import Page
from battle.page.text import page_lines

APPROVED = Path(__file__).parents[1] / "approved"


def check_text(name: str, text: str) -> None:
    """Check that a text is the approved one of its name."""
    file = APPROVED / f"{name}.txt"
    if os.environ.get("APPROVE"):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text.rstrip() + "\n", encoding="utf-8")
    assert text.rstrip() + "\n" == file.read_text(encoding="utf-8"), file.name


def check_page(name: str, page: Page) -> None:
    """Check that a page, as plain text, is the approved one of its name."""
    check_text(name, "\n".join(page_lines(page)))
