"""One connection to an MQTT broker, from the first packet to the last, in the thread of a channel.

MQTT 5 is spoken, and 3.1.1 with brokers that know no other: with 5 the broker is told how large a
packet may be, forgets games that nobody comes back to, and says why it does not take a message.
"""

from __future__ import annotations

import secrets
import socket
import ssl
import time
from dataclasses import dataclass
from typing import Any, Final

from paho.mqtt import client as paho
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from battle.friend.channel import (
    LARGEST,
    SLOTS,
    LinkKind,
    Message,
    Shared,
    Wakeup,
)
from battle.friend.ways.broker import OLD_BROKERS, Broker
from battle.language import N_, _

NO_ANSWER: Final = N_("{host} did not answer in time.")


KEEPALIVE_SECONDS: Final = 30
"""Silence after which the broker is asked whether it is there; after twice this it is not."""
ANSWER_SECONDS: Final = 8.0
"""A broker has this long from the connection to the granted subscription."""
FIRST_ANSWER_SECONDS: Final = 3.0
"""After this long one that may not understand MQTT 5 is asked by the older version."""
RECEIPT_SECONDS: Final = 15.0
"""What a broker has not acknowledged after this long it never will: only a new connection helps.

A broker under a flood of messages loses some acknowledgements (Mosquitto does)."""
FORGOTTEN_AFTER_DAYS: Final = 60
LARGEST_PACKET: Final = LARGEST + 1024
MOST_HELD: Final = 16
FIRST_REPAIR_SECONDS: Final = 5.0
LONGEST_REPAIR_SECONDS: Final = 60.0
REPAIRS: Final = 2
"""So often a replaced copy is put back: of many replacements a broker may not tell the last."""

_UNSUPPORTED_PROTOCOL: Final = 132
_BAD_PASSWORD: Final = 134
_NOT_AUTHORISED: Final = 135


@dataclass(frozen=True)
class End:
    """How a connection ended: why in plain text, whether a person must do something about it.

    `at_once` says that the next may be tried without a wait, `other_protocol` that it should speak
    the other version.
    """

    reason: str = ""
    refused: bool = False
    at_once: bool = False
    other_protocol: bool = False


class _Client(paho.Client):
    """paho's client, which tells how long the packet under way is and leaves no socket behind."""

    @property
    def announced(self) -> int:
        """Bytes that the packet under way is to have."""
        return int(self._in_packet["remaining_length"])

    @property
    def held(self) -> int:
        """Messages of QoS 2 that the broker has not released; none was asked for."""
        return len(self._in_messages)

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
    """One connection; `run` returns when it has ended."""

    def __init__(
        self, broker: Broker, prefix: str, tls: ssl.SSLContext | None, *, mqtt_5: bool
    ) -> None:
        self._broker, self._prefix = broker, prefix
        self._mqtt_5 = mqtt_5
        self._tls = tls
        self._messages: dict[int, Message] = {}
        self._receipts_due: dict[int, float] = {}
        self._end: End | None = None
        self._answered = False
        self._repairs: dict[str, int] = {}
        self._repair_wait = FIRST_REPAIR_SECONDS
        self._next_repair = 0.0
        self.was_connected = False

    def run(self, shared: Shared, wakeup: Wakeup) -> End:
        """Connect, pass on what there is in both directions, and say how it ended."""
        self._shared = shared
        client = self._client()
        try:
            self._connect(client)
            wakeup.set()
            connected_at = time.monotonic()
            while (sock := client.socket()) is not None and self._end is None:
                if shared.is_due:
                    break
                slept = wakeup.wait(self._patience(sock), sock.fileno(), write=client.want_write())
                if slept:
                    self._end = End(at_once=True)
                    break
                self._turn(client, sock)
                if not self.was_connected:
                    self._end = self._end or self._silent(time.monotonic() - connected_at)
        except OSError as error:
            self._end = _failure(error, self._broker)
        except Exception as error:  # paho raises anything where a broker sends no MQTT
            text = _("{host} sends something that is not MQTT ({error}).")
            self._end = End(text.format(host=self._host, error=type(error).__name__))
        finally:
            self._leave(client)
        return self._end or self._lost()

    @property
    def _host(self) -> str:
        return self._broker.host

    def _client(self) -> _Client:
        options: dict[str, Any] = {} if self._mqtt_5 else {"clean_session": True}
        client = _Client(
            CallbackAPIVersion.VERSION2,
            client_id=secrets.token_hex(10),
            protocol=paho.MQTTv5 if self._mqtt_5 else paho.MQTTv311,
            reconnect_on_failure=False,
            **options,
        )
        client.on_connect = self._on_connect
        client.on_subscribe = self._on_subscribe
        client.on_publish = self._on_publish
        client.on_message = self._on_message
        client.on_disconnect = self._on_disconnect
        if self._broker.tls:
            client.tls_set_context(self._tls or ssl.create_default_context())
        if self._broker.user:
            client.username_pw_set(self._broker.user, self._broker.password or None)
        return client

    def _connect(self, client: _Client) -> None:
        options: dict[str, Any] = {}
        if self._mqtt_5:
            properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
            properties.MaximumPacketSize = LARGEST_PACKET
            properties.ReceiveMaximum = MOST_HELD
            options = {"clean_start": True, "properties": properties}
        client.connect(self._broker.host, self._broker.port, KEEPALIVE_SECONDS, **options)

    def _patience(self, sock: Any) -> float:
        """Return how many seconds to wait for the socket: none while TLS has read ahead."""
        if isinstance(sock, ssl.SSLSocket) and sock.pending():
            return 0.0
        if not self.was_connected:
            return 0.5
        return 1.0 if self._repairs or self._receipts_due else float(KEEPALIVE_SECONDS)

    def _turn(self, client: _Client, sock: Any) -> None:
        """Read, write and look after the connection once."""
        client.loop_read()
        if client.announced > LARGEST_PACKET or client.held > MOST_HELD:
            self._end = End(_("{host} sends more than agreed.").format(host=self._host))
            return
        if self.was_connected:
            self._repair()
            self._send(client)
            if any(time.monotonic() > due for due in self._receipts_due.values()):
                self._end = End(_(NO_ANSWER).format(host=self._host))
                return
        if client.want_write():
            client.loop_write()
        if client.socket() is not None:
            client.loop_misc()

    def _send(self, client: _Client) -> None:
        """Hand to paho what is to go out; within a slot the next waits for the last."""
        for message in self._shared.outbox.take():
            properties = None
            if self._mqtt_5 and message.kept:
                properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
                properties.MessageExpiryInterval = FORGOTTEN_AFTER_DAYS * 86400
            sent = client.publish(
                f"{self._prefix}/{message.slot}",
                message.sealed,
                qos=1 if message.kept else 0,
                retain=message.kept,
                properties=properties,
            )
            if message.kept:
                self._messages[sent.mid] = message
                self._receipts_due[sent.mid] = time.monotonic() + RECEIPT_SECONDS

    def _repair(self) -> None:
        """Put back what somebody else has replaced, ever more rarely the more often it happens."""
        now = time.monotonic()
        if self._repairs and now >= self._next_repair:
            for slot in self._repairs:
                self._shared.outbox.repeat(slot)
            self._repairs = {slot: left - 1 for slot, left in self._repairs.items() if left > 1}
            self._next_repair = now + self._repair_wait
            self._repair_wait = min(2 * self._repair_wait, LONGEST_REPAIR_SECONDS)

    def _leave(self, client: _Client) -> None:
        """Say goodbye if somebody is there, and close the socket in any case."""
        sock = client.socket()
        try:
            client.disconnect()
            if client.want_write():
                client.loop_write()
        except Exception:
            pass
        finally:
            if isinstance(sock, socket.socket):
                sock.close()

    def _silent(self, seconds: float) -> End | None:
        """Return the end where a broker that is waited for has said nothing for too long."""
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
        if code.value == _UNSUPPORTED_PROTOCOL and self._mqtt_5:
            self._end = End(at_once=True, other_protocol=True)
        elif code.is_failure:
            self._end = End(self._refusal(code), refused=True)
        else:
            self._keeps = bool(getattr(properties, "RetainAvailable", 1))
            self._shared.outbox.renew()
            assert isinstance(client, _Client)
            self._send(client)
            client.subscribe([(f"{self._prefix}/{slot}", 1) for slot in SLOTS])

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
        self._shared.link.set(LinkKind.CONNECTED, reason)

    def _on_publish(
        self, _client: Any, _data: Any, mid: int, code: ReasonCode, _properties: Any
    ) -> None:
        message = self._messages.pop(mid, None)
        self._receipts_due.pop(mid, None)
        if message is None:
            return
        if code.is_failure:
            self._end = End(self._refusal(code), refused=True)
        else:
            self._shared.outbox.delivered(message)

    def _on_message(self, _client: Any, _data: Any, message: paho.MQTTMessage) -> None:
        if len(message.payload) > LARGEST:
            return
        try:
            slot = message.topic.removeprefix(f"{self._prefix}/")
        except UnicodeDecodeError:
            return
        sealed = bytes(message.payload)
        self._shared.inbox.add(slot, sealed)
        if self._shared.outbox.is_strange(slot, sealed):
            self._repairs[slot] = REPAIRS

    def _on_disconnect(
        self, _client: Any, _data: Any, flags: Any, code: ReasonCode, _properties: Any
    ) -> None:
        if self._end is None and flags.is_disconnect_packet_from_server:
            self._end = End(self._refusal(code))

    def _refusal(self, code: ReasonCode) -> str:
        """Return why a broker does not want us, in one line."""
        host = self._host
        if code.value in (_BAD_PASSWORD, _NOT_AUTHORISED):
            if not self._broker.user:
                return _("{host} asks for a name and a password.").format(host=host)
            return _("{host} does not accept the name and the password.").format(host=host)
        return _("{host} refuses: {reason}").format(host=host, reason=code.getName())


def _failure(error: OSError, broker: Broker) -> End:
    """Return the end of a connection that the system could not make, or has given up."""
    host, port = broker.host, broker.port
    if isinstance(error, ssl.SSLCertVerificationError):
        text = _("The certificate of {host} is not accepted: {reason}.")
        return End(text.format(host=host, reason=error.verify_message), refused=True)
    if isinstance(error, ssl.SSLError):
        text = _("{host} does not speak TLS on port {port}.")
        return End(text.format(host=host, port=port), refused=True)
    if isinstance(error, socket.gaierror):
        return End(_("{host} was not found.").format(host=host))
    if isinstance(error, ConnectionRefusedError):
        return End(_("No answer from {host} on port {port}.").format(host=host, port=port))
    if isinstance(error, TimeoutError):
        return End(_(NO_ANSWER).format(host=host))
    return End(
        _("{host} cannot be reached: {error}.").format(host=host, error=error.strerror or error)
    )
