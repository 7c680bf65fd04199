"""A channel over an MQTT broker: the slots are retained messages below one random topic.

    mahjong-battle/1/<random>/host        QoS 1, retained: the newest is there for who comes later
    mahjong-battle/1/<random>/host-here   QoS 0, not retained

What is kept is state, never a message among others: the newest in each slot says all. So every
connection begins clean, the broker keeps no session and no queue for anybody, and with each new one
what is kept goes out again, first, before the topic is listened to: a broker that has lost its
memory has it again. What somebody else has put into one's own slot is replaced, now and then.

    thread:  connect ──► publish what is kept ──► subscribe ──► CONNECTED ──► pass things on
               ▲                                                                  │
               └── wait 1, 2, 4 … 60 s ◄── LOST, or REFUSED with its reason ◄─────┘

`battle.friend.ways.mqtt_visit` is one connection; paho is loaded with it, in the thread.
"""

from __future__ import annotations

import random
import ssl
import threading
import time
from typing import Final

from battle.friend.channel import Arrived, Inbox, Link, LinkKind, LinkState, Outbox, check_topic
from battle.friend.ways.alarm import LINGER_SECONDS, Alarm, Closing
from battle.friend.ways.broker import OLD_BROKERS, Broker

VERSION: Final = 1
"""Of what lies below a topic; another version is another topic."""
LONGEST_WAIT: Final = 60.0
STEADY_SECONDS: Final = 30.0
"""A connection that has held this long was a good one: the next is tried at once."""


def topic_prefix(topic: str) -> str:
    """Return the topic under which the slots lie."""
    return f"mahjong-battle/{VERSION}/{check_topic(topic)}"


class MqttChannel:
    """The slots of one topic at one broker.

    `tls` says whom to trust, the system's authorities unless told otherwise; `first_wait` how many
    seconds the first wait after a failure lasts.
    """

    def __init__(
        self,
        broker: Broker,
        topic: str,
        *,
        tls: ssl.SSLContext | None = None,
        first_wait: float = 1.0,
    ) -> None:
        self._broker = broker
        self._prefix = topic_prefix(topic)
        self._tls = tls
        self._first_wait = first_wait
        self._inbox, self._outbox, self._link = Inbox(), Outbox(), Link()
        self._alarm, self._closing = Alarm(), Closing()
        self._thread = threading.Thread(
            target=self._run, name=f"friend mqtt {broker.host}", daemon=True
        )
        self._thread.start()

    @property
    def state(self) -> LinkState:
        """How it stands with the broker."""
        return self._link.state

    @property
    def is_sent(self) -> bool:
        """Whether the broker has acknowledged everything that is kept."""
        return self._outbox.is_empty

    def publish(self, slot: str, sealed: bytes, *, kept: bool = True) -> None:
        """Put `sealed` into `slot`, as every channel does."""
        if self.state.kind is LinkKind.CLOSED or not (kept or self.state.is_up):
            return
        self._outbox.put(slot, sealed, kept=kept)
        self._alarm.ring()

    def poll(self) -> list[Arrived]:
        """Return what has come since the last call."""
        return self._inbox.take()

    def close(self) -> None:
        """Leave the broker, as soon as it has what is still to go out or after `LINGER_SECONDS`."""
        if self.state.kind is LinkKind.CLOSED:
            return
        self._closing.begin()
        self._link.set(LinkKind.CLOSED)
        self._alarm.ring()
        if not self._outbox.is_empty:  # the thread alone would not keep the program alive
            threading.Thread(
                target=self._thread.join, args=(LINGER_SECONDS,), name="friend mqtt linger"
            ).start()

    def _run(self) -> None:
        """Be connected as long as the channel is open."""
        from battle.friend.ways.mqtt_visit import Visit

        mqtt_5 = self._broker.address not in OLD_BROKERS
        failures, was_connected = 0, False
        while not self._closing.is_due(self._outbox):
            visit = Visit(self._broker, self._prefix, self._tls, mqtt_5=mqtt_5)
            began = time.monotonic()
            end = visit.run(self._inbox, self._outbox, self._link, self._alarm, self._closing)
            was_connected |= visit.was_connected
            if end.other_protocol:
                mqtt_5 = not mqtt_5
            kind = LinkKind.LOST if was_connected else LinkKind.CONNECTING
            self._link.set(LinkKind.REFUSED if end.refused else kind, end.reason)
            steady = visit.was_connected and time.monotonic() - began > STEADY_SECONDS
            failures = 0 if steady or end.at_once else failures + 1
            self._wait(0.0 if end.at_once else self._first_wait * 2 ** min(failures, 10))
        self._alarm.close()

    def _wait(self, seconds: float) -> None:
        """Wait between two connections, not quite as long as others do, and not after a sleep."""
        end = time.monotonic() + min(seconds, LONGEST_WAIT) * random.uniform(0.5, 1.0)
        while (left := end - time.monotonic()) > 0 and not self._closing.is_due(self._outbox):
            if self._alarm.wait(left):
                return
