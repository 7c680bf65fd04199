"""The card with every key."""

from __future__ import annotations

from pathlib import Path

import pytest

from battle.window.dialogs.key_help import KeyHelpScene
from battle.window.navigation import KEYS
from battle.window.setup.options import GameOptions
from battle.window.setup.scene import NewGameScene
from tests.support.pilot import Pilot, friends, pilot_at


def test_every_key_of_the_program_is_there(pilot: Pilot) -> None:
    """The card is made from the tables of keys that the screens read."""
    shown = KeyHelpScene(pilot.app, KEYS).rows()
    for section in KEYS:
        for shortcut in section.shortcuts:
            assert (shortcut.keys, shortcut.words) in shown


def test_the_keys_of_the_screen_come_first(pilot: Pilot) -> None:
    """The card begins with the screen it was asked for on; the others keep their order."""
    rows = KeyHelpScene(pilot.app, KEYS, "editor").rows()
    titles = [words for keys, words in rows if not keys]
    assert titles[:3] == ["In the position editor", "At the table", "In Analyse"]
    assert rows[1] == ("5 m", "Type a tile: it goes where the cursor is")


def test_question_mark_opens_and_escape_closes(pilot: Pilot) -> None:
    """The keys are laid over the table and taken off again."""
    scene = friends(pilot)
    pilot.press("?")
    assert isinstance(pilot.scene, KeyHelpScene)
    pilot.press("escape")
    assert pilot.scene is scene


def test_the_keys_in_german(pilot: Pilot) -> None:
    """The card speaks the language in use."""
    pilot.app.change(language="de")
    assert any("Zurücknehmen" in words for _keys, words in KeyHelpScene(pilot.app, KEYS).rows())


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


def test_pages_turn_by_keyboard(tmp_path: Path) -> None:
    """Where several pages are needed the arrow keys and Enter turn them; the last Enter leaves."""
    with pilot_at(tmp_path, size=(900, 600), text_scale=1.6) as pilot:
        table = friends(pilot)
        scene = KeyHelpScene(pilot.app, KEYS)
        pilot.app.push(scene)
        pilot.run(0.1)
        assert scene.page_count > 1
        pilot.press("right")
        assert scene.page == 1
        pilot.press("left")
        assert scene.page == 0
        for _ in range(scene.page_count):
            pilot.press("return")
        assert pilot.scene is table


def test_a_question_mark_can_be_typed_into_a_name(pilot: Pilot) -> None:
    """In a text field `?` is a character; F1 shows the keys there too."""
    scene = NewGameScene(pilot.app, GameOptions())
    pilot.app.push(scene)
    pilot.run(0.1)
    pilot.press("tab")
    pilot.type("?")
    pilot.run(0.1)
    assert scene.options.names[0] == "?"
    pilot.press("f1")
    assert isinstance(pilot.scene, KeyHelpScene)
