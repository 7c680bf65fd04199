"""The figures and the table of the record's first sheet."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from datetime import timedelta

import pytest

from battle import language
from battle.profile.statistics import WINDOW, Outcome, OwnGame, average_lost, judged, own_games
from battle.rules.game import Ending, Reason
from battle.window.history.overview import (
    Overview,
    average_words,
    game_margin_words,
    lost_words,
    margin_words,
)
from tests.profile.test_statistics import NOON, game
from tools.screens.game_samples import sample_games


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
    count, loss, run, days = Overview(games, NOON).figures
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
    shown = Overview(games, NOON)
    assert sum(len(result.own) for result in shown.results) == len(games)
    names = [result.opponent for result in shown.results]
    assert names == ["novice", "casual", "club", "companion", "solver"]


def test_before_the_first_review_points_lost_are_not_known() -> None:
    """A dash stands for them, and a word says when they come."""
    figure = Overview(own_games([game(3)]), NOON).figures[1]
    assert (figure.number, figure.note) == ("–", "after the first review")


def test_help_is_told_where_there_was_any() -> None:
    """The note counts the games with help; without any it only says what brackets mean."""
    brackets = "In brackets: the points a level loses in a game."
    helped = own_games([game(3, hints=(1, 0)), game(4), game(5, hints=(2, 0))])
    assert Overview(helped, NOON).note == f"Help was used in 2 games. {brackets}"
    assert Overview(own_games([game(3)]), NOON).note == brackets
    assert Overview(own_games([game(3, opponent="solver")]), NOON).note == ""


def test_days_end_with_a_day_off() -> None:
    """Days in a row are over when neither today nor yesterday saw a game."""
    games = own_games([game(3, days=number) for number in (-5, -4, -3)])
    days = Overview(games, NOON).figures[3]
    assert (days.number, days.note) == ("0", "longest: 3")
    assert Overview(games, NOON - timedelta(days=2)).figures[3].number == "3"


def numbers(cells: list[str]) -> list[int]:
    """Return the numbers that cells of the list show, dashes left out."""
    shown = [cell.replace("≥", "").replace("\u2009", "").replace("−", "-") for cell in cells]
    return [int(cell) for cell in shown if cell != "–"]


def test_the_list_shows_the_numbers_that_the_overview_is_made_of() -> None:
    """Averages of what the rows of the list show are those in the table and in the figure."""
    games = [
        game(5, lost=(4, 9), days=1, exact_from=1),
        game(-3, lost=(7, 1), days=2),
        game(8, days=3),
        dataclasses.replace(game(40, lost=(30, 2), days=4), ending=Ending(Reason.RESIGNED, 2)),
        dataclasses.replace(game(-60, lost=(50, 1), days=5), ending=Ending(Reason.TIME, 1)),
        game(7, person=2, lost=(1, 6), days=6),
    ]
    own = own_games(games)
    shown = Overview(own, NOON)
    (result,) = shown.results
    margins = numbers([game_margin_words(one) for one in games])
    lost = numbers([lost_words(one) for one in own])
    assert margin_words(result.margin) == margin_words(sum(margins) / len(margins))
    counted = judged(result.own)
    assert (average_lost(counted), len(counted)) == (sum(lost) / len(lost), len(lost))
    assert shown.figures[1].number == average_words(sum(lost) / len(lost))


def test_what_is_proven_of_games_before_is_no_lower_bound() -> None:
    """The ten games before the last ten are told as proven when the list tells each so."""
    games = own_games([game(3, lost=(4, 0), days=n, exact_from=1) for n in range(2 * WINDOW)])
    assert all(lost_words(one) == "4" for one in games)
    note = Overview(games, NOON).figures[1].note
    assert "4.0" in note
    assert "≥" not in note


def test_games_from_a_position_are_told_apart() -> None:
    """They are in no average and no row, only in the days; the note counts them."""
    part = dataclasses.replace(
        game(60, lost=(50, 1), days=-2, hints=(3, 0)), start="9s......./9s....... 1 0-0"
    )
    evened = dataclasses.replace(game(3, days=-1), start="9s/9s 1 0-7")
    games = own_games([part, evened, game(-5, lost=(4, 9), days=0)])
    shown = Overview(games, NOON)
    (result,) = shown.results
    found = len(result.own), result.ended(Outcome.WON), result.margin
    assert (*found, average_lost(judged(result.own))) == (2, 1, -1, 4)
    assert [figure.number for figure in shown.figures] == ["2", "≥\u20094.0", "1", "3"]
    assert shown.note == (
        "Points were given at the start of 1 game; won of those: 1. "
        "1 game that began from a position is not counted here. "
        "In brackets: the points a level loses in a game."
    )
    assert (lost_words(own_games([part])[0]), game_margin_words(part)) == ("–", "–")
