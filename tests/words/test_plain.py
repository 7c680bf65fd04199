"""Text that is fit for a terminal."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from battle.words.plain import plain


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
