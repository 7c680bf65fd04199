"""Keys: what they do, how they are written, and tiles typed as two of them."""

from __future__ import annotations

import pygame
import pytest

from battle.rules.position import kind
from battle.window.board.keys import TABLE_SHORTCUTS
from battle.window.dialogs.key_help import KeySection
from battle.window.navigation import KEYS
from battle.window.study.keys import STUDY_SHORTCUTS
from battle.window.ui.keys import TileTyping, action_of, keys_of


def _key(key: int, mod: int = 0, sign: str = "") -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=sign)


@pytest.mark.parametrize("section", KEYS, ids=[section.screen for section in KEYS])
def test_every_key_of_a_screen_does_one_thing(section: KeySection) -> None:
    """No two shortcuts share a press, and every press finds its shortcut."""
    presses = [press for shortcut in section.shortcuts for press in shortcut.presses]
    assert len(presses) == len(set(presses))
    for shortcut in section.shortcuts:
        for press in shortcut.presses:
            mod = pygame.KMOD_CTRL * press.ctrl | pygame.KMOD_SHIFT * press.shift
            event = _key(press.key, mod, press.sign)
            assert action_of(event, tuple(section.shortcuts)) == shortcut.action


def test_cmd_counts_as_ctrl() -> None:
    """On a Mac the command key works where others have Ctrl."""
    assert action_of(_key(pygame.K_z, pygame.KMOD_META), TABLE_SHORTCUTS) == "undo"


def test_keys_are_written_as_people_write_them() -> None:
    """Tool tips and help show presses in words."""
    assert keys_of("undo", TABLE_SHORTCUTS) == "U, Ctrl+Z"
    assert keys_of("help", TABLE_SHORTCUTS) == "F1, ?"
    assert keys_of("line", STUDY_SHORTCUTS) == "Ctrl+1 … 9"
    assert keys_of("type_tile", TABLE_SHORTCUTS) == "5 m"


def test_a_tile_is_typed_as_rank_and_suit() -> None:
    """5 then m is 5m; a pause, another key or a suit alone is not a tile."""
    typing = TileTyping()
    assert typing.feed(_key(pygame.K_5, sign="5"), 0.0) == "5"
    assert typing.feed(_key(pygame.K_m, sign="m"), 0.5) == kind("5m")
    assert typing.feed(_key(pygame.K_m, sign="m"), 0.6) is None
    typing.feed(_key(pygame.K_5, sign="5"), 1.0)
    assert typing.feed(_key(pygame.K_m, sign="m"), 9.0) is None
    typing.feed(_key(pygame.K_5, sign="5"), 10.0)
    typing.feed(_key(pygame.K_h, sign="h"), 10.1)
    assert typing.feed(_key(pygame.K_m, sign="m"), 10.2) is None
