"""Text from outside, made fit to be shown: no character in it does anything but be read.

Names, comments, tags and file names can come from anywhere. What keeps them keeps every byte; what
shows them takes them from here, names of at most `LONGEST_NAME` and comments of at most
`LONGEST_COMMENT` characters.
"""

from __future__ import annotations

import re
from typing import Final

LONGEST_NAME: Final = 40
LONGEST_COMMENT: Final = 300

_UNFIT: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    "\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)
"""Controls, which a terminal obeys, signs that nobody sees or that turn the order of letters, and
halves of letters."""


def plain(text: str) -> str:
    """Return `text` with a replacement character for each that is not fit; lines and tabs stay."""
    return _UNFIT.sub("\N{REPLACEMENT CHARACTER}", text)


def shown_name(name: str) -> str:
    """Return the name of a person, an event or a file as it is shown."""
    return _line(name, LONGEST_NAME)


def shown_comment(comment: str) -> str:
    """Return a comment as it is shown."""
    return _line(comment, LONGEST_COMMENT)


def _line(text: str, most: int) -> str:
    """Return a text as one line of at most so many characters, an ellipsis for what is cut off."""
    words = " ".join(plain(text[: 4 * most]).split())
    is_whole = len(words) <= most and len(text) <= 4 * most
    return words if is_whole else f"{words[: most - 1].rstrip()}…"
