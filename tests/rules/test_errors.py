"""Tests of the errors' words."""

from hypothesis import given
from hypothesis import strategies as st

from battle.rules.position import quoted


@given(st.text())
def test_a_quoted_text_is_short_and_printable(text):
    """Whatever is quoted, an error stays one readable line."""
    assert len(quoted(text)) <= 44
    assert quoted(text).isprintable()


def test_short_texts_are_quoted_whole():
    """A text that fits is shown as it is, a long one with an ellipsis."""
    assert quoted("5x") == "'5x'"
    assert quoted("it's") == '"it\'s"'
    assert quoted("x" * 100) == f"'{'x' * 41}…'"
    assert len(quoted("\U000e0001" * 30)) == 44
