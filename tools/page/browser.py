"""Chromium with the page in it, served as `mahjong-battle web` does and driven as a person does.

    serving(folder) ──► address        chromium() ──► browser ──► Tab: touch, keys, what is shown

What the page shows is read from the attributes that stay, such as `data-position`, and compared
with the rules.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from battle.commands.web import HERE
from battle.friend.ways.page import Port
from battle.language import _
from battle.rules.position import Cell, Move, Position

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Locator, Page

NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "chrome")
"""What Chromium may be called."""

OPTIONS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE: Final = 60.0
"""Seconds until what is waited for is given up; a busy machine needs many of them."""


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serve a folder with the page; yield its address."""
    port = Port(lambda: folder, HERE, 0)
    try:
        yield f"http://{HERE}:{port.number}/"
    finally:
        port.end()


@contextmanager
def chromium(*further: str) -> Iterator[Browser]:
    """Run the system's Chromium without a window, with further options.

    Raises RuntimeError where there is none.
    """
    from playwright.sync_api import sync_playwright  # only the page's tests need a browser

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program(), args=[*OPTIONS, *further])
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def with_profile(browser: Browser, folder: Path) -> Iterator[BrowserContext]:
    """Run it once more with a profile, in which preferences may stand already."""
    context = browser.browser_type.launch_persistent_context(
        folder, executable_path=program(), args=OPTIONS
    )
    try:
        yield context
    finally:
        context.close()


def program() -> str:
    """Return the system's Chromium; raise RuntimeError where there is none."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        raise RuntimeError(f"no Chromium was found: {', '.join(NAMES)}")
    return found


class Tab:
    """The page in a tab; `errors` are what its console said, `requests` what it asked for."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address
        self.root = page.locator("#root")
        self.errors: list[str] = []
        page.set_default_timeout(1000 * PATIENCE)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on(
            "console",
            lambda message: self.errors.append(message.text) if message.type == "error" else None,
        )

    def open(self, link: str = "") -> Tab:
        """Visit the page, with what its address is to open; return when it can be used."""
        self.page.goto("about:blank")  # from the same address it would be a reload
        self.page.goto(self.address + link)
        return self.until(":is([data-state=ready], [data-state=thinking], [data-state=over])")

    def follow(self, link: str) -> Tab:
        """Visit the page by a link as somebody new, and go on to what it brings."""
        self.open(link).page.locator(".btn.main").click()
        return self

    def until(self, wanted: str, inside: str = "") -> Tab:
        """Wait until the root element is as wanted, with something inside it."""
        self.page.wait_for_selector(f"#root{wanted} {inside}".strip(), state="attached")
        return self

    def screen(self, name: str) -> Tab:
        """Wait for a screen."""
        return self.until(":not([data-state=loading])", f".screen.{name}")

    # --- what is shown --------------------------------------------------------------------------

    def data(self, name: str) -> str:
        """Return an attribute of the root element, empty if it has none."""
        return self.root.get_attribute(f"data-{name}") or ""

    @property
    def position(self) -> Position:
        """The position on the board."""
        return Position.parse(self.data("position"))

    def tiles(self) -> dict[str, tuple[str, bool]]:
        """Return the kind of each tile on the board, and whether it is free."""
        shown: dict[str, list[Any]] = self.page.evaluate(
            """() => Object.fromEntries([...document.querySelectorAll("#root [data-cell]")].map(
              (tile) => [tile.dataset.cell, [tile.style.getPropertyValue("--face"),
                                             "free" in tile.dataset]]))"""
        )
        return {
            cell: (face.rpartition("/")[2].partition(".")[0].rstrip("\\"), free)
            for cell, (face, free) in shown.items()
        }

    def moves(self) -> list[Move]:
        """Return the pairs in the list."""
        listed = self.page.locator("#root [data-move]").evaluate_all(
            "pairs => pairs.map((pair) => pair.dataset.move)"
        )
        return [Move.parse(move) for move in listed]

    def costs(self) -> dict[Move, int]:
        """Return what every pair in the list costs, as soon as it is proven."""
        ends = time.monotonic() + PATIENCE
        while time.monotonic() < ends:
            pairs = self.page.locator("#root [data-move]").evaluate_all(
                "all => all.map(({dataset}) => [dataset.move, dataset.lower, dataset.upper])"
            )
            if pairs and all(lower is not None and lower == upper for _, lower, upper in pairs):
                return {Move.parse(move): int(lower) for move, lower, _upper in pairs}
            time.sleep(0.05)
        raise AssertionError(f"not proven: {pairs}")

    def scores(self) -> tuple[int, int]:
        """Return the points of both players at the table."""
        first, second = (
            int(self.page.locator(f".seat[data-player='{player}'] .score").inner_text())
            for player in (1, 2)
        )
        return first, second

    @property
    def words(self) -> str:
        """Everything that can be read."""
        return self.page.locator("body").inner_text()

    # --- what is done ---------------------------------------------------------------------------

    def button(self, name: str) -> Locator:
        """Return the button of an English name, in the sheet if one lies over the screen."""
        return self.page.get_by_role("button", name=_(name), exact=True).last

    def press(self, name: str) -> Tab:
        """Press the button of a name."""
        self.button(name).click()
        return self

    def place(self, cell: Cell | str) -> tuple[float, float]:
        """Return the middle of a tile."""
        box = self.page.locator(f"#root [data-cell='{cell}']").bounding_box()
        assert box is not None, cell
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def choose(self, cell: Cell | str) -> None:
        """Touch a tile, or click it where there is no touch."""
        place = self.place(cell)
        if self.page.evaluate("navigator.maxTouchPoints > 0"):
            self.page.touchscreen.tap(*place)
        else:
            self.page.mouse.click(*place)

    def take(self, move: Move) -> Tab:
        """Choose both tiles of a pair, and wait until it is taken."""
        before = self.data("position")
        for cell in move:
            self.choose(cell)
        return self.until(f":not([data-position='{before}'])")

    def home(self) -> Tab:
        """Go back to the start screen from wherever that led."""
        self.page.evaluate("history.go(-history.state.depth)")
        return self.screen("home")

    def new_game(self) -> Tab:
        """Open a new game on the whole deal 7."""
        if not self.page.locator(".screen.home").count():
            self.open().screen("home")
        self.press("Play").screen("new_game")
        self.page.locator("main .seg button").filter(has_text="108").click()
        self.match_settings().page.locator("#deal_by").select_option("number")
        number = self.page.locator("#number")
        number.fill("7")
        number.press("Tab")
        self.page.locator(".sheet .btn.main").click()
        self.page.wait_for_selector(".sheet", state="detached")
        return self.until("", ".person")

    def begin(self, rival: str = "A friend here") -> Tab:
        """Begin a game on deal 7, with a friend at this device or somebody at a level."""
        self.new_game().choose_rival(rival)
        self.page.locator(".bottom .btn.main").click()
        return self.until("[data-position][data-state=ready]", ".screen.table")

    def choose_rival(self, name: str) -> None:
        """Choose whom to play."""
        named = self.page.get_by_text(name, exact=True)
        self.page.locator(".person").filter(has=named).click()

    def match_settings(self) -> Tab:
        """Open them; their button says what is chosen."""
        self.page.locator("main .btn:has([href$='#settings'])").click()
        return self.until("", ".sheet")

    def begin_from(self, position: str, rival: str) -> Tab:
        """Begin a game from a position."""
        self.new_game().choose_rival(rival)
        self.match_settings().page.locator("#deal_by").select_option("pasted")
        text = self.page.locator("#pasted")
        text.fill(position)
        text.press("Tab")
        self.press("Done").page.locator(".bottom .btn.main").click()
        return self.until("[data-position]", ".screen.table")
