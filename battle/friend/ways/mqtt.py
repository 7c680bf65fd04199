"""A channel over an MQTT broker: the slots are retained messages below one random topic.

    mahjong-battle/1/<random>/host        QoS 1, retained: the newest is there for who comes later
    mahjong-battle/1/<random>/host-here   QoS 0, not retained

Kept messages are state: the newest in each slot says everything. So every connection uses a clean
session, the broker keeps no queue, and with each new connection kept messages are published again,
before subscribing: a broker that has lost its memory has them again. A message that someone else
puts into one of our own slots is replaced, now and then.

    connect ──► publish what is kept ──► subscribe ──► CONNECTED ──► pass things on
      ▲                                                                    │
      └─── paho waits 1, 2, 4 … 60 s ◄─── LOST, or REFUSED with its reason ◄┘

paho's thread connects, reads and writes; the channel's thread publishes, and drops a connection
whose broker does not answer.

MQTT 5 is used, and 3.1.1 with brokers that support nothing else: with 5 the broker learns the
maximum packet size, expires abandoned games, and gives a reason when it refuses a message.
"""

from __future__ import annotations

import math
import random
import secrets
import socket
import ssl
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from queue import Empty, SimpleQueue
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
from battle.friend.ways.broker import (
    ASKS_LOGIN,
    CLOSED,
    KEEPS_NOTHING,
    NO_ANSWER,
    NO_LOGIN,
    OLD_BROKERS,
    REFUSES,
    SENDS_TOO_MUCH,
    Broker,
    parse_broker,
    topic_prefix,
)
from battle.language import N_, _, explain
from battle.rules.position import RulesError

LONGEST_WAIT: Final = 60.0
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
MOST_UNCONFIRMED: Final = 16
MOST_HELD: Final = MOST_UNCONFIRMED * LARGEST_PACKET
"""The most bytes of a connection that have arrived without becoming messages."""
_LEAST_AROUND: Final = 5
"""The least bytes of a message beside its topic and its content."""
LOOK_SECONDS: Final = 1.0


# --- the sockets that paho gets ------------------------------------------------------------------


class _Counted(socket.socket):
    """A socket that ends a connection before what paho must hold back fills the memory.

    `held` counts the bytes that have arrived and were not delivered as messages: the packet that is
    arriving, messages of QoS 2 that the broker never releases, packets that are no messages. A
    pause in every packet, whose head paho reads byte by byte, leaves the interpreter to others.
    """

    held = 0

    def recv(self, buflen: int = 1024, flags: int = 0) -> bytes:
        data = super().recv(min(buflen, LARGEST_PACKET), flags)
        self.held += len(data)
        if self.held > MOST_HELD:
            raise ConnectionAbortedError
        if buflen == 1:
            time.sleep(PACE_SECONDS)
        return data

    def do_handshake(self, _block: bool = False) -> None:
        """There is nothing to agree on."""


class _Inside(_Counted, ssl.SSLSocket):
    """The same inside TLS; it is closed where that cannot be agreed on, as paho leaves it open."""

    def do_handshake(self, block: bool = False) -> None:
        try:
            ssl.SSLSocket.do_handshake(self, block)
        except BaseException:
            self.close()
            raise


class _NoTls:
    """A TLS context without TLS: the only way to give paho a socket."""

    check_hostname = True

    def wrap_socket(self, sock: socket.socket, **_options: object) -> _Counted:
        return _Counted(fileno=sock.detach())


# --- the channel ---------------------------------------------------------------------------------


class MqttChannel(ThreadedChannel):
    """The slots of one topic at one broker; the first wait after a failure is `first_wait` s.

    paho makes the connections by one version of MQTT, one after the other, in its thread. What it
    reports there is queued for the thread of the channel, so that everything but the arrival of
    messages happens in one thread: nothing here needs a lock.

    Until the moment `due` the broker must get on: accept us and grant the subscription, then
    acknowledge what is under way; while there is no connection it is infinite.
    """

    def __init__(self, broker: Broker, topic: str, *, first_wait: float = 1.0) -> None:
        self._broker, self._prefix, self._first_wait = broker, topic_prefix(topic), first_wait
        super().__init__(f"friend mqtt {broker.host}")

    def run(self) -> None:
        self._mqtt_5 = self._broker.address not in OLD_BROKERS
        while not self.is_due:
            self._mqtt_5 = self._stay_connected()

    def _stay_connected(self) -> bool:
        """Connect by one version until the channel ends; return whether MQTT 5 is tried next."""
        self._reports = SimpleQueue[Callable[[], object]]()
        self._next: bool | None = None
        self._due = math.inf
        self._answered = self._explained = False
        self._receipts: dict[int, Outgoing] = {}
        self._client = self._new_client()
        self.wake = partial(self._reports.put, bool)  # a report that does nothing
        began = time.monotonic()
        while self._next is None and not self.is_due:
            self._client.loop_start()  # paho's thread, unless it runs
            wall = time.time()
            with suppress(Empty):
                self._reports.get(timeout=LOOK_SECONDS)()
            if time.time() - wall > LOOK_SECONDS + ASLEEP_SECONDS:
                break  # the machine has slept: the connection is dead
            self._look_after()
            is_right = self._mqtt_5 or self._broker.address in OLD_BROKERS
            if not is_right and time.monotonic() - began > LONGEST_WAIT:
                self._next = True
        self._client.disconnect()
        with suppress(Empty):  # the broker does not read that
            while self._due < math.inf:
                self._reports.get(timeout=LOOK_SECONDS)()
        self._drop()
        self._client.loop_stop()
        return self._mqtt_5 if self._next is None else self._next

    def _new_client(self) -> paho.Client:
        client = paho.Client(
            CallbackAPIVersion.VERSION2,
            client_id=secrets.token_hex(10),
            protocol=paho.MQTTv5 if self._mqtt_5 else paho.MQTTv311,
        )

        def queued(handler: Callable[..., object]) -> Callable[..., None]:
            return lambda _client, _data, *report: self._reports.put(partial(handler, *report))

        client.on_socket_open = queued(self._on_open)
        client.on_connect = queued(self._on_connect)
        client.on_subscribe = queued(self._on_subscribe)
        client.on_publish = queued(self._on_publish)
        client.on_message = self._on_message
        client.on_socket_close = queued(self._on_close)
        client.on_disconnect = queued(self._on_disconnect)
        # paho passes no reason, but calls this where it has caught one
        client.on_connect_fail = lambda *rest: queued(self._on_failure)(*rest, sys.exception())
        context: Any = ssl.create_default_context() if self._broker.tls else _NoTls()
        context.sslsocket_class = _Inside
        client.tls_set_context(context)
        if self._broker.user:
            client.username_pw_set(self._broker.user, self._broker.password or None)
        properties = None
        if self._mqtt_5:
            properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
            properties.MaximumPacketSize = LARGEST_PACKET
            properties.ReceiveMaximum = MOST_UNCONFIRMED
        client.connect_async(
            *self._broker.address, KEEPALIVE_SECONDS, clean_start=True, properties=properties
        )
        self._space_out(client, self._first_wait)
        return client

    def _space_out(self, client: paho.Client, first: float) -> None:
        """Set paho's first wait, with some jitter; it doubles until a broker accepts us."""
        first *= random.uniform(0.5, 1.0)
        client.reconnect_delay_set(first, LONGEST_WAIT)  # type: ignore[arg-type]

    def _look_after(self) -> None:
        """Send pending messages, and end a connection that makes no progress."""
        now = time.monotonic()
        if self._answered:
            self._send()
        if self.state.is_up and not (self._receipts or self._client.want_write()):
            self._due = now + RECEIPT_SECONDS
        if now > self._due:
            self._drop(NO_ANSWER if self._answered or not self._mqtt_5 else "")

    def _send(self) -> None:
        """Give paho the pending messages; within a slot each waits for the one before."""
        for message in self.outgoing():
            properties = None
            if self._mqtt_5 and message.kept:
                properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
                properties.MessageExpiryInterval = FORGOTTEN_AFTER_DAYS * 86400
            sent = self._client.publish(
                f"{self._prefix}/{message.slot}",
                message.sealed,
                qos=1 if message.kept else 0,
                retain=message.kept,
                properties=properties,
            )
            if message.kept:
                self._receipts[sent.mid] = message

    def _drop(self, text: str = "", *, refused: bool = False, **values: object) -> None:
        """End the connection; paho makes the next one, not soon if the broker refuses us."""
        if refused:
            self._space_out(self._client, LONGEST_WAIT)
        self._explain(text, refused=refused, **values)
        sock = self._client.socket()
        if isinstance(sock, socket.socket):
            with suppress(OSError):  # closed already
                socket.socket.shutdown(sock, socket.SHUT_RDWR)

    def _explain(self, text: str, *, refused: bool = False, **values: object) -> None:
        """Show why there is no connection; the first reason stays until there is a new one."""
        if not self._explained:
            self._explained = bool(text)
            reason = _(text).format(host=self._broker.host, **values) if text else ""
            self.lose(reason, refused=refused)

    def _refuse(self, code: ReasonCode) -> None:
        text = REFUSES
        if code.getName() in ("Bad user name or password", "Not authorized"):
            text = NO_LOGIN if self._broker.user else ASKS_LOGIN
        self._drop(text, refused=True, reason=code.getName())

    # What paho reports, in its order

    def _on_failure(self, error: OSError) -> None:
        text, refused = next(
            (text, refused) for kind, text, refused in _FAILURES if isinstance(error, kind)
        )
        reason = getattr(error, "verify_message", "") or error.strerror or error
        self._explained = False
        self._explain(text, refused=refused, port=self._broker.port, reason=reason)

    def _on_open(self, _sock: object) -> None:
        patience = FIRST_ANSWER_SECONDS if self._mqtt_5 else ANSWER_SECONDS
        self._due = time.monotonic() + patience
        self._explained = False

    def _on_connect(self, _flags: object, code: ReasonCode, properties: object) -> None:
        self._answered = not self._mqtt_5 or code != "Unsupported protocol version"
        self._due = time.monotonic() + ANSWER_SECONDS
        if not code.is_failure:
            self._keeps = bool(getattr(properties, "RetainAvailable", 1))
            self.renew()
            self._send()
            self._client.subscribe([(f"{self._prefix}/{slot}", 1) for slot in SLOTS])
        elif self._answered:
            self._refuse(code)

    def _on_subscribe(self, _mid: int, codes: list[ReasonCode], _properties: object) -> None:
        if any(code.is_failure for code in codes):
            self._refuse(codes[0])
            return
        self._due = time.monotonic() + RECEIPT_SECONDS
        self._space_out(self._client, self._first_wait)
        if not self._mqtt_5:
            OLD_BROKERS.add(self._broker.address)
        text = "" if self._keeps else _(KEEPS_NOTHING)
        self.set_state(LinkKind.CONNECTED, text.format(host=self._broker.host))

    def _on_publish(self, mid: int, code: ReasonCode, _properties: object) -> None:
        message = self._receipts.pop(mid, None)
        self._due = time.monotonic() + RECEIPT_SECONDS
        if message is not None and code.is_failure:
            self._refuse(code)
        elif message is not None:
            self.delivered(message)

    def _on_message(self, client: paho.Client, _data: object, message: paho.MQTTMessage) -> None:
        """Let a message arrive; in paho's thread."""
        with suppress(UnicodeDecodeError):
            sealed, sock = bytes(message.payload), client.socket()
            if isinstance(sock, _Counted):
                sock.held -= _LEAST_AROUND + len(message.topic) + len(sealed)
            slot = message.topic.removeprefix(f"{self._prefix}/")
            self.arrive(slot, sealed)
            self.defend(slot, sealed)

    def _on_close(self, sock: _Counted) -> None:
        if sock.held > MOST_HELD:
            self._explain(SENDS_TOO_MUCH)

    def _on_disconnect(self, flags: Any, code: ReasonCode, _properties: object) -> None:
        if self._mqtt_5 and not self._answered:
            self._next = False
        elif not self._answered:
            self._explain(N_("{host} does not speak MQTT here."))
        elif flags.is_disconnect_packet_from_server:
            self._explain(REFUSES, reason=code.getName())
        elif code == "Protocol error":
            self._explain(
                N_("{host} sends something that is not MQTT ({error})."), error=code.getName()
            )
        else:
            self._explain(CLOSED if code.is_failure else "")
        self._due, self._answered = math.inf, False
        self._receipts.clear()
        self._client.drop_out_messages()


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
    topic, token = secrets.token_urlsafe(16), secrets.token_bytes(32)
    try:
        broker = parse_broker(url)
        with closing(MqttChannel(broker, topic)) as first:
            first.publish("host", token)
            _wait(lambda: first.is_sent, first, broker, PATIENCE_SECONDS)
        with closing(MqttChannel(broker, topic)) as second:
            _wait(lambda: second.state.is_up, second, broker, PATIENCE_SECONDS)
            found = Arrived("host", token)
            _wait(lambda: found in second.poll(), second, broker, KEPT_SECONDS)
            second.publish("host", b"")
            _wait(lambda: second.is_sent, second, broker, KEPT_SECONDS)
    except RulesError as failure:
        return TrialOutcome(False, explain(failure))
    line = _("{host} works: it keeps messages for a friend who comes later.")
    return TrialOutcome(True, line.format(host=broker.host))


def _wait(done: Callable[[], bool], channel: Channel, broker: Broker, seconds: float) -> None:
    """Wait until `done`; raise RulesError with the reason if it does not happen."""
    end = time.monotonic() + seconds
    while not done():
        state = channel.state
        if state.reason and not state.is_up:
            raise RulesError(state.reason)
        if time.monotonic() > end:
            keeps_nothing = _("{host} does not keep messages for a friend who comes later.")
            text = keeps_nothing if state.is_up else _(NO_ANSWER)
            raise RulesError(text.format(host=broker.host))
        time.sleep(0.05)
