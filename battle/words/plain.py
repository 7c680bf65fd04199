"""Text from outside, made fit for a terminal: no character in it does anything but be read."""

from __future__ import annotations

import re
from typing import Final

_UNFIT: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""Controls, which a terminal obeys, signs that turn the order of letters, and halves of letters."""


def plain(text: str) -> str:
    """Return `text` with a replacement character for each that is not fit; lines and tabs stay."""
    return _UNFIT.sub("\N{REPLACEMENT CHARACTER}", text)
