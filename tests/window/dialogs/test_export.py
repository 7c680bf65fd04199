"""Exporting: what is copied, what is written, and what goes wrong with files."""

from __future__ import annotations

from pathlib import Path

import pygame

from battle.analysis.ledger import review_line
from battle.analysis.study import Study
from battle.report.export import review_of_game
from battle.rules.position import position
from battle.rules.record import evaluation_in, record
from battle.window.dialogs.export import ExportFileScene, ExportScene
from battle.window.navigation import first_scene
from battle.window.scenes.scene import Scene
from tests.support.pilot import FRAME, Pilot
from tools.reference import balances
from tools.screens.samples import sample_session, sample_study

_ROW = {"copy": 0, "png": 1, "svg": 2, "copy record": 3, "record": 4, "page": 5}


def exporting(pilot: Pilot) -> ExportScene:
    """Show the export of a reviewed game over the start screen."""
    pilot.app.replace(first_scene(pilot.app, None))
    study, session = sample_study(pilot.app, 200)
    pilot.app.go("export", study, session)
    pilot.run(FRAME)
    assert isinstance(pilot.scene, ExportScene)
    return pilot.scene


def chosen(pilot: Pilot, what: str) -> Scene:
    """Click an offer; return the scene shown then."""
    scene = pilot.scene
    assert isinstance(scene, ExportScene)
    pilot.click(scene.buttons[1 + _ROW[what]].rect.center)
    return pilot.scene


def saved(pilot: Pilot, what: str, directory: Path) -> Path:
    """Save an offer in a directory; return the file."""
    scene = chosen(pilot, what)
    assert isinstance(scene, ExportFileScene)
    scene.go_to(directory)
    scene.name = "mine"
    scene.confirm()
    return directory / f"mine{scene.suffix}"


def test_the_position_is_copied(pilot: Pilot) -> None:
    """The clipboard has the line of the position looked at."""
    scene = exporting(pilot)
    chosen(pilot, "copy")
    assert position(pygame.scrap.get_text().strip("\0")) == scene.study.position


def test_the_record_is_copied_with_its_values(pilot: Pilot) -> None:
    """What is on the clipboard is the whole game, with what is known after its moves."""
    scene = exporting(pilot)
    chosen(pilot, "copy record")
    found = record(pygame.scrap.get_text().strip("\0"))
    assert [node.move for node in found.game.root.main_line()] == [
        node.move for node in scene.study.game.root.main_line()
    ]
    assert any(evaluation_in(node.comment) for node in found.game.root.main_line())


def test_the_picture_is_a_png(pilot: Pilot, tmp_path: Path) -> None:
    """It can be read again, and is twice as large as the table in a usual window."""
    exporting(pilot)
    picture = pygame.image.load(saved(pilot, "png", tmp_path))
    assert picture.get_width() > 1200
    assert picture.get_at((0, 0)).a < 64
    assert picture.get_at((640, 640)).a == 255


def test_the_review_is_a_page(pilot: Pilot, tmp_path: Path) -> None:
    """It names both players, and carries the record with its values."""
    scene = exporting(pilot)
    page = saved(pilot, "page", tmp_path).read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert "Ada" in page
    assert "Benedikt" in page
    assert "[%eval =" in page
    assert scene.review is not None
    assert balances(scene.review)


def test_a_game_without_a_review_has_no_page(pilot: Pilot) -> None:
    """The offer says that the game has to be reviewed first, and does nothing."""
    pilot.app.replace(first_scene(pilot.app, None))
    session = sample_session(pilot.app, 12)
    pilot.app.go("export", Study(record(session.record().text).game), session)
    pilot.run(FRAME)
    scene = pilot.scene
    assert isinstance(scene, ExportScene)
    offer = scene.buttons[1 + _ROW["page"]]
    assert not offer.enabled
    assert "reviewed" in offer.note
    assert chosen(pilot, "page") is scene


def test_a_branch_does_not_take_the_place_of_the_game(pilot: Pilot) -> None:
    """The page is of the game that was played, wherever in the tree one looks."""
    study, _session = sample_study(pilot.app, 200)
    root = study.game.root
    expected = review_line([root, *root.main_line()], study.values)
    branch = next(node for node in study.nodes() if len(node.children) > 1)
    study.go_to(branch.children[1])
    assert review_of_game(study) == expected


def test_only_files_of_its_kind_are_listed(pilot: Pilot, tmp_path: Path) -> None:
    """A picture does not replace a game by mistake; a chosen one gives its name."""
    for name in ("a.mjb", "b.png", "c.PNG"):
        (tmp_path / name).write_text("")
    exporting(pilot)
    scene = chosen(pilot, "png")
    assert isinstance(scene, ExportFileScene)
    scene.go_to(tmp_path)
    assert scene.names[1:] == [*sorted(n for n in scene.names if n.endswith("/")), "b.png", "c.PNG"]
    scene.choose("b.png")
    assert (scene.name, scene.problem) == ("b", "")


def test_a_picture_is_shown_as_it_will_be_saved(pilot: Pilot) -> None:
    """The preview has the position looked at, not the one at the game's end."""
    wanted = exporting(pilot).position
    for what in ("png", "svg"):
        scene = chosen(pilot, what)
        assert isinstance(scene, ExportFileScene)
        assert scene.shown is not None
        assert scene.shown.position != wanted
        assert scene.shown_position() == wanted
        pilot.app.pop()
        pilot.run(FRAME)
