"""The page of the teacher: numbers and outcomes are those it was told, estimates are marked."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from battle import language
from battle.analysis.ledger import MoveCost, move_cost
from battle.analysis.values import UNTOLD, Finding, ToldCost, Values
from battle.coach.reasons import Reason
from battle.coach.teacher import teacher_page
from battle.page.text import page_lines
from battle.rules.position import move, position
from tests.support.approved import check_page
from tools.reference import move_values

PLACE = position("5m5p/5p5m/9s/9s")
NAMES = ("Ada", "Ben")
FOUND = MoveCost(move("a1b2"), 1, 7, True, 5, -2, True, told=ToldCost(7, exact=True))


@pytest.fixture(autouse=True)
def english() -> None:
    """Speak English."""
    language.use("en")


def said(cost: MoveCost, *reasons: Reason, price: int | None = None) -> str:
    """Return what is said of a pair, with its reasons where there is a price of a better one."""
    why: Any = SimpleNamespace(reasons=reasons, before=PLACE, is_done=True)
    asked = None if price is None else why
    page = teacher_page(cost, PLACE, Values(), NAMES, why=asked, better=None, price=price or 0)
    return " ".join(page_lines(page))


def test_costs() -> None:
    """One point is singular, an estimate has its error, nothing is said to cost nothing."""
    assert said(FOUND).startswith("This costs 7 points ")
    assert said(replace(FOUND, told=ToldCost(1, exact=True))).startswith("This costs 1 point ")
    about = replace(FOUND, exact=False, told=ToldCost(7, error=3.0))
    assert said(about).startswith("This costs 7\u2009±\u20093 points ")
    assert "costs nothing" in said(replace(FOUND, told=ToldCost(0, exact=True)))
    assert "not known yet" in said(replace(FOUND, exact=False, told=UNTOLD))
    assert ("This is proven." in said(FOUND), "estimate" in said(about)) == (True, True)


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (5, -2, "Ada wins → Ben wins"),
        (5, 0, "Ada wins → a draw"),
        (0, -1, "a draw → Ben wins"),
        (9, 2, "Ada wins"),
        (-2, -9, "Ben wins"),
    ],
)
def test_results(before: int, after: int, words: str) -> None:
    """Who wins is told from the margins, whoever moved, and whether that is certain."""
    found = replace(FOUND, before=before, after=after)
    assert words in said(found)
    assert ("It changes" in said(found)) == found.changed_outcome
    assert "seems" in said(replace(found, outcome_exact=False))
    assert "seems" not in said(found)


def test_the_price_of_a_better_pair() -> None:
    """It is said before it is taken; what hints told already costs nothing."""
    assert "costs 3 hints." in said(FOUND, price=3)
    assert "costs 1 hint." in said(FOUND, price=1)
    assert "is known from the hints" in said(FOUND, price=0)


def test_why_there_is_no_reason() -> None:
    """Two different things are told: not proven, not found."""
    assert "No single reason is proven" in said(FOUND, price=1)
    assert "once it is proven" in said(replace(FOUND, exact=False), price=1)


def test_the_whole_page() -> None:
    """What is said of the worst pair of an endgame, with everything asked, reads as approved."""
    found, values = move_values(PLACE), Values()
    for here in (PLACE, *map(PLACE.play, PLACE.legal_moves)):
        exact = [Finding(one, worth, worth, worth) for one, worth in move_values(here).items()]
        values.learn(here, exact)
    worst, best = min(found, key=lambda one: found[one]), max(found, key=lambda one: found[one])
    cost = move_cost(values, PLACE, worst)
    assert cost is not None
    why: Any = SimpleNamespace(reasons=(), before=PLACE, is_done=True)
    page = teacher_page(cost, PLACE, values, NAMES, why=why, better=best, price=0)
    check_page("teacher", page)
