"""Pages about a move: the teacher, when it speaks and what it says; what insights say."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from battle.analysis.costs import (
    MoveCost,
    different_moves,
    move_cost,
    resistance,
    tension,
    unknown_replies,
)
from battle.analysis.values import Bounds, Cost, MoveInfo, Values
from battle.coach.move_page import (
    OFF,
    POINTS,
    RESULT,
    Teacher,
    insights,
    is_forced,
    teacher_page,
)
from battle.coach.reasons import Reason
from battle.page.text import page_lines
from battle.profile.settings import Settings
from battle.rules.position import (
    Move,
    Position,
    deal,
    for_player,
    move,
    played_down,
    position,
    sign_of,
)
from tests.support.texts import check_page
from tools import reference
from tools.reference import Memo, move_values
from tools.sentences import NAMES, Truth, check, known

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


# --- insights -------------------------------------------------------------------------------------
#
# Insights and themes: what is said of a position from its proven values.


# -- insights -------------------------------------------------------------------------------------


def positions(number: int, seed: int) -> list[Position]:
    """Return small positions that are not over, with a few points between the players."""
    random = Random(seed)
    found = []
    for start in reference.small_positions(3 * number, seed):
        if start.legal_moves:
            margin = random.randint(0, 6)
            points = random.choice([(0, 0), (margin, 0), (0, margin)])
            found.append(Position(start.columns, random.choice((1, 2)), points))
    return found[:number]


def results(here: Position, memo: Memo) -> list[int]:
    """Return who wins after each of the different moves, 1 for the player to move."""
    ahead, worth = for_player(here.margin, here.to_move), reference.move_values(here, memo)
    return [sign_of(ahead + worth[moves[0]]) for moves in different_moves(here)]


def replies(here: Position, move: Move, memo: Memo) -> tuple[int, int]:
    """Return how many of the different replies to a move win, and how many there are."""
    after = results(here.play(move), memo)
    return (sum(one > 0 for one in after), len(after)) if after else (1, 1)


@pytest.mark.parametrize("seed", range(100, 103))
def test_every_insight_is_there_where_all_is_proven(seed: int) -> None:
    """All is said that brute force finds, and resistance is what fewest replies win against."""
    for here in positions(100, seed):
        memo: Memo = {}
        truth, values = Truth(here, None, memo), known(here, memo, None)
        kinds = [check(truth, words) for words, _move in insights(values, here, NAMES)]
        different = different_moves(here)
        worth = sorted(truth.values[moves[0]] for moves in different)
        best = [moves for moves in different if truth.is_best(moves[0])]
        wins = results(here, memo)
        kept = [moves for moves, result in zip(different, wins, strict=True) if result == max(wins)]
        between = tension(values, here)
        assert between == (Bounds(*2 * (worth[-1] - worth[-2],)) if worth[1:] else None)
        highest = max(map(here.worth, truth.values))
        assert ("only" in kinds) == (len(kept) == 1 < len(wins) and len(kept[0]) == 1)
        is_single = len(best) == 1 and len(best[0]) == 1
        assert ("tension" in kinds) == bool(worth[1:] and is_single and worth[-1] > worth[-2])
        is_poison = max(map(here.worth, (moves[0] for moves in best))) < highest
        assert ("poisoned" in kinds) == is_poison
        assert kinds[-1] == "turned"
        found, loses = resistance(values, here), max(wins) < 0 and len(wins) > 1
        assert ((found is not None), unknown_replies(values, here)) == (loses, ())
        if found is not None:
            shares = [won / count for won, count in (replies(here, m[0], memo) for m in best)]
            assert truth.is_best(found[0])
            assert found[1:] == replies(here, found[0], memo)
            assert found[1] / found[2] == min(shares)
            assert ("resistance" in kinds) == (found[1] < found[2])


@pytest.mark.parametrize("seed", range(5))
def test_half_a_proof_says_nothing_wrong(seed: int) -> None:
    """Where some is proven and some bounded, what is said is true, and bounds hold."""
    random = Random(seed)
    for here in positions(60, seed):
        memo: Memo = {}
        truth, values = Truth(here, None, memo), known(here, memo, random)
        for words, _move in insights(values, here, NAMES):
            check(truth, words)
        worth = sorted(truth.values[moves[0]] for moves in different_moves(here))
        between = tension(values, here)
        assert (between is None) == (len(worth) < 2)
        assert between is None or between.lower <= worth[-1] - worth[-2] <= between.upper


def test_nothing_is_said_of_nothing() -> None:
    """Of a position that was not looked at nothing is said."""
    here = position("5m5p/5p5m/9s/9s")
    assert list(insights(Values(), here, NAMES)) == []
    assert tension(Values(), here) == Bounds(0, 28)
