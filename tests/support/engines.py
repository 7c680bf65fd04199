"""Engines in this process, for tests of those who ask one, and waiting for the real one.

`FakeEngine` thinks nothing, `TwinEngine` answers what is true; both answer in no time.
`fake_engine_program` is a program behind a client of the real thing.
"""

from __future__ import annotations

import time
from random import Random
from typing import Final

from battle.engine.client import Engine, EngineClient, EngineState, Event, Failed, Query
from battle.protocol import BestMove, Goal, Info
from battle.rules.position import Move, Position, deal
from tools.reference import Memo, move_values


def position_of(query: Query) -> Position:
    """Return the position a query is about."""
    position = query.start if isinstance(query.start, Position) else deal(query.start)
    for played in query.moves:
        position = position.play(played)
    return position


class FakeEngine(Engine):
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


# --- twin engine ---------------------------------------------------------------------------------
#
# An engine client that answers with the slow twin's values, a report a poll, in no time.
#
# Reports are shaped as the real engine's are; what is proven closes in from report to report. It
# only counts its time.

REPORTS = 4
SECONDS = 0.25
SLACK = (0, 1, 3, 400)
"""How far from the value what is proven on the way may be."""


class TwinEngine(FakeEngine):
    """Proves everything in `reports` polls; `silent` never answers, `blind` proves nothing.

    `error` is what it tells as the standard error of its guesses.
    """

    def __init__(
        self, reports: int = REPORTS, *, silent: bool = False, blind: bool = False
    ) -> None:
        super().__init__(silent=silent)
        self.reports, self.blind = reports, blind
        self.error: float | None = None
        self._memo: Memo = {}
        self._random = Random(1)
        self._told = 0
        self._bounds: dict[Move, tuple[int, int]] = {}

    def ask(self, query: Query) -> int:
        """Think about this and nothing else."""
        position = position_of(query)
        assert not position.is_over, "asked about a game that is over"
        self.queries.append(query)
        self._query, self._told, self._events = query, 0, []
        left = position.points_left
        self._bounds = dict.fromkeys(position.legal_moves, (-left, left))
        return self.last_id

    def poll(self, seconds: float = 0.0) -> list[Event]:
        """Return the next report, after the last one the answer."""
        if self._query is not None and not self.silent:
            self._go_on(self._query)
        return super().poll(seconds)

    def _go_on(self, query: Query) -> None:
        position = position_of(query)
        values = move_values(position, self._memo)
        self._told += 1
        last = self._told >= self.reports
        if not self.blind:
            self._close_in(values, query, last=last)
        self._events += self._report(values, position)
        if last and not query.limit.infinite:
            best = max(values, key=lambda move: values[move])
            self._events.append(BestMove(self.last_id, best, values[best], not self.blind))

    def _close_in(self, values: dict[Move, int], query: Query, *, last: bool) -> None:
        best = max(values.values())
        for move, value in values.items():
            lower, upper = self._bounds[move]
            if not last:
                below, above = self._random.choices(SLACK, k=2)
                bounds = (max(lower, value - below), min(upper, value + above))
            elif query.limit.goal is Goal.BEST and value < best:
                bounds = (lower, min(upper, best - 1))
            else:
                bounds = (value, value)
            self._bounds[move] = bounds

    def _report(self, values: dict[Move, int], position: Position) -> list[Event]:
        lowest = max(lower for lower, _ in self._bounds.values())
        highest = max(upper for _, upper in self._bounds.values())
        guesses = {
            move: max(lower, min(upper, value + self._random.randint(-6, 6)))
            for (move, (lower, upper)), value in zip(
                self._bounds.items(), values.values(), strict=True
            )
        }
        able = [move for move in values if self._bounds[move][1] >= lowest]
        first = max(able, key=lambda move: (guesses[move], self._bounds[move][0]))
        rest = sorted(values, key=lambda move: (move != first, -guesses[move]))
        return [
            Info(
                id=self.last_id,
                depth=self._told,
                rank=rank,
                value=guesses[move],
                lower=self._bounds[move][0],
                upper=self._bounds[move][1],
                nodes=100 * self._told,
                nodes_per_second=1000,
                hashfull=1,
                time=SECONDS * self._told,
                pv=(move,),
                error=self.error,
                floor=lowest,
                ceiling=highest,
            )
            for rank, move in enumerate(rest, start=1)
        ]


# --- waiting -------------------------------------------------------------------------------------
#
# Waiting for the real engine in tests.

PATIENCE: Final = 120.0
"""Seconds before a test gives up; the kernels are compiled within them."""


def answer_of(engine: EngineClient, question: Query) -> BestMove:
    """Return the engine's answer, polled for as the window does."""
    number, end = engine.ask(question), time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for event in engine.poll(0.05):
            assert not isinstance(event, Failed), event
            if isinstance(event, BestMove) and event.id == number:
                return event
    raise AssertionError("no answer")
