"""Tests of series and duplicate matches, without a game."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battle.game.series import Duplicate, Series, duplicate, duplicate_in

POINTS = st.lists(st.tuples(st.integers(0, 270), st.integers(0, 270)), max_size=6)


@given(POINTS)
def test_points_go_to_the_person_whatever_the_seat(points):
    """Swapping seats after every game keeps each person's points together."""
    series, people = Series(), [0, 0]
    for number, (first, second) in enumerate(points):
        beginner = number % 2
        people[beginner] += first
        people[1 - beginner] += second
        series = series.plus((first, second)).swapped()
    expected = people if len(points) % 2 == 0 else people[::-1]
    assert series.totals == tuple(expected)


@given(POINTS)
def test_the_margins_of_deals_make_the_margin_of_the_match(points):
    """What the deals played twice gave adds up to the totals, an odd game left out."""
    series = Series(tuple(points))
    whole = Series(tuple(points[: len(points) // 2 * 2]))
    first, second = whole.totals
    assert sum(series.margins) == first - second
    assert len(series.margins) == len(points) // 2


@pytest.mark.parametrize("par", [-9, 0, 14])
def test_two_perfect_players_draw_a_duplicate(par):
    """A deal gives both the same: results at par from both sides add up to nothing."""
    series = Series((), duplicate((5,)))
    for _game in (1, 2):
        series = series.plus((100 + par, 100)).swapped()
    assert series.is_over
    assert series.totals[0] == series.totals[1]


def test_deals_change_after_every_second_game():
    """The next deal is told where it is another one, and none after the last."""
    series, told = Series((), duplicate((7, 8, 9))), []
    while not series.is_over:
        series = series.plus((1, 0))
        told.append(series.next_deal)
    assert told == [None, 8, None, 9, None, None]
    assert Series(((1, 0), (1, 0))).next_deal is None


@given(st.lists(st.integers(1, 2**31 - 1), max_size=5), st.integers(0, 2**31 - 1))
def test_a_match_is_told_and_understood(further, first):
    """A text that tells of a match is read as the same match."""
    match = duplicate((first, *further))
    assert duplicate_in(str(match)) == match


@pytest.mark.parametrize(
    "text", ["", "3f2a9c", "4711", "xyz 4711", "3f2a9c 4711 x", "3f2a9c 1 0", "3f2a9c 99999999999"]
)
def test_other_texts_tell_of_no_match(text):
    """What is no match, or names no deal, is passed over."""
    assert duplicate_in(text) is None


def test_matches_have_keys_of_their_own():
    """Two matches on the same deals are two matches; one without a deal is none."""
    assert duplicate((1,)).key != duplicate((1,)).key
    assert Duplicate("abcd", (1, 2)).length == 4
    with pytest.raises(ValueError, match="needs a deal"):
        duplicate(())
