"""Text in the width of a terminal."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battle.page.text import fitted, screen_width


@given(st.text("ab \n", max_size=200), st.integers(12, 60))
def test_nothing_is_lost_and_no_line_is_too_long(text: str, width: int) -> None:
    """All words are there in their order, in lines of at most that width, or of one word."""
    lines = fitted(text, width).split("\n")
    assert " ".join(lines).split() == text.split()
    assert all(len(line) <= width or len(line.split()) == 1 for line in lines)


def test_what_goes_on_stands_further_in() -> None:
    """A list is still a list, and a prompt keeps its space."""
    text = "  one two three four\nfive\n\nYes? "
    assert fitted(text, 12) == "  one two\n    three\n    four\nfive\n\nYes? "
    assert fitted(text, None) == text


def test_what_is_no_terminal_has_no_width(monkeypatch: pytest.MonkeyPatch) -> None:
    """What goes into a file or to another program is never broken."""
    monkeypatch.setattr("sys.stdout", io.StringIO())
    assert screen_width() is None
    monkeypatch.setattr("sys.stdout", None)
    assert screen_width() is None
