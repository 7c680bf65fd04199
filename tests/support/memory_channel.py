"""Channels within one process: a topic that is a dictionary, and channels that meet in it.

A test can take them `down` and `up` again, and put things into the topic as a stranger would.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from battle.friend.channel import Arrived, Channel, LinkKind, LinkState, Opens, check
from battle.friend.meeting import Invitation, Side


class MemoryTopic:
    """What is kept in the slots of a topic, and the channels that are open on it."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}
        self.channels: list[MemoryChannel] = []

    def put(self, slot: str, sealed: bytes, *, kept: bool = True) -> None:
        """Put `sealed` into `slot`, whoever says so, and hand it to all who are connected."""
        if kept:
            self.kept[slot] = sealed
            if not sealed:
                del self.kept[slot]
        for channel in self.channels:
            channel.arrive(Arrived(slot, sealed))


class MemoryChannel:
    """A channel that arrives at once, and gets its own messages back, as from a broker."""

    def __init__(self, topic: MemoryTopic) -> None:
        self._topic = topic
        self._waiting: dict[str, bytes] = {}
        self._arrived: list[Arrived] = []
        self._opens: Opens = lambda _slot, _sealed: True
        self.state = LinkState(LinkKind.CONNECTING)
        self.up()

    def publish(self, slot: str, sealed: bytes, *, kept: bool = True) -> None:
        """Put it into the topic, or what is kept aside while there is no connection."""
        check(slot, sealed)
        if self.state.is_up:
            self._topic.put(slot, sealed, kept=kept)
        elif kept and self.state.kind is not LinkKind.CLOSED:
            self._waiting[slot] = sealed

    def poll(self) -> list[Arrived]:
        """Return what has come."""
        arrived, self._arrived = self._arrived, []
        return arrived

    def keep_only(self, opens: Opens) -> None:
        """Drop what does not open."""
        self._opens = opens

    def close(self) -> None:
        """Leave the topic for good."""
        self.down()
        self.state = LinkState(LinkKind.CLOSED)

    def arrive(self, message: Arrived) -> None:
        """Take in what was put into the topic."""
        if message.sealed and self._opens(message.slot, message.sealed):
            self._arrived.append(message)

    # What a test lets happen

    def down(self, reason: str = "") -> None:
        """Lose the connection."""
        if self in self._topic.channels:
            self._topic.channels.remove(self)
        self.state = LinkState(LinkKind.LOST, reason=reason)

    def up(self) -> None:
        """Connect: find what is kept, and put what has waited."""
        self._topic.channels.append(self)
        self.state = LinkState(LinkKind.CONNECTED)
        for slot, sealed in self._topic.kept.items():
            self.arrive(Arrived(slot, sealed))
        waiting, self._waiting = self._waiting, {}
        for slot, sealed in waiting.items():
            self._topic.put(slot, sealed)


_A_CHANNEL: type[Channel] = MemoryChannel
"""The fake is what the type says: mypy reads this line."""


@dataclass
class Meeting:
    """Where channels in memory meet, by topic; `channels` are those that were opened."""

    topics: defaultdict[str, MemoryTopic] = field(default_factory=lambda: defaultdict(MemoryTopic))
    channels: list[MemoryChannel] = field(default_factory=list)

    def open(self, where: Invitation, _side: Side) -> Channel:
        """Open the way to a topic."""
        channel = MemoryChannel(self.topics[where.topic])
        self.channels.append(channel)
        return channel
