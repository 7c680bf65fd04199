"""The channel to a friend on all the ways that an invitation names, behind one interface."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from battle.friend.channel import Arrived, Channel, LinkKind, LinkState
from battle.friend.ways.broker import parse_brokers

HOST_SLOT: Final = "host"
"""Whoever fills this slot has invited, and listens where the two meet in one network."""

_BEST_FIRST: Final = (
    LinkKind.CONNECTED,
    LinkKind.LOST,
    LinkKind.CONNECTING,
    LinkKind.REFUSED,
    LinkKind.CLOSED,
)


def open_channel(
    topic: str, mine: Collection[str], *, broker: str = "", lan: bool = False
) -> Channel:
    """Return the channel of `topic` over `broker`, in one network, or both; `mine` are my slots.

    `broker` may name several, as `parse_brokers` reads them. Raise FormatError for what is none,
    ValueError if no way is named.
    """
    from battle.friend.ways.direct import DirectChannel
    from battle.friend.ways.mqtt import MqttChannel

    brokers = parse_brokers(broker) if broker else ()
    if not brokers and not lan:
        raise ValueError("a channel needs a way")
    ways: list[Channel] = [MqttChannel(one, topic) for one in brokers]
    if lan:
        ways.append(DirectChannel(topic, listens=HOST_SLOT in mine))
    return ways[0] if len(ways) == 1 else JoinedChannel(ways)


class JoinedChannel:
    """Several channels of one topic as one: what arrives on more than one of them comes twice."""

    def __init__(self, ways: Sequence[Channel]) -> None:
        self._ways = tuple(ways)

    def publish(self, slot: str, sealed: bytes, *, kept: bool = True) -> None:
        """Put `sealed` into `slot` on every way."""
        for way in self._ways:
            way.publish(slot, sealed, kept=kept)

    def poll(self) -> list[Arrived]:
        """Return what has come on any way."""
        return [message for way in self._ways for message in way.poll()]

    @property
    def state(self) -> LinkState:
        """The best state of all; while there is no connection, with the reasons of all ways."""
        states = [way.state for way in self._ways]
        best = min(states, key=lambda state: _BEST_FIRST.index(state.kind))
        if best.is_up:
            return best
        reasons = dict.fromkeys(state.reason for state in states if state.reason)
        return replace(best, reason=" ".join(reasons))

    def close(self) -> None:
        """Let go of every way."""
        for way in self._ways:
            way.close()
