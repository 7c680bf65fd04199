"""The sheet with the plot of points lost; how it is used is in the tests of the screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from battle import language
from battle.profile.statistics import judged, own_games
from battle.window.history.points_lost import PointsLostSheet
from battle.window.ui.theme import Theme
from tests.profile.test_statistics import NOON
from tests.support.review_services import FakeServices
from tools.screens.game_samples import sample_games


@pytest.fixture
def sheet(tmp_path: Path) -> Iterator[PointsLostSheet]:
    pygame.font.init()
    language.use("en")
    made = PointsLostSheet(Theme(1.0), FakeServices(tmp_path).prover)
    made.read(sample_games(NOON))
    yield made
    language.use("system")


def test_every_opponent_has_its_turn(sheet: PointsLostSheet) -> None:
    """Forwards or backwards all are shown once before all games are again."""
    for by in (1, -1):
        seen = []
        for _ in range(len(sheet.opponents) + 1):
            sheet.turn(by)
            seen.append(sheet.opponent)
        assert sorted(seen) == sorted(["", *sheet.opponents])
        assert seen[-1] == ""


def test_games_that_are_gone_take_their_opponent_with_them(sheet: PointsLostSheet) -> None:
    """When the last game against somebody is deleted, all games are shown."""
    sheet.turn(1)
    gone = sheet.opponent
    sheet.read([game for game in sample_games(NOON) if game.opponent != gone])
    assert sheet.opponent == ""
    assert gone not in sheet.opponents


def test_the_game_pointed_out_stays_so(sheet: PointsLostSheet) -> None:
    """Read anew, the same game is pointed out wherever it stands now; none if it is gone."""
    games = sample_games(NOON)
    sheet.plot.cursor = 3
    key = sheet.plot.points[3].game.key
    gone = {sheet.plot.points[0].game.key}
    sheet.read([game for game in games if game.key not in gone])
    assert (sheet.plot.cursor, sheet.plot.points[2].game.key) == (2, key)
    sheet.read([game for game in games if game.key != key])
    assert sheet.plot.cursor is None


def test_what_is_missing_is_counted(sheet: PointsLostSheet) -> None:
    """Games without a review are told until a game is pointed out."""
    games = sample_games(NOON)
    missing = sum(game.lost is None for game in games)
    assert sheet.missing == missing
    assert sheet.review_words.startswith(f"{missing} game")
    assert sheet._details_words() == sheet.review_words
    sheet.plot.cursor = 3
    point = judged(own_games(games))[3]
    assert sheet.chosen is not None
    assert sheet.chosen.key == point.game.key
    assert f"lost at least {point.lost}" in sheet._details_words()
