"""The program as the other player of a session, queried without waiting.

A seat with a level queries that level, which takes less than a second. With a clock the program
spreads its time over the moves it may still have to make. A program with a name is not ours, and is
only asked for a move in a time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from battle.engine.client import Query
from battle.engine.jobs import Job, Priority, Question, Scheduler
from battle.game.session import Session
from battle.language import _
from battle.protocol import BestMove, Limit
from battle.rules.position import Move, Position

LEAST_SECONDS: Final = 0.6
"""It never answers faster than this where a person has to follow."""

_HURRY_SECONDS: Final = 10.0
"""With less time than this on its clock it does."""


class Opponent:
    """Queries the moves of the program in one session.

    A query belongs to one state of the session; an answer for another one is ignored.
    `least_seconds` pass before an answer.
    """

    least_seconds = LEAST_SECONDS

    def __init__(self, scheduler: Scheduler, session: Session, now: Callable[[], float]) -> None:
        self._scheduler = scheduler
        self._session = session
        self._now = now
        self._asked: tuple[int, Question, Job] | None = None
        self._since: tuple[Position | None, float] = None, 0.0

    @property
    def is_thinking(self) -> bool:
        """Whether a move is being queried."""
        return self._asked is not None

    @property
    def seconds(self) -> float:
        """The seconds since it is asked about this position and is ready; 0 without a query."""
        return 0.0 if self._asked is None else self._now() - self._since[1]

    @property
    def has_thought(self) -> bool:
        """Whether it has thought long enough for a person to follow."""
        return self.seconds >= self.least_seconds

    @property
    def hurries(self) -> bool:
        """Whether its clock leaves no time to wait for that."""
        left = self._session.remaining(self._session.to_move)
        return left is not None and left < _HURRY_SECONDS

    @property
    def is_getting_ready(self) -> bool:
        """Whether the engine still starts or compiles."""
        return self._scheduler.is_getting_ready

    @property
    def failure(self) -> str:
        """Why the engine does not play, empty while it does."""
        return self._scheduler.failure

    def start(self) -> None:
        """Start the engine; after a failure, try again."""
        self._end_query()
        self._scheduler.start()

    def ask(self) -> BestMove | None:
        """Query the program's move for the session as it is now; return it once it is found."""
        version, position = self._session.version, self._session.position
        if self._since[0] != position or self.is_getting_ready:
            self._since = position, self._now()
        if self._asked is None or self._asked[0] != version:
            self._end_query()
            question = Question(move_question(self._session))
            job = self._scheduler.submit(question, Priority.MOVE)
            self._asked = version, question, job
        return self._asked[1].answer

    def cancel(self) -> None:
        """Cancel the query; the next one counts its time from 0."""
        self._end_query()
        self._since = None, 0.0

    def _end_query(self) -> None:
        if self._asked is not None:
            self._asked[2].cancel()
            self._asked = None


# --- what it is asked -----------------------------------------------------------------------------

LEVEL_SECONDS: Final = 1.0
"""A level answers within this time."""


RESISTING_TILES: Final = 60
"""With at most this many tiles the solver proves a position at once and chooses among equal moves.

It then takes the one that is hardest to answer, as the perfect level does.
"""

_NO_END: Final = 10**12
"""More nodes than there is time for."""


_CLOCK_SHARE: Final = 0.8
"""The share of its time that the program plans to use; the rest is a reserve."""

_BESIDE_SECONDS: Final = 0.15
"""The approximate overhead of a move."""

_RESISTANCE_SECONDS: Final = 0.3
"""How much longer than its limit a level may take, to choose among equal moves."""

_SHORTEST_SECONDS: Final = 0.05


def move_question(session: Session) -> Query:
    """Return the query for the move of the program to move."""
    seat = session.seat(session.to_move)
    level = seat.level
    if level:
        share, limit = _share_of_clock(session), Limit()
        if share is not None and share < LEVEL_SECONDS:
            limit = Limit(time=_before_resistance(share))
        return _query(session, limit, level, session.setup.seed)
    seconds = move_seconds(session)
    if seat.name or session.position.tiles_left > RESISTING_TILES:
        return _query(session, Limit(time=seconds))
    if seconds < session.setup.think_seconds:
        seconds = _before_resistance(seconds)
    return _query(session, Limit(time=seconds, nodes=_NO_END), "perfect")


def not_legal_words(move: Move | None) -> str:
    """Say that a program has answered by no move that can be played."""
    return _("it played {move}, which is not legal").format(move=move or _("no move"))


def move_seconds(session: Session) -> float:
    """Return the approximate thinking time of the program to move, in seconds."""
    seat, share = session.seat(session.to_move), _share_of_clock(session)
    usual = LEVEL_SECONDS if seat.level else session.setup.think_seconds
    return usual if share is None else min(usual, share)


def _share_of_clock(session: Session) -> float | None:
    """Return the seconds the clock allows for the next move, None without a clock."""
    left, control = session.remaining(session.to_move), session.setup.control
    if left is None or control is None:
        return None
    moves = max(1, -(-session.position.tiles_left // 4))
    share = _CLOCK_SHARE * min(left, left / moves + control.increment)
    return max(_SHORTEST_SECONDS, share - _BESIDE_SECONDS)


def _before_resistance(seconds: float) -> float:
    return max(_SHORTEST_SECONDS, seconds - _RESISTANCE_SECONDS)


def _query(session: Session, limit: Limit, level: str | None = None, seed: int = 0) -> Query:
    start, number = session.game.start, session.setup.deal
    asked = number if number and start.given == (0, 0) else start
    return Query(asked, tuple(session.game.moves), limit, level=level, seed=seed)
