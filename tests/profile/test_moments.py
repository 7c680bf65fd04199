"""Moments as text: the order of time, and no moment that nobody can place."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battle.profile.store import in_utc, moment_in, moment_text

zones = st.integers(-12, 14).map(lambda hours: timezone(timedelta(hours=hours)))
moments = st.datetimes(datetime(1970, 1, 2), datetime(2100, 1, 1), timezones=zones)


@given(moments, moments)
def test_texts_sort_as_moments_do(one: datetime, other: datetime) -> None:
    """Whatever their zones; and every text is read as the moment it was written of."""
    assert (moment_text(one) < moment_text(other)) == (one < other)
    assert moment_in(moment_text(one)) == one
    assert moment_in(moment_text(one)).tzinfo is UTC


@pytest.mark.parametrize("text", ["", "noon", "2026-11-21T12:00:00"])
def test_a_moment_without_a_zone_is_none(text: str) -> None:
    """Where a moment cannot be placed it is refused, read and written."""
    with pytest.raises(ValueError, match=r"zone|isoformat"):
        moment_in(text)
    with pytest.raises(ValueError, match="zone"):
        in_utc(datetime(2026, 11, 21))
