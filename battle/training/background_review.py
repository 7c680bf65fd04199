"""The review of a game that has ended, going on behind what is shown.

It works on a study of its own, which Analyse takes over with all that is known; what was found is
brought back into the game when the review has ended, and whenever that is asked for. Then the
review goes into the person's record, and the mistakes that are proven only in part are proven to
the end, so that they can be learned from. Last the game can be proven to its first move (`proof`,
which `battle.training.game_prover` does for all games in their turn).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Protocol

from battle.analysis.costs import Review, Thresholds, review_line
from battle.analysis.proof_cost import ProofCost
from battle.analysis.study import Study
from battle.analysis.values import Values
from battle.engine.jobs import Analyst, LineProof, Target
from battle.engine.scheduler import Job, Priority, Scheduler
from battle.game.session import Session, bring_back, study_of
from battle.profile.proofs import Proofs
from battle.profile.records import GameRecorder
from battle.profile.settings import Settings
from battle.rules.position import Position
from battle.training.deck import Deck
from battle.training.problems import Source, own_mistakes

# --- mistake collector ---------------------------------------------------------------------------
#
# Reviews of the games in the person's record, and what can be learned from them.
#
# When a review is done it is kept with its game; mistakes that are proven go into the deck.


@dataclass(frozen=True)
class Learning:
    """What can be learned from a game: how many new problems came into the deck.

    Of the positions that are `unproven` more has to be proven before they can be learned from.
    """

    new: int = 0
    unproven: tuple[Position, ...] = ()


class MistakeCollector:
    """Keeps the reviews of games that `recorder` keeps, and puts their mistakes into `deck`."""

    def __init__(self, recorder: GameRecorder, deck: Deck) -> None:
        self._recorder = recorder
        self._deck = deck

    def collect(self, session: Session, study: Study) -> Learning:
        """Keep with a game what its study has found, if it says all that a review does.

        Mistakes go into the deck as far as they are proven: the person's, or of two people both's.
        A game that is not in the record does not come into it, and nothing is learned from it.
        """
        game = self._recorder.game(session)
        if game is None:
            return Learning()
        of_game = study_of(session, study)
        review = of_game.review()
        if review is None:
            return Learning()
        found = replace(game.reviewed(review), record=session.record().text)
        if found != game:
            self._recorder.put(found)
        mistakes = own_mistakes(of_game, game.person)
        new = self._deck.add(mistakes.problems, Source.OWN, game.key)
        return Learning(new, mistakes.unproven)


# --- background review ---------------------------------------------------------------------------

_MOST_PROVEN: Final = 8
"""So many mistakes of one game are proven to the end: the latest, which take the least time."""


class ReviewServices(Protocol):
    """What a review needs of the program."""

    @property
    def settings(self) -> Settings:
        """What the person has chosen: what counts as a mistake."""

    @property
    def scheduler(self) -> Scheduler:
        """What has positions valued."""

    @property
    def proofs(self) -> Proofs:
        """The values that were proven for this person."""

    @property
    def mistake_collector(self) -> MistakeCollector:
        """What brings reviews into the record, and mistakes into the deck."""


class BackgroundReview:
    """The review of a finished game in a study of its own.

    `learned` counts the problems that it has given the trainer.
    """

    def __init__(self, services: ReviewServices, session: Session, study: Study) -> None:
        self.session = session
        self.study = study
        self.study.judge_by(Thresholds(*services.settings.thresholds))
        self.learned = 0
        self._of = _state(session)
        self._proofs, self._collector = services.proofs, services.mistake_collector
        self._is_kept = False
        self._priority = Priority.REVIEW
        self._questions: list[Job] = []
        self._proofs.recall(self.study)
        self.analyst = Analyst(services.scheduler, study.game, study.values)
        self._line = self.study.line()
        self._proof: LineProof | None = None
        self._found: tuple[int, Review | None] = (-1, None)

    @property
    def fits(self) -> bool:
        """Whether it is still the game at the table, ended as it was."""
        return self._of == _state(self.session)

    @property
    def failure(self) -> str:
        """Why the solver has been given up."""
        return self.analyst.scheduler.failure

    @property
    def running(self) -> bool:
        """Whether positions are still being looked at."""
        return self.analyst.review is not None and not self.failure

    @property
    def done(self) -> int:
        """How many positions were looked at."""
        run = self.analyst.review
        return len(self._line) if run is None else run.done

    @property
    def of(self) -> int:
        """How many positions there are."""
        return len(self._line)

    @property
    def review(self) -> Review | None:
        """What is known, None as long as a position has no value."""
        version = self.study.values.version
        if self._found[0] != version:
            ending = self.study.game.ending_at(self._line[-1])
            self._found = version, review_line(self._line, self.study.values, ending)
        return self._found[1]

    @property
    def is_complete(self) -> bool:
        """Whether there is a review, and nothing more is being looked for."""
        return self.analyst.review is None and self.review is not None

    @property
    def is_working(self) -> bool:
        """Whether more is being looked for, for the review or to be learned from."""
        return self.analyst.review is not None or any(job.is_open for job in self._questions)

    @property
    def is_settled(self) -> bool:
        """Whether the review is in the record, and `learned` counts all problems it has given."""
        return self._is_kept and not self.is_working

    @property
    def is_proven(self) -> bool:
        """Whether everything is proven, from the first move on."""
        return self.review is not None and self.review.is_proven

    def proof(self, speed: float = 0.0) -> LineProof:
        """Return the proof of the whole game, which goes on where it stood.

        `speed` is what is known of the machine, in nodes a second, when it is asked for first.
        """
        if self._proof is None:
            values = self.study.values

            def keep(position: Position) -> None:
                self._proofs.keep_all(values, [position])

            self._proof = LineProof(values, self._line, ProofCost(speed), on_proven=keep)
        return self._proof

    def begin(self, priority: Priority = Priority.REVIEW) -> None:
        """Have every position looked at."""
        if self.of > 1:
            self._priority = priority
            self.analyst.begin_review(self._line, priority=priority, on_end=self._end)

    def cancel(self) -> None:
        """End the work; what was found stays."""
        self.analyst.stop()
        self.take_in()
        self._is_kept = self.review is not None

    def rest(self) -> None:
        """Look for nothing more, for the review or to be learned from, until it is begun again."""
        self.analyst.cancel_review()
        for question in self._questions:
            question.cancel()

    def _end(self) -> None:
        self.bring_back()
        if self.review is not None and not self._is_kept:
            self._is_kept = True
            self.learn_more()

    def learn_more(self) -> None:
        """Let record and deck have what is known, and have proven what more can be learned from."""
        unproven = self._take_in()
        self._questions = [
            self.analyst.ask(position, self._learn, target=Target.MOVES, priority=self._priority)
            for position in unproven[: -_MOST_PROVEN - 1 : -1]
        ]

    def _learn(self, found: bool) -> None:
        """Take in that a position is proven, or cannot be for now."""
        if found:
            self._take_in()

    def _take_in(self) -> tuple[Position, ...]:
        """Let record and deck have what is known; return what has to be proven for more."""
        learning = self._collector.collect(self.session, self.study)
        self.learned += learning.new
        return learning.unproven

    def take_in(self) -> None:
        """Let game, record, deck and proofs have what was found since, as far as it goes."""
        self.bring_back()
        self._take_in()

    def bring_back(self) -> None:
        """Write into the game what was found."""
        bring_back(self.study, self.session)
        self._proofs.keep(self.study)


def _state(session: Session) -> object:
    """Return what a review belongs to: the moves, and how the game ended."""
    return tuple(session.game.moves), session.ending


# --- table study ---------------------------------------------------------------------------------
#
# What is found out of the game at a table, for all that look at it.
#
#     values    what is known of its positions, from the first hint on
#     study     a copy of the game to try things out in, on the same values
#     review    every position looked at once the game is over, going on in the background
#
# The table, the result and the analysis are handed the same one, so nothing is found out twice.


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
