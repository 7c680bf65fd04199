"""What is found out of the game at a table, for all that look at it.

    values    what is known of its positions, from the first hint on
    study     a copy of the game to try things out in, on the same values
    review    every position looked at once the game is over, going on in the background

The table, the result and the analysis are handed the same one, so nothing is found out twice.
"""

from __future__ import annotations

from battle.analysis.study import Study
from battle.analysis.values import Values
from battle.game.session import Session
from battle.game.session_study import study_of
from battle.training.background_review import BackgroundReview, ReviewServices


class TableStudy:
    """Values, study and review of the game of one session; `study` is one made earlier."""

    def __init__(
        self, services: ReviewServices, session: Session, study: Study | None = None
    ) -> None:
        self.session = session
        self.values = Values() if study is None else study.values
        self._services = services
        self._study = study
        self._review: BackgroundReview | None = None

    @property
    def review(self) -> BackgroundReview | None:
        """The review, None if none was wanted since the game has ended as it did."""
        review = self._review
        return review if review is not None and review.fits else None

    def studied(self) -> Study:
        """Return a study of the game as it stands, with all that was found of it before."""
        self._study = study_of(self.session, self._study, self.values)
        return self._study

    def reviewed(self) -> BackgroundReview:
        """Return the review of the finished game, made if there is none."""
        review = self.review
        if review is None:
            review = self._review = BackgroundReview(self._services, self.session, self.studied())
        return review

    def follow(self) -> None:
        """Let go of a review that is not of the game as it stands."""
        if self._review is not None and not self._review.fits:
            self._review.analyst.stop()
            self._review = None
