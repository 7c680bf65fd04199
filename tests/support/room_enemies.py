"""Ten enemies of a room: `python -m tests.support.room_enemies PORT TOPIC`, until it is killed.

They call from another address than the friend, and all but four of them know the topic.
"""

from __future__ import annotations

import contextlib
import secrets
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from battle.friend.channel import LARGEST

THEIRS = "127.0.0.2", 0


def call(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), source_address=THEIRS)


def silent(port: int, _topic: str) -> None:
    with contextlib.ExitStack() as held:
        for _ in range(40):
            held.enter_context(call(port))
        time.sleep(0.2)


def slow(port: int, _topic: str) -> None:
    """Ask for the largest file, and read nothing of it."""
    with contextlib.ExitStack() as held:
        for _ in range(30):
            line = held.enter_context(call(port))
            line.sendall(b"GET /large.bin HTTP/1.1\r\nHost: x\r\n\r\n")
        time.sleep(0.3)


def junk(port: int, _topic: str) -> None:
    with call(port) as line:
        line.sendall(secrets.token_bytes(100_000))
        line.recv(100)


def long_request(port: int, _topic: str) -> None:
    with call(port) as line:
        line.sendall(b"GET /" + b"x" * 200_000 + b" HTTP/1.1\r\n\r\n")
        line.recv(100)


def guess(port: int, _topic: str) -> None:
    for _ in range(5):
        _table(port, secrets.token_urlsafe(16))


def _table(port: int, topic: str) -> ClientConnection:
    return connect(
        f"ws://127.0.0.1:{port}/slots/{topic}",
        max_size=None,
        close_timeout=0.1,
        source_address=THEIRS,
    )


def bad_frames(port: int, topic: str) -> None:
    for frame in ("text", b"", b"\0", b"\x05\1x", b"\xff" * 500, bytes(LARGEST + 3)):
        with _table(port, topic) as line:
            line.send(frame)
            line.recv(timeout=0.5)


def flood(port: int, topic: str) -> None:
    with _table(port, topic) as line:
        for number in range(2000):
            line.send(bytes([number % 5, 1]) + secrets.token_bytes(256))


def large_flood(port: int, topic: str) -> None:
    with _table(port, topic) as line:
        for number in range(100):
            line.send(bytes([number % 5, 1]) + bytes(LARGEST))


def deaf(port: int, topic: str) -> None:
    """Sit at the table and read nothing."""
    with call(port) as line:
        key = "dGhlIHNhbXBsZSBub25jZQ=="
        words = f"GET /slots/{topic} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
        words += f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
        line.sendall(words.encode() + b"\r\n")
        time.sleep(1.0)


def crowd(port: int, topic: str) -> None:
    with contextlib.ExitStack() as held:
        for _ in range(40):
            held.enter_context(_table(port, topic))


ENEMIES = (silent, slow, junk, long_request, guess, bad_frames, flood, large_flood, deaf, crowd)


def run(enemy: Callable[[int, str], None], port: int, topic: str) -> None:
    """Attack on and on, and say each time that it was done."""
    while True:
        with suppress(OSError, ConnectionClosed, InvalidHandshake, TimeoutError, EOFError):
            enemy(port, topic)
        sys.stdout.write(f"{enemy.__name__}\n")
        sys.stdout.flush()
        time.sleep(0.05)


if __name__ == "__main__":
    for one in ENEMIES:
        threading.Thread(target=run, args=(one, int(sys.argv[1]), sys.argv[2])).start()
