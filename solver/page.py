"""The engine of a page: the protocol without threads, in a worker whose messages are its lines.

    message ──hear──► Conversation ──► what is asked ──think──► info …, bestmove … ──post──► message

A worker hears nothing while Python runs, so `think` returns after a moment, for other messages to
be heard, and is called again as long as there is something to think about.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from io import StringIO
from threading import Event
from typing import Final

from solver.api import Slices
from solver.kernels.loader import load
from solver.protocol import Conversation

_MOMENT: Final = 0.03
"""Seconds of thinking between two looks at the messages, each of which costs a fraction of one."""


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
    """The conversation of a page with its engine, which posts its lines; its kernels are loaded."""

    def __init__(self, post: Callable[[str], None]) -> None:
        super().__init__(_Posted(post), load)
        self._answering: Slices[None] | None = None
        self._awaited: Event | None = None
        self._load_kernels()

    def hear(self, line: str) -> None:
        """Answer one line, but for `go`, which `think` answers."""
        self.answer(line.split())

    def think(self) -> bool:
        """Think for a moment about what was asked; return whether more is to be thought about."""
        end = time.monotonic() + _MOMENT
        while time.monotonic() < end:
            if self._awaited is not None and not self._awaited.is_set():
                return False
            if self._answering is None:
                if self._searches.empty():
                    return False
                self._answering = self.slices(self._searches.get())
            try:
                self._awaited = next(self._answering)
            except StopIteration:
                self._answering = self._awaited = None
        return True
