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
from dataclasses import dataclass, field
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
