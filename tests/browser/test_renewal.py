"""Tests of the page's service worker with a server that fails: what is kept, and what is renewed.

Most have a small page: the real `index.html`, `start.js` and `service.js` with files that only say
which version they are of.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from battle.friend.ways.build import list_files
from battle.resources import PAGE_POLICY
from tests.support.brokers import until
from tests.support.endgames import DATA
from tests.support.failing_server import WAYS, FailingServer, failing_server
from tools.page.__main__ import PAGE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = pytest.mark.page

OWN: Final = ("index.html", "start.js", "service.js")
FILES: Final = (
    "LICENSE.txt",
    "first.json",
    "page.css",
    "view.js",
    "work.js",
    "deeper.js",
    "deep/part.js",
)
_VIEW: Final = """import { version as part } from "./deep/part.js";
const seen = async () => [part, "VERSION", await (await fetch("LICENSE.txt")).text()];
let one;
const heard = () => new Promise((done) => {
  one.onmessage = ({ data }) => done(data);
  setTimeout(done, 20_000, ["no answer"]); // a worker that does not begin says nothing
});
const worker = () => ((one = new Worker("work.js", { type: "module" })), heard());
globalThis.later = () => (one.postMessage(""), heard());
globalThis.versions = async () => [...(await seen()), ...(await worker())];
navigator.serviceWorker.addEventListener("message", ({ data }) => (globalThis.told = data));
document.getElementById("root").dataset.state = "ready";"""
_WORK: Final = """import { version } from "./deep/part.js";
const tell = ({ data }) => postMessage([version, "VERSION", ...data]);
const deeper = new Worker("deeper.js", { type: "module" });
deeper.onmessage = tell;
onmessage = () => deeper.postMessage("");"""
_DEEPER: Final = """import { version } from "./deep/part.js";
onmessage = async () => postMessage([version, await (await fetch("LICENSE.txt")).text()]);
onmessage();"""


def write_version(folder: Path, version: str) -> None:
    """Write a version of the small page."""
    (folder / "deep").mkdir(parents=True, exist_ok=True)
    for name in OWN:
        shutil.copy(PAGE / name, folder)
    index = (PAGE / "index.html").read_text("utf-8").replace("{policy}", PAGE_POLICY)
    (folder / "index.html").write_text(f"{index}<!-- {version} -->", encoding="utf-8")
    texts = {
        "LICENSE.txt": version,
        "first.json": f'{{"en": {{"reload": "{version}"}}}}',
        "page.css": f"/* {version} */",
        "view.js": _VIEW.replace("VERSION", version),
        "work.js": _WORK.replace("VERSION", version),
        "deeper.js": _DEEPER + f"// {version}",
        "deep/part.js": f'export const version = "{version}";',
    }
    assert tuple(texts) == FILES
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    list_files(folder)


BEFORE: Final = DATA / "service-b1cc37e8.js"
"""The service worker that everybody has who came before this one."""
_REGISTERS: Final = """
const { version } = await (await fetch("files.json", { cache: "no-cache" })).json();
await navigator.serviceWorker.register(`service.js?${encodeURIComponent(version)}`);"""


def write_before(folder: Path) -> None:
    """Write a version of the small page as pages were before: `view.js` names the worker."""
    write_version(folder, "before")
    shutil.copy(BEFORE, folder / "service.js")
    (folder / "start.js").write_text("", encoding="utf-8")
    with (folder / "view.js").open("a", encoding="utf-8") as file:
        file.write(_REGISTERS)
    list_files(folder)


class Small:
    """The small page below a folder of a server, and a browser of somebody's own."""

    def __init__(self, server: FailingServer, folder: Path, context: BrowserContext) -> None:
        self.server, self.folder, self.context = server, folder, context
        self.address = server.address + "game/"
        self.page = context.new_page()

    def visit(self, page: Page | None = None) -> Page:
        """Open the page, anew."""
        page = page or self.page
        page.goto("about:blank")
        page.goto(self.address)
        return page

    def versions(self, page: Page | None = None) -> set[str]:
        """Return of which versions the files are that a page gets, and workers in workers."""
        page = page or self.page
        page.wait_for_selector("#root[data-state=ready]", state="attached")
        return set(page.evaluate("versions()"))

    def end_worker(self) -> None:
        """End the service worker, as the browser does with one that has nothing to do."""
        session = self.context.new_cdp_session(self.page)
        session.send("ServiceWorker.enable")
        session.send("ServiceWorker.stopAllWorkers")
        session.detach()

    def until_whole(self, version: str) -> None:
        """Visit until a version is served; each visit looks for another one.

        A visit lasts until that is there: who leaves at once takes the registration along.
        """
        list_of_files = json.loads((self.folder / "files.json").read_text("utf-8"))
        cache = f"mahjong-battle/game/ {list_of_files['version']}"

        def is_there() -> bool:
            self.visit()
            with suppress(AssertionError):
                until(lambda: cache in self.kept(), seconds=3)
            ready = self.page.locator("#root[data-state=ready]").count()
            return bool(ready) and self.versions() == {version} and cache in self.kept()

        until(is_there, lambda: f"{version}: {self.kept()}")

    def kept(self, page: Page | None = None) -> list[str]:
        """Return the versions that are whole."""
        found: list[str] = (page or self.page).evaluate("""async () => {
          const found = [];
          for (const name of await caches.keys()) {
            const cache = await caches.open(name);
            if (await cache.match("/game/files.json")) found.push(name);
          }
          return found; }""")
        return found


@pytest.fixture
def small(browser: Browser, tmp_path: Path) -> Iterator[Small]:
    folder = tmp_path / "host" / "game"
    write_version(folder, "one")
    with failing_server(tmp_path / "host") as server:
        context = browser.new_context()
        context.set_default_timeout(20_000)
        yield Small(server, folder, context)
        context.close()


@pytest.mark.parametrize(
    ("how", "name"),
    [
        ("another text", "page.css"),
        *(
            pytest.param(*case, marks=pytest.mark.slow)
            for case in product(WAYS, [*OWN[:1], *FILES])
            if case != ("another text", "page.css")
        ),
    ],
)
def test_what_fails_once_is_not_kept(small: Small, how: str, name: str) -> None:
    """A file that fails in any way is asked for again, and till then the old version serves.

    It fails at the first visit, and when there is a new version.
    """
    from playwright.sync_api import Error

    path = f"/game/{name}" if name != "index.html" else "/game/"  # which is what is asked for
    small.server.fails[path] = how
    with suppress(Error):  # `/game/` itself may fail
        small.page.goto(small.address, wait_until="commit")
    until(lambda: path in small.server.asked)
    small.page.wait_for_timeout(200)
    small.server.fails.clear()
    small.until_whole("one")
    small.server.asked.clear()
    write_version(small.folder, "two")
    small.server.fails[path] = how
    assert small.versions(small.visit()) == {"one"}
    until(lambda: path in small.server.asked)
    small.page.wait_for_timeout(200)
    small.end_worker()
    small.server.is_down = True
    assert small.versions(small.visit()) == {"one"}
    small.server.is_down = False
    small.server.fails.clear()
    small.until_whole("two")
    small.server.is_down = True
    small.end_worker()
    assert small.versions(small.visit()) == {"two"}


@pytest.mark.parametrize(
    "text",
    [
        '{"version": "x", "',
        pytest.param("<html>Log in</html>", marks=pytest.mark.slow),
        pytest.param('{"version": "x"}', marks=pytest.mark.slow),
    ],
)
def test_a_list_that_is_none_changes_nothing(small: Small, text: str) -> None:
    """Whatever stands in place of files.json, what is kept serves."""
    small.visit()
    small.until_whole("one")
    write_version(small.folder, "two")
    (small.folder / "files.json").write_text(text, "utf-8")
    small.server.asked.clear()
    small.visit()
    until(lambda: "/game/files.json" in small.server.asked)
    small.page.wait_for_timeout(100)
    small.server.is_down = True
    assert small.versions(small.visit()) == {"one"}


def test_a_host_may_redirect_the_index(small: Small) -> None:
    """Where `index.html` leads to its folder every visit works, and one without a network."""
    small.server.redirects_index = True
    small.visit()
    small.until_whole("one")
    small.server.is_down = True
    assert small.versions(small.visit()) == {"one"}


def test_a_page_keeps_the_version_that_it_began_with(small: Small) -> None:
    """While another page is the new version, one that is open gets its own, and in its workers.

    The browser may end the service worker at any time. The page is told once, and is the new one
    after it was loaded again; then the old one is gone.
    """
    old = small.visit()
    small.until_whole("one")
    write_version(small.folder, "two")
    new = small.context.new_page()
    until(lambda: small.versions(small.visit(new)) == {"two"})
    assert old.evaluate("told") == {"renewed": True}
    assert small.versions(old) == {"one"}
    small.end_worker()
    assert small.versions(old) == {"one"}
    small.end_worker()
    assert set(old.evaluate("later()")) == {"one"}
    old.reload()
    assert small.versions(old) == {"two"}


@pytest.mark.parametrize(
    "script",
    [
        "a script?",
        pytest.param("throw new Error()", marks=pytest.mark.slow),
        pytest.param('import "./nothing.js"', marks=pytest.mark.slow),
    ],
)
def test_a_broken_version_is_renewed(small: Small, script: str) -> None:
    """A version whose page does not run is replaced like any other."""
    (small.folder / "view.js").write_text(script, "utf-8")
    list_files(small.folder)
    small.visit()
    until(small.kept)
    small.visit()
    small.page.get_by_role("alert").wait_for()
    write_version(small.folder, "two")
    small.until_whole("two")


POISON: Final = """async () => {
  const [name] = await caches.keys();
  const cache = await caches.open(name);
  for (const { url } of await cache.keys())
    if (url.includes("view.js")) await cache.put(url, new Response("", { status: 503 })); }"""


@pytest.mark.parametrize(
    "harm",
    [
        "an error was kept",
        pytest.param("", marks=pytest.mark.slow),
        pytest.param("a redirection was kept", marks=pytest.mark.slow),
    ],
)
def test_who_came_before_has_the_new_page(small: Small, harm: str) -> None:
    """A visitor with an earlier worker has the new page at the second visit, and no network then.

    So has one whose earlier worker keeps an error as the page's script, or an `index.html` that
    was redirected, and who saw nothing any more.
    """
    from playwright.sync_api import Error

    write_before(small.folder)
    small.server.redirects_index = "redirection" in harm
    small.visit().wait_for_selector("#root[data-state=ready]", state="attached")
    observer = small.context.new_page()
    observer.goto(small.server.address)
    until(lambda: small.kept(observer))
    if "error" in harm:
        observer.evaluate(POISON)
    small.end_worker()
    write_version(small.folder, "two")
    with suppress(Error):  # as with that worker every visit
        small.visit()
    until(lambda: any(not name.startswith("page ") for name in small.kept(observer)))
    until(lambda: observer.evaluate(IS_TAKEN_OVER))
    assert small.versions(small.visit()) == {"two"}
    small.server.is_down = True
    small.end_worker()
    assert small.versions(small.visit()) == {"two"}


IS_TAKEN_OVER: Final = """async () => (await navigator.serviceWorker.getRegistrations())
  .some(({ active, waiting, installing }) => active && !waiting && !installing)"""


def test_what_others_keep_stays(small: Small) -> None:
    """Caches of other pages of the same host outlive renewals, whatever they are called."""
    others = ["page 1", "page one", "workbox", "mahjong-battle/game2/ 1.0"]
    write = """(names) => Promise.all(names.map(async (name) => {
      await (await caches.open(name)).put("/other/view.js?1", new Response("theirs")); }))"""
    small.visit()
    small.until_whole("one")
    small.page.evaluate(write, others)
    write_version(small.folder, "two")
    small.until_whole("two")
    assert set(others) <= {*small.page.evaluate("caches.keys()")}
