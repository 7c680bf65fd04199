"""Fields, lists and sliders, by mouse and by keyboard."""

from __future__ import annotations

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import Rect

from battle.window.ui.theme import Theme
from battle.window.ui.widgets import ListBox, Slider, TextField

PLACE = Rect(10, 10, 200, 40)


@pytest.fixture(scope="module", name="theme")
def _theme() -> Theme:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((400, 300))
    return Theme(1.0)


def press(widget: TextField | ListBox | Slider[int], keys: str) -> bool:
    """Press keys such as `ctrl+left`; return whether the widget used them."""
    *modifiers, name = keys.split("+")
    bits = {"ctrl": pygame.KMOD_CTRL, "shift": pygame.KMOD_SHIFT, "alt": pygame.KMOD_RALT}
    mod = sum(bits[one] for one in modifiers)
    code = pygame.key.key_code(name)
    return widget.key(pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode=""))


def test_a_line_is_edited(theme: Theme) -> None:
    """Caret and selection go by characters and by words; what is selected is replaced."""
    told: list[str] = []
    field = TextField(PLACE, theme, "one two three", told.append)
    press(field, "ctrl+left")
    field.insert("and ")
    assert field.text == "one two and three"
    press(field, "home")
    press(field, "ctrl+shift+right")
    field.insert("1 ")
    assert field.text == "1 two and three"
    press(field, "end")
    press(field, "ctrl+backspace")
    press(field, "backspace")
    assert told[-1] == field.text == "1 two and"
    press(field, "ctrl+a")
    press(field, "delete")
    assert field.text == ""


def test_letters_typed_with_altgr_leave_the_line_alone(theme: Theme) -> None:
    """AltGr, which some systems report as Ctrl and Alt, types letters and edits nothing."""
    field = TextField(PLACE, theme, "Zosi", lambda _text: None)
    press(field, "ctrl+alt+a")
    field.insert("ą")
    assert field.text == "Zosią"


def test_a_line_is_copied_cut_and_pasted(theme: Theme) -> None:
    """The clipboard holds what was selected; pasted lines become one."""
    field = TextField(PLACE, theme, "one two", lambda _text: None)
    press(field, "shift+home")
    press(field, "ctrl+x")
    assert (field.text, pygame.scrap.get_text()) == ("", "one two")
    pygame.scrap.put_text("three\nfour")
    press(field, "ctrl+v")
    assert field.text == "three four"


def test_the_mouse_selects(theme: Theme) -> None:
    """A click puts the caret, dragging selects, a double click selects a word."""
    field = TextField(PLACE, theme, "abc", lambda _text: None)
    field.press((11, 30))
    field.drag((209, 30))
    field.insert("x")
    assert field.text == "x"
    field.press((11, 30))
    field.insert("y")
    assert field.text == "yx"
    field.insert("ou and ")
    field.press((25, 30), double=True)
    field.insert("we")
    assert field.text == "we and x"


def test_a_click_into_a_long_line_measures_little_of_it(theme: Theme) -> None:
    """Where in 10,000 characters the mouse is takes no more than some measurements of text."""
    field = TextField(PLACE, theme, "a1b2 " * 2000, lambda _text: None)
    measured: list[str] = []
    font = field._font

    class Measuring:
        def size(self, text: str) -> tuple[int, int]:
            measured.append(text)
            return font.size(text)

    field._font = Measuring()  # type: ignore[assignment]
    for place in (0, 1, 7, 12):
        field.press((PLACE.left + theme.px(10) + font.size(field.text[:place])[0], PLACE.centery))
        assert field.caret == place
    assert len(measured) < 200


@given(st.text(max_size=30), st.integers(1, 9), st.booleans())
def test_a_field_takes_what_it_may(text: str, limit: int, digits: bool) -> None:
    """Never more characters than its limit, none that cannot be seen, digits only if it says so."""
    pygame.font.init()
    field = TextField(PLACE, Theme(1.0), "", lambda _t: None, limit=limit, digits=digits)
    field.insert(text)
    assert len(field.text) <= limit
    assert field.text.isprintable()
    assert not digits or field.text == "" or field.text.isdecimal()


def test_a_list_is_walked_through(theme: Theme) -> None:
    """Keys choose and keep the row in sight; a double click opens; the bar is dragged."""
    chosen: list[str] = []
    opened: list[str] = []
    names = [f"row {number}" for number in range(40)]
    box = ListBox(
        Rect(0, 0, 200, 180), theme, names, "", chosen.append, lambda: opened.append(chosen[-1])
    )
    assert press(box, "down")
    assert press(box, "pagedown")
    assert press(box, "end")
    assert chosen == ["row 0", f"row {box.listing.seen - 1}", "row 39"]
    assert 39 in box.listing.rows
    box.press((196, 10))
    assert box.listing.first == 0
    box.drag((196, 170))
    assert 39 in box.listing.rows
    box.scroll(-99)
    point = box.listing.rect_of(2).center
    box.press(point)
    assert not opened
    box.press(point, double=True)
    assert opened == ["row 2"]


def test_a_slider_reports_where_it_is_let_go(theme: Theme) -> None:
    """While it is dragged nothing is reported; keys are reported at once."""
    told: list[int] = []
    slider = Slider(Rect(0, 0, 200, 20), PLACE, (1, 2, 5), 2, str, told.append)
    slider.press((5, 10))
    assert not told
    slider.drag((500, 10))
    slider.release((500, 10))
    press(slider, "left")
    assert told == [5, 2]
