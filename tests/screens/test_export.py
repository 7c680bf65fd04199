"""What can be passed on of an analysis, as values."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

from battle.analysis.costs import review_line
from battle.analysis.study import Study
from battle.page.blocks import Board
from battle.report import review_of_game
from battle.rules.links import held_in
from battle.rules.position import position
from battle.rules.record import Record, evaluation_in, record
from battle.screens.export import ExportGame
from battle.screens.screen import do
from battle.screens.view import Button
from battle.window.scene import Services
from tests.support.shell import FakeShell
from tools.reference import balances
from tools.screens.pictures import sample_session, sample_study


@pytest.fixture
def shell(home: Path) -> FakeShell:
    """Return somebody's program."""
    return FakeShell(home)


def export_of(shell: FakeShell) -> ExportGame:
    """Return the export of a reviewed game."""
    return ExportGame(shell, *sample_study(cast("Services", shell.services), 200))


def ways(export: ExportGame) -> dict[str, Button]:
    """Return what is offered, by its words."""
    return {one.words: one for one in export.view().page if isinstance(one, Button)}


def asked(export: ExportGame, shell: FakeShell, words: str) -> Any:
    """Press a button; return what the surface is asked for."""
    do(export, ways(export)[words].do)
    return shell.asked.pop()[1]


def test_position_and_record_are_copied(shell: FakeShell) -> None:
    """The position looked at stands beside; it is copied as a line, the game with its values."""
    export = export_of(shell)
    assert export.view().beside == (Board(export.position),)
    assert position(asked(export, shell, "Copy the position")) == export.study.position
    line = [*record(asked(export, shell, "Copy the record")).game.root.main_line()]
    assert [one.move for one in line] == [one.move for one in export.study.game.root.main_line()]
    assert any(evaluation_in(one.comment) for one in line)


def test_links_are_offered_where_a_page_is_known(shell: FakeShell) -> None:
    """They lead to the position and to the whole game."""
    export = export_of(shell)
    linked = {"Position as a link", "Game as a link"}
    assert not linked & {*ways(export)}
    shell.services.change(invitation_page="https://example.org/game/")
    link = asked(export, shell, "Position as a link")
    assert link.startswith("https://example.org/game/#")
    assert held_in(link) == export.position
    game = held_in(asked(export, shell, "Game as a link"))
    assert isinstance(game, Record)
    moves = [one.move for one in export.study.game.root.main_line()]
    assert [one.move for one in game.game.root.main_line()] == moves


def test_files_are_named_by_the_players(shell: FakeShell) -> None:
    """A drawing, the record, and the review with its values and both names."""
    export = export_of(shell)
    drawing = asked(export, shell, "Position as a drawing")
    assert drawing["name"].startswith("Ada - Benedikt")
    assert drawing["name"].endswith(".svg")
    assert "<svg" in drawing["text"]
    kept = asked(export, shell, "Record as a file")
    assert kept["name"].endswith(".mjb")
    page = asked(export, shell, "Review as a web page")
    assert page["name"].endswith("review.html")
    assert all(one in page["text"] for one in ("<!DOCTYPE html>", "Ada", "Benedikt", "[%eval ="))
    assert balances(export.review)


def test_a_game_without_a_review_has_no_page(shell: FakeShell) -> None:
    """The offer says that the game has to be reviewed first."""
    session = sample_session(cast("Services", shell.services), 12)
    export = ExportGame(shell, Study(record(session.record().text).game), session)
    offer = ways(export)["Review as a web page"]
    assert offer.off
    assert "reviewed" in offer.note


def test_a_branch_does_not_take_the_place_of_the_game(shell: FakeShell) -> None:
    """The page is of the game that was played, wherever in the tree one looks."""
    study, _session = sample_study(cast("Services", shell.services), 200)
    root = study.game.root
    expected = review_line([root, *root.main_line()], study.values)
    branch = next(node for node in study.nodes() if len(node.children) > 1)
    study.go_to(branch.children[1])
    assert review_of_game(study) == expected
