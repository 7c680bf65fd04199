"""Files of problems in the window: chosen, dropped, and what is said of them."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from battle.game.session import Seat, Session, Setup
from battle.rules.deal import deal
from battle.training.problems import Source, shipped_files
from battle.window.dialogs.files import GamesScene, OpenProblemsScene
from battle.window.scenes.dialogs import ChoiceDialog
from battle.window.start import StartScene
from battle.window.table.scene import TableScene
from battle.window.training.trainer_scene import TrainerScene
from tests.support.pilot import Pilot

LINE = next(
    line
    for line in shipped_files()[0].read_text(encoding="utf-8").splitlines()
    if line.partition("%")[0].strip()
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a file with a problem, in a directory of its own."""
    path = tmp_path / "mine" / "Ada's.mbp"
    path.parent.mkdir()
    path.write_text(LINE)
    return path


def drop(pilot: Pilot, path: Path) -> None:
    """Drop a file on the window."""
    pilot.app.replace(StartScene(pilot.app))
    pilot.run(0.1)
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    pilot.run(0.1)


def test_a_file_is_added_in_the_trainer(pilot: Pilot, file: Path) -> None:
    """Ctrl+O lists the files of problems; the chosen one is what the trainer asks next."""
    app = pilot.app
    app.change(directory=str(file.parent))
    app.replace(StartScene(app))
    app.go("trainer")
    pilot.run(0.1)
    pilot.press("ctrl+o")
    scene = app.scene
    assert isinstance(scene, OpenProblemsScene)
    scene.choose(file.name)
    pilot.press_button("Add")
    assert isinstance(app.scene, TrainerScene)
    assert "1 problem from “Ada's”" in app.message.text
    found = app.deck.next()
    assert found is not None
    assert (found.source, found.game) == (Source.FILE, "Ada's")


def test_lines_that_are_none_are_named(pilot: Pilot, file: Path) -> None:
    """A dialog names the first of them and counts the others."""
    file.write_text("\n".join([LINE, *["nonsense"] * 9]))
    drop(pilot, file)
    dialog = pilot.app.scene
    assert isinstance(dialog, ChoiceDialog)
    assert "line 2: " in dialog.text
    assert "and 5 more lines" in dialog.text


def test_a_dropped_game_is_opened(pilot: Pilot, tmp_path: Path) -> None:
    """It comes to the table."""
    session = Session(Setup((Seat("Ada"), Seat("Ben")), deal(7), 7))
    session.play(session.position.legal_moves[0])
    path = tmp_path / "game.mjb"
    path.write_text(session.record().text)
    drop(pilot, path)
    assert isinstance(pilot.app.scene, TableScene)
    assert pilot.session.position == session.position


@pytest.mark.parametrize("name", ["picture.png", "gone.mbp", "bad.mjb", "bad.mbp", "folder"])
def test_whatever_else_is_dropped_is_told(pilot: Pilot, tmp_path: Path, name: str) -> None:
    """The screen stays, and a line says what is wrong."""
    path = tmp_path / name
    if name == "folder":
        path.mkdir()
    elif name != "gone.mbp":
        path.write_bytes(b"\0\xff nonsense")
    drop(pilot, path)
    assert isinstance(pilot.app.scene, StartScene)
    assert pilot.app.message.kind == "problem"
    assert "\n" not in pilot.app.message.text


def test_of_a_dropped_file_with_several_games_one_is_chosen(pilot: Pilot, tmp_path: Path) -> None:
    """The list of its games is shown."""
    text = Session(Setup((Seat("Ada"), Seat("Ben")), deal(7), 7)).record().text
    path = tmp_path / "two.mjb"
    path.write_text(f"{text}\n{text}")
    drop(pilot, path)
    assert isinstance(pilot.app.scene, GamesScene)
