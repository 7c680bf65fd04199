"""A channel in one room: this program serves the page, and at the same port the slots of its games.

A friend opens a link that says where this machine is. A browser loads the page from there, which
talks to the port it came from; a program talks to the port (`battle.friend.ways.room`). No third
party is involved, and nothing leaves the network:

    GET /…               ◄──  a file of the page, compressed if it lies there compressed
    GET /slots/<topic>   ◄──  a WebSocket to the slots of a game that is open here; 404 for others
    binary message       ◄─►  slot (1 byte: its place in SLOTS), flags (1 byte: 1 if kept), sealed

Anyone who knows the topic may connect, as at a broker. Each end gets what is kept once it connects;
what it puts into slots that are not written here is held and passed on if it opens.

    channel's thread ──publish──► Port's loop ──► an outbox for each end, the newest of each slot
    poll ◄────────────────────── what opens ◄──── each end, a message at a time

One port serves all games of the program. It is the same after a restart, as a browser keeps what is
its own by address; where another program has taken it the system chooses one. Connections that are
at no table, ends of a table, frames and what waits to be sent are limited, for each address and for
all: a flood displaces the flooding address first, and of it what has asked for nothing, and an end
that reads slowly keeps nobody waiting. Nothing is logged.
"""

from __future__ import annotations

import asyncio
import logging
import mimetypes
import socket
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import lru_cache, partial
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final, TypeAlias
from urllib.parse import unquote

from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.protocol import CONNECTING

from battle.friend.channel import (
    LARGEST,
    LINGER_SECONDS,
    PACE_SECONDS,
    SLOTS,
    LinkKind,
    ThreadedChannel,
)
from battle.friend.meeting import Invitation
from battle.language import _
from battle.resources import PAGE_POLICY
from battle.storage import reason_of

FindPage: TypeAlias = Callable[[], "Path | None"]
"""Returns the folder of the page, None while there is none."""

PORT: Final = 8109
EVERYWHERE: Final = "0.0.0.0"
MOST_CALLERS: Final = 24
"""The most connections of an address that are at no table; a browser opens six for the page."""
MOST_WAITING: Final = 240
"""The most connections, of all addresses, that are at no table."""
MOST_ANSWERED: Final = 48
"""The most of them that are sent a file, which each holds in memory."""
MOST_PEERS: Final = 16
"""The most ends of a table: each is a tab."""
LOAD_SECONDS: Final = 60
"""How long a caller has to ask for something and to load it."""
CLOSE_SECONDS: Final = 5
AGAIN_SECONDS: Final = 15.0
"""How soon a port that could not be opened is tried again."""

SLOTS_PATH: Final = "/slots/"
FRAME_HEAD: Final = 2
"""How many bytes of a message precede what is sealed."""
_KEPT: Final = 1
_SILENT: Final = logging.Logger("page", logging.CRITICAL + 1)
"""Logs nothing: who plays here is nobody's business."""

POLICY: Final = f"{PAGE_POLICY}; frame-ancestors 'none'"
"""The page's policy as a header, which alone can forbid that the page is framed."""

_HEADERS: Final = {
    "Cache-Control": "no-cache",
    "Connection": "close",
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",
    "Vary": "Accept-Encoding",
    "X-Content-Type-Options": "nosniff",
}

_TYPES: Final = {
    ".mjs": "text/javascript",
    ".js": "text/javascript",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".otf": "font/otf",
    ".svg": "image/svg+xml",
}
_PACKED: Final = {"br": ".br", "gzip": ".gz"}
"""The ending of a compressed file, by the name of how it is compressed."""


def room_link(where: Invitation, told: str = "") -> str:
    """Return the link that others in this network join by, empty while no port is open for it.

    It leads here, whatever else the invitation names, and tells what its page says at once.
    """
    is_open = _port is not None and where.topic in _port.channels
    return replace(where, broker="", lan=True).link(room_page(), told) if is_open else ""


def room_page() -> str:
    """Return the address of this program's port in its network, empty while it is closed."""
    return "" if _port is None else f"http://{own_address()}:{_port.number}/"


def own_address() -> str:
    """Return this machine's IPv4 address in its network, as others there reach it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # an address for documents: nothing is sent
        return str(probe.getsockname()[0])
    import psutil  # a network of two laptops leads nowhere else: any address in it will do

    found = [one for there in psutil.net_if_addrs().values() for one in there]
    addresses = (one.address for one in found if one.family is socket.AF_INET)
    return next((one for one in addresses if not one.startswith("127.")), "127.0.0.1")


# --- one game ------------------------------------------------------------------------------------


class SocketOutbox:
    """The newest message of each slot that is still to be sent to one end."""

    def __init__(self, frames: dict[str, bytes]) -> None:
        self.frames = frames
        self._due = asyncio.Event()
        self._due.set()

    def put(self, slot: str, frame: bytes) -> None:
        self.frames[slot] = frame
        self._due.set()

    async def empty_into(self, connection: ServerConnection) -> None:
        with suppress(ConnectionClosed):
            while await self._due.wait():
                self._due.clear()
                while self.frames:
                    slot, frame = next(iter(self.frames.items()))
                    await connection.send(frame)
                    if self.frames[slot] is frame:
                        del self.frames[slot]


class PageChannel(ThreadedChannel):
    """The slots of one topic, and the page in the folder that `find` returns, if there is one."""

    def __init__(
        self, topic: str, find: FindPage, *, host: str = EVERYWHERE, number: int = PORT
    ) -> None:
        self.topic = topic
        self._where = find, host, number
        self._outboxes: dict[ServerConnection, SocketOutbox] = {}
        self._held: dict[str, bytes] = {}
        self._woken = threading.Event()
        super().__init__("friend page", to_friend=True)

    def run(self) -> None:
        self.wake = self._woken.set
        while not self.is_due:
            try:
                with _open_port(self, *self._where) as port:
                    self.port = port.number
                    self._pass_on(port)
                    while not self.is_due:
                        self._wait(LINGER_SECONDS)
                        self._pass_on(port)
            except (OSError, OverflowError) as error:
                reason = reason_of(error) if isinstance(error, OSError) else str(error)
                words = _("No port can be opened for the page: {reason}.")
                self.set_state(LinkKind.REFUSED, words.format(reason=reason.rstrip(".")))
                self._wait(AGAIN_SECONDS)
        self.port = None

    def _wait(self, seconds: float) -> None:
        self._woken.wait(seconds)
        self._woken.clear()

    def _pass_on(self, port: Port) -> None:
        for message in self.outgoing():
            frame = frame_of(message.slot, message.sealed, kept=message.kept)
            port.loop.call_soon_threadsafe(self._put, message.slot, frame)
            self.delivered(message)

    # In the loop of the port

    def _put(self, slot: str, frame: bytes, by: ServerConnection | None = None) -> None:
        for connection, outbox in self._outboxes.items():
            if connection is not by:
                outbox.put(slot, frame)

    async def talk(self, connection: ServerConnection) -> None:
        """Let one end take part until it goes."""
        _make_room(self._outboxes, MOST_PEERS)
        with self._lock:
            kept = self._held | self._kept
        outbox = SocketOutbox(
            {slot: frame_of(slot, sealed) for slot, sealed in kept.items() if sealed}
        )
        self._outboxes[connection] = outbox
        self.set_state(LinkKind.CONNECTED)
        sending = asyncio.create_task(outbox.empty_into(connection))
        try:
            async for frame in connection:
                if (opened := opened_frame(frame)) is None:
                    break
                self._take(connection, *opened)
                await asyncio.sleep(PACE_SECONDS)
        except ConnectionClosed:
            pass
        finally:
            sending.cancel()
            del self._outboxes[connection]
            if not self._outboxes:
                self.set_state(LinkKind.LOST)

    def _take(self, by: ServerConnection, slot: str, sealed: bytes, kept: bool) -> None:
        """Take in a message; hold it for the others if it opens and the slot is not ours."""
        if self.arrive(slot, sealed) and slot not in self._kept:
            if kept:
                self._held[slot] = sealed
            self._put(slot, frame_of(slot, sealed, kept=kept), by)

    async def dismiss(self) -> None:
        """Send what waits, for a moment, and end all connections."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LINGER_SECONDS):
                while any(outbox.frames for outbox in self._outboxes.values()):
                    await asyncio.sleep(0.02)
                await asyncio.gather(*[connection.close() for connection in self._outboxes])
        for connection in [*self._outboxes]:
            connection.transport.abort()


def frame_of(slot: str, sealed: bytes, *, kept: bool = True) -> bytes:
    """Return a message of a slot as it goes over the line."""
    return bytes([SLOTS.index(slot), _KEPT * kept]) + sealed


def opened_frame(frame: bytes | str) -> tuple[str, bytes, bool] | None:
    """Return the slot of a message, what is sealed, and whether it is kept; None of a bad one."""
    if not isinstance(frame, bytes) or len(frame) < FRAME_HEAD or frame[0] >= len(SLOTS):
        return None
    return SLOTS[frame[0]], frame[FRAME_HEAD:], bool(frame[1] & _KEPT)


# --- the port of all games -----------------------------------------------------------------------


class Port(threading.Thread):
    """A port that serves the page, as soon as there is one, and the slots of `channels`, by topic.

    Raises OSError or OverflowError if it cannot be opened.
    """

    def __init__(self, find: FindPage, host: str, *numbers: int) -> None:
        super().__init__(name="friend page port", daemon=True)
        self.channels: dict[str, PageChannel] = {}
        self.loop = asyncio.new_event_loop()
        self._find, self._files = find, _files_in(find())
        self._where, self._numbers = host, numbers
        self._connections: dict[ServerConnection, None] = {}
        self._opened = Future[int]()
        self._over = asyncio.Event()
        self.start()
        self.number = self._opened.result()

    def run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self.loop) as runner:
            runner.run(self._serve())

    def end(self) -> None:
        """Close the port, and whatever is connected."""
        self.loop.call_soon_threadsafe(self._over.set)
        self.join()

    async def _serve(self) -> None:
        make: Any = partial(_Caller, connections=self._connections)
        for number in self._numbers:
            try:
                server = await serve(
                    self._talk,
                    self._where,
                    number,
                    process_request=self._answer,
                    create_connection=make,
                    compression=None,
                    max_size=LARGEST + FRAME_HEAD,
                    max_queue=2,
                    open_timeout=LOAD_SECONDS,
                    close_timeout=CLOSE_SECONDS,
                    server_header=None,
                    logger=_SILENT,
                )
                break
            except (OSError, OverflowError) as error:
                if number == self._numbers[-1]:
                    self._opened.set_exception(error)
                    return
        self._opened.set_result(next(iter(server.sockets)).getsockname()[1])
        await self._over.wait()
        server.close()
        for connection in [*self._connections]:
            connection.transport.abort()
        await server.wait_closed()

    async def _talk(self, connection: ServerConnection) -> None:
        assert connection.request is not None
        channel = self.channels.get(connection.request.path.removeprefix(SLOTS_PATH))
        if channel is not None:
            await channel.talk(connection)

    def _answer(self, connection: ServerConnection, request: Request) -> Response | None:
        """Return a file of the page, None for what becomes a WebSocket."""
        path = unquote(request.path.partition("?")[0])
        if path.removeprefix(SLOTS_PATH) in self.channels:
            return None
        self._files = self._files or _files_in(self._find())
        file = self._files.get(f"{path}index.html" if path.endswith("/") else path)
        if file is None:
            return connection.respond(HTTPStatus.NOT_FOUND, "")
        answered = [one for one in self._connections if one.request and one.state is CONNECTING]
        _make_room([one for one in answered if one is not connection], MOST_ANSWERED)
        accepted = request.headers.get("Accept-Encoding", "")
        headers = Headers(_HEADERS)
        headers["Content-Type"] = (
            _TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "text/plain"
        )
        for name, ending in _PACKED.items():
            packed = file.with_name(file.name + ending)
            if name in accepted and packed.is_file():
                file, headers["Content-Encoding"] = packed, name
                break
        written = file.stat().st_mtime_ns
        headers["ETag"] = f'"{written:x}"'
        if request.headers.get("If-None-Match") == headers["ETag"]:
            return Response(HTTPStatus.NOT_MODIFIED, "Not Modified", headers)
        body = _content(file, written)
        headers["Content-Length"] = str(len(body))
        return Response(HTTPStatus.OK, "OK", headers, body)


def _files_in(folder: Path | None) -> dict[str, Path]:
    """Return the files of a page by their paths, none where there is no page."""
    if folder is None:
        return {}
    return {
        f"/{file.relative_to(folder).as_posix()}": file
        for file in folder.rglob("*")
        if file.suffix not in _PACKED.values() and file.is_file()
    }


class _Caller(ServerConnection):
    """One of all `connections`; of too many that are at no table, one is ended.

    An address has room of its own, so that nobody displaces who calls from another one.
    """

    def __init__(self, *how: Any, connections: dict[ServerConnection, None], **more: Any) -> None:
        super().__init__(*how, **more)
        self._connections = connections

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        there = [one for one in self._connections if one.state is CONNECTING]
        _make_room([one for one in there if _address(one) == _address(self)], MOST_CALLERS)
        _make_room(there, MOST_WAITING)
        self._connections[self] = None

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._connections.pop(self, None)


def _make_room(there: Iterable[ServerConnection], most: int) -> None:
    """If there are too many connections, end the oldest of the address that has most.

    Those that have asked for nothing yet go first.
    """
    open_ones = [one for one in there if not one.transport.is_closing()]
    if len(open_ones) >= most:
        idle = [one for one in open_ones if one.request is None] or open_ones
        addresses = Counter(map(_address, idle))
        max(idle, key=lambda one: addresses[_address(one)]).transport.abort()


def _address(connection: ServerConnection) -> str:
    return str(connection.transport.get_extra_info("peername", [""])[0])


@lru_cache(64)
def _content(file: Path, written: int) -> bytes:
    """Return a file's content as it was `written`, the same object for all who load it."""
    return file.read_bytes()


_port: Port | None = None
_port_lock: Final = threading.Lock()


@contextmanager
def _open_port(channel: PageChannel, find: FindPage, host: str, number: int) -> Iterator[Port]:
    """Serve a channel at the program's port, which the first one opens and the last closes."""
    global _port
    with _port_lock:
        port = _port = _port or Port(find, host, number, 0)
        port.channels[channel.topic] = channel
    try:
        yield port
    finally:
        with suppress(TimeoutError):
            ended = asyncio.run_coroutine_threadsafe(channel.dismiss(), port.loop)
            ended.result(2 * LINGER_SECONDS)
        with _port_lock:
            del port.channels[channel.topic]
            if not port.channels:
                _port = None
                port.end()
