"""Numbers as people write them."""

from __future__ import annotations

import pytest

from battle.analysis.values import UNTOLD, Known, ToldCost
from battle.words.numbers import (
    cost_figure,
    cost_words,
    estimate,
    interval,
    lost_brief,
    lost_figure,
    margin_figure,
    margin_words,
    points,
    share_words,
    signed,
)


def plain(words: str) -> str:
    """Return words with thin spaces left out."""
    return words.replace("\u2009", "")


def test_margins_have_a_sign_and_costs_are_losses() -> None:
    """Nothing is 0 without a sign; what is not known is a question mark."""
    assert [signed(number) for number in (7, 0, -3)] == ["+7", "0", "−3"]
    assert cost_figure(ToldCost(3, exact=True)) == "−3"
    assert cost_figure(ToldCost(0, exact=True)) == "0"
    assert margin_figure(Known(3, 3, 3)) == "+3"
    assert margin_figure(Known(-9, 9)) == "?"
    assert interval(Known(-3, 9)) == "−3 … +9"


@pytest.mark.parametrize(
    ("told", "words", "figure"),
    [
        (ToldCost(1, exact=True), "1 point", "−1"),
        (ToldCost(2, exact=True), "2 points", "−2"),
        (ToldCost(8, error=3.4), "8±3 points", "−8±3"),
        (ToldCost(1, is_least=True), "at least 1 point", "≤−1"),
        (UNTOLD, "not known yet", "?"),
    ],
)
def test_costs(told: ToldCost, words: str, figure: str) -> None:
    """What is proven stands alone, the rest says how sure it is; one point is singular."""
    assert (plain(cost_words(told)), plain(cost_figure(told))) == (words, figure)
    assert points(2) == "2 points"


def test_estimates_have_their_error() -> None:
    """The error follows, at least one point; without one a wave stands before the number."""
    assert [plain(margin_words(-3, exact=exact)) for exact in (True, False)] == ["−3", "~−3"]
    assert plain(margin_words(4, exact=False, error=3.7)) == "+4±4"
    assert plain(margin_figure(Known(-9, 9, 4, 0.2))) == "+4±1"
    assert [plain(estimate("7", error)) for error in (None, 2.0)] == ["~7", "7±2"]


def test_losses_that_are_not_all_known_are_the_least() -> None:
    """Costs are never negative, so what is proven is the least."""
    assert [lost_figure(0, exact=exact) for exact in (True, False)] == ["0", "?"]
    assert [lost_brief(0, exact=exact) for exact in (True, False)] == ["0", "?"]
    assert [plain(lost_figure(5, exact=exact)) for exact in (True, False)] == ["5", "≥5"]
    assert [plain(lost_brief(5, exact=exact)) for exact in (True, False)] == ["−5", "≤−5"]


def test_shares_are_whole_percents() -> None:
    """The sign does not break away from its number."""
    assert share_words(2 / 3) == "67\u00a0%"
