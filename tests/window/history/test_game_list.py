"""The list of the record's games."""

from __future__ import annotations

import pygame
import pytest

from battle.window.history.game_list import GameList
from battle.window.ui.theme import Theme
from tests.profile.test_statistics import NOON
from tools.screens.game_samples import sample_games


@pytest.fixture
def games() -> GameList:
    pygame.display.init()
    pygame.display.set_mode((800, 600))
    pygame.font.init()
    made = GameList()
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
    games.page(5)
    assert games.chosen is games.games[0]
    games.page(10_000)
    assert games.chosen is games.games[-1]
    assert games.listing.chosen in games.listing.rows
    games.page(-10_000)
    assert games.chosen is games.games[0]


def test_only_whole_rows_are_seen(games: GameList) -> None:
    """No row stands out below the list's place."""
    rows = games.listing
    assert games.rect.contains(rows.rect_of(rows.rows[-1]))
    assert len(rows.rows) < len(games.games)


def test_the_row_chosen_stands_out(games: GameList) -> None:
    """Choosing a row changes its picture and no other's."""
    surface = pygame.Surface((800, 600))

    def picture(row: int) -> bytes:
        surface.fill((0, 0, 0))
        games.paint(surface)
        return pygame.image.tobytes(surface.subsurface(games.listing.rect_of(row)), "RGB")

    before = picture(2), picture(3)
    games.listing.choose(2)
    assert picture(2) != before[0]
    assert picture(3) == before[1]
