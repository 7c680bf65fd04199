"""The figures and the table of the record's first sheet."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pygame
import pytest

from battle import language
from battle.profile.statistics import WINDOW, Outcome, OwnGame, own_games
from battle.window.history.overview import narrowed, overview
from battle.window.ui.theme import Role, Theme
from tests.profile.test_statistics import NOON, game
from tests.screens.game_samples import sample_games


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    language.use("en")
    yield
    language.use("system")


def sample() -> list[OwnGame]:
    return own_games(sample_games(NOON))


def test_the_figures_count_all_games() -> None:
    """Games, their ends, and the points lost in the last ten are those of the games."""
    games = sample()
    count, loss, run, days = overview(games, NOON).figures
    assert count.number == str(len(games))
    for end, word in ((Outcome.WON, "won"), (Outcome.DRAWN, "drawn"), (Outcome.LOST, "lost")):
        assert f"{sum(own.outcome is end for own in games)} {word}" in count.note
    judged = [own.lost for own in games if own.lost is not None]
    last, before = judged[-WINDOW:], judged[-2 * WINDOW : -WINDOW]
    assert loss.number == f"≥\u2009{sum(last) / WINDOW:.1f}"
    assert f"≥\u2009{sum(before) / WINDOW:.1f}" in loss.note
    assert int(run.number) >= 1
    assert int(days.number) >= 1


def test_every_opponent_has_a_row() -> None:
    """Rows are in the order of strength and add up to all games."""
    games = sample()
    shown = overview(games, NOON)
    assert sum(result.games for result in shown.results) == len(games)
    names = [result.opponent for result in shown.results]
    assert names == ["novice", "casual", "club", "companion", "solver"]


def test_before_the_first_review_points_lost_are_not_known() -> None:
    """A dash stands for them, and a word says when they come."""
    figure = overview(own_games([game(3)]), NOON).figures[1]
    assert (figure.number, figure.note) == ("–", "after the first review")


def test_help_is_told_where_there_was_any() -> None:
    """The note counts the games with help; without any there is no note."""
    helped = own_games([game(3, hints=(1, 0)), game(4), game(5, hints=(2, 0))])
    assert overview(helped, NOON).note == "Help was used in 2 games."
    assert overview(own_games([game(3)]), NOON).note == ""


def test_days_end_with_a_day_off() -> None:
    """Days in a row are over when neither today nor yesterday saw a game."""
    games = own_games([game(3, days=number) for number in (-5, -4, -3)])
    days = overview(games, NOON).figures[3]
    assert (days.number, days.note) == ("0", "longest: 3")
    assert overview(games, NOON - timedelta(days=2)).figures[3].number == "3"


def test_words_are_made_smaller_until_they_fit() -> None:
    """The size is the largest that fits, down to the smallest that can be read."""
    pygame.font.init()
    theme = Theme(1.0)
    wide = theme.font_of_size(Role.SMALL, 16).size("Opponent")[0]
    assert narrowed(theme, Role.SMALL, 16, "Opponent", wide) == 16
    less = narrowed(theme, Role.SMALL, 16, "Opponent", wide - 6)
    assert theme.font_of_size(Role.SMALL, less).size("Opponent")[0] <= wide - 6
    assert theme.font_of_size(Role.SMALL, less + 1).size("Opponent")[0] > wide - 6
    assert narrowed(theme, Role.SMALL, 16, "Opponent", 1) == 9
