"""What a channel's thread and its user share."""

from __future__ import annotations

from battle.friend.channel import LARGEST, SLOTS, Arrived, Inbox, Link, LinkKind, Message, Outbox


def test_an_inbox_is_bounded() -> None:
    """It holds the 8 newest messages of each of the five slots, and of no others."""
    inbox = Inbox()
    names = [*SLOTS, *(f"slot-{chr(97 + number)}" for number in range(20))]
    for number in range(30):
        for name in names:
            inbox.add(name, b"%d" % number)
    arrived = inbox.take()
    assert {message.slot for message in arrived} == set(SLOTS)
    assert [m.sealed for m in arrived if m.slot == "guest"] == [b"%d" % n for n in range(22, 30)]
    assert inbox.take() == []


def test_an_inbox_takes_messages_only() -> None:
    """Nothing, too much and what is in no slot are no messages."""
    inbox = Inbox()
    assert not inbox.add("host", b"")
    assert not inbox.add("host", bytes(LARGEST + 1))
    assert not inbox.add("Host", b"x")
    assert inbox.add("host", bytes(LARGEST))
    assert inbox.take() == [Arrived("host", bytes(LARGEST))]


def test_one_message_of_a_slot_is_under_way() -> None:
    """What is kept waits until the last of its slot is delivered; then the newest goes."""
    outbox = Outbox()
    for text in (b"1", b"2"):
        outbox.put("host", text, kept=True)
    (first,) = outbox.take()
    assert first == Message("host", b"2", kept=True)
    outbox.put("host", b"3", kept=True)
    outbox.put("host", b"4", kept=True)
    outbox.put("host-here", b"x", kept=False)
    assert outbox.take() == [Message("host-here", b"x", kept=False)]
    assert not outbox.is_empty
    outbox.delivered(first)
    assert outbox.take() == [Message("host", b"4", kept=True)]
    outbox.delivered(Message("host", b"4", kept=True))
    assert outbox.is_empty


def test_a_new_connection_begins_with_what_is_kept() -> None:
    """The newest of each slot goes out again; what was not kept and what was under way do not."""
    outbox = Outbox()
    outbox.put("host", b"old", kept=True)
    outbox.take()
    outbox.put("host", b"new", kept=True)
    outbox.put("join", b"j", kept=True)
    outbox.put("host-here", b"x", kept=False)
    outbox.renew()
    assert outbox.take() == [Message("host", b"new", kept=True), Message("join", b"j", kept=True)]


def test_what_was_cleared_is_forgotten() -> None:
    """Clearing goes out until it is delivered, and not again with the next connection."""
    outbox = Outbox()
    outbox.put("host", b"game", kept=True)
    outbox.put("host", b"", kept=True)
    (letter,) = outbox.take()
    outbox.renew()
    assert outbox.take() == [letter] == [Message("host", b"", kept=True)]
    outbox.delivered(letter)
    outbox.renew()
    assert outbox.is_empty


def test_what_comes_from_others_is_strange() -> None:
    """One's own messages come back, older ones as long as a newer one is on its way."""
    outbox = Outbox()
    assert not outbox.is_strange("host", b"from before")
    outbox.put("host", b"1", kept=True)
    outbox.put("host", b"2", kept=True)
    assert not outbox.is_strange("host", b"1")
    assert not outbox.is_strange("host", b"2")
    assert outbox.is_strange("host", b"3")
    (letter,) = outbox.take()
    assert not outbox.is_strange("host", b"1")
    outbox.delivered(letter)
    assert outbox.is_strange("host", b"1")
    assert not outbox.is_strange("host", b"2")
    assert outbox.is_strange("host", b"")
    assert not outbox.is_strange("guest", b"3")


def test_a_state_lasts_as_long_as_its_kind() -> None:
    """A further reason does not make it begin anew, and what is closed stays closed."""
    link = Link()
    link.set(LinkKind.LOST, "a")
    since = link.state.since
    link.set(LinkKind.LOST, "b")
    assert (link.state.since, link.state.reason) == (since, "b")
    link.set(LinkKind.CLOSED)
    link.set(LinkKind.CONNECTED)
    assert link.state.kind is LinkKind.CLOSED
