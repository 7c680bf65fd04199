"""Tests of days that begin at four in the morning."""

from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from battle.training.cards import begin_of, day_of

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
