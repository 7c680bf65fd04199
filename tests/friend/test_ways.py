"""Brokers: connections, addresses, their test."""

from __future__ import annotations

import contextlib
import secrets
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from io import BufferedReader
from typing import Any

import paho.mqtt.publish
import pytest
from hypothesis import given
from hypothesis import strategies as st
from paho.mqtt.client import Client

from battle.friend.channel import (
    LARGEST,
    PACE_SECONDS,
    Arrived,
    JoinedChannel,
    LinkKind,
    ThreadedChannel,
)
from battle.friend.games import open_ways
from battle.friend.meeting import USUAL_BROKERS, Invitation, invitation
from battle.friend.ways import mqtt
from battle.friend.ways.broker import (
    PUBLIC_BROKERS,
    SPEAKS_MQTT_5,
    Broker,
    brokers_in_one_word,
    parse_broker,
    parse_brokers,
    sockets,
    topic_prefix,
    web_address,
)
from battle.friend.ways.mqtt import (
    MOST_HELD,
    BrokerTrial,
    MqttChannel,
    _Counted,
    try_broker,
)
from battle.friend.words import ways_words
from battle.rules.position import FormatError
from tests.support.brokers import (
    PASSWORD,
    USER,
    AmqttBroker,
    amqtt_broker,
    free_port,
    listening_ports,
    next_in,
    until,
    until_in,
    until_kind,
)
from tests.support.memory_channel import MemoryChannel, MemoryTopic

# -- mqtt -----------------------------------------------------------------------------------------

CONNACK = b"\x20\x03\0\0\0"
"""How MQTT 5 says that somebody is welcome."""

GRANTED = b"\x90\x08\0\1\0" + bytes([1] * 5)
"""How MQTT 5 grants the first subscription, to all slots."""

Opener = Callable[..., Any]
Both = tuple[ThreadedChannel, ThreadedChannel]


@pytest.fixture(scope="module")
def broker() -> Iterator[AmqttBroker]:
    """Return a broker that all tests share, each with a topic of its own."""
    with amqtt_broker() as running:
        yield running


@pytest.fixture
def topic() -> str:
    """Return a topic no one else has."""
    return secrets.token_urlsafe(16)


@pytest.fixture
def opened(topic: str) -> Iterator[Opener]:
    """Return what opens a way to the test's topic; all are closed and their threads end."""
    channels: list[ThreadedChannel] = []

    def open_one(url: str) -> ThreadedChannel:
        channels.append(MqttChannel(parse_broker(url), topic, first_wait=0.05))
        return channels[-1]

    yield open_one
    for channel in channels:
        channel.close()
    until(lambda: not any(thread.name.startswith("friend") for thread in threading.enumerate()))


@pytest.fixture
def both(broker: AmqttBroker, opened: Opener) -> Both:
    """Return host and guest of a game over a broker."""
    return opened(broker.url), opened(broker.url)


def test_both_find_each_other_and_the_newest(both: Both) -> None:
    """What was put into slots before they met arrives, the newest of each, and so does the rest."""
    host, guest = both
    host.publish("host", b"old")
    host.publish("host", b"new")
    guest.publish("guest", b"hello")
    host.publish("host-here", b"lost", kept=False)
    until_in(guest, "host", b"new")
    until_in(host, "guest", b"hello")
    host.publish("host-here", b"here", kept=False)
    until_in(guest, "host-here", b"here")
    host.publish("host", b"x" * LARGEST)
    until_in(guest, "host", b"x" * LARGEST)
    until(lambda: host.is_sent and guest.is_sent)


def stranger_puts(broker: AmqttBroker, topic: str, slot: str, sealed: bytes) -> None:
    paho.mqtt.publish.single(
        f"{topic_prefix(topic)}/{slot}",
        sealed,
        qos=1,
        retain=True,
        hostname="127.0.0.1",
        port=broker.port,
    )


def test_a_broker_that_knows_no_mqtt_5_is_asked_again(
    broker: AmqttBroker, opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The broker of these tests speaks 3.1.1 only, and is reached by who tries 5 first."""
    monkeypatch.setattr(mqtt, "FIRST_ANSWER_SECONDS", 0.5)
    del SPEAKS_MQTT_5["127.0.0.1", broker.port]
    host = opened(broker.url)
    host.publish("host", b"1")
    until(lambda: host.is_sent)
    assert SPEAKS_MQTT_5["127.0.0.1", broker.port] is False


def test_what_is_not_kept_is_for_those_who_are_there(broker: AmqttBroker, opened: Opener) -> None:
    """Presence reaches a connected friend and is not found later."""
    host, guest = opened(broker.url), opened(broker.url)
    until_kind(host), until_kind(guest)
    host.publish("host-here", b"hello", kept=False)
    assert next_in(guest, "host-here") == b"hello"
    host.publish("host", b"game")
    until(lambda: host.is_sent)
    late = opened(broker.url)
    until_kind(late)
    assert next_in(late, "host") == b"game"
    assert [message for message in late.poll() if message.slot == "host-here"] == []


def test_what_was_published_just_before_the_end_arrives(both: Both) -> None:
    """Closing at once after a move does not lose it, though it does not wait."""
    host, guest = both
    until_kind(host), until_kind(guest)
    host.publish("host", b"m" * LARGEST)
    host.close()
    assert host.state.kind is LinkKind.CLOSED
    until_in(guest, "host", b"m" * LARGEST)


def test_a_slot_can_be_cleared(broker: AmqttBroker, opened: Opener) -> None:
    """Nothing in a slot is nothing: who comes later does not find what was cleared."""
    host = opened(broker.url)
    host.publish("host", b"game")
    host.publish("guest", b"mark")
    until(lambda: host.is_sent)
    host.publish("host", b"")
    host.publish("join", b"later")
    until_in(host, "join", b"later")
    late = opened(broker.url)
    seen = set[str]()
    until(lambda: seen.update(one.slot for one in late.poll()) or {"guest", "join"} <= seen)
    assert seen == {"guest", "join"}


def test_a_broker_that_lost_its_memory_has_it_again(topic: str, opened: Opener) -> None:
    """After a restart of the broker each side puts its newest back, also what is new since."""
    with amqtt_broker() as broker:
        host, guest = opened(broker.url), opened(broker.url)
        host.publish("host", b"before")
        guest.publish("guest", b"kept")
        assert next_in(guest, "host") == b"before"
        broker.stop()
        until_kind(host, LinkKind.LOST)
        assert host.state.reason
        host.publish("host", b"while it was down")
        host.publish("host", b"the newest")
        broker.start()
        until_in(guest, "host", b"the newest")
        until_in(opened(broker.url), "guest", b"kept")


def test_a_broker_says_that_a_connection_broke(broker: AmqttBroker, opened: Opener) -> None:
    """What was set last is said, once; that a connection is made anew for it nobody sees."""
    host, guest = opened(broker.url), opened(broker.url)
    until_kind(host), until_kind(guest)
    for will in (b"old", b"gone"):
        host.set_will("host-here", will)
        until(lambda: not host.has_old_will)
        assert (host.state.kind, host.losses) == (LinkKind.CONNECTED, 0)
    until(lambda: host._client.is_connected())
    socket.socket.shutdown(host._client.socket(), socket.SHUT_RDWR)
    until_in(guest, "host-here", b"gone")
    until(lambda: host.losses)
    until_kind(host)
    assert host.losses == 1
    assert not guest.poll()


def test_a_broker_may_come_later(opened: Opener) -> None:
    """A channel opened before there is a broker says why it waits, and connects when it comes."""
    broker = AmqttBroker()
    host = opened(broker.url)
    host.publish("host", b"early")
    until(lambda: host.state.reason)
    assert host.state.kind is LinkKind.CONNECTING
    assert host.state.reason == f"No answer from 127.0.0.1 on port {broker.port}."
    broker.start()
    try:
        assert next_in(opened(broker.url), "host") == b"early"
    finally:
        broker.stop()


def test_messages_have_a_largest_size(broker: AmqttBroker, topic: str, opened: Opener) -> None:
    """64 KiB go through, a stranger's larger message and one beside the slots do not."""
    host, guest = opened(broker.url), opened(broker.url)
    with pytest.raises(ValueError, match="65536"):
        host.publish("host", bytes(LARGEST + 1))
    until_kind(guest)
    stranger_puts(broker, topic, "guest", bytes(LARGEST + 1))
    stranger_puts(broker, topic, "guest-here", bytes(LARGEST * 3))
    stranger_puts(broker, topic, "Not_A_Slot", b"x")
    stranger_puts(broker, topic, "s" * 100, b"x")
    host.publish("host", b"x" * LARGEST)
    until_in(guest, "host", b"x" * LARGEST)
    assert guest.poll() == []


def test_a_stranger_who_replaces_a_copy_only_delays(
    broker: AmqttBroker, topic: str, opened: Opener
) -> None:
    """What a stranger has put into one's slot, or cleared there, is replaced by what was there."""
    host = opened(broker.url)
    host.publish("host", b"true")
    until(lambda: host.is_sent)
    stranger_puts(broker, topic, "host", b"false")
    until_in(host, "host", b"false")
    until_in(host, "host", b"true")
    assert next_in(opened(broker.url), "host") == b"true"


def test_a_password_is_asked_for(opened: Opener) -> None:
    """Who has no name or the wrong password is informed; who has both is let in."""
    with amqtt_broker(people=True) as broker:
        nobody, wrong, right = (
            opened(broker.url.replace("//", f"//{who}"))
            for who in ("", f"{USER}:wrong@", f"{USER}:{PASSWORD.replace(' ', '%20')}@")
        )
        until_kind(right)
        until_kind(nobody, LinkKind.REFUSED), until_kind(wrong, LinkKind.REFUSED)
        assert nobody.state.reason == "127.0.0.1 asks for a name and a password."
        assert wrong.state.reason == "127.0.0.1 does not accept the name and the password."


def test_tls_is_told_apart_from_an_open_port(opened: Opener) -> None:
    """A broker that answers without TLS is not spoken to when TLS was asked for."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        refused = opened(f"mqtts://127.0.0.1:{port}")
        server.settimeout(20)
        caller, _ = server.accept()
        with caller:
            caller.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            until_kind(refused, LinkKind.REFUSED)
    assert refused.state.reason == f"127.0.0.1 does not speak TLS on port {port}."


@pytest.mark.parametrize(
    "says",
    [
        CONNACK + b"\x30\xff\xff\xff\x7f" + bytes(1000),
        CONNACK + b"\x30\x02\xff\xff",
        CONNACK + b"\x90\x01\x00",
        GRANTED,
        CONNACK + b"\xff" * 50,
        b"HTTP/1.1 400 Bad Request\r\n",
        b"",
    ],
)
def test_a_hostile_broker_is_told(says: bytes, opened: Opener) -> None:
    """Whatever a server sends, the channel says that it is not connected and why, and lives on."""
    with socket.create_server(("127.0.0.1", 0)) as server, contextlib.ExitStack() as callers:
        channel = opened(f"mqtt://127.0.0.1:{server.getsockname()[1]}")
        server.settimeout(0.05)

        def told() -> str:
            with contextlib.suppress(OSError):
                caller = callers.enter_context(server.accept()[0])
                caller.sendall(says)
                caller.shutdown(socket.SHUT_WR)
            return channel.state.reason

        assert "127.0.0.1" in until(told, lambda: channel.state)
        assert not channel.state.is_up
        assert channel.poll() == []


def test_what_is_never_acknowledged_is_sent_again_over_a_new_connection(
    opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A broker that loses an acknowledgement, as under a flood, costs a connection and no copy.

    What is sent meanwhile and not kept does not put that off.
    """
    monkeypatch.setattr(mqtt, "RECEIPT_SECONDS", 0.2)
    published: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        channel = opened(f"mqtt://127.0.0.1:{server.getsockname()[1]}")
        channel.publish("host", b"a copy")
        for _connection in range(2):
            with contextlib.suppress(ConnectionError), server.accept()[0] as caller:
                caller.sendall(CONNACK)
                for kind, body in packets(caller.makefile("rb")):
                    if kind == 3 and body.endswith(b"a copy"):
                        published.append(body)
                    if kind == 8:
                        caller.sendall(b"\x90\x04" + body[:2] + b"\x00\x01")
                        until(lambda: channel.state.kind in (LinkKind.CONNECTED, LinkKind.LOST))
                    channel.publish("host-here", b"here", kept=False)
                assert channel.state.reason == "127.0.0.1 did not answer in time."
    assert len(published) == 2


@pytest.mark.parametrize(
    "says", [b"\x20\x03\0\x87\0", CONNACK + GRANTED.replace(b"\1\1\1", b"\1\x87\1", 1)]
)
def test_a_broker_that_refuses_is_left_alone_for_a_while(says: bytes, opened: Opener) -> None:
    """Its reason is shown, and it is not called again soon, even if it closes at once."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        channel = opened(f"mqtt://127.0.0.1:{server.getsockname()[1]}")
        with server.accept()[0] as caller:
            caller.sendall(says)
            caller.shutdown(socket.SHUT_WR)
            until_kind(channel, LinkKind.REFUSED)
            assert channel.state.reason == "127.0.0.1 asks for a name and a password."
            server.settimeout(0.5)
            with pytest.raises(TimeoutError):
                server.accept()
    assert channel.state.kind is LinkKind.REFUSED


def test_a_broker_that_has_answered_to_mqtt_5_is_not_taken_for_old(opened: Opener) -> None:
    """Where it is silent once and closes, MQTT 5 is used again."""
    versions: list[int] = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        channel = opened(f"mqtt://127.0.0.1:{server.getsockname()[1]}")
        for says in (CONNACK, b"", b""):
            with server.accept()[0] as caller:
                caller.sendall(says)
                versions += [next(packets(caller.makefile("rb")))[1][6]]
    assert versions == [5, 5, 5]
    until(lambda: channel.state.reason)


def packets(stream: BufferedReader) -> Iterator[tuple[int, bytes]]:
    """Yield the packets of a client: their kinds, and what follows the fixed header."""
    while head := stream.read(1):
        length = shift = 0
        while (byte := stream.read(1)[0]) & 0x80:
            length |= (byte & 0x7F) << shift
            shift += 7
        yield head[0] >> 4, stream.read(length | byte << shift)


def test_no_port_is_opened(broker: AmqttBroker, opened: Opener) -> None:
    """A channel over a broker calls, and listens nowhere, whether it is connected or not."""
    before = listening_ports()
    channel, lost = opened(broker.url), opened(f"mqtt://127.0.0.1:{free_port()}")
    channel.publish("host", b"1")
    until(lambda: channel.is_sent)
    until(lambda: lost.state.reason)
    assert listening_ports() <= before


HELD_BACK = b"\x34\x80\x80\x04\x00\x01t"
"""How a message of QoS 2 and 64 KiB begins; its number follows."""


@pytest.mark.parametrize(
    "says",
    [
        pytest.param(b"\x30\xff\xff\xff\x7f" + bytes(2 * MOST_HELD), id="one long packet"),
        pytest.param(
            b"".join(HELD_BACK + bytes([0, n, 0]) + bytes(65530) for n in range(1, 40)),
            id="messages held back",
        ),
        pytest.param(b"\xd0\x00" * MOST_HELD, id="packets that say nothing"),
    ],
)
def test_a_broker_that_sends_more_than_agreed_is_left(
    says: bytes, opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was not asked for ends the connection before it fills the memory."""
    monkeypatch.setattr(mqtt, "PACE_SECONDS", 0)
    monkeypatch.setattr(mqtt, "MOST_HELD", MOST_HELD if len(says) > 2 * MOST_HELD else 5000)
    with socket.create_server(("127.0.0.1", 0)) as server:
        channel = opened(f"mqtt://127.0.0.1:{server.getsockname()[1]}")
        with contextlib.suppress(ConnectionError), server.accept()[0] as caller:
            caller.sendall(CONNACK + says)
            until(lambda: "more than agreed" in channel.state.reason, lambda: channel.state)
    until(lambda: "more than agreed" in channel.state.reason, lambda: channel.state)


def test_a_broker_that_reads_nothing_is_left(
    opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Receipts that the broker does not take end the connection before they fill the memory."""
    monkeypatch.setattr(mqtt, "RECEIPT_SECONDS", 0.5)
    monkeypatch.setattr(Client, "want_write", lambda _client: True)
    with socket.create_server(("127.0.0.1", 0)) as server:
        channel = opened(f"mqtt://127.0.0.1:{server.getsockname()[1]}")
        with contextlib.suppress(ConnectionError), server.accept()[0] as caller:
            caller.sendall(CONNACK)
            for kind, body in packets(caller.makefile("rb")):
                if kind == 8:
                    caller.sendall(b"\x90\x04" + body[:2] + b"\x00\x01")
        until(lambda: channel.state.reason == "127.0.0.1 did not answer in time.")


def test_a_flood_of_packets_leaves_time_for_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """In each packet paho's thread pauses, so that it does not hold the interpreter."""
    pauses: list[float] = []
    monkeypatch.setattr(mqtt.time, "sleep", pauses.append)
    left, right = socket.socketpair()
    with left, closing(_Counted(fileno=right.detach())) as reads:
        left.sendall(b"\xd0\x00")
        assert reads.recv(1) + reads.recv(1) == b"\xd0\x00"
    assert pauses == [PACE_SECONDS] * 2


# -- broker ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("mqtt://broker.example", Broker("broker.example", 1883, tls=False)),
        ("MQTTS://Broker.Example/", Broker("broker.example", 8883, tls=True)),
        ("mqtts://a:b%40c@h:1", Broker("h", 1, tls=True, user="a", password="b@c")),
        ("mqtt://anna@192.168.1.5:18830", Broker("192.168.1.5", 18830, tls=False, user="anna")),
        ("mqtt://[2001:DB8::1]:2000", Broker("2001:db8::1", 2000, tls=False)),
        ("mqtt://bücher.example", Broker("xn--bcher-kva.example", 1883, tls=False)),
    ],
)
def test_addresses_are_read(text: str, expected: Broker) -> None:
    """Scheme, name, password, host and port are read, with the usual ports where none is named."""
    assert parse_broker(text) == expected
    assert parse_broker(expected.url) == expected


@pytest.mark.parametrize(
    "text",
    [
        *("", "broker.example", "http://broker.example", "mqtt://", "mqtt://a b", "mqtt://h:0"),
        *("mqtt://h:65536", "mqtt://h:x", "mqtt://h/path", "mqtt://h?q", "mqtt://h#f"),
        *(
            "mqtt://h\n",
            "mqtt://%00@h",
            "mqtt://a:%0a@h",
            "mqtt://:secret@h",
            "mqtt://-" + "x" * 64,
        ),
        *("mqtt://" + "x." * 200, "mqtt://a@b@c", "mqtt://h:1:2", "mqtt://[::1", "mqtt://ü" * 99),
    ],
)
def test_what_is_no_address_is_refused(text: str) -> None:
    """Anything else is refused in one line."""
    with pytest.raises(FormatError) as refused:
        parse_broker(text)
    assert "\n" not in str(refused.value)


@given(st.text(max_size=60) | st.text("mqts:/@[].%0aé", max_size=60).map("mqtt://".__add__))
def test_nothing_but_a_format_error_comes_of_it(text: str) -> None:
    """Whatever is typed is read or refused; what is read is written and read again."""
    try:
        broker = parse_broker(text)
    except FormatError:
        return
    assert parse_broker(broker.url) == broker


def test_a_password_is_shown_to_nobody() -> None:
    """Neither what is shown of a broker nor a complaint about an address holds its password."""
    broker = parse_broker("mqtts://anna:secret@h:99")
    assert broker.shown == "mqtts://h:99"
    assert "secret" not in repr(broker)
    with pytest.raises(FormatError) as refused:
        parse_broker("mqtts://anna:secret@h h")
    assert "secret" not in str(refused.value)


def test_a_page_reaches_the_brokers_of_an_invitation_and_no_others() -> None:
    """WebSockets are those of public brokers, and those named, of the same hosts and once."""
    public = [web_address(broker) for broker in parse_brokers("")]
    assert all(one.startswith("wss://") for one in public)
    assert sockets("mqtts://broker.hivemq.com,mqtt://u:p@h", "") == public[0]
    assert sockets(",".join(PUBLIC_BROKERS), public[1]).split() == public
    named = "mqtt://u:p@h wss://h:9/mqtt,wss://other.example wss://[h ws://h"
    assert sockets("mqtt://u:p@h", named) == "wss://h:9/mqtt ws://h"
    assert sockets("mqtt://[::1]", "wss://[::1]:9001") == "wss://[::1]:9001"
    assert [one.host for one in parse_brokers("wss://h:9/mqtt mqtt://h")] == ["h"]
    for alone in ("wss://h:9/mqtt", "mqtt://h wss://h:9/?key", "wss://a@h mqtt://h"):
        with pytest.raises(FormatError, match="is not a server's address"):
            parse_brokers(alone)


def test_several_brokers_are_used_at_once() -> None:
    """Each address counts once, and no address stands for the public brokers."""
    one, two = parse_brokers(" mqtt://a  mqtts://b\nmqtt://a:1883 ")
    assert (one.host, two.host) == ("a", "b")
    assert brokers_in_one_word("mqtt://u:%2Cx@a mqtts://b:7") == "mqtt://u:%2Cx@a,mqtts://b:7"
    assert parse_brokers("mqtt://a,mqtts://b") == (one, two)
    assert [broker.url for broker in parse_brokers("")] == [
        parse_broker(url).url for url in PUBLIC_BROKERS
    ]
    assert all(broker.tls for broker in parse_brokers(" "))
    with pytest.raises(FormatError, match="at most 3"):
        parse_brokers("mqtt://a mqtt://b mqtt://c mqtt://d")


# -- trial ----------------------------------------------------------------------------------------


def test_a_good_broker_works() -> None:
    """A broker that keeps messages is found to, in a thread of the trial's own."""
    with amqtt_broker() as broker:
        trial = BrokerTrial(broker.url)
        outcome = until(lambda: trial.outcome)
    assert outcome.ok
    assert outcome.line.startswith("127.0.0.1 works")


@pytest.mark.parametrize(
    ("url", "line"),
    [
        ("nonsense", "is not a server"),
        ("mqtt://no-such-broker.invalid", "no-such-broker.invalid was not found."),
        ("mqtt://127.0.0.1:{free}", "No answer from 127.0.0.1 on port"),
        ("mqtt://127.0.0.1:{private}", "127.0.0.1 asks for a name and a password."),
    ],
)
def test_what_is_wrong_is_told(url: str, line: str) -> None:
    """No address, no such name, no one there, a password: each is one plain line."""
    with amqtt_broker(people=True) as broker:
        outcome = try_broker(url.format(free=free_port(), private=broker.port))
    assert not outcome.ok
    assert line in outcome.line
    assert "\n" not in outcome.line


def test_a_broker_that_keeps_nothing_is_told(
    broker: AmqttBroker, topic: str, opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who does not find again what was left says that nothing is kept, and clears it anyway."""
    with monkeypatch.context() as patched:
        patched.setattr(mqtt.secrets, "token_urlsafe", lambda _length: topic)
        patched.setattr(MqttChannel, "poll", lambda _channel: [])
        patched.setattr(mqtt, "KEPT_SECONDS", 0.2)
        outcome = try_broker(broker.url)
    until(lambda: not any(thread.name.startswith("friend") for thread in threading.enumerate()))
    late = opened(broker.url)
    late.publish("join", b"later")
    assert until(late.poll) == [Arrived("join", b"later")]
    assert (outcome.ok, outcome.line) == (
        False,
        "127.0.0.1 does not keep messages for a friend who comes later.",
    )


# --- direct ---------------------------------------------------------------------------------------
# Which ways there are.


@pytest.mark.parametrize(
    ("broker", "shown"),
    [
        ("mqtts://example.org,mqtt://me:secret@10.0.0.7:22", "example.org, 10.0.0.7:22"),
        ("mqtt://[::1]:1883,mqtts://[::1]:1883", "[::1], [::1]:1883"),
    ],
)
def test_the_port_is_shown_before_anything_connects(broker: str, shown: str) -> None:
    """An unusual server is named, with its port unless that is the usual one, and no password."""
    assert ways_words(Invitation.new(broker)) == f"It uses the server {shown}."
    assert ways_words(Invitation.new(USUAL_BROKERS)) == ""


# -- opening --------------------------------------------------------------------------------------


def test_what_is_published_goes_every_way() -> None:
    """Each way carries what is put, and what comes on any of them is handed over, repeats too."""
    wide, near = MemoryTopic(), MemoryTopic()
    joined = JoinedChannel([MemoryChannel(wide), MemoryChannel(near)])
    joined.publish("host", b"1")
    assert wide.kept == near.kept == {"host": b"1"}
    assert joined.poll() == [Arrived("host", b"1")] * 2
    near.put("guest", b"2")
    assert joined.poll() == [Arrived("guest", b"2")]


def test_one_way_is_enough() -> None:
    """The state is that of the best way; without any the reasons of all are reported."""
    one, two = MemoryChannel(MemoryTopic()), MemoryChannel(MemoryTopic())
    joined = JoinedChannel([one, two])
    one.down("h was not found.")
    assert joined.state is two.state
    two.down("This computer is not on a network.")
    assert joined.state.kind is LinkKind.LOST
    assert joined.state.reason == "h was not found. This computer is not on a network."
    joined.close()
    assert joined.state.kind is LinkKind.CLOSED
    assert one.state.kind is two.state.kind is LinkKind.CLOSED


def test_an_invitation_leads_to_its_ways() -> None:
    """An invitation's broker is the one that is tried, and its topic the one that is used."""
    port = free_port()
    channel = open_ways(Invitation.new(f"mqtt://127.0.0.1:{port}"), "guest")
    try:
        until(lambda: channel.state.reason)
        assert str(port) in channel.state.reason
    finally:
        channel.close()


def test_public_brokers_fit_into_an_invitation() -> None:
    """The brokers of somebody who has chosen none are one word, which an invitation carries."""
    word = brokers_in_one_word("")
    line = str(Invitation.new(word, lan=True))
    assert invitation(line).broker == word
    assert len(parse_brokers(word)) == 2
