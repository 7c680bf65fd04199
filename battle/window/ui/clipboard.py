"""The clipboard of the person's machine, and what is said when it does not serve."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from battle.game.session import NotNowError
from battle.language import N_, _
from battle.rules.position import Position
from battle.rules.record import Record


def put(text: str) -> bool:
    """Put a text on the clipboard; return whether that could be done."""
    try:
        pygame.scrap.put_text(text)
    except pygame.error:
        return False
    return True


def peek() -> str:
    """Return the text on the clipboard, empty if there is none."""
    try:
        return pygame.scrap.get_text().strip("\0")
    except (pygame.error, UnicodeDecodeError):
        return ""


def paste_tip() -> str:
    """Return the tip of a paste button."""
    return _("Paste from the clipboard (Ctrl+V)")


def copy(text: str, done: str, say: Callable[[str, str], None]) -> None:
    """Put a text on the clipboard, and say `done`, or that it could not be done."""
    if put(text):
        say(done, "info")
    else:
        say(_("The clipboard is not available."), "refused")


def copy_position(position: Position, say: Callable[[str, str], None]) -> None:
    """Put a position's line on the clipboard, and say so."""
    copy(str(position), _("The position was copied."), say)


def copy_record(record: Record, say: Callable[[str, str], None]) -> None:
    """Put a game's record on the clipboard, and say so."""
    copy(record.text, _("The game record was copied."), say)


def text() -> str:
    """Return the text on the clipboard; raise NotNowError if there is none."""
    words = peek()
    if not words.strip():
        raise NotNowError(N_("The clipboard is empty."))
    return words
