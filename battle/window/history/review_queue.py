"""Reviews of games in the record that have none, one after the other, the latest first.

A game has none if its result was left before the review was done.
"""

from __future__ import annotations

from collections.abc import Sequence

from battle.game.session import Session
from battle.game.session_study import study_of
from battle.profile.records import PlayedGame
from battle.rules.position import RulesError
from battle.rules.record import record
from battle.training.background_review import BackgroundReview, ReviewServices


def unreviewed(games: Sequence[PlayedGame]) -> list[PlayedGame]:
    """Return the games that have no review but could have one, the latest first."""
    return [game for game in reversed(games) if game.lost is None and game.record]


class ReviewQueue:
    """Games being reviewed; call `update` once a frame, `rest` to leave the engine to others."""

    def __init__(self, services: ReviewServices, games: Sequence[PlayedGame]) -> None:
        self._services = services
        self._waiting = unreviewed(games)
        self._review: BackgroundReview | None = None
        self.of = len(self._waiting)
        self.done = 0
        self.failure = ""

    @property
    def running(self) -> bool:
        """Whether there is anything left to do."""
        return not self.failure and (self._review is not None or bool(self._waiting))

    @property
    def share(self) -> float:
        """How far the game in hand is, 0 to 1."""
        review = self._review
        return 0.0 if review is None else review.done / max(1, review.of)

    def update(self) -> bool:
        """Go on; return whether a game was finished with."""
        if not self.running:
            return False
        if self._review is None:
            self._begin(self._waiting[0])
        review = self._review
        if review is not None:
            review.update()
            self.failure = review.analyst.failure
            if review.running or review.analyst.is_busy or self.failure:
                return False
        self._waiting.pop(0)
        self._review = None
        self.done += 1
        return True

    def _begin(self, game: PlayedGame) -> None:
        """Take a game in hand; one that cannot be read is passed over."""
        try:
            session = Session.from_record(record(game.record))
        except RulesError:
            return
        self._review = BackgroundReview(self._services, session, study_of(session))
        self._review.begin()

    def rest(self) -> None:
        """Leave the engine to others until the next `update`."""
        if self._review is not None:
            self._review.rest()

    def stop(self) -> None:
        """End the work; what was found of the game in hand is kept as far as it goes."""
        if self._review is not None:
            self._review.cancel()
        self._waiting, self._review = [], None
