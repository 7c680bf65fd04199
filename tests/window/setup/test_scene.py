"""The new-game screen."""

from __future__ import annotations

import pygame

from battle.profile.autosave import Autosave
from battle.profile.options import PASTED, GameOptions
from battle.rules.deal import deal
from battle.rules.position import position
from battle.window.setup.scene import NewGameScene
from battle.window.start import StartScene
from battle.window.table.scene import TableScene
from tests.support.pilot import Pilot
from tools.screens.samples import sample_session


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


def test_a_group_is_one_stop_of_the_tab_key(pilot: Pilot) -> None:
    """Tab leads from the opponent to where the friend is, and on to the first name."""
    scene = begin(pilot)
    pilot.press("tab")
    pilot.press("tab")
    assert scene.typing
    pilot.type("Zoe")
    pilot.run(0.1)
    assert scene.options.names == ("Zoe", "")


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
