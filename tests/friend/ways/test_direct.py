"""Ways in one network, and which ways there are."""

from __future__ import annotations

import secrets
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from typing import Any

import pytest
from zeroconf import IPVersion, ServiceInfo, Zeroconf

from battle.friend.channel import LARGEST, Arrived, JoinedChannel, LinkKind
from battle.friend.games import open_ways
from battle.friend.meeting import Invitation, invitation
from battle.friend.ways import direct
from battle.friend.ways.broker import brokers_in_one_word, parse_brokers
from battle.friend.ways.direct import MAGIC, DirectChannel
from tests.support.brokers import free_port, listening_ports, next_in, until, until_in, until_kind
from tests.support.memory_channel import MemoryChannel, MemoryTopic

# -- direct ---------------------------------------------------------------------------------------

Opener = Callable[..., DirectChannel]
HERE = ["127.0.0.1"]


@pytest.fixture
def topic() -> str:
    """Return a topic nobody else has."""
    return secrets.token_urlsafe(16)


@pytest.fixture
def opened(topic: str) -> Iterator[Opener]:
    """Return what opens a side of the topic; all are closed and their threads gone at the end."""
    channels: list[DirectChannel] = []

    def open_one(*, listens: bool, at: str = topic) -> DirectChannel:
        channels.append(DirectChannel(at, listens=listens, addresses=HERE))
        return channels[-1]

    yield open_one
    for channel in channels:
        channel.close()
    until(lambda: not any(thread.name.startswith("friend") for thread in threading.enumerate()))
    assert all(channel.port is None for channel in channels)


def test_both_find_each_other_and_the_newest(opened: Opener) -> None:
    """What was put into slots before they met arrives, the newest of each, and so does the rest."""
    host, guest = opened(listens=True), opened(listens=False)
    host.publish("host", b"old")
    host.publish("host", b"new")
    guest.publish("guest", b"hello")
    host.publish("host-here", b"lost", kept=False)
    assert next_in(guest, "host") == b"new"
    assert next_in(host, "guest") == b"hello"
    host.publish("host-here", b"here", kept=False)
    assert next_in(guest, "host-here") == b"here"
    host.publish("host", b"x" * LARGEST)
    assert next_in(guest, "host") == b"x" * LARGEST
    until(lambda: host.is_sent and guest.is_sent)
    assert host.poll() == guest.poll() == []


def test_either_side_may_begin_anew(opened: Opener) -> None:
    """After one side was closed and opened again both find each other and what is kept."""
    host, guest = opened(listens=True), opened(listens=False)
    host.publish("host", b"from the host")
    guest.publish("guest", b"from the guest")
    until_in(guest, "host", b"from the host")
    guest.close()
    until_kind(host, LinkKind.LOST)
    second_guest = opened(listens=False)
    until_in(second_guest, "host", b"from the host")
    second_guest.publish("guest", b"second")
    until_in(host, "guest", b"second")
    host.close()
    until_kind(second_guest, LinkKind.LOST)
    second_host = opened(listens=True)
    until_in(second_host, "guest", b"second")
    until_kind(second_guest)


def test_what_was_published_just_before_the_end_arrives(opened: Opener) -> None:
    """Closing at once after a move does not lose it while the friend is there."""
    host, guest = opened(listens=True), opened(listens=False)
    until_kind(host), until_kind(guest)
    host.publish("host", b"m" * LARGEST)
    host.close()
    assert next_in(guest, "host") == b"m" * LARGEST


def test_a_port_is_open_while_the_channel_is(opened: Opener) -> None:
    """The inviting side listens at one port until it closes, the other side at none."""
    before = listening_ports()
    guest = opened(listens=False)
    host = opened(listens=True)
    port = until(lambda: host.port)
    assert port in listening_ports() - before
    until_kind(guest), until_kind(host)
    assert guest.port is None
    host.close()
    until(lambda: port not in listening_ports())


def test_strangers_are_not_let_in(opened: Opener) -> None:
    """Who does not know the topic, sends anything, or nothing, is not listened to."""
    host, guest = opened(listens=True), opened(listens=False)
    other = opened(listens=False, at=secrets.token_urlsafe(16))
    until_kind(guest)
    for junk in (b"", b"GET / HTTP/1.1\r\n\r\n", MAGIC + bytes(16) + bytes(32), bytes(100_000)):
        with socket.create_connection(("127.0.0.1", host.port or 0), timeout=20) as stranger:
            stranger.sendall(junk + secrets.token_bytes(100))
            stranger.shutdown(socket.SHUT_WR)
            answer = b"".join(iter(lambda: _received(stranger), b""))
            assert answer.startswith(MAGIC)
            assert len(answer) <= len(MAGIC) + 16 + 32
    host.publish("host", b"still here")
    until_in(guest, "host", b"still here")
    assert other.state.kind is LinkKind.CONNECTING
    assert host.poll() == []


def _received(stranger: socket.socket) -> bytes:
    try:
        return stranger.recv(4096)
    except ConnectionError:
        return b""


def test_many_callers_do_not_keep_the_friend_out(
    opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of forty silent connections the oldest make room: the friend gets through meanwhile."""
    monkeypatch.setattr(direct, "PROOF_SECONDS", 30.0)
    host = opened(listens=True)
    port = until(lambda: host.port)
    silent = [socket.create_connection(("127.0.0.1", port), timeout=20) for _ in range(40)]
    guest = opened(listens=False)
    until_kind(guest)
    for stranger in silent:
        stranger.close()


def test_a_friend_who_sends_too_much_is_hung_up_on(
    opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A frame longer than any message ends the connection before it is read."""
    host, guest = opened(listens=True), opened(listens=False)
    until_kind(host), until_kind(guest)
    frame = direct._frame
    monkeypatch.setattr(direct, "_frame", lambda *words: b"\0\x01\x10\0" + frame(*words))
    guest.publish("guest", b"x" * LARGEST)
    until_kind(host, LinkKind.LOST)
    monkeypatch.undo()
    until_in(host, "guest", b"x" * LARGEST)


def test_a_network_without_mdns_is_told(opened: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where programs cannot find each other this is said, and tried again."""

    class Nowhere:
        def __init__(self, **_options: Any) -> None:
            raise OSError(19, "No such device")

    monkeypatch.setattr(direct, "AsyncZeroconf", Nowhere)
    guest = opened(listens=False)
    until_kind(guest, LinkKind.REFUSED)
    assert "cannot find each other in this network" in guest.state.reason


def test_a_machine_without_network_is_told(topic: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without an address there is nobody to find, which is said."""
    monkeypatch.setattr(direct, "own_addresses", list)
    channel = DirectChannel(topic, listens=False)
    try:
        until(lambda: channel.state.reason)
        assert channel.state.reason == "This computer is not on a network."
        assert channel.state.kind is LinkKind.CONNECTING
    finally:
        channel.close()


def test_false_announcements_do_not_delay_meeting(topic: str, opened: Opener) -> None:
    """Forty false announcements of a stranger's port: it is called a few times, and they meet."""
    calls = 0

    def count() -> None:
        nonlocal calls
        with suppress(OSError):
            while True:
                server.accept()[0].close()
                calls += 1

    with socket.create_server(("127.0.0.1", 0)) as server, closing(_zeroconf()) as finder:
        thread = threading.Thread(target=count, daemon=True)
        thread.start()
        for number in range(40):
            name = f"{direct.announced_name(topic)}-{number:08x}"
            info = ServiceInfo(
                direct.SERVICE,
                f"{name}.{direct.SERVICE}",
                addresses=[socket.inet_aton("127.0.0.1")],
                port=server.getsockname()[1],
                server=f"{name}.local.",
            )
            finder.registry.async_add(info)
        guest, host = opened(listens=False), opened(listens=True)
        until_kind(guest), until_kind(host)
        assert 0 < calls <= direct.MOST_TRIES


def _zeroconf() -> Zeroconf:
    return Zeroconf(interfaces=HERE, ip_version=IPVersion.V4Only)


def test_own_addresses_leave_out_the_circuit() -> None:
    """The addresses announced are numbers, and 127 is none of them."""
    for address in direct.own_addresses():
        assert socket.inet_aton(address)
        assert not address.startswith("127.")


def test_the_announcement_tells_nothing_of_the_topic(topic: str) -> None:
    """Two topics are announced differently, always the same, and without the topic in it."""
    name = direct.announced_name(topic)
    assert name == direct.announced_name(topic)
    assert name != direct.announced_name(topic + "x")
    assert topic not in name


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
    """The state is that of the best way; without any the reasons of all are told."""
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
