"""Keeps a steady pace of frames: sleeps until the next one is due."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

_LONGEST: Final = 0.1
"""A frame never counts for more seconds, so that nothing jumps after a pause of the machine."""


class Pace:
    """`rate` frames a second. Late frames are not made up for."""

    def __init__(
        self,
        rate: int,
        now: Callable[[], float] = time.perf_counter,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._step = 1 / rate
        self._now, self._sleep = now, sleep
        self._last = now()
        self._due = self._last
        self.work = 0.0
        """The seconds of the last frame that were not slept."""

    def wait(self) -> float:
        """Sleep until the next frame is due; return the seconds since the last one."""
        now = self._now()
        self.work = now - self._last
        self._due = max(self._due + self._step, now)
        if self._due > now:
            self._sleep(self._due - now)
            now = self._now()
        return self._since_last(now)

    def rest(self, nap: float, naps: int, disturbed: Callable[[], bool]) -> float:
        """Sleep for some naps, fewer if `disturbed` after one; return as `wait` does."""
        for _ in range(naps):
            self._sleep(nap)
            if disturbed():
                break
        now = self._due = self._now()
        return self._since_last(now)

    def _since_last(self, now: float) -> float:
        passed, self._last = now - self._last, now
        return min(_LONGEST, passed)
