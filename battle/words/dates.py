"""Days as people write them."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Final

from battle.language import N_, _

_MONTHS: Final = (
    N_("January"),
    N_("February"),
    N_("March"),
    N_("April"),
    N_("May"),
    N_("June"),
    N_("July"),
    N_("August"),
    N_("September"),
    N_("October"),
    N_("November"),
    N_("December"),
)


def date_words(date: str) -> str:
    """Return a record's date, `2026.11.21`, as people write it; empty if it is none."""
    match = re.fullmatch(r"([0-9]{4})\.([0-9]{1,2})\.([0-9]{1,2})", date)
    if match is None:
        return ""
    year, month, day = map(int, match.groups())
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return ""
    # Translators: a date, such as “21 November 2026”.
    return _("{day} {month} {year}").format(day=day, month=_(_MONTHS[month - 1]), year=year)


def day_words(moment: datetime) -> str:
    """Return the day of a moment where the person is, as people write it."""
    return date_words(moment.astimezone().strftime("%Y.%m.%d"))


def short_day_words(moment: datetime) -> str:
    """Return the day of a moment in figures, the same in every language: `2026-11-21`."""
    return moment.astimezone().date().isoformat()


def short_date_words(date: str) -> str:
    """Return a record's date in figures, `2026-11-21`, empty if it has none."""
    known = re.fullmatch(r"[0-9]{4}\.[0-9]{2}\.[0-9]{2}", date)
    return "" if known is None else date.replace(".", "-")
