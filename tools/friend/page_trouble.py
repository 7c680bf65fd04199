"""A page in Chromium in trouble: `python -m tools.friend.page_trouble flood`.

    flood [MINUTES]   20,000 junk messages a minute come to a page at the table: memory, the longest
                      tasks of page and worker, how soon a touch is answered
    sleep [SECONDS]   how soon a page is in step that was frozen, and whose Chromium was stopped
    wait [SECONDS]    how much of a core a page takes that waits for its friend's move
    words             what an invitation says of a broker that is none, a wrong certificate, no
                      network

The broker is a Mosquitto of its own with TLS, the page that in `dist/page`.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import socket
import ssl
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final

import click
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from battle.friend.channel import LARGEST, SLOTS
from battle.friend.games import FriendGames
from battle.friend.meeting import Terms
from battle.friend.sealing import LENGTHS
from battle.friend.ways.broker import topic_prefix
from battle.friend.words import invitation_link
from battle.rules.position import Position
from battle.storage import Places
from tests.support.brokers import free_port, until
from tools.command import command
from tools.friend.pages import Game, Plan, World, certificate, world
from tools.page.browser import Tab
from tools.page.measure import memory, processes, send

JUNK_A_MINUTE: Final = 20_000

_TASKS: Final = """() => {
  globalThis.longest = 0;
  new PerformanceObserver((list) => {
    const found = list.getEntries().map(({ duration }) => duration);
    globalThis.longest = Math.max(globalThis.longest, ...found);
  }).observe({ type: "longtask" });
}"""
_GAPS: Final = """() => {
  let last = performance.now();
  globalThis.gaps = [];
  setInterval(() => {
    const now = performance.now();
    globalThis.gaps.push(now - last - 20);
    last = now;
  }, 20);
}"""


def table(around: World, seed: int) -> Game:
    """Let a page and a program meet at a table; a whole deal is played over the broker."""
    plan = Plan("program", "page", "broker", live=False, whole=True)
    game = Game(around, plan, seed, trouble=False)
    game.meet()
    return game


def worker(tab: Tab) -> Any:
    """Return the page's worker."""
    return next(one for one in tab.page.workers if "program.js" in one.url)


# --- flood ----------------------------------------------------------------------------------------


def junk(random: Random) -> bytes:
    """Return a message that anybody who knows the topic can make up."""
    lengths = random.choices([64, *LENGTHS[:6], LARGEST], weights=[4, 8, 4, 2, 2, 1, 1, 0.05])
    return secrets.token_bytes(lengths[0])


def heap(tab: Tab) -> float:
    """Return the page's JavaScript heap, in MB."""
    session = tab.page.context.new_cdp_session(tab.page)
    session.send("Performance.enable")
    session.send("HeapProfiler.collectGarbage")
    found = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    session.detach()
    return float(found["JSHeapUsedSize"]) / 1e6


def flood(around: World, minutes: float) -> None:
    """Flood a page at the table, first with nothing, then with junk."""
    before = {process.pid for process in processes()}
    game = table(around, 300)
    page = game.pages[0]
    (file,) = (game.home / "host" / "data" / "friends").glob("*.json")
    prefix, random = topic_prefix(file.stem), Random(1)
    client = Client(CallbackAPIVersion.VERSION2)
    client.connect("127.0.0.1", around.broker.port)
    client.loop_start()
    game.processes[0].kill()
    for rate in (0, JUNK_A_MINUTE):
        page.tab.page.evaluate(_TASKS)
        worker(page.tab).evaluate(_GAPS)
        began, sent, answered = time.monotonic(), 0, list[float]()
        sizes = [(heap(page.tab), memory(before) / 1e6)]
        while (passed := time.monotonic() - began) < 60 * minutes:
            while sent < rate * passed / 60:
                slot = random.choice(SLOTS)
                client.publish(f"{prefix}/{slot}", junk(random), retain=False)
                sent += 1
            if passed > 5 * (len(answered) + 1):
                asked = time.monotonic()
                page.tab.press("Messages").screen("talk")
                answered.append(time.monotonic() - asked)
                page.tab.press("Back").screen("table")
                sizes.append((heap(page.tab), memory(before) / 1e6))
            time.sleep(0.005)
        gaps = worker(page.tab).evaluate("() => gaps.splice(0)")
        longest = page.tab.page.evaluate("() => longest")
        print(
            f"{sent} messages in {60 * minutes:.0f} s: JavaScript heap {sizes[0][0]:.1f} MB, "
            f"{max(one for one, _ in sizes):.1f} at most, {sizes[-1][0]:.1f} at the end; "
            f"tab {sizes[0][1]:.0f} MB, {max(one for _, one in sizes):.0f}, {sizes[-1][1]:.0f}"
        )
        print(
            f"  longest task of the page {longest:.0f} ms; worker late by {median(gaps):.0f} ms in "
            f"the middle, {sorted(gaps)[int(0.99 * len(gaps))]:.0f} in 99 of 100, {max(gaps):.0f} "
            f"at most; a press answered in {median(answered):.2f} s, {max(answered):.2f} at most; "
            f"load {os.getloadavg()[0]:.1f}",
            flush=True,
        )
    client.disconnect()
    client.loop_stop()
    game.processes[0].start()
    position = page.position

    def goes_on() -> bool:
        page.step()
        game.processes[0].look()
        return position != page.position == game.processes[0].position

    until(goes_on, lambda: page.tab.words, 90)
    print("  the game goes on afterwards", page.errors)
    game._end()


# --- sleep ----------------------------------------------------------------------------------------


def sleep(around: World, seconds: float) -> None:
    """Let a page sleep while the friend moves, and see how soon it is in step."""
    for seed, (how, lie_down, wake) in enumerate(
        (
            ("frozen by Chromium", freeze("frozen"), freeze("active")),
            ("all of Chromium stopped", stop, go_on),
        )
    ):
        game = table(around, 310 + seed)
        page, friend = game.pages[0], game.processes[0]
        while not page.look():
            page.step()
            friend.look()
            time.sleep(0.01)
        friend.kill()
        page.tab.take(page.tab.position.legal_moves[0])
        time.sleep(3)
        lie_down(page.tab)
        friend.start()
        time.sleep(seconds)
        friend.look()
        wanted = friend.position
        assert wanted in friend.made, "the friend has not moved meanwhile"
        woken = time.time()
        wake(page.tab)
        ends = time.monotonic() + 90
        while wanted not in page.shown:
            assert time.monotonic() < ends, f"not in step: {page.tab.words}"
            page.look()
            time.sleep(0.01)
        late = page.shown[wanted] - woken
        said = f"in step after {late:.2f} s" if late > 0 else "in step meanwhile: it does not sleep"
        print(f"{how} for {seconds:.0f} s: {said}; load {os.getloadavg()[0]:.1f}", flush=True)
        game._end()


def wait(around: World, seconds: float) -> None:
    """Let a page wait for its friend's move; print what all of Chromium takes of a core."""
    game = table(around, 320)
    page = game.pages[0]

    def has_moved() -> bool:
        page.step()
        return not page.look()

    until(has_moved, lambda: "it stays the page's turn", 90)
    time.sleep(5)

    def used() -> float:
        times = [process.cpu_times() for process in processes()]
        return float(sum(found.user + found.system for found in times))

    before = used()
    time.sleep(seconds)
    print(f"waits: {100 * (used() - before) / seconds:.2f} % of a core; {seconds:.0f} s")
    game._end()


def freeze(state: str) -> Callable[[Tab], None]:
    """Return what gives a page a state of its life."""

    def run(tab: Tab) -> None:
        session = tab.page.context.new_cdp_session(tab.page)
        session.send("Page.setWebLifecycleState", {"state": state})

    return run


def stop(_tab: Tab) -> None:
    """Stop all processes of Chromium."""
    send(processes(), signal.SIGSTOP)


def go_on(_tab: Tab) -> None:
    """Let them go on."""
    send(processes(), signal.SIGCONT)


# --- words ----------------------------------------------------------------------------------------


@contextlib.contextmanager
def answering(files: tuple[Path, Path] | None, answer: bytes | None) -> Iterator[int]:
    """Yield a port that answers each caller with some bytes, or with nothing; perhaps with TLS."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        held = []

        def talk(line: socket.socket) -> None:
            with suppress(OSError):
                if files is not None:
                    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
                    context.load_cert_chain(*files)
                    line = context.wrap_socket(line, server_side=True)
                held.append(line)
                if answer is not None:
                    line.recv(2000)
                    line.sendall(answer)
                    line.close()

        def run() -> None:
            with suppress(OSError):
                while True:
                    line, _address = server.accept()
                    threading.Thread(target=talk, args=[line], daemon=True).start()

        threading.Thread(target=run, daemon=True).start()
        yield server.getsockname()[1]
        server.shutdown(socket.SHUT_RDWR)
        for line in held:
            line.close()


@contextlib.contextmanager
def echoing(files: tuple[Path, Path]) -> Iterator[int]:
    """Yield the port of a WebSocket inside TLS that answers MQTT with junk."""
    from websockets.sync.server import serve

    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(*files)

    def talk(line: Any) -> None:
        with suppress(Exception):
            for _message in line:
                line.send(b"\xff" * 300)

    how: dict[str, Any] = {"ssl": context, "subprotocols": ["mqtt"]}
    with serve(talk, "127.0.0.1", 0, **how) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield int(server.socket.getsockname()[1])
        server.shutdown()


def words(around: World, folder: Path) -> None:
    """Print what the page says of ways that lead nowhere, in an invitation and as a host."""
    good = around.folder / "broker.pem", around.folder / "broker.key"
    made, key, _known = certificate(folder, "wrong")
    page = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"
    with ExitStack() as servers:
        ports = {
            "nothing listens": free_port(),
            "no TLS": servers.enter_context(answering(None, page)),
            "a server of web pages": servers.enter_context(answering(good, page)),
            "silent": servers.enter_context(answering(good, None)),
            "a WebSocket that speaks no MQTT": servers.enter_context(echoing(good)),
            "a wrong certificate": servers.enter_context(echoing((made, key))),
        }
        for what, port in ports.items():
            said = said_of(around, folder, port, offline=False)
            print(f"{what}: {said}", flush=True)
        print(f"no network: {said_of(around, folder, free_port(), offline=True)}", flush=True)


def said_of(around: World, folder: Path, port: int, *, offline: bool) -> str:
    """Return what an invitation says whose broker is at a port."""
    games = FriendGames(Places.below(folder / str(port)))
    made = games.invite(Terms(Position.of_deal(7), 7), "Ada", broker=f"mqtt://127.0.0.1:{port}")
    way = f"wss://127.0.0.1:{port}/mqtt"
    link = invitation_link(made.meeting, around.address, way)
    games.close()
    context = around.browser.new_context()
    try:
        tab = Tab(context.new_page(), around.address)
        tab.open().screen("home")
        context.set_offline(offline)
        tab.page.evaluate("(hash) => { location.hash = hash }", "#" + link.partition("#")[2])
        tab.screen("join")
        usual = "If it takes long"
        ends = time.monotonic() + 40
        while True:
            found = tab.page.locator(".screen.join .page p.small").all_inner_texts()
            if (found and usual not in found[-1]) or time.monotonic() > ends:
                return " / ".join(found)
            time.sleep(0.1)
    finally:
        context.close()


@command
@click.argument("what", type=click.Choice(["flood", "sleep", "wait", "words"]), default="words")
@click.argument("number", type=float, required=False)
def main(what: str, number: float | None) -> None:
    """Make trouble, and print what came of it."""
    with world() as around, tempfile.TemporaryDirectory() as folder:
        if what == "flood":
            flood(around, number or 1.0)
        elif what == "sleep":
            sleep(around, number or 60.0)
        elif what == "wait":
            wait(around, number or 60.0)
        else:
            words(around, Path(folder))


if __name__ == "__main__":
    sys.exit(main())
