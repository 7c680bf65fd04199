"""Games of the record, proven back to their first move while nobody needs the solver.

    a game was reviewed  ──► `take` ─────┐                 not settled ──► its review goes on
    "prove all my games" ──► `prove_all` ┴► ProofQueue ──► review ──────► proof, move by move
                                              in the       what is new ──► game, record, deck
                                              database     what is proven ──► Proofs, at once

Games of the queue that were never reviewed are reviewed first, one after the other; then all are
proven in their turn.

One game is in hand. The prover works when `update` is told that the engine is free, and when the
setting allows it: never by itself (`never`), not on the battery (`plugged`), or `always`. It gives
the engine back within the frame in which somebody else wants it. What is proven is in the database
as soon as it is, so a program that is ended in any way goes on there at its next start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, Protocol

from battle.analysis.proof_cost import NOTHING, Forecast, ProofCost, ProofPlace
from battle.engine.power import Power
from battle.game.session import Session
from battle.game.session_study import study_of
from battle.profile.proofs import ProofQueue
from battle.profile.records import GameRecorder, PlayedGame, Records
from battle.rules.position import RulesError, position
from battle.rules.record import record
from battle.training.background_review import BackgroundReview, ReviewServices

NEVER: Final = "never"
PLUGGED: Final = "plugged"
ALWAYS: Final = "always"

MOST_AT_HAND: Final = 4
"""So many reviews of finished games are held while they wait; each is half a mebibyte or more."""

NEWS_SECONDS: Final = 10.0
"""What was found goes into game and record no more often than this."""


class Standing(Enum):
    """What is being done about the proof of a game."""

    RUNNING = "running"
    IN_TURN = "in turn"
    ON_BATTERY = "on battery"
    STOPPED = "stopped"
    PROVEN = "proven"


@dataclass(frozen=True)
class ProofProgress:
    """How far the proof of a game is: proven from ply `proven_from` on, 1 for all of `moves`.

    One more than there are moves is nothing. `seconds` is the time it will take from now on, as far
    as can be foreseen.
    """

    standing: Standing
    proven_from: int
    seconds: Forecast
    moves: int


class ProverServices(ReviewServices, Protocol):
    """What the prover needs of the program."""

    @property
    def records(self) -> Records:
        """The finished games."""

    @property
    def recorder(self) -> GameRecorder:
        """What brings finished games into the record."""

    @property
    def now(self) -> Callable[[], float]:
        """A clock for what takes time."""


@dataclass(eq=False)
class _Job:
    """A game to be proven; `key` is empty if it is not in the record.

    With `is_review` it is only reviewed for now.
    """

    review: BackgroundReview
    key: str
    asked: bool
    is_review: bool = False
    is_begun: bool = False
    is_ending: bool = False
    told_at: float = 0.0
    has_news: bool = False


class GameProver:
    """Proves games, one after the other; call `update` once a frame.

    `version` grows by one whenever the record has something new, of the game whose key is `told`,
    empty if that is not in the record; `failure` is why the engine was given up.
    `to_review` is the number of games that are reviewed before any is proven.
    """

    def __init__(self, services: ProverServices, queue: ProofQueue, power: Power) -> None:
        self._services = services
        self._queue = queue
        self._power = power
        self._entries: list[tuple[str, bool]] | None = None
        self._taken: list[_Job] = []
        self._job: _Job | None = None
        self._speed: float | None = None
        self._is_at_work = False
        self._looked_at: set[str] = set()
        self.to_review = 0
        self.failure = ""
        self.version = 0
        self.told = ""

    # --- what is wanted -------------------------------------------------------------------------

    def take(self, review: BackgroundReview, *, asked: bool = False) -> None:
        """Prove a reviewed game before all others; `asked` is a person's own wish.

        Of many that were taken only the latest are held; the others wait in the queue alone, from
        where they are read again in their turn.
        """
        if review.of < 2 or (not asked and self._services.settings.prove_games == NEVER):
            return
        if asked:
            self.failure = ""
        before = self._job_of(review)
        key = self._key_of(review) if before is None else before.key
        job = before or _Job(review, key, asked)
        job.asked |= asked
        taken = [job, *(taken for taken in self._taken if taken is not job)]
        self._taken = taken[:MOST_AT_HAND]
        if key:
            self._queue.add_first(key, asked=asked)
            self._entries = None
        if self._job is not job:
            self._put_down()

    def stop(self, review: BackgroundReview) -> None:
        """Prove a game no further; what is proven stays."""
        job = self._job_of(review)
        if job is not None:
            self._drop(job)

    def prove_all(self, games: Sequence[PlayedGame]) -> None:
        """Prove all games of the record, given in the order they ended, the latest first."""
        self.failure = ""
        self._queue.add_last(game.key for game in unproven(games))
        self._entries = None
        for job in self._jobs:
            job.asked = True

    def stop_all(self) -> None:
        """Prove no further; what is proven stays."""
        self._put_down()
        self._taken.clear()
        self.to_review = 0
        self._queue.clear()
        self._entries = None

    def _job_of(self, review: BackgroundReview) -> _Job | None:
        return next((job for job in self._jobs if job.review is review), None)

    @property
    def _jobs(self) -> list[_Job]:
        return self._taken if self._job is None else [self._job, *self._taken]

    def _key_of(self, review: BackgroundReview) -> str:
        """Return the key of a game that is kept in the record, empty for others."""
        kept = self._services.recorder.game(review.session)
        return "" if kept is None else kept.key

    def _drop(self, job: _Job) -> None:
        """Take a game out of everything."""
        if self._job is job:
            self._put_down()
        self._taken = [taken for taken in self._taken if taken is not job]
        self._forget(job.key)

    def _forget(self, key: str) -> None:
        if key:
            self._queue.remove(key)
            self._entries = None

    # --- how far it is --------------------------------------------------------------------------

    @property
    def waiting(self) -> list[str]:
        """The keys of the games of the record that are to be proven, in their turn."""
        return [*self._waiting]

    @property
    def _waiting(self) -> dict[str, bool]:
        """The keys of the games to be proven, and whether a person has asked for each."""
        if self._entries is None:
            self._entries = self._queue.entries()
        only = self._services.settings.prove_games == NEVER
        return {key: asked for key, asked in self._entries if asked or not only}

    @property
    def in_hand(self) -> str:
        """The key of the game in hand, empty if there is none, or if it is not in the record."""
        return "" if self._job is None else self._job.key

    @property
    def review_share(self) -> float | None:
        """How far the review in hand is, 0 to 1; None if a game is being proven, or none is."""
        if self._job is None or not self._job.is_review:
            return None
        return self._job.review.done / max(1, self._job.review.of)

    @property
    def progress(self) -> ProofProgress | None:
        """How far the game in hand is, None if there is none."""
        return None if self._job is None else self.progress_of(self._job.review)

    def progress_of(self, review: BackgroundReview) -> ProofProgress:
        """Return how far the proof of a game is."""
        if review.is_proven:
            return ProofProgress(Standing.PROVEN, 1, NOTHING, review.of - 1)
        found = review.review
        proven_from = review.of if found is None else found.exact_from
        seconds = review.proof(self.speed).seconds_left
        standing = self._standing_of(review)
        return ProofProgress(standing, proven_from, seconds, review.of - 1)

    def _standing_of(self, review: BackgroundReview) -> Standing:
        job = self._job_of(review)
        if job is None or self.failure or not self._is_wanted(job):
            return Standing.STOPPED
        if self._is_held_back:
            return Standing.ON_BATTERY
        return Standing.RUNNING if job is self._job else Standing.IN_TURN

    def seconds_of(self, games: Iterable[PlayedGame]) -> Forecast:
        """Return the time that games of the record will take, by what such games usually do."""
        cost, sum_of_all = ProofCost(self.speed), NOTHING
        for game in games:
            tiles = position(game.start).tiles_left
            first = tiles // 2 + 1 if game.exact_from is None else game.exact_from
            before = range(max(2, tiles - 2 * (first - 2)), tiles + 1, 2)
            sum_of_all += cost.seconds_left([*map(ProofPlace.usual, before)])
        return sum_of_all

    @property
    def speed(self) -> float:
        """The nodes a second of this machine, 0 as long as that is not known."""
        if self._speed is None:
            self._speed = self._queue.speed
        return self._speed

    @property
    def _is_held_back(self) -> bool:
        return self._services.settings.prove_games == PLUGGED and self._power.is_low

    def _is_wanted(self, job: _Job) -> bool:
        return job.asked or self._services.settings.prove_games != NEVER

    # --- once a frame ---------------------------------------------------------------------------

    def rest(self) -> None:
        """Leave the engine to others, who may be going on with the same review."""
        if self._is_at_work and self._job is not None:
            self._job.review.analyst.rest()
            self._job.review.proof(self.speed).rest()
        self._is_at_work = False

    def update(self) -> None:
        """Go on with the game in hand, or with the next one; the engine is free."""
        if self._is_held_back or self.failure:
            self.rest()
            return
        if self._job is not None and not self._is_wanted(self._job):
            self._put_down()
        if self._job is None:
            self._job = self._next()
        if self._job is not None:
            self._is_at_work = True
            self._work(self._job)

    def _work(self, job: _Job) -> None:
        """Go on with a game: first with its review, then with its proof."""
        review = job.review
        if not review.fits:
            self._drop(job)
            return
        if not job.is_begun:
            self._begin(job)
        review.update()
        if review.analyst.failure:
            self._fail(job, review.analyst.failure)
        elif review.wants_engine:
            return
        elif job.is_review:
            self._end_review(job)
        else:
            self._prove(job)

    def _end_review(self, job: _Job) -> None:
        """Let the record have a review; the game is proven when all games are reviewed."""
        self._looked_at.add(job.key)
        self.to_review = max(0, self.to_review - 1)
        self._tell(job)
        self._put_down()

    def _begin(self, job: _Job) -> None:
        """Try again what has failed, and have a game reviewed that never was."""
        job.is_begun, review = True, job.review
        proof = review.proof(self.speed)
        if proof.failure:
            proof.retry()
        if review.review is None or review.analyst.failure:
            review.begin()

    def _prove(self, job: _Job) -> None:
        proof = job.review.proof(self.speed)
        place = proof.position
        if proof.update() and place is not None:
            self._services.proofs.keep_all(job.review.study.values, [place])
            job.has_news = True
        if proof.failure:
            self._fail(job, proof.failure)
        elif proof.is_done:
            self._end(job)
        elif job.has_news and self._services.now() - job.told_at >= NEWS_SECONDS:
            self._tell(job)

    def _end(self, job: _Job) -> None:
        """Look closer at the mistakes of a game that is proven; then be done with it."""
        if job.is_ending:
            self._drop(job)
            return
        job.is_ending = True
        self._tell(job)
        job.review.learn_more()

    def _fail(self, job: _Job, reason: str) -> None:
        """Give up for now; the game keeps its place, and begins anew when it is gone on with."""
        self._put_down()
        self._taken = [taken for taken in self._taken if taken is not job]
        self.failure = reason

    def _tell(self, job: _Job) -> None:
        """Let game, record and deck have what is new."""
        job.told_at, job.has_news = self._services.now(), False
        job.review.take_in()
        self._speed = job.review.proof(self.speed).cost.speed
        self._queue.keep_speed(self._speed)
        self.version, self.told = self.version + 1, job.key

    def bring_up_to_date(self) -> None:
        """Let the record have what was found since it was told last: somebody looks at it."""
        job = self._job
        if job is not None and job.has_news and job.review.fits:
            self._tell(job)

    def _put_down(self) -> None:
        """Let go of the game in hand, which keeps its place in the queue."""
        job = self._job
        if job is None:
            return
        self.rest()
        self._job = None
        self._services.proofs.keep(job.review.study)
        if job.has_news and job.review.fits:
            self._tell(job)

    def close(self) -> None:
        """Keep what is known of the game in hand; the program is about to end."""
        self._put_down()

    # --- the next game --------------------------------------------------------------------------

    def _next(self) -> _Job | None:
        """Return the next game: one that was reviewed just now, else the first in the queue."""
        for job in self._taken:
            if self._is_wanted(job):
                return job
        waiting = self._waiting
        unreviewed = self._unreviewed([*waiting]) if waiting else []
        for key in [*unreviewed, *waiting]:
            self.to_review = len(unreviewed)
            review = self._review_of(key)
            if review is not None and review.of > 1 and not review.is_proven:
                return _Job(review, key, waiting[key], is_review=key in unreviewed)
            unreviewed = [one for one in unreviewed if one != key]
            self._forget(key)
        self.to_review = 0
        return None

    def _unreviewed(self, waiting: Sequence[str]) -> list[str]:
        """Return the games that wait and were never reviewed, in their turn."""
        reviewed = {game.key for game in self._services.records.games() if game.lost is not None}
        return [key for key in waiting if key not in reviewed | self._looked_at]

    def _review_of(self, key: str) -> BackgroundReview | None:
        """Return the review of a game of the record, None if it cannot be read."""
        game = self._services.records.game(key)
        if game is None or not game.record:
            return None
        try:
            session = Session.from_record(record(game.record))
        except RulesError:
            return None
        return BackgroundReview(self._services, session, study_of(session))


def unproven(games: Iterable[PlayedGame]) -> list[PlayedGame]:
    """Return the games that could be proven further, the latest first."""
    return [game for game in reversed([*games]) if game.record and game.exact_from != 1]
