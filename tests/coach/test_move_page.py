"""The pages of a move and of a position: each says what is proven, and no more."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from battle import language
from battle.analysis.insights import OnlyMove, PoisonedPair, Resistance, insights
from battle.analysis.ledger import review_line
from battle.analysis.study import Study
from battle.analysis.values import Finding, Known, Values
from battle.coach.move_page import insight_lines, insight_page, move_page
from battle.page.blocks import Block
from battle.rules.position import Position, move, position
from tests.support.approved import check_page
from tests.support.endgame_values import Truth
from tests.support.twin import bad_game
from tools.reference import move_values

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
    found = insight_lines(insights(values, here), here, NAMES)
    return [words for words, _move in found]


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


def only(**found: object) -> list[str]:
    """Return what is said of a position of which one thing alone is known."""
    nothing = {"only_move": None, "tension": None, "poisoned": None, "resistance": None}
    known: Any = SimpleNamespace(**{**nothing, "turned": Known(-3, 3), **found})
    return [words for words, _move in insight_lines(known, SMALL, NAMES)]


def test_a_loser_is_told_where_a_reply_can_go_wrong() -> None:
    """The best resistance is named where a reply gives the win away, with how many do not."""
    here = position("5m5p/5p5m/9s/9s 1 0-12")
    assert "The best resistance: 9s c1–d1. 0 of 2 replies win." not in told(here, proven(here))
    best = Resistance(move("c1d1"), 1, 3)
    assert only(resistance=best) == ["The best resistance: 9s c1–d1. 1 of 3 replies wins."]
    assert only(resistance=Resistance(move("c1d1"), 2, 2)) == []


def test_bounds_are_told_as_bounds() -> None:
    """Where only a bound is proven it is said to be one; what is not proven is not said."""
    assert only(tension=Known(0, 4)) == []
    least = "The best pair is worth at least 2 points more than any other."
    assert only(tension=Known(2, 4)) == [least]
    poisoned = PoisonedPair(move("c1d1"), 3, exact=False)
    assert only(poisoned=poisoned) == [
        "Poisoned: 9s c1–d1, the highest pair, costs at least 3 points."
    ]
    kept = OnlyMove(move("c1d1"), wins=False)
    assert only(only_move=kept) == ["Only 9s c1–d1 does not lose."]


@pytest.mark.parametrize("code", ["en", "de"])
def test_the_whole_page_of_a_move(code: str) -> None:
    """What is said of a costly move, of a good one, and of where they lead, reads as approved."""
    language.use(code)
    study, truth = Study(bad_game(1)), Truth()
    for node in study.nodes():
        study.values.learn(node.position, truth.proof(node.position))
    line, review = study.game.main_line(), review_line(study.game.main_line(), study.values)
    page: list[Block] = []
    for ply in (1, 2, 3):
        node = line[ply]
        page += move_page(node, ply, study.values, NAMES, cost=study.cost(node), review=review)
        page += insight_page(node, ply, study.values, NAMES)
    check_page(f"move-{code}", page)
