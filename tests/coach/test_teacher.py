"""The teacher: when it objects, and what it says."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from battle.analysis.costs import (
    MoveCost,
    move_cost,
)
from battle.analysis.values import Bounds, Cost, Values
from battle.coach.reasons import (
    Reason,
)
from battle.coach.teacher import OFF, POINTS, RESULT, Teacher, is_forced, teacher_page
from battle.page.text import page_lines
from battle.profile.settings import Settings
from battle.rules.position import (
    move,
    position,
)
from tests.support.texts import check_page, check_text
from tools.reference import move_values
from tools.sentences import known

NAMES = ("Ada", "Ben")
PLACE = position("5m5p/5p5m/9s/9s")


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


FOUND = given(7, 5, -2)
GUESSED = replace(FOUND, before=Bounds(-19, 19, 5, 1.0))


def said(cost: MoveCost, *reasons: Reason, asked: bool = False) -> str:
    """Return what is said of a pair, with its reasons if they are asked for."""
    why: Any = SimpleNamespace(reasons=lambda *_, **__: reasons, is_done=True)
    page = teacher_page(cost, Values(), NAMES, why=why if asked else None, better=None)
    return " ".join(page_lines(page))


ABOUT = replace(GUESSED, cost=Cost(0, 20, 7, 3.0))
RESULTS = [given(7, before, after) for before, after in ((5, 0), (0, -1), (9, 2), (-2, -9))]
GIVEN = {
    "7 points": said(FOUND),
    "1 point": said(replace(FOUND, cost=Cost.exactly(1))),
    "about 7 points": said(ABOUT),
    "nothing": said(replace(FOUND, cost=Cost.exactly(0))),
    "what is not known": said(replace(GUESSED, cost=Cost(0, 20))),
    "no reason was found": said(FOUND, asked=True),
    "an estimate, no reason was found": said(GUESSED, asked=True),
}
"""What a pair costs, and what is said of it."""


def test_the_words_of_the_teacher() -> None:
    """Costs with their error, who wins from the margins and whether that is certain.

    It is said whether a reason was not found or is not proven.
    """
    lines = [f"{what}:\n{words}" for what, words in GIVEN.items()]
    for found in RESULTS:
        guess = replace(found, before=Bounds(-19, 19, found.before.value, 0.0))
        lines.append(f"from {found.before.value} to {found.after.value}:\n{said(found)}")
        lines.append(f"perhaps from {found.before.value}:\n{said(guess)}")
    check_text("teacher-words", "\n\n".join(lines))


def test_the_whole_page() -> None:
    """What is said of the worst pair of an endgame, with everything asked, reads as approved."""
    found, values = move_values(PLACE), known(PLACE, {}, None)
    worst, best = min(found, key=lambda one: found[one]), max(found, key=lambda one: found[one])
    cost = move_cost(values, PLACE, worst)
    assert cost is not None
    why: Any = SimpleNamespace(reasons=lambda *_, **__: (), is_done=True)
    check_page("teacher", teacher_page(cost, values, NAMES, why=why, better=best))
