"""Numbers as people write them."""

from __future__ import annotations

import pytest

from battle.analysis.values import Known
from battle.words.numbers import (
    about,
    cost_words,
    figure,
    interval,
    margin_words,
    points,
    share_words,
    signed,
)


def test_margins_have_a_sign_and_costs_are_losses() -> None:
    """Nothing is 0 without a sign; what is not known is not written."""
    assert [signed(number) for number in (7, 0, -3)] == ["+7", "0", "−3"]
    assert figure(Known(3, 3, 3), relative=True) == "−3"
    assert figure(Known(3, 3, 3), relative=False) == "+3"
    assert figure(Known(-9, 9), relative=True) == ""
    assert interval(Known(-3, 9)) == "−3 … +9"


@pytest.mark.parametrize(
    ("cost", "exact", "words"),
    [(1, True, "1 point"), (2, True, "2 points"), (3, False, "~3 points")],
)
def test_costs(cost: int, exact: bool, words: str) -> None:
    """One point is singular; estimates have a wave."""
    assert cost_words(cost, exact=exact) == words
    assert points(cost) == words.removeprefix("~")


def test_estimates_have_a_wave() -> None:
    """The wave stands before a number, and apart from a minus."""
    assert [about("7", exact=exact) for exact in (True, False)] == ["7", "~7"]
    assert [margin_words(-3, exact=exact) for exact in (True, False)] == ["−3", "~\u2009−3"]


def test_shares_are_whole_percents() -> None:
    """The sign does not break away from its number."""
    assert share_words(2 / 3) == "67\u00a0%"
