"""Several ways behind one channel."""

from __future__ import annotations

import pytest

from battle.friend.channel import Arrived, LinkKind
from battle.friend.games import open_ways
from battle.friend.invitation import Invitation, invitation
from battle.friend.ways.broker import brokers_in_one_word, parse_brokers
from battle.friend.ways.opening import JoinedChannel, open_channel
from battle.rules.position import FormatError
from tests.support.amqtt_broker import free_port
from tests.support.memory_channel import MemoryChannel, MemoryTopic
from tests.support.patience import until


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
    one.down("The name h is not found.")
    assert joined.state is two.state
    two.down("This machine is in no network.")
    assert joined.state.kind is LinkKind.LOST
    assert joined.state.reason == "The name h is not found. This machine is in no network."
    joined.close()
    assert joined.state.kind is LinkKind.CLOSED
    assert one.state.kind is two.state.kind is LinkKind.CLOSED


def test_a_channel_needs_a_way() -> None:
    """No way at all, and a broker that is none, are refused; nothing is opened."""
    with pytest.raises(ValueError, match="needs a way"):
        open_channel("x" * 22, ["host"])
    with pytest.raises(FormatError):
        open_channel("x" * 22, ["host"], broker="somewhere", lan=True)


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


def test_a_broker_is_a_way() -> None:
    """A broker's address opens a channel that tries to reach it."""
    port = free_port()
    channel = open_channel("x" * 22, ["guest"], broker=f"mqtt://127.0.0.1:{port}")
    try:
        until(lambda: channel.state.reason)
        assert str(port) in channel.state.reason
    finally:
        channel.close()
