"""The solver for programs, in the shape of python-chess.

    with Solver() as solver:
        answer = solver.analyse(deal(1), Limit(time=2.0), lines=3)
        print(answer.best, answer.value, answer.exact)

        with solver.analysis(deal(1), Limit(infinite=True)) as thinking:
            for snapshot in thinking:
                print(snapshot.lower, snapshot.upper, snapshot.progress)
                if snapshot.nodes > 1_000_000:
                    break

Importing this loads no kernels; making a `Solver` does, which takes a second, or up to a minute
the first time on a machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Lock, Thread

from battle.protocol import Goal, Limit
from battle.rules.position import Position
from solver import machine
from solver.engine import Analysis, Bounds, Line, Report, SearchEngine, SearchRequest, Value
from solver.kernels.interface import Kernels
from solver.proof.root import Root

__all__ = [
    "ALL_LINES",
    "Analysis",
    "Bounds",
    "Goal",
    "Limit",
    "Line",
    "RunningAnalysis",
    "Solver",
    "Value",
]

ALL_LINES = 1000
"""More lines than any position has moves."""


class Solver:
    """A solver with a table that lasts from question to question; close it after use.

    `threads` and `hash_mb` (MiB of table) are chosen to suit the machine where they are None or
    0. Without `known_deals` deals that come solved with the program are proven again. `progress`
    is called with what is compiled. Questions from several threads wait for each other.
    Raises ValueError for numbers below 0, more than 256 threads, and more memory than the machine
    has; MemoryError where the system does not give it. A full deal takes 3 % more nodes in 1 GiB
    than in 8.
    """

    def __init__(
        self,
        threads: int | None = None,
        hash_mb: int | None = None,
        *,
        kernels: Kernels | None = None,
        known_deals: bool = True,
        progress: Callable[[str], None] = lambda text: None,
    ) -> None:
        machine.check_threads(threads or 0)
        machine.check_table(hash_mb or 0)
        if kernels is None:
            from solver.kernels.loader import load

            kernels = load(progress)
        self.threads = threads or machine.cores()
        self.hash_mb = hash_mb or machine.default_table_mb()
        self._engine = SearchEngine(kernels, self.threads, self.hash_mb, known_deals=known_deals)
        self._lock = Lock()

    def __enter__(self) -> Solver:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """End the solver's threads and give its memory back."""
        with self._lock:
            self._engine.close()

    def forget(self) -> None:
        """Empty the table."""
        with self._lock:
            self._engine.forget()

    def analyse(
        self,
        position: Position,
        limit: Limit | None = None,
        lines: int = 1,
        *,
        start: Position | None = None,
        report: Report | None = None,
        bounds: Bounds | None = None,
        watch: Callable[[Root], None] | None = None,
    ) -> Analysis:
        """Return what is known of `position` when `limit` is reached; no limit: when proven.

        `lines` is the number of moves to value. `start` is a grid the position came out of, such as
        the deal of its game: asked with the same start, all of a game shares the table. `report` is
        called with what is known meanwhile. `bounds` are what was proven of moves before, as an
        `Analysis` has them, so that it need not be proven again. `watch` is shown the root of the
        search when it ends.
        """
        return self._think(
            SearchRequest(
                position,
                limit or Limit(),
                max(1, lines),
                start=start,
                report=report,
                bounds=bounds or {},
                watch=watch,
            )
        )

    def analysis(
        self,
        position: Position,
        limit: Limit | None = None,
        lines: int = 1,
        *,
        start: Position | None = None,
        bounds: Bounds | None = None,
    ) -> RunningAnalysis:
        """Start to think about `position`; return a handle to follow and to stop it with."""
        request = SearchRequest(
            position, limit or Limit(), max(1, lines), start=start, bounds=bounds or {}
        )
        return RunningAnalysis(self._think, request)

    def _think(self, request: SearchRequest) -> Analysis:
        with self._lock:
            return self._engine.think(request)


class RunningAnalysis:
    """An analysis under way: iterate it for snapshots, each at least as close as the last.

    The last snapshot is the answer; `result` waits for it, `stop` brings it about at once.
    Leaving the `with` block stops.
    """

    def __init__(self, think: Callable[[SearchRequest], Analysis], request: SearchRequest) -> None:
        self._request = request
        self._snapshots: SimpleQueue[Analysis | None] = SimpleQueue()
        self._answer: Future[Analysis] = Future()
        request.report = self._snapshots.put
        self._thread = Thread(target=self._run, args=(think,), daemon=True, name="solver-analysis")
        self._thread.start()

    def __enter__(self) -> RunningAnalysis:
        return self

    def __exit__(self, *exception: object) -> None:
        self.stop()
        wait([self._answer])

    def __iter__(self) -> Iterator[Analysis]:
        while (snapshot := self._snapshots.get()) is not None:
            yield snapshot
        self._snapshots.put(None)

    def poll(self, seconds: float = 0.0) -> list[Analysis]:
        """Return the snapshots since the last look, waiting up to `seconds` for one."""
        found: list[Analysis] = []
        with suppress(Empty):
            snapshot = self._snapshots.get(seconds > 0, seconds or None)
            while snapshot is not None:
                found.append(snapshot)
                snapshot = self._snapshots.get_nowait()
            self._snapshots.put(None)
        return found

    @property
    def is_done(self) -> bool:
        """Whether the answer is there."""
        return self._answer.done()

    def stop(self) -> None:
        """Let the thinking end with what is known."""
        self._request.stop.set()

    def result(self) -> Analysis:
        """Wait for the answer and return it; raise what went wrong, if something did."""
        return self._answer.result()

    def _run(self, think: Callable[[SearchRequest], Analysis]) -> None:
        try:
            answer = think(self._request)
            self._snapshots.put(answer)
            self._answer.set_result(answer)
        except Exception as failure:
            self._answer.set_exception(failure)
        finally:
            self._snapshots.put(None)
