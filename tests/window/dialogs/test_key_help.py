"""The card with every key."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battle.profile.options import GameOptions
from battle.profile.settings import load as kept
from battle.window.dialogs.key_help import KeyChoiceDialog, KeyHelpScene
from battle.window.navigation import KEYS, bind_keys
from battle.window.setup.scene import NewGameScene
from battle.window.ui.keys import keys_of
from tests.support.pilot import Pilot, friends, pilot_at


def test_every_key_of_the_program_is_there(pilot: Pilot) -> None:
    """The card is made from the tables of keys that the screens read."""
    shown = [(row.keys, row.words) for row in KeyHelpScene(pilot.app, KEYS).rows()]
    for section in KEYS:
        for shortcut in section.shortcuts:
            assert (shortcut.keys, shortcut.words) in shown


def test_the_keys_of_the_screen_come_first(pilot: Pilot) -> None:
    """The card begins with the screen it was asked for on; the others keep their order."""
    rows = KeyHelpScene(pilot.app, KEYS, "editor").rows()
    titles = [row.words for row in rows if not row.keys]
    assert titles[:3] == ["In the position editor", "At the table", "In Analyse"]
    assert (rows[1].keys, rows[1].words) == ("5 m", "Type a tile: it goes where the cursor is")


def test_question_mark_opens_and_escape_closes(pilot: Pilot) -> None:
    """The keys are laid over the table and taken off again."""
    scene = friends(pilot)
    pilot.press("?")
    assert isinstance(pilot.scene, KeyHelpScene)
    pilot.press("escape")
    assert pilot.scene is scene


@pytest.mark.parametrize("size", [(900, 600), (1280, 800), (2560, 1440)])
@pytest.mark.parametrize("scale", [1.0, 1.6])
def test_all_rows_have_room_on_the_pages(
    tmp_path: Path, size: tuple[int, int], scale: float
) -> None:
    """At every size and text scale the pages together hold every row."""
    with pilot_at(tmp_path, size=size, text_scale=scale) as pilot:
        friends(pilot)
        scene = KeyHelpScene(pilot.app, KEYS)
        pilot.app.push(scene)
        pilot.run(0.1)
        held = scene.page_count * scene.columns * scene.per_column
        assert held >= len(scene.rows())
        assert scene.per_column * scene.row_height <= scene.body.height


def test_a_question_mark_can_be_typed_into_a_name(pilot: Pilot) -> None:
    """In a text field `?` is a character; F1 shows the keys there too."""
    scene = NewGameScene(pilot.app, GameOptions())
    pilot.app.push(scene)
    pilot.run(0.1)
    pilot.press("tab")
    pilot.press("tab")
    pilot.type("?")
    pilot.run(0.1)
    assert scene.options.names[0] == "?"
    pilot.press("f1")
    assert isinstance(pilot.scene, KeyHelpScene)


def button_of(scene: KeyHelpScene, words: str) -> tuple[int, int]:
    """Return the middle of the row that says `words`."""
    found: list[tuple[int, int]] = [
        rect.center for rect, row in scene.placed() if row.words == words
    ]
    return found[0]


def choose(pilot: Pilot, words: str, keys: str) -> KeyChoiceDialog | None:
    """Ask for another key for what `words` say, and press it; return the dialog if it stays."""
    pilot.app.go("keys", "table")
    pilot.run(0.1)
    assert isinstance(pilot.scene, KeyHelpScene)
    pilot.click(button_of(pilot.scene, words))
    pilot.press(keys)
    pilot.run(0.1)
    return pilot.scene if isinstance(pilot.scene, KeyChoiceDialog) else None


HINT = "Hint: one step more about a good pair"


def test_a_key_is_changed_by_a_click_and_a_press(pilot: Pilot) -> None:
    """The new key works at once and after a new start, and stands in the help; the old is free."""
    scene = friends(pilot)
    assert choose(pilot, HINT, "ctrl+k") is None
    pilot.press("escape")
    assert kept(pilot.app.places)[0].keys == {"table.hint": "ctrl+k"}
    assert pilot.scene is scene
    pilot.press("h")
    assert not scene.help.hints.is_open
    pilot.press("ctrl+k")
    assert scene.help.hints.is_open


def test_a_key_that_is_in_use_is_refused(pilot: Pilot) -> None:
    """No key does two things on one screen; ranks of tiles are typed, Esc leaves."""
    friends(pilot)
    for taken in ("l", "ctrl+z", "5", "left"):
        dialog = choose(pilot, HINT, taken)
        assert dialog is not None
        assert "already" in dialog.text
        pilot.press("escape")
        pilot.press("escape")
    assert pilot.app.settings.keys == {}


def test_usual_keys_come_back(pilot: Pilot) -> None:
    """One key, or all of them, become again what they were."""
    friends(pilot)
    choose(pilot, HINT, "k")
    choose(pilot, "Resign", "f5")
    pilot.click(button_of(shown(pilot), HINT))
    pilot.press_button("The usual key")
    assert pilot.app.settings.keys == {"table.resign": "f5"}
    pilot.click(button_of(shown(pilot), HINT))
    pilot.press_button("All usual keys")
    assert pilot.app.settings.keys == {}


def shown(pilot: Pilot) -> KeyHelpScene:
    """Return the help that is open."""
    assert isinstance(pilot.scene, KeyHelpScene)
    return pilot.scene


@given(st.dictionaries(st.text(max_size=20), st.text(max_size=8)))
def test_whatever_stands_in_the_settings_every_action_has_a_key_of_its_own(
    pilot: Pilot, chosen: dict[str, str]
) -> None:
    """Choices that cannot be used are passed over, and no two actions share a press."""
    names = [f"{part.shortcuts.screen}.{one.action}" for part in KEYS for one in part.shortcuts]
    some = dict(zip(names, chosen.values(), strict=False))
    try:
        bind_keys({**chosen, **some, "table.hint": "l", "table.resign": "ctrl+h"})
        for part in KEYS:
            presses = [press for one in part.shortcuts for press in one.presses]
            assert len(presses) == len(set(presses)), part.screen
        assert keys_of("hint", KEYS[0].shortcuts) == "H"
    finally:
        bind_keys({})
