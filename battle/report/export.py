"""What can be kept or sent of a game: its review as a page of HTML, in the language in use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final

from battle.analysis.ledger import USUAL, Review, Thresholds, review_line
from battle.analysis.study import Study
from battle.page.review import review_page
from battle.report.html import document
from battle.rules.game import Ending, Reason
from battle.rules.position import winner_at
from battle.rules.record import Evaluation, Record, with_evaluation
from battle.storage import write_atomically
from battle.words.endings import names_in

_NOTHING: Final[Mapping[int, Sequence[str]]] = MappingProxyType({})


def review_html(
    record: Record,
    review: Review,
    thresholds: Thresholds = USUAL,
    why: Mapping[int, Sequence[str]] = _NOTHING,
) -> str:
    """Return the review of a record's line, from its start on, as a document to send.

    `why` has, by ply, what is to be said of moves that were costly, in sentences.
    """
    game, last = record.game, review.positions[-1]
    ending: Ending | None = None
    if game.last.position == last:
        ending = game.ending_at(game.last)
    elif last.is_over:
        ending = Ending(Reason.PLAYED_OUT, winner_at(last.margin))
    return document(review_page(review, names_in(record), ending, thresholds, why, record))


def write_review(
    path: Path, record: Record, review: Review, why: Mapping[int, Sequence[str]]
) -> None:
    """Write the review of a record's main line as a page; its values come into the record.

    `why` has, by ply, what is to be said of costly moves. Raises OSError if the file cannot be
    written.
    """
    keep_values(record, review)
    write_atomically(path, review_html(record, review, why=why))


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
    game = study.game
    return review_line(game.main_line(), study.values, game.ending_at(game.last))
