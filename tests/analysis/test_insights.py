"""Insights and themes: what is told of a position from its proven values."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from battle.analysis.insights import (
    Insights,
    ProblemTheme,
    insights,
    only_move,
    poisoned_pair,
    resistance,
    safety,
    tension,
    themes_of,
    turned,
    unknown_replies,
)
from battle.analysis.values import Bounds, MoveInfo, Values
from battle.rules.position import Move, Position, for_player, other, position
from battle.rules.problem import Problem
from tools import reference

# -- insights -------------------------------------------------------------------------------------

Memo = dict[tuple[bytes, ...], int]


def known_of(here: Position, memo: Memo, random: Random | None = None) -> Values:
    """Return a store that has proven all of a position and its replies, or some of it by chance."""
    values = Values()
    for place in [here, *map(here.play, here.legal_moves)]:
        truth = reference.move_values(place, memo)
        values.learn(place, [_finding(move, value, random) for move, value in truth.items()])
    return values


def _finding(move: Move, value: int, random: Random | None) -> MoveInfo:
    below, above = (random.choice((0, 0, 2, 9)) if random else 0 for _side in (1, 2))
    return MoveInfo(move, value - below, value + above, value)


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


class _Truth:
    """What is to be said of a position, by the slow twin and nothing else."""

    def __init__(self, here: Position, memo: Memo) -> None:
        self.here = here
        self.memo = memo
        self.values = reference.move_values(here, memo)
        self.value = max(self.values.values())
        ahead = for_player(here.margin, here.to_move)
        self.results = {move: sign(ahead + value) for move, value in self.values.items()}
        self.classes = {
            frozenset(one for one in self.values if shape(here.play(one)) == shape(here.play(move)))
            for move in self.values
        }

    @property
    def tension(self) -> int | None:
        worth = sorted(self.values[next(iter(one))] for one in self.classes)
        return worth[-1] - worth[-2] if len(worth) > 1 else None

    @property
    def only_moves(self) -> frozenset[Move]:
        best = max(self.results.values())
        keeping = [one for one in self.classes if self.results[next(iter(one))] == best]
        is_only = len(keeping) == 1 < len(self.classes) and len(keeping[0]) == 1
        return keeping[0] if is_only else frozenset()

    @property
    def poison(self) -> int:
        highest = max(map(self.here.worth, self.values))
        pairs = [move for move in self.values if self.here.worth(move) == highest]
        return min(self.value - self.values[move] for move in pairs)

    def replies(self, move: Move) -> tuple[int, int]:
        after = self.here.play(move)
        if after.is_over:
            return 1, 1
        truth = _Truth(after, self.memo)
        wins = [one for one in truth.classes if truth.results[next(iter(one))] > 0]
        return len(wins), len(truth.classes)


def shape(here: Position) -> list[tuple[str, ...]]:
    """Return the columns, in one order and one direction."""
    columns = [tuple(str(kind) for kind in column if kind) for column in here.columns]
    return sorted(min(column, column[::-1]) for column in columns if column)


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


@pytest.mark.parametrize("seed", range(100, 103))
def test_every_insight_is_the_slow_twins(seed: int) -> None:
    """Where all is proven every insight is there, and is what brute force finds."""
    for here in positions(100, seed):
        _check(here)


def _check(here: Position) -> None:
    memo: Memo = {}
    truth, values = _Truth(here, memo), known_of(here, memo)
    lead = for_player(here.margin, here.to_move)
    between = tension(values, here)
    assert (None if between is None else between.lower) == truth.tension
    assert between is None or between.is_exact
    passed = replace(here, to_move=other(here.to_move))
    value = reference.value(passed)
    margin = passed.margin + for_player(value, passed.to_move)
    assert turned(values, here) == Bounds(margin, margin, margin)
    safe = safety(values.margin(here))
    wins = here.to_move if lead + truth.value > 0 else other(here.to_move)
    assert (safe is not None) == (lead + truth.value != 0)
    assert safe is None or (safe.player, safe.points + 1) == (wins, abs(lead + truth.value))
    only = only_move(values, here)
    assert (only is not None) == bool(truth.only_moves)
    assert only is None or only.move in truth.only_moves
    assert only is None or only.wins == (truth.results[only.move] == 1)
    poison = poisoned_pair(values, here)
    assert (poison.points if poison else 0) == truth.poison
    if poison is not None:
        assert poison.exact
        assert truth.value - truth.values[poison.move] == poison.points
    _check_resistance(truth, values)


def _check_resistance(truth: _Truth, values: Values) -> None:
    found = resistance(values, truth.here)
    loses = max(truth.results.values()) < 0 and len(truth.classes) > 1
    assert (found is not None) == loses
    assert not unknown_replies(values, truth.here)
    if found is not None:
        best = [move for move, value in truth.values.items() if value == truth.value]
        assert found.move in best
        assert (found.wins, found.replies) == truth.replies(found.move)
        shares = [wins / of for wins, of in map(truth.replies, best)]
        assert found.wins / found.replies == min(shares)


@pytest.mark.parametrize("seed", range(5))
def test_half_a_proof_says_nothing_wrong(seed: int) -> None:
    """Where some is proven and some bounded, what is said is true, and bounds hold."""
    random = Random(seed)
    for here in positions(60, seed):
        memo: Memo = {}
        truth, values = _Truth(here, memo), known_of(here, memo, random)
        found = insights(values, here)
        if found.tension is not None and truth.tension is not None:
            assert found.tension.lower <= truth.tension <= found.tension.upper
        if (safe := safety(values.margin(here))) is not None:
            lead = for_player(here.margin, here.to_move) + truth.value
            assert safe.points < abs(lead)
            assert (safe.player == here.to_move) == (lead > 0)
        if found.only_move is not None:
            assert found.only_move.move in truth.only_moves
        if found.poisoned is not None:
            assert found.poisoned.points <= truth.poison
        if found.resistance is not None:
            move = found.resistance.move
            assert truth.values[move] == truth.value
            assert (found.resistance.wins, found.resistance.replies) == truth.replies(move)


def test_nothing_is_said_of_nothing() -> None:
    """Of a position that nobody has looked at only what needs no proof is said."""
    found = insights(Values(), position("5m5p/5p5m/9s/9s"))
    nothing = Insights(Bounds(0, 19 + 19), Bounds(-19, 19), None, None, None)
    assert replace(found, tension=None) == replace(nothing, tension=None)
    assert found.tension is not None
    assert found.tension.lower == 0


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
        kinds = {
            tuple(sorted(min(c, c[::-1]) for c in reference.columns_of(here.play(move)) if c)): move
            for move in values
        }
        worth = sorted((values[move] for move in kinds.values()), reverse=True)
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
