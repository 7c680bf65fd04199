"""Proofs of all queued games, move by move, while the solver is free.

    a game was reviewed  ──► `take` ─────┐                 not settled ──► its review goes on
    "prove all my games" ──► `prove_all` ┴► ProofQueue ──► review ──────► proof, move by move
                                              in the       what is new ──► game, record, deck
                                              database     what is proven ──► Proofs, at once

Queued games without a review are reviewed first, one after the other; then all are proven in turn,
one at a time; the game that was reviewed last goes before them. The proof has
the lowest priority and runs when the setting allows it: not by itself
(`never`), not on battery (`plugged`), or `always`; unless a person asked for it, half an hour a day
at most. A review that was asked for runs on battery too. Every proven position is written to the
database at once, so a program that is ended in any way continues there at its next start.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date
from enum import Enum
from typing import Final

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

_KEPT_SECONDS: Final = 20.0
"""After so much of a day's time it is kept."""

NEWS_SECONDS: Final = 10.0
"""Seconds between two updates of game and record."""


class Pause(Enum):
    """Why the work waits."""

    ON_BATTERY = "on battery"
    ENOUGH = "enough for today"


@dataclass(eq=False)
class _GameInTurn:
    """A game to be proven; `key` is empty if it is not in the record.

    With `is_review` it is only reviewed for now. `work` is the current step, one per frame. At
    `reported_at` the record was updated to being proven from ply `reported_from` on.
    """

    review: BackgroundReview
    key: str
    asked: bool = False
    is_review: bool = False
    work: Generator[None] | None = None
    reported_at: float = 0.0
    reported_from: int | None = None


_DONE: Final = object()


class GameProver:
    """Reviews and proves games, one after the other; call `update` once a frame.

    `version` grows with every update of the record. Of the reviews only the latest and the one in
    turn are in memory.
    """

    def __init__(self, services: ReviewServices, queue: ProofQueue, power: Power) -> None:
        self._services = services
        self._queue = queue
        self._power = power
        self._latest: _GameInTurn | None = None
        self._in_turn: _GameInTurn | None = None
        self._speed: float | None = None
        self._looked_at: set[str] = set()
        self._time: tuple[date, float] | None = None
        self.version = 0

    # --- what is wanted -------------------------------------------------------------------------

    def review(self, study: TableStudy) -> None:
        """Review a finished game, and then prove it, once."""
        if study.review is None:
            review = study.reviewed()
            review.take_up()
            self.take(review)

    def take(self, review: BackgroundReview) -> None:
        """Prove a reviewed game before all others, which are read again in their turn."""
        if review.of < 2 or self._services.settings.prove_games == NEVER:
            return
        kept = self._services.recorder.game(review.session)
        known = (game for game in self._games if game.review is review)
        game = next(known, None) or _GameInTurn(review, kept.key if kept else "")
        self._latest = game
        if game.key:
            self._queue.add_first(game.key)
        if self._in_turn is not game:
            self.put_down()

    def prove_all(self, games: Sequence[PlayedGame]) -> None:
        """Prove all games of the record, given in the order they ended, the latest first."""
        if self.failure:
            self._services.scheduler.start()
        self._queue.add_last(game.key for game in unproven(games))
        for game in self._games:
            game.asked = True
        self.put_down()

    def stop_all(self) -> None:
        """Stop proving; what is proven stays."""
        self.put_down()
        self._latest = None
        self._queue.clear()

    @property
    def _games(self) -> list[_GameInTurn]:
        return [game for game in (self._in_turn, self._latest) if game is not None]

    def _drop(self, game: _GameInTurn) -> None:
        """Be done with a game."""
        if self._in_turn is game:
            self.put_down()
        if self._latest is game:
            self._latest = None
        self._queue.remove(game.key)

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
    def in_hand(self) -> BackgroundReview | None:
        """The review of the current game, None if there is none."""
        return None if self._in_turn is None else self._in_turn.review

    @property
    def pause(self) -> Pause | None:
        """Why the current game waits; None if it does not, or there is none."""
        game = self._in_turn
        if game is None or (game.is_review and game.asked):
            return None
        if self._services.settings.prove_games == PLUGGED and self._power.is_low:
            return Pause.ON_BATTERY
        is_free = game.asked or game.is_review
        return None if is_free or self._spent() < MOST_SECONDS else Pause.ENOUGH

    @property
    def speed(self) -> float:
        """The nodes per second of this machine, 0 if unknown."""
        if self._speed is None:
            self._speed = self._queue.speed
        return self._speed

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
        if self.pause is not None:
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
        self.version += 1

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
        if self._latest is not None and self._is_wanted(self._latest):
            return self._latest
        waiting = self.waiting
        games = self._services.records.games() if waiting else []
        reviewed = {game.key for game in games if game.lost is not None} | self._looked_at
        unreviewed = [key for key in waiting if key not in reviewed]
        for key in dict.fromkeys([*unreviewed, *waiting]):
            review = self._review_of(key)
            if review is not None and review.of > 1:
                game = _GameInTurn(review, key, waiting[key], is_review=key in unreviewed)
                if not review.is_proven:
                    return game
                self._update_record(game)  # the program ended between the last proof and this
            self._queue.remove(key)
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


def unproven(games: Iterable[PlayedGame]) -> list[PlayedGame]:
    """Return the games that could be proven further, the latest first."""
    return [
        game
        for game in reversed([*games])
        if game.record and game.exact_from != 1 and game.has_pairs
    ]
