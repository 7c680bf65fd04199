"""The pie rule in the window: while the program thinks, and under another screen."""

from __future__ import annotations

import pytest

from battle.analysis.values import Values
from battle.engine.jobs import LineProof, Priority
from battle.page.text import page_lines
from battle.profile.options import PIE, GameOptions
from battle.profile.proofs import Pars
from battle.rules.position import deal
from battle.rules.tree import Game
from battle.screens.new_game import NewGame
from battle.screens.pie import PieHere
from battle.window.start import StartScene
from tests.support.pilot import Pilot


def begin_of_pie_scene(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch, namer: int, opponent: str
) -> PieHere:
    """Set up a game under the pie rule, in which one of the two names."""
    monkeypatch.setattr("battle.profile.options.random.randrange", lambda stop: namer)
    pilot.app.pars = Pars(pilot.app.database, {})
    options = GameOptions(opponent, ("Ada", "Ben"), PIE, level="club", drawn=12)
    pilot.app.replace(StartScene(pilot.app))
    pilot.app.go("new_game", options)
    pilot.run(0.1)
    pilot.press_button(options.start_words)
    return pilot.card(PieHere)


def test_leaving_while_the_program_thinks_frees_the_engine(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under another screen the engine is free; back from there the answer still comes."""
    pilot.engine.silent = True
    scene = begin_of_pie_scene(pilot, monkeypatch, 1, "solver")
    assert "thinks" in "\n".join(page_lines(tuple(scene.page())))
    assert not pilot.scene.moving
    pilot.app.go("settings")
    assert pilot.engine.cancelled
    pilot.engine.silent = False
    pilot.press("escape")
    pilot.run(0.5)
    assert scene.talks.pie.points is not None
    pilot.press("escape")
    pilot.card(NewGame)


def test_no_game_is_proven_while_the_program_thinks(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The engine is the card's until the program has named its points."""
    pilot.engine.silent = True
    scene = begin_of_pie_scene(pilot, monkeypatch, 1, "solver")
    pilot.app.scheduler.submit(LineProof(Values(), [Game(deal(9)).root]), Priority.PROOF)
    pilot.run(0.5)
    assert pilot.engine.asked == [scene.talks.pie.start]
