"""What every channel promises, and the channels of the tests."""

from __future__ import annotations

import pytest

from battle.friend.channel import LARGEST, Arrived, LinkKind, check_sealed, check_slot, check_topic
from tests.support.memory_channel import MemoryChannel, MemoryTopic


@pytest.mark.parametrize("slot", ["", "Host", "host/x", "+", "#", "host_", "h" * 17, "höst", "a\n"])
def test_there_are_five_slots_and_no_others(slot: str) -> None:
    """A slot cannot be invented, a wildcard, a further level or a line."""
    with pytest.raises(ValueError, match="not a slot"):
        check_slot(slot)


@pytest.mark.parametrize(
    "topic", ["", "x" * 21, "x" * 23, "x" * 21 + "/", "x" * 22 + "\n", "#" * 22]
)
def test_topics_are_one_long_word(topic: str) -> None:
    """A topic cannot be guessed quickly, and cannot reach other topics."""
    with pytest.raises(ValueError, match="not a topic"):
        check_topic(topic)


def test_messages_are_bounded() -> None:
    """64 KiB are a message, a byte more is none."""
    assert check_sealed(bytes(LARGEST))
    with pytest.raises(ValueError, match="65536"):
        check_sealed(bytes(LARGEST + 1))


def test_what_is_kept_waits_and_what_is_not_is_gone() -> None:
    """A channel finds what was kept before it came, the newest only, and its own comes back."""
    topic = MemoryTopic()
    host = MemoryChannel(topic)
    host.publish("host", b"1")
    host.publish("host", b"2")
    host.publish("host-here", b"3", kept=False)
    assert [message.sealed for message in host.poll()] == [b"1", b"2", b"3"]
    guest = MemoryChannel(topic)
    assert guest.poll() == [Arrived("host", b"2")]
    guest.down("no network")
    assert guest.state.kind is LinkKind.LOST
    guest.publish("guest", b"4")
    guest.publish("guest", b"5")
    guest.publish("guest-here", b"6", kept=False)
    assert host.poll() == []
    guest.up()
    assert host.poll() == [Arrived("guest", b"5")]
    host.publish("host", b"")
    assert topic.kept == {"guest": b"5"}
