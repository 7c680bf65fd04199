"""The settings screen: every change is in force and kept at once."""

from __future__ import annotations

import pytest

from battle import language
from battle.profile import settings
from battle.window.dialogs.settings import SHEETS, SettingsScene
from tests.support.pilot import Pilot, friends


def begin(pilot: Pilot, sheet: str = "general") -> SettingsScene:
    friends(pilot)
    scene = SettingsScene(pilot.app, sheet)
    pilot.app.push(scene)
    pilot.run(0.1)
    return scene


def kept(pilot: Pilot) -> settings.Settings:
    return settings.load(pilot.app.places)[0]


def test_the_language_changes_at_once(pilot: Pilot) -> None:
    """Choosing German shows German words in the same moment, and keeps the choice."""
    scene = begin(pilot)
    assert scene.heading == "Settings"
    languages = {button.text: button for button in scene.form.groups[1].buttons}
    pilot.click(languages["Deutsch"].rect.center)
    assert language.current() == "de"
    assert scene.heading == "Einstellungen"
    assert "Allgemein" in [button.text for button in scene.form.groups[0].buttons]
    assert kept(pilot).language == "de"


@pytest.mark.parametrize("name", ["rank_digits", "highlight_free", "show_pairs"])
def test_switches_of_the_table(pilot: Pilot, name: str) -> None:
    """A click anywhere on a switch's row turns it, and the table follows."""
    scene = begin(pilot, "table")
    number = ["rank_digits", "highlight_free", "show_pairs"].index(name)
    before = getattr(pilot.app.settings, name)
    pilot.click(scene.form.switches[number].rect.center)
    assert getattr(pilot.app.settings, name) is not before
    assert getattr(kept(pilot), name) is not before


def test_switches_by_keyboard(pilot: Pilot) -> None:
    """Tab leads to a switch, the space bar turns it, and the focus stays."""
    scene = begin(pilot, "table")
    pilot.press("tab")
    pilot.press("space")
    assert not pilot.app.settings.rank_digits
    pilot.press("space")
    assert pilot.app.settings.rank_digits
    assert scene.focused is scene.form.switches[0]


def test_sliders_by_keyboard(pilot: Pilot) -> None:
    """Left and right move a slider from stop to stop, to its ends and no further."""
    begin(pilot, "solver")
    pilot.press("tab")
    for _ in range(20):
        pilot.press("right")
        pilot.run(0.05)
    assert pilot.app.settings.think_seconds == 60
    for _ in range(20):
        pilot.press("left")
        pilot.run(0.05)
    assert pilot.app.settings.think_seconds == 0.5
    assert kept(pilot).think_seconds == 0.5


def test_sheets_by_keyboard(pilot: Pilot) -> None:
    """Right turns from sheet to sheet and round."""
    scene = begin(pilot)
    seen = []
    for _ in SHEETS:
        seen.append(scene.sheet)
        pilot.press("right")
    assert seen == [*SHEETS]
    assert scene.sheet == seen[0]


def test_text_grows_at_once(pilot: Pilot) -> None:
    """A larger text scale makes the theme larger under the open screen."""
    begin(pilot)
    before = pilot.app.theme.scale
    pilot.press("tab")
    pilot.press("tab")
    pilot.press("right")
    pilot.run(0.1)
    assert pilot.app.settings.text_scale == 1.1
    assert pilot.app.theme.scale > before


def test_a_value_set_elsewhere_is_a_stop_of_its_slider(pilot: Pilot) -> None:
    """An odd value from the settings file is shown as it is and not changed by looking."""
    pilot.app.change(think_seconds=1.7)
    begin(pilot, "solver")
    pilot.run(0.2)
    assert pilot.app.settings.think_seconds == 1.7


def test_escape_goes_back(pilot: Pilot) -> None:
    """Esc goes back to the table."""
    begin(pilot)
    pilot.press("escape")
    assert pilot.scene is pilot.table


def test_thresholds_stay_in_order(pilot: Pilot) -> None:
    """A threshold moved past another one takes it along."""
    scene = SettingsScene(pilot.app, "analyse")
    pilot.app.push(scene)
    scene._set_threshold(0, 8)
    assert pilot.app.settings.thresholds == (8, 8, 8)
    scene._set_threshold(2, 4)
    assert pilot.app.settings.thresholds == (4, 4, 4)


def test_when_the_teacher_speaks(pilot: Pilot) -> None:
    """It is chosen what the teacher speaks of, and for costly pairs from what cost on."""
    scene = begin(pilot, "teacher")
    assert len(scene.form.sliders) == 0
    modes = {button.text: button for button in scene.form.groups[1].buttons}
    pilot.click(modes["Changed results"].rect.center)
    assert kept(pilot).teacher == "result"
    modes = {button.text: button for button in scene.form.groups[1].buttons}
    pilot.click(modes["Costly pairs"].rect.center)
    assert kept(pilot).teacher == "points"
    scene.focus(scene.form.sliders[0])
    pilot.press("right")
    pilot.run(0.1)
    assert kept(pilot).teacher_points == 4
