"""The engine of a page: another worker, at the other end of lines.

    EngineClient ──► WorkerConnection ──line──► solver.js ──► solver.page
                          lines ◄──hear── worker's messages

A worker in a browser that cannot switch stacks hears nothing while it thinks. To stop it, it is
ended, another one is begun and told what the first was told; the answer that is owed, which nobody
reads, is made up.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeAlias

from battle.engine.client import EngineClient
from battle.protocol import BestMove

Send: TypeAlias = Callable[[str], None]
StartWorker: TypeAlias = Callable[[Send], Send]
"""Starts a worker in place of the one before; takes what hears lines, returns what sends some."""

TABLE_MIB: Final = 64
_LOST: Final = "error"
_DEAF: Final = "deaf"
_ALIVE: Final = "info string starting"


class WorkerConnection:
    """An engine in a worker."""

    def __init__(self, start: StartWorker) -> None:
        self._start = start
        self._lines: deque[str] = deque()
        self._settings: dict[str, str] = {}
        """What it was told, the last line of each option."""
        self._is_deaf = self._owes_answer = False
        self._unheard = 0
        """How many `readyok` answer what a new worker was told again."""
        self._reason = ""
        self.ended = False
        self._post = start(self._hear)

    def _hear(self, line: str) -> None:
        if line.startswith(f"info string {_DEAF}"):
            self._is_deaf = True
        elif line.startswith(_LOST):
            self._reason, self.ended = line.removeprefix(_LOST).strip(), True
        elif not self._unheard or line == _ALIVE:
            self._lines.append(line)
        elif line == "readyok":
            self._unheard -= 1

    def send(self, line: str) -> None:
        command = line.partition(" ")[0]
        if command == "go":
            self._owes_answer = True
        elif command in ("uci", "setoption"):
            self._settings[line.partition(" value ")[0]] = line
        if command == "stop" and self._is_deaf and self._owes_answer:
            self._begin_again()
        else:
            self._post(line)

    def _begin_again(self) -> None:
        self._lines.clear()
        self._post = self._start(self._hear)
        self._unheard = 1
        for line in (*self._settings.values(), "isready"):
            self._post(line)
        self._owes_answer = False
        self._lines.append(str(BestMove(0, None, 0, exact=False)))

    def lines(self, seconds: float) -> Iterable[str]:
        return self._taken()

    def _taken(self) -> Iterator[str]:
        while self._lines:
            line = self._lines.popleft()
            if line.startswith("bestmove"):
                self._owes_answer = False
            yield line

    def reason(self) -> str:
        return self._reason

    def kill(self) -> None:
        self.ended = True

    def close(self, *, wait: bool) -> None:
        if not self.ended:
            self._post("stop")


def engine(start: StartWorker) -> EngineClient:
    """Return the engine of a page, with a table that leaves room for the page."""
    return EngineClient(launch=lambda: WorkerConnection(start), threads=1, hash_mb=TABLE_MIB)
