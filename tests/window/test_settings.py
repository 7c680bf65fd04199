"""Settings, keys, rules, and the friends' sheet."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battle import language
from battle.page import rules
from battle.page.blocks import Command, KeyLine, Paragraph, Title
from battle.page.rules import rules_pages
from battle.profile import settings
from battle.profile.options import GameOptions
from battle.profile.settings import load
from battle.rules.position import cell, move
from battle.window import pages
from battle.window.help import HelpScene, KeyChoiceDialog, RulesScene
from battle.window.keys import TABLE_SHORTCUTS
from battle.window.main import KEYS
from battle.window.settings import SHEETS, SettingsScene
from battle.window.setup import NewGameScene
from battle.window.start import StartScene
from battle.window.ui.keys import keys_of
from battle.window.ui.theme import Theme
from battle.window.ui.widgets import Slider, Switch, TextField
from tests.support.pilot import Pilot, friends, pick, pilot_at, widgets
from tests.support.texts import LANGUAGES, check_page
from tools.reference import move_values

# -- settings -------------------------------------------------------------------------------------


def begin(pilot: Pilot, sheet: str = "general") -> SettingsScene:
    friends(pilot)
    scene = SettingsScene(pilot.app, sheet)
    pilot.app.push(scene)
    pilot.run(0.1)
    return scene


def kept(pilot: Pilot) -> settings.Settings:
    return settings.load(pilot.app.places)[0]


def test_language_and_text_size_change_at_once(pilot: Pilot) -> None:
    """Choosing German shows German words in the same moment; larger text makes all larger."""
    scene = begin(pilot)
    assert scene.heading == "Settings"
    before = pilot.app.theme.scale
    pick(pilot, "Deutsch")
    assert language.current() == "de"
    assert scene.heading == "Einstellungen"
    assert "Allgemein" in [button.text for button in scene.form.groups[0].buttons]
    assert kept(pilot).language == "de"
    pick(pilot, "110\N{NO-BREAK SPACE}%")
    assert kept(pilot).text_scale == 1.1
    assert pilot.app.theme.scale > before


def test_switches_by_mouse_and_keyboard(pilot: Pilot) -> None:
    """A click anywhere on a row, or the space bar, turns a switch; the focus stays."""
    scene = begin(pilot, "table")
    for number, name in enumerate(SHEETS["table"][1][3:]):
        before = getattr(pilot.app.settings, name)
        pilot.click(widgets(scene, Switch)[number].rect.center)
        assert getattr(kept(pilot), name) is not before
    scene.focus(widgets(scene, Switch)[0])
    for on in (True, False):
        pilot.press("space")
        assert pilot.app.settings.rank_digits is on
    assert scene.focused is widgets(scene, Switch)[0]


@pytest.mark.parametrize(("key", "threads"), [("right", 32), ("left", 0)])
def test_sliders_by_keyboard(pilot: Pilot, key: str, threads: int) -> None:
    """Keys move a slider from stop to stop, also from one set elsewhere, to its ends."""
    pilot.app.change(threads=5)
    begin(pilot, "advanced")
    pilot.press("tab")
    assert pilot.app.settings.threads == 5
    for _ in range(20):
        pilot.press(key)
    assert kept(pilot).threads == threads


def test_nothing_moves_away_under_the_mouse(pilot: Pilot) -> None:
    """The text's size, with which the whole screen changes its own, is no slider to be dragged."""
    scene = begin(pilot)
    stops = [slider.stops for slider in widgets(scene, Slider)]
    assert settings.SETTINGS["text_scale"].stops not in stops
    pick(pilot, "160\N{NO-BREAK SPACE}%")
    assert kept(pilot).text_scale == 1.6
    assert scene.form.groups[2].button.text == "160\N{NO-BREAK SPACE}%"


@pytest.mark.parametrize("sheet", SHEETS)
def test_controls_begin_in_one_line(pilot: Pilot, sheet: str) -> None:
    """Switches, sliders, fields and groups of a sheet stand below one another."""
    scene = begin(pilot, sheet)
    edge = scene.theme.px(3)
    lefts = {group.buttons[0].rect.left - edge for group in scene.form.groups[1:]}
    lefts |= {
        widget.rect.left for widget in scene.widgets if isinstance(widget, Slider | TextField)
    }
    lefts |= {switch.at for switch in widgets(scene, Switch)}
    assert len(lefts) == 1


def test_every_setting_with_words_can_be_changed(pilot: Pilot) -> None:
    """What is declared with a label stands on a sheet or the page, or is asked for a new game."""
    shown = {name for _words, names in SHEETS.values() for name in names}
    asked = {*GameOptions().to_remember(), "page_theme"}
    labelled = {name for name, one in settings.SETTINGS.items() if one.label}
    assert labelled <= shown | asked
    assert {"thresholds", "ways", "brokers"} <= shown


def test_sheets_by_keyboard(pilot: Pilot) -> None:
    """Right turns from sheet to sheet and round."""
    scene = begin(pilot)
    seen = []
    for _ in SHEETS:
        seen.append(scene.sheet)
        pilot.press("right")
    assert seen == [*SHEETS]
    assert scene.sheet == seen[0]


def test_thresholds_stay_in_order(pilot: Pilot) -> None:
    """A threshold moved past another one takes it along."""
    scene = SettingsScene(pilot.app, "advanced")
    pilot.app.push(scene)
    scene._set_threshold(0, 8)
    assert pilot.app.settings.thresholds == (8, 8, 8)
    scene._set_threshold(2, 4)
    assert pilot.app.settings.thresholds == (4, 4, 4)


def test_when_the_teacher_speaks(pilot: Pilot) -> None:
    """It is chosen what the teacher speaks of, and for costly pairs from what cost on."""
    scene = begin(pilot, "play")
    assert len(widgets(scene, Slider)) == 0
    for words, mode in (("Changed results", "result"), ("Costly pairs", "points")):
        pick(pilot, words)
        assert kept(pilot).teacher == mode
    scene.focus(widgets(scene, Slider)[0])
    pilot.press("right")
    pilot.run(0.1)
    assert kept(pilot).teacher_points == 4


# -- friends sheet --------------------------------------------------------------------------------


@pytest.fixture
def friends_sheet(pilot: Pilot) -> SettingsScene:
    """Return the sheet over the start screen, with the keyboard in its field."""
    scene = SettingsScene(pilot.app, "advanced")
    pilot.app.replace(StartScene(pilot.app))
    pilot.app.push(scene)
    pilot.run(0.1)
    pilot.click(widgets(scene, TextField)[0].rect.center)
    return scene


@pytest.mark.parametrize("ends", [False, True])
def test_a_broker_that_is_typed_is_kept(
    pilot: Pilot, friends_sheet: SettingsScene, ends: bool
) -> None:
    """The address stays while something else is chosen, when one leaves, and at the end."""
    pilot.type("mqtt://192.168.1.5")
    pick(pilot, "Always")
    assert pilot.app.settings.prove_games == "always"
    assert widgets(friends_sheet, TextField)[0].text == "mqtt://192.168.1.5"
    friends_sheet.quitting() if ends else pilot.press("escape")
    assert pilot.app.settings.brokers == "mqtt://192.168.1.5"


def test_what_is_no_broker_is_not_kept(pilot: Pilot, friends_sheet: SettingsScene) -> None:
    """A word that is no address changes nothing."""
    pilot.type("somewhere")
    pick(pilot, "Test")
    pilot.press("escape")
    assert pilot.app.settings.brokers == ""


def test_what_a_test_found_stays_in_a_window_of_another_size(
    pilot: Pilot, friends_sheet: SettingsScene
) -> None:
    """Neither the address that is typed nor the report on it is lost when the window changes."""
    pilot.type("mqtt://127.0.0.1:1")
    pick(pilot, "Test")
    friends_sheet._trial = None
    pilot.resize((1000, 700))
    assert widgets(friends_sheet, TextField)[0].text == "mqtt://127.0.0.1:1"
    assert "127.0.0.1" in friends_sheet.tested


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
    scene.follow(Command("all"))
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
    assert isinstance(pilot.scene, HelpScene)


def click_key(pilot: Pilot, name: str) -> None:
    """Click on the row of the help that says what a key does."""
    scene = pilot.shows(HelpScene)
    number = scene.keys.where(name)
    assert number is not None
    scene.keys.choose(number)
    pilot.click(scene.keys.rect_of(number).center)


def choose(pilot: Pilot, name: str, keys: str) -> KeyChoiceDialog | None:
    """Ask for another key for an action, and press it; return the dialog if it stays."""
    pilot.app.go("help", "table")
    pilot.run(0.1)
    click_key(pilot, name)
    pilot.press(keys)
    return pilot.scene if isinstance(pilot.scene, KeyChoiceDialog) else None


HINT = "table.hint"


def test_a_key_is_changed_by_a_click_and_a_press(pilot: Pilot) -> None:
    """The new key works at once and after a new start, and stands in the help; the old is free."""
    scene = friends(pilot)
    assert choose(pilot, HINT, "ctrl+k") is None
    pilot.press("escape")
    assert load(pilot.app.places)[0].keys == {"table.hint": "ctrl+k"}
    assert pilot.scene is scene
    pilot.press("h")
    assert not scene.help.hints.is_open
    pilot.press("ctrl+k")
    assert scene.help.hints.is_open


def test_a_key_that_is_in_use_is_refused(pilot: Pilot) -> None:
    """No key does two things on one screen; ranks of tiles are typed, Esc leaves."""
    friends(pilot)
    for taken in ("l", "ctrl+z", "5", "f10"):
        assert "already" in choose(pilot, HINT, taken).text
        pilot.press("escape", "escape")
    assert pilot.app.settings.keys == {}


def test_usual_keys_come_back(pilot: Pilot) -> None:
    """One key, or all of them, become again what they were."""
    friends(pilot)
    choose(pilot, HINT, "k")
    choose(pilot, "table.resign", "f5")
    for words, left in (("Restore default", {"table.resign": "f5"}), ("Restore all defaults", {})):
        click_key(pilot, HINT)
        pilot.press_button(words)
        assert pilot.app.settings.keys == left


def test_a_key_is_changed_by_keyboard_alone(pilot: Pilot) -> None:
    """Tab and Enter work help and dialog, and are never taken as the new key."""
    friends(pilot)
    pilot.press("f1")
    scene = pilot.shows(HelpScene)
    while scene.keys.chosen_target != HINT:
        pilot.press("tab")
    pilot.press("return")
    dialog = pilot.shows(KeyChoiceDialog)
    pilot.press("tab", "shift+tab", "down", "up", "return")
    assert pilot.scene is scene
    assert pilot.app.settings.keys == {}
    pilot.press("return", "k")
    assert pilot.app.settings.keys == {HINT: "k"}
    pilot.press("return", "tab", "return")
    assert pilot.app.settings.keys == {}
    assert dialog is not pilot.scene


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


def test_every_page_can_be_seen_by_keyboard(pilot: Pilot) -> None:
    """Enter turns page after page and leaves after the last one."""
    pilot.app.replace(StartScene(pilot.app))
    scene = RulesScene(pilot.app)
    pilot.app.push(scene)
    pilot.run(0.1)
    for page in range(len(rules_pages())):
        assert scene.page == page
        pilot.pixels()
        pilot.press("return")
    assert isinstance(pilot.scene, StartScene)


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


def test_large_letters_have_room(tmp_path: Path) -> None:
    """In a small window with large text a page is divided, so that all of it is seen."""
    changes = {"text_scale": 1.6, "language": "de", "sound": False}
    with pilot_at(tmp_path, size=(900, 600), **changes) as pilot:
        scene = RulesScene(pilot.app)
        pilot.app.replace(scene)
        pilot.run(0.1)
        assert scene.page_count > len(rules_pages())
        for _page in range(scene.page_count):
            assert not scene.words.is_longer
            assert not scene.pictures.is_longer
            pilot.press("right")
