"""An engine client that answers with the slow twin's values, a report a poll, in no time.

Reports are shaped as the real engine's are: the first line carries the position's bounds, not its
move's, and what is proven closes in from report to report. It only counts its time.
"""

from __future__ import annotations

from random import Random

from battle.engine.client import Event, Query
from battle.protocol import BestMove, Goal, Info
from battle.rules.position import Move, Position
from tests.support.fake_engine import FakeEngine, position_of
from tools.reference import Memo, move_values

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
                lower=lowest if rank == 1 else self._bounds[move][0],
                upper=highest if rank == 1 else self._bounds[move][1],
                nodes=100 * self._told,
                nodes_per_second=1000,
                hashfull=1,
                time=SECONDS * self._told,
                pv=(move,),
                error=self.error,
            )
            for rank, move in enumerate(rest, start=1)
        ]
