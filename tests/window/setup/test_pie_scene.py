"""The pie rule on screen."""

from __future__ import annotations

import pytest

from battle.analysis.values import Values
from battle.engine.jobs import LineProof
from battle.engine.scheduler import Priority
from battle.game.pie import Pie
from battle.page.text import page_lines
from battle.profile.options import PIE, GameOptions
from battle.profile.proofs import Pars
from battle.rules.deal import deal
from battle.rules.game import Game
from battle.window.setup.scene import NewGameScene, PieScene
from battle.window.start import StartScene
from battle.window.table.scene import TableScene
from battle.window.ui.widgets import Button
from tests.support.pilot import Pilot


def begin(pilot: Pilot, monkeypatch: pytest.MonkeyPatch, namer: int, opponent: str) -> PieScene:
    """Set up a game under the pie rule, in which one of the two names."""
    pie = GameOptions.pie
    monkeypatch.setattr(GameOptions, "pie", lambda self: Pie(pie(self).start, namer))
    pilot.app.pars = Pars(pilot.app.database, {})
    options = GameOptions(opponent, ("Ada", "Ben"), PIE, level="club", drawn=12)
    pilot.app.replace(StartScene(pilot.app))
    pilot.app.push(NewGameScene(pilot.app, options))
    pilot.run(0.1)
    pilot.press_button("Start the game")
    scene = pilot.scene
    assert isinstance(scene, PieScene)
    return scene


def said(scene: PieScene) -> str:
    """Return what the card says."""
    return "\n".join(page_lines(tuple(scene.page())))


def test_two_friends_name_and_choose(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ada names three points with the arrows, Ben moves second, and the game has them."""
    scene = begin(pilot, monkeypatch, 0, "friend")
    assert "Ada to name" in said(scene)
    for _ in range(3):
        pilot.press("right")
    pilot.press_button("Name these points")
    assert "3 points for moving second. Ben, choose" in said(scene)
    pilot.press_button("Move second, with 3 points")
    assert "Ada moves first" in said(scene)
    pilot.press_button("Start the game")
    assert isinstance(pilot.scene, TableScene)
    assert (pilot.session.names, pilot.session.points) == (("Ada", "Ben"), (0, 3))
    assert (pilot.session.setup.deal, pilot.session.setup.named_by) == (12, 1)


def test_the_program_chooses(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a person names, the program takes the better seat by what the engine says."""
    scene = begin(pilot, monkeypatch, 0, "level")
    pilot.press_button("Name these points")
    pilot.run(0.5)
    assert scene.talks.agreed is not None
    assert "Club moves first" in said(scene)
    pilot.press_button("Start the game")
    assert pilot.session.names[1] == "Ada"


def test_the_program_names_what_it_knows(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where par is known the program names it, and both seats are worth the same."""
    scene = begin(pilot, monkeypatch, 1, "level")
    pilot.run(0.5)
    assert scene.talks.pie.points is not None
    pilot.press("escape")
    assert isinstance(pilot.scene, NewGameScene)
    pilot.app.pars = Pars(pilot.app.database, {12: 7})
    pilot.press_button("Start the game")
    pilot.run(0.5)
    known = pilot.scene
    assert isinstance(known, PieScene)
    assert known.talks.pie.points == 7
    assert "Ada, choose your seat" in said(known)


def test_leaving_while_the_program_thinks_frees_the_engine(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Escape leads back, and nobody waits for an answer."""
    pilot.engine.silent = True
    scene = begin(pilot, monkeypatch, 1, "solver")
    assert "thinks" in said(scene)
    assert not scene.moving
    pilot.press("escape")
    assert isinstance(pilot.scene, NewGameScene)
    assert pilot.engine.cancelled


def test_who_comes_back_finds_the_program_thinking_anew(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a screen that covered the card, which frees the engine, the answer still comes."""
    pilot.engine.silent = True
    scene = begin(pilot, monkeypatch, 1, "solver")
    pilot.app.go("settings")
    assert pilot.engine.cancelled
    pilot.engine.silent = False
    pilot.press("escape")
    pilot.run(0.5)
    assert scene.talks.pie.points is not None


def test_no_game_is_proven_while_the_program_thinks(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The engine is the card's until the program has named its points."""
    pilot.engine.silent = True
    scene = begin(pilot, monkeypatch, 1, "solver")
    pilot.app.scheduler.submit(LineProof(Values(), [Game(deal(9)).root]), Priority.PROOF)
    pilot.run(0.5)
    assert pilot.engine.asked == [scene.talks.pie.start]


def test_each_step_begins_at_its_first_button(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By keys alone Ada names no points, and Ben takes the seat that is offered first."""
    scene = begin(pilot, monkeypatch, 0, "friend")
    pilot.press("tab")
    pilot.press("return")
    assert isinstance(scene.focused, Button)
    assert scene.focused.text == "Move first"
    pilot.press("return")
    assert "Ben moves first" in said(scene)
