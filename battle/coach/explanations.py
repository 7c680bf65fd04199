"""Why the costly moves of a reviewed game cost what they cost, in sentences.

Reasons are told where they are proven, else what the rules alone say of the move.
"""

from __future__ import annotations

from collections.abc import Mapping

from battle.analysis.ledger import Review
from battle.analysis.values import Values
from battle.coach.fact_words import fact_lines, facts_intro
from battle.coach.facts import move_facts
from battle.coach.reason_words import reason_words
from battle.coach.reasons import reasons
from battle.words.endings import Names

Explanations = Mapping[int, tuple[str, ...]]
"""By ply, from 1, the sentences on a costly move."""


def explanations(review: Review, values: Values, names: Names) -> Explanations:
    """Return what is to be said of every move of a review that is known to have cost points."""
    found, before = {}, review.start
    for move in review.moves:
        if move.told.points:
            told = tuple(reason_words(one, names) for one in reasons(values, before, move.move))
            facts = (facts_intro(), *fact_lines(move_facts(before, move.move), names))
            found[move.ply] = told or facts
        before = before.play(move.move)
    return found
