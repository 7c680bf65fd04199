"""How far a proof is, in words."""

from __future__ import annotations

import pytest

from battle.analysis.proof_cost import Forecast
from battle.words.proving import about_time, battery_words, proven_words, running_words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.0, "less than a minute"),
        (44.0, "less than a minute"),
        (60.0, "about 1 minute"),
        (185.0, "about 3 minutes"),
        (460.0, "about 8 minutes"),
        (3200.0, "about 50 minutes"),
        (3500.0, "about 1 hour"),
        (9000.0, "about 2 hours"),
    ],
)
def test_times_are_rounded_to_what_they_are_worth(seconds: float, words: str) -> None:
    """Short times are minutes, long ones hours, none with more figures than it deserves."""
    assert about_time(Forecast.of(seconds)) == words


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (1, 40, "less than a minute"),
        (10, 70, "less than 2 minutes"),
        (20, 3200, "less than 60 minutes"),
        (20, 3500, "less than 2 hours"),
        (60, 130, "about 1 to 2 minutes"),
        (170, 730, "about 3 to 12 minutes"),
        (590, 615, "about 10 minutes"),
        (1200, 7200, "about 20 minutes to 2 hours"),
        (1200, 3500, "about 20 minutes to 1 hour"),
        (7000, 36000, "about 2 to 10 hours"),
        (7000, 7300, "about 2 hours"),
    ],
)
def test_a_range_is_told_as_one(low: float, high: float, words: str) -> None:
    """From the least to the most that is likely; next to nothing at least is not told."""
    assert about_time(Forecast(tuple([low] * 5 + [high] * 5))) == words


def test_how_far_it_is() -> None:
    """A proof that goes on says from which move on it stands, and how long it will take."""
    assert (
        running_words(9, 54, Forecast.of(185.0))
        == "Proven from move 9 on; move 1 in about 3 minutes"
    )
    assert (
        running_words(55, 54, Forecast.of(30.0))
        == "Nothing is proven yet; move 1 in less than a minute"
    )


def test_what_it_waits_for() -> None:
    """A proof that waits says for what; one that is done says so."""
    assert "plugged in" in battery_words(9, 54)
    assert proven_words(1, 54) == "Everything is proven, from the first move on."
