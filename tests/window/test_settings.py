"""Settings, keys, rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battle import language
from battle.page import rules
from battle.page.blocks import KeyLine, Paragraph, Title, act
from battle.page.rules import rules_pages
from battle.profile import settings
from battle.rules.position import cell, move
from battle.window import pages
from battle.window.help import HelpScene, KeyChoiceDialog
from battle.window.keys import TABLE_SHORTCUTS
from battle.window.routes import KEYS
from battle.window.ui.keys import keys_of
from battle.window.ui.theme import Theme
from battle.window.ui.widgets import Slider
from tests.support.pilot import Pilot, friends, pilot_at, widgets
from tests.support.texts import LANGUAGES, check_page
from tools.reference import move_values

# -- settings -------------------------------------------------------------------------------------


def test_nothing_moves_away_under_the_mouse(pilot: Pilot) -> None:
    """The text's size, with which the whole screen changes its own, is no slider to be dragged."""
    pilot.app.go("settings")
    pilot.run(0.1)
    stops = [len(slider.stops) for slider in widgets(pilot.scene, Slider)]
    assert len(settings.SETTINGS["text_scale"].stops) not in stops


# -- key help -------------------------------------------------------------------------------------


def key_lines(scene: HelpScene) -> set[tuple[str, str]]:
    """Return the keys and what they do, as they are shown."""
    lines = [block for block in scene.page() if isinstance(block, KeyLine)]
    return {(", ".join(one.keys), one.words) for one in lines}


def test_help_has_the_rules_and_the_keys_of_the_screen_and_on_demand_all(pilot: Pilot) -> None:
    """On one page: every page of the rules, and the keys of the screen below; the others follow."""
    table = friends(pilot)
    pilot.app.go("help", "editor")
    scene = pilot.shows(HelpScene)
    pilot.run(0.1)
    rules = [block.words for page in rules_pages() for block in page if isinstance(block, Title)]
    assert [one.words for one in scene.rules.blocks if isinstance(one, Title)] == rules
    editor = next(one for one in KEYS if one.screen == "editor")
    assert {(one.keys, one.words) for one in editor} <= key_lines(scene)
    assert not {(one.keys, one.words) for one in table.shortcuts} <= key_lines(scene)
    for _key in editor:
        pilot.press("tab")
    pilot.press("tab", "tab", "return")
    assert scene.shows_all or isinstance(pilot.scene, KeyChoiceDialog)
    scene.follow(act("all"))
    assert {(one.keys, one.words) for table in KEYS for one in table} <= key_lines(scene)


@pytest.mark.usefixtures("display")
@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("scale", [1.0, 1.6])
def test_what_keys_do_stands_in_one_column(code: str, scale: float) -> None:
    """The caps of an action's keys leave the room of the words, in further rows if need be."""
    language.use(code)
    theme = Theme(scale)
    for shortcut in (one for table in KEYS for one in table):
        line = KeyLine(tuple(shortcut.keys.split(", ")), "")
        caps = pages._caps(line, theme, 450)
        assert max(cap.right for cap in caps) <= pages._caps_width(theme, 450) or scale > 1
        assert caps[-1].bottom <= pages.height_of(line, theme, 450)


@pytest.mark.parametrize("size", [(900, 600), (1280, 800), (2560, 1440)])
@pytest.mark.parametrize("scale", [1.0, 1.6])
def test_help_is_read_to_its_end_by_keyboard(
    tmp_path: Path, size: tuple[int, int], scale: float
) -> None:
    """At every size and text scale Page Down reaches the end of the rules, Tab every key."""
    with pilot_at(tmp_path, size=size, text_scale=scale) as pilot:
        friends(pilot)
        pilot.press("f1")
        scene = pilot.shows(HelpScene)
        for _turn in range(40):
            pilot.press("page down")
        assert scene.rules.is_at_end
        seen = set()
        for _key in TABLE_SHORTCUTS:
            pilot.press("tab")
            seen.add(scene.keys.chosen_target)
            assert scene.keys.chosen is not None
            assert scene.keys.rect.contains(scene.keys.rect_of(scene.keys.chosen))
        assert "table.hint" in seen
        pilot.press("left")
        assert scene.keys.chosen is None


@given(st.dictionaries(st.text(max_size=20), st.text(max_size=8)))
def test_whatever_stands_in_the_settings_every_action_has_a_key_of_its_own(
    pilot: Pilot, chosen: dict[str, str]
) -> None:
    """Choices that cannot be used are passed over, and no two actions share a press."""
    names = [f"{part.screen}.{one.action}" for part in KEYS for one in part]
    some = dict(zip(names, chosen.values(), strict=False))
    try:
        for part in KEYS:
            part.bind({**chosen, **some, "table.hint": "l", "table.resign": "ctrl+h"})
            presses = [press for one in part for press in one.presses]
            assert len(presses) == len(set(presses)), part.screen
        assert keys_of("hint", KEYS[0]) == "H"
    finally:
        for part in KEYS:
            part.bind({})


# -- rules ----------------------------------------------------------------------------------------


def test_the_pictures_show_what_they_say() -> None:
    """The marked pairs are legal, one within a column; a move opens a pair; the end is one."""
    assert {rules.ACROSS, rules.WITHIN} <= set(rules.PAIRS.legal_moves)
    assert len({cell.column for cell in rules.WITHIN}) == 1
    before, taken, opened = rules.BEFORE, rules.TAKEN, rules.OPENED
    assert before.worth(taken) == max(before.worth(move) for move in before.legal_moves)
    assert opened not in before.legal_moves
    assert opened in before.play(taken).legal_moves
    assert move_values(rules.COSTLY) == {rules.FOURS: -2, rules.THREES: 8}
    assert rules.LEFT.is_over
    assert rules.LEFT.tiles_left > 0


@pytest.mark.parametrize("code", ["en", "de"])
def test_the_rules_say_what_was_approved(code: str) -> None:
    """Every sentence, and every diagram as the terminal prints it."""
    language.use(code)
    try:
        check_page(f"rules-{code}", [block for page in rules_pages() for block in page])
    finally:
        language.use("en")


def test_the_names_in_the_words_are_those_in_the_picture() -> None:
    """The tile that the last page names lies there, and the move that it names can be played."""
    said = [block.words for block in rules_pages()[-1] if isinstance(block, Paragraph)]
    tile, place = said[2].split()[0:3:2]
    named = move(said[3].split()[9])
    assert str(rules.PAIRS.kind_at(cell(place))) == tile
    assert named == rules.ACROSS
    assert named in rules.PAIRS.legal_moves
