"""When the teacher speaks and what it keeps back, checked against the slow twin's values."""

from __future__ import annotations

from random import Random

import pytest

from battle.analysis.ledger import MoveCost
from battle.analysis.values import Finding, ToldCost, Values
from battle.coach.reason_words import reason_words
from battle.coach.reasons import reasons
from battle.coach.teacher import (
    MODES,
    OFF,
    POINTS,
    RESULT,
    USUAL_POINTS,
    Teacher,
    discreet,
    gives_away,
    is_forced,
)
from battle.profile.settings import Settings
from battle.rules.deal import deal, played_down
from battle.rules.position import Position, move, position
from tools.reference import move_values

DOWN = [played_down(Random(number), deal(number), 16) for number in range(1, 60)]
PLACES = [place for place in DOWN if not place.is_over]


def told(place: Position) -> Values:
    """Return a store that knows every move of a position and every reply."""
    values = Values()
    for one in (place, *map(place.play, place.legal_moves)):
        exact = [Finding(pair, worth, worth, worth) for pair, worth in move_values(one).items()]
        values.learn(one, exact)
    return values


def given(cost: int, before: int, after: int) -> MoveCost:
    """Return what some move gives away."""
    return MoveCost(
        move("a1a2"), 1, cost, True, before, after, True, told=ToldCost(cost, exact=True)
    )


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
    said = [mode for mode in MODES if Teacher(mode, 3).objects(given(cost, before, after))]
    assert tuple(said) == objects


def test_the_settings_name_its_modes() -> None:
    """The defaults of the settings are its own, and it is off."""
    chosen = Settings()
    assert Teacher(chosen.teacher, chosen.teacher_points) == Teacher() == Teacher(OFF, USUAL_POINTS)
    assert [Teacher(mode).is_on for mode in MODES] == [False, True, True]


def test_discreet_reasons_do_not_name_a_better_pair() -> None:
    """No sentence that is told at first names the tiles of a pair that keeps the value.

    Reasons of each sort are met, kept back or not.
    """
    names, met = ("Ada", "Ben"), set()
    for place in (*PLACES, position("4p6s4p6s/6s6s")):
        values, worth = told(place), move_values(place)
        best = {one for one, value in worth.items() if value == max(worth.values())}
        for one in sorted(set(place.legal_moves) - best):
            found = reasons(values, place, one)
            met |= {(type(reason), gives_away(reason)) for reason in found}
            replies = set(place.play(one).legal_moves)
            for reason in discreet(found, place):
                words = reason_words(reason, names)
                better = [f"{b.first} and {b.second}" for b in best - replies]
                assert not any(pair in words for pair in better)
    assert len({sort for sort, _ in met}) >= 5
    assert {True, False} == {given for _, given in met}


def test_a_forced_move_is_not_judged() -> None:
    """Where all moves lead to the same game there is nothing to say."""
    assert is_forced(position("1m1m"))
    assert is_forced(position("5p/5p/5p/5p"))
    assert not is_forced(position("1m1m/2m2m"))
