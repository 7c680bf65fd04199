"""The words of the teacher: numbers and outcomes are those it was told, estimates are marked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from battle import language
from battle.analysis.ledger import MoveCost
from battle.analysis.values import UNTOLD, ToldCost
from battle.coach.teacher_words import (
    better_price_words,
    no_reason_words,
    proof_words,
    result_words,
    title_words,
)
from battle.rules.position import move

NAMES = ("Ada", "Ben")
FOUND = MoveCost(move("a1b2"), 1, 7, True, 5, -2, True)


@pytest.fixture(autouse=True)
def english() -> None:
    """Speak English."""
    language.use("en")


def test_costs() -> None:
    """One point is singular, an estimate has its error, nothing is said to cost nothing."""
    assert title_words(FOUND) == "This costs 7 points"
    assert title_words(replace(FOUND, told=ToldCost(1, exact=True))) == "This costs 1 point"
    about = replace(FOUND, exact=False, told=ToldCost(7, error=3.0))
    assert title_words(about) == "This costs 7\u2009±\u20093 points"
    assert "nothing" in title_words(replace(FOUND, told=ToldCost(0, exact=True)))
    assert "not known yet" in title_words(replace(FOUND, exact=False, told=UNTOLD))


def test_proofs() -> None:
    """What is proven is told apart from what is not."""
    assert "proven." in proof_words(FOUND)
    assert "estimate" in proof_words(replace(FOUND, exact=False))


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (5, -2, "Ada wins → Ben wins"),
        (5, 0, "Ada wins → a draw"),
        (0, -1, "a draw → Ben wins"),
        (9, 2, "Ada wins"),
        (-2, -9, "Ben wins"),
    ],
)
def test_results(before: int, after: int, said: str) -> None:
    """Who wins is told from the margins, whoever moved, and whether that is certain."""
    found = replace(FOUND, before=before, after=after)
    words = result_words(found, NAMES)
    assert said in words
    assert ("changes" in words) == found.changed_outcome
    assert "seems" in result_words(replace(found, outcome_exact=False), NAMES)
    assert "seems" not in words


def test_the_price_of_a_better_pair() -> None:
    """It is said before it is taken; what hints told already costs nothing."""
    assert "3 hints" in better_price_words(3)
    assert "1 hint." in better_price_words(1)
    assert "hint." not in better_price_words(0)


def test_why_there_is_no_reason() -> None:
    """Three different things are told: kept back, not proven, not found."""
    said = {
        no_reason_words(FOUND, is_kept_back=True),
        no_reason_words(FOUND, is_kept_back=False),
        no_reason_words(replace(FOUND, exact=False), is_kept_back=False),
    }
    assert len(said) == 3
