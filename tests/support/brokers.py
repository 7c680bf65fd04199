"""Waiting in tests for what happens in other threads; how long it takes is no one's concern."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

import pytest
from amqtt.broker import Broker as Amqtt
from amqtt.plugins.base import BaseAuthPlugin
from amqtt.session import Session

from battle.friend.channel import Channel, LinkKind
from battle.friend.ways.broker import SPEAKS_MQTT_5
from tests.support.processes import started

LONGEST: Final = 30.0
"""Seconds before a test gives up."""

T = TypeVar("T")


def until(
    condition: Callable[[], T], what: Callable[[], Any] = lambda: "", seconds: float = LONGEST
) -> T:
    """Return what `condition` returns as soon as it is true; fail with `what` if it never is."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, f"waited in vain: {what()}"
        time.sleep(0.01)
    return found


def until_open(host: str, port: int, seconds: float = LONGEST) -> None:
    """Wait until somebody listens at a port."""

    def is_open() -> bool:
        with contextlib.suppress(OSError), socket.create_connection((host, port)):
            return True
        return False

    until(is_open, lambda: (host, port), seconds)


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


# --- open ports ----------------------------------------------------------------------------------
#
# The TCP ports at which this process listens, as Linux tells them.

_LISTENS: Final = "0A"


def listening_ports() -> set[int]:
    """Return the ports; skip the test where the system does not tell them."""
    if not Path("/proc/self/net/tcp").exists():
        pytest.skip("only Linux tells which ports are open")
    own = {_target(file) for file in Path("/proc/self/fd").iterdir()}
    found = set()
    for table in ("tcp", "tcp6"):
        file = Path("/proc/self/net", table)
        for line in file.read_text("ascii").splitlines()[1:] if file.exists() else []:
            row = line.split()
            if row[3] == _LISTENS and f"socket:[{row[9]}]" in own:
                found.add(int(row[1].rpartition(":")[2], 16))
    return found


def _target(file: Path) -> str:
    try:
        return str(file.readlink())
    except OSError:  # closed meanwhile
        return ""


# --- amqtt broker --------------------------------------------------------------------------------
#
# A real MQTT broker in a thread of the test, at a free port of 127.0.0.1 that it keeps.

USER: Final = "anna"
PASSWORD: Final = "kept secret"
"""Whom a broker with `people` lets in."""


class OnePerson(BaseAuthPlugin):
    """Lets in no one but `USER`."""

    async def authenticate(self, *, session: Session) -> bool:
        """Return whether it is the one."""
        return (session.username, session.password) == (USER, PASSWORD)


class _Amqtt(Amqtt):
    """amqtt, which leaves no connection open when it has shut down."""

    def __init__(self, config: dict[str, Any]) -> None:
        super().__init__(config)
        self.connections: list[asyncio.StreamWriter] = []

    async def stream_connected(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, listener_name: str
    ) -> None:
        self.connections.append(writer)
        await super().stream_connected(reader, writer, listener_name)

    async def shutdown(self) -> None:
        for writer in self.connections:
            writer.transport.abort()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(super().shutdown(), 5)
        for server in self._servers.values():
            if server.instance is not None:
                server.instance.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        await asyncio.wait(others or {asyncio.create_task(asyncio.sleep(0))}, timeout=1)


def free_port() -> int:
    """Return a port of 127.0.0.1 that no one uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class AmqttBroker:
    """The broker; `stop` loses all it has kept, and `start` is at the same port again."""

    def __init__(self, *, people: bool = False) -> None:
        plugin = "OnePerson" if people else None
        self.port = free_port()
        self.url = f"mqtt://127.0.0.1:{self.port}"
        SPEAKS_MQTT_5["127.0.0.1", self.port] = False  # otherwise MQTT 5 is tried in vain
        plugins: dict[str, Any] = (
            {f"{__name__}.{plugin}": {}}
            if plugin
            else {"amqtt.plugins.authentication.AnonymousAuthPlugin": {"allow_anonymous": True}}
        )
        self._config = {
            "listeners": {"default": {"type": "tcp", "bind": f"127.0.0.1:{self.port}"}},
            "plugins": plugins,
        }
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Listen."""
        ready = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(ready,), name="amqtt")
        self._thread.start()
        assert ready.wait(20), "the broker does not start"

    def stop(self) -> None:
        """Shut down."""
        if self._loop is not None and self._thread is not None:
            self._loop.call_soon_threadsafe(self._end.set)
            self._thread.join(20)
            assert not self._thread.is_alive(), "the broker does not stop"
            self._loop = None

    def _run(self, ready: threading.Event) -> None:
        asyncio.run(self._serve(ready))

    async def _serve(self, ready: threading.Event) -> None:
        self._loop, self._end = asyncio.get_running_loop(), asyncio.Event()
        broker = _Amqtt(self._config)
        await broker.start()
        ready.set()
        await self._end.wait()
        await broker.shutdown()


@contextlib.contextmanager
def amqtt_broker(*, people: bool = False) -> Iterator[AmqttBroker]:
    """Return a broker that has started, and stop it at the end."""
    for name in ("amqtt", "transitions"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    broker = AmqttBroker(people=people)
    broker.start()
    try:
        yield broker
    finally:
        broker.stop()


# --- mosquitto -----------------------------------------------------------------------------------
#
# A real Mosquitto on a free port of 127.0.0.1, which can be killed and started again.

PATIENCE = 20.0


class Mosquitto:
    """The broker, with the configuration of `docs/broker.md` and what it keeps in `directory`."""

    def __init__(self, directory: Path, further: Sequence[str] = ()) -> None:
        self.port = free_port()
        self.url = f"mqtt://127.0.0.1:{self.port}"
        self._file = directory / "mosquitto.conf"
        lines = [
            f"listener {self.port} 127.0.0.1",
            "user root",
            "persistence true",
            f"persistence_location {directory}/",
            "autosave_interval 20",
            "autosave_on_changes true",
            "message_size_limit 70000",
            *(further or ["allow_anonymous true"]),
        ]
        self._file.write_text("\n".join([*lines, ""]), "utf-8")
        self._running = contextlib.ExitStack()
        self._process: subprocess.Popen[Any] | None = None

    def start(self) -> None:
        """Start and wait until it listens."""
        command = ["mosquitto", "-c", self._file]
        silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self._process = self._running.enter_context(started(command, **silent))
        until_open("127.0.0.1", self.port, PATIENCE)

    def kill(self) -> None:
        """Kill it: what it has not written is gone."""
        self._running.close()
        self._process = None

    @property
    def is_running(self) -> bool:
        """Whether it was started and not killed."""
        return self._process is not None
