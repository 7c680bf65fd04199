"""A channel within one network: the two programs find each other by mDNS and talk directly.

The side that has invited listens, and announces where by a hash of the topic; the other looks for
this and calls. Nobody else is needed and nothing leaves the network. From when the channel is made
until it is closed a port is open on the inviting side, and on both that of mDNS (5353, UDP).

What is kept is kept here, and goes out again with every new connection, so either side may close
the lid, change the network or begin anew. There is no copy for somebody who comes when we are gone.

`battle.friend.ways.direct_session` is what happens in the thread; zeroconf is loaded with it.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence

from battle.friend.channel import (
    LINGER_SECONDS,
    Arrived,
    DirectState,
    LinkKind,
    LinkState,
)


class DirectChannel:
    """The slots of one topic within one network.

    One side `listens`, the other calls. `addresses` are those of the machine that are used, all but
    its own circuit unless told otherwise; addresses that come and go are then followed.
    """

    def __init__(
        self, topic: str, *, listens: bool, addresses: Sequence[str] | None = None
    ) -> None:
        self._shared = DirectState(topic, listens=listens, addresses=addresses)
        self._thread = threading.Thread(target=self._run, name="friend direct", daemon=True)
        self._thread.start()

    @property
    def state(self) -> LinkState:
        """How it stands with the friend's program."""
        return self._shared.link.state

    @property
    def is_sent(self) -> bool:
        """Whether all that is kept has gone out to the friend's program."""
        return self._shared.outbox.is_empty

    @property
    def port(self) -> int | None:
        """The TCP port at which the friend's program is waited for; None if none is open."""
        return self._shared.port

    def publish(self, slot: str, sealed: bytes, *, kept: bool = True) -> None:
        """Put `sealed` into `slot`, as every channel does."""
        if self.state.kind is LinkKind.CLOSED or not (kept or self.state.is_up):
            return
        self._shared.outbox.put(slot, sealed, kept=kept)
        self._shared.wake()

    def poll(self) -> list[Arrived]:
        """Return what has come since the last call."""
        return self._shared.inbox.take()

    def close(self) -> None:
        """Close the port and the connection, as soon as what is still to go out has gone out."""
        shared = self._shared
        if self.state.kind is LinkKind.CLOSED:
            return
        was_up = self.state.is_up
        shared.link.set(LinkKind.CLOSED)
        shared.closing = True
        shared.wake()
        if was_up and not shared.outbox.is_empty:
            threading.Thread(
                target=self._thread.join, args=(LINGER_SECONDS,), name="friend direct linger"
            ).start()

    def _run(self) -> None:
        import asyncio

        from battle.friend.ways.direct_session import DirectSession

        asyncio.run(DirectSession(self._shared).run())
