"""The choice of null windows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.proof.null_window import BetaChooser, outcome_beta

POINTS = st.integers(-60, 60)


@given(POINTS, POINTS, POINTS, st.integers(0, 9))
def test_questions_close_in_on_any_value(low: int, high: int, guess: int, slack: int) -> None:
    """Whatever the guess, every question lies in the interval and the value is found quickly."""
    low, high = min(low, high), max(low, high)
    value = low + (high - low) * slack // 9
    chooser = BetaChooser(guess)
    asked = 0
    while low < high:
        beta = chooser.next_beta(low, high)
        assert low < beta <= high
        yes = value >= beta
        low, high = (max(low, beta), high) if yes else (low, min(high, beta - 1))
        chooser.answered(high=yes)
        asked += 1
    assert low == value
    assert asked <= 16


def test_a_right_guess_needs_two_questions() -> None:
    """When the guess is the value, it takes the two questions that cannot be done without."""
    chooser = BetaChooser(7)
    assert chooser.next_beta(-50, 50) == 7
    chooser.answered(high=True)
    assert chooser.next_beta(7, 50) == 8


@pytest.mark.parametrize(
    ("deficit", "lower", "upper", "guess", "expected"),
    [
        (5, -20, 20, 9, 6),
        (5, -20, 20, 1, 5),
        (5, 6, 20, 9, None),
        (5, -20, 4, 0, None),
        (5, 5, 5, 5, None),
        (5, 5, 20, 0, 6),
        (5, -20, 5, 9, 5),
    ],
)
def test_outcome_asks_only_what_decides(
    deficit: int, lower: int, upper: int, guess: int, expected: int | None
) -> None:
    """Only "more than the deficit" and "at least the deficit" are asked, while they are open."""
    assert outcome_beta(deficit, lower, upper, guess) == expected
