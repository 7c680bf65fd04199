"""What the page's worker calls: begin, act, beat.

program.js ──begin──► App        emit ──► messages to the page
──act, beat──►        start_solver ──► the solver's worker
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from battle.browser import engine
from battle.browser.app import App
from battle.language import _
from battle.storage import Places

HOME = Path("/home/kept")
_running: list[App] = []


def begin(first: str, emit: Callable[[str], object], start_solver: engine.StartWorker) -> None:
    """Start the program; `first` is what the page says of itself, as JSON."""
    page = json.loads(first)
    os.environ["LANGUAGE"] = ":".join(code.replace("-", "_") for code in page["languages"])

    def send(message: Mapping[str, Any]) -> None:
        emit(json.dumps(message, ensure_ascii=False))

    app = App(Places.below(HOME), engine.engine(start_solver), send, page["address"])
    _running[:] = [app]
    if len(page["hash"]) > 1:
        app.act({"do": "open", "text": page["hash"]})
    app.show()


def act(text: str) -> None:
    """Do what was chosen on the page."""
    _running[0].act(json.loads(text))


def beat() -> None:
    """Let everything go on that takes time."""
    _running[0].beat()


def cannot_keep() -> None:
    """Say that the browser keeps nothing."""
    _running[0].tell(_("This browser keeps nothing: games are gone when the page is closed."))
