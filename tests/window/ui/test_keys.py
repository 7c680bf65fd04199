"""Keys and the clipboard."""

from __future__ import annotations

from collections import defaultdict
from typing import Final
from unittest.mock import Mock

import pygame
import pytest

from battle.game.session import NotNowError
from battle.rules.position import FormatError, deal, kind
from battle.window.board.keys import STUDY_SHORTCUTS, TABLE_SHORTCUTS
from battle.window.main import KEYS
from battle.window.ui import clipboard
from battle.window.ui.keys import KeyTable, TileTyping, action_of, keys_of
from tests.support.pilot import Pilot

# -- keys -----------------------------------------------------------------------------------------


def _key(key: int, mod: int = 0, sign: str = "") -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=sign)


@pytest.mark.parametrize("table", KEYS, ids=[table.screen for table in KEYS])
def test_every_key_of_a_screen_does_one_thing(table: KeyTable) -> None:
    """No two shortcuts share a press, and every press finds its shortcut."""
    presses = [press for shortcut in table for press in shortcut.presses]
    assert len(presses) == len(set(presses))
    for shortcut in table:
        for press in shortcut.presses:
            mod = pygame.KMOD_CTRL * press.ctrl | pygame.KMOD_SHIFT * press.shift
            assert action_of(_key(press.key, mod, press.sign), table) == shortcut.action


def test_keys_are_written_as_people_write_them() -> None:
    """Tool tips and help show presses in words; a Mac's command key works as Ctrl does."""
    assert keys_of("undo", TABLE_SHORTCUTS) == "U, Ctrl+Z"
    assert keys_of("help", TABLE_SHORTCUTS) == "F1, ?"
    assert keys_of("line", STUDY_SHORTCUTS) == "Ctrl+1 … 9"
    assert keys_of("type_tile", TABLE_SHORTCUTS) == "5 m"
    assert action_of(_key(pygame.K_z, pygame.KMOD_META), TABLE_SHORTCUTS) == "undo"


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


# -- clipboard ------------------------------------------------------------------------------------

Said = list[tuple[str, str]]


@pytest.fixture
def said() -> Said:
    """Return what was said, in order."""
    return []


def test_a_position_comes_back(pilot: Pilot, said: Said) -> None:
    """What was copied is found again, and it is said so; other texts are refused."""
    assert pilot.app
    clipboard.copy_position(deal(7), lambda *words: said.append(words))
    assert clipboard.game() == deal(7)
    assert said == [("The position was copied.", "info")]
    pygame.scrap.put_text("good morning")
    with pytest.raises(FormatError, match="neither a game record"):
        clipboard.game()


@pytest.mark.parametrize("text", ["", "  \n", "\0", pygame.error("held by another program")])
def test_nothing_is_refused(text: str | Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clipboard with nothing but white space on it, or one that cannot be read, is empty."""
    monkeypatch.setattr(pygame.scrap, "get_text", Mock(side_effect=[text]))
    with pytest.raises(NotNowError, match="empty"):
        clipboard.text()


def test_a_clipboard_that_takes_nothing(said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the machine refuses, the person is informed, and not that it was copied."""
    monkeypatch.setattr(pygame.scrap, "put_text", Mock(side_effect=pygame.error("held")))
    clipboard.copy("text", "Done.", lambda *words: said.append(words))
    assert said == [("The clipboard is not available.", "refused")]


# -- one meaning ----------------------------------------------------------------------------------

SAME: Final = (
    ({"left", "back"}, "towards the left, the beginning of a line"),
    ({"right", "forward"}, "towards the right, the end of a line"),
    ({"up", "line_up"}, "upwards"),
    ({"down", "line_down"}, "downwards"),
    ({"words_up", "far_back"}, "a page up"),
    ({"words_down", "far_on"}, "a page down"),
    ({"to_start", "again"}, "to the start"),
    ({"analyse", "play"}, "from the table to Analyse and back"),
    ({"next_mistake", "go_on"}, "the next mistake, the next exercise"),
    ({"previous_mistake", "go_back"}, "the previous mistake"),
    ({"next", "leave_empty"}, "on to the next"),
    ({"delete", "retire"}, "away with it"),
    ({"open", "add_file"}, "open a file"),
)
"""What is called differently on different screens, and means the same."""


def test_a_key_means_the_same_on_every_screen() -> None:
    """No press stands for two things on two screens; each pair of names for one is listed above."""
    meanings: dict[str, set[str]] = defaultdict(set)
    for table in KEYS:
        for one in table:
            same = next((words for names, words in SAME if one.action in names), one.action)
            for press in one.presses:
                meanings[press.code].add(same)
    assert {press: found for press, found in meanings.items() if len(found) > 1} == {}
    used = {one.action for table in KEYS for one in table}
    assert {name for names, _words in SAME for name in names} <= used
