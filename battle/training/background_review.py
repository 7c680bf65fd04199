"""The review of a game that has ended, going on behind what is shown.

It works on a study of its own, which Analyse takes over with all that is known; what was found is
brought back into the game when the review has ended, and whenever that is asked for. Then the
review goes into the person's record, and the mistakes that are proven only in part are proven to
the end, so that they can be learned from. Last the game can be proven to its first move (`proof`,
which `battle.training.game_prover` does for all games in their turn).
"""

from __future__ import annotations

from typing import Final, Protocol

from battle.analysis.ledger import Review, Thresholds, review_line
from battle.analysis.proof_cost import ProofCost
from battle.analysis.study import Study
from battle.engine.analyst import AnalysisRequest, Analyst
from battle.engine.engine import Engine
from battle.engine.line_proof import LineProof
from battle.engine.tasks import Target
from battle.game.session import Session
from battle.game.session_study import bring_back
from battle.profile.proofs import Proofs
from battle.profile.settings import Settings
from battle.rules.position import Position
from battle.training.mistake_collector import MistakeCollector

_MOST_PROVEN: Final = 8
"""So many mistakes of one game are proven to the end: the latest, which take the least time."""


class ReviewServices(Protocol):
    """What a review needs of the program."""

    @property
    def settings(self) -> Settings:
        """What the person has chosen: what counts as a mistake."""

    @property
    def engine(self) -> Engine:
        """The engine that values positions."""

    @property
    def proofs(self) -> Proofs:
        """The values that were proven for this person."""

    @property
    def mistake_collector(self) -> MistakeCollector:
        """What brings reviews into the record, and mistakes into the deck."""


class BackgroundReview:
    """The review of a finished game in a study of its own; call `update` once a frame."""

    def __init__(self, services: ReviewServices, session: Session, study: Study) -> None:
        self._session = session
        self._of = _state(session)
        self.study = study
        self.study.thresholds = Thresholds(*services.settings.thresholds)
        self._proofs, self._collector = services.proofs, services.mistake_collector
        self._is_kept = False
        self.learned = 0
        self._requests: list[AnalysisRequest] = []
        self._proofs.recall(self.study)
        self._engine = services.engine
        self.analyst = Analyst(services.engine, self.study)
        self.analyst.on = False
        self._line = self.study.line()
        self._proof: LineProof | None = None
        self._found: tuple[int, Review | None] = (-1, None)

    @property
    def session(self) -> Session:
        """The game that is reviewed."""
        return self._session

    @property
    def fits(self) -> bool:
        """Whether it is still the game at the table, ended as it was."""
        return self._of == _state(self._session)

    @property
    def running(self) -> bool:
        """Whether positions are still to be looked at."""
        return self.analyst.review is not None and not self.analyst.failure

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
            self._found = version, review_line(self._line, self.study.values)
        return self._found[1]

    @property
    def is_complete(self) -> bool:
        """Whether there is a review, and nothing more is being looked for."""
        return not self.running and self.review is not None

    @property
    def is_settled(self) -> bool:
        """Whether the review is in the record, and `learned` counts all problems it has given."""
        return self._is_kept and not self.analyst.is_busy

    @property
    def is_proven(self) -> bool:
        """Whether everything is proven, from the first move on."""
        return self.review is not None and self.review.is_proven

    def proof(self, speed: float = 0.0) -> LineProof:
        """Return the proof of the whole game, which goes on where it stood.

        `speed` is what is known of the machine, in nodes a second, when it is asked for first. Who
        goes on with the proof takes care that the review does not want the engine.
        """
        if self._proof is None:
            cost = ProofCost(speed)
            self._proof = LineProof(self._engine, self.study.values, self._line, cost)
        return self._proof

    @property
    def wants_engine(self) -> bool:
        """Whether `update` has something to ask."""
        return not self.analyst.failure and (self.running or self.analyst.is_busy)

    def begin(self) -> None:
        """Have every position looked at."""
        if self.of > 1:
            if self.analyst.failure:
                self.analyst.retry()
            self.analyst.begin_review(self._line)

    def cancel(self) -> None:
        """End the work; what was found stays."""
        self.analyst.stop()
        self.bring_back()

    def rest(self) -> None:
        """Leave the engine to others."""
        for request in self._requests:
            self.analyst.withdraw(request)
        self._requests = []
        self.analyst.rest()

    def update(self) -> None:
        """Go on, and bring back what was found when all is done."""
        self.analyst.on = False
        self.analyst.look(None)
        if self.running or self.analyst.is_busy:
            self._work()
        if self.is_complete and not self._is_kept:
            self._keep()

    def _work(self) -> None:
        was_running = self.running
        self.analyst.update()
        if was_running and not self.running:
            self.bring_back()

    def _keep(self) -> None:
        """Let the review come into the record, and have proven what can be learned from."""
        self._is_kept = True
        self.learn_more()

    def learn_more(self) -> None:
        """Let record and deck have what is known, and have proven what more can be learned from."""
        unproven = self._take_in()
        self._requests = [
            self.analyst.ask(position, self._learn, target=Target.MOVES)
            for position in unproven[: -_MOST_PROVEN - 1 : -1]
        ]

    def _learn(self, found: bool) -> None:
        """Take in that a position is proven, or cannot be for now."""
        if found:
            self._take_in()

    def _take_in(self) -> tuple[Position, ...]:
        """Let record and deck have what is known; return what has to be proven for more."""
        learning = self._collector.collect(self._session, self.study)
        self.learned += learning.new
        return learning.unproven

    def take_in(self) -> None:
        """Let game, record, deck and proofs have what was found since, as far as it goes."""
        self.bring_back()
        self._take_in()

    def bring_back(self) -> None:
        """Write into the game what was found."""
        bring_back(self.study, self._session)
        self._proofs.keep(self.study)


def _state(session: Session) -> object:
    """Return what a review belongs to: the moves, and how the game ended."""
    return tuple(session.game.moves), session.ending
