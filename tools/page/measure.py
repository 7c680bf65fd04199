"""Measures the page in Chromium: `python -m tools.page.measure [FOLDER]`, by default `dist/page`.

Medians of ten, with the largest, in some five minutes; they mean something on an idle machine only.
`--beside OTHER` measures by turns what first visits to both cost in processor time, and what a host
sends to one: that means something on a busy machine too.
Chromium slows no workers ("only supported for pages, not workers" answers
`Emulation.setCPUThrottlingRate`): for a slower processor every process of it is stopped for three
quarters of the time instead.
"""

from __future__ import annotations

import hashlib
import json
import mimetypes
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, Final

import click
import psutil

from battle.rules.links import game_link, position_link
from battle.rules.position import Position
from battle.rules.record import Record
from battle.rules.tree import Game
from solver import bench
from solver.api import Limit
from solver.kernels.loader import load
from tests.support.brokers import until
from tools.command import command
from tools.page.__main__ import ROOT
from tools.page.browser import PATIENCE, Tab, chromium, serving, with_profile
from tools.page.phone import phone

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

_TIMES: Final = 10
_SLICE: Final = 0.003
"""Seconds that a slowed Chromium runs at a time."""

_WATCH: Final = """
let isPressed = false;
new MutationObserver((_changes, observer) => {
  const way = document.querySelector(".handed .btn.main"); // what a link brings to somebody new
  if (way && !isPressed) [isPressed] = [true, way.click()];
  if (!document.querySelector("button[data-free]")) return;
  globalThis.firstMove ??= performance.now();
  const { position, state } = document.getElementById("root").dataset;
  if (!position || state === "loading") return;
  globalThis.firstAnswer = performance.now();
  observer.disconnect();
}).observe(document, { subtree: true, childList: true, attributes: true });
"""

_SOLVE: Final = """async (asked) => {
  const { python } = await import("./python.js");
  globalThis.solving ??= python({ kernels: true });
  const { py } = await globalThis.solving;
  py.globals.set("asked", asked);
  return py.runPython(`
    import json, time
    from battle.rules.position import Position
    from solver.api import Limit, Solver
    found = []
    with Solver(1, 64, known_deals=False) as solver:
        for text, nodes in json.loads(asked):
            solver.forget()
            began = time.perf_counter()
            limit = Limit(nodes=nodes) if nodes else None
            nodes = solver.analyse(Position.parse(text), limit).nodes
            found.append([nodes, time.perf_counter() - began])
    json.dumps(found)
  `);
}"""

_TOUCHES: Final = """() => {
  globalThis.answered = [];
  addEventListener("pointerdown", ({ timeStamp }) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => globalThis.answered.push(performance.now() - timeStamp);
    port2.postMessage(0);
  }), true);
}"""


@command
@click.argument("folder", type=click.Path(path_type=Path), default=ROOT / "dist" / "page")
@click.option("--beside", type=click.Path(path_type=Path), help="Measure first visits by turns.")
def main(folder: Path, beside: Path | None) -> int:
    """Print the page's figures."""
    say("bytes, with brotli", *served(folder))
    if beside is not None:
        by_turns(folder, beside)
        return 0
    with serving(folder) as address, chromium() as browser:
        click.echo(f"Chromium {browser.version}")
        measures: Sequence[Callable[[Browser, str], None]] = (loading, slowed, kernels)
        for measure in (*measures, reviews, touches, memories):
            try:
                measure(browser, address)
            except Exception as error:  # the other figures are worth having
                say(measure.__name__, f"not measured: {str(error).splitlines()[0]}")
    return 0


def say(what: str, *found: str) -> None:
    """Print a figure."""
    click.echo(f"{what:<44} {'; '.join(found)}")


def spread(seconds: Sequence[float]) -> str:
    """Return the median and the largest of some times."""
    if not seconds:
        return "none"
    return f"{median(seconds):.3f} s, largest {max(seconds):.3f} s, of {len(seconds)}"


def served(folder: Path) -> Iterator[str]:
    """Yield how much the page takes as a host serves it that has its compressed files."""
    names = json.loads((folder / "files.json").read_text("utf-8"))["files"]
    sizes = {}
    for name in names:
        packed = folder / f"{name}.br"
        sizes[name] = (packed if packed.is_file() else folder / name).stat().st_size
    is_packed = (folder / "index.html.br").is_file()
    yield f"{sum(sizes.values()) / 1e6:.2f} MB" + ("" if is_packed else ", NOT compressed")
    largest = sorted(sizes, key=lambda name: -sizes[name])[:4]
    yield ", ".join(f"{name} {sizes[name] / 1e6:.2f}" for name in largest)


# --- loading --------------------------------------------------------------------------------------


@contextmanager
def visit(browser: Browser) -> Iterator[BrowserContext]:
    """Yield a browser that was never on the page."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True)
    context.add_init_script(_WATCH)
    try:
        yield context
    finally:
        context.close()


_SEEN: Final = ("first picture", "first legal move", "the program's board")


def load_once(tab: Tab) -> list[float]:
    """Return the seconds until the first picture, the first legal move, and the program's board."""
    tab.page.goto("about:blank")
    tab.page.goto(tab.address + position_link(Position.of_deal(7)))
    until(lambda: tab.page.evaluate("globalThis.firstAnswer"), lambda: "no board", 2 * PATIENCE)
    paint = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
    found = tab.page.evaluate(f"[{paint}, firstMove, firstAnswer]")
    return [milliseconds / 1000 for milliseconds in found]


def loads(browser: Browser, address: str, times: int) -> tuple[list[Any], list[Any]]:
    """Return what first visits took, and later ones."""
    cold = []
    for _visit in range(times):
        with visit(browser) as context:
            cold.append(load_once(Tab(context.new_page(), address)))
    with visit(browser) as context:
        tab = Tab(context.new_page(), address)
        load_once(tab)
        tab.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        warm = [load_once(tab) for _visit in range(times)]
    return cold, warm


def loading(browser: Browser, address: str, times: int = _TIMES, note: str = "") -> None:
    """Measure first picture, first legal move, and when the program is there."""
    for name, found in zip(("cold", "warm"), loads(browser, address, times), strict=True):
        for what, seconds in zip(_SEEN, zip(*found, strict=True), strict=True):
            say(f"{what}, {name}{note}", spread(seconds))


def slowed(browser: Browser, address: str) -> None:
    """Measure the same with a quarter of the processor."""
    done = Event()

    def stop_and_go() -> None:
        found: list[psutil.Process] = []
        looked_at = 0.0
        while not done.is_set():
            if time.monotonic() - looked_at > 0.2:
                found, looked_at = processes(), time.monotonic()
            send(found, signal.SIGSTOP)
            time.sleep(3 * _SLICE)
            send(found, signal.SIGCONT)
            time.sleep(_SLICE)

    thread = Thread(target=stop_and_go, daemon=True)
    thread.start()
    try:
        loading(browser, address, 5, ", 4 times slower")
    finally:
        done.set()
        thread.join()
        send(processes(), signal.SIGCONT)


def processes() -> list[psutil.Process]:
    """Return the processes of Chromium."""
    found = []
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            if "chrom" in process.name():
                found.append(process)
    return found


def send(to: Sequence[psutil.Process], what: signal.Signals) -> None:
    """Send a signal to processes, of which some may have ended."""
    for process in to:
        with suppress(psutil.Error):
            process.send_signal(what)


# --- first visits ---------------------------------------------------------------------------------

_KEPT: Final = """async () => {
  const list = new URL("files.json", location.href).href;
  for (;;) {
    for (const name of await caches.keys()) if (await (await caches.open(name)).match(list)) return;
    await new Promise((done) => setTimeout(done, 200));
  }
}"""


def by_turns(*folders: Path) -> None:
    """Measure the processor time of first visits until Start is there, and what is sent to one."""
    taken: dict[Path, list[tuple[float, float]]] = {folder: [] for folder in folders}
    for _turn in range(_TIMES):
        for folder in folders:
            with serving(folder) as address, chromium() as browser, visit(browser) as context:
                Tab(context.new_page(), address).open()
                taken[folder].append(processor_time())
    for folder, times in taken.items():
        worker, whole = (median(seconds) for seconds in zip(*times, strict=True))
        say(f"{folder}: its worker; all", f"{worker:.2f} s; {whole:.2f} s", f"of {len(times)}")
        for packing in _ENDINGS:
            say(f"{folder}: sent, {packing}", *sent(folder, packing))


def processor_time() -> tuple[float, float]:
    """Return the seconds that the busiest worker of Chromium has run, and all its threads."""
    worker = whole = 0.0
    for process in processes():
        for thread in Path(f"/proc/{process.pid}/task").glob("*"):
            with suppress(OSError):
                numbers = (thread / "stat").read_text().rpartition(")")[2].split()
                seconds = (int(numbers[11]) + int(numbers[12])) / os.sysconf("SC_CLK_TCK")
                whole += seconds
                if (thread / "comm").read_text().startswith("Dedicated"):
                    worker = max(worker, seconds)
    return worker, whole


_ENDINGS: Final = {"br": ".br", "gzip": ".gz"}


def sent(folder: Path, packing: str) -> Iterator[str]:
    """Yield how much a host sends at a first visit until all is kept, and what it sends twice."""
    counted: list[tuple[str, int]] = []

    class Host(BaseHTTPRequestHandler):
        """Has its answers kept for ten minutes, as many a host of plain files."""

        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            name = self.path.partition("?")[0].lstrip("/") or "index.html"
            file = folder / name
            packed = folder / f"{name}{_ENDINGS[packing]}"
            is_there, is_packed = file.is_file(), packed.is_file()
            data = (packed if is_packed else file).read_bytes() if is_there else b""
            tag = f'"{hashlib.sha256(data).hexdigest()}"'
            is_known = is_there and self.headers.get("If-None-Match") == tag
            self.send_response(304 if is_known else 200 if is_there else 404)
            self.send_header("ETag", tag)
            self.send_header("Cache-Control", "max-age=600")
            if not is_known:
                kind = {".mjs": "text/javascript", ".wasm": "application/wasm"}.get(file.suffix)
                self.send_header(
                    "Content-Type", kind or mimetypes.guess_type(name)[0] or "text/plain"
                )
                self.send_header("Content-Length", str(len(data)))
                if is_packed:
                    self.send_header("Content-Encoding", packing)
            self.end_headers()
            if not is_known:
                self.wfile.write(data)
                counted.append((name, len(data)))

        def log_message(self, *_words: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Host)
    Thread(target=server.serve_forever, daemon=True).start()
    with (
        TemporaryDirectory() as home,
        chromium() as browser,
        with_profile(browser, Path(home)) as context,  # a private window keeps too little
    ):
        tab = Tab(context.new_page(), f"http://127.0.0.1:{server.server_port}/").open()
        tab.page.evaluate(_KEPT)
    server.shutdown()
    yield f"{sum(size for _name, size in counted) / 1e6:.2f} MB"
    twice = Counter(name for name, size in counted if size)
    yield f"twice: {', '.join(name for name, times in twice.items() if times > 1) or 'nothing'}"


# --- the solver -----------------------------------------------------------------------------------


def solved(tab: Tab, asked: Sequence[tuple[Position, Limit]]) -> list[tuple[int, float]]:
    """Return nodes and seconds of questions that the page's kernels answer."""
    text = json.dumps([[str(position), limit.nodes] for position, limit in asked])
    return [(nodes, seconds) for nodes, seconds in json.loads(tab.page.evaluate(_SOLVE, text))]


def kernels(browser: Browser, address: str) -> None:
    """Measure nodes a second against native ones, and proofs at 48 and 64 tiles."""
    tasks = bench.standard_tasks()
    asked = [(task.position, task.limit) for task in tasks]
    native = [measured.found for measured in bench.run(load(), tasks, hash_mb=64)]
    ours = sum(one.nodes for one in native) / sum(one.seconds for one in native)
    with visit(browser) as context:
        tab = Tab(context.new_page(), address).open()
        rates = []
        for _time in range(3):
            found = solved(tab, asked)
            nodes = sum(nodes for nodes, _seconds in found)
            rates.append(nodes / sum(seconds for _nodes, seconds in found))
        equal = [nodes for nodes, _seconds in found] == [one.nodes for one in native]
        say("nodes of bench", f"{nodes}", "as native" if equal else "NOT as native")
        share = f"{median(rates) / ours:.2f} of {ours / 1e6:.2f} native"
        say("million nodes a second", f"{median(rates) / 1e6:.2f}", share)
        for tiles in (48, 64):
            proofs = [(task.position, Limit()) for task in bench.proofs(tiles, _TIMES)]
            times = [seconds for _nodes, seconds in solved(tab, proofs)]
            say(f"{tiles} tiles proven", spread(times))


def finished(number: int) -> Record:
    """Return a game that was played to its end from 64 tiles."""
    game, random = Game(bench.left_of_deal(number, 64)), Random(number)
    while not game.position.is_over:
        game.play(random.choice(game.position.legal_moves))
    return Record({"First": "Ada", "Second": "Ben"}, game)


def reviews(browser: Browser, address: str) -> None:
    """Measure how long it takes until every cost of a finished game is proven, from 64 tiles on."""
    times = []
    for number in range(1, 4):
        with visit(browser) as context:
            tab = Tab(context.new_page(), address).open(game_link(finished(number)))
            began = time.monotonic()
            if tab.screen("result").page.locator(".spark button:disabled").count():
                tab.press("Details")
                if tab.button("Review").count():
                    tab.press("Review")
                tab.page.keyboard.press("Escape")
            tab.until(":not(:has(.spark .none))", ".spark i")
            times.append(time.monotonic() - began)
    say("review of a game from 64 tiles, proven", spread(times))


def touches(browser: Browser, address: str) -> None:
    """Measure answers to touches while a whole deal is analysed."""
    with visit(browser) as context:
        tab = Tab(context.new_page(), address).follow(position_link(Position.of_deal(5)))
        tab.screen("analyse").until("[data-state=thinking]")
        tab.page.evaluate(_TOUCHES)
        cells = [str(cell) for cell in sorted(tab.position.free_cells)]
        for place in range(2 * _TIMES):
            tab.choose(cells[place % len(cells)])
            time.sleep(0.3)
        is_busy = tab.data("state") == "thinking"
        answered = [milliseconds / 1000 for milliseconds in tab.page.evaluate("answered")]
        say("touch answered while the solver works", spread(answered), "" if is_busy else "IDLE")


# --- memory ---------------------------------------------------------------------------------------

_SECONDS: Final = 40.0
"""Until what only a start needs has been given back."""
_IS_MADE: Final = "() => fetch('snapshot').then(({ status }) => status === 200)"


def memories(_browser: Browser, address: str) -> None:
    """Measure the memory of a phone's tab: while a whole deal is analysed, and at rest."""
    before = {process.pid for process in processes()}

    def used(what: str, seconds: float) -> None:
        found, ends = [memory(before)], time.monotonic() + seconds
        while time.monotonic() < ends:
            time.sleep(1)
            found.append(memory(before))
        most, last = (f"{size / 1e6:.0f} MB" for size in (max(found), found[-1]))
        say(f"memory of the tab, {what}", f"{most} at most", f"{last} after {seconds:.0f} s")

    with phone() as page:
        tab = Tab(page, address)
        for visit in ("first", "a later"):
            tab.follow(position_link(Position.of_deal(5))).until("[data-state=thinking]")
            used(f"{visit} visit, proving", _SECONDS)
            tab.open().screen("home")
            until(lambda: page.evaluate(_IS_MADE), seconds=2 * PATIENCE)
            used(f"{visit} visit, at rest", _SECONDS)


def memory(before: set[int]) -> int:
    """Return the memory that belongs to the largest renderer that was begun since, alone."""
    found = [0]
    for process in processes():
        with suppress(psutil.Error):
            if process.pid not in before and "--type=renderer" in process.cmdline():
                found.append(process.memory_full_info().uss)
    return max(found)


if __name__ == "__main__":
    sys.exit(main())
