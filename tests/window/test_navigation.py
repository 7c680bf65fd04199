"""The ways from screen to screen, held against every place that goes one."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path
from pkgutil import resolve_name

import pygame
import pytest

from battle.screens.screen import TABS
from battle.terminal import app, friend
from battle.window.card_view import ViewScene
from battle.window.cards import Choice, ChoiceDialog, TextDialog
from battle.window.routes import CARDS, INSTEAD, OVER, TASKS, WAYS, card_scene, scene_of
from tests.support.services import FakeWindow

WINDOW = Path(__file__).parents[2] / "battle" / "window"
SCREENS = WINDOW.parent / "screens"


def ways() -> Iterator[tuple[str, ast.Call]]:
    """Yield every call of `app.go` with the name of a screen, and where it stands."""
    for file in sorted(WINDOW.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not ast.unparse(node.func).endswith("app.go"):
                continue
            if isinstance(node.args[0], ast.Constant):
                yield f"{file.relative_to(WINDOW)}:{node.lineno}", node


CALLS = list(ways())


@pytest.mark.parametrize(("place", "way"), CALLS, ids=[place for place, _way in CALLS])
def test_a_way_leads_to_a_screen_with_what_it_needs(place: str, way: ast.Call) -> None:
    """A screen gone to by name exists, and takes as many arguments, by these names."""
    name = ast.literal_eval(way.args[0])
    screens = {**CARDS, **TASKS}
    made = resolve_name(f"battle.screens.{screens[name]}") if name in screens else None
    hands_over = inspect.signature(made or WAYS.get(name) or scene_of(name))
    named = {keyword.arg: None for keyword in way.keywords if keyword.arg is not None}
    hands_over.bind(None, *[None] * (len(way.args) - 1), **named)


_LEADING = ("stage_of", "way_of", "way_in", "opening")
"""Functions that return the name of a screen."""


def names_gone_by(*folders: Path) -> Iterator[str]:
    """Yield the names in `app.go("…")` and `partial(app.go, "…")`, and what is handed to those."""
    for file in [file for folder in folders for file in folder.rglob("*.py")]:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name in _LEADING:
                yield from map(
                    str, (part.value for part in ast.walk(node) if isinstance(part, ast.Constant))
                )
            if not isinstance(node, ast.Call):
                continue
            called = ast.unparse(node.func)
            if called == "act" and ast.unparse(node.args[0]) == "'go'":
                yield from (ast.literal_eval(one.value) for one in node.keywords[:1])
            is_way = called.endswith(("app.go", "shell.go", "shell.replace")) or (
                called == "partial" and ast.unparse(node.args[0]).endswith(("app.go", "shell.go"))
            )
            if is_way:
                yield from (arg.value for arg in node.args if isinstance(arg, ast.Constant))


def test_every_screen_is_gone_to() -> None:
    """No screen is left without a way that leads to it."""
    assert {*OVER, *INSTEAD, *CARDS, *TASKS, *WAYS} - set(names_gone_by(WINDOW, SCREENS)) - set(
        TABS
    ) == set()


_NOT_AT_A_TERMINAL = {
    *("analysed", "editor", "study", "study_game", "study_position", "study_unfinished"),  # boards
    *("add_problems", "help", "open_game", "paste"),  # lists of files, keys, a clipboard
}
"""The screens that nothing printed leads to."""


def test_a_terminal_knows_what_screens_open() -> None:
    """Every screen that is opened by another one can be printed, but for those named here."""
    opened = {*names_gone_by(SCREENS)} & {*OVER, *INSTEAD, *CARDS, *TASKS, *WAYS}
    known = {*app.SCREENS, *app.PRINTED, *friend.SCREENS, *friend.ROOMS, "play", "table"}
    assert opened - known == _NOT_AT_A_TERMINAL


def test_every_screen_is_there() -> None:
    """Whatever a name stands for is found, also where no call in the window names it."""
    assert all(map(scene_of, {*OVER, *INSTEAD}))
    assert all(resolve_name(f"battle.screens.{card}") for card in CARDS.values())


# --- scenes ---------------------------------------------------------------------------------------
#
# Scenes by themselves: cards and dialogs in a window that only remembers what they ask for.


@pytest.fixture
def window(home: Path) -> FakeWindow:
    """Return a window with a card on it."""
    window = FakeWindow(home)
    window.push(card_scene(window, "rules"))
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
    assert isinstance(card, ViewScene)
    window.press(pygame.K_RETURN)
    window.push(ChoiceDialog(window, "Sure?", "", [Choice("Yes")]))
    window.press(pygame.K_ESCAPE)
    assert window.scene is card
    assert card.screen.number == 1  # type: ignore[attr-defined]


def test_a_choice_closes_the_question_before_it_acts(window: FakeWindow) -> None:
    """What a choice does finds the scene below on top; Esc does what it was told to."""
    found: list[object] = []
    choices = [
        Choice("Yes", lambda: found.append(window.scene)),
        Choice("No", lambda: found.append("no")),
    ]
    window.push(ChoiceDialog(window, "Sure?", "", choices, on_escape=1))
    window.press(pygame.K_RETURN)
    assert isinstance(found.pop(), ViewScene)
    window.push(ChoiceDialog(window, "Sure?", "", choices, on_escape=1))
    window.press(pygame.K_ESCAPE)
    assert found == ["no"]


def test_words_that_were_there_are_taken_by_enter_and_kept_by_escape(window: FakeWindow) -> None:
    """Enter answers with what stands in the field, Esc with nothing."""
    answers: list[str] = []
    for key in (pygame.K_RETURN, pygame.K_ESCAPE):
        window.push(TextDialog(window, "Comment", "a good pair", answers.append, limit=40))
        window.press(key)
        assert isinstance(window.scene, ViewScene)
    assert answers == ["a good pair"]
