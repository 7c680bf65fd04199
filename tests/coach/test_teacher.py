"""The teacher: when it speaks, and what its page says."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from battle.analysis.costs import MoveCost, move_cost
from battle.analysis.values import Bounds, Cost, MoveInfo, Values
from battle.coach.move_page import (
    OFF,
    POINTS,
    RESULT,
    Teacher,
    is_forced,
    teacher_page,
)
from battle.coach.reasons import Reason
from battle.page.text import page_lines
from battle.profile.settings import Settings
from battle.rules.position import Position, deal, move, played_down, position
from tests.support.texts import check_page
from tools.reference import move_values

# -- teacher --------------------------------------------------------------------------------------

PLACE = position("5m5p/5p5m/9s/9s")
DOWN = [played_down(Random(number), deal(number), 16) for number in range(1, 60)]
PLACES = [place for place in DOWN if not place.is_over]


def told(place: Position) -> Values:
    """Return a store that knows every move of a position and every reply."""
    values = Values()
    for one in (place, *map(place.play, place.legal_moves)):
        exact = [MoveInfo(pair, worth, worth, worth) for pair, worth in move_values(one).items()]
        values.learn(one, exact)
    return values


def given(cost: int, before: int, after: int) -> MoveCost:
    """Return what some move gives away."""
    margins = Bounds.exactly(before), Bounds.exactly(after)
    return MoveCost(PLACE, move("a1b2"), *margins, Cost.exactly(cost))


@pytest.mark.parametrize(
    ("cost", "before", "after", "objects"),
    [
        (0, 5, 5, ()),
        (2, 5, 3, ()),
        (3, 5, 2, (POINTS,)),
        (2, 1, -1, (RESULT,)),
        (1, 1, 0, (RESULT,)),
        (1, 0, -1, (RESULT,)),
        (9, 5, -4, (POINTS, RESULT)),
        (9, -5, -14, (POINTS,)),
    ],
)
def test_when_it_speaks(cost: int, before: int, after: int, objects: tuple[str, ...]) -> None:
    """It speaks from its points on, or when who wins would change, or never."""
    said = [
        mode
        for mode in (OFF, POINTS, RESULT)
        if Teacher(mode, 3).objects(given(cost, before, after))
    ]
    assert tuple(said) == objects


def test_the_settings_name_its_modes() -> None:
    """The defaults of the settings are its own, and it is off."""
    chosen = Settings()
    assert Teacher(chosen.teacher, chosen.teacher_points) == Teacher() == Teacher(OFF, 3)
    assert [Teacher(mode).is_on for mode in (OFF, POINTS, RESULT)] == [False, True, True]


def test_a_forced_move_is_not_judged() -> None:
    """Where all moves lead to the same game there is nothing to say."""
    assert is_forced(position("1m1m"))
    assert is_forced(position("5p/5p/5p/5p"))
    assert not is_forced(position("1m1m/2m2m"))


# -- teacher page ---------------------------------------------------------------------------------

NAMES = ("Ada", "Ben")
FOUND = given(7, 5, -2)
GUESSED = replace(FOUND, before=Bounds(-19, 19, 5, 1.0))


def said(cost: MoveCost, *reasons: Reason, price: int | None = None) -> str:
    """Return what is said of a pair, with its reasons where there is a price of a better one."""
    why: Any = SimpleNamespace(reasons=lambda *_, **__: reasons, is_done=True)
    asked = None if price is None else why
    page = teacher_page(cost, Values(), NAMES, why=asked, better=None, price=price or 0)
    return " ".join(page_lines(page))


def test_costs() -> None:
    """One point is singular, an estimate has its error, nothing is said to cost nothing."""
    assert said(FOUND).startswith("This costs 7 points ")
    assert said(replace(FOUND, cost=Cost.exactly(1))).startswith("This costs 1 point ")
    about = replace(GUESSED, cost=Cost(0, 20, 7, 3.0))
    assert said(about).startswith("This costs 7\u2009±\u20093 points ")
    assert "costs nothing" in said(replace(FOUND, cost=Cost.exactly(0)))
    assert "not known yet" in said(replace(GUESSED, cost=Cost(0, 20)))
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
    """Who wins is read from the margins, whoever moved, and whether that is certain."""
    found = given(7, before, after)
    assert words in said(found)
    assert ("It changes" in said(found)) == found.changed_outcome
    if before:
        assert "robably" in said(replace(found, before=Bounds(-19, 19, before, 0.0)))
    assert "robably" not in said(found)


def test_the_price_of_a_better_pair() -> None:
    """It is said before it is taken; what hints told already costs nothing."""
    assert "costs 3 hints." in said(FOUND, price=3)
    assert "costs 1 hint." in said(FOUND, price=1)
    assert "have already shown a better pair" in said(FOUND, price=0)


def test_why_there_is_no_reason() -> None:
    """Two different things are reported: not proven, not found."""
    assert "no single reason for it" in said(FOUND, price=1)
    assert "once it is proven" in said(GUESSED, price=1)


def test_the_whole_page() -> None:
    """What is said of the worst pair of an endgame, with everything asked, reads as approved."""
    found, values = move_values(PLACE), Values()
    for here in (PLACE, *map(PLACE.play, PLACE.legal_moves)):
        exact = [MoveInfo(one, worth, worth, worth) for one, worth in move_values(here).items()]
        values.learn(here, exact)
    worst, best = min(found, key=lambda one: found[one]), max(found, key=lambda one: found[one])
    cost = move_cost(values, PLACE, worst)
    assert cost is not None
    why: Any = SimpleNamespace(reasons=lambda *_, **__: (), is_done=True)
    check_page("teacher", teacher_page(cost, values, NAMES, why=why, better=best, price=0))
