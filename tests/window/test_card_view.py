"""A screen of `battle.screens` as a card of the window: scrolling, fields, questions, refusals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pygame
import pytest

from battle.rules.position import FormatError
from battle.screens.record import YourRecord
from battle.screens.screen import Screen, Shell
from battle.screens.view import Act, Button, Calendar, CalendarDay, CardView, Field, act, choice
from battle.window import card_view
from battle.window.card_parts import CalendarPanel
from battle.window.card_view import SheetScene, ViewScene
from battle.window.cards import ChoiceDialog
from tests.support.records import kept_game
from tests.support.services import FakeWindow

COUNT = 40


class Many(Screen):
    """Forty buttons below one another, a field, and a question."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.pressed: list[int] = []
        self.values: dict[str, object] = {}
        self.asks, self.main_row = False, -1

    def view(self) -> CardView:
        fields = (
            Field("name", "Your name", str(self.values.get("name", ""))),
            choice("size", "Deal", self.values.get("size", 36), [(36, "Quick"), (108, "Whole")]),
        )
        rows = [
            Button(f"Row {n}", "play", act("press", number=n), main=n == self.main_row)
            for n in range(COUNT)
        ]
        rows = [Button("Agree", "check", act("press", number=77))] * self.asks + rows
        ask = Button("Remove", "delete", act("ask_first"))
        return CardView("Many", tuple(rows), fields=fields * (self.main_row < 0), main=ask)

    def acts(self) -> Mapping[str, Callable[..., object]]:
        yes = Button("Yes", "check", act("press", number=99))
        return {
            "press": self._press,
            "set": lambda name, value: self.values.update({name: value}),
            "ask_first": lambda: self.question("Sure?", "It is gone then.", yes, "Keep"),
        }

    def _press(self, number: int) -> None:
        if number == 1:
            raise FormatError("bad row")
        self.pressed.append(number)


@pytest.fixture
def window(home: Path) -> FakeWindow:
    """Return a window with the card on it."""
    window = FakeWindow(home)
    window.push(ViewScene(window, Many(card_view.WindowShell(window))))
    return window


def shown(window: FakeWindow) -> tuple[ViewScene, Many]:
    scene = next(scene for scene in window.scenes if isinstance(scene, ViewScene))
    assert isinstance(scene.screen, Many)
    return scene, scene.screen


def test_the_keyboard_reaches_what_has_to_be_scrolled_to(window: FakeWindow) -> None:
    """Each button is reached by Tab, lies on the card then, and Enter does what it says."""
    scene, screen = shown(window)
    expected = [n for n in range(COUNT) if n != 1]
    for _stop in range(COUNT + 5):
        window.press(pygame.K_TAB)
        button = scene.focused
        assert button is not None
        assert scene.card.contains(button.rect)
        if button.text.startswith("Row"):
            window.press(pygame.K_RETURN)
    assert sorted(set(screen.pressed)) == expected


@pytest.mark.parametrize("by_keyboard", [True, False])
def test_the_keyboard_begins_in_sight(window: FakeWindow, *, by_keyboard: bool) -> None:
    """By keyboard a card is scrolled to what stands out, by mouse it opens at its top."""
    window.uses_keys = by_keyboard
    scene, screen = shown(window)
    screen.main_row = 30
    scene.refresh()
    seen = [button.text for button in scene.buttons if button.visible]
    assert ("Row 30" in seen, "Row 0" in seen) == (by_keyboard, not by_keyboard)


def test_the_focus_stays_where_something_comes_above_it(window: FakeWindow) -> None:
    """A button keeps the focus where another one appears above it, so that Enter does the same."""
    scene, screen = shown(window)
    scene.focus(next(button for button in scene.buttons if button.text == "Row 3"))
    screen.asks = True
    scene.refresh()
    assert scene.focused is not None
    assert scene.focused.text == "Row 3"


def test_what_cannot_be_done_is_told(window: FakeWindow) -> None:
    """A refusal is a sentence, and the card stays."""
    scene, screen = shown(window)
    said: list[str] = []
    window.say = lambda text, kind="info": said.append(text)  # type: ignore[method-assign]
    scene.act(Act("press", (("number", 1),)))
    assert said == ["bad row"]
    assert window.scene is scene
    assert screen.pressed == []


def test_a_question_lies_over_the_card_until_it_is_answered(window: FakeWindow) -> None:
    """Esc and no change nothing; yes does what was asked, on the card below."""
    scene, screen = shown(window)
    for answer, pressed in (("", []), ("Keep", []), ("Yes", [99])):
        scene.act(act("ask_first"))
        assert isinstance(window.scene, SheetScene)
        if answer:
            next(one for one in window.scene.buttons if one.text == answer).action()
        else:
            window.press(pygame.K_ESCAPE)
        assert window.scene is scene
        assert screen.sheet is None
        assert screen.pressed == pressed


def test_a_field_hands_on_what_is_chosen(window: FakeWindow) -> None:
    """A value comes as the text of its choice, and the card shows it from then on."""
    scene, screen = shown(window)
    next(one for one in scene.buttons if one.text == "Whole").action()
    assert screen.values == {"size": "108"}
    assert next(one for one in scene.buttons if one.text == "Whole").selected


@pytest.mark.parametrize(("key", "by"), [(pygame.K_LEFT, -1), (pygame.K_DOWN, 7)])
def test_keys_go_on_in_the_calendar_as_far_as_days_can_be_shown(key: int, by: int) -> None:
    """An arrow asks for so many days on; beyond the last day it leads out of the calendar."""
    asked: list[Act] = []
    days = tuple(
        CalendarDay(str(n), "", act("show", day=n) if n < 20 else None, on=n == 15)
        for n in range(28)
    )
    weeks = tuple(days[n : n + 7] for n in range(0, 28, 7))
    month = Calendar("May", ("",) * 7, weeks, act("before"), None)
    panel = CalendarPanel(pygame.Rect(0, 0, 280, 200), month, asked.append)
    used = panel.key(pygame.Event(pygame.KEYDOWN, key=key))
    assert (used, asked) == ((True, [act("step", by=by)]) if by < 0 else (False, []))


def test_a_menu_opens_its_values_and_shows_the_chosen_one(window: FakeWindow) -> None:
    """Three stand side by side in the record; what is chosen in one filters the games."""
    window.records.put(kept_game(3, opponent="novice"))
    window.records.put(kept_game(3, opponent="strong", days=1))
    scene = ViewScene(window, YourRecord(card_view.WindowShell(window)))
    window.push(scene)
    first, *others = [one for one in scene.order if one.text.startswith(("Everybody", "All "))]
    assert len({one.rect.top for one in (first, *others)}) == 1
    assert scene.focused is first
    window.press(pygame.K_RETURN)
    asked = window.scene
    assert isinstance(asked, ChoiceDialog)
    assert [one.words for one in asked.choices] == ["Everybody", "Pip", "Vera"]
    asked.answer(asked.choices[1])
    assert "Won against Pip" in [one.text for one in scene.order]
    assert "Won against Vera" not in [one.text for one in scene.order]
    assert "Pip" in [one.text for one in scene.order]
