"""Days as people write them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from battle import language
from battle.words.dates import date_words, day_words, short_date_words, short_day_words


@pytest.mark.parametrize(("code", "words"), [("en", "3 May 2026"), ("de", "3. Mai 2026")])
def test_dates_as_people_write_them(code: str, words: str) -> None:
    """A record's date in each language."""
    language.use(code)
    assert date_words("2026.05.03") == words


@pytest.mark.parametrize(
    "date",
    ["", "????.??.??", "2026.13.01", "2026.01.32", "today", "2026.05", f"{'1' * 5000}.1.1"],
)
def test_what_is_no_date_is_left_out(date: str) -> None:
    """Unknown dates are not shown at all."""
    assert date_words(date) == ""


def test_a_day_is_that_where_the_person_is() -> None:
    """A moment is told as the day the system's clock had then."""
    moment = datetime(2026, 11, 21, 23, 30, tzinfo=UTC)
    local = datetime.fromtimestamp(moment.timestamp())
    assert day_words(moment).endswith(f"{local:%B} 2026")
    assert short_day_words(moment) == f"{local:%Y-%m-%d}"


def test_a_date_in_figures() -> None:
    """The date of a record is written in figures, and nothing where it is not known."""
    assert short_date_words("2026.11.21") == "2026-11-21"
    assert short_date_words("2026.??.??") == short_date_words("") == ""
