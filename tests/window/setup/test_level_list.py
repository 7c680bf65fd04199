"""The levels to choose from in a new game."""

from __future__ import annotations

from battle.game.clock import TimeControl
from battle.game.levels import labels, level_words
from battle.profile.options import GameOptions
from battle.window.setup.scene import NewGameScene
from battle.window.start import StartScene
from tests.profile.test_options import won
from tests.support.pilot import Pilot


def begin(pilot: Pilot, options: GameOptions) -> NewGameScene:
    """Set up a game."""
    scene = NewGameScene(pilot.app, options)
    pilot.app.replace(StartScene(pilot.app))
    pilot.app.push(scene)
    pilot.run(0.1)
    return scene


def test_a_level_is_chosen_by_mouse_and_keyboard(pilot: Pilot) -> None:
    """A click on a level or the arrows choose it; who begins is told by its name."""
    scene = begin(pilot, GameOptions("level"))
    words = [level_words(label) for label in labels()]
    assert len(words) == 7
    club = next(b for b in scene.form.groups[2].buttons if b.text == "Club")
    pilot.click(club.rect.center)
    assert scene.options.level == "club"
    assert scene.form.groups[1].buttons[1].text == "Club"
    scene.focus(club)
    pilot.press("down")
    assert scene.options.level == "strong"
    pilot.press("up")
    pilot.press("up")
    assert scene.options.level == "casual"
    pilot.press_button("Start the game")
    assert pilot.session.level == "casual"


def test_the_record_suggests_a_level(pilot: Pilot) -> None:
    """Who won twice is led on, told why, and plays the level marked as suggested."""
    for number in range(2):
        pilot.app.records.put(won(number))
    scene = begin(pilot, GameOptions("level"))
    assert "Club" in scene.note
    pilot.press_button("Start the game")
    assert pilot.session.level == "club"


def test_a_level_may_have_a_clock(pilot: Pilot) -> None:
    """The slider chooses minutes and increment together; both players get them, next time too."""
    scene = begin(pilot, GameOptions("level", clock_minutes=7, clock_increment=2))
    slider = scene.form.sliders[0]
    assert slider.words(slider.stops[slider.at]) == "7 min + 2 s"
    scene.focus(slider)
    pilot.press("right")
    pilot.press_button("Start the game")
    assert pilot.session.setup.control == TimeControl(600, 0)
    assert pilot.app.settings.clock_minutes == 10


def test_the_other_player_begins_the_next_game(pilot: Pilot) -> None:
    """Who began the last game is told; a choice of one's own goes before and stays."""
    pilot.app.records.put(won(0))
    scene = begin(pilot, GameOptions("level", begins="first"))
    assert scene.options.begins == "second"
    assert "began the last game" in scene.note
    scene.options.set_begins("first")
    scene.resume()
    assert scene.options.begins == "first"
    assert "began the last game" not in scene.note


def test_a_lot_is_drawn_as_before(pilot: Pilot) -> None:
    """Taking turns is for those who are named."""
    pilot.app.records.put(won(0))
    assert begin(pilot, GameOptions("level", begins="random")).options.begins == "random"
