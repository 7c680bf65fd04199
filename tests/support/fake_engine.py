"""An engine that thinks nothing, for tests of those who ask one.

It is there and answers in no time, in this process; `fake_engine_program` is the program behind a
client of the real thing, and `twin_engine` one that answers what is true.
"""

from __future__ import annotations

from battle.engine.client import Engine, EngineState, Event, Failed, Query
from battle.protocol import BestMove
from battle.rules.deal import deal
from battle.rules.position import Position


def position_of(query: Query) -> Position:
    """Return the position a query is about."""
    position = query.start if isinstance(query.start, Position) else deal(query.start)
    for played in query.moves:
        position = position.play(played)
    return position


class FakeEngine:
    """Takes the pair worth most as soon as it is asked; `silent` says only what `say` is given.

    It remembers its `queries` and options, and how often it was started, cancelled and closed.
    """

    def __init__(self, *, silent: bool = False) -> None:
        self.state = EngineState.READY
        self.message = ""
        self.silent = silent
        self.queries: list[Query] = []
        self.options: dict[str, int] = {}
        self.started = self.cancelled = self.closed = 0
        self._query: Query | None = None
        self._events: list[Event] = []

    @property
    def busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._query is not None

    @property
    def last_id(self) -> int:
        """The id of the query asked last."""
        return len(self.queries)

    @property
    def asked(self) -> list[Position]:
        """The positions it was asked about, in their order."""
        return [position_of(query) for query in self.queries]

    def start(self) -> None:
        """Count."""
        self.started += 1

    def set_options(self, *, threads: int, hash_mb: int) -> None:
        """Remember the options."""
        self.options = {"threads": threads, "hash_mb": hash_mb}

    def ask(self, query: Query) -> int:
        """Think about this and nothing else."""
        self.queries.append(query)
        self._query, self._events = query, []
        if not self.silent:
            position = position_of(query)
            best = max(position.legal_moves, key=position.worth, default=None)
            value = 0 if best is None else position.worth(best)
            self.say(BestMove(self.last_id, best, value, exact=False))
        return self.last_id

    def stop(self) -> None:
        """Do nothing: all there is to say is said at once."""

    def cancel(self) -> None:
        """Forget the query."""
        self.cancelled += 1
        self.forget()

    def close(self) -> None:
        """Count."""
        self.closed += 1

    def poll(self, seconds: float = 0.0) -> list[Event]:
        """Return what has come."""
        events, self._events = self._events, []
        if any(isinstance(event, BestMove | Failed) for event in events):
            self._query = None
        return events

    # What a test lets it do

    def say(self, *events: Event) -> None:
        """Let these come with the next `poll`."""
        self._events += events

    def fail(self, message: str) -> None:
        """Give up, as an engine does that has died twice."""
        self.forget()
        self.say(Failed(message))

    def forget(self) -> None:
        """Lose the query, as when somebody else has asked."""
        self._query, self._events = None, []


_AN_ENGINE: type[Engine] = FakeEngine
"""The fake is what the type says: mypy reads this line."""
