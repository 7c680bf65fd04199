"""Hints in games of which little is proven: neither marked nor speaking against themselves.

Every place that shows a number of a move is read, and compared with every other one.
"""

from __future__ import annotations

import re
from random import Random

import pytest

from battle.analysis.ledger import Mark, move_cost, move_values, review_line
from battle.analysis.study import Snapshot, Study
from battle.analysis.values import Finding, Values
from battle.coach.hint_page import move_words, reason_intro
from battle.coach.hints import Ladder, Step
from battle.coach.teacher import RESULT, Teacher
from battle.rules.deal import deal
from battle.rules.position import Position
from battle.words.numbers import cost_figure, margin_figure, margin_words, value_figure
from tests.support.endgame_values import Truth
from tests.support.strategies import played

PROVEN_BELOW = 14


def look(values: Values, truth: Truth, here: Position, lot: Random) -> None:
    """Take a look in: of few tiles proofs, of many guesses that are off by about their error."""
    if here.tiles_left <= PROVEN_BELOW:
        values.learn(here, truth.proof(here))
        return
    error = lot.choice((1.0, 2.5, 4.0))
    left = here.points_left
    values.learn(
        here,
        [
            Finding(one, -left, left, here.worth(one) + lot.randint(-6, 6), 1, (one,), error)
            for one in here.legal_moves
        ],
    )


MORE = [pytest.param(seed, marks=pytest.mark.slow) for seed in range(8, 50)]


@pytest.mark.parametrize("seed", [*range(8), *MORE])
def test_hints_are_not_marked_and_no_two_places_disagree(seed: int) -> None:
    """In four games each: nothing hinted is marked or objected to before it is proven worse."""
    for number in range(4):
        lot, truth = Random(1000 * seed + number), Truth()
        game = played(deal(lot.randint(1, 10**6)), lot, 60)
        study = Study(game)
        nodes = game.main_line()
        for node in nodes[:-1]:
            here = node.position
            if lot.random() < 0.5:
                look(study.values, truth, here, lot)
            if lot.random() < 0.3 and not here.is_over:
                check_hint(study.values, truth, here, lot)
        for node in reversed(nodes):
            look(study.values, truth, node.position, lot)
        if number < 2:
            check_places(study)


def check_hint(values: Values, truth: Truth, here: Position, lot: Random) -> None:
    """Take all steps of the hints, look again, and see what is said of the pair they are about."""
    ladder = Ladder(here, values)
    while ladder.climb():
        pass
    if ladder.move is None:
        return
    look(values, truth, here, lot)
    ladder.correct()
    assert Step.REASON in ladder.steps
    cost = move_cost(values, here, ladder.move)
    assert cost is not None
    assert cost.mark is Mark.NONE or cost.told.proven > 0
    assert not cost.told.proven
    assert not cost.changed_outcome
    assert not Teacher(RESULT).objects(cost)
    assert ladder.tempting != ladder.move
    own = move_words(here, ladder.move)
    assert not reason_intro(here, ladder.tempting, values).startswith(f"{own} costs")


def check_places(study: Study) -> None:
    """Compare the numbers of board, lines, graph, tree, review and hints."""
    review = review_line(study.line(), study.values)
    assert review is not None
    for node in study.line():
        study.go_to(node)
        shown = Snapshot(study)
        here = node.position
        assert margin_figure(shown.margin) == margin_figure(shown.margins[shown.place])
        ply = shown.place
        margin, exact, error = (review.par, review.par_exact, review.par_error)
        if ply:
            made = review.moves[ply - 1]
            margin, exact, error = made.margin, made.margin_exact, made.margin_error
            cost = study.cost(node)
            assert cost is not None
            assert cost.told == made.told == shown.costs[node].told
            assert (cost.points, cost.error, cost.mark) == (made.cost, made.error, made.mark())
        assert margin_figure(shown.margin) == margin_words(margin, exact=exact, error=error)
        for value in move_values(study.values, here):
            one = move_cost(study.values, here, value.move)
            assert one is not None
            on_board = value_figure(value, relative=True)
            if "…" not in on_board:
                assert on_board in (cost_figure(one.told), "0")
            after = study.values.margin(here.play(value.move))
            assert value_figure(value, relative=False) == margin_figure(after)
            assert re.fullmatch(r"\?|0|−\d+(\u2009(±\u2009\d+|…))?", on_board)
