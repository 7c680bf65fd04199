"""Why the moves of a reviewed game were costly."""

from __future__ import annotations

from battle.analysis.ledger import review_line
from battle.analysis.values import Values
from battle.coach.reason_words import explanations, facts_intro, reason_words
from battle.coach.reasons import reasons
from tests.support.endgame_values import Truth, games


def test_costly_moves_have_reasons_where_they_are_proven_and_facts_elsewhere() -> None:
    """No other move is spoken of, and no costly one is passed over."""
    names = ("Ada", "Ben")
    count = {True: 0, False: 0}
    for game, _ in games(20, 300):
        truth, values = Truth(), Values()
        nodes = game.main_line()
        for node in nodes:
            values.learn(node.position, truth.proof(node.position))
        review = review_line(nodes, values)
        assert review is not None
        told = explanations(review, values, names)
        assert sorted(told) == [move.ply for move in review.moves if move.cost]
        for ply, sentences in told.items():
            before = nodes[ply - 1].position
            proven = reasons(values, before, review.moves[ply - 1].move)
            count[bool(proven)] += 1
            if proven:
                assert sentences == tuple(reason_words(one, names) for one in proven)
            else:
                assert sentences[0] == facts_intro()
    assert count[True]
