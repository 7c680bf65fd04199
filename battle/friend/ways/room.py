"""A channel to the host's port in one room, which a link names: see `battle.friend.ways.page`.

    this program ──ws://host:port/slots/<topic>──► the port of the host's program

Kept messages are stored on this side and sent again with every new connection, so either side may
close the lid, change the network or restart. A host that has moved to another address is found by
a new link only.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from battle.friend.channel import LARGEST, PACE_SECONDS, LinkKind, ThreadedChannel
from battle.friend.ways.page import FRAME_HEAD, SLOTS_PATH, frame_of, opened_frame
from battle.language import _

SIGN_SECONDS: Final = 5.0
"""How often the other end is asked for a sign of life, and how long it has for that."""
FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 0.5, 10.0


class RoomChannel(ThreadedChannel):
    """The slots of one topic at the port of the host's program, whose address is `room`."""

    def __init__(self, room: str, topic: str) -> None:
        self._host = urlsplit(room).netloc
        self._url = f"ws://{self._host}{SLOTS_PATH}{topic}"
        super().__init__("friend room", to_friend=True)

    def run(self) -> None:
        asyncio.run(self._stay())

    async def _stay(self) -> None:
        """Stay connected until the channel closes; then send pending messages for a moment."""
        loop, woken = asyncio.get_running_loop(), asyncio.Event()

        def wake() -> None:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(woken.set)

        self.wake = wake
        pause = FIRST_PAUSE_SECONDS
        while self.state.kind is not LinkKind.CLOSED:
            try:
                async with connect(
                    self._url,
                    compression=None,
                    max_size=LARGEST + FRAME_HEAD,
                    open_timeout=SIGN_SECONDS,
                    ping_interval=SIGN_SECONDS,
                    ping_timeout=2 * SIGN_SECONDS,
                    close_timeout=SIGN_SECONDS,
                    proxy=None,
                    user_agent_header=None,
                ) as connection:
                    pause = FIRST_PAUSE_SECONDS
                    await self._converse(connection, woken)
                self.lose()
            except (InvalidHandshake, ConnectionRefusedError):
                self.lose()  # the machine is there, this game is not open on it
            except (OSError, TimeoutError):
                self.lose(_("{host} cannot be reached in this network.").format(host=self._host))
            woken.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(woken.wait(), pause)
            pause = min(2 * pause, LONGEST_PAUSE_SECONDS)

    async def _converse(self, connection: ClientConnection, woken: asyncio.Event) -> None:
        """Receive messages, and send pending ones, until either end closes."""
        self.renew()
        self.set_state(LinkKind.CONNECTED)
        sending = asyncio.create_task(self._send(connection, woken))
        with suppress(ConnectionClosed):
            async for frame in connection:
                if (opened := opened_frame(frame)) is None:
                    break
                slot, sealed, _is_kept = opened
                self.arrive(slot, sealed)
                self.defend(slot, sealed)
                await asyncio.sleep(PACE_SECONDS)
        sending.cancel()

    async def _send(self, connection: ClientConnection, woken: asyncio.Event) -> None:
        with suppress(ConnectionClosed):
            while not self.is_due:
                for message in self.outgoing():
                    frame = frame_of(message.slot, message.sealed, kept=message.kept)
                    await connection.send(frame)
                    self.delivered(message)
                with suppress(TimeoutError):
                    await asyncio.wait_for(woken.wait(), SIGN_SECONDS)
                woken.clear()
        await connection.close()
