"""Insights in words: each says what is proven, and no more."""

from __future__ import annotations

import pytest

from battle.analysis.insights import OnlyMove, PoisonedPair, Resistance, Safety, insights
from battle.analysis.ledger import MoveReview
from battle.analysis.values import Finding, Known, Values
from battle.rules.position import Position, move, position
from battle.words import insights as words
from solver.reference import move_values

SMALL = position("5m5p/5p5m/9s/9s 1 0-3")
NAMES = ("Ada", "Ben")


def proven(here: Position) -> Values:
    """Return a store that has proven a position and the replies to all its moves."""
    values = Values()
    for place in [here, *map(here.play, here.legal_moves)]:
        found = move_values(place).items()
        values.learn(place, [Finding(one, value, value, value) for one, value in found])
    return values


def told(here: Position, values: Values) -> list[str]:
    return [line.words for line in words.insight_lines(insights(values, here), here, NAMES)]


def test_a_position_that_is_proven() -> None:
    """Of a proven position it is said what hangs on the move, and what the turn is worth."""
    assert told(SMALL, proven(SMALL)) == [
        "Only 9s c1–d1 wins.",
        "The best pair is worth 8 points more than any other.",
        "If it were Ben's turn, Ben would win by 12.",
    ]


def test_a_position_that_nobody_looked_at() -> None:
    """Of what is not proven nothing is said."""
    assert told(SMALL, Values()) == []


def test_a_loser_is_told_where_a_reply_can_go_wrong() -> None:
    """The best resistance is named where a reply gives the win away, with how many do not."""
    here = position("5m5p/5p5m/9s/9s 1 0-12")
    assert "The best resistance: 9s c1–d1. 0 of 2 replies win." not in told(here, proven(here))
    found = Resistance(move("c1d1"), 1, 3)
    assert (
        words.resistance_words(found, here) == "The best resistance: 9s c1–d1. 1 of 3 replies wins."
    )
    assert words.replies_words(Resistance(move("c1d1"), 1, 1)) == (
        "There is one reply, and it wins."
    )
    assert not Resistance(move("c1d1"), 2, 2).is_telling


@pytest.mark.parametrize(
    ("points", "text"),
    [
        (0, "no point may be lost"),
        (1, "the win survives the loss of 1 point"),
        (6, "the win survives the loss of 6 points"),
    ],
)
def test_how_safe_a_win_is(points: int, text: str) -> None:
    """What may be lost is said of none, of one, and of several points."""
    assert words.safety_words(Safety(1, points)) == text


def test_bounds_are_told_as_bounds() -> None:
    """Where only a bound is proven it is said to be one."""
    assert words.tension_words(Known(0, 4)) == ""
    assert words.tension_words(Known(2, 4)) == (
        "The best pair is worth at least 2 points more than any other."
    )
    poisoned = PoisonedPair(move("c1d1"), 3, exact=False)
    assert words.poisoned_words(poisoned, SMALL) == (
        "Poisoned: 9s c1–d1, the highest pair, costs at least 3 points."
    )
    only = OnlyMove(move("c1d1"), wins=False)
    assert words.only_move_words(only, SMALL) == "Only 9s c1–d1 does not lose."
    assert words.turned_words(Known(-3, 3), SMALL, NAMES) == ""


@pytest.mark.parametrize(("cost", "end"), [(0, "Ada found it."), (8, "Ada missed it.")])
def test_a_sharp_moment(cost: int, end: str) -> None:
    """A sharp moment tells what hung on it, and whether the pair was found."""
    reviewed = MoveReview(7, 1, move("c1d1"), cost, True, (), 4, tension=Known(8, 8))
    assert words.moment_words(reviewed, NAMES) == (
        f"Move 7: one pair was worth 8 points more than any other. {end}"
    )


def test_a_sharp_moment_may_be_sharper() -> None:
    """Where only a bound of the tension is proven that is said."""
    reviewed = MoveReview(7, 1, move("c1d1"), 0, True, (), 4, tension=Known(4, 9))
    assert "worth at least 4 points more" in words.moment_words(reviewed, NAMES)
