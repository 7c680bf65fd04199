"""Cards, and days that begin at four in the morning."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from random import Random

import fsrs
import pytest

from battle.training.cards import (
    AGAIN_SOON,
    MATURE,
    Maturity,
    Rating,
    answered,
    begin_of,
    day_of,
    rate,
)
from tests.support.endgame_problems import NOON

EAST = timezone(timedelta(hours=9))


@pytest.mark.parametrize(
    ("moment", "zone", "day"),
    [
        (datetime(2026, 11, 21, 4, tzinfo=UTC), UTC, 21),
        (datetime(2026, 11, 21, 3, 59, 59, tzinfo=UTC), UTC, 20),
        (datetime(2026, 11, 21, 0, 1, tzinfo=UTC), UTC, 20),
        (datetime(2026, 11, 20, 18, 59, tzinfo=UTC), EAST, 20),
        (datetime(2026, 11, 20, 19, tzinfo=UTC), EAST, 21),
    ],
)
def test_the_night_belongs_to_the_day_before(moment, zone, day):
    """What is done before four in the morning, on the clock of the zone, is the day before's."""
    assert day_of(moment, zone) == date(2026, 11, day)


@pytest.mark.parametrize("zone", [UTC, EAST, None])
def test_a_day_begins_with_its_first_moment(zone):
    """The begin belongs to the day, and the moment before it to another."""
    for number in range(400):
        day = date(2026, 1, 1) + timedelta(days=number)
        begin = begin_of(day, zone)
        assert begin.tzinfo is UTC
        assert day_of(begin, zone) == day
        assert day_of(begin - timedelta(seconds=1), zone) == day - timedelta(days=1)


# --- test cards ----------------------------------------------------------------------------------
#
# Tests of ratings and cards.


@pytest.mark.parametrize(
    ("lost", "trap", "hints", "shown", "rating"),
    [
        (0, 5, 0, False, Rating.RIGHT),
        (0, 0, 0, False, Rating.RIGHT),
        (0, 5, 2, False, Rating.NEARLY),
        (0, 5, 0, True, Rating.MISSED),
        (1, 5, 0, False, Rating.NEARLY),
        (2, 5, 1, False, Rating.NEARLY),
        (3, 5, 0, False, Rating.MISSED),
        (2, 2, 0, False, Rating.MISSED),
        (1, 0, 0, False, Rating.MISSED),
    ],
)
def test_answers_are_rated_by_the_points_lost(lost, trap, hints, shown, rating):
    """Nothing lost is right, little is nearly right unless the natural move loses as little."""
    assert rate(lost, trap, hints=hints, shown=shown) is rating


def test_losing_more_is_never_rated_better():
    """More points lost, a hint or the solution never make a better rating."""
    for trap in range(8):
        ratings = [rate(lost, trap).value for lost in range(12)]
        assert ratings == sorted(ratings, reverse=True)
        for lost in range(4):
            assert rate(lost, trap, hints=1).value <= rate(lost, trap).value
            assert rate(lost, trap, shown=True) is Rating.MISSED


def test_a_missed_problem_comes_again_in_the_same_sitting():
    """A miss comes again in minutes, what is right in days, and each time later."""
    card = answered(None, Rating.MISSED, NOON, UTC)
    assert (card.due - NOON, card.maturity) == (AGAIN_SOON, Maturity.LEARNING)
    gaps = []
    for _repeat in range(6):
        card = answered(card, Rating.RIGHT, card.due, UTC)
        gaps.append(card.due - card.last)
    assert gaps == sorted(gaps)
    assert gaps[0] > AGAIN_SOON
    assert (card.maturity, gaps[-1] > MATURE) == (Maturity.MATURE, True)
    assert (card.repeats, card.misses) == (7, 1)
    missed = answered(card, Rating.MISSED, card.due, UTC)
    assert (missed.due - missed.last, missed.maturity) == (AGAIN_SOON, Maturity.LEARNING)


def test_no_problem_is_put_off_for_more_than_a_year():
    """Even what is always right comes once a year."""
    card = answered(None, Rating.RIGHT, NOON)
    for _repeat in range(30):
        card = answered(card, Rating.RIGHT, card.due)
        assert card.due - card.last <= timedelta(days=365)


def test_cards_go_the_way_of_the_library():
    """Answers at noon of any days, and soon after, give the card that the library finds itself."""
    scheduler = fsrs.Scheduler(
        learning_steps=[AGAIN_SOON],
        relearning_steps=[AGAIN_SOON],
        maximum_interval=365,
        enable_fuzzing=False,
    )
    random = Random(4)
    for _case in range(50):
        day, card, theirs = NOON, None, fsrs.Card(card_id=1, due=NOON)
        for _answer in range(10):
            day += timedelta(days=random.choice([1, 2, 30]))
            for moment in (day, day + timedelta(minutes=11))[: random.choice([1, 2])]:
                rating = random.choice(list(Rating))
                card = answered(card, rating, moment, UTC)
                theirs, _log = scheduler.review_card(theirs, fsrs.Rating(rating.value), moment)
                assert (card.state, card.step) == (theirs.state, theirs.step)
                assert card.stability == pytest.approx(theirs.stability)
                assert card.difficulty == pytest.approx(theirs.difficulty)
                if card.maturity is Maturity.LEARNING:
                    assert card.due == theirs.due
                else:
                    assert card.due == theirs.due.replace(hour=4, minute=0)
            theirs.last_review = day


def test_the_time_of_the_day_makes_no_difference():
    """Who trains earlier the next day finds what is due, and the card goes the same way."""
    evening = NOON.replace(hour=23)
    card = answered(None, Rating.RIGHT, evening, UTC)
    morning, noon = (card.due + timedelta(hours=hours) for hours in (1, 8))
    assert morning - evening < timedelta(days=2) <= card.due.date() - evening.date()
    early, late = (answered(card, Rating.RIGHT, moment, UTC) for moment in (morning, noon))
    assert (early.due, early.stability) == (late.due, late.stability)
    assert early.due.hour == 4


def test_days_begin_where_the_person_is():
    """The same answer is due when the day begins in the person's own zone."""
    for hours in (-11, 0, 5, 13):
        zone = timezone(timedelta(hours=hours))
        card = answered(None, Rating.RIGHT, NOON, zone)
        assert card.due.astimezone(zone).hour == 4


def test_a_clock_that_goes_back_breaks_nothing():
    """An answer before the last one is taken as given at once after it, and due from now."""
    card = answered(None, Rating.RIGHT, NOON + timedelta(days=4000))
    card = answered(card, Rating.RIGHT, NOON)
    assert card.last == NOON
    assert timedelta() < card.due - NOON <= timedelta(days=365)
