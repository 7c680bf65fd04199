"""What a friend's program sends to be read: made fit to show in one line, and cut."""

from __future__ import annotations

from typing import Final

from battle.words import plain

LONGEST_MESSAGE: Final = plain.LONGEST_COMMENT


def clean_name(text: str) -> str:
    """Return a name fit to show; empty if nothing of it can be seen."""
    return plain.shown_name(text)


def clean_message(text: str) -> str:
    """Return a message fit to show in one line; empty if nothing of it can be seen."""
    return plain.shown_comment(text)
