"""Text in the width of a terminal."""

from __future__ import annotations

import io

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from battle.page.blocks import Table
from battle.page.text import columns_of, fitted, page_lines, screen_width
from battle.words import broken


@given(st.text("ab \n", max_size=200), st.integers(12, 60))
@example("aaaaa bbbbbb ", 12)
def test_nothing_is_lost_and_no_line_is_too_long(text: str, width: int) -> None:
    """All words are there in their order, in lines of at most that width, or of one word."""
    lines = fitted(text, width).split("\n")
    assert " ".join(lines).split() == text.split()
    assert all(len(line) <= width or len(line.split()) == 1 for line in lines)


@given(st.text("对局a5 。“”（）", max_size=200), st.integers(12, 60))
@example("5555。。。。。。对 ", 18)
def test_chinese_fits_a_terminal(text: str, width: int) -> None:
    """A Chinese letter takes two columns, and a line may end after any of them."""
    lines = fitted(text, width).split("\n")
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(columns_of(line) <= width or len(broken(line.strip())) == 1 for line in lines)


def test_columns_are_even_in_every_script() -> None:
    """Umlauts, accents and Chinese letters do not move what stands beside them."""
    rows = ("Züge", "12"), ("Cou\u0302ts", "3"), ("对局", "45")
    lines = [*page_lines([Table((), rows, numeric=(1,))])]
    assert {columns_of(line) for line in lines} == {columns_of("Coûts  45")}


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
