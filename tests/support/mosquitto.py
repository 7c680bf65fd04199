"""A real Mosquitto on a free port of 127.0.0.1, which can be killed and started again."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.support.amqtt_broker import free_port
from tests.support.processes import started

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
        end = time.monotonic() + PATIENCE
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
                return
            assert time.monotonic() < end, "mosquitto does not start"
            time.sleep(0.02)

    def kill(self) -> None:
        """Kill it: what it has not written is gone."""
        self._running.close()
        self._process = None

    @property
    def is_running(self) -> bool:
        """Whether it was started and not killed."""
        return self._process is not None
