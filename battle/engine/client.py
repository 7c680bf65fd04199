"""The solver as a separate process, queried through the engine protocol without ever blocking.

What is *wanted* and what is *running* are kept apart:

    ask ──► wanted ──(engine ready, nothing running)──► running ──bestmove──► answer

A new query replaces the wanted one and stops the running one, whose answer is then dropped by its
id: the newest query wins. The next `go` is sent only after the last one was answered.

The process starts with the first query, or with `start`, and goes through

    STARTING ──uciok──► COMPILING ──readyok──► READY ◄──► THINKING

with FAILED from anywhere: a process that exits, does not answer `stop`, or stays silent for too
long is restarted once and queried again, then given up. A silent engine is pinged (`isready`)
before that. One that does not answer within its limit is stopped, and what it answers then counts.
It exits at the end of its input, so it never outlives the program.

Everything advances in `poll`, which the scheduler calls once per frame. Threads read from the
process and write to it, so nothing here blocks and nothing needs a lock. What it says is not
trusted: its lines are cut, a poll processes a bounded number of them, and while as many wait as the
queue holds its reader waits, and so does the process.
"""

from __future__ import annotations

import os
import queue
import shlex
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from enum import Enum
from functools import partial
from math import inf
from pathlib import Path
from typing import IO, Final, Protocol, TypeAlias

import battle
from battle.language import _, explain
from battle.protocol import (
    BestMove,
    Go,
    Info,
    Limit,
    best_move_of,
    info_of,
    info_string_of,
    number_of,
    option_command,
    position_command,
)
from battle.rules.files import check_length, lines_of
from battle.rules.position import FormatError, Move, Position, check_is, quoted
from battle.rules.tree import Game
from battle.storage import reason_of
from battle.words import shown_comment

ALL_LINES: Final = 100
"""More lines than any position has moves: every move gets its value."""

PATIENCE_SECONDS: Final = 10.0
"""How long after its time an engine is stopped, and how long after `stop` it hangs."""

SILENCE_SECONDS: Final = 40.0
"""An engine that was pinged and stays silent for this long has hung."""

_GREETING_SECONDS: Final = 60.0
"""A program that has neither greeted nor sent an `info` for this long is no engine, or has hung."""

_STARTING_SECONDS: Final = 600.0
"""A program that only sends `info` is given up after this long all the same."""

_COMPILING_SILENCE: Final = 15.0
"""The factor by which it may be silent for longer while it compiles.

So long it may also search without getting nearer to a limit of nodes or depth.
"""

_COMPILING: Final = 45.0
"""The factor for all of its compiling, whatever it says meanwhile."""

_PING: Final = 0.25
"""The fraction of that time after which it is pinged."""

_LONGEST_STEP: Final = 1.0
"""The most seconds of silence counted between two polls.

A machine that slept, or a window that did not poll, says nothing about the engine.
"""

_LONGEST_ANSWER: Final = 1000
"""The most characters kept of a line; no answer has as many."""

_MOST_AT_ONCE: Final = 200
"""The most lines that one poll processes."""

_MOST_WAITING: Final = 500
"""The most lines that wait for a poll, 2 MiB at worst."""

_QUIT_SECONDS: Final = 1.0
_TERMINATE_SECONDS: Final = 0.5
_NICENESS: Final = 10
"""The engine gets the processor time that the window, at 60 frames per second, leaves over."""


class EngineState(Enum):
    """The state of the engine."""

    STARTING = "starting"
    COMPILING = "compiling"
    READY = "ready"
    THINKING = "thinking"
    FAILED = "failed"

    @property
    def is_getting_ready(self) -> bool:
        return self in (EngineState.STARTING, EngineState.COMPILING)


@dataclass(frozen=True)
class Query:
    """A position to search: a start, or the number of its deal, and the moves since.

    Queries with the same start let the engine reuse its table. `lines` is the number of moves to
    value. `level` names a strength to play at; its errors depend on `seed`.
    """

    start: Position | int
    moves: tuple[Move, ...] = ()
    limit: Limit = Limit(time=2.0)  # noqa: RUF009 - it is frozen
    lines: int = 1
    seed: int = 0
    level: str | None = None


@dataclass(frozen=True)
class Failed:
    """The engine is given up; `message` is one line. `start` tries again."""

    message: str


Event: TypeAlias = Info | BestMove | Failed


class Engine:
    """An engine as its clients see it: it answers queries by events and never blocks.

    It works on one query at a time and the newest wins:

        engine.ask(Query(position)) ──► id
        engine.poll()               ──► [Info …, Info …, BestMove], each with that id

    `message` is its progress while it gets ready, the reason if it failed, else empty.
    """

    state: EngineState = EngineState.READY
    message: str = ""

    @property
    def is_compiling(self) -> bool:
        """Whether it gets ready for the first time, which takes a minute or more."""
        return self.state is EngineState.COMPILING and "compiling" in self.message

    def start(self) -> None:
        """Start and compile ahead of the first query; after a failure, try again."""

    def set_options(self, *, threads: int, hash_mb: int) -> None:
        """Set the threads and the MiB of table for the next queries, 0 for automatic."""

    def ask(self, query: Query) -> int:
        """Search `query` in place of any other; return the id of its answer."""
        raise NotImplementedError

    def cancel(self) -> None:
        """Cancel the last query: no answer to it will come."""

    def poll(self, seconds: float = 0.0) -> list[Event]:
        """Return the events since the last call, waiting up to `seconds` for one."""
        raise NotImplementedError

    def close(self) -> None:
        """End; what is asked later starts it again."""


def default_command() -> list[str]:
    """Return the command that starts our own engine as this program was started."""
    if getattr(sys, "frozen", False):
        return [sys.executable, "engine"]
    return [sys.executable, "-P", "-m", "battle", "engine"]


def command_in(text: str) -> list[str]:
    """Return the words of a command as a shell splits them; raise FormatError if it is none."""
    with suppress(ValueError):  # a quotation that does not end
        if words := shlex.split(text):
            return words
    raise FormatError("bad command {text}: expected a program", text=quoted(text))


class Connection(Protocol):
    """A running engine: lines in, lines out."""

    ended: bool
    """Whether it has ended by itself, which `lines` notices."""

    def send(self, line: str) -> None:
        """Send a line; never waits."""

    def lines(self, seconds: float) -> Iterable[str]:
        """Yield the next answers that have come, waiting up to `seconds` for the first line."""

    def reason(self) -> str:
        """Return why it ended."""

    def kill(self) -> None:
        """End it at once, as it does not respond."""

    def close(self, *, wait: bool) -> None:
        """End it, within two seconds."""


class EngineClient(Engine):
    """The engine in a process of its own, or at the other end of what `launch` returns."""

    def __init__(
        self,
        command: Sequence[str] | None = None,
        *,
        launch: Callable[[], Connection] | None = None,
        threads: int = 0,
        hash_mb: int = 0,
        patience: float = PATIENCE_SECONDS,
        silence: float = SILENCE_SECONDS,
    ) -> None:
        self._connect = launch or partial(_Process, command or default_command())
        self._patience, self._silence = patience, silence
        self._silent = 0.0
        self._waited = 0.0
        """Seconds since the greeting, `isready`, `go` or `stop` that is to be answered."""
        self._reached = 0
        """How many nodes, or plies, of its limit the running query is known to have reached."""
        self._looked_at = time.monotonic()
        self._pinged = False
        self._options = {"Threads": threads, "Hash": hash_mb}
        self._unsent: dict[str, int] = {}
        self._most: dict[str, int] = {}
        self._process: Connection | None = None
        self._wanted: tuple[int, Query] | None = None
        self._running: tuple[int, Query] | None = None
        self._is_stopped = self._is_dropped = False
        """Whether the running query was sent `stop`, and whether nobody wants its answer."""
        self._restarted = False
        self._events: list[Event] = []
        self._last_id = 0
        self.state = EngineState.STARTING

    def __enter__(self) -> EngineClient:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close(wait=True)

    def start(self) -> None:
        if self._process is None:
            self._restarted = False
            self._launch()

    def set_options(self, *, threads: int, hash_mb: int) -> None:
        self._options = {"Threads": threads, "Hash": hash_mb}
        self._unsent = dict(self._options)

    def ask(self, query: Query) -> int:
        self._last_id += 1
        if self.state is EngineState.FAILED:
            self._events.append(Failed(self.message))
            return self._last_id
        self.cancel()
        self._wanted = self._last_id, query
        if self._process is None:
            self._launch()
        self._begin_wanted()
        return self._last_id

    def cancel(self) -> None:
        self._wanted = None
        if self._running is not None:
            self._is_dropped = True
            self._stop()

    def poll(self, seconds: float = 0.0) -> list[Event]:
        process = self._process
        if process is not None:
            self._count_seconds()
            for line in process.lines(0.0 if self._events else seconds):
                if self._process is process:
                    self._understand(line.split())
                    if self.state is not EngineState.STARTING or line.startswith("info "):
                        self._silent, self._pinged = 0.0, False
            if process.ended and self._process is process:
                self._lost(process.reason())
            elif self._process is process and self._hangs():
                process.kill()
                self._lost(_("it stopped responding"))
        events, self._events = self._events, []
        return events

    def close(self, *, wait: bool = False) -> None:
        """End; the process ends within two seconds, in the call only if it is to wait."""
        self._let_go(wait=wait)
        self.state = EngineState.STARTING

    def _launch(self) -> None:
        self.state, self.message = EngineState.STARTING, ""
        self._running, self._is_stopped, self._is_dropped = None, False, False
        self._silent, self._waited, self._pinged = 0.0, 0.0, False
        self._looked_at = time.monotonic()
        self._unsent = {name: value for name, value in self._options.items() if value}
        try:
            self._process = self._connect()
        except OSError as error:
            self._give_up(
                _("the engine cannot be started: {reason}").format(reason=reason_of(error))
            )
            return
        self._send("uci")

    def _understand(self, words: list[str]) -> None:
        match words:
            case ["option", "name", "Hash" | "Threads" as name, *_rest, "max", most]:
                with suppress(FormatError):
                    self._most[name] = number_of(most, name)  # the largest on this machine
            case ["uci"]:  # its own question back
                self._give_up(_("the program does not speak the engine protocol"))
            case ["uciok"] if self.state is EngineState.STARTING:
                self.state, self._waited = EngineState.COMPILING, 0.0
                self._send_options()
                self._send("isready")
            case ["readyok"] if self.state is EngineState.COMPILING:
                self.state, self.message = EngineState.READY, ""
                self._begin_wanted()
            case ["info", *said]:
                self._hear(said)
            case ["bestmove", *answer] if self._running is not None:
                self._finish(self._running[0], answer)

    def _hear(self, words: list[str]) -> None:
        said = info_string_of(words)
        if said is not None and said.is_error:
            self._lost(shown_comment(said.text))
        elif said is not None and self.state is EngineState.COMPILING:
            self.message = shown_comment(said.text)
        elif self._running is not None and not self._is_dropped:
            info = info_of(words, self._running[0])
            if info is not None:
                self._note_progress(info, self._running[1].limit)
                self._events.append(info)

    def _finish(self, number: int, words: list[str]) -> None:
        best = best_move_of(words, number)
        if best is None:
            answer = shown_comment(" ".join(["bestmove", *words]))
            self._give_up(_("the engine sent an unreadable answer: {answer}").format(answer=answer))
            return
        if not self._is_dropped:
            if self._is_stopped and best.move is None:  # it has begun on no move in all its time
                self._lost(_("it stopped responding"))
                return
            self._events.append(best)
            self._restarted = False
        self._running, self._is_stopped, self._is_dropped = None, False, False
        self.state = EngineState.READY
        self._begin_wanted()

    def _begin_wanted(self) -> None:
        """Start the wanted query if the engine is free for it."""
        if self._wanted is None or self.state is not EngineState.READY:
            return
        self._running, self._wanted = self._wanted, None
        self.state, self._waited, self._reached = EngineState.THINKING, 0.0, 0
        query = self._running[1]
        self._send_options()
        self._send(option_command("MultiPV", query.lines))
        if query.level is not None:
            self._send(option_command("Seed", query.seed))
        self._send(position_command(query.start, query.moves))
        self._send(str(Go(query.limit, query.level)))

    def _stop(self) -> None:
        if not self._is_stopped:
            self._is_stopped, self._waited = True, 0.0
            self._send("stop")

    def _count_seconds(self) -> None:
        now = time.monotonic()
        seconds = min(now - self._looked_at, _LONGEST_STEP)
        self._silent, self._waited = self._silent + seconds, self._waited + seconds
        self._looked_at = now

    def _note_progress(self, info: Info, limit: Limit) -> None:
        reached = max(min(info.nodes, limit.nodes or 0), min(info.depth, limit.depth or 0))
        if limit.time is None and not self._is_stopped and reached > self._reached:
            self._reached, self._waited = reached, 0.0

    def _hangs(self) -> bool:
        """Return whether the engine hangs; stop one whose time is over, ping a silent one."""
        if self._waited > self._patience_now():
            if self.state is not EngineState.THINKING or self._is_stopped:
                return True
            self._stop()
        if self.state is EngineState.STARTING:
            return self._silent > _GREETING_SECONDS
        if self.state is EngineState.COMPILING:
            return self._silent > _COMPILING_SILENCE * self._silence
        if not self._pinged and self._silent > _PING * self._silence:
            self._pinged = True
            self._send("isready")
        return self._silent > self._silence

    def _patience_now(self) -> float:
        """Return the seconds in which the engine must do what it was last sent."""
        if self.state is EngineState.STARTING:
            return _STARTING_SECONDS
        if self.state is EngineState.COMPILING:
            return _COMPILING * self._silence
        if self._running is None:
            return inf
        limit, level = self._running[1].limit, self._running[1].level
        if self._is_stopped:
            return self._patience
        if limit.infinite or (limit.is_open and level is None):
            return inf
        if limit.time is None and not limit.is_open:
            return _COMPILING_SILENCE * self._silence
        return (limit.time or 0.0) + self._patience

    def _send_options(self) -> None:
        for name, value in self._unsent.items():
            self._send(option_command(name, min(value, self._most.get(name, value))))
        self._unsent = {}

    def _send(self, line: str) -> None:
        if self._process is not None:
            self._process.send(line)

    def _lost(self, reason: str) -> None:
        """Restart the engine that has failed and repeat the query; give up the second time."""
        if self._restarted:
            self._give_up(_("the engine stopped: {reason}").format(reason=reason))
            return
        again = self._wanted or (None if self._is_dropped else self._running)
        self._let_go()
        self._restarted, self._wanted = True, again
        self._launch()

    def _give_up(self, message: str) -> None:
        self._let_go()
        self.state, self.message = EngineState.FAILED, message
        self._events.append(Failed(message))

    def _let_go(self, *, wait: bool = False) -> None:
        """End the process and drop its queries."""
        process, self._process = self._process, None
        self._wanted = self._running = None
        if process is not None:
            process.close(wait=wait)


class _Process:
    """A running engine: lines in, lines out, and its last lines on standard error.

    send ──► queue ──► writer ──► the process ──► two readers ──► bounded queue ──► lines
    """

    def __init__(self, command: Sequence[str]) -> None:
        quiet = getattr(subprocess, "CREATE_NO_WINDOW", 0)
        group = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            env=_environment(),
            creationflags=quiet | group | getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0),
            start_new_session=os.name == "posix",
        )
        self.id = self._process.pid
        with suppress(OSError, AttributeError):  # where a process has no niceness
            os.setpriority(os.PRIO_PROCESS, self.id, _NICENESS)
        self.ended = False
        self._is_leaving = False
        self._to_send: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._lines: queue.Queue[tuple[str | None, bool]] = queue.Queue(_MOST_WAITING)
        """Lines, and whether they are answers; None at the end of the answers."""
        self._complaints: deque[str] = deque(maxlen=20)
        read_complaints = partial(self._read, self._process.stderr, is_answer=False)
        work = (self._write, self._read_answers, read_complaints)
        self._threads = [threading.Thread(target=target, daemon=True) for target in work]
        for thread in reversed(self._threads):  # answers are read once complaints are waited for
            thread.start()

    def send(self, line: str) -> None:
        self._to_send.put(line)

    def lines(self, seconds: float) -> Iterable[str]:
        with suppress(queue.Empty):
            for _number in range(_MOST_AT_ONCE):
                line, is_answer = self._lines.get(seconds > 0, seconds)
                seconds = 0.0
                if line is None:
                    self.ended = True
                    return
                if is_answer:
                    yield line
                else:
                    self._complaints.append(line)

    def reason(self) -> str:
        """Return the last line on standard error, or the exit status."""
        status = _("exit status {number}").format(number=self._process.returncode)
        return next(map(shown_comment, filter(str.strip, reversed(self._complaints))), status)

    def kill(self) -> None:
        with suppress(OSError):
            self._process.kill()

    def close(self, *, wait: bool) -> None:
        """End the process within two seconds, by force if need be, in a thread unless to `wait`."""
        self._is_leaving = True
        for line in ("stop", "quit", None):
            self._to_send.put(line)
        if wait:
            self._leave()
        else:
            threading.Thread(target=self._leave).start()

    def _leave(self) -> None:
        with suppress(queue.Empty):
            while True:  # the readers wait no more
                self._lines.get_nowait()
        self._end(self._process.terminate, _QUIT_SECONDS)
        self._end(self._process.kill, _TERMINATE_SECONDS)
        self._process.wait()
        streams = (self._process.stdin, self._process.stdout, self._process.stderr)
        for thread, stream in zip(self._threads, streams, strict=True):
            thread.join(_TERMINATE_SECONDS)
            if stream is not None and not thread.is_alive():
                with suppress(OSError):  # what was not written
                    stream.close()

    def _end(self, force: Callable[[], None], seconds: float) -> None:
        """Wait for the process to end by itself, then use `force`."""
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            force()

    def _write(self) -> None:
        """Write what is sent, then close the process's input."""
        stream = self._process.stdin
        assert stream is not None
        with suppress(OSError, ValueError):
            while (line := self._to_send.get()) is not None:
                stream.write(line + "\n")
                stream.flush()
            stream.close()

    def _read_answers(self) -> None:
        """Read the answers; at their end wait for the process's, so that its reason is known."""
        self._read(self._process.stdout, is_answer=True)
        if not self._is_leaving:
            self._end(self._process.kill, _TERMINATE_SECONDS)
            self._process.wait()
            self._threads[2].join(_TERMINATE_SECONDS)
        self._lines.put((None, True))

    def _read(self, stream: IO[str] | None, *, is_answer: bool) -> None:
        """Read lines until a stream ends or one is too long, which is a complaint."""
        assert stream is not None
        try:
            for line in lines_of(stream):
                check_length(line)
                if not self._is_leaving:
                    self._lines.put((line[:_LONGEST_ANSWER], is_answer))
        except (OSError, ValueError) as error:
            self._lines.put((explain(error), False))


def _environment() -> dict[str, str]:
    """Return the engine's environment, with which it also finds this program in a checkout."""
    environment = dict(os.environ)
    root = Path(battle.__file__).resolve().parent.parent
    if (root / "pyproject.toml").is_file():
        paths = environment.get("PYTHONPATH", "")
        environment["PYTHONPATH"] = f"{paths}{os.pathsep}{root}" if paths else str(root)
    return environment


# --- simple --------------------------------------------------------------------------------------
#
# An engine for programs, in the shape of python-chess's `SimpleEngine`: every call waits.


class EngineError(Exception):
    """Raised if an engine cannot be started, ends or hangs twice, or sends an unreadable answer.

    An engine hangs that is silent for 40 seconds, or does not answer in time (`SimpleEngine`).

    >>> SimpleEngine("no-such-engine").play(deal(1))
    Traceback (most recent call last):
    battle.engine.client.EngineError: …
    """


class SimpleEngine(AbstractContextManager["SimpleEngine"]):
    """An engine in a process of its own: any program that speaks the protocol.

        with SimpleEngine() as engine:
            print(engine.play(deal(1), Limit(time=1.0)).move)
            for info in engine.analyse(deal(1), Limit(nodes=1_000_000), lines=3):
                print(info.depth, info.rank, info.value, *info.pv)

    `command` starts it, as words or as a shell would split them; without one it is our own solver.
    `threads` and `hash_mb` (MiB of table) are left to the engine where they are 0. One that has not
    answered `patience` seconds after its time is told to stop, and hangs after as many more; with a
    limit of nodes or depth alone its time is ten minutes from the last report that came nearer to
    it. An engine that ends or hangs is started again once; the second time a call raises
    EngineError.

        >>> with SimpleEngine(threads=1, hash_mb=16) as engine:
        ...     print(engine.play(position("5m5p/5p5m/9s/9s"), Limit(exact=True)))
        bestmove c1d1 value 9 exact
    """

    def __init__(
        self,
        command: str | Sequence[str] | None = None,
        *,
        threads: int = 0,
        hash_mb: int = 0,
        patience: float = PATIENCE_SECONDS,
    ) -> None:
        words = command_in(command) if isinstance(command, str) else command
        self._client = EngineClient(words, threads=threads, hash_mb=hash_mb, patience=patience)

    def __exit__(self, *exception: object) -> None:
        self.quit()

    def play(
        self,
        game: Game | Position,
        limit: Limit | None = None,
        *,
        level: str | None = None,
        seed: int = 0,
    ) -> BestMove:
        """Return the engine's answer in a position, or at a game's current one.

        Its `move` is None where the game is over. No limit: a second. Our own engine also plays at
        a `level` (novice, casual, club, strong, master, perfect, companion), with the errors that a
        `seed` gives.
        """
        *_, best = self._answers(_query(game, limit, 1, level, seed))
        assert isinstance(best, BestMove)
        return best

    def analyse(
        self, game: Game | Position, limit: Limit | None = None, lines: int = 1
    ) -> Iterator[Info]:
        """Yield what the engine reports about its best moves, `lines` of them, up to the limit.

        Nothing is yielded for an engine that reports nothing. No limit: a second. Values are for
        the player to move. Left early, it is stopped.
        """
        for event in self._answers(_query(game, limit, lines)):
            if isinstance(event, Info):
                yield event

    def quit(self) -> None:
        """End the engine."""
        self._client.close(wait=True)

    def _answers(self, query: Query) -> Iterator[Info | BestMove]:
        """Yield what the engine says about a query, at last its best move."""
        number = self._client.ask(query)
        try:
            while True:
                for event in self._client.poll(0.1):
                    if isinstance(event, Failed):
                        raise EngineError(event.message)
                    if event.id == number:
                        yield event
                        if isinstance(event, BestMove):
                            return
        finally:
            self._client.cancel()


def _query(
    game: Game | Position, limit: Limit | None, lines: int, level: str | None = None, seed: int = 0
) -> Query:
    check_is(game, Position, Game)
    limit = Limit(time=1.0) if limit is None else limit
    check_is(limit, Limit)
    start, moves = (game, ()) if isinstance(game, Position) else (game.start, tuple(game.moves))
    return Query(start, moves, limit, lines, seed, level)
