"""The review and the move looked at as blocks, from values the slow twin proves."""

from __future__ import annotations

import re

import pytest

from battle.analysis.study import Study
from battle.coach.move_page import move_page
from battle.page.blocks import Block, MoveLine, Paragraph, Sum, Title, ToMove, flat
from battle.page.review import review_page
from battle.rules.game import Node
from tests.support.endgame_values import Truth
from tests.support.twin import bad_game, cost_of, costly

NAMES = ("Ada", "Ben")


@pytest.fixture(scope="module")
def study() -> Study:
    """Return a study of a game with mistakes, at its end, in which every move is proven."""
    truth, made = Truth(), Study(bad_game())
    for node in made.nodes():
        made.values.learn(node.position, truth.proof(node.position))
    made.to_end()
    return made


def review_blocks(study: Study) -> list[Block]:
    """Return the page of the line looked at."""
    review = study.review()
    assert review is not None
    ending = study.game.ending_at(study.line()[-1])
    return [*flat(review_page(review, NAMES, ending, study.thresholds))]


def move_blocks(study: Study, node: Node) -> list[Block]:
    """Return what is told of the move to a node, with the reasons that are proven."""
    assert node.parent is not None
    cost = study.cost(node)
    return [*move_page(node, len(node.path()), study.values, NAMES, cost=cost)]


def test_the_sum_adds_up(study: Study) -> None:
    """Par, what each player lost, and the final margin, which is their sum."""
    shown = [block.number for block in review_blocks(study) if isinstance(block, Sum)]
    numbers = [int(re.sub(r"[^0-9-]", "", one.replace("−", "-"))) for one in shown]
    *parts, final = numbers
    assert sum(parts) == final == study.line()[-1].position.margin


def test_the_worst_moves_lead_to_their_places(study: Study) -> None:
    """Every move that is listed cost something, and leads to the place after it."""
    lines = [block for block in review_blocks(study) if isinstance(block, MoveLine)]
    assert lines
    for block in lines:
        assert block.leads_to == ToMove(int(block.number))
        node = study.line()[int(block.number)]
        assert block.cost == (f"−{cost_of(node)}" if cost_of(node) else "0")


def test_a_costly_move_is_told_with_better_ones(study: Study) -> None:
    """What was better can be looked at from the place before, each a move that keeps the value."""
    for node in costly(study.game):
        assert node.parent is not None
        before = node.parent
        first, *better = [b for b in move_blocks(study, node) if isinstance(b, MoveLine)]
        assert first.cost == f"−{cost_of(node)}"
        assert first.leads_to is None
        assert better
        for block in better:
            assert isinstance(block.leads_to, ToMove)
            assert study.line()[block.leads_to.place] is before
            assert block.leads_to.line[0] in study.values.best_moves(before.position)


def test_reasons_begin_where_they_can_be_seen(study: Study) -> None:
    """The line that shows a reason begins before the move or after it, and can be played."""
    told = 0
    for node in costly(study.game):
        for block in move_blocks(study, node):
            if isinstance(block, Paragraph) and isinstance(block.target, ToMove):
                place = study.line()[block.target.place]
                assert place in (node, node.parent)
                assert block.target.line[0] in place.position.legal_moves
                told += 1
    assert told


def test_a_best_move_is_praised(study: Study) -> None:
    """A move that costs nothing has its title and its line, and nothing better beside it."""
    good = [node for node in study.line()[1:] if not cost_of(node)]
    assert good
    for node in good:
        blocks = move_blocks(study, node)
        assert len([block for block in blocks if isinstance(block, Title)]) == 1
        assert len([block for block in blocks if isinstance(block, MoveLine)]) == 1
        assert [b.words for b in blocks if isinstance(b, Paragraph)] == ["No move was better."]


def test_a_move_of_which_nothing_is_known_is_not_told() -> None:
    """Without a cost there is nothing to say of a move."""
    unknown = Study(bad_game())
    first = unknown.line()[1]
    assert unknown.cost(first) is None
    assert move_blocks(unknown, first) == []
