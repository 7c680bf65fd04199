"""What a friend's program sends to be read: made fit to show in one line, and cut."""

from __future__ import annotations

import unicodedata
from typing import Final

LONGEST_NAME: Final = 40
LONGEST_MESSAGE: Final = 300

_MOST_MARKS: Final = 2
"""Marks on one letter; more would grow over the lines beside it."""


def clean_name(text: str) -> str:
    """Return a name fit to show; empty if nothing of it can be seen."""
    return _clean(text, LONGEST_NAME)


def clean_message(text: str) -> str:
    """Return a message fit to show in one line; empty if nothing of it can be seen."""
    return _clean(text, LONGEST_MESSAGE)


def _clean(text: str, most: int) -> str:
    letters: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text[: 8 * most]):
        sort = unicodedata.category(letter)
        if letter.isspace():
            if letters and letters[-1] != " ":
                letters.append(" ")
        elif sort.startswith("M"):
            marks += 1
            if letters and letters[-1] != " " and marks <= _MOST_MARKS:
                letters.append(letter)
            continue
        elif not sort.startswith("C") and letter not in _BLANK:
            letters.append(letter)
        marks = 0
    return "".join(letters[:most]).strip()


_BLANK: Final = "\u115f\u1160\u3164\uffa0\u2800"
"""Letters that have a width and nothing to see."""
