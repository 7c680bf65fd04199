"""The clipboard: what is put on it comes back, and a machine without one loses nothing."""

from __future__ import annotations

import pygame
import pytest

from battle.game.session import NotNowError
from battle.rules.deal import deal
from battle.rules.position import FormatError
from battle.window.ui import clipboard
from tests.support.pilot import Pilot

Said = list[tuple[str, str]]


@pytest.fixture
def said() -> Said:
    """Return what was said, in order."""
    return []


def test_a_position_comes_back(pilot: Pilot, said: Said) -> None:
    """What was copied is found again, and the person is told that it was copied."""
    assert pilot.app
    clipboard.copy_position(deal(7), lambda *words: said.append(words))
    assert clipboard.game() == deal(7)
    assert said == [("The position was copied.", "info")]


@pytest.mark.parametrize("text", ["", "  \n", "\0"])
def test_nothing_is_refused(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clipboard with nothing but white space on it, or an end mark, counts as empty."""
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: text)
    with pytest.raises(NotNowError, match="empty"):
        clipboard.text()


def test_nonsense_is_no_game(pilot: Pilot) -> None:
    """A text that is neither record nor position is told as the rules tell it."""
    assert pilot.app
    pygame.scrap.put_text("good morning")
    with pytest.raises(FormatError, match="neither a game record"):
        clipboard.game()


def _broken(*_words: str) -> str:
    raise pygame.error("the clipboard is held by another program")


def test_a_clipboard_that_takes_nothing(said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the machine refuses, the person is told so, and not that it was copied."""
    monkeypatch.setattr(pygame.scrap, "put_text", _broken)
    clipboard.copy("text", "Done.", lambda *words: said.append(words))
    assert said == [("The clipboard takes nothing.", "refused")]


def test_a_clipboard_that_gives_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that cannot be read counts as empty."""
    monkeypatch.setattr(pygame.scrap, "get_text", _broken)
    with pytest.raises(NotNowError, match="empty"):
        clipboard.text()
