"""The engine protocol: lines on standard input and output, modelled on UCI.

    standard input ──► Conversation ──go──► thinker thread ──► info …, bestmove …
                            │ setoption, position          ▲
                            └─ stop ───────────────────────┘
    loader thread: compiles the kernels, says so by `info string`, then answers `isready`

The reading thread never waits for anything, so `uci`, `isready` and `stop` are answered while
kernels compile or search. A `go` while another one is answered waits for its turn and stops the
first; every `go` gets its one `bestmove`. `quit` ends the process at once. At the end of input what
was asked is answered first, `go infinite` with what is known then; an engine whose reader is gone
ends with the next line it writes.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from io import TextIOWrapper
from queue import Queue
from threading import Event, Lock, Thread
from typing import Final, TextIO, TypeAlias

import battle
from battle.protocol import (
    LEVEL,
    NO_LEVEL,
    OPTIONS,
    BestMove,
    Goal,
    Info,
    InfoString,
    Limit,
    go_of,
    option_of,
    positions_of,
)
from battle.rules.files import LONGEST_LINE, lines_of
from battle.rules.position import Move, Position, RulesError, quoted
from solver import machine
from solver.api import Analysis, SearchRequest, Slices, Solver, Value, finished, over
from solver.kernels.encode import Kernels
from solver.levels import Level, level, levels
from solver.proof.calibration import at_once

Loader: TypeAlias = Callable[[Callable[[str], None]], Kernels]

AUTHORS: Final = "the Mahjong Battle authors"


@dataclass
class _Search:
    """A `go` with the settings at its arrival; `options` are threads and MiB of table."""

    request: SearchRequest
    level: Level | None
    seed: int
    options: tuple[int, int]


def main(stdin: TextIO, stdout: TextIO) -> None:
    """Speak the protocol until `quit` or the end of input, then end the process."""
    from solver.kernels.loader import load

    for stream, errors in ((stdin, "replace"), (stdout, "backslashreplace")):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors)
    status = 0
    try:
        Conversation(stdout, load).run(stdin)
    except BrokenPipeError:
        status = 1
    except KeyboardInterrupt:
        status = 130
    leave(status)


def leave(status: int) -> None:
    """End the process at once, whatever its other threads are doing."""
    os._exit(status)


class Conversation:
    """One run of the protocol: options, the position, and what is being thought about."""

    def __init__(self, stdout: TextIO, load: Loader) -> None:
        self._stdout = stdout
        self._writing = Lock()
        self._load = load
        self._options = {"Hash": 0, "Threads": 0, "MultiPV": 1, "Seed": 0}
        self._level: Level | None = None
        self._start = Position.of_deal(1)
        self._position: Position | None = self._start
        """None after one that was refused."""
        self._searches: Queue[_Search] = Queue()
        self._pending: list[_Search] = []
        self._loaded = Event()
        self._waiting = 0
        self._kernels: Kernels | None = None
        self._solver: Solver | None = None
        self._solver_options = (0, 0)
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "uci": self._uci,
            "isready": self._is_ready,
            "setoption": self._set_option,
            "position": self._set_position,
            "ucinewgame": lambda words: None,
            "go": self._go,
            "stop": self._stop,
        }

    def run(self, lines: TextIO) -> None:
        """Answer every line; return at `quit` or the end, when all is answered.

        A search that only a proof or a `stop` would end is stopped.
        """
        loader = Thread(target=self._load_kernels, daemon=True, name="loader")
        loader.start()
        Thread(target=self._think_forever, daemon=True, name="thinker").start()
        is_quit = False
        for line in lines_of(lines):
            words = line.split()
            if len(line) > LONGEST_LINE:
                self._say_error(f"the line is longer than {LONGEST_LINE} characters")
            elif words[:1] == ["quit"]:
                is_quit = True
                break
            elif words:
                self.answer(words)
        if self._waiting or self._searches.unfinished_tasks:
            loader.join()
        for search in self._pending:
            if search.request.limit.infinite or (is_quit and search.request.limit.is_open):
                search.request.stop.set()
        self._searches.join()

    def answer(self, words: list[str]) -> None:
        """Answer one line; what is wrong with it becomes one `info string error` line."""
        command = self._commands.get(words[0])
        if command is None:
            self._say(InfoString(f"unknown command {quoted(' '.join(words))}"))
            return
        try:
            command(words[1:])
        except (RulesError, ValueError) as error:
            self._say_error(str(error))

    # -- commands ----------------------------------------------------------------------------

    def _uci(self, words: list[str]) -> None:
        self._say(
            f"id name Mahjong Battle {battle.__version__}",
            f"id author {AUTHORS}",
            f"option name Hash type spin default {machine.engine_table_mb()}"
            f" min 0 max {machine.largest_table_mb()}",
            f"option name Threads type spin default {machine.cores()} min 0"
            f" max {machine.MOST_THREADS}",
            "option name MultiPV type spin default 1 min 1 max 1000",
            f"option name Seed type spin default 0 min 0 max {OPTIONS['Seed'][1]}",
            f"option name {LEVEL} type combo default {NO_LEVEL}"
            + "".join(f" var {name}" for name in (NO_LEVEL, *levels())),
            "uciok",
        )

    def _is_ready(self, words: list[str]) -> None:
        with self._writing:
            if not self._loaded.is_set():
                self._waiting += 1
                return
        self._say("readyok")

    def _set_option(self, words: list[str]) -> None:
        name, value = option_of(words)
        if name == "Hash" and isinstance(value, int):
            machine.check_table(value)
        if isinstance(value, int):
            self._options[name] = value
        else:
            self._level = None if value.lower() == NO_LEVEL else level(value)

    def _set_position(self, words: list[str]) -> None:
        self._position = None
        self._start, self._position = positions_of(words)

    def _go(self, words: list[str]) -> None:
        limit, chosen = asked_by(words, self._level)
        self._stop([])
        if self._position is None:
            self._say_error("no position: the last one was refused")
            self._say(BestMove(0, None, 0, exact=False))
            return
        options = self._options
        threads = options["Threads"] or machine.cores()
        hash_mb = options["Hash"] or machine.engine_table_mb()
        request = SearchRequest(self._position, limit, options["MultiPV"], self._start)
        search = _Search(request, chosen, options["Seed"], (threads, hash_mb))
        self._pending = [
            pending for pending in self._pending if not pending.request.stop.is_set()
        ] + [search]
        self._searches.put(search)

    def _stop(self, words: list[str]) -> None:
        for search in self._pending:
            search.request.stop.set()

    # -- loading and thinking ----------------------------------------------------------------

    def _load_kernels(self) -> None:
        try:
            self._kernels = self._load(lambda text: self._say(InfoString(text)))
        except BaseException as failure:
            self._say_error(f"the kernels cannot be loaded: {_one_line(failure)}")
            leave(1)
        with self._writing:
            self._loaded.set()
            waiting, self._waiting = self._waiting, 0
        self._say(*["readyok"] * waiting)

    def _think_forever(self) -> None:
        while True:
            finished(self.slices(self._searches.get()))

    def slices(self, search: _Search) -> Slices[None]:
        """Answer a `go`, a slice of the search at a time."""
        try:
            yield from self._think(search)
        except Exception as failure:
            self._say_error(_one_line(failure))
            leave(1)
        self._searches.task_done()

    def _think(self, search: _Search) -> Slices[None]:
        asked = search.request
        while not self._loaded.wait(0.02):
            if asked.stop.is_set():
                first = _first_move(asked.position)
                self._say(best_move_of_analysis(first, first.best))
                return
        solver, last = self._solver_for(search), ""

        def report(analysis: Analysis) -> None:
            nonlocal last
            lines: list[Info | InfoString] = [*infos_of(analysis)]
            if analysis.progress != last:
                last = analysis.progress
                lines.append(InfoString(last))
            self._say(*lines)

        def think(position: Position, limit: Limit, lines: int) -> Slices[Analysis]:
            heard = report if position is asked.position else None
            return solver.search(
                SearchRequest(position, limit, lines, asked.start, asked.stop, heard)
            )

        if search.level is None:
            analysis = yield from think(asked.position, asked.limit, asked.lines)
            move = analysis.best
        else:
            move, analysis = yield from search.level.slices(
                asked.position, think, search.seed, asked.limit
            )
        self._say(*infos_of(analysis), best_move_of_analysis(analysis, move))

    def _solver_for(self, search: _Search) -> Solver:
        """Return the solver; a new one, with what memory there is, after a change of options."""
        if self._solver is None or self._solver_options != search.options:
            if self._solver is not None:
                self._solver.close()
                self._solver = None
            assert self._kernels is not None
            threads, hash_mb = search.options
            while self._solver is None:
                try:
                    self._solver = Solver(threads, hash_mb, kernels=self._kernels)
                except MemoryError:
                    if hash_mb <= machine.SMALLEST_TABLE:
                        raise
                    self._say(InfoString(f"there is no memory for Hash {hash_mb}"))
                    hash_mb = min(hash_mb // 2, machine.default_table_mb())
            self._solver_options = search.options
        return self._solver

    def _say_error(self, text: str) -> None:
        self._say(InfoString(text, is_error=True))

    def _say(self, *lines: object) -> None:
        text = "".join(f"{line}\n" for line in lines)
        with self._writing:
            try:
                self._stdout.write(text)
                self._stdout.flush()
            except (BrokenPipeError, ValueError):
                leave(1)


# -- from words to searches, from analyses to words ------------------------------------------------


def asked_by(words: Sequence[str], usual: Level | None = None) -> tuple[Limit, Level | None]:
    """Return until when the words after `go` let the engine think, and at which level.

    `usual` is the level where none is named. Raises FormatError for words that ask nothing.
    """
    go = go_of(words)
    chosen = usual if go.level is None else level(go.level)
    return (go.limit if chosen is None else _joined(chosen.limit, go.limit)), chosen


def _joined(own: Limit, asked: Limit) -> Limit:
    """Return a level's own limit with what was asked for beside it."""
    return replace(
        own,
        time=own.time if asked.time is None else asked.time,
        nodes=own.nodes if asked.nodes is None else asked.nodes,
        depth=own.depth if asked.depth is None else asked.depth,
        exact=asked.exact,
        goal=own.goal if asked.goal is Goal.MARGIN else asked.goal,
        infinite=asked.infinite,
    )


def infos_of(analysis: Analysis, id: int = 0) -> list[Info]:
    """Return what an analysis says of each of its lines of play, in answer to a query."""
    return [
        Info(
            id=id,
            depth=analysis.depth,
            rank=rank,
            value=line.value.points,
            lower=line.lower.points,
            upper=line.upper.points,
            nodes=analysis.nodes,
            nodes_per_second=analysis.nps,
            hashfull=analysis.hashfull,
            time=int(1000 * analysis.seconds) / 1000,
            pv=line.pv,
            error=line.error,
            floor=analysis.lower.points,
            ceiling=analysis.upper.points,
        )
        for rank, line in enumerate(analysis.lines, start=1)
    ]


def best_move_of_analysis(analysis: Analysis, chosen: Move | None, id: int = 0) -> BestMove:
    """Return the answer to a query: the move that was chosen, and what is known of it."""
    if chosen is None:
        return BestMove(id, None, 0, exact=True)
    value, exact, error = analysis.value.points, analysis.exact, analysis.error
    for line in analysis.lines:
        if line.move == chosen and chosen != analysis.best:
            value, exact, error = line.value.points, line.exact, line.error
    return BestMove(id, chosen, value, exact, error)


def _first_move(asked: Position) -> Analysis:
    """Return the answer of an engine that could not think: the pair worth most."""
    nothing = over(asked)
    if asked.is_over:
        return nothing
    best, estimate = max(asked.legal_moves, key=asked.worth), at_once(asked)
    value = Value(estimate.value, asked.to_move)
    return replace(nothing, best=best, value=value, exact=False, error=estimate.error)


def _one_line(failure: BaseException) -> str:
    return " ".join(f"{type(failure).__name__}: {failure}".split())
