"""The teacher's judgement, checked against the slow twin's values."""

from __future__ import annotations

from random import Random

import pytest

from battle.analysis.values import Finding, Values
from battle.coach.reason_words import reason_words
from battle.coach.reasons import reasons
from battle.coach.teacher import (
    MODES,
    OFF,
    POINTS,
    RESULT,
    USUAL_POINTS,
    Judgement,
    Teacher,
    discreet,
    gives_away,
    is_forced,
    judge,
)
from battle.profile.settings import Settings
from battle.rules.deal import deal
from battle.rules.errors import IllegalMoveError
from battle.rules.move import move
from battle.rules.position import Position, position
from solver.reference import move_values, played_down

DOWN = [played_down(Random(number), deal(number), 16) for number in range(1, 60)]
PLACES = [place for place in DOWN if not place.is_over]


def told(place: Position) -> Values:
    """Return a store that knows every move of a position and every reply."""
    values = Values()
    for one in (place, *map(place.play, place.legal_moves)):
        exact = [Finding(pair, worth, worth, worth) for pair, worth in move_values(one).items()]
        values.learn(one, exact)
    return values


def sign(number: int) -> int:
    """Return −1, 0 or 1."""
    return (number > 0) - (number < 0)


def test_a_move_costs_what_the_values_differ_by() -> None:
    """The cost, and whether it changes who wins, are those of the slow twin; all is proven."""
    changes = 0
    for place in PLACES:
        values, worth = told(place), move_values(place)
        best = max(worth.values())
        mine = place.margin if place.to_move == 1 else -place.margin
        for one in place.legal_moves:
            found = judge(values, place, one)
            assert found is not None
            assert (found.cost, found.exact) == (best - worth[one], True)
            assert (found.player, found.result_exact) == (place.to_move, True)
            assert found.changes_result == (sign(mine + best) != sign(mine + worth[one]))
            changes += found.changes_result
    assert changes > 10


def test_an_estimate_is_told_as_one() -> None:
    """What is only guessed costs what the guesses say, and is not called proven."""
    place = PLACES[0]
    values, left = Values(), place.points_left
    found = [Finding(one, -left, left, place.worth(one)) for one in place.legal_moves]
    values.learn(place, found)
    least = min(place.legal_moves, key=place.worth)
    judgement = judge(values, place, least)
    assert judgement is not None
    highest = max(map(place.worth, place.legal_moves))
    assert (judgement.cost, judgement.exact) == (highest - place.worth(least), False)
    assert not judgement.result_exact


def test_a_result_can_be_proven_where_the_cost_is_not() -> None:
    """Bounds on one side of zero prove who wins."""
    place = Position(PLACES[0].columns, 1)
    one, other = place.legal_moves[:2]
    values = Values()
    values.prove(place, 2, 9)
    values.prove(place.play(one), place.worth(one) + 1, place.worth(one) + 5)
    values.guess(place, 3)
    values.guess(place.play(one), place.worth(one) + 2)
    found = judge(values, place, one)
    assert found is not None
    assert (found.exact, found.result_exact, found.changes_result) == (False, True, True)
    unknown = judge(values, place, other)
    assert unknown is None


def test_nothing_is_said_of_what_is_not_known() -> None:
    """Without values there is no judgement; a move that cannot be played is an error."""
    assert judge(Values(), PLACES[0], PLACES[0].legal_moves[0]) is None
    with pytest.raises(IllegalMoveError):
        judge(Values(), position("1m1m"), move("a1b1"))


def judged(cost: int, before: int, after: int) -> Judgement:
    """Return a judgement of some move."""
    return Judgement(move("a1a2"), 1, cost, True, before, after, True)


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
    said = [mode for mode in MODES if Teacher(mode, 3).objects(judged(cost, before, after))]
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
    names, met = {1: "Ada", 2: "Ben"}, set()
    for place in (*PLACES, position("4p6s4p6s/6s6s")):
        values, worth = told(place), move_values(place)
        best = {one for one, value in worth.items() if value == max(worth.values())}
        for one in sorted(set(place.legal_moves) - best):
            found = reasons(values, place, one)
            met |= {(type(reason), gives_away(reason)) for reason in found}
            replies = set(place.play(one).legal_moves)
            for reason in discreet(found):
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
