"""Keys: presses, what they do, how they are written, and tiles typed as two keys.

Every screen with keys of its own has a table of `Shortcut`, which both the screen and its help
read, so that help never promises a key that does nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame

from battle.language import N_, _
from battle.rules.tiles import SUITS, Kind, kind


@dataclass(frozen=True)
class Press:
    """A key with or without Ctrl (or Cmd) and Shift; `sign` is a character typed, such as `?`."""

    key: int = 0
    ctrl: bool = False
    shift: bool = False
    sign: str = ""

    def fits(self, event: pygame.event.Event) -> bool:
        """Whether a KEYDOWN event is this press."""
        ctrl = bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META))
        if self.sign:
            return event.unicode == self.sign and not ctrl
        shift = bool(event.mod & pygame.KMOD_SHIFT)
        return (event.key, ctrl, shift) == (self.key, self.ctrl, self.shift)

    @property
    def words(self) -> str:
        """How the press is written, such as `Ctrl+Z`."""
        parts = [_("Ctrl")] * self.ctrl + [_("Shift")] * self.shift + [self.name]
        return "+".join(parts)

    @property
    def name(self) -> str:
        """How the key alone is written."""
        return self.sign or _(_NAMES.get(self.key, "")) or pygame.key.name(self.key).upper()


@dataclass(frozen=True)
class Shortcut:
    """What `presses` do: `action` names it in the code, `words` on the help screen.

    `written` is how they are written where they are no single presses; an `is_range` is written
    as its first press and its last key.
    """

    action: str
    presses: tuple[Press, ...]
    words: str
    written: str = ""
    is_range: bool = False

    @property
    def keys(self) -> str:
        """The presses as written in tool tips and help."""
        if self.is_range:
            return f"{self.presses[0].words} … {self.presses[-1].name}"
        return self.written or ", ".join(press.words for press in self.presses)


_NAMES: Final = {
    pygame.K_LEFT: "←",
    pygame.K_RIGHT: "→",
    pygame.K_UP: "↑",
    pygame.K_DOWN: "↓",
    pygame.K_RETURN: N_("Enter"),
    pygame.K_SPACE: N_("Space"),
    pygame.K_TAB: N_("Tab"),
    pygame.K_ESCAPE: N_("Esc"),
    pygame.K_HOME: N_("Home"),
    pygame.K_END: N_("End"),
    pygame.K_PAGEUP: N_("Page ↑"),
    pygame.K_PAGEDOWN: N_("Page ↓"),
    pygame.K_DELETE: N_("Del"),
    pygame.K_BACKSPACE: N_("Backspace"),
}


def presses_of(*keys: int) -> tuple[Press, ...]:
    """Return presses of keys alone."""
    return tuple(Press(key) for key in keys)


def with_ctrl(key: int, *, shift: bool = False) -> Press:
    """Return the press of a key with Ctrl."""
    return Press(key, ctrl=True, shift=shift)


def action_of(event: pygame.event.Event, table: tuple[Shortcut, ...]) -> str | None:
    """Return the action a KEYDOWN event asks for, None if it is none of the keys."""
    if event.key == pygame.K_KP_ENTER:
        return "choose"
    for shortcut in table:
        if any(press.fits(event) for press in shortcut.presses):
            return shortcut.action
    return None


def keys_of(action: str, table: tuple[Shortcut, ...]) -> str:
    """Return how the keys of an action are written."""
    return next(shortcut.keys for shortcut in table if shortcut.action == action)


def line_number_of(event: pygame.event.Event) -> int | None:
    """Return the number of the line that Ctrl and a digit ask for, from 1."""
    if not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
        return None
    return event.key - pygame.K_0 if pygame.K_1 <= event.key <= pygame.K_9 else None


class TileTyping:
    """Tiles typed as two keys, rank then suit; a rank is forgotten after a while."""

    _SECONDS: Final = 2.0

    def __init__(self) -> None:
        self._digit = ""
        self._until = 0.0

    def feed(self, event: pygame.event.Event, now: float) -> Kind | str | None:
        """Take a KEYDOWN event in; return the tile typed, the rank begun, or None."""
        sign, waiting = str(event.unicode).lower(), self._digit
        self._digit = ""
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META | pygame.KMOD_ALT) or not sign:
            if event.key in (pygame.K_LSHIFT, pygame.K_RSHIFT):
                self._digit = waiting
            return None
        if sign in "123456789":
            self._digit, self._until = sign, now + self._SECONDS
            return sign
        if sign in SUITS and waiting and now <= self._until:
            return kind(waiting + sign)
        return None
