"""What can be kept or sent of a game: its review as a page, in the language in use.

The window and the commands make pages through this, so that they are the same.
"""

from __future__ import annotations

from battle.analysis.ledger import USUAL, Review, Thresholds, review_line
from battle.analysis.page import review_page
from battle.analysis.page_words import Words
from battle.analysis.study import Study
from battle.play.language import _, current, ngettext
from battle.rules.record import Record


def words_in_use() -> Words:
    """Return the language texts are shown in, for pages."""
    return Words(_, ngettext, current())


def review_html(record: Record, review: Review, thresholds: Thresholds = USUAL) -> str:
    """Return the review of a record's main line as one page of HTML that needs nothing else."""
    return review_page(record, review, words_in_use(), thresholds)


def review_of_game(study: Study) -> Review | None:
    """Return the review of a study's main line; None while one of its values is missing."""
    root = study.game.root
    return review_line([root, *root.main_line()], study.values)
