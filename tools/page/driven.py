"""A page in a browser that Playwright does not drive: what `Tab` needs of it, by scripts alone.

DrivenPage ──► WebKitPage                     each says how to load, to evaluate and to click
           └─► LinePage ──► FirefoxPage, ChromiumPage     by messages over a WebSocket

On a phone a click is a touch.
"""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tests.support.brokers import until
from tools.page.browser import PATIENCE

if TYPE_CHECKING:
    from websockets.sync.connection import Connection

PHONE: Final = {"width": 390, "height": 844}
"""The size of a phone's page, in CSS pixels."""

_NAMED: Final = """([name]) => [...document.querySelectorAll("#root button")].filter((one) =>
  (one.getAttribute("aria-label") ?? one.innerText).trim() === name)"""
_RADIO: Final = """([name]) => [...document.querySelectorAll("#root [role=radio]")].filter((one) =>
  one.innerText.trim().startsWith(name))"""

_PLACE: Final = """(one) => { const { x, y, width, height } = one.getBoundingClientRect();
  const middle = [x + width / 2, y + height / 2];
  return [...middle, one.contains(document.elementFromPoint(...middle))]; }"""
"""Where an element's middle is, and whether a click there comes to it."""


class DrivenPage:
    """The only tab of a browser, as far as `Tab` needs Playwright's page."""

    def __init__(self) -> None:
        self.heard: dict[str, list[Callable[[Any], object]]] = {}
        self.mouse = self.touchscreen = self.keyboard = self

    def goto(self, url: str) -> None:
        """Load a page, also where only what stands behind `#` differs from the last one."""
        raise NotImplementedError

    def reload(self) -> None:
        """Load the page again; what is asked at once may still be answered by the old one."""
        raise NotImplementedError

    def evaluate(self, script: str, argument: Any = None) -> Any:
        """Return the value of a function or an expression."""
        raise NotImplementedError

    def click(self, x: float, y: float) -> None:
        """Click with a mouse, on a phone with a finger."""
        raise NotImplementedError

    def tap(self, x: float, y: float) -> None:
        """Touch."""
        self.click(x, y)

    def picture(self) -> str:
        """Return what is seen, a PNG in base64."""
        raise NotImplementedError

    def screenshot(self, path: Path) -> None:
        """Write what is seen into a file."""
        path.write_bytes(base64.b64decode(self.picture()))

    def on(self, what: str, hear: Callable[[Any], object]) -> None:
        """Let errors of the console be heard, where the browser tells them."""
        self.heard.setdefault(what, []).append(hear)

    def set_default_timeout(self, _milliseconds: float) -> None:
        """Do nothing: `PATIENCE` holds for all."""

    def wait_for_selector(self, selector: str, state: str = "attached") -> None:
        """Wait until there is such an element, or none if `detached`."""
        found = f"(one) => !!document.querySelector(one) === {json.dumps(state == 'attached')}"
        until(lambda: self.evaluate(found, selector), lambda: f"{state} {selector}", PATIENCE)

    def wait_for_timeout(self, milliseconds: float) -> None:
        """Let time pass."""
        time.sleep(milliseconds / 1000)

    def locator(self, selector: str) -> Elements:
        """Return the elements that a selector finds."""
        return Elements(self, "([one]) => [...document.querySelectorAll(one)]", selector)

    def get_by_role(self, role: str, *, name: str, **_how: Any) -> Elements:
        """Return the buttons of a name."""
        return Elements(self, _RADIO if role == "radio" else _NAMED, name)


class LinePage(DrivenPage):
    """One that takes its commands over a WebSocket, numbered, as JSON."""

    def __init__(self, line: Connection) -> None:
        super().__init__()
        self._line, self._numbers = line, count(1)

    def call(self, method: str, **how: Any) -> dict[str, Any]:
        """Send a command, and return what it answers; raise RuntimeError if it is refused."""
        number = next(self._numbers)
        self._line.send(json.dumps({"id": number, "method": method, "params": how}))
        while True:
            message = json.loads(self._line.recv(timeout=PATIENCE))
            if message.get("id") == number:
                break
            self._hear(message)
        if "error" in message:
            raise RuntimeError(f"{method}: {message.get('message', message['error'])}")
        return dict(message["result"])

    def _hear(self, message: dict[str, Any]) -> None:
        """Take in what was not asked for."""


def pressed(x: float, y: float, kind: str) -> list[dict[str, Any]]:
    """Return what WebDriver does for a click: `kind` is `mouse` or `touch`."""
    move = {"type": "pointerMove", "duration": 0, "x": round(x), "y": round(y)}
    acts = [move, *({"type": f"pointer{how}", "button": 0} for how in ("Down", "Up"))]
    return [{"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": acts}]


def called(script: str, argument: str) -> str:
    """Return a script's function called with what JSON says, or its expression."""
    is_function = "=>" in script.partition("\n")[0]
    return f"({script})(JSON.parse({argument}))" if is_function else f"({script})"


class Elements:
    """Elements of a page; what is done is done to the last one."""

    def __init__(self, page: DrivenPage, finds: str, named: str) -> None:
        self._page, self._finds, self._named = page, finds, named

    @property
    def last(self) -> Elements:
        """The last of them."""
        return self

    def filter(self, *, has_text: str) -> Elements:
        """Return those of them in which a text can be read."""
        has = f"(one) => one.innerText.includes({json.dumps(has_text)})"
        return Elements(self._page, f"(named) => ({self._finds})(named).filter({has})", self._named)

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
        place, before = self._one(_PLACE), None
        ends = time.monotonic() + PATIENCE
        while place != before or not place[2]:  # it stands still, nothing over it, as in Playwright
            if time.monotonic() > ends:
                raise RuntimeError(f"{self._named} is never free: {place}")
            self._page.wait_for_timeout(50)
            place, before = self._one(_PLACE), place
        self._page.click(*place[:2])

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
