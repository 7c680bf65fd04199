"""What two programs meet in: a few named slots, in which each finds what the other put there last.

A channel belongs to one topic, a random name that only the invitation carries, and is opened with
the ways that lead there and the slots that are one's own:

    host                                         guest
    publish("host", sealed) ──► [ host  ] ──► poll() → [Arrived("host", sealed)]
    poll() ◄─────────────────── [ guest ] ◄── publish("guest", sealed)

A slot holds one message, the newest. What is `kept` is also found by someone who comes later; what
is not, by those who are there now. Nothing else is promised: messages may be lost until the next
connection, come twice, late, in any order, or from a stranger who knows the topic, and one's own
may come back. Whoever uses a channel judges what arrives by itself, never by when it came.

No call waits: connecting, sending and receiving happen in threads of the channel, which end with
`close`.
"""

from __future__ import annotations

import re
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import Final, Protocol

LARGEST: Final = 64 * 1024
"""Bytes in one message; more is neither sent nor handed over."""

SLOTS: Final = ("host", "join", "guest", "host-here", "guest-here")
"""The slots of every topic; nothing else that lies there is read."""

WORD: Final = "mahjong-battle:"
"""What every invitation begins with."""

TOPIC: Final = re.compile(r"[A-Za-z0-9_-]{22}")
"""A topic: 16 random bytes in base64url."""


class LinkKind(StrEnum):
    """How it stands with the way to the friend, the best first."""

    CONNECTED = "connected"
    """What is published goes out now."""
    LOST = "lost"
    """Was there; it is tried again by itself."""
    CONNECTING = "connecting"
    """Not there yet, for the first time."""
    REFUSED = "refused"
    """Not allowed, or impossible here; it is tried again, but a person should know why."""
    CLOSED = "closed"
    """Closed by oneself."""


@dataclass(frozen=True)
class LinkState:
    """How it stands with the way, since when, and in plain text why; `reason` may be empty.

    Connected is not the same as the friend being there: over a broker it says that the broker is.
    `to_friend` says that no one stands between: a way that is lost for no reason is the friend's.
    """

    kind: LinkKind
    since: datetime = field(default_factory=lambda: datetime.now(UTC))
    reason: str = ""
    to_friend: bool = False

    @property
    def is_up(self) -> bool:
        """Whether what is published goes out now."""
        return self.kind is LinkKind.CONNECTED


@dataclass(frozen=True)
class Arrived:
    """What was found in a slot: at most `LARGEST` bytes from anybody, never empty."""

    slot: str
    sealed: bytes


class Channel(Protocol):
    """A way to the friend; no call waits."""

    def publish(self, slot: str, sealed: bytes, *, kept: bool = True) -> None:
        """Put `sealed` into `slot`, in place of what was there; nothing (`b""`) clears it.

        What is kept goes out as soon as there is a connection and again with every new one, the
        newest of each slot only; what is not kept is dropped while there is none. Raise ValueError
        if it is larger than `LARGEST` or the slot's name is none.
        """

    def poll(self) -> list[Arrived]:
        """Return what has come since the last call, in any order, perhaps repeated or one's own."""

    @property
    def state(self) -> LinkState:
        """How it stands with the way now."""

    def close(self) -> None:
        """Let go of the way; what is kept stays where it is. May be called twice."""


def check(slot: str, sealed: bytes) -> None:
    """Raise ValueError for what no channel carries."""
    if slot not in SLOTS or len(sealed) > LARGEST:
        raise ValueError(f"no message of at most {LARGEST} bytes in a slot: {slot!r}")


# --- one channel, between its user and its thread ------------------------------------------------

LINGER_SECONDS: Final = 3.0
"""A closed channel has this long to send what is still to go out; a program waits for it."""

MOST_WAITING: Final = 8
"""Messages of one slot that wait for `poll`; of more the oldest are gone."""


@dataclass(frozen=True)
class Outgoing:
    """A message to go out; without bytes the slot is to be cleared."""

    slot: str
    sealed: bytes
    kept: bool = True


class ThreadedChannel:
    """A channel whose `run` works in a thread of its own until it is closed.

    Of what goes out the newest of each slot counts, one at a time:

        publish ──► unsent ──outgoing──► under way ──delivered──► done

    and `renew` begins again with what is kept. `wake` wakes the thread; `port` is the one at which
    it listens, None if it does not.
    """

    def __init__(self, name: str, *, to_friend: bool = False) -> None:
        self.state = LinkState(LinkKind.CONNECTING, to_friend=to_friend)
        self.port: int | None = None
        self.wake: Callable[[], object] = lambda: None
        self._lock = threading.Lock()
        self._arrived: dict[str, deque[bytes]] = {}
        self._kept: dict[str, bytes] = {}
        self._unsent: dict[str, Outgoing] = {}
        self._under_way: set[str] = set()
        self._own: dict[str, deque[bytes]] = {}
        self._until = 0.0
        self._thread = threading.Thread(target=self.run, name=name, daemon=True)
        self._thread.start()

    # For its user

    def publish(self, slot: str, sealed: bytes, *, kept: bool = True) -> None:
        """Put `sealed` into `slot`, as every channel does."""
        check(slot, sealed)
        if self.state.kind is LinkKind.CLOSED or not (kept or self.state.is_up):
            return
        with self._lock:
            self._unsent[slot] = Outgoing(slot, sealed, kept)
            if kept:
                self._kept[slot] = sealed
                self._own.setdefault(slot, deque(maxlen=32)).append(sealed)
        self.wake()

    def poll(self) -> list[Arrived]:
        """Return what has come since the last call, oldest first within each slot."""
        with self._lock:
            slots, self._arrived = self._arrived, {}
        return [Arrived(slot, sealed) for slot, waiting in slots.items() for sealed in waiting]

    @property
    def is_sent(self) -> bool:
        """Whether everything is known to have gone out."""
        with self._lock:
            return not self._unsent and not self._under_way

    def close(self) -> None:
        """Leave, as soon as what is still to go out has gone out or after `LINGER_SECONDS`."""
        was_up = self.state.is_up
        if self.state.kind is not LinkKind.CLOSED:
            self._until = time.monotonic() + LINGER_SECONDS
            self.set_state(LinkKind.CLOSED)
            self.wake()
            if was_up and not self.is_sent:  # the thread alone would not keep the program alive
                threading.Thread(target=self._thread.join, args=(LINGER_SECONDS,)).start()

    # For its thread

    def run(self) -> None:
        """Be connected as long as the channel is open."""
        raise NotImplementedError

    @property
    def is_due(self) -> bool:
        """Whether the thread must end now: it is closed, and all is sent or the time is up."""
        is_closed = self.state.kind is LinkKind.CLOSED
        return is_closed and (self.is_sent or time.monotonic() > self._until)

    def set_state(self, kind: LinkKind, reason: str = "") -> None:
        """Change the state; `since` changes with its kind only, and what is closed stays so."""
        with self._lock:
            if self.state.kind is not LinkKind.CLOSED:
                since = self.state.since if self.state.kind is kind else datetime.now(UTC)
                self.state = replace(self.state, kind=kind, since=since, reason=reason)

    def arrive(self, slot: str, sealed: bytes) -> None:
        """Keep a message until it is taken, if its size and slot are allowed."""
        if slot in SLOTS and 0 < len(sealed) <= LARGEST:
            with self._lock:
                self._arrived.setdefault(slot, deque(maxlen=MOST_WAITING)).append(sealed)

    def outgoing(self) -> list[Outgoing]:
        """Return what is to go out now; what is kept holds its slot until it is delivered."""
        with self._lock:
            ready = [one for slot, one in self._unsent.items() if slot not in self._under_way]
            for message in ready:
                del self._unsent[message.slot]
            self._under_way.update(message.slot for message in ready if message.kept)
        return ready

    def delivered(self, message: Outgoing) -> None:
        """Let the next of this slot go out; one that was to be cleared is forgotten."""
        with self._lock:
            self._under_way.discard(message.slot)
            if message.kept and not message.sealed and self._kept.get(message.slot) == b"":
                del self._kept[message.slot]

    def renew(self) -> None:
        """Begin again, as with a new connection: all that is kept is to go out, nothing else."""
        with self._lock:
            self._under_way.clear()
            self._unsent = {slot: Outgoing(slot, sealed) for slot, sealed in self._kept.items()}

    def repeat(self, slot: str) -> None:
        """Let what is kept in one slot go out again."""
        with self._lock:
            if slot in self._kept:
                self._unsent.setdefault(slot, Outgoing(slot, self._kept[slot]))

    def is_strange(self, slot: str, sealed: bytes) -> bool:
        """Whether someone else has put this into a slot that one has filled oneself.

        One's own older messages come back while newer ones are on their way; after that someone
        has repeated them.
        """
        with self._lock:
            if slot not in self._kept or sealed == self._kept[slot]:
                return False
            on_its_way = slot in self._under_way or slot in self._unsent
            return not (on_its_way and sealed in self._own[slot])


# --- several ways at once ------------------------------------------------------------------------


class JoinedChannel:
    """Several channels of one topic as one: what arrives on more than one of them comes twice."""

    def __init__(self, ways: Sequence[Channel]) -> None:
        self._ways = tuple(ways)

    def publish(self, slot: str, sealed: bytes, *, kept: bool = True) -> None:
        for way in self._ways:
            way.publish(slot, sealed, kept=kept)

    def poll(self) -> list[Arrived]:
        return [message for way in self._ways for message in way.poll()]

    @property
    def state(self) -> LinkState:
        """The best state of all; while there is no connection, with the reasons of all ways."""
        states = [way.state for way in self._ways]
        best = min(states, key=lambda state: list(LinkKind).index(state.kind))
        if best.is_up:
            return best
        reasons = dict.fromkeys(state.reason for state in states if state.reason)
        return replace(best, reason=" ".join(reasons))

    def close(self) -> None:
        for way in self._ways:
            way.close()
