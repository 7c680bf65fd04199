"""What a channel's thread waits with, and when it is to end."""

from __future__ import annotations

import selectors
import socket
import time
from contextlib import suppress
from typing import Final

from battle.friend.channel import Outbox

LINGER_SECONDS: Final = 3.0
"""A closed channel has this long to send what is still to go out; a program waits for it."""
_TURN_SECONDS: Final = 5.0
_ASLEEP_SECONDS: Final = 20.0


class Alarm:
    """Wakes a thread that waits for a socket, and notices that the machine has slept."""

    def __init__(self) -> None:
        self._bell, self._ear = socket.socketpair()
        self._bell.setblocking(False)
        self._ear.setblocking(False)
        self._wall = time.time()

    def set(self) -> None:
        """Take sleep into account from now on, whatever has been waited for elsewhere."""
        self._wall = time.time()

    def ring(self) -> None:
        """Wake the thread."""
        with suppress(OSError):  # rung already, or nobody is there any more
            self._bell.send(b"!")

    def wait(self, seconds: float, file: int | None = None, *, write: bool = False) -> bool:
        """Wait for the bell, a file or the time; return whether the machine slept meanwhile."""
        seconds = min(max(seconds, 0.0), _TURN_SECONDS)
        with selectors.DefaultSelector() as waiting:
            waiting.register(self._ear, selectors.EVENT_READ)
            if file is not None:
                events = selectors.EVENT_READ | (selectors.EVENT_WRITE if write else 0)
                waiting.register(file, events)
            waiting.select(seconds)
        with suppress(OSError):
            while self._ear.recv(4096):
                pass
        before, self._wall = self._wall, time.time()
        return self._wall - before > seconds + _ASLEEP_SECONDS

    def close(self) -> None:
        """Let go of the sockets."""
        self._bell.close()
        self._ear.close()


class Closing:
    """Whether a channel is to close, and until when it may still send."""

    def __init__(self) -> None:
        self._until: float | None = None

    def begin(self) -> None:
        """Close, in `LINGER_SECONDS` at the latest."""
        if self._until is None:
            self._until = time.monotonic() + LINGER_SECONDS

    def is_due(self, outbox: Outbox) -> bool:
        """Whether to go now: everything is sent, or the time is up."""
        return self._until is not None and (outbox.is_empty or time.monotonic() > self._until)
