"""Opening and saving games."""

from __future__ import annotations

from pathlib import Path

import pytest

from battle.profile import settings
from battle.rules.position import RulesError
from battle.rules.record import SUFFIX
from battle.window.dialogs.files import (
    FileScene,
    GamesScene,
    OpenScene,
    SaveScene,
    games_in,
    path_of,
    read_game,
    suggested_name,
)
from battle.window.scenes.dialogs import ChoiceDialog
from battle.window.table.scene import TableScene
from battle.window.ui.draw import CUT_TEXTS
from tests.support.pilot import Pilot, friends
from tools.screens.samples import sample_session


@pytest.fixture
def games(pilot: Pilot, tmp_path: Path) -> Path:
    """Return a directory with games, a damaged one, another directory and another file."""
    directory = tmp_path / "games"
    (directory / "club").mkdir(parents=True)
    for number in range(30):
        text = sample_session(pilot.app, number).record().text
        (directory / f"game {number:02}.mjb").write_text(text)
    (directory / "broken.mjb").write_text("1. a1c9 *")
    (directory / "notes.txt").write_text("no game")
    (directory / ".hidden.mjb").write_text("no game")
    return directory


def show(pilot: Pilot, scene: FileScene) -> None:
    friends(pilot)
    pilot.app.push(scene)
    pilot.run(0.1)


def test_games_in_a_directory(games: Path) -> None:
    """Directories come first, then games; hidden and other files are not shown."""
    names = games_in(games)
    assert names[:2] == ["club/", "broken.mjb"]
    assert "notes.txt" not in names
    assert ".hidden.mjb" not in names


def test_opening_by_keyboard(pilot: Pilot, games: Path) -> None:
    """Down to a game and Enter: it is on the table, and the directory is remembered."""
    scene = OpenScene(pilot.app, games)
    show(pilot, scene)
    while scene.chosen != "game 12.mjb":
        pilot.press("down")
        pilot.run(0.05)
    assert scene.shown is not None
    pilot.press("return")
    assert isinstance(pilot.scene, TableScene)
    assert pilot.session.game.ply == 12
    assert settings.load(pilot.app.places)[0].directory == str(games)


def test_opening_by_mouse(pilot: Pilot, games: Path) -> None:
    """A click chooses, the button opens."""
    scene = OpenScene(pilot.app, games)
    show(pilot, scene)
    row = scene._list.names.index("game 03.mjb")
    pilot.click(scene._list.listing.rect_of(row).center)
    pilot.run(0.1)
    assert scene.chosen == "game 03.mjb"
    pilot.press_button("Open")
    assert isinstance(pilot.scene, TableScene)


def test_a_damaged_game_is_told_in_one_line_and_nothing_is_lost(pilot: Pilot, games: Path) -> None:
    """The line names the file; the screen and the game below stay."""
    scene = OpenScene(pilot.app, games)
    show(pilot, scene)
    table = pilot.table
    while scene.chosen != "broken.mjb":
        pilot.press("down")
        pilot.run(0.05)
    pilot.press("return")
    assert pilot.scene is scene
    assert "broken.mjb" in scene.problem
    assert "\n" not in scene.problem
    pilot.press("escape")
    assert pilot.scene is table


def test_walking_through_directories(pilot: Pilot, games: Path) -> None:
    """Enter goes into a directory, Backspace out of it."""
    scene = OpenScene(pilot.app, games)
    show(pilot, scene)
    while scene.chosen != "club/":
        pilot.press("down")
        pilot.run(0.05)
    pilot.press("return")
    assert scene.directory == games / "club"
    pilot.press("backspace")
    assert scene.directory == games


def test_saving_under_a_new_name(pilot: Pilot, tmp_path: Path) -> None:
    """Typing a name and Enter writes the game, with the suffix added, and goes back."""
    session = sample_session(pilot.app, 14)
    scene = SaveScene(pilot.app, tmp_path / "new place", session)
    show(pilot, scene)
    pilot.press("ctrl+a")
    pilot.type("evening")
    pilot.press("return")
    assert pilot.scene is pilot.table
    saved = tmp_path / "new place" / "evening.mjb"
    assert read_game(saved).position == session.position
    assert "evening.mjb" in pilot.app.message.text
    pilot.run(0.1)
    assert pilot.table.said is not None


def test_replacing_asks(pilot: Pilot, games: Path) -> None:
    """An existing file is replaced only after a question; Esc keeps it."""
    before = (games / "game 01.mjb").read_text()
    scene = SaveScene(pilot.app, games, sample_session(pilot.app, 14))
    scene.name = "game 01"
    show(pilot, scene)
    pilot.press("return")
    assert isinstance(pilot.scene, ChoiceDialog)
    pilot.press("escape")
    assert (games / "game 01.mjb").read_text() == before
    pilot.press("return")
    pilot.press_button("Replace it")
    assert read_game(games / "game 01.mjb").game.ply == 14


def test_what_cannot_be_written_is_told(pilot: Pilot, read_only: Path) -> None:
    """A directory that cannot be written in is told in one line, and the game stays."""
    scene = SaveScene(pilot.app, read_only, sample_session(pilot.app, 14))
    show(pilot, scene)
    pilot.press("return")
    assert pilot.scene is scene
    assert "Cannot write" in scene.problem


def test_a_name_that_is_too_long_is_told(pilot: Pilot, tmp_path: Path) -> None:
    """A name of more bytes than the system takes is told in one line, and the game stays."""
    scene = SaveScene(pilot.app, tmp_path, sample_session(pilot.app, 14))
    scene.name = "牌" * 100
    show(pilot, scene)
    scene.confirm()
    assert pilot.scene is scene
    assert "Cannot write" in scene.problem


@pytest.mark.parametrize("name", ["a/b", "a\\b", "what?", "a\tb", 'say "hi"'])
def test_names_no_system_could_keep_are_refused(name: str, tmp_path: Path) -> None:
    """The sentence names the bad sign."""
    with pytest.raises(ValueError, match="cannot have"):
        path_of(tmp_path, name)


@pytest.mark.parametrize("name", ["", "  ", ".mjb", "..."])
def test_a_file_needs_a_name(name: str, tmp_path: Path) -> None:
    """An empty name is refused."""
    with pytest.raises(ValueError, match="name"):
        path_of(tmp_path, name)


def test_the_suffix_is_added_once(tmp_path: Path) -> None:
    """With or without the suffix the same file is meant."""
    assert path_of(tmp_path, "game") == path_of(tmp_path, "game.mjb") == tmp_path / "game.mjb"


def test_the_suggested_name_can_be_used(pilot: Pilot, tmp_path: Path) -> None:
    """What is suggested is a file's name on every system."""
    name = suggested_name(sample_session(pilot.app, 3))
    assert path_of(tmp_path, name).name == f"{name}.mjb"
    assert "Ada" in name


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    """The one line names the file."""
    with pytest.raises(RulesError, match=r"gone\.mjb"):
        read_game(tmp_path / "gone.mjb")


def test_a_file_of_several_games_offers_them(pilot: Pilot, games: Path) -> None:
    """Its games are listed by their players; the chosen one comes onto the table."""
    texts = [sample_session(pilot.app, number).record().text for number in (3, 9, 4)]
    (games / "match.mjb").write_text("\n".join(texts))
    scene = OpenScene(pilot.app, games)
    show(pilot, scene)
    scene.choose("match.mjb")
    scene.confirm()
    pilot.run(0.1)
    chooser = pilot.app.scene
    assert isinstance(chooser, GamesScene)
    assert len(chooser.names) == 3
    pilot.press("down")
    pilot.run(0.05)
    pilot.press("return")
    pilot.run(0.1)
    assert isinstance(pilot.app.scene, TableScene)
    wanted = sample_session(pilot.app, 9)
    assert pilot.app.scene.session.position == wanted.position


def test_a_suffix_in_capitals_is_a_game_too(pilot: Pilot, tmp_path: Path) -> None:
    """A directory with such a game alone is not said to be without games."""
    place = tmp_path / "capitals"
    place.mkdir()
    assert OpenScene(pilot.app, place)._empty_words() == "No games are in this directory."
    (place / f"A{SUFFIX.upper()}").write_text("")
    assert OpenScene(pilot.app, place)._empty_words() == "Choose a game to see it here."


def test_a_path_and_a_problem_too_long_can_be_read_whole(pilot: Pilot, tmp_path: Path) -> None:
    """What is cut of them is shown to who points at it."""
    place = tmp_path / ("a" * 120) / ("b" * 120)
    place.mkdir(parents=True)
    scene = OpenScene(pilot.app, place)
    show(pilot, scene)
    scene.problem = "No words of this problem are lost, however many. " * 6
    pilot.pixels()
    cut = {one.words for one in CUT_TEXTS.seen}
    assert {str(place), scene.problem} <= cut
