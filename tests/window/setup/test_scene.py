"""The new-game screen."""

from __future__ import annotations

import pygame
import pytest

from battle.profile import settings
from battle.profile.autosave import Autosave
from battle.rules.deal import deal
from battle.rules.position import position
from battle.window.setup.options import BY_NUMBER, PASTED, GameOptions
from battle.window.setup.scene import NewGameScene
from battle.window.start import StartScene
from battle.window.table.scene import TableScene
from tests.support.pilot import Pilot
from tools.screens.samples import sample_session

ENDGAME = "5m5p/5p5m/9s/9s"


def begin(pilot: Pilot, options: GameOptions | None = None) -> NewGameScene:
    scene = NewGameScene(pilot.app, options or GameOptions())
    pilot.app.replace(StartScene(pilot.app))
    pilot.app.push(scene)
    pilot.run(0.1)
    return scene


def test_a_game_against_a_friend_by_mouse(pilot: Pilot) -> None:
    """A click on the start button deals the deal that was shown."""
    scene = begin(pilot)
    shown = scene.options.drawn
    pilot.press_button("Start the game")
    assert isinstance(pilot.scene, TableScene)
    assert pilot.session.setup.deal == shown
    assert not pilot.session.has_solver


def test_arrow_keys_choose_in_a_group(pilot: Pilot) -> None:
    """Right on the first group leads from the friend to a level, the solver, and back."""
    scene = begin(pilot)
    for opponent in ("level", "solver", "friend"):
        pilot.press("right")
        assert scene.options.opponent == opponent


def test_what_is_chosen_already_looks_chosen_after_a_click(pilot: Pilot) -> None:
    """A click on the chosen button of a group changes nothing of how the screen looks."""
    scene = begin(pilot)
    chosen = next(e for e in scene.order if getattr(e, "text", "") == "Friend")
    pilot.hover((5, 5))
    pilot.run(2.0)
    before = pilot.app.surface.subsurface(chosen.rect).copy()
    pilot.click(chosen.rect.center)
    pilot.hover((5, 5))
    pilot.run(2.0)
    scene.focus(chosen)
    pilot.app.wake()
    pilot.run(0.1)
    pilot.app.draw(pilot.app.surface)
    after = pilot.app.surface.subsurface(chosen.rect)
    assert pygame.image.tobytes(before, "RGB") == pygame.image.tobytes(after, "RGB")


def test_a_group_is_one_stop_of_the_tab_key(pilot: Pilot) -> None:
    """Tab leads from the opponent to where the friend is, and on to the first name."""
    scene = begin(pilot)
    pilot.press("tab")
    pilot.press("tab")
    assert scene.typing
    pilot.type("Zoe")
    pilot.run(0.1)
    assert scene.options.names == ("Zoe", "")


def test_who_begins_shows_the_names(pilot: Pilot) -> None:
    """The choice of who begins is between the names as they are typed."""
    scene = begin(pilot)
    pilot.press("tab")
    pilot.press("tab")
    pilot.type("Zoe")
    pilot.run(0.1)
    texts = [button.text for group in scene.form.groups for button in group.buttons]
    assert "Zoe" in texts


def test_what_was_chosen_is_remembered(pilot: Pilot) -> None:
    """The next new game begins with the same names, clock and first player."""
    options = GameOptions(
        names=("Ada", "Ben"), begins="second", clock_minutes=5.0, clock_increment=3.0
    )
    begin(pilot, options)
    pilot.press_button("Start the game")
    kept, messages = settings.load(pilot.app.places)
    assert messages == []
    assert GameOptions.remembered(kept).to_remember() == options.to_remember()


def test_a_bad_position_shows_one_line_in_place(pilot: Pilot) -> None:
    """A position that is none is explained where it was entered, and nothing starts."""
    scene = begin(pilot, GameOptions(deal_by=PASTED, pasted="5m5p/5p5m/9s/9x"))
    pilot.press_button("Start the game")
    assert pilot.scene is scene
    assert "9x" in scene.problem
    assert "\n" not in scene.problem


def test_typing_a_position_mends_it(pilot: Pilot) -> None:
    """While the position is typed the problem goes away and the start is offered."""
    scene = begin(pilot, GameOptions(deal_by=PASTED, pasted=""))
    pilot.click(scene.form.fields[-1].rect.center)
    assert scene.deal_choice.takes_text
    pilot.type("5m/5m")
    pilot.run(0.1)
    assert scene.problem == ""
    pilot.press("return")
    assert isinstance(pilot.scene, TableScene)
    assert pilot.session.setup.start == position("5m/5m")


def test_ctrl_v_pastes_a_position_anywhere(pilot: Pilot) -> None:
    """A picture on the clipboard becomes the start, whichever way was chosen before."""
    pygame.scrap.put_text(deal(3).picture)
    scene = begin(pilot)
    pilot.press("ctrl+v")
    assert scene.options.deal_by == PASTED
    assert scene.options.start() == deal(3)


def test_an_empty_clipboard_is_told(pilot: Pilot) -> None:
    """Pasting nothing says so and changes nothing."""
    pygame.scrap.put_text("")
    scene = begin(pilot)
    pilot.press("ctrl+v")
    assert "clipboard" in pilot.app.message.text
    assert scene.options.deal_by != PASTED


@pytest.mark.parametrize("number", ["", "0", "99999999999"])
def test_a_bad_number_cannot_be_played(pilot: Pilot, number: str) -> None:
    """A number that names no deal is explained, Enter in its field included."""
    scene = begin(pilot, GameOptions(deal_by=BY_NUMBER, number=number))
    scene.confirm()
    assert pilot.scene is scene
    assert "deal number" in scene.problem


def test_the_game_that_is_replaced_is_named(pilot: Pilot) -> None:
    """Nobody loses an unfinished game without having been told."""
    Autosave(pilot.app.places).save(sample_session(pilot.app, 5))
    scene = begin(pilot)
    assert "Benedikt" in scene.note


def test_escape_leaves_without_starting(pilot: Pilot) -> None:
    """Esc goes back to where one came from."""
    begin(pilot)
    pilot.press("escape")
    assert isinstance(pilot.scene, StartScene)
