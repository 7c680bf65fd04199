"""The sheet of the settings about friends somewhere else."""

from __future__ import annotations

from battle.window.dialogs.settings import SettingsScene
from battle.window.start import StartScene
from tests.support.pilot import Pilot
from tests.support.two_pilots import pick


def shown(pilot: Pilot) -> SettingsScene:
    """Show the sheet over the start screen."""
    scene = SettingsScene(pilot.app, "friends")
    pilot.app.replace(StartScene(pilot.app))
    pilot.app.push(scene)
    pilot.run(0.1)
    return scene


def test_a_broker_that_is_typed_is_kept(pilot: Pilot) -> None:
    """The address stays while something else is chosen, and when the settings are left."""
    scene = shown(pilot)
    pilot.click(scene.form.fields[0].rect.center)
    pilot.type("mqtt://192.168.1.5")
    pick(pilot, "Both")
    assert pilot.app.settings.local_network
    assert scene.form.fields[0].text == "mqtt://192.168.1.5"
    pilot.press("escape")
    assert pilot.app.settings.brokers == "mqtt://192.168.1.5"


def test_a_broker_that_is_typed_is_kept_when_the_program_ends(pilot: Pilot) -> None:
    """Closing the window over the settings loses it no more than leaving them."""
    scene = shown(pilot)
    pilot.click(scene.form.fields[0].rect.center)
    pilot.type("mqtt://192.168.1.5")
    scene.quitting()
    assert pilot.app.settings.brokers == "mqtt://192.168.1.5"


def test_what_a_test_found_stays_in_a_window_of_another_size(pilot: Pilot) -> None:
    """Neither the address that is typed nor what is told of it is lost when the window changes."""
    scene = shown(pilot)
    pilot.click(scene.form.fields[0].rect.center)
    pilot.type("mqtt://127.0.0.1:1")
    pick(pilot, "Test")
    test = scene._test
    before = scene._sheet
    pilot.resize((1000, 700))
    assert scene._sheet is not before
    assert scene._test is test
    assert scene.form.fields[0].text == "mqtt://127.0.0.1:1"
    assert "127.0.0.1" in test.told
    test.trial = None
    test.told = "It works."
    pilot.resize((1200, 800))
    assert scene._test.told == "It works."


def test_what_is_no_broker_is_not_kept(pilot: Pilot) -> None:
    """A word that is no address changes nothing."""
    scene = shown(pilot)
    pilot.click(scene.form.fields[0].rect.center)
    pilot.type("somewhere")
    pick(pilot, "Test")
    pilot.press("escape")
    assert isinstance(pilot.scene, StartScene)
    assert pilot.app.settings.brokers == ""
