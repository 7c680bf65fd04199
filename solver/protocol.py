"""The engine protocol: lines on standard input and output, modelled on UCI.

    standard input ──► Conversation ──go──► thinker thread ──► info …, bestmove …
                            │ setoption, position          ▲
                            └─ stop ───────────────────────┘
    loader thread: compiles the kernels, tells of it by `info string`, then answers `isready`

The reading thread never waits for anything, so `uci`, `isready` and `stop` are answered while
kernels compile or search. A `go` while another one is answered waits for its turn and stops the
first; every `go` gets its one `bestmove`. `quit` and the end of input end the process at once.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from io import TextIOWrapper
from queue import SimpleQueue
from threading import Event, Lock, Thread
from typing import Final, TextIO, TypeAlias

import battle
from battle.rules.deal import deal, deal_number
from battle.rules.errors import FormatError, RulesError, quoted
from battle.rules.move import Move, move
from battle.rules.position import Position, position
from solver import machine
from solver.answers import Analysis, Line
from solver.engine import SearchEngine, SearchRequest, over
from solver.kernels.interface import Kernels
from solver.levels.levels import Level, level, levels
from solver.levels.player import LevelPlayer
from solver.limits import Goal, Limit

Loader: TypeAlias = Callable[[Callable[[str], None]], Kernels]

AUTHORS: Final = "the Mahjong Battle authors"
OPTIONS: Final = {
    "Hash": (0, 1_048_576),
    "Threads": (0, 1024),
    "MultiPV": (1, 1000),
    "Seed": (0, 2_147_483_647),
}
"""The options with the least and the largest number allowed; 0 lets the engine choose.

`Seed` is for levels: with another one they err elsewhere. A further option, `Level`, is for every
`go` that names none.
"""

NO_LEVEL: Final = "none"


@dataclass(frozen=True)
class Go:
    """What one `go` asks."""

    limit: Limit
    level: Level | None = None


@dataclass
class _Search:
    """A `go` with everything that held when it came."""

    go: Go
    start: Position
    position: Position
    lines: int
    threads: int
    hash_mb: int
    seed: int
    stop: Event


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
        self._start = self._position = deal(1)
        self._searches: SimpleQueue[_Search] = SimpleQueue()
        self._pending: list[_Search] = []
        self._loaded = Event()
        self._waiting = 0
        self._kernels: Kernels | None = None
        self._engine: SearchEngine | None = None
        self._engine_options = (0, 0)
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
        """Answer every line; return at `quit` or at the end."""
        Thread(target=self._load_kernels, daemon=True, name="loader").start()
        Thread(target=self._think_forever, daemon=True, name="thinker").start()
        while line := lines.readline():
            words = line.split()
            if words[:1] == ["quit"]:
                return
            if words:
                self.answer(words)

    def answer(self, words: list[str]) -> None:
        """Answer one line; what is wrong with it becomes one `info string error` line."""
        command = self._commands.get(words[0])
        if command is None:
            self._say(f"info string unknown command {quoted(' '.join(words))}")
            return
        try:
            command(words[1:])
        except (RulesError, ValueError) as error:
            self._say(f"info string error {error}")

    # -- commands ----------------------------------------------------------------------------

    def _uci(self, words: list[str]) -> None:
        least, most = OPTIONS["Hash"]
        self._say(
            f"id name Mahjong Battle {battle.__version__}",
            f"id author {AUTHORS}",
            f"option name Hash type spin default {machine.default_table_mb()}"
            f" min {least} max {most}",
            f"option name Threads type spin default {machine.cores()} min 0 max 1024",
            "option name MultiPV type spin default 1 min 1 max 1000",
            f"option name Seed type spin default 0 min 0 max {OPTIONS['Seed'][1]}",
            f"option name Level type combo default {NO_LEVEL}"
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
        match words:
            case ["name", name, "value", text] if name.lower() == "level":
                self._level = None if text.lower() == NO_LEVEL else level(text)
            case _:
                name, number = _option(words)
                self._options[name] = number

    def _set_position(self, words: list[str]) -> None:
        self._start, self._position = positions_of(words)

    def _go(self, words: list[str]) -> None:
        go = go_of(words, self._level)
        self._stop([])
        search = _Search(
            go=go,
            start=self._start,
            position=self._position,
            lines=self._options["MultiPV"],
            threads=self._options["Threads"] or machine.cores(),
            hash_mb=self._options["Hash"] or machine.default_table_mb(),
            seed=self._options["Seed"],
            stop=Event(),
        )
        self._pending = [one for one in self._pending if not one.stop.is_set()] + [search]
        self._searches.put(search)

    def _stop(self, words: list[str]) -> None:
        for search in self._pending:
            search.stop.set()

    # -- loading and thinking ----------------------------------------------------------------

    def _load_kernels(self) -> None:
        try:
            self._kernels = self._load(lambda text: self._say(f"info string {text}"))
        except BaseException as failure:
            self._say(f"info string error the kernels cannot be loaded: {_one_line(failure)}")
            leave(1)
        with self._writing:
            self._loaded.set()
            waiting, self._waiting = self._waiting, 0
        self._say(*["readyok"] * waiting)

    def _think_forever(self) -> None:
        while True:
            search = self._searches.get()
            try:
                self._think(search)
            except Exception as failure:
                self._say(f"info string error {_one_line(failure)}")
                leave(1)

    def _think(self, search: _Search) -> None:
        while not self._loaded.wait(0.02):
            if search.stop.is_set():
                first = _first_move(search.position)
                self._say(_best_move_line(first, first.best))
                return
        engine, go, report = self._engine_for(search), search.go, self._reporter()

        def think(position: Position, limit: Limit, lines: int) -> Analysis:
            heard = report if position is search.position else None
            request = SearchRequest(position, limit, lines, search.start, search.stop, heard)
            return engine.think(request)

        if go.level is None:
            analysis = think(search.position, go.limit, search.lines)
            move = analysis.best
        else:
            player = LevelPlayer(go.level, search.seed)
            move, analysis = player.choose(search.position, think, go.limit)
        self._say(*info_lines(analysis), _best_move_line(analysis, move))

    def _engine_for(self, search: _Search) -> SearchEngine:
        """Return the engine, made anew where threads or memory were changed."""
        options = (search.threads, search.hash_mb)
        if self._engine is None or self._engine_options != options:
            if self._engine is not None:
                self._engine.close()
                self._engine = None
            self._engine = self._new_engine(*options)
            self._engine_options = options
        return self._engine

    def _new_engine(self, threads: int, hash_mb: int) -> SearchEngine:
        """Return an engine with as much of the memory asked for as the system gives."""
        assert self._kernels is not None
        while True:
            try:
                return SearchEngine(self._kernels, threads, hash_mb)
            except MemoryError:
                if hash_mb <= machine.SMALLEST_TABLE:
                    raise
                self._say(f"info string error there is no memory for Hash {hash_mb}")
                hash_mb = min(hash_mb // 2, machine.default_table_mb())

    def _reporter(self) -> Callable[[Analysis], None]:
        last = ""

        def report(analysis: Analysis) -> None:
            nonlocal last
            lines = info_lines(analysis)
            if analysis.progress != last:
                last = analysis.progress
                lines.append(f"info string {last}")
            self._say(*lines)

        return report

    def _say(self, *lines: str) -> None:
        text = "".join(f"{line}\n" for line in lines)
        with self._writing:
            try:
                self._stdout.write(text)
                self._stdout.flush()
            except (BrokenPipeError, ValueError):
                leave(1)


# -- reading -------------------------------------------------------------------------------------


def positions_of(words: Sequence[str]) -> tuple[Position, Position]:
    """Return the start and the position after the moves of a `position` command's words.

    Raises RulesError for anything that is not one.
    """
    before, moves = _split(words, "moves")
    match before:
        case ["deal", number]:
            start = deal(deal_number(number))
        case ["grid", _, *rest] if len(rest) <= 2:
            start = position(" ".join(before[1:]))
        case _:
            raise FormatError(
                f"bad position {quoted(' '.join(words))}: expected deal N or grid <grid> <to move>"
                " <points>, then moves"
            )
    after = start
    for text in moves:
        after = after.play(move(text))
    return start, after


def go_of(words: Sequence[str], usual: Level | None = None) -> Go:
    """Return what the words after `go` ask; raise FormatError for words that ask nothing.

    `usual` is the level where none is named.
    """
    go = Go(Limit()) if usual is None or "level" in words else Go(usual.limit, usual)
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word == "exact":
            go = replace(go, limit=replace(go.limit, exact=True))
            continue
        if word == "infinite":
            go = replace(go, limit=replace(go.limit, infinite=True))
            continue
        if word not in ("movetime", "nodes", "depth", "level", "goal"):
            raise FormatError(
                f"bad go {quoted(word)}: expected movetime, nodes, depth, exact, infinite, level"
                " or goal"
            )
        if not rest:
            raise FormatError(f"bad go {word}: expected something after it")
        go = _with_limit(go, word, rest.pop(0))
    return go


def _with_limit(go: Go, word: str, text: str) -> Go:
    match word:
        case "level":
            chosen = level(text)
            return replace(go, level=chosen, limit=_joined(chosen.limit, go.limit))
        case "goal":
            if text not in [goal.value for goal in Goal]:
                raise FormatError(f"bad goal {quoted(text)}: expected margin, best or outcome")
            return replace(go, limit=replace(go.limit, goal=Goal(text)))
        case "movetime":
            return replace(go, limit=replace(go.limit, time=_number(text, word) / 1000))
        case "nodes":
            return replace(go, limit=replace(go.limit, nodes=_number(text, word)))
        case _:
            return replace(go, limit=replace(go.limit, depth=max(1, _number(text, word))))


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


def _option(words: Sequence[str]) -> tuple[str, int]:
    names = {name.lower(): name for name in OPTIONS}
    match list(words):
        case ["name", name, "value", text] if name.lower() in names:
            found = names[name.lower()]
            least, most = OPTIONS[found]
            number = _number(text, found)
            if not least <= number <= most:
                raise FormatError(f"bad {found} {number}: expected {least} to {most}")
            return found, number
    raise FormatError(
        f"bad option {quoted(' '.join(words))}: expected name {'|'.join(OPTIONS)}|Level value N"
    )


def _number(text: str, what: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 15):
        raise FormatError(f"bad {what} {quoted(text)}: expected a whole number")
    return int(text)


def _split(words: Sequence[str], mark: str) -> tuple[list[str], list[str]]:
    if mark not in words:
        return list(words), []
    at = list(words).index(mark)
    return list(words[:at]), list(words[at + 1 :])


# -- writing -------------------------------------------------------------------------------------


def info_lines(analysis: Analysis) -> list[str]:
    """Return the `info` lines of an analysis, one for each line of play."""
    return [_info_line(analysis, rank, line) for rank, line in enumerate(analysis.lines, start=1)]


def _info_line(analysis: Analysis, rank: int, line: Line) -> str:
    lower, upper = line.lower.points, line.upper.points
    if rank == 1:
        lower, upper = analysis.lower.points, analysis.upper.points
    return (
        f"info depth {analysis.depth} multipv {rank} value {line.value.points}"
        f" lower {lower} upper {upper} nodes {analysis.nodes} nps {analysis.nps}"
        f" hashfull {analysis.hashfull} time {int(1000 * analysis.seconds)}"
        f" pv {' '.join(map(str, line.pv))}"
    )


def _best_move_line(analysis: Analysis, chosen: Move | None) -> str:
    if chosen is None:
        return "bestmove none value 0 exact"
    value, exact = analysis.value.points, analysis.exact
    for line in analysis.lines:
        if line.move == chosen and chosen != analysis.best:
            value, exact = line.value.points, line.exact
    return f"bestmove {chosen} value {value} {'exact' if exact else 'estimate'}"


def _first_move(asked: Position) -> Analysis:
    """Return the answer of an engine that could not think: the pair worth most."""
    nothing = over(asked)
    if asked.is_over:
        return nothing
    best = max(asked.legal_moves, key=asked.worth)
    return replace(nothing, best=best, exact=False)


def _one_line(failure: BaseException) -> str:
    words = f"{type(failure).__name__}: {failure}".split()
    return " ".join(words)
