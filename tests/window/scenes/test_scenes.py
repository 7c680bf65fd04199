"""Scenes by themselves: cards and dialogs in a window that only remembers what they ask for."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from battle.window.dialogs.help import RulesScene
from battle.window.scenes.card_scene import Choice, ChoiceDialog, TextDialog
from tests.support.services import FakeWindow


@pytest.fixture
def window(home: Path) -> FakeWindow:
    """Return a window with a card on it."""
    window = FakeWindow(home)
    window.push(RulesScene(window))
    return window


def test_a_card_is_left_by_escape_and_asks_for_help_by_its_name(window: FakeWindow) -> None:
    """F1 goes to the keys, whichever screen asks; Esc takes the card away."""
    window.press(pygame.K_F1)
    assert window.gone == [("help", "table")]
    window.press(pygame.K_ESCAPE)
    assert window.scenes == []


def test_a_scene_is_entered_once_and_resumed_when_it_comes_back(window: FakeWindow) -> None:
    """A dialog over a card leaves it where it was: at the page it had been turned to."""
    card = window.scene
    assert isinstance(card, RulesScene)
    window.press(pygame.K_PAGEDOWN)
    window.push(ChoiceDialog(window, "Sure?", "", [Choice("Yes")]))
    window.press(pygame.K_ESCAPE)
    assert window.scene is card
    assert card.page == 1


def test_a_choice_closes_the_question_before_it_acts(window: FakeWindow) -> None:
    """What a choice does finds the scene below on top; Esc does what it was told to."""
    found: list[object] = []
    choices = [
        Choice("Yes", lambda: found.append(window.scene)),
        Choice("No", lambda: found.append("no")),
    ]
    window.push(ChoiceDialog(window, "Sure?", "", choices, on_escape=1))
    window.press(pygame.K_RETURN)
    assert isinstance(found.pop(), RulesScene)
    window.push(ChoiceDialog(window, "Sure?", "", choices, on_escape=1))
    window.press(pygame.K_ESCAPE)
    assert found == ["no"]


def test_words_that_were_there_are_taken_by_enter_and_kept_by_escape(window: FakeWindow) -> None:
    """Enter answers with what stands in the field, Esc with nothing."""
    answers: list[str] = []
    for key in (pygame.K_RETURN, pygame.K_ESCAPE):
        window.push(TextDialog(window, "Comment", "a good pair", answers.append, limit=40))
        window.press(key)
        assert isinstance(window.scene, RulesScene)
    assert answers == ["a good pair"]
