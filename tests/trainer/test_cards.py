"""Tests of ratings and cards."""

from datetime import timedelta
from random import Random

import fsrs
import pytest

from battle.trainer.cards import (
    AGAIN_SOON,
    MATURE,
    Maturity,
    Rating,
    answered,
    rate,
)
from tests.trainer.endgames import NOON


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
    card = answered(None, Rating.MISSED, NOON)
    assert (card.due - NOON, card.maturity) == (AGAIN_SOON, Maturity.LEARNING)
    gaps = []
    for _repeat in range(6):
        card = answered(card, Rating.RIGHT, card.due)
        gaps.append(card.due - card.last)
    assert gaps == sorted(gaps)
    assert gaps[0] >= timedelta(days=1)
    assert (card.maturity, gaps[-1] >= MATURE) == (Maturity.MATURE, True)
    assert (card.repeats, card.misses) == (7, 1)
    missed = answered(card, Rating.MISSED, card.due)
    assert (missed.due - missed.last, missed.maturity) == (AGAIN_SOON, Maturity.LEARNING)


def test_no_problem_is_put_off_for_more_than_a_year():
    """Even what is always right comes once a year."""
    card = answered(None, Rating.RIGHT, NOON)
    for _repeat in range(30):
        card = answered(card, Rating.RIGHT, card.due)
        assert card.due - card.last <= timedelta(days=365)


def test_cards_go_the_way_of_the_library():
    """Any answers at any moments give the card that the library finds by itself."""
    scheduler = fsrs.Scheduler(
        learning_steps=[AGAIN_SOON],
        relearning_steps=[AGAIN_SOON],
        maximum_interval=365,
        enable_fuzzing=False,
    )
    random = Random(4)
    for _case in range(50):
        now, card, theirs = NOON, None, fsrs.Card(card_id=1, due=NOON)
        for _answer in range(20):
            now += timedelta(minutes=random.choice([1, 30, 2000, 50000]))
            rating = random.choice(list(Rating))
            card = answered(card, rating, now)
            theirs, _log = scheduler.review_card(theirs, fsrs.Rating(rating.value), now)
            assert (card.due, card.state, card.step) == (theirs.due, theirs.state, theirs.step)
            assert (card.stability, card.difficulty) == (theirs.stability, theirs.difficulty)


def test_a_clock_that_goes_back_breaks_nothing():
    """An answer before the last one is taken as given at once after it, and due from now."""
    card = answered(None, Rating.RIGHT, NOON + timedelta(days=4000))
    card = answered(card, Rating.RIGHT, NOON)
    assert card.last == NOON
    assert timedelta(days=1) <= card.due - NOON <= timedelta(days=365)
