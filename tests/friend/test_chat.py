"""Names and messages from a friend's program, made fit to show."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battle.friend.chat import LONGEST_MESSAGE
from battle.words.plain import LONGEST_NAME, shown_comment, shown_name


@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        ("  Ben\n\tB. ", "Ben B."),
        ("Be\x00n\x1b[31m", "Ben[31m"),
        ("a\u200bb\u202ec\ufeff", "abc"),
        ("\u200b\u2060", ""),
        ("e" + "\u0301" * 50, "\u00e9\u0301\u0301"),
        ("Zoë", "Zoë"),
        ("\ud800x", "x"),
    ],
)
def test_what_cannot_be_seen_goes(sent: str, shown: str) -> None:
    """Controls, zero width, signs that turn the order and piled marks go; letters stay."""
    assert shown_name(sent) == shown


@given(st.text(max_size=1000))
def test_what_is_shown_is_short_and_visible(text: str) -> None:
    """Nothing shown is longer than it may be, or has a letter that a screen could stumble over."""
    for shown, most in ((shown_name(text), LONGEST_NAME), (shown_comment(text), LONGEST_MESSAGE)):
        assert len(shown) <= most
        assert not [one for one in shown if unicodedata.category(one)[0] == "C"]
        assert shown == shown.strip()
