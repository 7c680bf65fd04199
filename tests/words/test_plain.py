"""Text that is fit for a terminal."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battle.words.plain import (
    LONGEST_COMMENT,
    LONGEST_NAME,
    plain,
    shown_comment,
    shown_name,
)


@given(st.text())
def test_nothing_is_left_that_a_terminal_obeys(text: str) -> None:
    """Only what can be read is left, besides the ends of lines and tabs."""
    found = plain(text + "\x1b]0;title\x07\x9b2J\u202e\udcff\r")
    assert len(found) == len(text) + 16
    assert not [char for char in found if ord(char) < 32 and char not in "\n\t"]
    assert not {*found} & {*"\x7f\x9b\u202e\u2066\udcff"}
    assert plain(found) == found


def test_what_is_fit_stays() -> None:
    """Letters of every script, signs and pictures stay as they are."""
    text = "Zoë 王 · ½ −3 …\n\t🀇"
    assert plain(text) == text


@pytest.mark.parametrize("shown", [shown_name, shown_comment])
@given(text=st.text() | st.text(st.sampled_from("a \n\t\0\u200b\u202e\ud800王"), max_size=50))
def test_what_is_shown_is_one_line_of_bounded_length(
    shown: Callable[[str], str], text: str
) -> None:
    """Nothing of it moves what stands around it, and showing it again changes nothing."""
    found = shown(text)
    assert len(found) <= {shown_name: LONGEST_NAME, shown_comment: LONGEST_COMMENT}[shown]
    assert found == " ".join(found.split()) == shown(found) == plain(found)


def test_a_long_name_tells_that_it_is_cut() -> None:
    """Forty characters are shown as they are, of more than that as many with an ellipsis."""
    assert shown_name("x" * 40) == "x" * 40
    assert shown_name("x" * 41) == shown_name("x" * 10**6) == "x" * 39 + "…"
    assert shown_name(" Ada \n Lovelace\0 ") == "Ada Lovelace"
    assert shown_name("e" + "\u0301" * 50) == "\u00e9\u0301\u0301"
    assert shown_name("\u200b\u3164\u0301") == ""
