"""The list of the record's games."""

from __future__ import annotations

import pygame
import pytest

from battle.window.history.scene import GameList
from battle.window.ui.theme import Theme
from tests.profile.test_statistics import NOON
from tools.screens.game_samples import sample_games


@pytest.fixture
def games() -> GameList:
    pygame.display.init()
    pygame.display.set_mode((800, 600))
    pygame.font.init()
    made = GameList(lambda: None)
    made.place(Theme(1.0), pygame.Rect(20, 20, 760, 400))
    made.fill(sample_games(NOON))
    return made


def test_the_latest_game_is_first(games: GameList) -> None:
    """Rows are in the order of time backwards, each game once."""
    ends = [game.ended for game in games.games]
    assert ends == sorted(ends, reverse=True)
    assert {game.key for game in games.games} == {game.key for game in sample_games(NOON)}


def test_pages_do_not_go_round(games: GameList) -> None:
    """The first key chooses the first row; further ones stop at both ends."""

    def press(key: int) -> None:
        games.key(pygame.event.Event(pygame.KEYDOWN, key=key))

    press(pygame.K_PAGEDOWN)
    assert games.chosen is games.games[0]
    for _number in games.games:
        press(pygame.K_PAGEDOWN)
    assert games.chosen is games.games[-1]
    assert games.listing.chosen in games.listing.rows
    press(pygame.K_HOME)
    press(pygame.K_UP)
    assert games.chosen is games.games[0]
