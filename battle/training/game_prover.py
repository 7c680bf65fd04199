"""Games of the record, reviewed and proven back to their first move while the solver is free.

    a game was reviewed  ──► `take` ─────┐                 not settled ──► its review goes on
    "prove all my games" ──► `prove_all` ┴► ProofQueue ──► review ──────► proof, move by move
                                              in the       what is new ──► game, record, deck
    "review the rest" ──► `review_all`        database     what is proven ──► Proofs, at once

Games of the queue that were never reviewed are reviewed first, one after the other; then all are
proven in their turn.

One game is in hand. Its proof has the last priority of all, and goes on when the setting allows it:
never by itself (`never`), not on the battery (`plugged`), or `always`. What is proven is in the
database as soon as it is, so a program that is ended in any way goes on there at its next start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from typing import Final, Protocol

from battle.analysis.proof_cost import NOTHING, Forecast, ProofCost, ProofPlace
from battle.engine.scheduler import Job, Priority
from battle.game.session import Session, study_of
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


PATIENCE: Final = 15.0
"""The system is asked for its battery at most every so many seconds."""


def on_battery() -> bool:
    """Return whether the machine says that it has a battery and no other power.

    A machine that does not say counts as plugged in.
    """
    with suppress(Exception):  # whatever a system's drivers do wrong, it is no reason to stop
        import psutil

        battery = psutil.sensors_battery()
        return battery is not None and battery.power_plugged is False
    return False


class Power:
    """What the machine lives on; `now` counts seconds, `ask` is the system."""

    def __init__(self, now: Callable[[], float], ask: Callable[[], bool] = on_battery) -> None:
        self._now = now
        self._ask = ask
        self._asked_at = float("-inf")
        self._found = False

    @property
    def is_low(self) -> bool:
        """Whether it lives on its battery."""
        if self._now() - self._asked_at >= PATIENCE:
            self._asked_at, self._found = self._now(), self._ask()
        return self._found


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
class _GameInTurn:
    """A game to be proven; `key` is empty if it is not in the record.

    With `is_review` it is only reviewed for now. `proof` is what was submitted for it; while it
    `is_reviewing`, its review does what was begun here, not on a screen.
    """

    review: BackgroundReview
    key: str
    asked: bool
    is_review: bool = False
    is_begun: bool = False
    is_reviewing: bool = False
    is_ending: bool = False
    proof: Job | None = None
    told_at: float = 0.0
    told_from: int | None = None


class GameProver:
    """Reviews and proves games, one after the other; call `update` once a frame.

    `version` grows by one whenever the record has something new, of the game whose key is `told`,
    empty if that is not in the record. `to_review` is the number of games that are reviewed before
    any is proven, `reviewed_of` that of those the person wanted reviewed, done or not.
    """

    def __init__(self, services: ProverServices, queue: ProofQueue, power: Power) -> None:
        self._services = services
        self._queue = queue
        self._power = power
        self._entries: list[tuple[str, bool]] | None = None
        self._taken: list[_GameInTurn] = []
        self._in_turn: _GameInTurn | None = None
        self._speed: float | None = None
        self._looked_at: set[str] = set()
        self._reviews: list[str] = []
        self.reviewed_of = 0
        self.to_review = 0
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
        self._try_again(asked)
        before = self._game_of(review)
        game = before or _GameInTurn(review, self._key_of(review), asked)
        game.asked |= asked
        taken = [game, *(taken for taken in self._taken if taken is not game)]
        self._taken = taken[:MOST_AT_HAND]
        if game.key:
            self._queue.add_first(game.key, asked=asked)
            self._entries = None
        if self._in_turn is not game:
            self._put_down()

    def stop(self, review: BackgroundReview) -> None:
        """Prove a game no further; what is proven stays."""
        game = self._game_of(review)
        if game is not None:
            self._drop(game)

    def prove_all(self, games: Sequence[PlayedGame]) -> None:
        """Prove all games of the record, given in the order they ended, the latest first."""
        self._try_again(True)
        self._queue.add_last(game.key for game in unproven(games))
        self._entries = None
        for game in self._games:
            game.asked = True

    def stop_all(self) -> None:
        """Prove no further; what is proven stays."""
        self._put_down()
        self._taken.clear()
        self.to_review = 0
        self._queue.clear()
        self._entries = None

    def review_all(self, games: Sequence[PlayedGame]) -> None:
        """Review all games of the record that have no review, before anything is proven."""
        self._try_again(True)
        self._reviews = [game.key for game in unreviewed(games)]
        self.reviewed_of = len(self._reviews)
        self._put_down()

    def stop_reviews(self) -> None:
        """Review no further; what was found of the game in hand is kept as far as it goes."""
        self._reviews = []
        game = self._in_turn
        if game is not None and game.is_review:
            game.review.take_in()
            self._put_down()

    def _try_again(self, asked: bool) -> None:
        if asked and self.failure:
            self._services.scheduler.start()

    def _game_of(self, review: BackgroundReview) -> _GameInTurn | None:
        return next((game for game in self._games if game.review is review), None)

    @property
    def _games(self) -> list[_GameInTurn]:
        return self._taken if self._in_turn is None else [self._in_turn, *self._taken]

    def _key_of(self, review: BackgroundReview) -> str:
        """Return the key of a game that is kept in the record, empty for others."""
        kept = self._services.recorder.game(review.session)
        return "" if kept is None else kept.key

    def _drop(self, game: _GameInTurn) -> None:
        """Take a game out of everything."""
        if self._in_turn is game:
            self._put_down()
        self._taken = [taken for taken in self._taken if taken is not game]
        self._forget(game.key)

    def _forget(self, key: str) -> None:
        self._reviews = [one for one in self._reviews if one != key]
        if key:
            self._queue.remove(key)
            self._entries = None

    # --- how far it is --------------------------------------------------------------------------

    @property
    def failure(self) -> str:
        """Why the engine has been given up."""
        return self._services.scheduler.failure

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
        return "" if self._in_turn is None else self._in_turn.key

    @property
    def reviews_left(self) -> int:
        """How many of the games that the person wanted reviewed are still to come."""
        return len(self._reviews)

    @property
    def review_share(self) -> float | None:
        """How far the review in hand is, 0 to 1; None if a game is being proven, or none is."""
        if self._in_turn is None or not self._in_turn.is_review:
            return None
        return self._in_turn.review.done / max(1, self._in_turn.review.of)

    @property
    def progress(self) -> ProofProgress | None:
        """How far the game in hand is, None if there is none."""
        return None if self._in_turn is None else self.progress_of(self._in_turn.review)

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
        game = self._game_of(review)
        if game is None or self.failure or not self._is_wanted(game):
            return Standing.STOPPED
        if self._is_held_back(game):
            return Standing.ON_BATTERY
        return Standing.RUNNING if game is self._in_turn else Standing.IN_TURN

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

    def _is_held_back(self, game: _GameInTurn) -> bool:
        is_wish = game.is_review and game.key in self._reviews
        return not is_wish and self._services.settings.prove_games == PLUGGED and self._power.is_low

    def _is_wanted(self, game: _GameInTurn) -> bool:
        return game.asked or self._services.settings.prove_games != NEVER

    # --- once a frame ---------------------------------------------------------------------------

    def update(self) -> None:
        """See to the game in hand, or to the next one."""
        if self._in_turn is not None and not self._is_wanted(self._in_turn):
            self._put_down()
        if self._in_turn is None:
            self._in_turn = self._next()
        game = self._in_turn
        if game is not None and self._is_held_back(game):
            self._rest(game)
        elif game is not None:
            self._work(game)

    def _work(self, game: _GameInTurn) -> None:
        """Go on with a game: first with its review, then with its proof."""
        review = game.review
        if not review.fits:
            self._drop(game)
            return
        if not game.is_begun:
            game.is_begun = True
            if review.review is None and not review.is_working:
                game.is_reviewing = True
                review.begin(Priority.PROOF)
        if review.is_working:
            return
        game.is_reviewing = False
        if game.is_review:
            self._end_review(game)
        else:
            self._prove(game)

    def _end_review(self, game: _GameInTurn) -> None:
        """Let the record have a review; the game is proven when all games are reviewed."""
        self._looked_at.add(game.key)
        self.to_review = max(0, self.to_review - 1)
        self._reviews = [key for key in self._reviews if key != game.key]
        self._tell(game)
        self._put_down()

    def _prove(self, game: _GameInTurn) -> None:
        proof = game.review.proof(self.speed)
        if game.proof is None:
            game.proof = self._services.scheduler.submit(proof, Priority.PROOF)
            game.told_from = game.told_from or proof.proven_from
        if proof.is_over:
            self._end(game)
        elif self._has_news(game) and self._services.now() - game.told_at >= NEWS_SECONDS:
            self._tell(game)

    def _has_news(self, game: _GameInTurn) -> bool:
        """Whether more is proven than the record was told."""
        return game.told_from not in (None, game.review.proof(self.speed).proven_from)

    def _end(self, game: _GameInTurn) -> None:
        """Look closer at the mistakes of a game that is proven; then be done with it."""
        if game.is_ending:
            self._drop(game)
            return
        game.is_ending = game.is_reviewing = True
        self._tell(game)
        game.review.learn_more()

    def _tell(self, game: _GameInTurn) -> None:
        """Let game, record and deck have what is new."""
        proof = game.review.proof(self.speed)
        game.told_at, game.told_from = self._services.now(), proof.proven_from
        game.review.take_in()
        self._speed = proof.cost.speed
        self._queue.keep_speed(self._speed)
        self.version, self.told = self.version + 1, game.key

    def bring_up_to_date(self) -> None:
        """Let the record have what was found since it was told last: somebody looks at it."""
        game = self._in_turn
        if game is not None and self._has_news(game) and game.review.fits:
            self._tell(game)

    def _rest(self, game: _GameInTurn) -> None:
        """Work no further on the game in hand for now."""
        if game.proof is not None:
            game.proof.cancel()
            game.proof = None
        if game.is_reviewing:
            game.review.rest()
            game.is_begun = game.is_reviewing = game.is_ending = False

    def _put_down(self) -> None:
        """Let go of the game in hand, which keeps its place in the queue."""
        game = self._in_turn
        if game is None:
            return
        self._rest(game)
        self._in_turn = None
        self._services.proofs.keep(game.review.study)
        if self._has_news(game) and game.review.fits:
            self._tell(game)

    def close(self) -> None:
        """Keep what is known of the game in hand; the program is about to end."""
        self._put_down()

    # --- the next game --------------------------------------------------------------------------

    def _next(self) -> _GameInTurn | None:
        """Return the next game: one that was reviewed just now, else the first in the queue."""
        for key in [*self._reviews]:
            review = self._review_of(key)
            if review is not None:
                return _GameInTurn(review, key, asked=True, is_review=True)
            self._reviews.remove(key)
        for game in self._taken:
            if self._is_wanted(game):
                return game
        waiting = self._waiting
        unreviewed = self._unreviewed([*waiting]) if waiting else []
        for key in [*unreviewed, *waiting]:
            self.to_review = len(unreviewed)
            review = self._review_of(key)
            if review is not None and review.of > 1 and not review.is_proven:
                return _GameInTurn(review, key, waiting[key], is_review=key in unreviewed)
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


def unreviewed(games: Iterable[PlayedGame]) -> list[PlayedGame]:
    """Return the games that have no review but could have one, the latest first."""
    return [game for game in reversed([*games]) if game.lost is None and game.record]


def unproven(games: Iterable[PlayedGame]) -> list[PlayedGame]:
    """Return the games that could be proven further, the latest first."""
    return [game for game in reversed([*games]) if game.record and game.exact_from != 1]
