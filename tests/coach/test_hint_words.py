"""Hints in words."""

from __future__ import annotations

import pytest

from battle import language
from battle.analysis.values import Finding, ToldCost, Values
from battle.coach.hint_words import (
    move_words,
    next_words,
    price_words,
    proof_words,
    reason_intro,
    step_words,
)
from battle.coach.hints import STEPS, Ladder, Step
from battle.rules.position import Move, Position, move, position
from battle.words.numbers import cost_words
from solver.reference import move_values

PLACE = position("5m5p/5p5m/9s/9s")
COLUMN = position("1m2p1m/2p3s3s")


@pytest.fixture(autouse=True)
def english() -> None:
    """Speak English."""
    language.use("en")


def ladder_of(place: Position) -> tuple[Ladder, Values]:
    """Return the ladder of a position about which everything is known, and the store."""
    values = Values()
    exact = [Finding(one, worth, worth, worth) for one, worth in move_values(place).items()]
    values.learn(place, exact)
    ladder = Ladder(place, values)
    while ladder.climb():
        pass
    return ladder, values


def test_the_first_steps() -> None:
    """Worth, columns and pair are those of the ladder's pair, with how many are as good."""
    ladder, _values = ladder_of(PLACE)
    best = max(move_values(PLACE).values())
    equal = [one for one, value in move_values(PLACE).items() if value == best]
    assert ladder.move is not None
    points = PLACE.worth(ladder.move)
    assert step_words(Step.WORTH, ladder) == f"There is something worth {points} points."
    first, other = sorted({str(cell)[0] for cell in ladder.move})
    words = step_words(Step.COLUMNS, ladder)
    assert words == f"It takes tiles from columns {first} and {other}."
    words = step_words(Step.PAIR, ladder)
    assert move_words(PLACE, ladder.move) in words
    assert ("as good" in words) == (len(equal) > 1)
    assert proof_words(ladder).startswith("Proven")


def test_a_pair_in_one_column() -> None:
    """A pair from the top and the bottom of a column is told as that."""
    ladder, _values = ladder_of(position("4m4m"))
    assert step_words(Step.COLUMNS, ladder) == "It takes both tiles from column a."


def test_prices() -> None:
    """Every step has its own name, and its price."""
    words = [next_words(step) for step in STEPS]
    assert len(set(words)) == len(STEPS)
    assert all(one.endswith(": 1 hint") for one in words)
    assert price_words(3) == "3 hints"


def test_the_reason_begins_with_what_a_pair_costs() -> None:
    """The cost is that of the slow twin; where no pair is known to cost anything that is said."""
    found = move_values(PLACE)
    worst: Move = min(found, key=lambda one: found[one])
    cost = max(found.values()) - found[worst]
    assert cost > 0
    _ladder, values = ladder_of(PLACE)
    words = reason_intro(PLACE, worst, values)
    assert words == f"{move_words(PLACE, worst)} costs {cost_words(ToldCost(cost, exact=True))}."
    best: Move = max(found, key=lambda one: found[one])
    none = "Which pairs are worse is not known yet: a proof would tell."
    assert [reason_intro(PLACE, one, values) for one in (None, best)] == [none, none]
    assert reason_intro(PLACE, move("a1b2"), Values()) == none
