"""What can be kept or sent of a game: its review as a page, in the language in use.

A page shows marks by thresholds: the usual ones here, the person's own where the window makes one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from battle.analysis.ledger import Review, review_line
from battle.analysis.study import Study
from battle.report.page import review_page
from battle.rules.record import Evaluation, Record, with_evaluation
from battle.storage import write_atomically


def write_review(
    path: Path, record: Record, review: Review, why: Mapping[int, Sequence[str]]
) -> None:
    """Write the review of a record's main line as a page; its values come into the record.

    `why` has, by ply, what is to be said of costly moves. Raises OSError if the file cannot be
    written.
    """
    keep_values(record, review)
    write_atomically(path, review_page(record, review, why=why))


def keep_values(record: Record, review: Review) -> None:
    """Write the margins of a review into the comments of the record's main line."""
    start = _evaluation(review.par, review.par_error, exact=review.par_exact)
    moves = [
        _evaluation(move.margin, move.margin_error, exact=move.margin_exact)
        for move in review.moves
    ]
    nodes = record.game.main_line()
    for node, value in zip(nodes, [start, *moves], strict=True):
        node.comment = with_evaluation(node.comment, value)


def _evaluation(margin: int, error: float | None, *, exact: bool) -> Evaluation:
    return Evaluation("=", margin) if exact else Evaluation("~", margin, error)


def review_of_game(study: Study) -> Review | None:
    """Return the review of a study's main line; None while one of its values is missing."""
    return review_line(study.main_line(), study.values)
