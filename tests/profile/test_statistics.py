"""Tests of what the record tells."""

import dataclasses
from datetime import UTC, datetime, timedelta, timezone
from itertools import groupby
from random import Random

import pytest

from battle.profile.records import PlayedGame
from battle.profile.statistics import (
    WINDOW,
    Outcome,
    Streaks,
    by_level,
    losses_over_time,
    own_games,
    streaks,
)
from battle.rules.game import Ending, Reason
from battle.rules.position import Player

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def game(
    margin: int = 0,
    *,
    person: Player | None = 1,
    opponent: str = "club",
    lost: tuple[int, int] | None = None,
    days: float = 0,
    hints: tuple[int, int] = (0, 0),
    exact_from: int | None = None,
) -> PlayedGame:
    """Return a game played out with a margin from player 1's side."""
    return PlayedGame(
        key=f"{days} {margin}",
        ended=NOON + timedelta(days=days),
        seats=("Ada", "Solver"),
        opponent=opponent,
        start="9s/9s 1 0-0",
        points=(135 + margin, 135),
        ending=Ending(Reason.PLAYED_OUT, None if margin == 0 else 1 if margin > 0 else 2),
        person=person,
        lost=lost,
        proven=lost,
        exact_from=exact_from,
        hints=hints,
    )


def test_only_the_persons_own_games_count():
    """Games of two people are passed over; games with help count."""
    games = [game(1), game(2, person=None), game(3, hints=(1, 0)), game(4, hints=(0, 9))]
    assert [own.margin for own in own_games(games)] == [1, 3, 4]


def test_results_are_from_the_persons_side():
    """The second player has won when the margin is negative, and lost what stands second."""
    (own,) = own_games([game(-5, person=2, lost=(9, 4))])
    assert (own.outcome, own.margin, own.lost) == (Outcome.WON, 5, 4)


def test_a_resigned_game_is_lost_whatever_the_points():
    """The ending decides, not the points."""
    resigned = dataclasses.replace(game(20), ending=Ending(Reason.RESIGNED, 2))
    (own,) = own_games([resigned])
    assert (own.outcome, own.margin) == (Outcome.LOST, 20)


def test_skill_is_what_par_does_not_explain():
    """Who loses by 5 on a seat that par gives −9 did better by 4; without par nothing is said."""
    lost = dataclasses.replace(game(-5), par=-9, par_exact=True)
    guessed = dataclasses.replace(lost, par_exact=False)
    assert [own.skill for own in own_games([lost, guessed, game(-5)])] == [4, None, None]
    (second,) = own_games([dataclasses.replace(lost, person=2)])
    assert second.skill == -4
    resigned = dataclasses.replace(lost, ending=Ending(Reason.RESIGNED, 2))
    assert own_games([resigned])[0].skill is None


def test_games_that_broke_off_do_not_flatter():
    """A resigned game counts as lost; its margin and the few points lost in it do not count."""
    resigned = dataclasses.replace(game(3, lost=(1, 0)), ending=Ending(Reason.RESIGNED, 2))
    games = own_games([game(-20, lost=(30, 10)), resigned])
    (club,) = by_level(games)
    assert (club.lost_games, club.margin, club.lost, club.reviewed) == (2, -20.0, 30.0, 1)
    assert [point.lost for point in losses_over_time(games)] == [30]
    (only,) = by_level(own_games([resigned]))
    assert (only.margin, only.lost) == (None, None)


def test_results_by_level():
    """Wins, draws, losses, margins and points lost are counted for every opponent apart."""
    games = [
        game(10, lost=(20, 9)),
        game(0, lost=(10, 9)),
        game(-4, hints=(2, 0)),
        game(-6, opponent="strong", person=2),
    ]
    club, strong = by_level(own_games(games))
    assert (club.opponent, club.won, club.drawn, club.lost_games) == ("club", 1, 1, 1)
    assert (club.games, club.score, club.margin) == (3, 0.5, 2.0)
    assert (club.lost, club.reviewed, club.with_help) == (15.0, 2, 1)
    assert (strong.opponent, strong.won, strong.margin, strong.lost) == ("strong", 1, 6.0, None)
    assert by_level([]) == []


def test_points_lost_over_time():
    """Every reviewed game is a point; its average is that of the last games up to it."""
    random = Random(7)
    games = [
        game(number, days=number, lost=random.choice([None, (random.randint(0, 60), 0)]))
        for number in range(60)
    ]
    points = losses_over_time(own_games(games))
    reviewed = [one.lost[0] for one in games if one.lost is not None]
    assert [point.lost for point in points] == reviewed
    assert len(points) > WINDOW
    for number, point in enumerate(points):
        recent = reviewed[max(0, number - WINDOW + 1) : number + 1]
        assert point.average == pytest.approx(sum(recent) / len(recent))


def test_streaks_of_results():
    """Runs of wins, and of games that ended alike, are as long as counting groups finds."""
    random = Random(2)
    for length in range(40):
        margins = [random.choice([5, 5, 5, 0, -5]) for _ in range(length)]
        found = streaks(own_games([game(margin) for margin in margins]), NOON)
        runs = [(margin, len(list(run))) for margin, run in groupby(margins)]
        assert found.won == max((many for margin, many in runs if margin == 5), default=0)
        if runs:
            sort = {5: Outcome.WON, 0: Outcome.DRAWN, -5: Outcome.LOST}[runs[-1][0]]
            assert (found.sort, found.current) == (sort, runs[-1][1])
    assert streaks([], NOON) == Streaks()


@pytest.mark.parametrize(
    ("days", "run", "longest"),
    [
        ([0], 1, 1),
        ([-1], 1, 1),
        ([-2], 0, 1),
        ([-5, -4, -3, -1, 0, 0], 2, 3),
        ([-3, -2, -1], 3, 3),
        ([-3, -1], 1, 1),
    ],
)
def test_days_in_a_row(days, run, longest):
    """A run of days lives on until a whole day has passed without a game."""
    found = streaks(own_games([game(1, days=day) for day in days]), NOON, UTC)
    assert (found.days, found.most_days) == (run, longest)


def test_days_are_those_of_the_persons_clock():
    """Two games either side of the person's midnight are two days there, and one elsewhere."""
    games = own_games([game(1, days=-0.1), game(1, days=0)])
    west = timezone(timedelta(hours=-11))
    assert streaks(games, NOON, UTC).days == 1
    assert streaks(games, NOON, west).days == 2


def test_an_average_is_proven_if_all_of_it_is():
    """One game that is not proven from its first move makes the average the least."""
    whole, part = (game(3, lost=(4, 2), exact_from=ply) for ply in (1, 2))
    for games, is_proven in (([whole], True), ([whole, game(1)], True), ([whole, part], False)):
        (result,) = by_level(own_games(games))
        assert result.is_proven is is_proven
