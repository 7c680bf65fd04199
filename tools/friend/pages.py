"""Whole games with a page at one end or at both, in real browsers: `python -m tools.friend.pages`.

    games [COUNT] [FIRST]     games by the plan below: broker or room, live or over days; pages are
                              reloaded, programs killed, the broker restarted; then both sides'
                              logs and records must be the same, and have every move
    firefox, webkit           Firefox or WebKit against Chromium, and against a program, with two
                              reloads each
    delays                    how soon a move is on the other screen, nobody being disturbed
    joins [COUNT]             how soon somebody is at the table who opens a link and joins at once,
                              in a browser that never had the page, and then with another link

The broker is a Mosquitto of its own with TLS, the page that in `dist/page`, or in the folder that
`MAHJONG_BATTLE_PAGE` names; what a program serves in a room is always that in `dist/page`. A move
that was made less than a second before a reload or a kill is counted by itself if it is lost.
"""

from __future__ import annotations

import base64
import json
import os
import queue
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import median
from typing import IO, TYPE_CHECKING, Any, Final

import click

from battle.friend.games import FriendGames, open_ways
from battle.friend.meeting import Terms
from battle.friend.ways.page import own_address
from battle.friend.words import invitation_link
from battle.game.setup import TimeControl
from battle.profile.records import Records
from battle.profile.store import Database
from battle.rules.position import Position
from battle.rules.record import record
from battle.storage import Places
from solver.bench import left_of_deal
from tests.support.brokers import Mosquitto, free_port, until, until_open
from tests.support.processes import ROOT, started
from tools.command import command
from tools.page.browser import PATIENCE, Tab, chromium, serving
from tools.page.firefox import firefox
from tools.page.webkit import webkit

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FOLDER: Final = Path(os.environ.get("MAHJONG_BATTLE_PAGE") or ROOT / "dist" / "page")
QUICK_TILES: Final = 26
"""Tiles of a quick deal: what random play leaves of a whole one."""
MOST_SECONDS: Final = 400.0
"""After which a game is said to hang."""
BROWSERS: Final[Mapping[str, Callable[[], AbstractContextManager[Any]]]] = {
    "firefox": firefox,
    "webkit": webkit,
}
"""Those that are not Chromium."""
SOON: Final = 1.0
"""Seconds after which a move may no longer be lost by a reload or a kill."""
CALM: Final = 6.0
"""Seconds after trouble until delays are measured again."""


# --- the broker -----------------------------------------------------------------------------------


def certificate(folder: Path, name: str) -> tuple[Path, Path, str]:
    """Make a certificate for this machine; return it, its key, and what Chromium knows it by."""
    made, key = folder / f"{name}.pem", folder / f"{name}.key"
    new = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
    names = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"]
    files = ["-keyout", str(key), "-out", str(made)]
    subprocess.run(["openssl", "req", "-x509", *new, *names, *files], check=True, stderr=-3)
    public = subprocess.run(
        f"openssl x509 -in {made} -pubkey -noout | openssl pkey -pubin -outform der"
        " | openssl dgst -sha256 -binary",
        shell=True,
        check=True,
        stdout=-1,
    ).stdout
    return made, key, base64.b64encode(public).decode()


class TlsBroker(Mosquitto):
    """A Mosquitto that pages reach by WebSocket inside TLS; `named` are both addresses."""

    def __init__(self, folder: Path, made: Path, key: Path) -> None:
        port = free_port()
        super().__init__(
            folder,
            [
                "allow_anonymous true",
                f"listener {port} 127.0.0.1",
                "protocol websockets",
                f"certfile {made}",
                f"keyfile {key}",
            ],
        )
        self.socket = f"wss://127.0.0.1:{port}/mqtt"
        self.named = f"{self.url} {self.socket}"


# --- what a side has at the end -------------------------------------------------------------------

_FILES: Final = """async () => {
  const open = indexedDB.open("/home/mahjong-battle");
  const base = await new Promise((done, fail) => {
    open.onsuccess = () => done(open.result);
    open.onerror = () => fail(open.error);
  });
  const store = base.transaction("FILE_DATA").objectStore("FILE_DATA");
  const found = [];
  await new Promise((done) => {
    store.openCursor().onsuccess = ({ target: { result } }) => {
      if (!result) return done();
      const { contents } = result.value;
      if (contents) {
        let text = "";
        for (const one of contents) text += String.fromCharCode(one);
        found.push([result.key, btoa(text)]);
      }
      result.continue();
    };
  });
  base.close();
  return found;
}"""

_FORGET: Final = """() => {
  localStorage.clear();
  const asked = indexedDB.deleteDatabase("/home/mahjong-battle");
  return new Promise((done) => (asked.onsuccess = () => done(true)));
}"""


@dataclass(frozen=True)
class Evidence:
    """What a side has of the game: both logs, its messages, and its record."""

    logs: dict[str, Any]
    record: str

    @staticmethod
    def of(home: Path) -> Evidence:
        """Read it from the side's own files."""
        places = Places.below(home)
        (file,) = [one for one in places.friends.glob("*.json") if not one.name.startswith(".")]
        book = json.loads(file.read_text("utf-8"))["logbook"]
        database = Database.of(places)
        (game,) = Records(database).games()
        database.close()
        return Evidence({side: book[side] for side in ("host", "guest")}, game.record)


# --- one side -------------------------------------------------------------------------------------


@dataclass
class Side:
    """One side of a game; `shown` says when each position was first on its screen.

    `made` says when the person there made the move that led to a position. What was on the screen
    less than a second before a kill stands in `young`.
    """

    name: str
    shown: dict[str, float] = field(default_factory=dict)
    made: dict[str, float] = field(default_factory=dict)
    young: set[str] = field(default_factory=set)
    is_over: bool = False

    def note(self) -> None:
        """Note what is young now."""
        self.young |= {one for one, at in self.shown.items() if time.time() - at < SOON}


_WATCH: Final = """() => {
  const root = document.getElementById("root");
  if (globalThis.stamps) return;
  globalThis.stamps = [];
  let lifted = 0;
  let last = "";
  addEventListener("pointerup", () => (lifted = Date.now()), true);
  const look = () => {
    const { position } = root.dataset;
    if (!position || position === last || root.dataset.state === "loading") return;
    last = position;
    globalThis.stamps.push([position, Date.now(), lifted]);
    lifted = 0;
  };
  new MutationObserver(look).observe(root, { attributes: true });
  look();
}"""
_LOOK: Final = """() => {
  const { state, position } = document.getElementById("root").dataset;
  const live = !!document.querySelector(".screen.table button[data-free][aria-disabled=false]");
  return [state, position ?? "", live, (globalThis.stamps ?? []).splice(0)];
}"""


_SHARES: Final = "() => { navigator.share = async ({ text }) => { self.shared = text; }; }"
"""Keeps what is shared, where the system would ask with whom."""


class PageSide(Side):
    """A page in a browser, played at random by touch or mouse."""

    def __init__(self, name: str, page: Any, address: str, random: Random, friend: str) -> None:
        super().__init__(name)
        self.tab, self._random, self._friend = Tab(page, address), random, friend
        self._due = 0.0
        self.position = ""

    def join(self, link: str) -> None:
        """Open a link and join."""
        self.tab.open(link).screen("join")
        self.enter()

    def enter(self) -> None:
        """Join by the invitation that is shown, once no table comes that moves the button."""
        name = self.tab.until("", ".screen.join .cloth").page.locator("#name")
        name.fill(self.name)
        name.press("Tab")
        self.tab.press(f"Play with {self._friend}")

    def invite(self, start: Position, named: str, *, live: bool) -> str:
        """Invite to a game; return what stands behind `#` of the link."""
        tab = self.tab.open().screen("home").press("You").press("Settings").screen("settings")
        tab.press("More settings").until("", ".sheet #brokers")
        tab.page.locator("#brokers").fill(named)
        tab.page.locator("#brokers").press("Tab")
        tab.page.wait_for_timeout(300)
        tab.press("Done").new_game()
        self._press("A friend elsewhere", "#root [role=radio]")
        tab.match_settings().until("", ".sheet #name0")
        self._press("Live" if live else "Days", ".sheet [role=radio]")
        tab.page.locator("#deal_by").select_option("pasted")
        tab.until("", ".sheet #pasted")
        for name, text in (("pasted", str(start)), ("name0", self.name)):
            tab.page.locator(f".sheet #{name}").fill(text)
            tab.page.locator(f".sheet #{name}").press("Tab")
        tab.press("Done")
        tab.page.evaluate(_SHARES)
        tab.press("Invite a friend").page.wait_for_selector("#root .message")
        tab.press("Send")
        shared = "() => self.shared ?? ''"
        sent: str = until(lambda: tab.page.evaluate(shared), lambda: tab.words, PATIENCE)
        return "#" + sent.partition("#")[2].strip()

    def _press(self, words: str, among: str) -> None:
        script = """([words, among]) => {
          const found = [...document.querySelectorAll(among)];
          const one = found.find((button) => button.innerText.includes(words));
          one?.click();
          return !!one;
        }"""
        until(lambda: self.tab.page.evaluate(script, [words, among]), lambda: f"{words} in {among}")

    def begin(self) -> None:
        """Come to the table, and watch it from then on."""
        self.tab.until("[data-position]", ":is(.screen.table, .screen.result)")
        self.tab.page.evaluate(_WATCH)

    def look(self) -> bool:
        """Take in what is shown; return whether it is this side's turn."""
        state, self.position, live, stamps = self.tab.page.evaluate(_LOOK)
        for position, at, lifted in stamps:
            self.shown.setdefault(position, at / 1000)
            if lifted:
                self.made.setdefault(position, lifted / 1000)
        self.is_over = state == "over"
        return bool(live)

    def step(self) -> None:
        """Take a pair at random, some time after it has become this side's turn."""
        if not self.look():
            self._due = 0.0
            return
        self._due = self._due or time.monotonic() + self._random.uniform(0.05, 0.5)
        if time.monotonic() >= self._due:
            legal = Position.parse(self.position).legal_moves
            self.tab.take(self._random.choice(legal))
            self.look()

    def reload(self) -> bool:
        """Load the page again, which comes back to the table; return whether it had a move less."""
        self.look()
        self.note()
        before = Position.parse(self.position)
        self.tab.page.reload()
        until(lambda: self.tab.page.evaluate("!globalThis.stamps"), lambda: "a reload", PATIENCE)
        self.begin()
        ends = time.monotonic() + 3
        while (now := self.tab.position).tiles_left > before.tiles_left:
            if time.monotonic() > ends:
                return True
            time.sleep(0.05)
        return now.tiles_left > before.tiles_left

    def evidence(self, folder: Path) -> Evidence:
        """Copy the page's files, and read them."""
        for name, packed in self.tab.page.evaluate(_FILES):
            file = folder / str(name).removeprefix("/home/mahjong-battle/")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(base64.b64decode(packed))
        return Evidence.of(folder)

    @property
    def errors(self) -> list[str]:
        """What Python or JavaScript did not expect; that a connection fails is said there too."""
        common = ("WebSocket", "net::ERR", "Failed to load resource", "connection")
        return [one for one in self.tab.errors if not any(word in one for word in common)]


class ProcessSide(Side):
    """A program or a terminal in a process of its own."""

    def __init__(self, name: str, kind: str, home: Path, line: str, seed: int) -> None:
        super().__init__(name)
        self.kind, self.home, self._line, self._seed = kind, home, line, seed
        self._running: ExitStack | None = None
        self._said: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._starts = 0
        self.position = ""

    @property
    def is_running(self) -> bool:
        """Whether it has been started and not killed."""
        return self._running is not None

    def start(self) -> None:
        """Start it."""
        self._starts += 1
        how = ["-m", "tools.friend.page_side", self.kind, str(self.home), self._line]
        self._running = ExitStack()
        environment = os.environ | {"PYTHONWARNINGS": "ignore", "LANGUAGE": "en"}
        self._process = self._running.enter_context(
            started(
                [sys.executable, *how, f"{self._seed}/{self._starts}"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=(self.home / "errors.txt").open("a"),
                text=True,
                bufsize=1,
                env=environment,
            )
        )
        threading.Thread(target=self._read, args=[self._process.stdout], daemon=True).start()

    def _read(self, lines: IO[str]) -> None:
        with suppress(ValueError):
            for line in lines:
                self._said.put(line)

    def type(self, text: str) -> None:
        """Type a line."""
        typed: Any = self._process.stdin
        with suppress(OSError):
            typed.write(f"{text}\n")
            typed.flush()

    def look(self) -> None:
        """Take in what it has printed."""
        while not self._said.empty():
            line = self._said.get()
            if "“yes”: Play" in line:
                self.type(f"name {self.name}")
                self.type("yes")
            if line.startswith('{"'):
                said = json.loads(line)
                is_own, at = "played" in said, said["at"]
                self.position = said["played" if is_own else "shown"]
                self.shown.setdefault(self.position, at)
                if is_own:
                    self.made.setdefault(self.position, at)

    def kill(self) -> None:
        """End it at once."""
        self.look()
        self.note()
        assert self._running is not None
        self._running.close()
        self._running = None

    def evidence(self, _folder: Path) -> Evidence:
        """Close it in order, and read its files."""
        self.type("quit")
        self._process.wait(60)
        self.look()
        self.kill()
        return Evidence.of(self.home)

    @property
    def errors(self) -> list[str]:
        """What it wrote to standard error."""
        return (self.home / "errors.txt").read_text().splitlines()


# --- a game ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Plan:
    """Who plays whom, and how: `page`, `program`, `terminal`, a browser; the host is first."""

    host: str
    guest: str
    way: str
    live: bool
    whole: bool = False

    def __str__(self) -> str:
        how = "live" if self.live else "days"
        return f"{self.host} – {self.guest}, {self.way}, {how}" + ", whole" * self.whole


PLANS: Final = (
    Plan("program", "page", "broker", live=True, whole=True),
    Plan("page", "page", "broker", live=True),
    Plan("program", "page", "room", live=True),
    Plan("page", "terminal", "broker", live=False),
    Plan("page", "page", "broker", live=False, whole=True),
    Plan("program", "page", "room", live=False),
    Plan("page", "program", "broker", live=False),
    Plan("terminal", "page", "room", live=True),
    Plan("program", "page", "room", live=True, whole=True),
    Plan("page", "page", "broker", live=False),
    Plan("page", "program", "broker", live=True),
    Plan("program", "page", "broker", live=False),
    Plan("page", "terminal", "broker", live=True, whole=True),
    Plan("terminal", "page", "room", live=False),
    Plan("page", "page", "broker", live=True),
    Plan("program", "page", "broker", live=True),
    Plan("page", "program", "broker", live=False, whole=True),
    Plan("page", "page", "broker", live=True, whole=True),
    Plan("program", "page", "room", live=False),
    Plan("page", "page", "broker", live=False),
)


@dataclass
class World:
    """What all games share: browsers, the served page, the broker, what was counted."""

    browser: Browser
    address: str
    broker: TlsBroker
    folder: Path
    other: Any = None
    counts: Counter[str] = field(default_factory=Counter)
    delays: list[float] = field(default_factory=list)


@contextmanager
def world(other: str = "") -> Iterator[World]:
    """Start everything, with one of the other `BROWSERS` if it is wanted."""
    with ExitStack() as around:
        folder = Path(around.enter_context(tempfile.TemporaryDirectory()))
        made, key, known = certificate(folder, "broker")
        broker = TlsBroker(folder, made, key)
        broker.start()
        around.callback(broker.kill)
        address = around.enter_context(serving(FOLDER))
        trusts = f"--ignore-certificate-errors-spki-list={known}"
        browser = around.enter_context(chromium(trusts))
        page = around.enter_context(BROWSERS[other]()) if other else None
        yield World(browser, address, broker, folder, page)


class Game:
    """A game of two sides by a plan, with trouble."""

    def __init__(self, world: World, plan: Plan, seed: int, *, trouble: bool = True) -> None:
        self.world, self.plan, self.random = world, plan, Random(seed)
        self.seed, self.home = seed, world.folder / f"game{seed}"
        self.home.mkdir()
        start = Position.of_deal(1000 + seed) if plan.whole else left_of_deal(seed, QUICK_TILES)
        self.start = start
        self.counts = world.counts
        self.sides: list[Any] = []
        self._around = ExitStack()
        self._calm_at = 0.0
        self._measured = set[str]()
        self._later: list[tuple[float, Any]] = []
        self.due = self._trouble() if trouble else []

    def _trouble(self) -> list[tuple[int, float, str]]:
        """Return what happens after which ply, how many seconds later."""
        plan, last = self.plan, self.start.tiles_left // 2 - 3
        kinds = ["reload", "reload"]
        if {plan.host, plan.guest} & {"program", "terminal"}:
            kinds.append("kill")
        if plan.way == "broker":
            kinds.append("restart")
        seconds = self.random.uniform
        return sorted((self.random.randint(1, last), seconds(0, 2.0), kind) for kind in kinds)

    # Meeting

    def _terms(self) -> Terms:
        control = TimeControl(600, 5) if self.plan.live else None
        number = 1000 + self.seed if self.plan.whole else None
        return Terms(self.start, number, control=control, days=0 if self.plan.live else 3)

    def _page(self, name: str, kind: str, address: str, friend: str) -> PageSide:
        page = self.world.other
        if kind in BROWSERS:  # the same one for all games: it forgets the last
            page.goto(f"{self.world.address}LICENSE.txt")
            page.evaluate(_FORGET)
        else:
            context = self.world.browser.new_context(viewport={"width": 900, "height": 700})
            self._around.callback(context.close)
            page = context.new_page()
        return PageSide(name, page, address, Random(f"{self.seed}/{name}"), friend)

    def meet(self) -> None:
        """Let the host invite and the guest join."""
        plan, world = self.plan, self.world
        if plan.host in ("program", "terminal"):
            self._meet_program()
        else:
            ada = self._page("Ada", plan.host, world.address, "Ben")
            link = ada.invite(self.start, world.broker.named, live=plan.live)
            if plan.guest in ("program", "terminal"):
                line = "mahjong-battle:" + link[1:].partition("~")[0]
                home = self.home / "guest"
                home.mkdir()
                ben: Any = ProcessSide("Ben", plan.guest, home, line, self.seed)
                ben.start()
            else:
                ben = self._page("Ben", plan.guest, world.address, "Ada")
                ben.join(link)
            self.sides = [ada, ben]
        for side in self.pages:
            self._wait_for_table(side)

    def _meet_program(self) -> None:
        plan, world, home = self.plan, self.world, self.home / "host"
        is_room = plan.way == "room"
        games = FriendGames(Places.below(home))
        broker = "" if is_room else world.broker.url
        made = games.invite(self._terms(), "Ada", broker=broker, lan=is_room)
        where = made.invitation
        link, address = invitation_link(made.meeting, world.address, world.broker.named), ""
        games.close()
        port = self._port = free_port()
        (home / "port").write_text(str(port), "ascii")
        if is_room:
            address = f"http://{own_address()}:{port}/"
            link = replace(where, broker="", lan=True).link(address)
        ada = ProcessSide("Ada", plan.host, home, str(where), self.seed)
        ada.start()
        ben = self._page("Ben", plan.guest, address or world.address, "Ada")
        if is_room:
            until_open(own_address(), port, 60)
        ben.join("#" + link.partition("#")[2])
        self.sides = [ada, ben]

    def _wait_for_table(self, side: PageSide) -> None:
        """Wait for the table; the other side's questions are answered meanwhile."""

        def is_there() -> bool:
            for one in self.processes:
                one.look()
            return bool(side.tab.data("position")) and side.tab.data("state") != "loading"

        until(is_there, lambda: f"{self} did not begin: {self._told()}", 60)
        side.begin()

    @property
    def pages(self) -> list[PageSide]:
        """The sides that are pages."""
        return [one for one in self.sides if isinstance(one, PageSide)]

    @property
    def processes(self) -> list[ProcessSide]:
        """The sides that are processes."""
        return [one for one in self.sides if isinstance(one, ProcessSide)]

    def __str__(self) -> str:
        return f"game {self.seed} ({self.plan})"

    # Playing

    def run(self) -> None:
        """Play to the end; raise AssertionError if something is lost, differs or hangs."""
        with self._around:
            self._around.callback(self._end)
            self.meet()
            ends = time.monotonic() + MOST_SECONDS
            while self.due or not all(side.is_over for side in self.pages):
                assert time.monotonic() < ends, f"{self} hangs: {self._told()}"
                for side in self.sides:
                    if isinstance(side, PageSide):
                        side.step()
                    elif side.is_running:
                        side.look()
                        self._type(side)
                self._harm(all(side.is_over for side in self.pages))
                self._measure()
                time.sleep(0.02)
            for when, what in self._later:
                time.sleep(max(0, when - time.monotonic()))
                what()
            self._compare()
        self.counts["games"] += 1

    def _end(self) -> None:
        for one in self.processes:
            if one.is_running:
                one.kill()

    def _ply(self) -> int:
        found = [Position.parse(one.position) for one in self.sides if one.position]
        left = min((one.tiles_left for one in found), default=self.start.tiles_left)
        return (self.start.tiles_left - left) // 2

    _typed: tuple[str, float] = "", 0.0

    def _type(self, side: ProcessSide) -> None:
        """Type a pair at a terminal whose turn it is; again if it was not understood in time."""
        if side.kind != "terminal" or not side.position:
            return
        page = self.pages[0]
        place, at = self._typed
        is_due = place != side.position or time.monotonic() - at > 5
        position = Position.parse(side.position)
        mine = page.position == side.position and not page.look() and not position.is_over
        if mine and is_due and not page.is_over:
            self._typed = side.position, time.monotonic()
            side.type(str(self.random.choice(position.legal_moves)))

    _since: float | None = None

    def _harm(self, is_over: bool) -> None:
        """Let happen what is due; at the end of the game everything is."""
        for when, what in [*self._later]:
            if time.monotonic() >= when:
                self._later.remove((when, what))
                what()
        if not self.due or (self._ply() < self.due[0][0] and not is_over):
            return
        _ply, seconds, kind = self.due[0]
        self._since = self._since or time.monotonic()
        if time.monotonic() < self._since + seconds:
            return
        broker, soon = self.world.broker, time.monotonic() + self.random.uniform(0.2, 2)
        if kind == "reload":
            if self.plan.way == "room":  # the program serves the page
                if not self.processes[0].is_running:
                    return
                until_open(own_address(), self._port, 60)
            page = self.random.choice(self.pages)
            young = time.time() - max(page.made.values(), default=0)
            page.look()
            if page.reload():
                is_soon = young < SOON
                self.counts["moves lost by a reload within a second" if is_soon else "LOST"] += 1
        elif kind == "kill":
            (side,) = self.processes
            if not side.is_running:
                return
            side.kill()
            self._later.append((soon, side.start))
        elif not broker.is_running:
            return
        else:
            broker.kill()
            self._later.append((soon, broker.start))
        self.due.pop(0)
        self._since = None
        self.counts[f"{kind}s"] += 1
        self._calm_at = time.time() + CALM

    def _measure(self) -> None:
        """Note how soon moves were on the other screen."""
        first, second = self.sides
        for mover, other in ((first, second), (second, first)):
            for position in [one for one in mover.made if one in other.shown]:
                at = mover.made[position]
                if self._calm_at < at and position not in self._measured:
                    self.world.delays.append(other.shown[position] - at)
                self._measured.add(position)

    def _told(self) -> str:
        told = [side.tab.words.replace("\n", " | ")[:600] for side in self.pages]
        told += [f"{one.kind} {one.is_running} {one.position}" for one in self.processes]
        told += [f"due {self.due}, later {len(self._later)}, broker {self.world.broker.is_running}"]
        return " // ".join([*told, *(str(page.tab.errors[-4:]) for page in self.pages)])

    # At the end

    def _compare(self) -> None:
        """Check that both sides have the same, and all that was ever on a screen."""
        time.sleep(2)
        found = []
        for number, side in enumerate(self.sides):
            folder = self.home / f"files{number}"
            ends = time.monotonic() + 30
            while True:
                try:
                    found.append(side.evidence(folder))
                    break
                except (ValueError, LookupError):  # not written yet
                    if time.monotonic() > ends or isinstance(side, ProcessSide):
                        raise
                    time.sleep(0.5)
            assert not side.errors, f"{self}: {side.errors[:3]}"
        one, other = found
        assert one.logs == other.logs, f"{self}: logs differ"
        assert agreed(one.record) == agreed(other.record), (
            f"{self}: records differ:\n{one.record}\n{other.record}"
        )
        root = record(one.record).game.root
        line = {str(node.position) for node in (root, *root.main_line())}
        for side in self.sides:
            gone = set(side.shown) - line
            self.counts["moves on a screen"] += len(side.shown)
            self.counts["moves lost within a second"] += len(gone & side.young)
            assert not gone - side.young, f"{self}: lost {gone - side.young}"


def agreed(text: str) -> str:
    """Return a record without its date, and without what this side's review has found so far."""
    line = re.sub(r'\[Date "[^"]*"\]', "", " ".join(text.split()))
    return re.sub(r"\{ *\} ?", "", re.sub(r"\[%(eval|err) [^]]*\] ?", "", line)).strip()


# --- what is run ----------------------------------------------------------------------------------


@contextmanager
def hosting(world: World, folder: Path) -> Iterator[str]:
    """Invite to a game, and wait for the friend; what stands behind `#` of the link."""
    games, over = FriendGames(Places.below(folder), open_ways), threading.Event()
    made = games.invite(Terms(Position.of_deal(7), 7), "Ada", broker=world.broker.url)
    link = invitation_link(made.meeting, world.address, world.broker.named)

    def wait() -> None:
        while not over.wait(0.02):
            games.update(datetime.now(UTC))

    waiting = threading.Thread(target=wait)
    waiting.start()
    try:
        yield "#" + link.partition("#")[2]
    finally:
        over.set()
        waiting.join()
        games.close()


def joins(world: World, count: int) -> None:
    """Measure how soon a page is at the table."""
    found: dict[str, list[float]] = {"cold": [], "warm": []}
    for number in range(count):
        context = world.browser.new_context(viewport={"width": 400, "height": 800})
        for kind, seconds in found.items():
            page = context.new_page()
            side = PageSide("Ben", page, world.address, Random(number), "Ada")
            with hosting(world, world.folder / f"{kind}{number}") as link:
                began = time.monotonic()
                page.goto(world.address + link)
                side.tab.until("", ".screen.join #name")
                side.enter()
                side.tab.until("[data-position]", ".screen.table")
                seconds.append(time.monotonic() - began)
                page.close()
        context.close()
    for kind, seconds in found.items():
        print(f"joined, {kind}: median {median(seconds):.2f} s, at most {max(seconds):.2f}")


def report(world: World, began: float) -> None:
    """Print what was counted."""
    for what, count in sorted(world.counts.items()):
        print(f"{count:8}  {what}")
    if world.delays:
        found = sorted(world.delays)
        print(
            f"delays: median {median(found):.3f} s, 95th {found[int(0.95 * len(found))]:.3f} s, "
            f"largest {found[-1]:.3f} s, of {len(found)}"
        )
    print(f"{time.monotonic() - began:.0f} s; load {os.getloadavg()[1]:.1f}")


def play(world: World, plan: Plan, seed: int, *, trouble: bool = True) -> None:
    """Play a game, and say so."""
    began = time.monotonic()
    try:
        Game(world, plan, seed, trouble=trouble).run()
        said = "same"
    except Exception as error:  # the others are worth playing
        said = f"FAILED: {type(error).__name__} {str(error)[:3000]}"
        world.counts["games that failed"] += 1
        if not world.broker.is_running:
            world.broker.start()
    load = os.getloadavg()[0]
    print(f"{seed:3} {plan}: {said}; {time.monotonic() - began:.0f} s, load {load:.1f}", flush=True)


@command
@click.argument("what", type=click.Choice(["games", *BROWSERS, "delays", "joins"]), default="games")
@click.argument("count", default=len(PLANS))
@click.argument("first", default=0)
def main(what: str, count: int, first: int) -> int:
    """Play, and print the outcome."""
    began = time.monotonic()
    with world(what if what in BROWSERS else "") as around:
        if what == "games":
            for seed in range(first, first + count):
                play(around, PLANS[seed % len(PLANS)], seed)
        elif what == "joins":
            joins(around, count)
        elif what == "delays":
            for seed, plan in enumerate(one for one in PLANS if one.whole):
                play(around, plan, 100 + seed, trouble=False)
        else:
            for seed, (host, guest) in enumerate(
                [("page", what), (what, "page"), ("program", what)]
            ):
                play(around, Plan(host, guest, "broker", live=True, whole=seed != 1), 200 + seed)
        report(around, began)
    return int(around.counts["games that failed"] > 0)


if __name__ == "__main__":
    sys.exit(main())
