"""The thread of a direct channel: it announces or looks, listens or calls, and passes frames on.

Both sides first send who they are and a number used once, then prove that they know the topic:

    frame   ◄─►  MAGIC, 16 random bytes
    proof   ◄─►  HMAC-SHA256 with a hash of the topic, over the role and both numbers
    frames  ◄─►  length (4 bytes), length of the slot's name (1), slot, sealed; length 0: I am here

A frame too long, a proof that fails and silence end a connection. Whoever knows the topic may
connect, as at a broker; what is sealed is not this module's business.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import socket
import time
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from typing import Any, Final

import ifaddr
from zeroconf import Error as ZeroconfError
from zeroconf import InterfaceChoice, IPVersion, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from battle.friend.channel import LARGEST, LINGER_SECONDS, LinkKind, Shared
from battle.language import _

SERVICE: Final = "_mahjong-battle._tcp.local."
MAGIC: Final = b"mahjong-battle in one network 1\n"
LONGEST_FRAME: Final = LARGEST + 17
MOST_CALLERS: Final = 8
"""Connections that have not proven yet that they know the topic."""
MOST_PEERS: Final = 4
MOST_ANNOUNCEMENTS: Final = 8
PROOF_SECONDS: Final = 5.0
SIGN_SECONDS: Final = 5.0
SILENCE_SECONDS: Final = 20.0
LONGEST_PAUSE_SECONDS: Final = 10.0
LOOK_SECONDS: Final = 3.0
"""How often it is looked whether the machine has other addresses now, or has slept."""
AGAIN_SECONDS: Final = 60.0
"""The search begins anew this often as long as nobody is found."""

_Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


def announced_name(topic: str) -> str:
    """Return what a topic is announced as: part of its hash, of which it cannot be told."""
    return hashlib.sha256(b"announced " + topic.encode()).hexdigest()[:20]


def own_addresses() -> list[str]:
    """Return the IPv4 addresses of this machine by which others may reach it."""
    found = {
        ip.ip
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if isinstance(ip.ip, str) and not ip.ip.startswith("127.")
    }
    return sorted(found)


class DirectSession:
    """All that happens between two programs in one network; `run` ends when the channel closes."""

    def __init__(
        self, shared: Shared, topic: str, addresses: Sequence[str] | None, *, listens: bool
    ) -> None:
        self._shared, self._listens, self._addresses = shared, listens, addresses
        self._name = announced_name(topic)
        self._key = hashlib.sha256(b"proof " + topic.encode()).digest()
        self._peers: list[asyncio.StreamWriter] = []
        self._callers = 0
        self._calls: dict[str, asyncio.Task[None]] = {}
        self._was_connected = False
        self._woken = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Meet until the channel closes; then send what is still to go out, for a moment."""
        loop = asyncio.get_running_loop()

        def wake() -> None:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(self._woken.set)

        self._shared.wake = wake
        self._start(self._find())
        try:
            while True:
                await self._send()
                shared = self._shared
                if shared.is_due or (shared.is_closing and not self._peers):
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

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # Frames

    async def _send(self) -> None:
        """Send what is to go out to everybody who is there, or a sign that we are."""
        messages = self._shared.outbox.take() if self._peers else []
        frames = b"".join(_frame(message.slot, message.sealed) for message in messages)
        for writer in list(self._peers):
            await self._write(writer, frames or _frame())
        for message in messages:
            self._shared.outbox.delivered(message)

    async def _write(self, writer: asyncio.StreamWriter, data: bytes) -> None:
        try:
            writer.write(data)
            await asyncio.wait_for(writer.drain(), SIGN_SECONDS)
        except (OSError, TimeoutError):
            writer.transport.abort()

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take in frames from somebody who knows the topic, as long as they come."""
        for oldest in self._peers[: -(MOST_PEERS - 1)]:
            oldest.transport.abort()
        self._peers.append(writer)
        self._was_connected = True
        self._shared.outbox.renew()
        self._shared.link.set(LinkKind.CONNECTED)
        self._woken.set()
        try:
            while True:
                length = int.from_bytes(await _read(reader, 4, SILENCE_SECONDS))
                if length > LONGEST_FRAME:
                    return
                if length:
                    frame = await _read(reader, length, SILENCE_SECONDS)
                    slot, sealed = frame[1 : 1 + frame[0]], frame[1 + frame[0] :]
                    self._shared.inbox.add(slot.decode("ascii", "replace"), sealed)
        finally:
            self._peers.remove(writer)
            if not self._peers:
                self._shared.link.set(LinkKind.LOST)

    async def _meet(self, streams: _Streams) -> None:
        """Talk to whoever is at the other end, if it knows the topic."""
        reader, writer = streams
        try:
            async with asyncio.timeout(PROOF_SECONDS):
                known = await self._prove(reader, writer)
            if known:
                await self._converse(reader, writer)
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            writer.transport.abort()
        finally:
            writer.close()

    async def _prove(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Return whether the other end has proven that it knows the topic; prove it ourselves."""
        mine = secrets.token_bytes(16)
        writer.write(MAGIC + mine)
        if await reader.readexactly(len(MAGIC)) != MAGIC:
            return False
        theirs = await reader.readexactly(16)
        listener, caller = (mine, theirs) if self._listens else (theirs, mine)

        def proof(listens: bool) -> bytes:
            words = b"listens" if listens else b"calls"
            return hmac.digest(self._key, words + listener + caller, "sha256")

        writer.write(proof(self._listens))
        return hmac.compare_digest(await reader.readexactly(32), proof(not self._listens))

    # Finding each other

    async def _find(self) -> None:
        """Be found, or find, with the addresses there are; begin anew when these change."""
        server = None
        try:
            if self._listens:
                server = await self._listen()
                self._shared.port = server.sockets[0].getsockname()[1]
            while True:
                addresses = list(self._addresses or own_addresses())
                try:
                    await self._with_mdns(addresses)
                except (OSError, ZeroconfError) as error:
                    self._not_found(addresses, error)
                    await self._until_other(addresses, AGAIN_SECONDS / 4)
        finally:
            self._shared.port = None
            if server is not None:
                server.close()

    async def _listen(self) -> asyncio.Server:
        """Open a port; where the system does not let us, say why, and try again and again."""
        hosts = self._addresses or ["0.0.0.0"]
        while True:
            try:
                return await asyncio.start_server(self._called, hosts[0], 0)
            except OSError as error:
                self._not_found(hosts, error)
                await asyncio.sleep(AGAIN_SECONDS / 4)

    def _not_found(self, addresses: Sequence[str], error: Exception) -> None:
        """Say why nobody can be found here."""
        if self._peers:
            return
        if not addresses:
            kind = LinkKind.LOST if self._was_connected else LinkKind.CONNECTING
            self._shared.link.set(kind, _("This computer is not on a network."))
        else:
            text = _("Programs cannot find each other in this network: {error}.")
            self._shared.link.set(LinkKind.REFUSED, text.format(error=error))

    async def _with_mdns(self, addresses: Sequence[str]) -> None:
        """Announce or look for as long as the machine keeps its addresses."""
        if not addresses:
            raise OSError
        choice = list(addresses) if self._addresses else InterfaceChoice.All
        finder = AsyncZeroconf(interfaces=choice, ip_version=IPVersion.V4Only)
        try:
            if self._listens:
                await self._announce(finder, addresses)
                await self._until_other(addresses, None)
            else:
                browser = AsyncServiceBrowser(
                    finder.zeroconf, SERVICE, handlers=[self._on_announcement]
                )
                try:
                    await self._until_other(addresses, AGAIN_SECONDS)
                finally:
                    await browser.async_cancel()
        finally:
            await finder.async_close()

    async def _announce(self, finder: AsyncZeroconf, addresses: Sequence[str]) -> None:
        instance = f"{self._name}-{secrets.token_hex(4)}"
        info = AsyncServiceInfo(
            SERVICE,
            f"{instance}.{SERVICE}",
            addresses=[socket.inet_aton(address) for address in addresses],
            port=self._shared.port,
            server=f"{instance}.local.",
        )
        await (await finder.async_register_service(info))

    async def _until_other(self, addresses: Sequence[str], seconds: float | None) -> None:
        """Wait until the machine has other addresses or has slept, or for some time without peers.

        After a sleep connections are given up: nobody knows yet whether the other end is there.
        """
        began, wall = time.monotonic(), time.time()
        while True:
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
            if seconds is not None and time.monotonic() - began > seconds:
                return

    # Listening and calling

    async def _called(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer a call, unless too many call at once."""
        if self._callers >= MOST_CALLERS:
            writer.transport.abort()
            return
        self._callers += 1
        task = self._start(self._meet((reader, writer)))
        try:
            with suppress(asyncio.CancelledError, TimeoutError):
                await asyncio.wait_for(asyncio.shield(task), PROOF_SECONDS)
        finally:
            self._callers -= 1

    def _on_announcement(
        self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
    ) -> None:
        """Call whoever announces the topic, until it is taken back."""
        if not name.startswith(f"{self._name}-"):
            return
        if state_change is ServiceStateChange.Removed:
            return
        self._calls = {name: call for name, call in self._calls.items() if not call.done()}
        if name not in self._calls and len(self._calls) < MOST_ANNOUNCEMENTS:
            self._calls[name] = self._start(self._call(zeroconf, name))

    async def _call(self, zeroconf: Zeroconf, name: str) -> None:
        """Call one announced program until it has been away for a while."""
        pause = 0.5
        while pause < LONGEST_PAUSE_SECONDS:
            info = AsyncServiceInfo(SERVICE, name)
            try:
                found = await info.async_request(zeroconf, 3000)
            except (OSError, ZeroconfError):
                return  # the network has changed: it is found anew
            for address in info.parsed_addresses(IPVersion.V4Only) if found else []:
                began = time.monotonic()
                with suppress(OSError, TimeoutError):
                    opened = asyncio.open_connection(address, info.port)
                    await self._meet(await asyncio.wait_for(opened, PROOF_SECONDS))
                if time.monotonic() - began > SILENCE_SECONDS:
                    pause = 0.5
            await asyncio.sleep(pause)
            pause *= 2


def _frame(slot: str = "", sealed: bytes = b"") -> bytes:
    """Return a frame; without a slot the one that says nothing."""
    name = slot.encode("ascii")
    content = bytes([len(name)]) + name + sealed if name else b""
    return len(content).to_bytes(4) + content


async def _read(reader: asyncio.StreamReader, size: int, seconds: float) -> bytes:
    return await asyncio.wait_for(reader.readexactly(size), seconds)
