"""The engine of a page: the protocol without threads, in a worker whose messages are its lines.

    message ──hear──► Conversation ──► what is asked ──think──► info …, bestmove … ──post──► message
                          ▲                                │
                          └── the worker's other messages, while `tick` lets the browser go on

Pyodide can go on with the browser in the midst of a search where the browser can switch stacks.
Elsewhere nothing is heard while it thinks: it says so, and who wants it to stop ends the worker.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from io import StringIO
from threading import Event
from typing import Final

from pyodide.ffi import can_run_sync, run_sync

from solver.kernels.loader import load
from solver.protocol import Conversation

DEAF: Final = "info string deaf while it thinks"
_BREATH_SECONDS: Final = 0.03


class _Posted(StringIO):
    """A stream whose lines are posted as they are written."""

    def __init__(self, post: Callable[[str], None]) -> None:
        super().__init__()
        self._post = post

    def write(self, text: str) -> int:
        for line in text.splitlines():
            self._post(line)
        return len(text)


class PageEngine(Conversation):
    """The conversation of a page with its engine."""

    def __init__(self, post: Callable[[str], None]) -> None:
        super().__init__(_Posted(post), load, _Breath())
        self._is_thinking = False
        self._load_kernels()

    def hear(self, line: str) -> None:
        """Answer one line, but for `go`, which `think` answers."""
        self.answer(line.split())

    def think(self) -> None:
        """Answer what was asked, and what is asked meanwhile."""
        if self._is_thinking:
            return
        self._is_thinking = True
        while not self._searches.empty():
            search = self._searches.get()
            is_stopped, search.request.stop = search.request.stop.is_set(), _Stop()
            if is_stopped:
                search.request.stop.set()
            self.think_about(search)
        self._is_thinking = False


def begin(post: Callable[[str], None]) -> PageEngine:
    """Return the engine, its kernels loaded; it posts lines."""
    if not can_run_sync():
        post(DEAF)
    return PageEngine(post)


class _Stop(Event):
    """Says that a search is to stop; who waits for it lets the browser go on.

    Where that cannot be nothing is ever heard while one waits, and there is no use in it.
    """

    def wait(self, timeout: float | None = None) -> bool:
        while not self.is_set() and can_run_sync():
            run_sync(asyncio.sleep(_BREATH_SECONDS))
        return self.is_set()


class _Breath:
    """Lets the browser go on now and then, where it can: each time costs some milliseconds."""

    def __init__(self) -> None:
        self._last = 0.0

    def __call__(self) -> None:
        if time.monotonic() - self._last > _BREATH_SECONDS and can_run_sync():
            run_sync(asyncio.sleep(0))
            self._last = time.monotonic()
