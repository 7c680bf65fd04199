"""Whole texts that somebody has read and approved, in `tests/approved`.

After a change of words run the tests with APPROVE=1 in the environment: the files are rewritten,
and what has changed is read in the diff.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from battle.language import available
from battle.page.blocks import Page
from battle.page.text import page_lines

LANGUAGES = [code for code, _name in available()]
"""The code of every language the program speaks, English first."""
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


# --- script --------------------------------------------------------------------------------------
#
# Lines typed one after the other at a terminal.


class Script:
    """What is typed; `output` keeps prompts, and what is written with its `append`."""

    def __init__(self, *lines: str) -> None:
        self.output: list[str] = []
        self.lines: Iterator[str] = iter(lines)

    def read(self, prompt: str) -> str:
        """Return the next line; raise EOFError, which ends the input, after the last one."""
        self.output.append(prompt)
        line = next(self.lines, None)
        if line is None:
            raise EOFError
        return line

    @property
    def printed(self) -> str:
        """All that was printed."""
        return "\n".join(self.output)
