"""WebKit, Safari's engine, with the page in it: WebKitGTK's small browser, driven by WebDriver.

    webkit() ──► WebKitPage ──► Tab(page, address)      as for Chromium

Debian has it as `webkit2gtk-driver`. It needs a display: without one it gets an Xvfb of its own.
It knows no fingers: on a phone the page takes its mouse for one.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final
from urllib.error import HTTPError

from tests.support.brokers import free_port, until
from tests.support.processes import started
from tools.page.browser import PATIENCE
from tools.page.driven import PHONE, DrivenPage, called, pressed

DRIVER: Final = "WebKitWebDriver"
_SILENT: Final = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
_ANSWER: Final = 300.0
"""Seconds until a command that is not answered is given up."""
_NARROW: Final = "* { min-width: 0; padding: 0; margin: 0; }"
"""Lets a window of GTK be as narrow as a phone."""
_TOUCHES: Final = """() => { Object.defineProperty(PointerEvent.prototype, "pointerType", {
  configurable: true, get: () => "touch" }); }"""


def missing() -> str:
    """Return what is missing to run WebKit, empty if nothing is."""
    if not shutil.which(DRIVER):
        return f"{DRIVER} is not installed (Debian: webkit2gtk-driver)"
    if "DISPLAY" not in os.environ and not shutil.which("Xvfb"):
        return "there is no display, and no Xvfb"
    return ""


@contextmanager
def webkit(*, is_phone: bool = False) -> Iterator[WebKitPage]:
    """Run WebKit's small browser with nothing kept; raise RuntimeError where there is none."""
    if lacks := missing():
        raise RuntimeError(lacks)
    with _display() as display, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        port = free_port()
        (Path(home) / "gtk-3.0").mkdir()
        (Path(home) / "gtk-3.0" / "gtk.css").write_text(_NARROW, "ascii")
        places = {f"XDG_{name}_HOME": home for name in ("CACHE", "CONFIG", "DATA")}
        environment = os.environ | places | {"DISPLAY": display, "HOME": home}
        with started([DRIVER, f"--port={port}"], env=environment, **_SILENT):
            where = f"http://127.0.0.1:{port}"

            def answers() -> bool:
                with suppress(OSError), urllib.request.urlopen(f"{where}/status", timeout=20):
                    return True
                return False

            until(answers, lambda: f"{DRIVER} does not start", PATIENCE)
            page = WebKitPage(where, is_phone=is_phone)
            try:
                yield page
            finally:
                page.call("DELETE")


@contextmanager
def _display() -> Iterator[str]:
    """Yield the display there is, else one that nobody sees."""
    if found := os.environ.get("DISPLAY"):
        yield found
        return
    reader, writer = os.pipe()
    how = ["-displayfd", str(writer), "-screen", "0", "1366x960x24", "-nolisten", "tcp"]
    with started(["Xvfb", *how], pass_fds=(writer,), **_SILENT), os.fdopen(reader) as told:
        os.close(writer)
        yield f":{int(told.readline())}"


class _GoneError(RuntimeError):
    """The page that was asked has made room for another one: that can be asked again."""


class WebKitPage(DrivenPage):
    """The only tab of a WebKit browser."""

    def __init__(self, where: str, *, is_phone: bool) -> None:
        super().__init__()
        self._is_phone = is_phone
        self._where = f"{where}/session"
        asked = {"alwaysMatch": {"acceptInsecureCerts": True, "pageLoadStrategy": "none"}}
        found = self.call("POST", "", capabilities=asked)
        self.version = str(found["capabilities"]["browserVersion"])
        self._where += f"/{found['sessionId']}"
        self.call("POST", "/timeouts", script=round(1000 * _ANSWER))
        if is_phone:
            self.call("POST", "/window/rect", x=0, y=0, **PHONE)
            bars = PHONE["height"] - int(self.evaluate("innerHeight"))
            size = PHONE | {"height": PHONE["height"] + bars}
            self.call("POST", "/window/rect", x=0, y=0, **size)

    def call(self, method: str, path: str = "", **how: Any) -> Any:
        """Send a command, and return what it answers; raise RuntimeError if it is refused."""
        data = json.dumps(how).encode() if method == "POST" else None
        kind = {"Content-Type": "application/json"}
        request = urllib.request.Request(self._where + path, data, kind, method=method)
        try:
            with urllib.request.urlopen(request, timeout=_ANSWER) as answer:
                return json.loads(answer.read())["value"]
        except HTTPError as error:
            words = error.read().decode()[:400]
            is_gone = "no such frame" in words or "before the unload" in words
            raise (_GoneError if is_gone else RuntimeError)(f"{path}: {words}") from None

    def goto(self, url: str) -> None:
        self.follow("about:blank")
        self.follow(url)

    def follow(self, url: str) -> None:
        """Load a page from this one, which may stay in the back/forward cache."""
        self.call("POST", "/url", url=url)
        bare = "location.href.split('#')[0]"
        until(lambda: self.evaluate(bare) == url.partition("#")[0], lambda: url, PATIENCE)

    def reload(self) -> None:
        self.call("POST", "/refresh")

    def evaluate(self, script: str, argument: Any = None) -> Any:
        code = f"""const [argument, done] = arguments;
          (async () => {{
            try {{ done(JSON.stringify([(await {called(script, "argument")}) ?? null])); }}
            catch (error) {{ done(JSON.stringify(String(error))); }}
          }})();"""

        def told() -> Any:
            with suppress(_GoneError):
                return self.call("POST", "/execute/async", script=code, args=[json.dumps(argument)])
            return None

        found = json.loads(until(told, lambda: script, PATIENCE))
        if isinstance(found, str):
            raise RuntimeError(found)
        return found[0]

    def click(self, x: float, y: float) -> None:
        if self._is_phone:
            self.evaluate(_TOUCHES)
        self.call("POST", "/actions", actions=pressed(x, y, "mouse"))

    def picture(self) -> str:
        return str(self.call("GET", "/screenshot"))
