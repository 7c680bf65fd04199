"""Times for a move: those to choose from, and how they are written."""

from __future__ import annotations

from typing import Final

from battle.language import _, decimal

THINK_SECONDS: Final = (0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 30.0, 60.0)
"""The solver's times for a move that are offered."""


def seconds_words(seconds: float) -> str:
    """Return a time in words, such as `2 s` or `1 min`."""
    if seconds >= 60 and seconds % 60 == 0:
        return _("{n} min").format(n=round(seconds / 60))
    return _("{n} s").format(n=decimal(seconds))
