"""Days as people who train late see them: they begin at four in the morning.

A `zone` of None is the system's own.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Final

BEGIN_HOUR: Final = 4


def day_of(moment: datetime, zone: tzinfo | None) -> date:
    """Return the day that a moment belongs to."""
    return (moment.astimezone(zone) - timedelta(hours=BEGIN_HOUR)).date()


def begin_of(day: date, zone: tzinfo | None) -> datetime:
    """Return the moment, in UTC, at which a day begins."""
    return datetime(day.year, day.month, day.day, BEGIN_HOUR, tzinfo=zone).astimezone(UTC)
