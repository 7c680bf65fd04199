"""Tests of the page's start: on phones, beside other tabs, where something is missing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from battle.rules.links import position_link
from battle.rules.position import Position
from battle.rules.quick import quick_deal_of_day
from tests.support.brokers import until
from tests.support.endgames import first_pair
from tests.support.tabs import Visitor, check_table, keeps
from tools.page.browser import Tab, with_profile
from tools.page.driven import PHONE
from tools.page.firefox import firefox
from tools.page.firefox import missing as no_firefox
from tools.page.phone import phone
from tools.page.webkit import WebKitPage, webkit
from tools.page.webkit import missing as no_webkit

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.page

GOES_ON = ":is([data-state=ready], [data-state=over])"


# --- phones, and Safari's engine ------------------------------------------------------------------

in_webkit = pytest.mark.skipif(bool(no_webkit()), reason=no_webkit())
in_firefox = pytest.mark.skipif(bool(no_firefox()), reason=no_firefox())


@pytest.fixture
def safari(address: str) -> Iterator[WebKitPage]:
    with webkit() as page:
        yield page


@in_webkit
@pytest.mark.slow
def test_a_second_visit_in_webkit(safari: WebKitPage, address: str) -> None:
    """A page left for another in the same tab keeps nothing back from it, and comes back."""
    tab = Tab(safari, address).open().screen("home")
    safari.follow(address + "?again")
    tab.until("[data-state=ready]").screen("home")
    safari.call("POST", "/back")
    tab.until("[data-state=ready]").screen("home").press("I know the rules").screen("table")


PHONES: Final = [
    phone,
    pytest.param(partial(firefox, is_phone=True), marks=in_firefox, id="firefox"),
    pytest.param(partial(webkit, is_phone=True), marks=in_webkit, id="webkit"),
]


@pytest.mark.slow
@pytest.mark.parametrize("engine", PHONES)
def test_a_quick_game_by_touch(engine: Any, address: str, tmp_path: Path) -> None:
    """On a phone of each engine a quick game goes to its end and is reviewed; see its pictures."""
    with engine() as page:

        def seen(name: str) -> None:
            page.wait_for_timeout(1000)
            page.screenshot(tmp_path / f"{name}.png")

        tab = Tab(page, address).open().screen("home")
        assert page.evaluate("[innerWidth, innerHeight]") == [*PHONE.values()]
        seen("1-start")
        tab.press("I know the rules").until("[data-position]", ".screen.table")
        while tab.until(GOES_ON).data("state") != "over":
            check_table(tab)
            before, move = tab.position, first_pair(tab.position)
            if before.tiles_left in (18, 20):
                seen("2-middle")
            after = before.play(move)
            tab.take(move).until(GOES_ON)
            assert tab.position in (after, *map(after.play, after.legal_moves))
        assert tab.screen("result").position.is_over
        tab.until("", ".spark button:last-child:not(.none)")
        seen("3-result")
        tab.press("Show me").screen("review")
        seen("4-review")
        assert tab.errors == []


# --- before the program is there ------------------------------------------------------------------


HELD = """const post = Worker.prototype.postMessage, held = [];
globalThis.letIn = () => {
  Worker.prototype.postMessage = post;
  held.forEach(([worker, said]) => post.apply(worker, said));
};
Worker.prototype.postMessage = function (...said) { held.push([this, said]); };"""
"""Keeps the program from hearing of the page until `letIn` is called, however quick it is."""


def taken_ahead(tab: Tab, start: Position) -> Position:
    """Take a pair on the board that waits for the program, then let it in.

    Returns the position after the pair.
    """
    tab.until("[data-state=loading]", "button[data-free]")
    move = first_pair(start)
    for cell in move:
        tab.choose(cell)
    tiles = start.tiles_left - 2
    assert tab.data("state") == "loading"
    until(lambda: tab.page.locator("[data-cell]").count() == tiles)
    tab.page.evaluate("letIn()")
    return start.play(move)


@pytest.mark.parametrize(
    "link",
    [
        "#quick",
        pytest.param("#deal=7", marks=pytest.mark.slow),
        pytest.param(position_link(Position.of_deal(9)), marks=pytest.mark.slow),
    ],
)
def test_a_pair_is_taken_before_the_program_is_there(tab: Tab, link: str) -> None:
    """Behind what a link brings it is gone at once, and played as soon as somebody answers."""
    day = quick_deal_of_day(datetime.now(UTC).date())
    start = {"#deal=7": Position.of_deal(7), "#quick": day}.get(link, Position.of_deal(9))
    tab.page.add_init_script(f"{{ {HELD} }}")
    tab.page.goto(tab.address + link)
    tab.page.locator(".btn.main").click()
    after = taken_ahead(tab, start)
    tab.until(f"[data-position='{after}']:not([data-state=loading])")


def test_a_game_goes_on_before_the_program_is_there(tab: Tab) -> None:
    """*Go on* on a new visit shows the game at once; a pair taken there is played then."""
    dealt = tab.begin().position
    start = tab.take(first_pair(dealt)).position
    tab.open().screen("home")
    tab.page.goto("about:blank")
    tab.page.add_init_script(f"{{ {HELD} }}")
    tab.page.goto(tab.address)
    tab.until("[data-state=loading]").press("Go on")
    after = taken_ahead(tab, start)
    tab.until(f"[data-position='{after}'][data-state=ready]", ".screen.table")
    check_table(tab)


# --- other tabs -----------------------------------------------------------------------------------

ASLEEP = """new Promise((held) => navigator.locks.request("mahjong-battle/", () => {
  held(true);
  return new Promise(() => {}); }).catch(() => {}))"""


def test_a_tab_that_sleeps_has_lost_the_game(visitor: Visitor, tab: Tab) -> None:
    """Where the tab that has the game does not answer, the next one says so and takes it."""
    asleep = visitor.tab().page
    asleep.goto(visitor.address + "icons/app.svg")
    asleep.evaluate(ASLEEP)
    tab.page.goto(tab.address)
    assert "another tab" in tab.page.get_by_role("status").inner_text()
    tab.until("[data-state=ready]").screen("home")
    assert tab.page.locator(".told").count() == 0
    found = visitor.errors
    assert [words for words in found if "404" not in words] == []  # a picture asks for an icon


@pytest.mark.slow
def test_a_tab_whose_game_was_taken_says_so(visitor: Visitor, tab: Tab) -> None:
    """Who wakes up and has no game any more shows where it is, and can have it back."""
    tab.begin().take(first_pair(tab.position))
    take = ASLEEP.replace('mahjong-battle/", ', 'mahjong-battle/", { steal: true }, ')
    other = visitor.tab().page
    other.goto(visitor.address + "icons/app.svg")
    other.evaluate(take)
    assert "another tab" in tab.until("", ".sheet").page.locator(".sheet").inner_text()
    other.close()
    tab.press("Go on here").until("[data-state=ready]", ".screen.table")
    assert all("404" in words for words in visitor.errors)  # a picture asks for an icon


@pytest.mark.slow
def test_what_was_kept_at_the_old_place_is_found(visitor: Visitor, tab: Tab) -> None:
    """A home of an earlier version, whose name carried no folder, opens with its game."""
    tab.begin()
    position = tab.take(first_pair(tab.position)).position
    tab.page.goto(visitor.address + "icons/app.svg")
    tab.page.wait_for_timeout(300)
    tab.page.evaluate(TO_OLD_PLACE)
    tab.open().screen("home").press("Go on").screen("table")
    assert tab.position == position
    names = tab.page.evaluate("indexedDB.databases().then((all) => all.map(({ name }) => name))")
    assert names == ["/home/mahjong-battle"]
    assert all("404" in words for words in visitor.errors)


MAKES_A_SNAPSHOT = """async () => {
  const moment = () => new Promise((done) => setTimeout(done, 50));
  const until = async (isThere) => {
    for (let left = 1200; !(await isThere()); left--) {
      if (!left) throw new Error(`not within a minute: ${isThere}`);
      await moment();
    }
  };
  await until(() => navigator.serviceWorker.controller);
  new Worker("snapshot.js", { type: "module" });
  await until(async () => (await fetch("snapshot")).status === 200);
}"""
DAMAGE = "() => fetch('snapshot', { method: 'PUT', body: 'damaged' }).then(() => 0)"
SIZE = "() => fetch('snapshot').then((it) => it.arrayBuffer()).then((it) => it.byteLength)"


@keeps
@pytest.mark.slow
def test_a_visit_begins_from_a_snapshot(visitor: Visitor, tab: Tab) -> None:
    """All that is kept is there after it; a damaged one is deleted, and the page begins without."""
    tab.begin()
    position = tab.take(first_pair(tab.position)).position
    tab.page.evaluate(MAKES_A_SNAPSHOT)
    for is_whole in (True, False):
        if not is_whole:
            tab.page.evaluate(DAMAGE)
        tab.open().screen("home").press("Go on").screen("table")
        assert tab.position == position
        assert (tab.page.evaluate(SIZE) > 10_000_000) == is_whole
    assert len(visitor.errors) == 1


TO_OLD_PLACE = """async () => {
  const done = (asked) => new Promise((good, bad) => { asked.onsuccess = () => good(asked.result);
                                                       asked.onerror = () => bad(asked.error); });
  const [now, before] = ["/home/mahjong-battle", "/home/kept"];
  const from = await done(indexedDB.open(now));
  const store = from.transaction("FILE_DATA").objectStore("FILE_DATA");
  const [keys, values] = [await done(store.getAllKeys()), await done(store.getAll())];
  const asked = indexedDB.open(before, from.version);
  asked.onupgradeneeded = () => asked.result.createObjectStore("FILE_DATA")
    .createIndex("timestamp", "timestamp", { unique: false });
  const to = await done(asked);
  const all = to.transaction("FILE_DATA", "readwrite").objectStore("FILE_DATA");
  for (const [n, key] of keys.entries()) await done(all.put(values[n], key.replace(now, before)));
  from.close();
  to.close();
  await done(indexedDB.deleteDatabase(now));
}"""

OTHERS = """async () => {
  localStorage.setItem("view", "theirs");
  localStorage.setItem("theirs", "1");
  await new Promise((done) => (indexedDB.open("theirs").onsuccess = done));
  await caches.open("page theirs");
}"""
LEFT = """async () => [localStorage.view, localStorage.theirs,
  (await indexedDB.databases()).some(({ name }) => name === "theirs"),
  await caches.has("page theirs")]"""


@pytest.mark.slow
def test_what_others_keep_is_not_deleted(tab: Tab) -> None:
    """*Delete everything* leaves alone what other pages of the same host keep."""
    tab.open().screen("home").page.evaluate(OTHERS)
    tab.press("You").press("Settings").screen("settings").press("Delete everything").press("Delete")
    tab.screen("home").until("[data-state=ready]", ".duel")
    assert tab.page.evaluate(LEFT) == ["theirs", "1", True, True]


# --- a start that fails ---------------------------------------------------------------------------


FURTHER_PARTS = (
    *("view.js", "dom.js", "program.js", "python.js", "vendor/mqtt.js"),
    *("pyodide/pyodide.mjs", "pyodide/pyodide.asm.mjs", "pyodide/pyodide.asm.wasm"),
    "pyodide/python_stdlib.zip",
)


@pytest.mark.parametrize(
    "name",
    [
        "program.zip",
        *(pytest.param(name, marks=pytest.mark.slow) for name in FURTHER_PARTS),
    ],
)
def test_a_part_that_is_missing_is_told(visitor: Visitor, copy: Path, name: str) -> None:
    """Whatever is not there, the page says so, and works when it was loaded again."""
    (copy / name).rename(copy / "away")
    tab = visitor.tab()
    tab.page.goto(visitor.address)
    told = tab.page.get_by_role("alert")
    assert "a part of it did not arrive" in told.inner_text()
    assert tab.page.locator("progress").count() == 0
    (copy / "away").rename(copy / name)
    told.get_by_role("button", name="Reload").click()
    tab.screen("home")
    assert visitor.errors


BROKEN = {
    "program.zip": b"no archive",
    "pyodide/pyodide.asm.wasm": b"<html>Log in</html>",
    "program.js": b"a script?",
    "view.js": b"throw new Error();",
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_part_that_is_broken_is_told(visitor: Visitor, copy: Path, name: str) -> None:
    """A part that is another text, such as a login page, is told as one that is missing."""
    (copy / name).write_bytes(BROKEN[name])
    tab = visitor.tab()
    tab.page.goto(visitor.address)
    assert "a part of it did not arrive" in tab.page.get_by_role("alert").inner_text()
    assert visitor.errors


@pytest.mark.parametrize("language", ["en", "de"])
def test_without_webassembly_it_says_so(visitor: Visitor, language: str) -> None:
    """Where WebAssembly is missing the page says what can be done, in its language."""
    tab = visitor.tab()
    says = f"Object.defineProperty(navigator, 'languages', {{ value: ['{language}'] }})"
    tab.page.add_init_script(f"delete globalThis.WebAssembly; {says};")
    tab.page.goto(visitor.address)
    told = tab.page.get_by_role("alert").inner_text()
    assert "WebAssembly" in told
    assert ("Nimm" in told) == (language == "de")


@pytest.mark.slow
def test_where_cookies_are_refused_one_can_play(
    browser: Browser, address: str, tmp_path: Path
) -> None:
    """In a browser that refuses all storage the page says that it keeps nothing, and plays."""
    (tmp_path / "Default").mkdir()
    refuses = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    (tmp_path / "Default" / "Preferences").write_text(json.dumps(refuses), "ascii")
    with with_profile(browser, tmp_path) as context:
        tab = Tab(context.new_page(), address)
        tab.page.goto(address)  # what is told stands for seconds: nothing else is waited for before
        tab.until("", ".notice")
        assert "keeps nothing" in tab.page.locator(".notice").inner_text()
        assert tab.page.evaluate("() => { try { return !localStorage } catch { return true } }")
        tab.press("Play").screen("new_game").choose_rival("A friend here")
        tab.page.locator(".bottom .btn.main").click()
        tab.screen("table").take(first_pair(tab.position))
        check_table(tab)
