"""What a direct channel and its thread share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from battle.friend.channel import Inbox, Link, Outbox, check_topic

SERVICE: Final = "_mahjong-battle._tcp.local."


class Desk:
    """What the channel and its thread share, each in a thread of its own."""

    def __init__(self, topic: str, *, listens: bool, addresses: Sequence[str] | None) -> None:
        self.topic = check_topic(topic)
        self.listens = listens
        self.addresses = addresses
        self.inbox, self.outbox, self.link = Inbox(), Outbox(), Link(to_friend=True)
        self.closing = False
        self.port: int | None = None
        self.ring: Callable[[], None] = _nobody_there


def _nobody_there() -> None:
    """Ring before there is anybody."""
