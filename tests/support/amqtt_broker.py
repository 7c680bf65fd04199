"""A real MQTT broker in a thread of the test, at a free port of 127.0.0.1 that it keeps."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import threading
from collections.abc import Iterator
from typing import Any, Final

from amqtt.broker import Broker as Amqtt
from amqtt.plugins.base import BaseAuthPlugin
from amqtt.session import Session

from battle.friend.ways.broker import OLD_BROKERS

USER: Final = "anna"
PASSWORD: Final = "kept secret"
"""Whom a broker with `people` lets in."""


class OnePerson(BaseAuthPlugin):
    """Lets in nobody but `USER`."""

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
    """Return a port of 127.0.0.1 that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class AmqttBroker:
    """The broker; `stop` loses all it has kept, and `start` is at the same port again."""

    def __init__(self, *, people: bool = False) -> None:
        plugin = "OnePerson" if people else None
        self.port = free_port()
        self.url = f"mqtt://127.0.0.1:{self.port}"
        OLD_BROKERS.add(("127.0.0.1", self.port))  # otherwise MQTT 5 is tried in vain
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
