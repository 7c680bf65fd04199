"""A channel within one network: the two programs find each other by mDNS and talk directly.

The inviting side listens, and announces its port under a hash of the topic; the other looks for
this and connects. No third party is involved and nothing leaves the network. While the channel is
open, a port is open on the inviting side, and on both sides that of mDNS (5353, UDP).

Kept messages are stored on this side and sent again with every new connection, so either side may
close the lid, change the network or restart. There is no copy for a friend who connects when we are
gone.

Both sides first send who they are and a number used once, then prove that they know the topic:

    frame   ◄─►  MAGIC, 16 random bytes
    proof   ◄─►  HMAC-SHA256 with a hash of the topic, over the role and both numbers
    frames  ◄─►  length (4 bytes), length of the slot's name (1), slot, sealed; length 0: I am here

A frame that is too long, a failed proof, and silence end a connection. A stranger who connects, or
announces other programs, takes no place from the friend: every caller has a moment for its proof,
then of the unproven the oldest of the busiest address makes room for the next, and an address
without the proof is called only a few times in a search. Anyone who knows the topic may connect, as
at a broker; what is sealed stays secret.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import socket
import time
from collections import Counter
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from typing import Any, Final

import ifaddr
from zeroconf import Error as ZeroconfError
from zeroconf import InterfaceChoice, IPVersion, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from battle.friend.channel import (
    LARGEST,
    LINGER_SECONDS,
    PACE_SECONDS,
    LinkKind,
    ThreadedChannel,
)
from battle.language import _

SERVICE: Final = "_mahjong-battle._tcp.local."
MAGIC: Final = b"mahjong-battle in one network 1\n"
LONGEST_FRAME: Final = LARGEST + 17
MOST_CALLERS: Final = 8
"""With more connections that have not yet proven that they know the topic, old ones are ended."""
YOUNG_SECONDS: Final = 0.2
"""How long every caller has for its proof, however many call."""
MOST_YOUNG: Final = 256
"""The most connections without a proof; further calls are refused."""
MOST_PEERS: Final = 4
"""The most ends that know the topic; then the oldest of the address that has most is ended."""
MOST_CALLS: Final = 32
"""The most announced programs called at a time without a proof; then the oldest is dropped."""
MOST_TRIES: Final = 5
"""The most calls of one address in a search, unless it proves that it knows the topic."""
PROOF_SECONDS: Final = 5.0
SIGN_SECONDS: Final = 5.0
SILENCE_SECONDS: Final = 20.0
LONGEST_PAUSE_SECONDS: Final = 10.0
LOOK_SECONDS: Final = 3.0
"""How often a change of the machine's addresses, or a sleep, is checked for."""
AGAIN_SECONDS: Final = 60.0
"""How often the search restarts while no one is found."""


def announced_name(topic: str) -> str:
    """Return the announced name of a topic: part of its hash, which does not reveal it."""
    return hashlib.sha256(b"announced " + topic.encode()).hexdigest()[:20]


def own_addresses() -> list[str]:
    """Return the IPv4 addresses at which others may reach this machine."""
    found = {
        ip.ip
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if isinstance(ip.ip, str) and not ip.ip.startswith("127.")
    }
    return sorted(found)


class DirectChannel(ThreadedChannel):
    """The slots of one topic within one network.

    One side `listens`, the other connects. `addresses` are those of the machine to use, by default
    all but loopback; changes are then followed.
    """

    def __init__(
        self, topic: str, *, listens: bool, addresses: Sequence[str] | None = None
    ) -> None:
        self._listens, self._addresses = listens, addresses
        self._name = announced_name(topic)
        self._key = hashlib.sha256(b"proof " + topic.encode()).digest()
        self._peers: list[asyncio.StreamWriter] = []
        self._callers: dict[asyncio.StreamWriter, float] = {}
        self._calls: dict[str, asyncio.Task[object]] = {}
        self._proven: set[asyncio.Task[object] | None] = set()
        self._tried: Counter[tuple[str, int | None]] = Counter()
        self._tasks: set[asyncio.Task[object]] = set()
        super().__init__("friend direct", to_friend=True)

    def run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        """Stay connected until the channel closes; then send pending messages for a moment."""
        loop, self._woken = asyncio.get_running_loop(), asyncio.Event()

        def wake() -> None:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(self._woken.set)

        self.wake = wake
        self._start(self._find())
        try:
            while True:
                await self._send()
                if self.is_due or (self.state.kind is LinkKind.CLOSED and not self._peers):
                    break
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._woken.wait(), SIGN_SECONDS)
                self._woken.clear()
        finally:
            peers = list(self._peers)
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            for writer in peers:
                with suppress(OSError, TimeoutError):
                    await asyncio.wait_for(writer.wait_closed(), LINGER_SECONDS)

    def _start(self, work: Coroutine[Any, Any, object]) -> asyncio.Task[object]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # Frames

    async def _send(self) -> None:
        """Send pending messages to all connections, or a sign of life."""
        messages = self.outgoing() if self._peers else []
        frames = b"".join(_frame(message.slot, message.sealed) for message in messages)
        for writer in list(self._peers):
            try:
                writer.write(frames or _frame())
                await asyncio.wait_for(writer.drain(), SIGN_SECONDS)
            except (OSError, TimeoutError):
                writer.transport.abort()
        for message in messages:
            self.delivered(message)

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Exchange frames with the other end, if it knows the topic; return whether it does."""
        is_proven = False
        try:
            async with asyncio.timeout(PROOF_SECONDS):
                is_proven = await self._prove(reader, writer)
            if is_proven:
                self._proven.add(asyncio.current_task())
                await self._converse(reader, writer)
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            writer.transport.abort()
        finally:
            self._proven.discard(asyncio.current_task())
            writer.close()
        return is_proven

    async def _prove(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Prove that we know the topic; return whether the other end has proven it."""
        mine = secrets.token_bytes(16)
        writer.write(MAGIC + mine)
        if await reader.readexactly(len(MAGIC)) != MAGIC:
            return False
        theirs = await reader.readexactly(16)
        listener, caller = (mine, theirs) if self._listens else (theirs, mine)

        def proof(listens: bool) -> bytes:
            return hmac.digest(
                self._key, (b"listens" if listens else b"calls") + listener + caller, "sha256"
            )

        writer.write(proof(self._listens))
        return hmac.compare_digest(await reader.readexactly(32), proof(not self._listens))

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Receive frames from an end that knows the topic, as long as they come."""
        there = [one for one in self._peers if not one.is_closing()]
        if len(there) >= MOST_PEERS:
            addresses = Counter(map(_address, there))
            max(there, key=lambda one: addresses[_address(one)]).transport.abort()
        self._peers.append(writer)
        self.renew()
        self.set_state(LinkKind.CONNECTED)
        self._woken.set()
        try:
            while (length := int.from_bytes(await _read(reader, 4))) <= LONGEST_FRAME:
                if length:
                    frame = await _read(reader, length)
                    slot, sealed = frame[1 : 1 + frame[0]], frame[1 + frame[0] :]
                    self.arrive(slot.decode("ascii", "replace"), sealed)
                    await asyncio.sleep(PACE_SECONDS)
        finally:
            self._peers.remove(writer)
            if not self._peers:
                self.set_state(LinkKind.LOST)

    # Finding each other

    async def _find(self) -> None:
        """Announce or search with the current addresses; restart when these change."""
        server = None
        try:
            while True:
                addresses = list(self._addresses or own_addresses())
                try:
                    if self._listens and server is None:
                        server = await asyncio.start_server(
                            self._called, self._addresses[0] if self._addresses else "0.0.0.0", 0
                        )
                        self.port = server.sockets[0].getsockname()[1]
                    await self._with_mdns(addresses)
                except (OSError, ZeroconfError) as error:
                    self._not_found(addresses, error)
                    await self._until_other(addresses, AGAIN_SECONDS / 4)
        finally:
            self.port = None
            if server is not None:
                server.close()

    def _not_found(self, addresses: Sequence[str], error: Exception) -> None:
        """Set the reason why no one can be found here."""
        text = _("Programs cannot find each other in this network: {error}.")
        no_network = _("This computer is not on a network.")
        if not self._peers:
            reason = text.format(error=error) if addresses else no_network
            self.lose(reason, refused=bool(addresses))

    async def _with_mdns(self, addresses: Sequence[str]) -> None:
        """Announce or search as long as the machine keeps its addresses."""
        if not addresses:
            raise OSError
        choice = list(addresses) if self._addresses else InterfaceChoice.All
        async with AsyncZeroconf(interfaces=choice, ip_version=IPVersion.V4Only) as finder:
            if self._listens:
                instance = f"{self._name}-{secrets.token_hex(4)}"
                info = AsyncServiceInfo(
                    SERVICE,
                    f"{instance}.{SERVICE}",
                    addresses=[socket.inet_aton(address) for address in addresses],
                    port=self.port,
                    server=f"{instance}.local.",
                )
                await (await finder.async_register_service(info))
                await self._until_other(addresses, None)
            else:
                self._tried.clear()
                handlers = [self._on_announcement]
                async with AsyncServiceBrowser(finder.zeroconf, SERVICE, handlers=handlers):
                    await self._until_other(addresses, AGAIN_SECONDS)

    async def _until_other(self, addresses: Sequence[str], seconds: float | None) -> None:
        """Wait until the machine has other addresses or has slept, or for some time without peers.

        After a sleep connections are given up: no one knows yet whether the other end is there.
        """
        began, wall = time.monotonic(), time.time()
        while seconds is None or time.monotonic() - began <= seconds:
            await asyncio.sleep(LOOK_SECONDS)
            if not self._addresses and own_addresses() != addresses:
                return
            before, wall = wall, time.time()
            if wall - before > LOOK_SECONDS + SILENCE_SECONDS:
                for writer in self._peers:
                    writer.transport.abort()
                return
            if self._peers:
                began = time.monotonic()

    # Listening and calling

    def _called(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer a call; if there are too many, end an old one of the address that calls most."""
        now, known = time.monotonic(), self._callers.items()
        waiting = {
            one: since for one, since in known if not (one.is_closing() or one in self._peers)
        }
        old = [one for one, since in waiting.items() if now - since > YOUNG_SECONDS]
        if len(waiting) >= MOST_CALLERS and old:
            calls = Counter(map(_address, waiting))
            busiest = max(old, key=lambda one: calls[_address(one)])
            del waiting[busiest]
            busiest.transport.abort()
        self._callers = waiting
        if len(waiting) >= MOST_YOUNG:
            writer.transport.abort()
            return
        waiting[writer] = now
        self._start(self._meet(reader, writer))

    def _on_announcement(
        self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
    ) -> None:
        """Call every program that announces the topic, until that is withdrawn."""
        if not name.startswith(f"{self._name}-") or state_change is ServiceStateChange.Removed:
            return
        self._calls = {name: call for name, call in self._calls.items() if not call.done()}
        if name not in self._calls:
            unproven = [one for one, call in self._calls.items() if call not in self._proven]
            if len(unproven) >= MOST_CALLS:
                self._calls.pop(unproven[0]).cancel()
            self._calls[name] = self._start(self._call(zeroconf, name))

    async def _call(self, zeroconf: Zeroconf, name: str) -> None:
        """Call one announced program until it has been away for a while."""
        pause = 0.5
        while pause < LONGEST_PAUSE_SECONDS:
            info = AsyncServiceInfo(SERVICE, name)
            try:
                found = await info.async_request(zeroconf, 3000)
            except (OSError, ZeroconfError):
                return  # the network has changed: a new search follows
            for address in info.parsed_addresses(IPVersion.V4Only)[:MOST_PEERS] if found else []:
                where = address, info.port
                if self._tried[where] == MOST_TRIES:
                    continue
                self._tried[where] += 1
                began = time.monotonic()
                with suppress(OSError, TimeoutError):
                    opened = asyncio.open_connection(*where)
                    if await self._meet(*await asyncio.wait_for(opened, PROOF_SECONDS)):
                        del self._tried[where]
                if time.monotonic() - began > SILENCE_SECONDS:
                    pause = 0.5
            await asyncio.sleep(pause)
            pause *= 2


def _address(writer: asyncio.StreamWriter) -> str:
    return str((writer.get_extra_info("peername") or [""])[0])


def _frame(slot: str = "", sealed: bytes = b"") -> bytes:
    """Return a frame; without a slot a sign of life."""
    name = slot.encode("ascii")
    content = bytes([len(name)]) + name + sealed if name else b""
    return len(content).to_bytes(4) + content


async def _read(reader: asyncio.StreamReader, size: int) -> bytes:
    return await asyncio.wait_for(reader.readexactly(size), SILENCE_SECONDS)
