"""Insights and themes: what is said of a position from its proven values."""

from __future__ import annotations

from random import Random

import pytest

from battle.analysis.costs import (
    ProblemTheme,
    different_moves,
    resistance,
    tension,
    themes_of,
    unknown_replies,
)
from battle.analysis.values import Bounds, Values
from battle.coach.move_page import insights
from battle.rules.position import Move, Position, for_player, position, sign_of
from battle.rules.problem import Problem
from tools import reference
from tools.reference import Memo
from tools.sentences import NAMES, Truth, check, known

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


# -- themes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [21, 22, 23])
def test_themes_are_the_slow_twins(seed: int) -> None:
    """Each theme is there exactly if brute force finds what it stands for."""
    counts = dict.fromkeys(ProblemTheme, 0)
    for here in reference.small_positions(150, seed):
        if not here.legal_moves:
            continue
        values = reference.move_values(here)
        themes = themes_of(Problem(here, values))
        worth = sorted((values[moves[0]] for moves in different_moves(here)), reverse=True)
        if len(worth) < 2:
            assert themes == ()
            continue
        highest = max(map(here.worth, values))
        costs = [worth[0] - values[move] for move in values if here.worth(move) == highest]
        assert (ProblemTheme.ONLY_PAIR in themes) == (worth[0] >= worth[1] + 3)
        assert (ProblemTheme.POISONED_PAIR in themes) == all(costs)
        assert (ProblemTheme.ZUGZWANG in themes) == (worth[0] < 0)
        for theme in themes:
            counts[theme] += 1
    assert all(counts.values()), counts
