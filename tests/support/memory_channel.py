"""Channels within one process: a topic that is a dictionary, and channels that meet in it.

A test can take them `down` and `up` again, and put things into the topic as a stranger would.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from battle.friend.channel import Channel, LinkKind, SlotQueue
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
            channel.arrive(slot, sealed)


class MemoryChannel(SlotQueue):
    """A channel that arrives at once, and gets its own messages back, as from a broker."""

    def __init__(self, topic: MemoryTopic) -> None:
        super().__init__()
        self._topic = topic
        self.wake = self._send
        self.up()

    def _send(self) -> None:
        for message in self.outgoing() if self.state.is_up else ():
            self._topic.put(message.slot, message.sealed, kept=message.kept)
            self.delivered(message)

    def close(self) -> None:
        """Leave the topic for good, in order: no will is published."""
        self._held_will = None
        self.down()
        super().close()

    def set_will(self, slot: str, sealed: bytes) -> None:
        super().set_will(slot, sealed)
        self.begin_with_will()

    # What a test lets happen

    def down(self, reason: str = "") -> None:
        """Lose the connection; the broker publishes the will."""
        if self in self._topic.channels:
            self._topic.channels.remove(self)
            if self._held_will is not None and not self.state.to_friend:
                self._topic.put(*self._held_will, kept=False)
        self.lose(reason)

    def up(self) -> None:
        """Connect: find what is kept, and put there again what one keeps oneself."""
        self._topic.channels.append(self)
        self.begin_with_will()
        self.set_state(LinkKind.CONNECTED)
        for slot, sealed in self._topic.kept.items():
            self.arrive(slot, sealed)
        self.renew()
        self._send()


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
