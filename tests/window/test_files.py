"""Files in the window: games, exports, problems."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from threading import Event, current_thread
from unittest.mock import patch

import pygame
import pytest

from battle.game.session import read_game
from battle.profile import everything
from battle.profile.options import GameOptions
from battle.profile.records import GAMES, game_of
from battle.rules.links import game_link, position_link
from battle.rules.position import RulesError, position
from battle.rules.record import SUFFIX
from battle.screens.export import suggested_name
from battle.training.deck import shipped_files
from battle.window.card_view import ViewScene
from battle.window.cards import ChoiceDialog
from battle.window.exercise import TaskScene
from battle.window.files import (
    FileScene,
    OpenScene,
    SaveScene,
    WorkDialog,
    open_dropped,
    path_of,
    save_game,
)
from battle.window.start import StartScene
from battle.window.table import TableScene
from battle.window.ui import clipboard
from battle.window.ui.draw import CUT_TEXTS
from tests.support.pilot import FRAME, Pilot, friends
from tools.screens.pictures import sample_session, sample_study

# -- files ----------------------------------------------------------------------------------------


def test_a_game_that_has_gone_is_named(tmp_path: Path) -> None:
    """Who wants to read it hears its name."""
    with pytest.raises(RulesError, match=r"gone\.mjb"):
        read_game(tmp_path / "gone.mjb")


def show(pilot: Pilot, scene: FileScene) -> None:
    friends(pilot)
    pilot.app.push(scene)
    pilot.run(0.1)


def test_the_name_stands_before_its_ending(pilot: Pilot) -> None:
    """What the file will end in is shown beside the field."""
    scene = save_game(pilot.app, sample_session(pilot.app, 14))
    with patch.object(SaveScene, "write") as write:
        show(pilot, scene)
    assert SUFFIX in [call.args[0] for call in write.call_args_list]


@pytest.mark.parametrize("name", ["game", "牌" * 100])
def test_what_cannot_be_written_is_told(
    pilot: Pilot, read_only: Path, tmp_path: Path, name: str
) -> None:
    """A directory that is not writable, or too long a name, is reported, and the game stays."""
    export = save_game(pilot.app, sample_session(pilot.app, 14)).export
    scene = SaveScene(pilot.app, export, read_only if name == "game" else tmp_path)
    scene.name = name
    show(pilot, scene)
    scene.confirm()
    assert pilot.scene is scene
    assert "Cannot write" in scene.problem


@pytest.mark.parametrize(
    ("name", "words"),
    [(name, "cannot contain") for name in ["a/b", "a\\b", "what?", "a\tb", 'say "hi"']]
    + [(name, "name") for name in ["", "  ", ".mjb", "..."]],
)
def test_names_no_system_could_keep_are_refused(name: str, words: str, tmp_path: Path) -> None:
    """The sentence names the bad sign, or says that there is no name."""
    with pytest.raises(ValueError, match=words):
        path_of(tmp_path, name)


def test_the_suggested_name_can_be_used(pilot: Pilot, tmp_path: Path) -> None:
    """What is suggested is a file's name on every system; the suffix is added once."""
    name = suggested_name(sample_session(pilot.app, 3))
    assert "Ada" in name
    for given in (name, f"{name}.mjb"):
        assert path_of(tmp_path, given).name == f"{name}.mjb"


def test_a_person_without_a_name_is_you_in_a_file_name(pilot: Pilot) -> None:
    """The suggested name says You, as the screen does; the tags in the file stay."""
    options = GameOptions.against("novice", pilot.app.settings, [], {})
    session = options.session(pilot.app.now)
    assert suggested_name(session).startswith("You - Pip ")
    assert session.record().tags["First"] == "Player"


def test_a_path_and_a_problem_too_long_can_be_read_whole(pilot: Pilot, tmp_path: Path) -> None:
    """What is cut of them is shown to who points at it."""
    place = tmp_path / ("a" * 120) / ("b" * 120)
    place.mkdir(parents=True)
    scene = OpenScene(pilot.app, place)
    show(pilot, scene)
    scene.problem = "No words of this problem are lost, however many. " * 9
    pilot.pixels()
    assert {str(place), scene.problem} <= {one.words for one in CUT_TEXTS.seen}


# -- problem files --------------------------------------------------------------------------------


def drop(pilot: Pilot, path: Path) -> None:
    """Drop a file on the start screen."""
    pilot.app.replace(StartScene(pilot.app))
    pilot.run(0.1)
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    pilot.run(0.1)


def test_problems_that_the_program_is_started_with_are_asked(pilot: Pilot, tmp_path: Path) -> None:
    """A double click on a file of problems leads to the trainer, which asks the first of them."""
    file = Path(shutil.copy(shipped_files()[0], tmp_path / "Ada's.mbp"))
    pilot.app.replace(StartScene(pilot.app))
    open_dropped(pilot.app, file, train=True)
    pilot.run(0.1)
    assert not pilot.app.places.problems.exists()
    pilot.press_button("Add")
    pilot.run(0.1)
    assert pilot.shows(TaskScene).screen.practice.exercise.game == "Ada's"


def export_of(pilot: Pilot) -> str:
    """Return everything of somebody who has finished a game and chosen a setting."""
    game = game_of(sample_session(pilot.app, 200), datetime(2026, 11, 21, tzinfo=UTC))
    rows, ways = [GAMES.row(game)], {"brokers": "mqtt://evil.example", "teacher": "points"}
    content = {"mahjong-battle": 1, "games": rows, "files": {}, "settings": ways}
    return json.dumps(content)


@pytest.mark.parametrize("how", ["drop", "paste"])
def test_an_export_asks_and_the_table_stays(pilot: Pilot, tmp_path: Path, how: str) -> None:
    """It is said what it brings; nothing changes before Import, and the game goes on."""
    text, file = export_of(pilot), tmp_path / "mahjong-battle.json"
    file.write_text(text)
    pilot.app.replace(TableScene(pilot.app, sample_session(pilot.app, 9)))
    before, table = pilot.app.settings, pilot.shows(TableScene)
    for answer in ("Cancel", "Import"):
        if how == "drop":
            open_dropped(pilot.app, file)
        else:
            clipboard.copy(text, "", pilot.app.say)
            pilot.app.go("paste")
        pilot.until(lambda: not isinstance(pilot.scene, WorkDialog))
        assert "1 game, settings: " in pilot.shows(ChoiceDialog).text
        assert "Broker" not in pilot.shows(ChoiceDialog).text
        assert not pilot.app.records.games()
        assert pilot.app.settings == before
        pilot.press_button(answer)
        pilot.until(lambda: pilot.scene is table)
    assert len(pilot.app.records.games()) == 1
    assert (pilot.app.settings.teacher, pilot.app.settings.brokers) == ("points", "")


@pytest.mark.parametrize("how", ["link", "paste", "drop"])
def test_links_open_what_they_name(pilot: Pilot, tmp_path: Path, how: str) -> None:
    """With the title line above that is passed on with them, from wherever they come."""
    game = sample_session(pilot.app, 9)
    links = {
        game_link(game.record()): "TableScene",
        position_link(position("5m5p/5p5m")): "StudyScene",
        "#deal=7": "NewGame",
        "#quick": "Daily",
    }
    for link, shown in links.items():
        text = f"Mahjong Battle · won 140:130\n🟩🟩\nhttps://example.org/{link}\n"
        pilot.app.replace(StartScene(pilot.app))
        (file := tmp_path / "mail.txt").write_text(text)
        clipboard.copy(text, "", pilot.app.say)
        if how == "drop":
            open_dropped(pilot.app, file)
        else:
            pilot.app.go(how, *[text] * (how == "link"))
        pilot.run(FRAME)
        scene = pilot.app.scenes[-1]
        screen = scene.screen if isinstance(scene, ViewScene) else scene
        assert type(screen).__name__ == shown, link


def test_an_export_is_read_in_a_thread(
    pilot: Pilot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Frames pass while one is read; Esc ends that, and nothing was changed."""
    threads, release = [], Event()

    def read(person: object, text: str, go_on: Callable[[int], object]) -> None:
        threads.append(current_thread())
        go_on(3)
        release.wait()
        go_on(4)

    monkeypatch.setattr(everything, "read", read)
    (file := tmp_path / "mahjong-battle.json").write_text(export_of(pilot))
    pilot.app.replace(StartScene(pilot.app))
    below = pilot.scene
    open_dropped(pilot.app, file)
    dialog = pilot.shows(WorkDialog)
    pilot.until(lambda: dialog.text == "3 games")
    assert threads[0] is not current_thread()
    pilot.press("escape")
    assert pilot.scene is below
    release.set()
    pilot.run(FRAME)
    assert pilot.scene is below


# -- export ---------------------------------------------------------------------------------------


def test_only_files_of_its_kind_are_listed(pilot: Pilot, tmp_path: Path) -> None:
    """A drawing does not replace a game by mistake; a chosen one gives its name."""
    for name in ("a.mjb", "b.svg", "c.SVG"):
        (tmp_path / name).write_text("")
    pilot.app.go("export", *sample_study(pilot.app, 200))
    pilot.run(FRAME)
    pilot.press_button("Position as a drawing")
    scene = pilot.shows(SaveScene)
    scene.go_to(tmp_path)
    assert scene.names[1:] == [*sorted(n for n in scene.names if n.endswith("/")), "b.svg", "c.SVG"]
    scene.choose("b.svg")
    assert (scene.name, scene.problem) == ("b", "")
