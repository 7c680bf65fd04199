"""A channel over an MQTT broker: the slots are retained messages below one random topic.

    mahjong-battle/1/<random>/host        QoS 1, retained: the newest is there for who comes later
    mahjong-battle/1/<random>/host-here   QoS 0, not retained

Kept messages are state: the newest in each slot says everything. So every connection uses a clean
session, the broker keeps no queue, and with each new connection kept messages are published again,
before subscribing: a broker that has lost its memory has them again. A message that someone else
puts into one of our own slots is replaced, now and then.

    thread:  connect ──► publish what is kept ──► subscribe ──► CONNECTED ──► pass things on
               ▲                                                                  │
               └── wait 1, 2, 4 … 60 s ◄── LOST, or REFUSED with its reason ◄─────┘

MQTT 5 is used, and 3.1.1 with brokers that support nothing else: with 5 the broker learns the
maximum packet size, expires abandoned games, and gives a reason when it refuses a message.
"""

from __future__ import annotations

import random
import secrets
import socket
import ssl
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from typing import Any, Final

from paho.mqtt import client as paho
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from battle.friend.channel import (
    LARGEST,
    PACE_SECONDS,
    SLOTS,
    Arrived,
    Channel,
    LinkKind,
    Outgoing,
    ThreadedChannel,
)
from battle.friend.ways.broker import OLD_BROKERS, Broker, parse_broker
from battle.language import N_, _, explain
from battle.rules.position import FormatError

NO_ANSWER: Final = N_("{host} did not answer in time.")

VERSION: Final = 1
"""Of what lies below a topic; another version is another topic."""
LONGEST_WAIT: Final = 60.0
STEADY_SECONDS: Final = 30.0
"""After a connection that has lasted this long the next is tried at once."""
ASLEEP_SECONDS: Final = 20.0
"""If a wait takes this much longer than it should, the machine has slept."""
KEEPALIVE_SECONDS: Final = 30
"""Silence after which the broker is pinged; after twice this it is lost."""
ANSWER_SECONDS: Final = 8.0
"""A broker has this long from the connection to the granted subscription."""
FIRST_ANSWER_SECONDS: Final = 3.0
"""After this long a broker that may not understand MQTT 5 is tried with the older version."""
RECEIPT_SECONDS: Final = 15.0
"""A message not acknowledged after this long never will be: only a new connection helps.

A broker under a flood of messages loses some acknowledgements (Mosquitto does)."""
FORGOTTEN_AFTER_DAYS: Final = 60
LARGEST_PACKET: Final = LARGEST + 1024
MOST_HELD: Final = 16
MOST_UNREAD: Final = 256
FIRST_REPAIR_SECONDS: Final = 5.0
LONGEST_REPAIR_SECONDS: Final = 60.0
REPAIRS: Final = 2
"""How often a replaced copy is put back: a broker may not deliver the last of many replacements."""


def topic_prefix(topic: str) -> str:
    """Return the MQTT topic above the slots."""
    return f"mahjong-battle/{VERSION}/{topic}"


class MqttChannel(ThreadedChannel):
    """The slots of one topic at one broker; the first wait after a failure is `first_wait` s."""

    def __init__(self, broker: Broker, topic: str, *, first_wait: float = 1.0) -> None:
        self.broker, self.prefix = broker, topic_prefix(topic)
        self._first_wait = first_wait
        super().__init__(f"friend mqtt {broker.host}")

    def run(self) -> None:
        mqtt_5 = self.broker.address not in OLD_BROKERS
        failures, was_connected = 0, False
        while not self.is_due:
            connection = Connection(self, mqtt_5=mqtt_5)
            began = time.monotonic()
            end = connection.run()
            was_connected |= connection.was_connected
            mqtt_5 ^= end.other_protocol
            kind = LinkKind.LOST if was_connected else LinkKind.CONNECTING
            self.set_state(LinkKind.REFUSED if end.refused else kind, end.reason)
            steady = connection.was_connected and time.monotonic() - began > STEADY_SECONDS
            failures = 0 if steady or end.at_once else failures + 1
            if not end.at_once:
                self._wait(self._first_wait * 2 ** min(failures, 10))

    def _wait(self, seconds: float) -> None:
        """Wait between two connections, with some jitter, and not after a sleep."""
        woken = threading.Event()
        self.wake = woken.set
        end = time.monotonic() + min(seconds, LONGEST_WAIT) * random.uniform(0.5, 1.0)
        while (left := end - time.monotonic()) > 0 and not self.is_due:
            wall, seconds = time.time(), min(left, 5.0)
            woken.wait(seconds)
            woken.clear()
            if _has_slept(wall, seconds):
                return


def _has_slept(wall: float, seconds: float) -> bool:
    """Whether the machine has slept in a wait that began at a wall-clock time."""
    return time.time() - wall > seconds + ASLEEP_SECONDS


# --- one connection ------------------------------------------------------------------------------


@dataclass(frozen=True)
class End:
    """How a connection ended: the reason, and whether the person must do something about it.

    `at_once` says that the next may be tried without a wait, `other_protocol` that it should speak
    the other version.
    """

    reason: str = ""
    refused: bool = False
    at_once: bool = False
    other_protocol: bool = False


class _Client(paho.Client):
    """paho's client with checks for oversized traffic, leaving no socket behind."""

    def wake(self) -> None:
        """End the wait in `loop`; any thread may call this."""
        with suppress(OSError, AttributeError):  # woken already, or no longer connected
            self._sockpairW.send(b"!")  # type: ignore[union-attr]

    @property
    def is_flooded(self) -> bool:
        """Whether a packet longer than agreed is arriving, or too much waits.

        What waits are unsolicited QoS 2 messages, and answers that the broker does not read.
        """
        too_long = self._in_packet["remaining_length"] > LARGEST_PACKET
        held, unread = len(self._in_messages), len(self._out_packet)
        return too_long or held > MOST_HELD or unread > MOST_UNREAD

    def _ssl_wrap_socket(self, tcp_sock: socket.socket) -> ssl.SSLSocket:
        """Return the socket inside TLS; close it where that cannot be agreed on."""
        assert self._ssl_context is not None
        inside = self._ssl_context.wrap_socket(
            tcp_sock, server_hostname=self.host, do_handshake_on_connect=False
        )
        try:
            inside.settimeout(self.connect_timeout)
            inside.do_handshake()
        except BaseException:
            inside.close()
            raise
        return inside


class Connection:
    """One connection of a channel, in its thread; `run` returns when it has ended."""

    def __init__(self, channel: MqttChannel, *, mqtt_5: bool) -> None:
        self._channel, self._mqtt_5 = channel, mqtt_5
        self._broker, self._host = channel.broker, channel.broker.host
        self._under_way: dict[int, tuple[Outgoing, float]] = {}
        self._end: End | None = None
        self._answered = False
        self._repairs: dict[str, int] = {}
        self._repair_wait = FIRST_REPAIR_SECONDS
        self._next_repair = 0.0
        self.was_connected = False

    def run(self) -> End:
        """Connect, pass messages in both directions, and return how it ended."""
        client = self.client()
        self._channel.wake = client.wake
        try:
            options: dict[str, Any] = {}
            if self._mqtt_5:
                properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
                properties.MaximumPacketSize = LARGEST_PACKET
                properties.ReceiveMaximum = MOST_HELD
                options = {"clean_start": True, "properties": properties}
            client.connect(self._host, self._broker.port, KEEPALIVE_SECONDS, **options)
            began = time.monotonic()
            broken = False
            while not (broken or self._end or self._channel.is_due):
                wall, patience = time.time(), self._patience
                broken = client.loop(patience) != 0
                time.sleep(PACE_SECONDS)
                if _has_slept(wall, patience):
                    return End(at_once=True)
                self.look_after(client)
                if not self.was_connected:
                    self._end = self._end or self._silent(time.monotonic() - began)
        except OSError as error:
            self._end = _failure(error, self._broker)
        except Exception as error:  # paho raises anything where a broker sends no MQTT
            text = _("{host} sends something that is not MQTT ({error}).")
            self._end = End(text.format(host=self._host, error=type(error).__name__))
        finally:
            sock = client.socket()
            with suppress(Exception):
                client.disconnect()
                client.loop_write()
            if isinstance(sock, socket.socket):
                sock.close()
        return self._end or self._lost()

    def client(self) -> _Client:
        """Return paho's client of this connection."""
        client = _Client(
            CallbackAPIVersion.VERSION2,
            client_id=secrets.token_hex(10),
            protocol=paho.MQTTv5 if self._mqtt_5 else paho.MQTTv311,
            reconnect_on_failure=False,
        )
        client.on_connect = self._on_connect
        client.on_subscribe = self._on_subscribe
        client.on_publish = self._on_publish
        client.on_message = self._on_message
        client.on_disconnect = self._on_disconnect
        if self._broker.tls:
            client.tls_set_context(ssl.create_default_context())
        if self._broker.user:
            client.username_pw_set(self._broker.user, self._broker.password or None)
        return client

    @property
    def _patience(self) -> float:
        """The seconds to wait for something to happen."""
        if not self.was_connected:
            return 0.5
        return 1.0 if self._repairs or self._under_way else float(KEEPALIVE_SECONDS)

    def look_after(self, client: _Client) -> None:
        """Send pending messages, and end a connection that makes no progress."""
        if client.is_flooded:
            self._end = End(_("{host} sends more than agreed.").format(host=self._host))
        elif self.was_connected:
            self._repair()
            self._send(client)
            if any(time.monotonic() > due for _message, due in self._under_way.values()):
                self._end = End(_(NO_ANSWER).format(host=self._host))

    def _send(self, client: paho.Client) -> None:
        """Give paho the pending messages; within a slot each waits for the one before."""
        for message in self._channel.outgoing():
            properties = None
            if self._mqtt_5 and message.kept:
                properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
                properties.MessageExpiryInterval = FORGOTTEN_AFTER_DAYS * 86400
            sent = client.publish(
                f"{self._channel.prefix}/{message.slot}",
                message.sealed,
                qos=1 if message.kept else 0,
                retain=message.kept,
                properties=properties,
            )
            if message.kept:
                self._under_way[sent.mid] = message, time.monotonic() + RECEIPT_SECONDS

    def _repair(self) -> None:
        """Restore a message that someone else has replaced, ever more rarely."""
        now = time.monotonic()
        if self._repairs and now >= self._next_repair:
            for slot in self._repairs:
                self._channel.repeat(slot)
            self._repairs = {slot: left - 1 for slot, left in self._repairs.items() if left > 1}
            self._next_repair = now + self._repair_wait
            self._repair_wait = min(2 * self._repair_wait, LONGEST_REPAIR_SECONDS)

    def _silent(self, seconds: float) -> End | None:
        """Return the end of a connection whose broker has been silent for too long."""
        first = self._mqtt_5 and not self._answered
        if seconds <= (FIRST_ANSWER_SECONDS if first else ANSWER_SECONDS):
            return None
        if first:
            return End(at_once=True, other_protocol=True)
        reason = _(NO_ANSWER).format(host=self._host)
        return End(reason, other_protocol=not self._answered)

    def _lost(self) -> End:
        """Return the end of a connection that the other side has closed."""
        if self._answered:
            return End(_("{host} closed the connection.").format(host=self._host))
        if self._mqtt_5:
            return End(at_once=True, other_protocol=True)
        reason = _("{host} does not speak MQTT here.").format(host=self._host)
        return End(reason, other_protocol=True)

    # What paho calls

    def _on_connect(
        self, client: paho.Client, _data: Any, _flags: Any, code: ReasonCode, properties: Any
    ) -> None:
        self._answered = True
        if code == "Unsupported protocol version" and self._mqtt_5:
            self._end = End(at_once=True, other_protocol=True)
        elif code.is_failure:
            self._end = End(self._refusal(code), refused=True)
        else:
            self._keeps = bool(getattr(properties, "RetainAvailable", 1))
            self._channel.renew()
            self._send(client)
            client.subscribe([(f"{self._channel.prefix}/{slot}", 1) for slot in SLOTS])

    def _on_subscribe(
        self, _client: Any, _data: Any, _mid: int, codes: list[ReasonCode], _properties: Any
    ) -> None:
        if any(code.is_failure for code in codes):
            self._end = End(self._refusal(codes[0]), refused=True)
            return
        self.was_connected = True
        if not self._mqtt_5:
            OLD_BROKERS.add(self._broker.address)
        reason = ""
        if not self._keeps:
            reason = _("{host} keeps no messages: you must both be online.").format(host=self._host)
        self._channel.set_state(LinkKind.CONNECTED, reason)

    def _on_publish(
        self, _client: Any, _data: Any, mid: int, code: ReasonCode, _properties: Any
    ) -> None:
        message, _due = self._under_way.pop(mid, (None, 0.0))
        if message is not None and code.is_failure:
            self._end = End(self._refusal(code), refused=True)
        elif message is not None:
            self._channel.delivered(message)

    def _on_message(self, _client: Any, _data: Any, message: paho.MQTTMessage) -> None:
        with suppress(UnicodeDecodeError):
            slot = message.topic.removeprefix(f"{self._channel.prefix}/")
            sealed = bytes(message.payload)
            self._channel.arrive(slot, sealed)
            if len(sealed) <= LARGEST and self._channel.is_strange(slot, sealed):
                self._repairs[slot] = REPAIRS

    def _on_disconnect(
        self, _client: Any, _data: Any, flags: Any, code: ReasonCode, _properties: Any
    ) -> None:
        if self._end is None and flags.is_disconnect_packet_from_server:
            self._end = End(self._refusal(code))

    def _refusal(self, code: ReasonCode) -> str:
        """Return why a broker refuses us, in one line."""
        host = self._host
        if code.getName() in ("Bad user name or password", "Not authorized"):
            if not self._broker.user:
                return _("{host} asks for a name and a password.").format(host=host)
            return _("{host} does not accept the name and the password.").format(host=host)
        return _("{host} refuses: {reason}").format(host=host, reason=code.getName())


def _failure(error: OSError, broker: Broker) -> End:
    """Return the end of a connection that failed in the system."""
    for kind, text, refused in _FAILURES:
        if isinstance(error, kind):
            reason = getattr(error, "verify_message", "") or error.strerror or error
            words = _(text).format(host=broker.host, port=broker.port, reason=reason)
            return End(words, refused)
    raise error


_FAILURES: Final = (
    (
        ssl.SSLCertVerificationError,
        N_("The certificate of {host} is not accepted: {reason}."),
        True,
    ),
    (ssl.SSLError, N_("{host} does not speak TLS on port {port}."), True),
    (socket.gaierror, N_("{host} was not found."), False),
    (ConnectionRefusedError, N_("No answer from {host} on port {port}."), False),
    (TimeoutError, NO_ANSWER, False),
    (OSError, N_("{host} cannot be reached: {reason}."), False),
)
"""Errors of the system when connecting, and whether the person must do something about them."""


# --- the test of a broker: whether two who are never there at once can meet at it ---------------


PATIENCE_SECONDS: Final = 25.0
KEPT_SECONDS: Final = 5.0
"""A retained message arrives at once; after this it is missing."""


@dataclass(frozen=True)
class TrialOutcome:
    """Whether games can be played over the broker, with one line that says so or why not."""

    ok: bool
    line: str


class _FailedError(Exception):
    """The test failed; the message is the line to show."""


class BrokerTrial:
    """A test of a broker in a thread of its own; `outcome` is None until it is over."""

    def __init__(self, url: str) -> None:
        self.outcome: TrialOutcome | None = None
        threading.Thread(
            target=self._run, args=(url,), name="friend broker trial", daemon=True
        ).start()

    def _run(self, url: str) -> None:
        self.outcome = try_broker(url)


def try_broker(url: str) -> TrialOutcome:
    """Leave a message at a broker, find it from another client, and clear it; this blocks."""
    try:
        broker = parse_broker(url)
    except FormatError as error:
        return TrialOutcome(False, explain(error))
    topic, token = secrets.token_urlsafe(16), secrets.token_bytes(32)
    try:
        with closing(MqttChannel(broker, topic)) as first:
            first.publish("host", token)
            _wait(lambda: first.is_sent, first, broker, PATIENCE_SECONDS)
        with closing(MqttChannel(broker, topic)) as second:
            _wait(lambda: second.state.is_up, second, broker, PATIENCE_SECONDS)
            found = Arrived("host", token)
            _wait(lambda: found in second.poll(), second, broker, KEPT_SECONDS)
            second.publish("host", b"")
            _wait(lambda: second.is_sent, second, broker, KEPT_SECONDS)
    except _FailedError as failure:
        return TrialOutcome(False, str(failure))
    line = _("{host} works: it keeps messages for a friend who comes later.")
    return TrialOutcome(True, line.format(host=broker.host))


def _wait(done: Callable[[], bool], channel: Channel, broker: Broker, seconds: float) -> None:
    """Wait until `done`; raise _FailedError with the reason if it does not happen."""
    end = time.monotonic() + seconds
    while not done():
        state = channel.state
        if state.reason and not state.is_up:
            raise _FailedError(state.reason)
        if time.monotonic() > end:
            keeps_nothing = _("{host} does not keep messages for a friend who comes later.")
            text = keeps_nothing if state.is_up else _(NO_ANSWER)
            raise _FailedError(text.format(host=broker.host))
        time.sleep(0.05)
