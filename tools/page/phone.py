"""Chromium as on a phone, which keeps no copies of what it loads: what measurements need.

A tab that Playwright drives keeps what it and its workers load, for whoever may ask for it.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from tempfile import TemporaryDirectory
from typing import Any
from urllib.request import urlopen

from tests.support.brokers import free_port, until
from tests.support.processes import started
from tools.page.browser import OPTIONS, PATIENCE, program
from tools.page.driven import PHONE, LinePage, called


class ChromiumPage(LinePage):
    """The only tab of a Chromium, touched."""

    def goto(self, url: str) -> None:
        for one in ("about:blank", url):
            self.call("Page.navigate", url=one)

    def evaluate(self, script: str, argument: Any = None) -> Any:
        asked = called(script, "argument")
        made = f"(async (argument) => JSON.stringify((await {asked}) ?? null))"
        code = f"{made}({json.dumps(json.dumps(argument))})"
        found = self.call("Runtime.evaluate", expression=code, awaitPromise=True)
        if "exceptionDetails" in found:
            raise RuntimeError(found["exceptionDetails"]["text"])
        return json.loads(found["result"]["value"])

    def click(self, x: float, y: float) -> None:
        for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
            self.call("Input.dispatchTouchEvent", type=kind, touchPoints=points)

    def picture(self) -> str:
        return str(self.call("Page.captureScreenshot")["data"])


@contextmanager
def phone() -> Iterator[Any]:
    """Run Chromium with a tab as on a phone."""
    from websockets.sync.client import connect

    port = free_port()
    with TemporaryDirectory(ignore_cleanup_errors=True) as home:
        how = ("--headless", f"--remote-debugging-port={port}", f"--user-data-dir={home}")
        silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        with started([program(), *how, *OPTIONS, "about:blank"], **silent):

            def tabs() -> list[str]:
                with suppress(OSError), urlopen(f"http://127.0.0.1:{port}/json") as answer:
                    found = json.load(answer)
                    return [one["webSocketDebuggerUrl"] for one in found if one["type"] == "page"]
                return []

            with connect(until(tabs, seconds=PATIENCE)[0], max_size=None) as line:
                page = ChromiumPage(line)
                size = PHONE | {"deviceScaleFactor": 3, "mobile": True}
                page.call("Emulation.setDeviceMetricsOverride", **size)
                page.call("Emulation.setTouchEmulationEnabled", enabled=True)
                yield page
