"""Visitors of the page in a real browser, what breaks for them, and a walk through its screens."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from gettext import GNUTranslations
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from battle import language
from battle.friend.ways.build import open_package
from battle.resources import asset
from battle.rules.links import held_in
from battle.rules.position import Cell
from battle.rules.record import Record
from tools.page.browser import Tab
from tools.reference import move_values

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ENDGAME: Final = "5m5p1m3s/5p5m1m2p/9s2s2p4s/9s2s3s4s"
"""Eight pairs, of which some are traps."""

DESK: Final = {"viewport": {"width": 1366, "height": 768}}


class Visitor:
    """Somebody with a browser of their own, which keeps what the page keeps.

    Files come from the server each time, unless `how` allows the service worker, as `keeps` does.
    """

    def __init__(self, browser: Browser, address: str, **how: Any) -> None:
        self.address, self.requests, self.tabs = address, list[str](), list[Tab]()
        self.context = browser.new_context(**{"service_workers": "block", **how})
        self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.context.on("request", lambda request: self.requests.append(request.url))

    def tab(self) -> Tab:
        """Open a tab, still empty."""
        self.tabs.append(Tab(self.context.new_page(), self.address))
        return self.tabs[-1]

    @property
    def errors(self) -> list[str]:
        """What the consoles said, once: what is asked for twice is another error."""
        found = [words for tab in self.tabs for words in tab.errors]
        for tab in self.tabs:
            tab.errors.clear()
        return found

    def leave(self) -> None:
        """Close everything; nothing was wrong, and nothing was asked of another host."""
        errors = self.errors
        self.context.close()
        assert errors == []
        foreign = [url for url in self.requests if not url.startswith((self.address, "blob:"))]
        assert foreign == []


# --- a tab ----------------------------------------------------------------------------------------


def check_table(tab: Tab) -> None:
    """Check that what stands on the table is what the rules say of its position."""
    position = tab.position
    free = position.free_cells
    assert tab.tiles() == {str(cell): (str(kind), cell in free) for cell, kind in position.tiles()}
    assert sorted(tab.moves()) == sorted(position.legal_moves)
    assert tab.data("turn") == str(position.to_move)
    assert tab.scores() == position.points


def shared(tab: Tab) -> Record:
    """Return the game in the link that the table copies."""
    for words in ("Details", "See the board", "More", "Advanced", "Copy as a link"):
        tab.press(words)
    tab.page.locator(".dock", has_text="Copied").wait_for()
    text = str(tab.page.evaluate("navigator.clipboard.readText()"))
    record = held_in(text.splitlines()[-1])
    assert isinstance(record, Record)
    return record


@contextmanager
def finger(tab: Tab, cell: Cell | str, aside: float = 0.0) -> Iterator[None]:
    """Hold a finger on the board, a little aside of a tile."""
    x, y = tab.place(cell)
    session = tab.page.context.new_cdp_session(tab.page)
    touch = {"type": "touchStart", "touchPoints": [{"x": x + aside, "y": y}]}
    session.send("Input.dispatchTouchEvent", touch)
    yield
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()


_CUT: Final = """() => {
  const width = innerWidth;
  const found = document.scrollingElement.scrollWidth > width ? ["the page scrolls sideways"] : [];
  const shown = "button, h1, h2, h3, p, select, input, textarea, .tile, .score, .name";
  const strips = ".tray, .unseen, .spark, .ladder, .play, .moveslist, .list";
  for (const one of document.querySelectorAll(shown)) {
    const box = one.getBoundingClientRect();
    if (box.width && !one.closest(strips) && (box.left < -1 || box.right > width + 1))
      found.push(`over the edge: ${one.className || one.tagName} ${one.textContent.slice(0, 40)}`);
  }
  for (const one of document.querySelectorAll(".btn > span, .act > span")) {
    const { overflow, clipPath } = getComputedStyle(one);
    if (one.scrollWidth > one.clientWidth + 1 && overflow === "hidden" && clipPath === "none")
      found.push(`cut: ${one.textContent}`);
  }
  return found;
}"""


def cut_off(tab: Tab) -> list[str]:
    """Return what reaches over the sides of the screen, and words that a button cuts."""
    return list(tab.page.evaluate(_CUT))


def walk(tab: Tab, *, is_second: bool = False) -> Iterator[str]:
    """Go through the screens in the language that is spoken; yield their names.

    The person begins the game, or `is_second`, which is chosen on a phone and in English only.
    """
    page = tab.page
    tab.open().screen("home")
    yield "home"
    tab.press("Learn").screen("learn")
    yield "learn"
    tab.press("Rules").until("", ".page .board")
    yield "rules"
    tab.press("You").screen("record")
    yield "record"
    tab.press("Settings").screen("settings")
    yield "settings"
    tab.press("Analyse").screen("open")
    yield "what to analyse"
    tab.press("Set up a position").screen("editor")
    yield "editor"
    tab.home().new_game()
    yield "new game"
    page.locator(".person", has_text="Pip").click()
    tab.match_settings()
    yield "match settings"
    page.locator("#deal_by").select_option("pasted")
    text = page.locator("#pasted")
    text.fill(ENDGAME)
    text.press("Tab")
    if is_second:
        page.locator(".sheet").get_by_text("Pip begins").click()
    page.locator(".sheet .btn.main").click()
    page.locator(".bottom .btn.main").click()
    tab.until("[data-state=ready]", ".screen.table")
    yield "table"
    move = tab.moves()[0]
    tab.choose(move.first)
    tab.until("", "[aria-pressed=true]")
    yield "chosen tile"
    page.keyboard.press("Escape")
    page.keyboard.press("h")
    tab.until("", ".dock .btn")
    yield "hint"
    while tab.data("state") != "over":
        values = move_values(tab.position)
        tab.take(min(values, key=values.__getitem__))
        tab.until(":is([data-state=ready], [data-state=over])")
    tab.until("", ".given .cloth")
    yield "result"
    tab.press("Details").until("", ".sheet")
    yield "details"
    page.keyboard.press("Escape")
    tab.press("Show me").screen("review")
    yield "review"
    page.locator(".bottom .btn.main").click()
    yield "answer"
    page.locator(".bottom .btn.main").click()
    yield "better pair"
    tab.press("Try it").until("[data-state=ready]", "[data-free]")
    yield "trial"
    page.locator(".acts:not(.tabs)").get_by_role("button", name=language._("Analyse")).click()
    tab.screen("analyse").until("[data-state=ready]")
    yield "analyse"
    tab.press("Export").screen("export")
    yield "export"
    tab.home().press("Learn").screen("learn").press("First game").screen("first_game")
    yield "lesson"
    tab.home().press("Learn").screen("learn").press("Endgame trainer")
    tab.until("[data-state=ready]", "[data-shape=task] [data-free]")
    yield "trainer"
    tab.home().new_game().choose_rival(language._("A friend here"))
    tab.match_settings().page.locator(".sheet .switch input").last.click()
    tab.until("", ".sheet .switch input:checked")
    page.locator(".sheet .btn.main").click()
    page.locator(".bottom .btn.main").click()
    tab.screen("pie")
    yield "pie rule"
    page.locator(".bottom .btn.main").click()
    tab.until("", ".bottom .ways")
    yield "seats"
    page.locator(".bottom .ways .btn").first.click()
    page.locator(".bottom .btn.main").click()
    tab.screen("table")


# --- languages ------------------------------------------------------------------------------------


def english_in(words: str, code: str) -> list[str]:
    """Return the lines that are English texts of the catalogue, and others in a language."""
    with asset(f"locale/{code}/LC_MESSAGES/battle.mo").open("rb") as file:
        catalogue: dict[Any, str] = GNUTranslations(file)._catalog  # type: ignore[attr-defined]
    translated = set(catalogue.values())
    english = {text for text in catalogue if isinstance(text, str)} - translated - {"", "English"}
    return [line for line in words.splitlines() if line.strip() in english]


@contextmanager
def spoken(code: str) -> Iterator[None]:
    """Let names of buttons be those of a language."""
    language.use(code)
    yield
    language.use("en")


# --- the page's files, and what others say of it --------------------------------------------------


def copied_page(folder: Path, to: Path) -> Path:
    """Copy the built page, what is compressed left out, and return where."""
    return shutil.copytree(folder, to, ignore=shutil.ignore_patterns("*.br", "*.gz"))


def begins_with(file: Path, script: str) -> None:
    """Let a module begin with a script."""
    file.write_text(f"{script}\n{file.read_text('utf-8')}", encoding="utf-8")


keeps = pytest.mark.parametrize(
    "visitor", [DESK | {"service_workers": "allow"}], indirect=True, ids=["keeps"]
)
"""The service worker keeps the page's files, as it does for everybody."""


AXE: Final = (
    "axe-core@4.14.1",
    ("FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ=="),
)
"""The auditor of accessibility on npm, with the SHA-512 of its archive; only tests need it."""


def axe() -> str:
    """Return the script of axe."""
    with open_package(*AXE) as archive:
        script = archive.extractfile("package/axe.min.js")
        assert script is not None
        return script.read().decode()


_AXE_RUN: Final = """() => axe.run({
  resultTypes: ["violations"],
  rules: { "label-content-name-mismatch": { enabled: false }, "target-size": { enabled: true } },
})"""
"""The rule left out wants names to begin with what is seen: on a tile that is a picture of it."""


def findings(tab: Tab, script: str) -> list[str]:
    """Return what axe finds on the screen: rules, and where they are broken."""
    tab.page.evaluate(script)
    found = tab.page.evaluate(_AXE_RUN)
    return [
        f"{rule['id']}: {'; '.join(str(node['target'][0]) for node in rule['nodes'][:4])}"
        for rule in found["violations"]
    ]
