"""Setting up a game: opponent, level, deal, the pie rule."""

from __future__ import annotations

import pygame
import pytest

from battle.analysis.values import Values
from battle.engine.jobs import LineProof, Priority
from battle.game.setup import TimeControl, labels, level_words
from battle.page.text import page_lines
from battle.profile.autosave import Autosave
from battle.profile.options import BY_NUMBER, DAYS, FAIR, PASTED, PIE, GameOptions
from battle.profile.proofs import Pars
from battle.profile.settings import load
from battle.rules.position import deal, position
from battle.rules.record import Game
from battle.window.setup import NewGameScene, PieScene
from battle.window.start import StartScene
from battle.window.table import TableScene
from battle.window.ui.widgets import Slider, TextField
from tests.support.pilot import Pilot, pick, widgets
from tests.support.records import kept_game
from tools.screens.pictures import sample_session

# -- scene ----------------------------------------------------------------------------------------


def begin(pilot: Pilot, options: GameOptions | None = None, *, more: bool = True) -> NewGameScene:
    """Show the screen, with all that can be chosen or with the opponents alone."""
    pilot.app.change(new_game_more=more)
    scene = NewGameScene(pilot.app, options or GameOptions())
    pilot.app.replace(StartScene(pilot.app))
    pilot.app.push(scene)
    pilot.run(0.1)
    return scene


def test_a_game_against_a_friend_by_mouse(pilot: Pilot) -> None:
    """A click on the start button deals the deal that was shown."""
    scene = begin(pilot)
    first = scene.options.drawn
    for _ in range(3):
        pilot.press_button("Another deal")
    shown = scene.options.drawn
    assert shown != first
    pilot.press_button("Start the game")
    assert isinstance(pilot.scene, TableScene)
    assert pilot.session.setup.deal == shown == scene.options.drawn
    assert not pilot.session.has_solver


def test_one_list_has_every_opponent(pilot: Pilot) -> None:
    """Down leads from the levels to the solver and to friends; Tab leads on to a name.

    The best level is the solver: it stands there once.
    """
    scene = begin(pilot, GameOptions("level", level="perfect"), more=False)
    assert scene.options.rival == "solver"
    assert "Perfect" not in [button.text for button in scene.rivals.buttons]
    scene = begin(pilot, GameOptions("level", level="master"), more=False)
    for rival in ("solver", "companion", "here", "elsewhere"):
        pilot.press("down")
        assert scene.options.rival == rival
    assert (scene.options.opponent, scene.options.no_help) == ("friend", True)
    pilot.press("tab")
    pilot.type("Zoe")
    assert scene.options.names == ("Zoe", "")


def test_one_key_starts_against_the_chosen_level(pilot: Pilot) -> None:
    """Enter on the opponent plays it; nothing else has to be decided."""
    begin(pilot, GameOptions("level", level="club"), more=False)
    pilot.press("down", "return")
    assert pilot.shows(TableScene).session.level == "strong"


def test_more_is_said_in_one_line_and_remembered(pilot: Pilot) -> None:
    """Closed it says what is set; opened it stays open for the next game."""
    options = GameOptions("level", ("Ada", ""), clock_minutes=10, clock_increment=5)
    scene = begin(pilot, options, more=False)
    assert scene.options.summary == "random deal, Ada begins, 10 min + 5 s"
    assert not widgets(scene, Slider)
    pilot.press_button("More")
    assert widgets(scene, Slider)
    assert load(pilot.app.places)[0].new_game_more
    options.set_begins("random")
    options.set_duplicate(2)
    options.deal_by, options.number = BY_NUMBER, "17"
    expected = "deal 17, 2 deals, 4 games, who begins is drawn by lot, 10 min + 5 s"
    assert scene.options.summary == expected
    friend = GameOptions(elsewhere=True, timing=DAYS, no_help=True, begins=PIE)
    scene = NewGameScene(pilot.app, friend)
    assert scene.options.summary == "random deal, seats by the pie rule, 3 days for a move, no help"
    friend.begins = "first"
    assert "you begin," in scene.options.summary


@pytest.mark.parametrize(("way", "words"), [("Number", "number"), ("Text", "Paste")])
def test_what_is_still_to_be_entered_is_no_error(pilot: Pilot, way: str, words: str) -> None:
    """Before anything is typed nothing is wrong, and it is said what is asked for."""
    scene = begin(pilot)
    pick(pilot, way)
    assert scene.problem == ""
    assert words in scene._missing
    assert not next(one for one in scene.buttons if one.text == "Start the game").enabled


def test_no_field_looks_as_if_a_name_had_been_entered(pilot: Pilot) -> None:
    """What an empty field says asks for a name and is none."""
    scene = begin(pilot, GameOptions("friend"))
    hints = {field.placeholder for field in widgets(scene, TextField)}
    assert not hints & {scene.options.name(0), scene.options.name(1)}


def test_without_solved_deals_no_fair_game_can_be_started(pilot: Pilot) -> None:
    """Nothing can be started, and it is said why."""
    pilot.app.pars = Pars(pilot.app.database, {})
    assert "No solved deal" in begin(pilot, GameOptions(deal_by=FAIR)).problem


def test_typing_a_position_mends_it(pilot: Pilot) -> None:
    """While the position is typed the problem goes away and the start is offered."""
    scene = begin(pilot, GameOptions(deal_by=PASTED, pasted=""))
    pilot.click(widgets(scene, TextField)[-1].rect.center)
    assert scene.focused is scene.pasted
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
    """No one loses an unfinished game without being informed."""
    Autosave(pilot.app.places).save(sample_session(pilot.app, 5))
    assert "Benedikt" in begin(pilot).note


# -- deal choice ----------------------------------------------------------------------------------


def test_what_perfect_play_leads_to_is_told_only_of_fair_games(pilot: Pilot) -> None:
    """What a deal is worth is no secret in a fair game, its number is; in every other it is so."""
    scene = begin(pilot, GameOptions(deal_by=BY_NUMBER, number="10"))
    assert "perfect" not in scene.deal_words
    pick(pilot, "Fair")
    assert "perfect play is a draw" in scene.deal_words
    assert "Deal" not in scene.deal_words
    pilot.press_button("Start the game")
    assert pilot.session.setup.deal is None
    assert "Deal" not in pilot.session.record().tags


def test_a_head_start_is_chosen_with_the_arrows(pilot: Pilot) -> None:
    """The slider goes point by point; the points given and their words follow."""
    pilot.app.pars = Pars(pilot.app.database, {10: 0})
    scene = begin(pilot, GameOptions(names=("Ada", "Ben"), deal_by=FAIR))
    assert "No points given" in scene.deal_words
    scene.focus(widgets(scene, Slider)[0])
    pilot.press("right")
    pilot.run(0.1)
    assert scene.options.agreed_head_start == 1
    words = "Ada moves first  ·  Ada gets 1 point  ·  with perfect play: Ada wins by 1"
    assert scene.deal_words == words
    assert widgets(scene, Slider)[0].words(18) == "Ada +18"
    scene._set("begins", "second")
    assert "Ada gets 1 point" in scene.deal_words


def test_the_slider_shows_what_is_offered_to_whom_is_named(pilot: Pilot) -> None:
    """While a name is typed the slider goes with what is offered, and nothing counts as chosen."""
    pilot.app.pars = Pars(pilot.app.database, {10: 0})
    scene = begin(pilot, GameOptions(names=("Ada", "Be"), deal_by=FAIR))
    scene.options.losses = {"Ada": 10.0, "Ben": 40.0}
    slider = widgets(scene, Slider)[0]
    assert slider.words(slider.stops[slider.at]) == "even"
    pilot.click(widgets(scene, TextField)[1].rect.center)
    pilot.press("end")
    pilot.type("n")
    pilot.run(0.1)
    assert scene.options.name(1) == "Ben"
    assert scene.options.head_start is None
    slider = widgets(scene, Slider)[0]
    assert slider.stops[slider.at] == scene.options.agreed_head_start != 0


def test_a_duplicate_match_is_set_up(pilot: Pilot) -> None:
    """Two deals are four games."""
    scene = begin(pilot, GameOptions("level", ("Ada", "")))
    duplicate = next(g for g in scene.form.groups if g.buttons[0].text == "off")
    scene.focus(duplicate.buttons[0])
    assert "twice" not in scene.note
    pilot.press("right", "right")
    assert "played twice" in scene.note
    pilot.press_button("Start the game")
    assert pilot.session.series.duplicate.length == 4


# -- level list -----------------------------------------------------------------------------------


def test_a_level_is_chosen_by_mouse_and_keyboard(pilot: Pilot) -> None:
    """A click on a level or the arrows choose it; who begins is reported by its name."""
    scene = begin(pilot, GameOptions("level"))
    assert len([level_words(label) for label in labels()]) == 7
    pilot.click(next(b for b in scene.rivals.buttons if b.text == "Club").rect.center)
    assert scene.options.level == "club"
    assert "Club" in [button.text for button in scene.form.groups[-1].buttons]
    scene.focus(scene.rivals.button)
    pilot.press("down")
    assert scene.options.level == "strong"
    pilot.press("up", "up")
    assert scene.options.level == "casual"
    pilot.press_button("Start the game")
    assert pilot.session.level == "casual"


def test_the_record_suggests_a_level(pilot: Pilot) -> None:
    """Who won twice is led on, told why, and plays the level marked as suggested."""
    for number in range(2):
        pilot.app.records.put(kept_game(10, opponent="casual", days=number))
    assert "Club" in begin(pilot, GameOptions("level")).note
    pilot.press_button("Start the game")
    assert pilot.session.level == "club"


def test_a_level_may_have_a_clock(pilot: Pilot) -> None:
    """Sliders choose minutes and increment; both players get them, next time too."""
    scene = begin(pilot, GameOptions("level", clock_minutes=7, clock_increment=2))
    for number in range(2):
        scene.focus(widgets(scene, Slider)[number])
        pilot.press("right")
    pilot.press_button("Start the game")
    assert pilot.session.setup.control == TimeControl(600, 3)
    assert pilot.app.settings.clock_minutes == 10


def test_the_other_player_begins_the_next_game(pilot: Pilot) -> None:
    """Who began the last game is shown; a choice of one's own goes before and stays."""
    pilot.app.records.put(kept_game(10, opponent="casual", days=0))
    scene = begin(pilot, GameOptions("level", begins="first"))
    assert scene.options.begins == "second"
    assert "began the last game" in scene.note
    scene.options.set_begins("first")
    scene.resume()
    assert scene.options.begins == "first"
    assert "began the last game" not in scene.note


# -- pie scene ------------------------------------------------------------------------------------


def begin_of_pie_scene(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch, namer: int, opponent: str
) -> PieScene:
    """Set up a game under the pie rule, in which one of the two names."""
    monkeypatch.setattr("battle.profile.options.random.randrange", lambda stop: namer)
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
    scene = begin_of_pie_scene(pilot, monkeypatch, 0, "friend")
    assert "Ada has been drawn to name" in said(scene)
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
    scene = begin_of_pie_scene(pilot, monkeypatch, 0, "level")
    pilot.press_button("Name these points")
    pilot.run(0.5)
    assert scene.talks.agreed is not None
    assert "You move second" in said(scene)
    pilot.press_button("Start the game")
    assert pilot.session.names[1] == "Ada"


def test_the_program_names_what_it_knows(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where par is known the program names it, and both seats are worth the same."""
    scene = begin_of_pie_scene(pilot, monkeypatch, 1, "level")
    pilot.run(0.5)
    assert scene.talks.pie.points is not None
    pilot.press("escape")
    assert isinstance(pilot.scene, NewGameScene)
    pilot.app.pars = Pars(pilot.app.database, {12: 7})
    pilot.press_button("Start the game")
    pilot.run(0.5)
    known = pilot.scene
    assert known.talks.pie.points == 7
    assert "Choose your seat" in said(known)


def test_leaving_while_the_program_thinks_frees_the_engine(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under another screen the engine is free; back from there the answer still comes."""
    pilot.engine.silent = True
    scene = begin_of_pie_scene(pilot, monkeypatch, 1, "solver")
    assert "thinks" in said(scene)
    assert not scene.moving
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


def test_each_step_begins_at_its_first_button(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By keys alone Ada names no points, and Ben takes the seat that is offered first."""
    scene = begin_of_pie_scene(pilot, monkeypatch, 0, "friend")
    pilot.press("tab", "return")
    assert scene.focused.text == "Move first"
    pilot.press("return")
    assert "Ben moves first" in said(scene)
