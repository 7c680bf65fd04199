"""Moments as the database has them: in UTC, as text that sorts as time does."""

from __future__ import annotations

from datetime import UTC, datetime


def in_utc(moment: datetime) -> datetime:
    """Return a moment in UTC; raise ValueError for one without a zone."""
    if moment.tzinfo is None:
        raise ValueError(f"expected a moment with a time zone, found {moment}")
    return moment.astimezone(UTC)


def moment_text(moment: datetime) -> str:
    """Return how a moment is written; raise ValueError for one without a zone."""
    return in_utc(moment).isoformat(timespec="microseconds")


def moment_in(text: str) -> datetime:
    """Return the moment that is written; raise ValueError or TypeError if it is none."""
    return in_utc(datetime.fromisoformat(text))
