"""Setting up a game: opponent, level, deal, the pie rule."""

from __future__ import annotations

import pytest

from battle.analysis.values import Values
from battle.engine.jobs import LineProof, Priority
from battle.page.text import page_lines
from battle.profile.options import FAIR, PIE, GameOptions
from battle.profile.proofs import Pars
from battle.rules.position import deal, position
from battle.rules.tree import Game
from battle.screens.pie import PieHere
from battle.window.setup import NewGameScene
from battle.window.start import StartScene
from battle.window.study import StudyScene
from battle.window.ui.widgets import Slider, TextField
from tests.support.pilot import Pilot, friends, widgets

# -- scene ----------------------------------------------------------------------------------------


def begin(pilot: Pilot, options: GameOptions | None = None, *, more: bool = True) -> NewGameScene:
    """Show the screen, with all that can be chosen or with the opponents alone."""
    scene = NewGameScene(pilot.app, options or GameOptions(), more=more)
    pilot.app.replace(StartScene(pilot.app))
    pilot.app.push(scene)
    pilot.run(0.1)
    return scene


def test_no_field_looks_as_if_a_name_had_been_entered(pilot: Pilot) -> None:
    """What an empty field says asks for a name and is none."""
    scene = begin(pilot, GameOptions("friend"))
    hints = {field.placeholder for field in widgets(scene, TextField)}
    assert not hints & {scene.options.name(0), scene.options.name(1)}


# -- deal choice ----------------------------------------------------------------------------------


def test_the_slider_shows_what_is_offered_to_whom_is_named(pilot: Pilot) -> None:
    """The slider goes with what is offered to a name that is typed; nothing counts as chosen."""
    pilot.app.pars = Pars(pilot.app.database, {10: 0})
    scene = begin(pilot, GameOptions(names=("Ada", "Be"), deal_by=FAIR), more=False)
    scene.options.losses = {"Ada": 10.0, "Ben": 40.0}
    assert scene.options.agreed_head_start == 0
    pilot.click(widgets(scene, TextField)[1].rect.center)
    pilot.press("end")
    pilot.type("n")
    pilot.run(0.1)
    assert scene.options.name(1) == "Ben"
    assert scene.options.head_start is None
    pilot.press_button("Match settings")
    slider = widgets(scene, Slider)[0]
    assert slider.stops[slider.at] == scene.options.agreed_head_start != 0


def test_a_pasted_position_can_be_analysed(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pasted at the table it can be played and analysed; nothing else is set up by it."""
    monkeypatch.setattr("battle.window.ui.clipboard.text", lambda: "5m5p/5p5m")
    table = friends(pilot)
    pilot.press("ctrl+v")
    pilot.run(0.1)
    assert isinstance(pilot.app.scene, NewGameScene)
    pilot.press_button("Analyse")
    pilot.run(0.1)
    study = pilot.app.scene
    assert isinstance(study, StudyScene)
    assert str(study.front.position) == str(position("5m5p/5p5m"))
    assert table.session.ending is None


# -- pie scene ------------------------------------------------------------------------------------


def begin_of_pie_scene(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch, namer: int, opponent: str
) -> PieHere:
    """Set up a game under the pie rule, in which one of the two names."""
    monkeypatch.setattr("battle.profile.options.random.randrange", lambda stop: namer)
    pilot.app.pars = Pars(pilot.app.database, {})
    options = GameOptions(opponent, ("Ada", "Ben"), PIE, level="club", drawn=12)
    pilot.app.replace(StartScene(pilot.app))
    pilot.app.push(NewGameScene(pilot.app, options))
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
    assert isinstance(pilot.scene, NewGameScene)


def test_no_game_is_proven_while_the_program_thinks(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The engine is the card's until the program has named its points."""
    pilot.engine.silent = True
    scene = begin_of_pie_scene(pilot, monkeypatch, 1, "solver")
    pilot.app.scheduler.submit(LineProof(Values(), [Game(deal(9)).root]), Priority.PROOF)
    pilot.run(0.5)
    assert pilot.engine.asked == [scene.talks.pie.start]
