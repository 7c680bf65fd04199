"""A channel between two programs: a few named slots, each holding the newest message put there.

A channel belongs to one topic, a random name that only the invitation carries, and is opened with
the ways that lead there and the slots that are one's own:

    host                                         guest
    publish("host", sealed) ──► [ host  ] ──► poll() → [Arrived("host", sealed)]
    poll() ◄─────────────────── [ guest ] ◄── publish("guest", sealed)

A slot holds one message, the newest. A `kept` message is also delivered to a program that connects
later; others only to those connected now. Nothing else is guaranteed: messages may be lost until
the next connection, arrive twice, late, in any order, or from a stranger who knows the topic, and a
program may receive its own. Users judge messages by their content, never by when they arrive.

No call blocks: connecting, sending and receiving happen in threads of the channel, which end with
`close`.

When a broker drops the connection, the desktop (`ways/mqtt.py`) and the page (`browser/channels.py`
over `browser/page/wire.js`) do the same:

    noticed   the socket is closed, a ping is not answered (one is sent after 30 s of silence), a
              kept message has no receipt within 15 s, or the device has slept
    `lose`    the state is LOST, with the reason in a sentence if there is one: `link_words` says
              "offline" then, else "reconnecting"; CONNECTING before the first connection, REFUSED
              where the person must do something
    meanwhile nothing waits: the newest kept message of each slot is held, the others are dropped;
              clocks run on, as each program counts its own player's time
    again     after 1, 2, 4 … 60 s, up to half of it sooner by chance, which the desktop draws once
              and the page for each wait; at once after a sleep, in the page also when the network
              is back; where a broker refuses the desktop, after half a minute at the earliest
    `renew`   with the broker's answer all kept messages are published, also those that were
              acknowledged before, and the slots are subscribed: the broker delivers what the
              friend has left there
    CONNECTED once the subscription is granted

A broker also says for a program that it has gone, when that program's connection breaks: the *will*
is a message that it holds from the start of a connection. A connection that holds another than the
newest is made anew, unseen (`has_old_will`).

They differ in when they take MQTT 3.1.1 instead of 5: the page where the broker says that it does
not know 5, the desktop also where it has never answered to 5, but is silent or closes.

No move is lost by that: it is in the log, and in a file, before it is published, and a game
publishes its copy again until the friend's shows that it has arrived (`Outbox.publish`).
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Final, Protocol, TypeAlias

LARGEST: Final = 64 * 1024
"""The most bytes in one message; larger ones are neither sent nor delivered."""

SLOTS: Final = ("host", "join", "guest", "host-here", "guest-here")
"""The slots of every topic; anything else there is ignored."""


class LinkKind(StrEnum):
    """The state of a connection, best first."""

    CONNECTED = "connected"
    """Messages are sent at once."""
    LOST = "lost"
    """Was connected; reconnects automatically."""
    CONNECTING = "connecting"
    """Not there yet, for the first time."""
    REFUSED = "refused"
    """Not allowed, or impossible here; it is tried again, but the person should know why."""
    CLOSED = "closed"
    """Closed by oneself."""


@dataclass(frozen=True)
class LinkState:
    """The state of a connection, since when, and in plain text why; `reason` may be empty.

    Connected does not mean that the friend is: over a broker it means that the broker is reached.
    `to_friend` says that the connection is direct: lost without a reason, the friend closed it.
    """

    kind: LinkKind
    since: datetime = field(default_factory=lambda: datetime.now(UTC))
    reason: str = ""
    to_friend: bool = False

    @property
    def is_up(self) -> bool:
        return self.kind is LinkKind.CONNECTED


@dataclass(frozen=True)
class Arrived:
    """A message found in a slot: at most `LARGEST` bytes, from anyone, never empty."""

    slot: str
    sealed: bytes


Opens: TypeAlias = Callable[[str, bytes], bool]
"""Whether a message in a slot is worth keeping."""


class Channel(Protocol):
    """A connection to the friend; no call blocks."""

    def publish(self, slot: str, sealed: bytes, *, kept: bool = True) -> None:
        """Put `sealed` into `slot`, replacing what was there; `b""` clears it.

        Kept messages are sent as soon as there is a connection and again with every new one, the
        newest of each slot only; others are dropped while there is none. Raises ValueError if the
        message is larger than `LARGEST` or the slot unknown.
        """

    def poll(self) -> list[Arrived]:
        """Return the messages since the last call, in any order, perhaps repeated or our own."""

    def keep_only(self, opens: Opens) -> None:
        """Drop, from now on, what does not open: junk without end displaces nothing else.

        `opens` is called in threads of the channel.
        """

    def set_will(self, slot: str, sealed: bytes) -> None:
        """Let a message that is not kept be put into a slot if the connection breaks.

        Nothing is where there is no broker: the other end sees that itself.
        """

    @property
    def losses(self) -> int:
        """How many connections broke, of which each may have published its will."""

    @property
    def state(self) -> LinkState:
        """The state of the connection."""

    def close(self) -> None:
        """Disconnect; kept messages stay where they are. May be called twice."""


# --- one channel, between its user and its thread ------------------------------------------------

LINGER_SECONDS: Final = 3.0
"""The time a closed channel has to send pending messages; the program waits for it."""

PACE_SECONDS: Final = 0.001
"""The pause after each message, or byte of a packet's head, that arrives: a flood keeps no other
thread from its work."""

MOST_WAITING: Final = 8
"""The most messages of one slot that wait for `poll`; the oldest are dropped."""

AGAIN_AFTER: Final = timedelta(seconds=15)
AGAIN_AT_MOST: Final = timedelta(minutes=10)
"""A message whose arrival is not known is published again, twice as long after each time."""

FIRST_REPAIR_SECONDS: Final = 5.0
LONGEST_REPAIR_SECONDS: Final = 60.0
REPAIRS: Final = 2
"""How often a replaced copy is put back: a broker may not deliver the last of many replacements."""

LONG_AGO: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""A moment before anything was sent or heard."""

MOST_OPENED: Final = 2
"""How many messages of one slot are read at a time, the newest that can be opened."""

_SHORT: Final = 0.001
_REST: Final = 50
"""For how many times as long as messages took to open, beyond `_SHORT` seconds, no more are opened:
parsing holds the interpreter, and a flood of long ones leaves it to the window's thread."""

thread_time: Final = getattr(time, "thread_time", time.process_time)  # a page has one thread


class Rest:
    """How long no message is opened, as others took long to open."""

    def __init__(self) -> None:
        self._from = self._until = LONG_AGO

    def follow(self, seconds: float, now: datetime) -> None:
        """Rest from now on, because messages took that long to open."""
        more = timedelta(seconds=_REST * max(0.0, seconds - _SHORT))
        self._from, self._until = now, now + more

    def is_over(self, now: datetime) -> bool:
        """Whether messages may be opened; so they may if the clock was set back."""
        return not self._from <= now < self._until


@dataclass(frozen=True)
class Outgoing:
    """A message to send; without bytes it clears the slot."""

    slot: str
    sealed: bytes
    kept: bool = True


class SlotQueue:
    """What a channel holds between its user and what sends and receives for it, in any thread.

    Only the newest message of each slot is sent, one at a time:

        publish ──► unsent ──outgoing──► under way ──delivered──► done

    and `renew` begins again with what is kept. `wake` lets what is unsent be sent.
    """

    def __init__(self, *, to_friend: bool = False) -> None:
        self.state = LinkState(LinkKind.CONNECTING, to_friend=to_friend)
        self._was_up = self._holds = False
        self.losses = 0
        self._will: tuple[str, bytes] | None = None
        self._held_will: tuple[str, bytes] | None = None
        self.wake: Callable[[], object] = lambda: None
        self._opens: Opens = lambda _slot, _sealed: True
        self._lock = threading.Lock()
        self._arrived: dict[str, deque[bytes]] = {}
        self._kept: dict[str, bytes] = {}
        self._unsent: dict[str, Outgoing] = {}
        self._under_way: set[str] = set()
        self._own: dict[str, deque[bytes]] = {}
        self._replaced: dict[str, int] = {}
        self._repair_at, self._repair_wait = 0.0, FIRST_REPAIR_SECONDS

    # For its user

    def publish(self, slot: str, sealed: bytes, *, kept: bool = True) -> None:
        if slot not in SLOTS or len(sealed) > LARGEST:
            raise ValueError(f"no message of at most {LARGEST} bytes in a slot: {slot!r}")
        if self.state.kind is LinkKind.CLOSED or not (kept or self.state.is_up):
            return
        with self._lock:
            self._unsent[slot] = Outgoing(slot, sealed, kept)
            if kept:
                self._kept[slot] = sealed
                self._own.setdefault(slot, deque(maxlen=32)).append(sealed)
        self.wake()

    def poll(self) -> list[Arrived]:
        """Return the messages since the last call, oldest first within each slot."""
        with self._lock:
            slots, self._arrived = self._arrived, {}
        return [Arrived(slot, sealed) for slot, waiting in slots.items() for sealed in waiting]

    def keep_only(self, opens: Opens) -> None:
        self._opens = opens

    def set_will(self, slot: str, sealed: bytes) -> None:
        self._will = slot, sealed
        self.wake()

    @property
    def is_sent(self) -> bool:
        with self._lock:
            return not self._unsent and not self._under_way

    def close(self) -> None:
        self.set_state(LinkKind.CLOSED)
        self.wake()

    # For what sends and receives

    def set_state(self, kind: LinkKind, reason: str = "") -> None:
        """Set the state; `since` changes with its kind only, and a closed channel stays closed."""
        with self._lock:
            if self.state.kind is not LinkKind.CLOSED:
                since = self.state.since if self.state.kind is kind else datetime.now(UTC)
                self.state = replace(self.state, kind=kind, since=since, reason=reason)
                self._was_up |= self.state.is_up

    def lose(self, reason: str = "", *, refused: bool = False) -> None:
        """Set that there is no connection, and why; `refused` if that does not pass by itself."""
        self.losses += self._holds
        self._holds = False
        kind = LinkKind.LOST if self._was_up else LinkKind.CONNECTING
        self.set_state(LinkKind.REFUSED if refused else kind, reason)

    def arrive(self, slot: str, sealed: bytes) -> bool:
        """Queue a message for `poll` if its size and slot are allowed and it opens; return that."""
        opens = slot in SLOTS and 0 < len(sealed) <= LARGEST and self._opens(slot, sealed)
        if opens:
            with self._lock:
                self._arrived.setdefault(slot, deque(maxlen=MOST_WAITING)).append(sealed)
        return opens

    def outgoing(self) -> list[Outgoing]:
        """Return the messages to send now; a kept one blocks its slot until it is delivered."""
        with self._lock:
            self._repair()
            ready = [one for slot, one in self._unsent.items() if slot not in self._under_way]
            for message in ready:
                del self._unsent[message.slot]
            self._under_way.update(message.slot for message in ready if message.kept)
        return ready

    def delivered(self, message: Outgoing) -> None:
        """Unblock a slot after delivery; a cleared slot is forgotten."""
        with self._lock:
            self._under_way.discard(message.slot)
            if message.kept and not message.sealed and self._kept.get(message.slot) == b"":
                del self._kept[message.slot]

    def renew(self) -> None:
        """Start over with a new connection: send all kept messages, and what waits."""
        self._holds = True
        with self._lock:
            self._under_way.clear()
            self._unsent |= {slot: Outgoing(slot, sealed) for slot, sealed in self._kept.items()}

    def begin_with_will(self) -> tuple[str, bytes] | None:
        """Return the will that a connection begins with."""
        self._held_will = self._will
        return self._held_will

    @property
    def has_old_will(self) -> bool:
        """Whether a connection holds another will than the newest."""
        return self._holds and self._held_will != self._will

    def defend(self, slot: str, sealed: bytes) -> None:
        """Put our message back, soon, if someone else has replaced it by `sealed`."""
        if self.is_strange(slot, sealed):
            with self._lock:
                self._replaced[slot] = REPAIRS

    def _repair(self) -> None:
        """Send what was replaced again, ever more rarely."""
        now = time.monotonic()
        if self._replaced and now >= self._repair_at:
            for slot in self._replaced.keys() & self._kept.keys():
                self._unsent.setdefault(slot, Outgoing(slot, self._kept[slot]))
            self._replaced = {slot: left - 1 for slot, left in self._replaced.items() if left > 1}
            self._repair_at = now + self._repair_wait
            self._repair_wait = min(2 * self._repair_wait, LONGEST_REPAIR_SECONDS)

    def is_strange(self, slot: str, sealed: bytes) -> bool:
        """Whether a message in one of our own slots was put there by someone else.

        Our own older messages come back while newer ones are in flight; after that someone has
        repeated them.
        """
        with self._lock:
            if slot not in self._kept or sealed == self._kept[slot]:
                return False
            on_its_way = slot in self._under_way or slot in self._unsent
            return not (on_its_way and sealed in self._own[slot])


class ThreadedChannel(SlotQueue):
    """A channel whose `run` works in a thread of its own until it is closed.

    `wake` wakes the thread; `port` is the one at which it listens, None if it does not.
    """

    def __init__(self, name: str, *, to_friend: bool = False) -> None:
        super().__init__(to_friend=to_friend)
        self.port: int | None = None
        self._until = 0.0
        self._thread = threading.Thread(target=self.run, name=name, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Close once pending messages are sent, or after `LINGER_SECONDS`."""
        was_up = self.state.is_up
        if self.state.kind is not LinkKind.CLOSED:
            self._until = time.monotonic() + LINGER_SECONDS
            super().close()
            if was_up and not self.is_sent:  # the thread alone would not keep the program alive
                threading.Thread(target=self._thread.join, args=(LINGER_SECONDS,)).start()

    def run(self) -> None:
        raise NotImplementedError

    @property
    def is_due(self) -> bool:
        """Whether the thread must end now: the channel is closed, and all is sent or time is up."""
        is_closed = self.state.kind is LinkKind.CLOSED
        return is_closed and (self.is_sent or time.monotonic() > self._until)


# --- several ways at once ------------------------------------------------------------------------


class JoinedChannel:
    """Several channels of one topic as one; a message may arrive once on each of them."""

    def __init__(self, ways: Sequence[Channel]) -> None:
        self._ways = tuple(ways)

    def publish(self, slot: str, sealed: bytes, *, kept: bool = True) -> None:
        for way in self._ways:
            way.publish(slot, sealed, kept=kept)

    def poll(self) -> list[Arrived]:
        return [message for way in self._ways for message in way.poll()]

    def keep_only(self, opens: Opens) -> None:
        for way in self._ways:
            way.keep_only(opens)

    def set_will(self, slot: str, sealed: bytes) -> None:
        for way in self._ways:
            way.set_will(slot, sealed)

    @property
    def losses(self) -> int:
        return sum(way.losses for way in self._ways)

    @property
    def state(self) -> LinkState:
        """The best state of all; without any connection, with the reasons of all.

        A friend who has closed the program at the end of a direct way is no matter of the others.
        """
        states = [way.state for way in self._ways]
        best = min(states, key=lambda state: list(LinkKind).index(state.kind))
        has_left = best.to_friend and best.kind is LinkKind.LOST and not best.reason
        if best.is_up or has_left:
            return best
        return replace(
            best, reason=" ".join(dict.fromkeys(state.reason for state in states if state.reason))
        )

    def close(self) -> None:
        for way in self._ways:
            way.close()
