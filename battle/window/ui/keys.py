"""Keys: presses, what they do, how they are written, and tiles typed as two keys.

Every screen with keys of its own has a `KeyTable`, which both the screen and its help read, so that
help never promises a key that does nothing. A person can choose another key for an action: `bind`
brings the choices of the settings into the tables.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import pygame

from battle.language import N_, _
from battle.rules.position import SUITS, Kind, kind

_LAST_LATIN: Final = 0x24F


def key_of(event: pygame.event.Event) -> int:
    """Return the key of a KEYDOWN event, by its place where the layout has no Latin letter there.

    So keys work in a Russian or Greek layout, and digits where they need Shift. A Latin layout
    keeps its own order of letters and signs.
    """
    key, place = int(event.key), event.dict.get("scancode", 0)
    if key > _LAST_LATIN and pygame.KSCAN_A <= place <= pygame.KSCAN_Z:
        return int(pygame.K_a + place - pygame.KSCAN_A)
    if pygame.KSCAN_1 <= place <= pygame.KSCAN_0 and not pygame.K_0 <= key <= pygame.K_9:
        return int(pygame.K_0 + (place - pygame.KSCAN_1 + 1) % 10)
    return key


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
        is_key = self.key in (event.key, key_of(event))
        return is_key and (ctrl, shift) == (self.ctrl, self.shift)

    @property
    def words(self) -> str:
        """How the press is written, such as `Ctrl+Z`."""
        return "+".join([_("Ctrl")] * self.ctrl + [_("Shift")] * self.shift + [self.name])

    @property
    def code(self) -> str:
        """The press as settings keep it, in any language: `ctrl+z`, or `'?'` for a character."""
        if self.sign:
            return f"'{self.sign}'"
        return "ctrl+" * self.ctrl + "shift+" * self.shift + pygame.key.name(self.key)

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


def words_of(action: str, table: Sequence[Shortcut]) -> str:
    """Return what an action of a table does, in words."""
    return _(next(shortcut.words for shortcut in table if shortcut.action == action))


class KeyTable(list[Shortcut]):
    """The shortcuts of a screen, with the keys that the person has chosen.

    `screen` begins the names under which those are kept; `title` is the screen's in the help.
    """

    def __init__(self, screen: str, title: str, usual: Sequence[Shortcut]) -> None:
        super().__init__(usual)
        self.screen = screen
        self.title = title
        self._usual = tuple(usual)

    def bind(self, chosen: Mapping[str, str]) -> None:
        """Use the keys chosen, `{"table.hint": "ctrl+k"}`; what is not usable is passed over."""
        self[:] = self._usual
        for place, shortcut in enumerate(self._usual):
            press = press_of(chosen.get(self.name_of(shortcut.action), ""))
            if press is not None and self.refusal(shortcut.action, press) is None:
                self[place] = replace(shortcut, presses=(press,))

    def name_of(self, action: str) -> str:
        """Return the name under which a key chosen for an action is kept."""
        return f"{self.screen}.{action}"

    def can_change(self, action: str) -> bool:
        """Whether another key can be chosen for an action."""
        shortcut = next(usual for usual in self._usual if usual.action == action)
        return bool(shortcut.presses) and not shortcut.is_range and action != "escape"

    def refusal(self, action: str, press: Press) -> Shortcut | None:
        """Return the shortcut that keeps a press from an action, None if there is none."""
        if not self.can_change(action) or press.key == pygame.K_ESCAPE:
            return self[-1]
        taken = (
            shortcut
            for shortcut in self
            if (shortcut.action != action and press in shortcut.presses)
            or (shortcut.action == "type_tile" and press.words in _RANKS)
        )
        return next(taken, None)


_RANKS: Final = "123456789"
_CODE: Final = re.compile(r"(ctrl\+)?(shift\+)?(.+)")


def press_of(code: str) -> Press | None:
    """Return the press written as `Press.code` does it, None if it is none."""
    if len(code) == 3 and code[0] == code[2] == "'":
        return Press(sign=code[1])
    match = _CODE.fullmatch(code)
    if match is None:
        return None
    try:
        key = pygame.key.key_code(match[3])
    except (ValueError, pygame.error):
        return None
    return Press(key, ctrl=bool(match[1]), shift=bool(match[2]))


_MODIFIERS: Final = (
    pygame.K_LSHIFT,
    pygame.K_RSHIFT,
    pygame.K_LCTRL,
    pygame.K_RCTRL,
    pygame.K_LALT,
    pygame.K_RALT,
    pygame.K_LMETA,
    pygame.K_RMETA,
    pygame.K_CAPSLOCK,
    pygame.K_NUMLOCKCLEAR,
)


def pressed(event: pygame.event.Event) -> Press | None:
    """Return the press of a KEYDOWN event, None if it is none to choose: modifiers, Alt."""
    key = key_of(event)
    if key in _MODIFIERS or event.mod & pygame.KMOD_ALT or not pygame.key.name(key):
        return None
    ctrl = bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META))
    sign = str(event.unicode)
    if not ctrl and len(sign) == 1 and sign.isprintable() and not (sign.isalnum() or sign == " "):
        return Press(sign=sign)
    return Press(key, ctrl=ctrl, shift=bool(event.mod & pygame.KMOD_SHIFT))


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


EVERYWHERE: Final = (
    Shortcut("next_widget", presses_of(pygame.K_TAB), N_("To the next field or button")),
    Shortcut(
        "press",
        presses_of(pygame.K_RETURN, pygame.K_SPACE),
        N_("Press the button, turn the switch"),
    ),
    Shortcut(
        "change",
        presses_of(pygame.K_LEFT, pygame.K_RIGHT),
        N_("Choose, move the slider, turn the page"),
    ),
    Shortcut(
        "read",
        presses_of(pygame.K_F3),
        N_("On every screen: show cut texts in full, one after another"),
    ),
    Shortcut("quit", (with_ctrl(pygame.K_q),), N_("On every screen: quit; everything is kept")),
)
"""How the screens around the table are worked: `Scene` and its widgets read the first three,
`App` the others."""


def action_of(event: pygame.event.Event, table: Sequence[Shortcut]) -> str | None:
    """Return the action a KEYDOWN event asks for, None if it is none of the keys."""
    if event.key == pygame.K_KP_ENTER:
        return "choose"
    fitting = (
        shortcut.action
        for shortcut in table
        if any(press.fits(event) for press in shortcut.presses)
    )
    return next(fitting, None)


def keys_of(action: str, table: Sequence[Shortcut]) -> str:
    """Return how the keys of an action are written."""
    return next(shortcut.keys for shortcut in table if shortcut.action == action)


def line_number_of(event: pygame.event.Event) -> int | None:
    """Return the number of the line that Ctrl and a digit ask for, from 1."""
    if not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
        return None
    key = key_of(event)
    return key - pygame.K_0 if pygame.K_1 <= key <= pygame.K_9 else None


class TileTyping:
    """Tiles typed as two keys, rank then suit; a rank is forgotten after a while."""

    _SECONDS: Final = 2.0

    def __init__(self) -> None:
        self._digit = ""
        self._until = 0.0

    def feed(self, event: pygame.event.Event, now: float) -> Kind | str | None:
        """Take a KEYDOWN event in; return the tile typed, the rank begun, or None."""
        sign, waiting = str(event.unicode).lower(), self._digit
        if sign and sign not in _RANKS + SUITS and (key := key_of(event)) != event.key:
            sign = chr(key)
        self._digit = ""
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META | pygame.KMOD_ALT) or not sign:
            if event.key in (pygame.K_LSHIFT, pygame.K_RSHIFT):
                self._digit = waiting
            return None
        if sign in _RANKS:
            self._digit, self._until = sign, now + self._SECONDS
            return sign
        return kind(waiting + sign) if sign in SUITS and waiting and now <= self._until else None
