"""The engine of a page: another worker, at the other end of lines.

    EngineClient ──► WorkerConnection ──line──► solver.js ──► solver.page
                          lines ◄──hear── worker's messages

Each connection has a worker of its own. It thinks in slices, so that it hears `stop`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeAlias

from battle.engine.client import EngineClient

Send: TypeAlias = Callable[[str], None]
StartWorker: TypeAlias = Callable[[Send], Send]
"""Starts a worker, which `quit` ends; takes what hears lines, returns what sends some."""

_LOST: Final = "error"


class WorkerConnection:
    """An engine in a worker."""

    def __init__(self, start: StartWorker) -> None:
        self._lines: deque[str] = deque()
        self._reason = ""
        self.ended = False
        self._post = start(self._hear)

    def _hear(self, line: str) -> None:
        if line.startswith(_LOST):
            self._reason, self.ended = line.removeprefix(_LOST).strip(), True
        else:
            self._lines.append(line)

    def send(self, line: str) -> None:
        self._post(line)

    def lines(self, seconds: float) -> Iterable[str]:
        return self._taken()

    def _taken(self) -> Iterator[str]:
        while self._lines:
            yield self._lines.popleft()

    def reason(self) -> str:
        return self._reason

    def kill(self) -> None:
        self.ended = True
        self._post("quit")

    def close(self, *, wait: bool) -> None:
        self._post("quit")


def engine(start: StartWorker) -> EngineClient:
    """Return the engine of a page."""
    return EngineClient(launch=lambda: WorkerConnection(start))
