"""Reviews of finished games in the background.

A review works on a study of its own, which Analyse takes over with all its values; findings are
written back into the game at the end and on request. Then the review goes into the person's record,
and mistakes that are proven only in part are proven to the end, so that they become exercises.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Final, Protocol

from battle.analysis.costs import Review, Thresholds, review_line
from battle.analysis.proof_cost import ProofCost
from battle.analysis.study import Study, study_of
from battle.analysis.values import Values
from battle.engine.jobs import Analyst, Job, LineProof, Priority, Scheduler, Target
from battle.game.session import Session
from battle.profile.proofs import Proofs
from battle.profile.records import GameRecorder, Records
from battle.profile.settings import Settings
from battle.rules.position import Position
from battle.training.deck import Deck, Source, own_mistakes


class ReviewServices(Protocol):
    """What background work needs from the program; `now` counts seconds."""

    settings: Settings
    scheduler: Scheduler
    proofs: Proofs
    records: Records
    recorder: GameRecorder
    deck: Deck
    now: Callable[[], float]
    moment: Callable[[], datetime]


# --- reviews -------------------------------------------------------------------------------------

_MOST_PROVEN: Final = 8
"""The most mistakes of one game to prove to the end: the latest, which are the cheapest."""


def collect(services: ReviewServices, session: Session, study: Study) -> tuple[int, list[Position]]:
    """Store the review of a study with its game in the record, if the review is complete.

    Proven mistakes go into the deck: the person's, or of two people at one table both players'.
    Returns how many of the game are there, and the positions to prove further for others.
    """
    game, of_game = services.recorder.game(session), study_of(session.game, study)
    review = of_game.review()
    if game is None or review is None:
        return 0, []
    reviewed = replace(game.reviewed(review), record=session.text)
    if reviewed != game:
        services.recorder.put(reviewed)
    if game.has_swapped:  # either's mistakes may be the program's
        return 0, []
    problems, unproven = own_mistakes(of_game, game.person)
    services.deck.add(problems, Source.OWN, game.key)
    return len(problems), unproven


class BackgroundReview:
    """The review of a finished game, in a study of its own.

    `learned` counts the game's mistakes that are in the trainer.
    """

    def __init__(self, services: ReviewServices, session: Session, study: Study) -> None:
        self.session = session
        self.study = study
        self.study.judge_by(Thresholds(*services.settings.thresholds))
        self.learned = 0
        self._services = services
        self._of = _state(session)
        self._is_kept = False
        self._priority = Priority.REVIEW
        self._questions: list[Job] = []
        services.proofs.recall(study)
        self.analyst = Analyst(services.scheduler, study.game, study.values)
        self._line = study.line()
        self._proof: LineProof | None = None
        self._found: tuple[int, Review | None] = (-1, None)

    @property
    def fits(self) -> bool:
        """Whether it belongs to the game at the table as it ended."""
        return self._of == _state(self.session)

    @property
    def failure(self) -> str:
        return self.analyst.failure

    @property
    def running(self) -> bool:
        return self.analyst.review is not None and not self.failure

    @property
    def done(self) -> int:
        run = self.analyst.review
        return self.of if run is None else run.done

    @property
    def of(self) -> int:
        return len(self._line)

    @property
    def review(self) -> Review | None:
        """The review so far, None while a position has no value."""
        version = self.study.values.version
        if self._found[0] != version:
            ending = self.study.game.ending_at(self._line[-1])
            self._found = version, review_line(self._line, self.study.values, ending)
        return self._found[1]

    @property
    def is_complete(self) -> bool:
        """Whether there is a review, and no further work on it."""
        return self.analyst.review is None and self.review is not None

    @property
    def is_working(self) -> bool:
        """Whether the review or the proof of its mistakes is still running."""
        return self.analyst.review is not None or any(job.is_open for job in self._questions)

    @property
    def is_settled(self) -> bool:
        """Whether the review is in the record, and `learned` counts all its exercises."""
        return self._is_kept and not self.is_working

    @property
    def is_proven(self) -> bool:
        return self.review is not None and self.review.is_proven

    def proof(self, speed: float = 0.0) -> LineProof:
        """Return the proof of the whole game, which continues where it stopped.

        `speed` is the machine's known speed in nodes per second, used when the proof is created.
        """
        if self._proof is None:
            values, proofs = self.study.values, self._services.proofs

            def keep(position: Position) -> None:
                proofs.keep_all(values, [position])

            self._proof = LineProof(values, self._line, ProofCost(speed), on_proven=keep)
        return self._proof

    def begin(self, priority: Priority = Priority.REVIEW) -> None:
        if self.of > 1:
            self._priority = priority
            self.analyst.begin_review(self._line, priority=priority, on_end=self._end)

    def take_up(self) -> None:
        """Begin the review; one that is in the record is there at once, as it was found."""
        game = self._services.recorder.game(self.session)
        if game is None or game.lost is None or self.review is None:
            self.begin()
        else:
            self._end()

    def cancel(self) -> None:
        """Stop the work; findings stay."""
        self.analyst.stop()
        self.take_in()
        self._is_kept = self.review is not None

    def rest(self) -> None:
        """Stop all work on the review and its mistakes until it is begun again."""
        self.analyst.cancel_review()
        for question in self._questions:
            question.cancel()

    def _end(self) -> None:
        self.bring_back()
        if self.review is not None and not self._is_kept:
            self._is_kept = True
            self.learn_more()

    def learn_more(self) -> None:
        """Update record and deck, and prove the mistakes that are not yet exercises."""

        def hear(answered: bool) -> None:
            if answered:
                self._collect()

        self._questions = [
            self.analyst.ask(place, hear, target=Target.MOVES, priority=self._priority)
            for place in self._collect()[: -_MOST_PROVEN - 1 : -1]
        ]

    def _collect(self) -> list[Position]:
        """Update record and deck; return the positions to prove for further exercises."""
        self.learned, unproven = collect(self._services, self.session, self.study)
        return unproven

    def take_in(self) -> None:
        """Update game, record, deck and proofs with the findings so far."""
        self.bring_back()
        self._collect()

    def bring_back(self) -> None:
        self.session.take_in(self.study)
        self._services.proofs.keep(self.study)


def _state(session: Session) -> object:
    return tuple(session.game.moves), session.ending


# --- table study ---------------------------------------------------------------------------------
#
# The analysis of the game at a table, shared by every screen that shows it.
#
#     values    what is known of its positions, from the first hint on
#     study     a copy of the game to try things out in, on the same values
#     review    every position looked at once the game is over, going on in the background
#
# The table, the result and Analyse share one object, so nothing is computed twice.


class TableStudy:
    """Values, study and review of the game of one session; `study` is an earlier one."""

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
        """The review, None if none was begun since the game ended as it did."""
        review = self._review
        return review if review is not None and review.fits else None

    def studied(self) -> Study:
        """Return a study of the game as it stands, with all earlier findings."""
        self._study = study_of(self.session.game, self._study, self.values)
        return self._study

    def reviewed(self) -> BackgroundReview:
        """Return the review of the finished game, created if missing."""
        review = self.review
        if review is None:
            review = self._review = BackgroundReview(self._services, self.session, self.studied())
        return review

    def follow(self) -> None:
        """Drop a review that does not belong to the game as it stands."""
        if self._review is not None and not self._review.fits:
            self._review.analyst.stop()
            self._review = None
