"""Proofs of all queued games, move by move, while the solver is free.

    a game was reviewed  ──► `take` ─────┐                 not settled ──► its review goes on
    "prove all my games" ──► `prove_all` ┴► ProofQueue ──► review ──────► proof, move by move
                                              in the       what is new ──► game, record, deck
    "review the rest" ──► `review_all`        database     what is proven ──► Proofs, at once

Queued games without a review are reviewed first, one after the other; then all are proven in turn,
one at a time. The proof has the lowest priority and runs when the setting allows it: not by itself
(`never`), not on battery (`plugged`), or `always`; unless a person asked for it, half an hour a day
at most. Every proven position is written to the database
at once, so a program that is ended in any way continues there at its next start.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date
from enum import Enum
from typing import Final

from battle.analysis.proof_cost import NOTHING, Forecast, ProofCost, ProofPlace
from battle.analysis.study import study_of
from battle.engine.jobs import Priority
from battle.game.session import Session
from battle.profile.proofs import ProofQueue
from battle.profile.records import PlayedGame
from battle.reviews.background import BackgroundReview, ReviewServices, TableStudy
from battle.reviews.power import Power
from battle.rules.position import RulesError
from battle.rules.record import record

NEVER: Final = "never"
PLUGGED: Final = "plugged"
ALWAYS: Final = "always"

MOST_SECONDS: Final = 1800.0
"""How long proofs that nobody asked for may take in a day, by UTC."""

MOST_AT_HAND: Final = 4
"""How many waiting reviews are kept in memory; each takes half a MiB or more."""

_KEPT_SECONDS: Final = 20.0
"""After so much of a day's time it is kept."""

NEWS_SECONDS: Final = 10.0
"""Seconds between two updates of game and record."""


class Standing(Enum):
    """The state of the proof of a game."""

    RUNNING = "running"
    IN_TURN = "in turn"
    ON_BATTERY = "on battery"
    ENOUGH = "enough for today"
    STOPPED = "stopped"
    PROVEN = "proven"


@dataclass(frozen=True)
class ProofProgress:
    """The progress of a proof: proven from ply `proven_from` on, 1 for all of `moves`.

    If nothing is proven it is the number of moves plus one. `seconds` is a forecast of the time
    still to go.
    """

    standing: Standing
    proven_from: int
    seconds: Forecast
    moves: int


@dataclass(eq=False)
class _GameInTurn:
    """A game to be proven; `key` is empty if it is not in the record.

    With `is_review` it is only reviewed for now. `work` is the current step, one per frame. At
    `reported_at` the record was updated to being proven from ply `reported_from` on.
    """

    review: BackgroundReview
    key: str
    asked: bool
    is_review: bool = False
    work: Generator[None] | None = None
    reported_at: float = 0.0
    reported_from: int | None = None


_DONE: Final = object()


class GameProver:
    """Reviews and proves games, one after the other; call `update` once a frame.

    `version` grows with every update of the record, `updated_key` is the key of that game, empty if
    it is not in the record. `to_review` is the number of games that are reviewed before any is
    proven, `reviewed_of` the number the person wanted reviewed, done or not.
    """

    def __init__(self, services: ReviewServices, queue: ProofQueue, power: Power) -> None:
        self._services = services
        self._queue = queue
        self._power = power
        self._taken: list[_GameInTurn] = []
        self._in_turn: _GameInTurn | None = None
        self._speed: float | None = None
        self._looked_at: set[str] = set()
        self._time: tuple[date, float] | None = None
        self._reviews: list[str] = []
        self.reviewed_of = 0
        self.to_review = 0
        self.version = 0
        self.updated_key = ""

    # --- what is wanted -------------------------------------------------------------------------

    def review(self, study: TableStudy) -> None:
        """Review a finished game, and then prove it, once."""
        if study.review is None:
            review = study.reviewed()
            review.begin()
            self.take(review)

    def take(self, review: BackgroundReview, *, asked: bool = False) -> None:
        """Prove a reviewed game before all others; `asked` if the person requested it.

        Only the latest are kept in memory; the others wait in the queue and are read again in their
        turn.
        """
        if review.of < 2 or (not asked and self._services.settings.prove_games == NEVER):
            return
        self._try_again(asked)
        kept = self._services.recorder.game(review.session)
        game = self._game_of(review) or _GameInTurn(review, kept.key if kept else "", asked)
        game.asked |= asked
        self._taken = [game, *(taken for taken in self._taken if taken is not game)][:MOST_AT_HAND]
        if game.key:
            self._queue.add_first(game.key, asked=asked)
        if asked or self._in_turn is not game:
            self.put_down()

    def stop(self, review: BackgroundReview) -> None:
        """Stop proving a game; what is proven stays."""
        game = self._game_of(review)
        if game is not None:
            self._drop(game)

    def prove_all(self, games: Sequence[PlayedGame]) -> None:
        """Prove all games of the record, given in the order they ended, the latest first."""
        self._try_again(True)
        self._queue.add_last(game.key for game in unproven(games))
        for game in self._games:
            game.asked = True
        self.put_down()

    def stop_all(self) -> None:
        """Stop proving; what is proven stays."""
        self.put_down()
        self._taken.clear()
        self.to_review = 0
        self._queue.clear()

    def review_all(self, games: Sequence[PlayedGame]) -> None:
        """Review all games of the record that have no review, before anything is proven."""
        self._try_again(True)
        self._reviews = [game.key for game in unreviewed(games)]
        self.reviewed_of = len(self._reviews)
        self.put_down()

    def stop_reviews(self) -> None:
        """Stop reviewing; findings for the current game are kept."""
        self._reviews = []
        game = self._in_turn
        if game is not None and game.is_review:
            game.review.take_in()
            self.put_down()

    def _try_again(self, asked: bool) -> None:
        if asked and self.failure:
            self._services.scheduler.start()

    def _game_of(self, review: BackgroundReview) -> _GameInTurn | None:
        return next((game for game in self._games if game.review is review), None)

    @property
    def _games(self) -> list[_GameInTurn]:
        return self._taken if self._in_turn is None else [self._in_turn, *self._taken]

    def _drop(self, game: _GameInTurn) -> None:
        """Remove a game from all queues."""
        if self._in_turn is game:
            self.put_down()
        self._taken = [taken for taken in self._taken if taken is not game]
        self._forget(game.key)

    def _forget(self, key: str) -> None:
        self._reviews = [reviewed for reviewed in self._reviews if reviewed != key]
        if key:
            self._queue.remove(key)

    # --- how far it is --------------------------------------------------------------------------

    @property
    def failure(self) -> str:
        return self._services.scheduler.failure

    @property
    def waiting(self) -> dict[str, bool]:
        """The keys of the games to be proven in their turn, and whether a person asked for it."""
        only = self._services.settings.prove_games == NEVER
        return {key: asked for key, asked in self._queue.entries() if asked or not only}

    @property
    def in_hand(self) -> str:
        """The key of the current game, empty if there is none or it is not in the record."""
        return "" if self._in_turn is None else self._in_turn.key

    @property
    def reviews_left(self) -> int:
        return len(self._reviews)

    @property
    def review_share(self) -> float | None:
        """The progress of the current review, 0 to 1; None unless a game is being reviewed."""
        if self._in_turn is None or not self._in_turn.is_review:
            return None
        return self._in_turn.review.done / max(1, self._in_turn.review.of)

    @property
    def progress(self) -> ProofProgress | None:
        return None if self._in_turn is None else self.progress_of(self._in_turn.review)

    def progress_of(self, review: BackgroundReview) -> ProofProgress:
        known, game, moves = review.review, self._game_of(review), review.of - 1
        if review.is_proven:
            return ProofProgress(Standing.PROVEN, 1, NOTHING, moves)
        standing = Standing.RUNNING if game is self._in_turn else Standing.IN_TURN
        if game is None or self.failure or not self._is_wanted(game):
            standing = Standing.STOPPED
        elif self._is_held_back(game):
            standing = Standing.ON_BATTERY
        elif self._is_enough(game):
            standing = Standing.ENOUGH
        proven_from = review.of if known is None else known.exact_from
        return ProofProgress(standing, proven_from, review.proof(self.speed).seconds_left, moves)

    def seconds_of(self, games: Iterable[PlayedGame]) -> Forecast:
        cost, sum_of_all = ProofCost(self.speed), NOTHING
        for game in games:
            first = game.tiles // 2 + 1 if game.exact_from is None else game.exact_from
            before = range(max(2, game.tiles - 2 * (first - 2)), game.tiles + 1, 2)
            sum_of_all += cost.seconds_left([*map(ProofPlace.usual, before)])
        return sum_of_all

    @property
    def speed(self) -> float:
        """The nodes per second of this machine, 0 if unknown."""
        if self._speed is None:
            self._speed = self._queue.speed
        return self._speed

    def _is_held_back(self, game: _GameInTurn) -> bool:
        is_wish = game.is_review and game.key in self._reviews
        return not is_wish and self._services.settings.prove_games == PLUGGED and self._power.is_low

    def _is_enough(self, game: _GameInTurn) -> bool:
        """Whether proofs that nobody asked for have had their time today."""
        return not game.asked and not game.is_review and self._spent() >= MOST_SECONDS

    def _spent(self, more: float = 0.0) -> float:
        """Return the seconds that such proofs have taken today, and `more`."""
        day = self._services.moment().astimezone(UTC).date()
        if self._time is None or self._time[0] != day:
            self._time = day, self._queue.spent(day)
        before, now = self._time[1], self._time[1] + more
        self._time = day, now
        if before // _KEPT_SECONDS != now // _KEPT_SECONDS:
            self._queue.keep_spent(day, now)
        return now

    def _is_wanted(self, game: _GameInTurn) -> bool:
        return game.asked or self._services.settings.prove_games != NEVER

    # --- once a frame ---------------------------------------------------------------------------

    def update(self) -> None:
        """Continue with the current game, or begin the next one."""
        if self._in_turn is not None and not self._is_wanted(self._in_turn):
            self.put_down()
        game = self._in_turn = self._in_turn or self._next()
        if game is None:
            return
        if self._is_held_back(game) or self._is_enough(game):
            self._rest(game)
        elif not game.review.fits:
            self._drop(game)
        else:
            game.work = game.work or self._work(game)
            if next(game.work, _DONE) is _DONE:
                self._end(game)

    def _end(self, game: _GameInTurn) -> None:
        """Finish a game; one that was only reviewed is proven when all games are reviewed."""
        if not game.is_review:
            self._drop(game)
            return
        self._looked_at.add(game.key)
        self.to_review = max(0, self.to_review - 1)
        self._reviews = [key for key in self._reviews if key != game.key]
        self._update_record(game)
        self.put_down()

    def _work(self, game: _GameInTurn) -> Generator[None]:
        """Review and then prove a game, step by step; closing the generator suspends the work.

        Work begun on a screen continues there and is waited for.
        """
        review, priority = game.review, Priority.SHARED if game.asked else Priority.PROOF
        if review.review is None and not review.is_working:
            review.begin(priority)
            yield from self._reviewing(review)
        while review.is_working:
            yield
        if game.is_review:
            return
        proof = review.proof(self.speed)
        job = self._services.scheduler.submit(proof, priority)
        game.reported_from = game.reported_from or proof.proven_from
        seen = self._services.now()
        try:
            while job.is_open:
                now = self._services.now()
                if not game.asked and not self._services.scheduler.is_reserved:
                    self._spent(now - seen)
                seen = now
                if self._has_news(game) and self._services.now() - game.reported_at >= NEWS_SECONDS:
                    self._update_record(game)
                yield
        finally:
            job.cancel()
        self._update_record(game)
        review.learn_more()
        yield from self._reviewing(review)

    def _reviewing(self, review: BackgroundReview) -> Generator[None]:
        try:
            while review.is_working:
                yield
        finally:
            review.rest()

    def _has_news(self, game: _GameInTurn) -> bool:
        return game.reported_from not in (None, game.review.proof(self.speed).proven_from)

    def _update_record(self, game: _GameInTurn) -> None:
        proof = game.review.proof(self.speed)
        game.reported_at, game.reported_from = self._services.now(), proof.proven_from
        game.review.take_in()
        self._speed = proof.cost.speed
        self._queue.keep_speed(self._speed)
        self.version, self.updated_key = self.version + 1, game.key

    def bring_up_to_date(self) -> None:
        game = self._in_turn
        if game is not None and self._has_news(game) and game.review.fits:
            self._update_record(game)

    def _rest(self, game: _GameInTurn) -> None:
        if game.work is not None:
            game.work.close()
        game.work = None

    def put_down(self) -> None:
        """Drop the current game from memory; it keeps its place in the queue."""
        if self._in_turn is not None:
            self._rest(self._in_turn)
            self._services.proofs.keep(self._in_turn.review.study)
            self.bring_up_to_date()
            self._in_turn = None

    # --- the next game --------------------------------------------------------------------------

    def _next(self) -> _GameInTurn | None:
        """Return the next game: one just reviewed, else the first in the queue."""
        for key in [*self._reviews]:
            review = self._review_of(key)
            if review is not None:
                return _GameInTurn(review, key, asked=True, is_review=True)
            self._reviews.remove(key)
        for game in self._taken:
            if self._is_wanted(game):
                return game
        waiting = self.waiting
        games = self._services.records.games() if waiting else []
        reviewed = {game.key for game in games if game.lost is not None} | self._looked_at
        unreviewed = [key for key in waiting if key not in reviewed]
        for key in [*unreviewed, *waiting]:
            self.to_review = len(unreviewed)
            review = self._review_of(key)
            if review is not None and review.of > 1:
                game = _GameInTurn(review, key, waiting[key], is_review=key in unreviewed)
                if not review.is_proven:
                    return game
                self._update_record(game)  # the program ended between the last proof and this
            unreviewed = [listed for listed in unreviewed if listed != key]
            self._forget(key)
        self.to_review = 0
        return None

    def _review_of(self, key: str) -> BackgroundReview | None:
        game = self._services.records.game(key)
        if game is None or not game.record:
            return None
        try:
            session = Session.from_record(record(game.record))
        except RulesError:
            return None
        return BackgroundReview(self._services, session, study_of(session.game))


def unreviewed(games: Iterable[PlayedGame]) -> list[PlayedGame]:
    """Return the games that have no review but could have one, the latest first."""
    return [game for game in reversed([*games]) if game.lost is None and game.record]


def unproven(games: Iterable[PlayedGame]) -> list[PlayedGame]:
    """Return the games that could be proven further, the latest first."""
    return [game for game in reversed([*games]) if game.record and game.exact_from != 1]
