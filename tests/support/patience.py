"""Waiting in tests for what happens in other threads; how long it takes is nobody's concern."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final, TypeVar

from battle.friend.channel import Channel, LinkKind

LONGEST: Final = 30.0
"""Seconds before a test gives up."""

T = TypeVar("T")


def until(condition: Callable[[], T], what: Callable[[], Any] = lambda: "") -> T:
    """Return what `condition` returns as soon as it is true; fail with `what` if it never is."""
    end = time.monotonic() + LONGEST
    while not (found := condition()):
        assert time.monotonic() < end, f"waited in vain: {what()}"
        time.sleep(0.01)
    return found


def until_kind(channel: Channel, kind: LinkKind = LinkKind.CONNECTED) -> None:
    """Wait until a channel is connected, or whatever it is to be."""
    until(lambda: channel.state.kind is kind, lambda: channel.state)


def next_in(channel: Channel, slot: str) -> bytes:
    """Return the newest message of a slot among the next that arrive."""

    def newest() -> bytes | None:
        found = [message.sealed for message in channel.poll() if message.slot == slot]
        return found[-1] if found else None

    return until(newest, lambda: (slot, channel.state)) or b""


def until_in(channel: Channel, slot: str, sealed: bytes) -> None:
    """Wait until this very message has arrived in a slot."""

    def is_there() -> bool:
        return any((m.slot, m.sealed) == (slot, sealed) for m in channel.poll())

    until(is_there, lambda: (slot, sealed[:20], channel.state))
