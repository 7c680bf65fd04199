"""The test of a broker: whether two who are never there at once can meet at it."""

from __future__ import annotations

import secrets
import ssl
import threading
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from typing import Final

from battle.friend.channel import Channel, LinkKind
from battle.friend.ways.broker import Broker, parse_broker
from battle.friend.ways.mqtt import MqttChannel
from battle.language import _, explain
from battle.rules.position import FormatError

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
    line = _("{host} works: it keeps what you leave for a friend who comes later.")
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
            text = _("{host} did not answer in time.")
            if state.is_up:
                text = _("{host} keeps nothing for a friend who comes later.")
            raise _FailedError(text.format(host=broker.host))
        time.sleep(_GLANCE_SECONDS)
