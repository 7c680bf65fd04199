"""What every engine does, as its users know it: asked a query, it answers by events.

An engine works on one query at a time and the newest wins. It is asked and polled and never
waited for, once a frame:

    engine.ask(Query(position)) ──► id
    engine.poll()               ──► [Info …, Info …, BestMove], each with that id

`battle.engine.client` is the engine in another process, which is the one people play.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final, Protocol, TypeAlias

from battle.language import _
from battle.protocol import BestMove, Info, InfoString, Limit
from battle.rules.position import Move, Position

TWO_SECONDS: Final = Limit(time=2.0)


class EngineState(Enum):
    """What the engine is doing."""

    STARTING = "starting"
    COMPILING = "compiling"
    READY = "ready"
    THINKING = "thinking"
    FAILED = "failed"

    @property
    def is_getting_ready(self) -> bool:
        """Whether it cannot think yet."""
        return self in (EngineState.STARTING, EngineState.COMPILING)


@dataclass(frozen=True)
class Query:
    """A position to think about: a start, or the number of its deal, and the moves since.

    Moves of one game asked with one start let the engine use again what it has found. `lines` is
    the number of moves to value. `level` names a strength to play at, and with another `seed` it
    errs elsewhere.
    """

    start: Position | int
    moves: tuple[Move, ...] = ()
    limit: Limit = TWO_SECONDS
    lines: int = 1
    seed: int = 0
    level: str | None = None


@dataclass(frozen=True)
class Failed:
    """The engine is given up; `message` is one line. `start` tries again."""

    message: str


Event: TypeAlias = Info | BestMove | InfoString | Failed


class Engine(Protocol):
    """Somebody who can be asked about positions, and nothing of it waits."""

    @property
    def state(self) -> EngineState:
        """What it is doing."""

    @property
    def message(self) -> str:
        """What it says while it gets ready, and why it failed; else empty."""

    @property
    def busy(self) -> bool:
        """Whether an answer is still to come."""

    @property
    def last_id(self) -> int:
        """The id of the query asked last, by whomever; 0 before the first."""

    def start(self) -> None:
        """Get ready, so that nobody waits for it later; after a failure, try again."""

    def set_options(self, *, threads: int, hash_mb: int) -> None:
        """Set the threads and the MiB of table used from the next query on, 0 for automatic."""

    def ask(self, query: Query) -> int:
        """Think about `query` and nothing else; return the id of its answer."""

    def stop(self) -> None:
        """Answer the query asked last at once, with what has been found."""

    def cancel(self) -> None:
        """Forget the query asked last: no answer to it will come."""

    def poll(self, seconds: float = 0.0) -> list[Event]:
        """Return what has come since the last call, waiting up to `seconds` for something."""

    def close(self) -> None:
        """End for good."""


def contradiction_words(error: ArithmeticError) -> str:
    """Say that what an engine has answered cannot be true."""
    return _("the engine contradicts what is proven: {reason}").format(reason=error)
