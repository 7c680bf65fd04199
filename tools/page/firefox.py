"""Firefox with the page in it, driven by WebDriver BiDi, which Firefox speaks by itself.

    firefox() ──► FirefoxPage ──► Tab(page, address)      as for Chromium

`FirefoxPage` has what `Tab` uses of Playwright's page, and no more: Playwright drives no Firefox of
a distribution.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tests.support.brokers import free_port, until
from tests.support.processes import started
from tools.page.browser import PATIENCE

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

NAMES: Final = ("firefox-esr", "firefox")
"""What Firefox may be called."""

_QUIET: Final = (
    "app.normandy.enabled",
    "app.update.auto",
    "browser.safebrowsing.malware.enabled",
    "browser.safebrowsing.phishing.enabled",
    "browser.shell.checkDefaultBrowser",
    "datareporting.healthreport.uploadEnabled",
    "network.captive-portal-service.enabled",
    "network.connectivity-service.enabled",
    "network.http.http2.websockets",
)
"""What is switched off: Firefox asks nobody for anything by itself."""

_NAMED: Final = """([name]) => [...document.querySelectorAll("#root button")].filter((one) =>
  (one.getAttribute("aria-label") ?? one.innerText).trim() === name)"""


@contextmanager
def firefox() -> Iterator[FirefoxPage]:
    """Run the system's Firefox without a window; raise RuntimeError where there is none."""
    from websockets.sync.client import connect

    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        raise RuntimeError(f"no Firefox was found: {', '.join(NAMES)}")
    port = free_port()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        lines = [f'user_pref("{name}", false);' for name in _QUIET]
        lines.append('user_pref("services.settings.server", "http://127.0.0.1:9/");')
        (Path(profile) / "user.js").write_text("\n".join(lines), "ascii")
        how = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port"]
        silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        with started([program, *how, str(port), "about:blank"], **silent):

            def session() -> ClientConnection | None:
                with suppress(OSError):
                    return connect(f"ws://127.0.0.1:{port}/session", max_size=None)
                return None

            line = until(session, lambda: "Firefox does not start", PATIENCE)
            assert line is not None
            with line:
                yield FirefoxPage(line)


class FirefoxPage:
    """The only tab of a Firefox, as far as `Tab` needs Playwright's page."""

    def __init__(self, line: ClientConnection) -> None:
        self._line, self._numbers = line, count(1)
        self._heard: dict[str, list[Callable[[Any], object]]] = {}
        self.mouse = self
        self.keyboard = self
        how = {"alwaysMatch": {"acceptInsecureCerts": True}}
        found = self.call("session.new", capabilities=how)
        self.version = str(found["capabilities"]["browserVersion"])
        self._tab = self.call("browsingContext.getTree")["contexts"][0]["context"]
        self.call("session.subscribe", events=["log.entryAdded"])

    def call(self, method: str, **how: Any) -> dict[str, Any]:
        """Send a command, and return what it answers; raise RuntimeError if it is refused."""
        number = next(self._numbers)
        self._line.send(json.dumps({"id": number, "method": method, "params": how}))
        while True:
            message = json.loads(self._line.recv(timeout=PATIENCE))
            if message.get("id") == number:
                break
            if message.get("method") == "log.entryAdded":
                self._log(message["params"])
        if message["type"] == "error":
            raise RuntimeError(f"{method}: {message['message']}")
        return dict(message["result"])

    def _log(self, entry: dict[str, Any]) -> None:
        if entry["level"] == "error":
            for hear in self._heard.get("pageerror", []):
                hear(entry["text"])

    def on(self, what: str, hear: Callable[[Any], object]) -> None:
        """Let errors of the console be heard."""
        self._heard.setdefault(what, []).append(hear)

    def set_default_timeout(self, _milliseconds: float) -> None:
        """Do nothing: `PATIENCE` holds for all."""

    def goto(self, url: str) -> None:
        """Load a page, also where only what stands behind `#` differs from the last one."""
        self.call("browsingContext.navigate", context=self._tab, url="about:blank", wait="complete")
        self.call("browsingContext.navigate", context=self._tab, url=url, wait="interactive")

    def evaluate(self, script: str, argument: Any = None) -> Any:
        """Return the value of a function or an expression."""
        is_function = "=>" in script.partition("\n")[0]
        asked = f"({script})(JSON.parse(argument))" if is_function else f"({script})"
        made = f"async (argument) => JSON.stringify((await {asked}) ?? null)"
        found = self.call(
            "script.callFunction",
            functionDeclaration=made,
            target={"context": self._tab},
            arguments=[{"type": "string", "value": json.dumps(argument)}],
            awaitPromise=True,
        )
        if found["type"] == "exception":
            raise RuntimeError(found["exceptionDetails"]["text"])
        return json.loads(found["result"]["value"])

    def wait_for_selector(self, selector: str, state: str = "attached") -> None:
        """Wait until there is such an element."""
        found = "(one) => !!document.querySelector(one)"
        until(lambda: self.evaluate(found, selector), lambda: f"{state} {selector}", PATIENCE)

    def wait_for_timeout(self, milliseconds: float) -> None:
        """Let time pass."""
        time.sleep(milliseconds / 1000)

    def locator(self, selector: str) -> FirefoxElements:
        """Return the elements that a selector finds."""
        return FirefoxElements(self, "([one]) => [...document.querySelectorAll(one)]", selector)

    def get_by_role(self, _role: str, *, name: str, **_how: Any) -> FirefoxElements:
        """Return the buttons of a name."""
        return FirefoxElements(self, _NAMED, name)

    def click(self, x: float, y: float) -> None:
        """Click with a mouse."""
        move = {"type": "pointerMove", "x": round(x), "y": round(y)}
        press, lift = ({"type": f"pointer{how}", "button": 0} for how in ("Down", "Up"))
        mouse = {"type": "pointer", "id": "mouse", "actions": [move, press, lift]}
        self.call("input.performActions", context=self._tab, actions=[mouse])


class FirefoxElements:
    """Elements of a page; what is done is done to the last one."""

    def __init__(self, page: FirefoxPage, finds: str, named: str) -> None:
        self._page, self._finds, self._named = page, finds, named

    @property
    def last(self) -> FirefoxElements:
        """The last of them."""
        return self

    def evaluate_all(self, script: str) -> Any:
        """Return what a function makes of all of them."""
        return self._page.evaluate(f"(named) => ({script})(({self._finds})([named]))", self._named)

    def _one(self, script: str) -> Any:
        last = f"(all) => all.length ? [({script})(all.at(-1))] : null"
        return until(lambda: self.evaluate_all(last), lambda: self._named, PATIENCE)[0]

    def count(self) -> int:
        """Return how many there are."""
        return int(self.evaluate_all("(all) => all.length"))

    def get_attribute(self, name: str) -> str | None:
        """Return an attribute."""
        found = self._one(f"(one) => one.getAttribute({json.dumps(name)})")
        return None if found is None else str(found)

    def inner_text(self) -> str:
        """Return what can be read."""
        return str(self._one("(one) => one.innerText"))

    def bounding_box(self) -> dict[str, float]:
        """Return where it is."""
        found = self._one("""(one) => { const box = one.getBoundingClientRect();
          return { x: box.x, y: box.y, width: box.width, height: box.height }; }""")
        return dict(found)

    def click(self) -> None:
        """Click it."""
        self._one("(one) => one.scrollIntoView({ block: 'nearest' })")
        box = self.bounding_box()
        self._page.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def fill(self, text: str) -> None:
        """Write into a field, and leave it."""
        self._one(f"""(one) => {{
          one.value = {json.dumps(text)};
          one.dispatchEvent(new Event("input", {{ bubbles: true }}));
          one.dispatchEvent(new Event("change", {{ bubbles: true }}));
        }}""")

    def select_option(self, value: str) -> None:
        """Choose from a list: it is told as a field that was filled."""
        self.fill(value)

    def press(self, _key: str) -> None:
        """Leave a field that was filled, which has said so already."""
        with suppress(RuntimeError):
            self._one("(one) => one.blur()")
