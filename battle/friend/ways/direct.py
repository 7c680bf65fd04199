"""A channel within one network: the two programs find each other by mDNS and talk directly.

The side that has invited listens, and announces where by a hash of the topic; the other looks for
this and calls. Nobody else is needed and nothing leaves the network. From when the channel is made
until it is closed a port is open on the inviting side, and on both that of mDNS (5353, UDP).

What is kept is kept here, and goes out again with every new connection, so either side may close
the lid, change the network or begin anew. There is no copy for somebody who comes when we are gone.

`battle.friend.ways.direct_session` is what happens in the thread; zeroconf is loaded with it.
"""

from __future__ import annotations

from collections.abc import Sequence

from battle.friend.channel import Shared, ThreadedChannel, check_topic


class DirectChannel(ThreadedChannel):
    """The slots of one topic within one network.

    One side `listens`, the other calls. `addresses` are those of the machine that are used, all but
    its own circuit unless told otherwise; addresses that come and go are then followed.
    """

    def __init__(
        self, topic: str, *, listens: bool, addresses: Sequence[str] | None = None
    ) -> None:
        self._topic, self._listens, self._addresses = check_topic(topic), listens, addresses
        super().__init__(Shared(to_friend=True), "friend direct")

    @property
    def port(self) -> int | None:
        """The TCP port at which the friend's program is waited for; None if none is open."""
        return self.shared.port

    def run(self) -> None:
        import asyncio

        from battle.friend.ways.direct_session import DirectSession

        session = DirectSession(self.shared, self._topic, self._addresses, listens=self._listens)
        asyncio.run(session.run())
