"""Every key of the playing screen and of Analyse: what it does, and the words of the help screen.

The tables that both the screens and their help read, so that help never promises a key that does
nothing. `SHORTCUTS` belongs to the table at play, `ANALYSE_SHORTCUTS` to Analyse.
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
        name = self.sign or _(_NAMES.get(self.key, "")) or pygame.key.name(self.key).upper()
        parts = [_("Ctrl")] * self.ctrl + [_("Shift")] * self.shift + [name]
        return "+".join(parts)


@dataclass(frozen=True)
class Shortcut:
    """What `presses` do: `action` names it in the code, `words` on the help screen."""

    action: str
    presses: tuple[Press, ...]
    words: str

    @property
    def keys(self) -> str:
        """The presses as written in tool tips and help."""
        return ", ".join(press.words for press in self.presses)


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


def _plain(*keys: int) -> tuple[Press, ...]:
    return tuple(Press(key) for key in keys)


def _ctrl(key: int, *, shift: bool = False) -> Press:
    return Press(key, ctrl=True, shift=shift)


SHORTCUTS: Final = (
    Shortcut("left", _plain(pygame.K_LEFT), N_("To the free tile on the left")),
    Shortcut("right", _plain(pygame.K_RIGHT), N_("To the free tile on the right")),
    Shortcut("up", _plain(pygame.K_UP), N_("To the top of the column")),
    Shortcut("down", _plain(pygame.K_DOWN), N_("To the bottom of the column")),
    Shortcut("next", (Press(sign="."),), N_("To the next partner or the next tile with a pair")),
    Shortcut("previous", (Press(sign=","),), N_("The same backwards")),
    Shortcut(
        "choose",
        _plain(pygame.K_RETURN, pygame.K_SPACE, pygame.K_KP_ENTER)[:2],
        N_("Select the tile, or take the pair"),
    ),
    Shortcut("undo", (Press(pygame.K_u), _ctrl(pygame.K_z)), N_("Take back")),
    Shortcut(
        "redo",
        (_ctrl(pygame.K_y), _ctrl(pygame.K_z, shift=True)),
        N_("Play again what was taken back"),
    ),
    Shortcut("hint", _plain(pygame.K_h), N_("Hint: one step more about a good pair")),
    Shortcut("words_up", _plain(pygame.K_PAGEUP), N_("Up in the words of hints and teacher")),
    Shortcut("words_down", _plain(pygame.K_PAGEDOWN), N_("Down in them")),
    Shortcut("pairs", _plain(pygame.K_l), N_("List and mark the pairs that can be taken")),
    Shortcut("analyse", _plain(pygame.K_TAB), N_("Analyse the game so far")),
    Shortcut("draw", _plain(pygame.K_d), N_("Offer a draw")),
    Shortcut("sides", _plain(pygame.K_x), N_("Change sides with the solver")),
    Shortcut("resign", _plain(pygame.K_r), N_("Resign")),
    Shortcut("new", (Press(pygame.K_n), _ctrl(pygame.K_n)), N_("New game")),
    Shortcut("save", (_ctrl(pygame.K_s),), N_("Save the game")),
    Shortcut("open", (_ctrl(pygame.K_o),), N_("Open a game")),
    Shortcut("copy", (_ctrl(pygame.K_c),), N_("Copy the game record")),
    Shortcut("copy_position", (_ctrl(pygame.K_c, shift=True),), N_("Copy the position")),
    Shortcut("paste", (_ctrl(pygame.K_v),), N_("Paste a position or a game record")),
    Shortcut("fullscreen", _plain(pygame.K_F11), N_("Full screen")),
    Shortcut("help", (Press(pygame.K_F1), Press(sign="?")), N_("Help: every key")),
    Shortcut("menu", _plain(pygame.K_F10), N_("Menu")),
    Shortcut("escape", _plain(pygame.K_ESCAPE), N_("Cancel, close; else the menu")),
)

_FILES: Final = (
    "save",
    "open",
    "copy",
    "copy_position",
    "paste",
    "fullscreen",
    "help",
    "menu",
)
"""What has the same keys on both screens."""


def _shift(key: int) -> tuple[Press, ...]:
    return (Press(key, shift=True),)


ANALYSE_SHORTCUTS: Final = (
    Shortcut("play", _plain(pygame.K_TAB), N_("Back to the table")),
    Shortcut("back", _plain(pygame.K_LEFT), N_("One move back")),
    Shortcut("forward", _plain(pygame.K_RIGHT), N_("One move on")),
    Shortcut("to_start", _plain(pygame.K_HOME), N_("To the start")),
    Shortcut("to_end", _plain(pygame.K_END), N_("To the end of the line")),
    Shortcut("far_back", _plain(pygame.K_PAGEUP), N_("Ten moves back")),
    Shortcut("far_on", _plain(pygame.K_PAGEDOWN), N_("Ten moves on")),
    Shortcut("next_mistake", _plain(pygame.K_n), N_("To the next mistake")),
    Shortcut("previous_mistake", _shift(pygame.K_n), N_("To the mistake before")),
    Shortcut("line_up", _plain(pygame.K_UP), N_("To the line above, shown on the board")),
    Shortcut("line_down", _plain(pygame.K_DOWN), N_("To the line below, shown on the board")),
    Shortcut(
        "choose",
        _plain(pygame.K_RETURN, pygame.K_SPACE, pygame.K_KP_ENTER)[:2],
        N_("Play the line's first move; select the tile, take the pair"),
    ),
    Shortcut("step_on", (Press(sign="+"),), N_("One move on in the line that is shown")),
    Shortcut("step_back", (Press(sign="-"),), N_("One move back in the line that is shown")),
    Shortcut("next", (Press(sign="."),), N_("To the next partner or the next tile with a pair")),
    Shortcut("previous", (Press(sign=","),), N_("The same backwards")),
    Shortcut("left", _shift(pygame.K_LEFT), N_("To the free tile on the left")),
    Shortcut("right", _shift(pygame.K_RIGHT), N_("To the free tile on the right")),
    Shortcut("up", _shift(pygame.K_UP), N_("To the top of the column")),
    Shortcut("down", _shift(pygame.K_DOWN), N_("To the bottom of the column")),
    Shortcut("engine", _plain(pygame.K_e), N_("Turn the solver on or off")),
    Shortcut("values", _plain(pygame.K_v), N_("Values: what moves cost, or final margins")),
    Shortcut("all_moves", _plain(pygame.K_a), N_("All moves, or the best only")),
    Shortcut("review", _plain(pygame.K_r), N_("Review the whole game")),
    Shortcut("sheet", _plain(pygame.K_t), N_("Lines or review")),
    Shortcut("learn", _plain(pygame.K_l), N_("Learn from your mistakes")),
    Shortcut("edit", _plain(pygame.K_b), N_("Set up a position")),
    Shortcut("export", _plain(pygame.K_x), N_("Export the game or the position")),
    Shortcut("rename", _plain(pygame.K_F2), N_("Write a comment, or name a variation")),
    Shortcut("delete", _plain(pygame.K_DELETE), N_("Delete the move and all after it")),
    Shortcut("promote", (_ctrl(pygame.K_UP),), N_("Make the variation the main line")),
    *(shortcut for shortcut in SHORTCUTS if shortcut.action in _FILES),
    Shortcut("new", (_ctrl(pygame.K_n),), N_("New game")),
    Shortcut(
        "escape", _plain(pygame.K_ESCAPE), N_("Drop the selection, stop the solver; else leave")
    ),
)

LINE_KEYS: Final = N_("Play the first move of the line with this number")
"""What stands in the help for `line_number_of`, whose presses are many."""

TYPING: Final = ("5 m", N_("Type a tile to select it: rank, then m, p or s"))
"""What stands in the help for typing a tile, which is no single press."""


def action_of(event: pygame.event.Event, table: tuple[Shortcut, ...] = SHORTCUTS) -> str | None:
    """Return the action a KEYDOWN event asks for, None if it is none of the keys."""
    if event.key == pygame.K_KP_ENTER:
        return "choose"
    for shortcut in table:
        if any(press.fits(event) for press in shortcut.presses):
            return shortcut.action
    return None


def keys_of(action: str, table: tuple[Shortcut, ...] = SHORTCUTS) -> str:
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
