"""The start screen, ways between screens, and texts from outside."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pygame
import pytest

from battle.game.session import Session
from battle.profile.autosave import Autosave
from battle.rules.record import Record, record
from battle.screens.learn import Learn
from battle.screens.new_game import NewGame
from battle.training.deck import Deck
from battle.training.first_game import FINISHED
from battle.window.card_view import ViewScene
from battle.window.exercise import TaskScene
from battle.window.files import OpenScene
from battle.window.start import StartScene
from battle.window.study import StudyScene
from battle.window.table import TableScene
from tests.support.pilot import FRAME, Pilot, bad_game, finish_review, pilot_at, seat_twin
from tools.screens.pictures import sample_session

# -- start ----------------------------------------------------------------------------------------


def begin(pilot: Pilot) -> None:
    pilot.app.replace(StartScene(pilot.app))
    pilot.run(0.1)


@pytest.mark.parametrize("screen", ["home", "help", "new_game", "settings", "record"])
def test_ctrl_q_ends_the_program_on_every_screen(pilot: Pilot, screen: str) -> None:
    """Over a game at the table it quits, as closing the window does."""
    pilot.app.go("table", sample_session(pilot.app, 3))
    pilot.run(0.1)
    pilot.app.go(screen)
    pilot.press("ctrl+q")
    assert not pilot.app.running


def test_a_lesson_begun_in_analyse_leads_back_there(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though Learn led to Analyse because nothing was proven, its lesson is left to Analyse."""
    seat_twin(pilot)
    pilot.app.autosave.save(Session.from_record(Record({}, bad_game())))
    begin(pilot)
    pilot.press_button("Learn")
    pilot.press_button("Learn from mistakes")
    finish_review(pilot, pilot.shows(StudyScene))
    pilot.press("escape")
    with monkeypatch.context() as patched:
        patched.setattr("battle.window.study.proven_mistakes", lambda *_: [])
        pilot.press_button("Learn from mistakes")
    pilot.shows(StudyScene).learn()
    pilot.press_button(next(one.text for one in pilot.scene.buttons if "Both" in one.text))
    pilot.run(0.2)
    assert isinstance(pilot.scene, TaskScene)
    pilot.press("escape")
    assert isinstance(pilot.scene, StudyScene)
    pilot.press("escape")
    assert isinstance(pilot.shows(ViewScene).screen, Learn)


def test_the_menu_says_how_much_is_due(pilot: Pilot) -> None:
    """What was missed is due a quarter of an hour later, and the trainer's button says so."""
    pilot.app.change(first_game=FINISHED)
    begin(pilot)
    nothing = pilot.pixels()
    pilot.run(5.0)
    assert not pilot.app.deck.prepare(), "problems are taken in meanwhile"
    for _number in range(3):
        exercise = pilot.app.deck.next()
        assert exercise is not None
        pilot.app.deck.answer(exercise, 9)
    begin(pilot)
    assert pilot.shows(StartScene).screen.home.due == 0
    assert pilot.pixels() == nothing
    later = datetime.now(UTC) + timedelta(minutes=15)
    pilot.app.deck = Deck(pilot.app.database, lambda: later)
    begin(pilot)
    assert pilot.shows(StartScene).screen.home.due == 3
    assert pilot.pixels() != nothing


def test_a_game_of_another_window_is_played_as_a_copy(pilot: Pilot) -> None:
    """The person at the second window is told, and what it plays is kept beside the other game."""
    other, session = Autosave(pilot.app.places), sample_session(pilot.app, 9)
    other.save(session)
    begin(pilot)
    pilot.app.go("table", Session.from_record(record(session.text), now=pilot.app.now))
    pilot.run(FRAME)
    assert "playing a copy" in pilot.scene.said[0]
    pilot.session.play(pilot.session.position.legal_moves[0])
    pilot.run(0.2)
    pilot.app.autosave.wait()
    assert other.save(session) == []
    assert record(other.file.read_text("utf-8")) == session.record()
    assert record(pilot.app.autosave.file.read_text("utf-8")) == pilot.session.record()


def test_a_held_key_does_not_run_through_the_screens(pilot: Pilot) -> None:
    """A key that repeats because the next screen took long to show does nothing there."""
    pilot.app.change(first_game=FINISHED)
    begin(pilot)
    pilot.scene.focus(next(one for one in pilot.scene.buttons if one.text == "Mo"))
    down = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="\r", scancode=0)
    for _ in range(5):
        pygame.event.post(down)
        pilot.run(FRAME)
    screen = pilot.card(NewGame)
    pygame.event.post(pygame.event.Event(pygame.KEYUP, key=pygame.K_RETURN, mod=0, scancode=0))
    pilot.run(FRAME)
    pilot.press("escape")
    assert isinstance(pilot.scene, StartScene)
    assert screen.options.chosen_level == "casual"


# -- outside text ---------------------------------------------------------------------------------

NAMES = {
    "a NUL byte": "A\0da",
    "a sign of no width": "\u200b",
    "signs that turn letters": "\u202eevil\u2066",
    "an escape": "\x1b]0;title\x07",
    "a combining mark": "\u0301",
    "a hundred thousand letters": "x" * 10**5,
    "a hundred thousand words": "x " * 10**5,
}


def unfinished(home: Path, name: str) -> bytes:
    """Leave an unfinished game of somebody with this name, and return its file's bytes."""
    with pilot_at(home) as pilot:
        text = sample_session(pilot.app, 5).record().text.replace("Ada", name)
        text = text.replace("1. ", "1. {" + name.replace("}", ")") + "} ", 1)
        file = pilot.app.autosave.file
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text.encode("utf-8", errors="replace"))
    return file.read_bytes()


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_start_never_fails_because_of_a_name_in_the_unfinished_game(
    tmp_path: Path, name: str
) -> None:
    """It is shown, continued, analysed and kept with its name as it was."""
    before = unfinished(tmp_path, name)
    with pilot_at(tmp_path, animation=False) as pilot:
        pilot.app.push(StartScene(pilot.app))
        pilot.run(0.2)
        pilot.press("return")
        assert isinstance(pilot.scene, TableScene)
        assert len(pilot.session.name(1)) <= 40
        pilot.run(0.2)
        pilot.press("a")
        assert isinstance(pilot.scene, StudyScene)
        pilot.run(0.2)
        tags = pilot.session.record().tags
    assert tags["First"] == record(before.decode()).tags["First"]


@pytest.mark.parametrize("name", ["\x1b[31m", "\udcff\udcfe", "\u200b", "a\nb", "\u202e"])
def test_a_directory_with_odd_file_names_is_shown(pilot: Pilot, tmp_path: Path, name: str) -> None:
    """A file can be chosen whatever it is called."""
    try:
        (tmp_path / f"{name}.mjb").write_text("[Deal nonsense")
    except OSError:
        pytest.skip("the file system does not take such names")
    pilot.app.push(StartScene(pilot.app))
    scene = OpenScene(pilot.app, tmp_path)
    pilot.app.push(scene)
    pilot.run(0.2)
    scene.chosen = f"{name}.mjb"
    assert scene.chosen in scene.names
    scene.confirm()
    pilot.run(0.2)
    assert pilot.scene is scene
    assert scene.problem
