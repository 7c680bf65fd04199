"""Text from outside, made fit to be shown: no character in it does anything but be read.

Names, comments, tags and file names can come from anywhere. What keeps them keeps every byte; what
shows them takes them from here, names of at most `LONGEST_NAME` and comments of at most
`LONGEST_COMMENT` characters.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

LONGEST_NAME: Final = 40
LONGEST_COMMENT: Final = 300

_UNFIT: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    "\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)
"""Controls, which a terminal obeys, invisible characters, characters that reverse the order of
letters, and halves of letters."""


_LOOKED_AT: Final = 8
"""How much longer a text may be than what is shown of it before the rest is not looked at."""

_MOST_MARKS: Final = 2
"""Marks on one letter; more would grow over the lines beside it."""

_BLANK: Final = "\u115f\u1160\u3164\uffa0\u2800"
"""Letters that have a width and nothing to see."""


def plain(text: str) -> str:
    """Return `text` with a replacement character for each that is not fit; lines and tabs stay."""
    return _UNFIT.sub("\N{REPLACEMENT CHARACTER}", text)


def shown_name(name: str) -> str:
    """Return the name of a person, an event or a file as it is shown; empty if nothing is."""
    return _line(name[: _LOOKED_AT * LONGEST_NAME + 1], LONGEST_NAME)


def shown_comment(comment: str) -> str:
    """Return a comment as it is shown."""
    return _line(comment[: _LOOKED_AT * LONGEST_COMMENT + 1], LONGEST_COMMENT)


@lru_cache(512)
def _line(text: str, most: int) -> str:
    """Return what can be seen of a text as one line, with an ellipsis for what is cut off."""
    words = unicodedata.normalize("NFC", "".join(_visible(text[: _LOOKED_AT * most])))
    words = " ".join(words.split())
    is_whole = len(words) <= most and len(text) <= _LOOKED_AT * most
    return words if is_whole else f"{words[: most - 1].rstrip()}…"


def _visible(text: str) -> Iterator[str]:
    """Yield the letters that can be seen, with a few marks on each, and the spaces."""
    marks = _MOST_MARKS
    for letter in unicodedata.normalize("NFC", text):
        sort = unicodedata.category(letter)[0]
        if letter.isspace():
            marks = _MOST_MARKS
            yield letter
        elif sort == "M":
            marks += 1
            if marks <= _MOST_MARKS:
                yield letter
        elif sort != "C" and letter not in _BLANK:
            marks = 0
            yield letter
