"""A meeting place that loses, repeats, delays and reorders, and a stranger who knows it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random

from battle.friend.channel import Arrived, LinkKind, LinkState, check


@dataclass
class HostileTopic:
    """What is kept, and everything that was ever put there; `trouble` is how likely harm is."""

    random: Random
    trouble: float = 0.3
    kept: dict[str, bytes] = field(default_factory=dict)
    history: list[Arrived] = field(default_factory=list)
    channels: list[HostileChannel] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)

    def put(self, slot: str, sealed: bytes, *, kept: bool) -> None:
        """Put something there, if it is not lost on the way."""
        message = Arrived(slot, sealed)
        self.history.append(message)
        if self._happens("lost on the way there"):
            return
        if kept:
            self.kept[slot] = sealed
        for channel in self.channels:
            self.deliver(channel, message)

    def deliver(self, channel: HostileChannel, message: Arrived) -> None:
        """Hand something to somebody: perhaps not, late, twice, or with what is old."""
        if self._happens("lost on the way back"):
            return
        channel.waiting.append(message)
        if self._happens("repeated"):
            channel.waiting.append(message)
        if self._happens("old copy sent"):
            channel.waiting.append(self.random.choice(self.history))
        if self._happens("forged"):
            channel.waiting.append(self.forged())

    def forged(self) -> Arrived:
        """Return what a stranger makes of what was there: cut, changed, moved, or invented."""
        old = self.random.choice(self.history)
        slot = self.random.choice(["host", "guest", "join", "host-here", "guest-here", old.slot])
        match self.random.randrange(4):
            case 0:
                return Arrived(slot, old.sealed[: self.random.randrange(1, 1 + len(old.sealed))])
            case 1:
                changed = bytearray(old.sealed)
                changed[self.random.randrange(len(changed))] ^= self.random.randrange(1, 256)
                return Arrived(slot, bytes(changed))
            case 2:
                return Arrived(slot, old.sealed)
            case _:
                return Arrived(slot, self.random.randbytes(self.random.choice([1, 256, 1024])))

    def restart(self) -> None:
        """Let the broker die: everybody is cut off, and perhaps all that was kept is lost."""
        self.counts["broker killed"] = self.counts.get("broker killed", 0) + 1
        if self.random.random() < 0.5:
            self.kept.clear()
        for channel in list(self.channels):
            channel.lose()

    def _happens(self, what: str) -> bool:
        happens = self.random.random() < self.trouble
        self.counts[what] = self.counts.get(what, 0) + happens
        return happens


class HostileChannel:
    """A channel to such a place; what it keeps goes out again with every connection."""

    def __init__(self, topic: HostileTopic) -> None:
        self.topic = topic
        self.waiting: list[Arrived] = []
        self._own: dict[str, bytes] = {}
        self.state = LinkState(LinkKind.CONNECTING, datetime(2026, 1, 1, tzinfo=UTC))
        self.connect()

    def publish(self, slot: str, sealed: bytes, *, kept: bool = True) -> None:
        """Put something there, or keep it until there is a connection."""
        check(slot, sealed)
        if kept:
            self._own[slot] = sealed
        if self.state.is_up:
            self.topic.put(slot, sealed, kept=kept)

    def poll(self) -> list[Arrived]:
        """Return some of what has come, in any order; the rest comes later."""
        random = self.topic.random
        random.shuffle(self.waiting)
        count = len(self.waiting)
        if self.topic.trouble:
            count = random.randint(0, count)
        taken, self.waiting = self.waiting[:count], self.waiting[count:]
        return taken

    def connect(self) -> None:
        """Connect, and find what is kept."""
        if self.state.is_up:
            return
        self.state = LinkState(LinkKind.CONNECTED, self.state.since)
        self.topic.channels.append(self)
        for slot, sealed in list(self.topic.kept.items()):
            self.topic.deliver(self, Arrived(slot, sealed))
        for slot, sealed in list(self._own.items()):
            self.topic.put(slot, sealed, kept=True)

    def lose(self) -> None:
        """Lose the connection, and what was on its way."""
        if self in self.topic.channels:
            self.topic.channels.remove(self)
        self.waiting.clear()
        self.state = LinkState(LinkKind.LOST, self.state.since)

    def close(self) -> None:
        """Leave."""
        self.lose()
        self.state = LinkState(LinkKind.CLOSED, self.state.since)
