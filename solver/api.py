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

import time
from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import Future, wait
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from math import inf
from operator import index
from queue import Empty, SimpleQueue
from threading import Event, RLock, Thread
from typing import Any, Final, TypeAlias, TypeVar

from battle.protocol import Goal, Limit, Line, Value
from battle.resources import asset
from battle.rules.disguise import solved_deal
from battle.rules.files import Par, read_pars
from battle.rules.position import Move, Position, check_is
from solver import machine
from solver.kernels.encode import Kernels, Searcher, TranspositionTable
from solver.proof.calibration import Judgement
from solver.proof.driver import (
    SLICE,
    FirstGuess,
    IterativeDeepening,
    NullWindowDriver,
    Root,
    RootChoice,
    ThreadPool,
    deficit_of,
    estimated_variation,
    open_choices,
    principal_variation,
    root_of,
)

__all__ = [
    "ALL_LINES",
    "Analysis",
    "Goal",
    "Limit",
    "Line",
    "MoveBounds",
    "RunningAnalysis",
    "Solver",
    "Value",
]

ALL_LINES = 1000
"""More lines than any position has moves."""

# --- answers -------------------------------------------------------------------------------------
#
# Answers: what is known of a position so far.

MoveBounds: TypeAlias = Mapping[Move, tuple[int, int]]
"""The proven lower and upper bound of moves, in points for the player who makes them."""


@dataclass(frozen=True)
class Analysis:
    """What is known of `position` at one moment, for the player to move.

    `lower` and `upper` are proven and never widen; `exact` means that they meet. `best` is
    None if the game is over. `lines` are sorted best first, for the goal OUTCOME moves that are
    proven to win before all others. `depth` is in plies, `hashfull` in permille; `progress` says in
    words how far along the search is. `bounds` are the proven lower and upper bound of every move,
    also of those that have no line. `error` is the standard error of the value in points, 0 when
    exact: the true value lies within it two times in three, and within 1.28 times the error 80
    times in 100.

        >>> with Solver(1, 16) as solver:
        ...     found = solver.analyse(position("5m5p/5p5m/9s/9s"))
        >>> found.value.points, found.exact, found.best, found.margin
        (9, True, move('c1d1'), 9)
    """

    position: Position
    value: Value
    lower: Value
    upper: Value
    exact: bool
    best: Move | None
    lines: tuple[Line, ...]
    nodes: int
    seconds: float
    depth: int
    hashfull: int
    progress: str = ""
    bounds: MoveBounds = field(default_factory=dict, repr=False, compare=False)
    error: float = 0.0

    @property
    def nps(self) -> int:
        """Nodes visited in a second."""
        return int(self.nodes / self.seconds) if self.seconds > 0 else 0

    @property
    def margin(self) -> int:
        """The final margin from the first player's side, if `value` comes true."""
        return self.position.margin + self.value.for_player(1)

    def as_dict(self) -> dict[str, Any]:
        """Return the analysis as `mahjong-battle analyse --json` prints it.

        The command's objects, which docs/schema/analysis.json describes, also say what was asked:
        their schema, the number, id, file, game and ply of the input, and the limit.
        """
        return {
            "position": str(self.position),
            "to_move": self.position.to_move,
            "value": self.value.points,
            "error": round(self.error, 1),
            "lower": self.lower.points,
            "upper": self.upper.points,
            "exact": self.exact,
            "best": None if self.best is None else str(self.best),
            "lines": [
                {
                    "move": str(line.move),
                    "tile": str(self.position.kind_at(line.move.first)),
                    "value": line.value.points,
                    "error": round(line.error, 1),
                    "lower": line.lower.points,
                    "upper": line.upper.points,
                    "exact": line.exact,
                    "pv": [str(move) for move in line.pv],
                }
                for line in self.lines
            ],
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
        }

    @classmethod
    def from_dict(cls, object: Mapping[str, Any]) -> Analysis:
        """Return the analysis that `analyse --json` printed as this object, without its depth.

        Raises RulesError, ValueError, TypeError or KeyError for any other object.
        """
        position = Position.parse(object["position"])
        lines = tuple(_line_in(position, line) for line in object["lines"])
        best = None if object["best"] is None else Move.parse(object["best"])
        if (best not in position.legal_moves) != (best is None and position.is_over):
            raise ValueError(f"{best} cannot be played")
        effort = index(object["nodes"]), float(object["seconds"])
        if not all(0 <= number < inf for number in effort):
            raise ValueError(f"{effort} are no nodes and seconds")
        value, lower, upper, exact, error = _known_in(position, object)
        return cls(position, value, lower, upper, exact, best, lines, *effort, 0, 0, error=error)


def _line_in(start: Position, printed: Mapping[str, Any]) -> Line:
    value, lower, upper, exact, error = _known_in(start, printed)
    position, variation = start, tuple(map(Move.parse, printed["pv"]))
    for move in variation:
        position = position.play(move)
    if variation[0] != Move.parse(printed["move"]):
        raise ValueError(f"the line of {printed['move']} begins with {variation[0]}")
    return Line(variation[0], value, lower, upper, exact, variation, error, value.points)


def _known_in(
    position: Position, printed: Mapping[str, Any]
) -> tuple[Value, Value, Value, bool, float]:
    """Return a value, its bounds, whether it is exact, and its error."""
    numbers = [index(printed[name]) for name in ("lower", "value", "upper")]
    left, error, exact = position.points_left, float(printed["error"]), numbers[0] == numbers[2]
    if [-left, *numbers, left] != sorted([-left, *numbers, left]) or printed["exact"] is not exact:
        raise ValueError(f"{numbers} are no bounds with a value between them")
    if not 0 <= error < inf:
        raise ValueError(f"{error} is no error")
    lower, value, upper = (Value(points, position.to_move) for points in numbers)
    return value, lower, upper, exact, error


# --- solved deals --------------------------------------------------------------------------------
#
# Solved deals: what `assets/deals/par.csv` proves, and need not be proven again.
#
# The file is read by `battle.rules.files`; a deal is recognised in any disguise.


def narrow_solved(root: Root) -> bool:
    """Narrow the bounds of a root to those of its deal; return whether that is solved."""
    par = solved_deal(root.position, _solved())
    if par is None or not par.best:
        return False
    for choice in root.choices:
        root.narrow(choice, *par.bounds_of(choice.moves[0]))
    return True


@cache
def _solved() -> Mapping[int, Par]:
    return read_pars(asset("deals/par.csv"))


# --- the solver ----------------------------------------------------------------------------------

_Found = TypeVar("_Found")

Slices: TypeAlias = Generator[Event | None, None, _Found]
"""Work in short slices, for a caller with one thread and more to do than to think.

It yields None between two slices, and an event where nothing is left to do until that is set.
"""


def finished(work: Slices[_Found]) -> _Found:
    """Do the work to its end, waiting for what it waits for."""
    while True:
        try:
            awaited = next(work)
        except StopIteration as end:
            found: _Found = end.value
            return found
        if awaited is not None:
            awaited.wait()


class Solver:
    """A solver with a table that lasts from question to question; close it after use.

    Where `threads` or `hash_mb` (MiB of table) is None, or 0, it is chosen to suit the machine.
    Without `known_deals` deals that come solved with the program are proven again. `progress` is
    called with a line while kernels are compiled. Calls from several threads are serialised. `tick`
    is called every few milliseconds of a search; an exception it raises ends the search. `kernels`
    are for the program's own tests.
    Raises ValueError for numbers below 0, more than 256 threads, and more memory than the machine
    has; MemoryError where the system does not give it. A full deal takes 3 % more nodes in 1 GiB
    than in 8.

        >>> with Solver(threads=1, hash_mb=16) as solver:
        ...     print(solver.analyse(position("5m5p/5p5m/9s/9s"), Limit(time=1.0)).value)
        +9
    """

    def __init__(
        self,
        threads: int | None = None,
        hash_mb: int | None = None,
        *,
        kernels: Kernels | None = None,
        known_deals: bool = True,
        progress: Callable[[str], None] = lambda text: None,
        tick: Callable[[], None] = lambda: None,
    ) -> None:
        machine.check_threads(threads or 0)
        machine.check_table(hash_mb or 0)
        if kernels is None:
            from solver.kernels.loader import load

            kernels = load(progress)
        self.threads = threads or machine.cores()
        self.hash_mb = hash_mb or machine.default_table_mb()
        self._kernels = kernels
        self._known_deals = known_deals
        self._tick = tick
        self._table: TranspositionTable = kernels.table(self.hash_mb)
        self._start: Position | None = None
        self._pool: ThreadPool | None = None
        self._reader: Searcher | None = None
        self._lock = RLock()
        self._closed = False

    def __enter__(self) -> Solver:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """End the solver's threads; later calls raise RuntimeError."""
        with self._lock:
            self._closed = True
            self._end_threads()

    def _end_threads(self) -> None:
        if self._pool is not None:
            self._pool.close()
            self._pool = None

    def touch(self) -> None:
        """Take the table's memory from the system now rather than while searching."""
        self._table.touch()

    def forget(self) -> None:
        """Empty the table."""
        with self._lock:
            self._end_threads()
            self._start = None
            self._table.clear()

    def use(self, threads: int) -> None:
        """Use this many threads from the next search on."""
        with self._lock:
            self._end_threads()
            self.threads = threads

    def deepest(self, most: int) -> bytes:
        """Return the `most` or so costliest entries of the table, for `restore`."""
        return self._table.deepest(most)

    def restore(self, position: Position, entries: bytes) -> None:
        """Fill the table with what `deepest` returned of a search of `position`.

        They prove what they say only if the kernels are the same, and the entries unchanged.
        """
        with self._lock:
            self.forget()
            self._prepare(position, position)
            self._table.restore(entries)

    def analyse(
        self,
        position: Position,
        limit: Limit | None = None,
        lines: int = 1,
        *,
        start: Position | None = None,
        report: Report | None = None,
        bounds: MoveBounds | None = None,
    ) -> Analysis:
        """Return what is known of `position` when `limit` is reached; no limit: when proven.

        `lines` is the number of moves to evaluate. `start` is a position that this one came out of,
        such as the deal of its game: searches with the same start share the table. `report` is
        called with what is known meanwhile. `bounds` were proven of moves before, as an `Analysis`
        has them, and are not proven again.
        """
        return self.think(
            SearchRequest(
                *(position, limit or Limit(), lines, start),
                report=report,
                bounds=bounds or {},
            )
        )

    def analysis(
        self,
        position: Position,
        limit: Limit | None = None,
        lines: int = 1,
        *,
        start: Position | None = None,
        bounds: MoveBounds | None = None,
    ) -> RunningAnalysis:
        """Start to search `position`; return a handle to follow and stop the search.

        The arguments are those of `analyse`.
        """
        return RunningAnalysis(
            self, SearchRequest(position, limit or Limit(), lines, start, bounds=bounds or {})
        )

    def think(self, request: SearchRequest) -> Analysis:
        """Search until a limit is reached or `request.stop` is set; return what is known then.

        For the program itself: others call `analyse` or `analysis`. Raises TypeError for anything
        but a position and a limit, RuntimeError after `close`.
        """
        return finished(self.search(request))

    def search(self, request: SearchRequest) -> Slices[Analysis]:
        """Search as `think` does, a slice at a time. For the program itself."""
        check_is(request.position, Position)
        check_is(request.limit, Limit)
        with self._lock:
            if self._closed:
                raise RuntimeError("the solver is closed")
            if request.position.is_over:
                return over(request.position)
            pool, reader = self._prepare(request.start or request.position, request.position)
            search = _RunningSearch(
                *(request, pool, self._table, reader, self._tick), known_deals=self._known_deals
            )
            try:
                return (yield from search.run())
            finally:
                pool.pause()

    def _prepare(self, start: Position, position: Position) -> tuple[ThreadPool, Searcher]:
        """Return the searches for the grid in use if the position came out of it, else for `start`.

        The table is emptied for another grid.
        """
        if self._start is not None and not holds(self._start, position):
            self.forget()
        if self._pool is None or self._reader is None:
            self._start = self._start or (start if holds(start, position) else position)
            numbers = range(1, self.threads + 1) if self.threads > 1 else [0]
            searchers = [
                self._kernels.searcher(self._start, self._table, number) for number in numbers
            ]
            self._reader = self._kernels.searcher(self._start, self._table, numbers[0])
            self._pool = ThreadPool(searchers)
        return self._pool, self._reader


class RunningAnalysis:
    """An analysis under way, as `Solver.analysis` returns it: iterate it for snapshots.

    Bounds only tighten from one to the next. The last snapshot is the answer: `result` waits for
    it, `stop` ends the search at once. Leaving the `with` block stops it too.

        >>> forever = Limit(infinite=True)
        >>> with Solver(1, 16) as solver, solver.analysis(deal(500), forever) as running:
        ...     for snapshot in running:
        ...         if snapshot.nodes > 20_000:
        ...             break
        >>> snapshot.lower <= snapshot.value <= snapshot.upper
        True
    """

    def __init__(self, solver: Solver, request: SearchRequest) -> None:
        self._solver = solver
        self._request = request
        self._snapshots: SimpleQueue[Analysis | None] = SimpleQueue()
        self._answer: Future[Analysis] = Future()
        request.report = self._snapshots.put
        Thread(target=self._run, daemon=True, name="solver-analysis").start()

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
        """Return the snapshots since the last call, waiting up to `seconds` for one."""
        snapshots: list[Analysis] = []
        with suppress(Empty):
            snapshot = self._snapshots.get(seconds > 0, seconds or None)
            while snapshot is not None:
                snapshots.append(snapshot)
                snapshot = self._snapshots.get_nowait()
            self._snapshots.put(None)
        return snapshots

    @property
    def is_done(self) -> bool:
        """Whether the search has ended."""
        return self._answer.done()

    def stop(self) -> None:
        """Stop the search; `result` is what is known by then."""
        self._request.stop.set()

    def result(self) -> Analysis:
        """Wait for the answer and return it; raise the error that ended the search, if one did."""
        return self._answer.result()

    def _run(self) -> None:
        try:
            answer = self._solver.think(self._request)
            self._snapshots.put(answer)
            self._answer.set_result(answer)
        except Exception as failure:
            self._answer.set_exception(failure)
        finally:
            self._snapshots.put(None)


# --- thinking ------------------------------------------------------------------------------------
#
# Thinking alternates between two kinds of work. *Estimates* look a number of plies ahead and are
# there at once; *questions* (`solver.proof.driver`) prove bounds and end with the value. While
# the end is out of reach the estimates get most of the nodes, near the end the questions do:
#
#     a proof is expected to take          share of the estimates
#     a third of what the limit allows     2 %
#     four times what the limit allows     15 %: one in several is that much cheaper than expected
#     more                                 85 %
#
# Several lines are proven one after the other: the best of all moves, then the best of the rest.
# Every call of a kernel is short; between two of them limits and `stop` are looked at. With one
# thread, nothing but the limits depends on time, so the same question visits the same nodes:
# reports come by nodes, since reading their lines leaves answers in the table.
#
# The table lives as long as positions come out of the same starting grid.

Report: TypeAlias = Callable[[Analysis], None]

REPORT_NODES: Final = 150_000
"""The most nodes of a thread without a report while thinking."""

NEWS_NODES: Final = 20_000
"""The fewest nodes of a thread between two reports."""

ASSUMED_NPS: Final = 1_000_000
"""Nodes a second taken for granted when a limit of time is shared out; nothing else uses it."""

FIRST_ESTIMATES: Final = 30_000
"""Nodes for the estimates before the first question, which begins where they end."""

FIRST_LOOK: Final = 2_000_000
"""The same where a person watches: an estimate worth showing before a long proof."""

MOSTLY_PROOF: Final = 0.02
"""The share of nodes that estimates get where the proof is in reach."""

PERHAPS_PROOF: Final = 0.15
"""Their share where it may be."""

MOSTLY_ESTIMATES: Final = 0.85
"""Their share where it is not."""

WIDE: Final = 24
"""An interval of a big position as wide as this has most of its proof before it."""


NODES_OF_LINES: Final = 20_000
"""Nodes to prove the lines of play of an answer with, all together: about 20 ms."""

NODES_OF_ESTIMATED_LINES: Final = 3_000
"""Nodes to read the estimated lines of a report again with; they are not counted."""


@dataclass
class SearchRequest:
    """What to search: a position, when to stop, how many lines, and where the reports go.

    `start` is a grid that the position came out of: with it the table also serves what was played
    before. `stop` may be set by any thread. `bounds` are those that were proven of moves before.
    `watch` is shown the root when the thinking ends.
    """

    position: Position
    limit: Limit = field(default_factory=Limit)
    lines: int = 1
    start: Position | None = None
    stop: Event = field(default_factory=Event)
    report: Report | None = None
    bounds: MoveBounds = field(default_factory=dict)
    watch: Callable[[Root], None] | None = None


def holds(start: Position, position: Position) -> bool:
    """Whether `position` can be made from the grid of `start` by taking tiles away."""
    return all(
        tile is None or tile is original
        for column, originals in zip(position.columns, start.columns, strict=True)
        for tile, original in zip(column, originals, strict=True)
    )


def over(position: Position) -> Analysis:
    """Return the analysis of a position in which the game is over: nothing is left to come."""
    nothing = Value(0, position.to_move)
    return Analysis(position, nothing, nothing, nothing, True, None, (), 0, 0.0, 0, 0, "game over")


def _known_root(position: Position, searcher: Searcher) -> Root:
    """Return the root of a position with what is known of it without a search."""
    root = root_of(position)
    for choice in root.choices:
        lower, upper = searcher.known(choice.state)
        root.narrow(choice, choice.gain - upper, choice.gain - lower)
    return root


class _RunningSearch:
    """One search request under way: the state between two slices."""

    def __init__(
        self,
        request: SearchRequest,
        pool: ThreadPool,
        table: TranspositionTable,
        reader: Searcher,
        tick: Callable[[], None],
        *,
        known_deals: bool,
    ) -> None:
        self._request = request
        self._tick = tick
        self._pool = pool
        self._table = table
        self._reader = reader
        self._started = time.monotonic()
        self._reported = pool.searcher.nodes
        self._first_node = pool.nodes
        # How many nodes the proof takes, roughly (bench/log.md).
        self._expected = float(48_000 * 4.8 ** ((request.position.tiles_left - 64) / 8))
        self._estimated = 0
        self._looked = 1
        self._last_reread = 0
        self._lines = min(max(1, request.lines), len(request.position.legal_moves))
        self._root = _known_root(request.position, pool.searcher)
        for choice in self._root.choices:
            for move in choice.moves:
                self._root.narrow(choice, *request.bounds.get(move, (None, None)))
        self._is_listed = known_deals and narrow_solved(self._root)
        self._proven_lines = 1 if request.limit.goal is Goal.BEST else self._lines
        self._deepening = IterativeDeepening(self._root, self._proven_lines)
        self._proof = NullWindowDriver(self._root, self._proven_lines, request.limit.goal)
        self._first_guess = self._wanted_guess()
        self._known = (self._root.lower, self._root.upper)

    @property
    def nodes(self) -> int:
        return self._pool.nodes - self._first_node

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._started

    def run(self) -> Slices[Analysis]:
        """Think until a limit is reached, and wait to be stopped if that was asked for."""
        self._pool.allow(self._request.limit.nodes)
        while not self._proof.is_done and not self._is_out():
            if self._wants_estimate():
                before, depth = self.nodes, self._deepening.depth
                self._deepening.work(self._pool, self._slice())
                self._estimated += max(1, self.nodes - before)
                if self._deepening.depth > depth:
                    self._looked = self.nodes
            elif (guess := self._first_guess) is not None:
                guess.work(self._pool, self._slice())
                if guess.is_done:
                    self._first_guess = None
                    goal = self._request.limit.goal
                    self._proof = NullWindowDriver(
                        self._root, self._proven_lines, goal, guess=guess.value
                    )
            else:
                self._proof.work(self._pool, self._slice())
            self._table.tend()
            self._tick()
            self._report()
            yield None
        self._deepening.stop()
        self._pool.pause()
        if self._request.watch is not None:
            self._request.watch(self._root)
        analysis = self._analysis(finished=self._proof.is_done)
        if self._request.limit.infinite and not self._request.stop.is_set():
            if self._request.report is not None:
                self._request.report(analysis)
            yield self._request.stop
        return analysis

    # -- when to stop ------------------------------------------------------------------------

    def _is_out(self) -> bool:
        limit = self._request.limit
        return (
            self._request.stop.is_set()
            or (limit.time is not None and self.seconds >= limit.time)
            or (limit.nodes is not None and self.nodes >= limit.nodes)
            or (limit.depth is not None and self._deepening.depth >= limit.depth)
        )

    def _slice(self) -> int:
        if self._request.limit.nodes is None:
            return SLICE
        return max(1, min(SLICE, self._request.limit.nodes - self.nodes))

    # -- estimates ---------------------------------------------------------------------------

    def _wants_estimate(self) -> bool:
        limit = self._request.limit
        if self._deepening.is_done:
            return False
        if limit.depth is not None or self._deepening.depth == 0:
            return True
        first = min(FIRST_LOOK if limit.infinite else FIRST_ESTIMATES, self._expected / 50)
        return self._estimated < first + self._estimate_share() * self.nodes

    def _estimate_share(self) -> float:
        limit = self._request.limit
        if limit.is_open or limit.exact:
            return 0.0
        allowed = float("inf") if limit.nodes is None else float(limit.nodes)
        if limit.time is not None:
            allowed = min(allowed, limit.time * ASSUMED_NPS)
        if 3 * self._expected <= allowed:
            return MOSTLY_PROOF
        return PERHAPS_PROOF if self._expected <= 4 * allowed else MOSTLY_ESTIMATES

    # -- the first guess of a big proof --------------------------------------------------------

    def _wanted_guess(self) -> FirstGuess | None:
        """Return a first guess to make if the whole proof is in reach and most of it to be done."""
        is_narrow = self._root.upper - self._root.lower < WIDE
        is_far = self._estimate_share() > PERHAPS_PROOF
        if is_narrow or is_far or self._request.limit.goal is Goal.OUTCOME:
            return None
        first_guess = FirstGuess(
            self._request.position, lambda position: _known_root(position, self._pool.searcher)
        )
        return None if first_guess.is_done else first_guess

    # -- reports -----------------------------------------------------------------------------

    def _report(self) -> None:
        """Report when something new is known or nothing was reported for a while."""
        if self._request.report is None:
            return
        nodes, known = self._pool.searcher.nodes, (self._root.lower, self._root.upper)
        if nodes - self._reported < (REPORT_NODES if known == self._known else NEWS_NODES):
            return
        self._known, self._reported = known, nodes
        self._request.report(self._analysis(finished=False))

    def _analysis(self, *, finished: bool) -> Analysis:
        root, position, most = self._root.copy(), self._request.position, self._request.limit.nodes
        player = position.to_move
        lower, upper = root.lower, root.upper
        last = self._pool.searcher.nodes
        if finished:
            last += (
                NODES_OF_LINES if most is None else max(0, min(NODES_OF_LINES, most - self.nodes))
            )
        all_lines = self._proven_lines >= len(position.legal_moves)
        wins = deficit_of(position) + 1 if self._request.limit.goal is Goal.OUTCOME else inf
        judged = Judgement(
            *(root, position.tiles_left, self._looked), all_lines=all_lines, enough=wins
        )
        self._last_reread = self._reader.nodes + NODES_OF_ESTIMATED_LINES
        lines: list[Line] = []
        for choice in judged.ranked:
            wanted = self._lines - len(lines)
            lines += [self._line(choice, move, judged, last) for move in choice.moves[:wanted]]
        return Analysis(
            position=position,
            value=Value(judged.position.value, player),
            lower=Value(lower, player),
            upper=Value(upper, player),
            exact=lower == upper,
            best=judged.ranked[0].moves[0],
            lines=tuple(lines),
            nodes=self.nodes,
            seconds=self.seconds,
            depth=self._deepening.depth,
            hashfull=self._table.hashfull(),
            progress=self._progress(root),
            bounds={
                move: (choice.lower, choice.upper)
                for choice in root.choices
                for move in choice.moves
            },
            error=judged.position.error,
        )

    def _line(self, choice: RootChoice, move: Move, judged: Judgement, last: int) -> Line:
        """Return a line with its play: what is proven of it, or what it was seen by."""
        position, depth, searcher = (
            self._request.position,
            self._deepening.depth,
            self._pool.searcher,
        )
        player = position.to_move
        may_prove = searcher.nodes < last and choice.settled and not self._is_listed
        play = principal_variation(position, choice, move, searcher, last if may_prove else 0)
        if not choice.settled and depth:
            reader, end = self._reader, self._last_reread
            play = max(
                estimated_variation(position, choice, move, reader, depth, end), play, key=len
            )
        estimate = judged.of(choice)
        return Line(
            move=move,
            value=Value(estimate.value, player),
            lower=Value(choice.lower, player),
            upper=Value(choice.upper, player),
            exact=choice.settled,
            error=estimate.error,
            seen=choice.value,
            pv=play,
        )

    def _progress(self, root: Root) -> str:
        lower, upper = root.lower, root.upper
        if lower == upper:
            return "proven"
        if self._first_guess is not None:
            return f"first solving a position of {self._first_guess.tiles} tiles on the way"
        behind = [choice for choice in root.choices if choice.upper < lower or choice.settled]
        still = len(open_choices(root.choices, lower + 1))
        return (
            f"interval {upper - lower} wide, {len(behind)} of {len(root.choices)}"
            f" first moves settled, {still} can still be better"
        )
