"""What two programs meet in: a few named slots, in which each finds what the other put there last.

A channel belongs to one topic, a random name that only the invitation carries, and is opened with
the ways that lead there and the slots that are one's own:

    host                                         guest
    publish("host", sealed) ──► [ host  ] ──► poll() → [Arrived("host", sealed)]
    poll() ◄─────────────────── [ guest ] ◄── publish("guest", sealed)

A slot holds one message, the newest. What is `kept` is also found by somebody who comes later; what
is not, by those who are there now. Nothing else is promised: messages may be lost until the next
connection, come twice, late, in any order, or from a stranger who knows the topic, and one's own
may come back. Whoever uses a channel judges what arrives by itself, never by when it came.

No call waits: connecting, sending and receiving happen in threads of the channel, which end with
`close`.
"""

from __future__ import annotations

import re
import selectors
import socket
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import Final, Protocol

LARGEST: Final = 64 * 1024
"""Bytes in one message; more is neither sent nor handed over."""

SLOTS: Final = ("host", "join", "guest", "host-here", "guest-here")
"""The slots of every topic; nothing else that lies there is read."""

TOPIC: Final = re.compile(r"[A-Za-z0-9_-]{22}")
"""A topic: 16 random bytes in base64url."""


class LinkKind(StrEnum):
    """How it stands with the way to the friend."""

    CONNECTING = "connecting"
    """Not there yet, for the first time."""
    CONNECTED = "connected"
    """What is published goes out now."""
    LOST = "lost"
    """Was there; it is tried again by itself."""
    CLOSED = "closed"
    """Closed by oneself."""
    REFUSED = "refused"
    """Not allowed, or impossible here; it is tried again, but a person should know why."""


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True)
class LinkState:
    """How it stands with the way, since when, and in plain text why; `reason` may be empty.

    Connected is not the same as the friend being there: over a broker it says that the broker is.
    `to_friend` says that nobody stands between: a way that is lost for no reason is the friend's.
    """

    kind: LinkKind
    since: datetime = field(default_factory=_now)
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


def check_slot(slot: str) -> str:
    """Return `slot`; raise ValueError unless it is one of `SLOTS`."""
    if slot not in SLOTS:
        raise ValueError(f"not a slot: {slot!r}")
    return slot


def check_topic(topic: str) -> str:
    """Return `topic`; raise ValueError unless it is 22 letters of base64url."""
    if not TOPIC.fullmatch(topic):
        raise ValueError(f"not a topic: {topic!r}")
    return topic


def check_sealed(sealed: bytes) -> bytes:
    """Return `sealed`; raise ValueError if it is larger than a message may be."""
    if len(sealed) > LARGEST:
        raise ValueError(f"a message has at most {LARGEST} bytes, not {len(sealed)}")
    return sealed


# --- what a channel's thread and its user share: used from any thread, bounded -------------------


LINGER_SECONDS: Final = 3.0
"""A closed channel has this long to send what is still to go out; a program waits for it."""

MOST_WAITING: Final = 8
"""Messages of one slot that wait for `poll`; of more the oldest are gone."""
_OWN_REMEMBERED: Final = 32


class Inbox:
    """What has arrived and was not taken yet: at most `MOST_WAITING` of each slot."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._slots: dict[str, deque[bytes]] = {}

    def add(self, slot: str, sealed: bytes) -> bool:
        """Keep a message until it is taken; return whether its size and slot are allowed."""
        if slot not in SLOTS or not 0 < len(sealed) <= LARGEST:
            return False
        with self._lock:
            self._slots.setdefault(slot, deque(maxlen=MOST_WAITING)).append(sealed)
        return True

    def take(self) -> list[Arrived]:
        """Return and forget all there is, oldest first within each slot."""
        with self._lock:
            slots, self._slots = self._slots, {}
        return [Arrived(slot, sealed) for slot, waiting in slots.items() for sealed in waiting]


@dataclass(frozen=True)
class Message:
    """What is to go out; without bytes the slot is to be cleared."""

    slot: str
    sealed: bytes
    kept: bool


class Outbox:
    """What is to go out: the newest of each slot, one at a time.

    put ──► unsent ──take──► under way ──delivered──► done; `renew` begins again with what is kept.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: dict[str, bytes] = {}
        self._unsent: dict[str, Message] = {}
        self._under_way: set[str] = set()
        self._own: dict[str, deque[bytes]] = {}

    def put(self, slot: str, sealed: bytes, *, kept: bool) -> None:
        """Take in what is to go out; raise ValueError for what no channel carries."""
        message = Message(check_slot(slot), check_sealed(sealed), kept)
        with self._lock:
            self._unsent[slot] = message
            if kept:
                self._kept[slot] = sealed
                self._own.setdefault(slot, deque(maxlen=_OWN_REMEMBERED)).append(sealed)

    def take(self) -> list[Message]:
        """Return what is to go out now; what is kept holds its slot until it is delivered."""
        with self._lock:
            messages = [
                message for slot, message in self._unsent.items() if slot not in self._under_way
            ]
            for message in messages:
                del self._unsent[message.slot]
                if message.kept:
                    self._under_way.add(message.slot)
        return messages

    def delivered(self, message: Message) -> None:
        """Let the next of this slot go out; one that was to be cleared is forgotten."""
        with self._lock:
            self._under_way.discard(message.slot)
            if message.kept and not message.sealed and self._kept.get(message.slot) == b"":
                del self._kept[message.slot]

    def renew(self) -> None:
        """Begin again, as with a new connection: all that is kept is to go out, nothing else."""
        with self._lock:
            self._under_way.clear()
            self._unsent = {
                slot: Message(slot, sealed, True) for slot, sealed in self._kept.items()
            }

    def repeat(self, slot: str) -> None:
        """Let what is kept in one slot go out again."""
        with self._lock:
            if slot in self._kept:
                self._unsent.setdefault(slot, Message(slot, self._kept[slot], True))

    def is_strange(self, slot: str, sealed: bytes) -> bool:
        """Whether somebody else has put this into a slot that one has filled oneself.

        One's own older messages come back while newer ones are on their way; after that somebody
        has repeated them.
        """
        with self._lock:
            if slot not in self._kept or sealed == self._kept[slot]:
                return False
            on_its_way = slot in self._under_way or slot in self._unsent
            return not (on_its_way and sealed in self._own[slot])

    @property
    def is_empty(self) -> bool:
        """Whether all has been delivered."""
        with self._lock:
            return not self._unsent and not self._under_way

    @property
    def kept(self) -> list[Message]:
        """What is kept, in all slots."""
        with self._lock:
            return [Message(slot, sealed, True) for slot, sealed in self._kept.items() if sealed]


class Link:
    """The state of a channel; since when it is so changes with its kind only.

    With `to_friend` the channel leads to the friend's program, with nobody between.
    """

    def __init__(self, *, to_friend: bool = False) -> None:
        self._lock = threading.Lock()
        self._to_friend = to_friend
        self._state = LinkState(LinkKind.CONNECTING, to_friend=to_friend)

    @property
    def state(self) -> LinkState:
        """How it stands now."""
        with self._lock:
            return self._state

    def set(self, kind: LinkKind, reason: str = "") -> None:
        """Say how it stands; what is closed stays so."""
        with self._lock:
            old = self._state
            if old.kind is LinkKind.CLOSED or (old.kind, old.reason) == (kind, reason):
                return
            if old.kind is kind:
                self._state = replace(old, reason=reason)
            else:
                self._state = LinkState(kind, reason=reason, to_friend=self._to_friend)


# --- what the thread waits with -----------------------------------------------------------------


_TURN_SECONDS: Final = 5.0
_ASLEEP_SECONDS: Final = 20.0


class Wakeup:
    """Wakes a thread that waits for a socket, and notices that the machine has slept."""

    def __init__(self) -> None:
        self._sender, self._receiver = socket.socketpair()
        self._sender.setblocking(False)
        self._receiver.setblocking(False)
        self._wall = time.time()

    def set(self) -> None:
        """Take sleep into account from now on, whatever has been waited for elsewhere."""
        self._wall = time.time()

    def wake(self) -> None:
        """Wake the thread."""
        with suppress(OSError):  # woken already, or nobody is there any more
            self._sender.send(b"!")

    def wait(self, seconds: float, file: int | None = None, *, write: bool = False) -> bool:
        """Wait for `wake`, a file or the time; return whether the machine slept meanwhile."""
        seconds = min(max(seconds, 0.0), _TURN_SECONDS)
        with selectors.DefaultSelector() as waiting:
            waiting.register(self._receiver, selectors.EVENT_READ)
            if file is not None:
                events = selectors.EVENT_READ | (selectors.EVENT_WRITE if write else 0)
                waiting.register(file, events)
            waiting.select(seconds)
        with suppress(OSError):
            while self._receiver.recv(4096):
                pass
        before, self._wall = self._wall, time.time()
        return self._wall - before > seconds + _ASLEEP_SECONDS

    def close(self) -> None:
        """Let go of the sockets."""
        self._sender.close()
        self._receiver.close()


class Shared:
    """What a channel's thread and its user share; `wake` wakes the thread.

    `port` is the one at which the thread listens, None if it does not.
    """

    def __init__(self, *, to_friend: bool = False) -> None:
        self.inbox, self.outbox, self.link = Inbox(), Outbox(), Link(to_friend=to_friend)
        self.wake: Callable[[], None] = lambda: None
        self.port: int | None = None
        self._until: float | None = None

    def close(self) -> None:
        """Let the thread end, in `LINGER_SECONDS` at the latest."""
        self.link.set(LinkKind.CLOSED)
        self._until = time.monotonic() + LINGER_SECONDS
        self.wake()

    @property
    def is_closing(self) -> bool:
        """Whether the thread is to end."""
        return self._until is not None

    @property
    def is_due(self) -> bool:
        """Whether the thread is to end now: everything is sent, or the time is up."""
        return self._until is not None and (self.outbox.is_empty or time.monotonic() > self._until)


class ThreadedChannel:
    """A channel whose `run` is done in a thread of its own until it is closed."""

    def __init__(self, shared: Shared, name: str) -> None:
        self.shared = shared
        self._thread = threading.Thread(target=self.run, name=name, daemon=True)
        self._thread.start()

    def run(self) -> None:
        """Be connected as long as the channel is open."""
        raise NotImplementedError

    @property
    def state(self) -> LinkState:
        """How it stands with the way now."""
        return self.shared.link.state

    @property
    def is_sent(self) -> bool:
        """Whether everything that is kept is known to have gone out."""
        return self.shared.outbox.is_empty

    def publish(self, slot: str, sealed: bytes, *, kept: bool = True) -> None:
        """Put `sealed` into `slot`, as every channel does."""
        if self.state.kind is LinkKind.CLOSED or not (kept or self.state.is_up):
            return
        self.shared.outbox.put(slot, sealed, kept=kept)
        self.shared.wake()

    def poll(self) -> list[Arrived]:
        """Return what has come since the last call."""
        return self.shared.inbox.take()

    def close(self) -> None:
        """Leave, as soon as what is still to go out has gone out or after `LINGER_SECONDS`."""
        was_up = self.state.is_up
        if self.state.kind is not LinkKind.CLOSED:
            self.shared.close()
            if was_up and not self.is_sent:  # the thread alone would not keep the program alive
                threading.Thread(target=self._thread.join, args=(LINGER_SECONDS,)).start()
