"""Firefox with the page in it, driven by WebDriver BiDi, which Firefox speaks by itself.

    firefox() ──► FirefoxPage ──► Tab(page, address)      as for Chromium; a phone is touched

`FirefoxPage` has what `Tab` uses of Playwright's page, and no more: Playwright drives no Firefox of
a distribution.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tests.support.brokers import free_port, until
from tests.support.processes import started
from tools.page.browser import PATIENCE
from tools.page.driven import PHONE, LinePage, called, pressed

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


def missing() -> str:
    """Return what is missing to run Firefox, empty if nothing is."""
    return "" if any(map(shutil.which, NAMES)) else f"no Firefox was found: {', '.join(NAMES)}"


@contextmanager
def firefox(*, is_phone: bool = False) -> Iterator[FirefoxPage]:
    """Run the system's Firefox without a window; raise RuntimeError where there is none."""
    from websockets.sync.client import connect

    if lacks := missing():
        raise RuntimeError(lacks)
    program = next(filter(None, map(shutil.which, NAMES)))
    port = free_port()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        lines = [f'user_pref("{name}", false);' for name in _QUIET]
        lines.append('user_pref("services.settings.server", "http://127.0.0.1:9/");')
        if is_phone:
            lines.append('user_pref("ui.primaryPointerCapabilities", 1);')  # coarse
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
                yield FirefoxPage(line, is_phone=is_phone)


class FirefoxPage(LinePage):
    """The only tab of a Firefox."""

    def __init__(self, line: ClientConnection, *, is_phone: bool) -> None:
        super().__init__(line)
        self._pointer = "touch" if is_phone else "mouse"
        how = {"alwaysMatch": {"acceptInsecureCerts": True}}
        found = self.call("session.new", capabilities=how)
        self.version = str(found["capabilities"]["browserVersion"])
        self._tab = self.call("browsingContext.getTree")["contexts"][0]["context"]
        self.call("session.subscribe", events=["log.entryAdded"])
        if is_phone:
            size = {"viewport": PHONE, "devicePixelRatio": 3}
            self.call("browsingContext.setViewport", context=self._tab, **size)

    def _hear(self, message: dict[str, Any]) -> None:
        entry = message.get("params", {})
        if message.get("method") == "log.entryAdded" and entry["level"] == "error":
            for hear in self.heard.get("pageerror", []):
                hear(entry["text"])

    def goto(self, url: str) -> None:
        self.call("browsingContext.navigate", context=self._tab, url="about:blank", wait="complete")
        self.call("browsingContext.navigate", context=self._tab, url=url, wait="interactive")

    def reload(self) -> None:
        self.call("browsingContext.reload", context=self._tab, wait="interactive")

    def evaluate(self, script: str, argument: Any = None) -> Any:
        asked = called(script, "argument")
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

    def click(self, x: float, y: float) -> None:
        acts = pressed(x, y, self._pointer)
        self.call("input.performActions", context=self._tab, actions=acts)

    def picture(self) -> str:
        return str(self.call("browsingContext.captureScreenshot", context=self._tab)["data"])
