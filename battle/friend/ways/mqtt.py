"""A channel over an MQTT broker: the slots are retained messages below one random topic.

    mahjong-battle/1/<random>/host        QoS 1, retained: the newest is there for who comes later
    mahjong-battle/1/<random>/host-here   QoS 0, not retained

Kept messages are state: the newest in each slot says everything. So every connection uses a clean
session, the broker keeps no queue, and with each new connection kept messages are published again,
before subscribing: a broker that has lost its memory has them again. A message that someone else
puts into one of our own slots is replaced, now and then.

    connect ──► publish what is kept ──► subscribe ──► CONNECTED ──► pass things on
      ▲                                                                    │
      ├─── paho waits 1, 2, 4 … 60 s ◄─── LOST ◄───────────────────────────┤
      └─── another client, after 30 to 60 s ◄─── REFUSED by the broker ◄───┘

paho's thread connects, reads and writes; the channel's thread publishes, and drops a connection
whose broker does not answer.

MQTT 5 is used, with which the broker learns the maximum packet size, expires abandoned games, and
gives a reason when it refuses a message; 3.1.1 is used with a broker that has said that it does not
know 5, or has answered to 3.1.1 and never to 5. That is remembered until the program ends.
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
    REFUSES,
    SENDS_TOO_MUCH,
    SPEAKS_MQTT_5,
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
"""A broker has this long to accept us, and as long again to grant the subscription."""
FIRST_ANSWER_SECONDS: Final = 3.0
"""A broker that has never answered to MQTT 5 has this long, then the older version is tried."""
RECEIPT_SECONDS: Final = 15.0
"""A message not acknowledged after this long never will be: only a new connection helps.

A broker under a flood of messages loses some acknowledgements (Mosquitto does)."""
FORGOTTEN_AFTER_DAYS: Final = 60
LARGEST_PACKET: Final = LARGEST + 1024
MOST_UNCONFIRMED: Final = 16
MOST_HELD: Final = MOST_UNCONFIRMED * LARGEST_PACKET
"""The most bytes of a connection that have arrived without becoming messages."""
_LEAST_AROUND: Final = 5
"""The least bytes of a message beside its topic and its content with MQTT 5; 3.1.1 has one less."""
LOOK_SECONDS: Final = 1.0


# --- the sockets that paho gets ------------------------------------------------------------------


class _Counted(socket.socket):
    """A socket that ends a connection before what paho must hold back fills the memory.

    `held` counts the bytes that have arrived and were not delivered as messages: the packet that is
    arriving, messages of QoS 2 that the broker never releases, packets that are no messages. A
    pause after each byte of a packet's head, which paho reads one by one, leaves the interpreter to
    others.
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

    A client of paho makes connections one after the other, in a thread of its own: by MQTT 5, or by
    3.1.1 and, if the broker says that it does not know that, 3.1. What it reports there is queued
    for the thread of the channel, so that everything but the arrival of messages happens in one
    thread: nothing here needs a lock. Another client follows where the broker refuses us, the other
    version is to be tried, or the machine has slept.

    Until the moment `due` the broker must get on: accept us and grant the subscription, then
    acknowledge what is under way; while there is no connection it is infinite.
    """

    def __init__(self, broker: Broker, topic: str, *, first_wait: float = 1.0) -> None:
        self._broker, self._prefix, self._first_wait = broker, topic_prefix(topic), first_wait
        super().__init__(f"friend mqtt {broker.host}")

    def run(self) -> None:
        self._mqtt_5 = SPEAKS_MQTT_5.get(self._broker.address, True)
        self._rests_until = 0.0
        while not self.is_due:
            self._mqtt_5 = self._stay_connected()

    def _stay_connected(self) -> bool:
        """Stay connected by one client of paho; return whether the next one uses MQTT 5."""
        self._reports = SimpleQueue[Callable[[], object]]()
        self._next_uses_5: bool | None = None  # None while this client goes on
        self._due = math.inf
        self._answered = self._explained = False
        self._receipts: dict[int, Outgoing] = {}
        self._is_renewed = False
        self._client = self._new_client()
        self.wake = lambda: self._reports.put(lambda: None)  # only to look after things now
        began = time.monotonic()
        while self._next_uses_5 is None and not self.is_due:
            if time.monotonic() > self._rests_until:
                self._client.loop_start()  # paho's thread, unless it runs
            wall = time.time()
            with suppress(Empty):
                self._reports.get(timeout=LOOK_SECONDS)()
            if time.time() - wall > LOOK_SECONDS + ASLEEP_SECONDS:
                self._rests_until = 0.0
                break  # the machine has slept: the connection is dead
            self._look_after()
            if self.state.is_up and self.has_old_will:
                self._is_renewed = True  # nobody sees it: the next connection follows at once
                break
            is_known = self._mqtt_5 or self._broker.address in SPEAKS_MQTT_5
            if not is_known and time.monotonic() - began > LONGEST_WAIT:
                self._next_uses_5 = True  # 3.1.1 was a guess, and of no use
        self._client.disconnect()
        with suppress(Empty):  # until the broker has closed too, or a second in which it has not
            while self._due < math.inf:
                self._reports.get(timeout=LOOK_SECONDS)()
        self._drop()
        self._client.loop_stop()
        return self._mqtt_5 if self._next_uses_5 is None else self._next_uses_5

    @property
    def _may_be_too_new(self) -> bool:
        """Whether MQTT 5 is used and the broker has never answered to it."""
        return self._mqtt_5 and not SPEAKS_MQTT_5.get(self._broker.address)

    def _new_client(self) -> paho.Client:
        client = paho.Client(
            CallbackAPIVersion.VERSION2,
            client_id=secrets.token_hex(10),
            protocol=paho.MQTTv5 if self._mqtt_5 else paho.MQTTv311,
        )

        def queued(handler: Callable[..., object]) -> Callable[..., None]:
            return lambda _client, _data, *report: self._reports.put(partial(handler, *report))

        client.on_pre_connect = self._on_pre_connect
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
        part = random.uniform(0.5, 1.0)  # not everyone comes back at the same moment
        client.reconnect_delay_set(part * self._first_wait, part * LONGEST_WAIT)  # type: ignore[arg-type]
        return client

    def _look_after(self) -> None:
        """Send pending messages, and end a connection that makes no progress."""
        now = time.monotonic()
        if self._answered:
            self._send()
        if self.state.is_up and not (self._receipts or self._client.want_write()):
            self._due = now + RECEIPT_SECONDS
        if now > self._due:  # nobody is at fault before 3.1.1 was tried
            self._drop("" if self._may_be_too_new else NO_ANSWER)

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

    def _drop(self, text: str = "") -> None:
        """End the connection; the client makes the next one unless it is told to end."""
        self._explain(text)
        sock = self._client.socket()
        if isinstance(sock, socket.socket):
            with suppress(OSError):  # closed already
                socket.socket.shutdown(sock, socket.SHUT_RDWR)

    def _explain(self, text: str, *, refused: bool = False, **values: object) -> None:
        """Show why there is no connection; the first reason stays until there is a new one."""
        if not (self._explained or self._is_renewed):
            self._explained = bool(text)
            reason = _(text).format(host=self._broker.host, **values) if text else ""
            self.lose(reason, refused=refused)

    def _refuse(self, code: ReasonCode) -> None:
        """Show that the broker refuses us, and why; another client tries again, not soon."""
        text = REFUSES
        if code.getName() in ("Bad user name or password", "Not authorized"):
            text = NO_LOGIN if self._broker.user else ASKS_LOGIN
        self._explain(text, refused=True, reason=code.getName())
        self._rests_until = time.monotonic() + random.uniform(0.5, 1.0) * LONGEST_WAIT
        self._next_uses_5 = self._mqtt_5

    # What paho reports, in its order

    def _on_failure(self, error: OSError) -> None:
        text, refused = next(
            (text, refused) for kind, text, refused in _FAILURES if isinstance(error, kind)
        )
        reason = getattr(error, "verify_message", "") or error.strerror or error
        self._explained = False
        self._explain(text, refused=refused, port=self._broker.port, reason=reason)

    def _on_open(self, _sock: object) -> None:
        patience = FIRST_ANSWER_SECONDS if self._may_be_too_new else ANSWER_SECONDS
        self._due = time.monotonic() + patience
        self._explained = False

    def _on_connect(self, _flags: object, code: ReasonCode, properties: object) -> None:
        if self._mqtt_5:
            SPEAKS_MQTT_5[self._broker.address] = code != "Unsupported protocol version"
        else:
            SPEAKS_MQTT_5.setdefault(self._broker.address, False)
        self._answered = not self._may_be_too_new
        self._due = time.monotonic() + ANSWER_SECONDS
        if not code.is_failure:
            self._keeps = bool(getattr(properties, "RetainAvailable", 1))
            self.renew()
            self._send()
            self._client.subscribe([(f"{self._prefix}/{slot}", 1) for slot in SLOTS])
        elif self._answered:
            self._refuse(code)

    def _on_subscribe(self, _mid: int, codes: list[ReasonCode], _properties: object) -> None:
        for code in codes:
            if code.is_failure:
                self._refuse(code)
        if self._answered and not self._explained:  # neither too early nor given up
            self._due = time.monotonic() + RECEIPT_SECONDS
            text = "" if self._keeps else _(KEEPS_NOTHING)
            self.set_state(LinkKind.CONNECTED, text.format(host=self._broker.host))

    def _on_publish(self, mid: int, code: ReasonCode, _properties: object) -> None:
        message = self._receipts.pop(mid, None)
        if message is None:
            return  # it is not kept, or no longer waited for
        self._due = time.monotonic() + RECEIPT_SECONDS
        if code.is_failure:
            self._refuse(code)
        else:
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

    def _on_pre_connect(self, client: paho.Client, _data: object) -> None:
        """Give a connection its will; in paho's thread."""
        if (will := self.begin_with_will()) is not None:
            client.will_set(f"{self._prefix}/{will[0]}", will[1])

    def _on_close(self, sock: _Counted) -> None:
        if sock.held > MOST_HELD:
            self._explain(SENDS_TOO_MUCH)

    def _on_disconnect(self, flags: Any, code: ReasonCode, _properties: object) -> None:
        if self._may_be_too_new:
            self._next_uses_5 = False
        elif self._broker.address not in SPEAKS_MQTT_5:
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
    """Leave a message at a broker and find it from another client; this blocks.

    The other client clears the message, found or not, and does not wait for the receipt.
    """
    topic, token = secrets.token_urlsafe(16), secrets.token_bytes(32)
    try:
        broker = parse_broker(url)
        with closing(MqttChannel(broker, topic)) as first:
            first.publish("host", token)
            _wait(lambda: first.is_sent, first, broker, PATIENCE_SECONDS)
        with closing(MqttChannel(broker, topic)) as second:
            try:
                _wait(lambda: second.state.is_up, second, broker, PATIENCE_SECONDS)
                found = Arrived("host", token)
                _wait(lambda: found in second.poll(), second, broker, KEPT_SECONDS)
            finally:
                second.publish("host", b"")
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
