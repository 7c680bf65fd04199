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

`battle.friend.ways.mqtt_connection` is one connection; paho is loaded with it, in the thread.
"""

from __future__ import annotations

import random
import secrets
import ssl
import threading
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from typing import Final

from battle.friend.channel import (
    Channel,
    LinkKind,
    Shared,
    ThreadedChannel,
    Wakeup,
    check_topic,
)
from battle.friend.ways.broker import OLD_BROKERS, Broker, parse_broker
from battle.friend.ways.mqtt_connection import NO_ANSWER
from battle.language import _, explain
from battle.rules.position import FormatError

VERSION: Final = 1
"""Of what lies below a topic; another version is another topic."""
LONGEST_WAIT: Final = 60.0
STEADY_SECONDS: Final = 30.0
"""A connection that has held this long was a good one: the next is tried at once."""


def topic_prefix(topic: str) -> str:
    """Return the topic under which the slots lie."""
    return f"mahjong-battle/{VERSION}/{check_topic(topic)}"


class MqttChannel(ThreadedChannel):
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
        self._wakeup, shared = Wakeup(), Shared()
        shared.wake = self._wakeup.wake
        super().__init__(shared, f"friend mqtt {broker.host}")

    def run(self) -> None:
        from battle.friend.ways.mqtt_connection import Connection

        mqtt_5 = self._broker.address not in OLD_BROKERS
        failures, was_connected = 0, False
        while not self.shared.is_due:
            connection = Connection(self._broker, self._prefix, self._tls, mqtt_5=mqtt_5)
            began = time.monotonic()
            end = connection.run(self.shared, self._wakeup)
            was_connected |= connection.was_connected
            if end.other_protocol:
                mqtt_5 = not mqtt_5
            kind = LinkKind.LOST if was_connected else LinkKind.CONNECTING
            self.shared.link.set(LinkKind.REFUSED if end.refused else kind, end.reason)
            steady = connection.was_connected and time.monotonic() - began > STEADY_SECONDS
            failures = 0 if steady or end.at_once else failures + 1
            self._wait(0.0 if end.at_once else self._first_wait * 2 ** min(failures, 10))
        self._wakeup.close()

    def _wait(self, seconds: float) -> None:
        """Wait between two connections, not quite as long as others do, and not after a sleep."""
        end = time.monotonic() + min(seconds, LONGEST_WAIT) * random.uniform(0.5, 1.0)
        while (left := end - time.monotonic()) > 0 and not self.shared.is_due:
            if self._wakeup.wait(left):
                return


# --- the test of a broker: whether two who are never there at once can meet at it ---------------


PATIENCE_SECONDS: Final = 25.0
KEPT_SECONDS: Final = 5.0
"""What is kept is there at once; after this it is not."""
_GLANCE_SECONDS: Final = 0.05


@dataclass(frozen=True)
class TrialOutcome:
    """Whether games can be played over the broker, and one line that says so or why not."""

    ok: bool
    line: str


class _FailedError(Exception):
    """The trial is over; the message is the line."""


class BrokerTrial:
    """A trial in a thread of its own; `outcome` is None until it is over."""

    def __init__(self, url: str, *, tls: ssl.SSLContext | None = None) -> None:
        self.outcome: TrialOutcome | None = None
        self._thread = threading.Thread(
            target=self._run, args=(url, tls), name="friend broker trial", daemon=True
        )
        self._thread.start()

    def _run(self, url: str, tls: ssl.SSLContext | None) -> None:
        self.outcome = try_broker(url, tls=tls)


def try_broker(url: str, *, tls: ssl.SSLContext | None = None) -> TrialOutcome:
    """Leave a message at a broker, find it again as somebody else, and clear it; this waits."""
    try:
        broker = parse_broker(url)
    except FormatError as error:
        return TrialOutcome(False, explain(error))
    topic, token = secrets.token_urlsafe(16), secrets.token_bytes(32)
    try:
        with closing(MqttChannel(broker, topic, tls=tls)) as first:
            first.publish("host", token)
            _wait(lambda: first.is_sent, first, broker, PATIENCE_SECONDS)
        with closing(MqttChannel(broker, topic, tls=tls)) as second:
            _wait(lambda: second.state.is_up, second, broker, PATIENCE_SECONDS)
            _wait(lambda: _has(second, token), second, broker, KEPT_SECONDS)
            second.publish("host", b"")
            _wait(lambda: second.is_sent, second, broker, KEPT_SECONDS)
    except _FailedError as failure:
        return TrialOutcome(False, str(failure))
    line = _("{host} works: it keeps messages for a friend who comes later.")
    return TrialOutcome(True, line.format(host=broker.host))


def _has(channel: Channel, token: bytes) -> bool:
    return any(message.sealed == token for message in channel.poll())


def _wait(done: Callable[[], bool], channel: Channel, broker: Broker, seconds: float) -> None:
    """Wait until `done`; raise _FailedError with what stands in the way."""
    end = time.monotonic() + seconds
    while not done():
        state = channel.state
        if state.kind is not LinkKind.CONNECTED and state.reason:
            raise _FailedError(state.reason)
        if time.monotonic() > end:
            text = _(NO_ANSWER)
            if state.is_up:
                text = _("{host} does not keep messages for a friend who comes later.")
            raise _FailedError(text.format(host=broker.host))
        time.sleep(_GLANCE_SECONDS)
