"""The program of a page without a page: acts go in, views and effects come out."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from battle.browser.app import App
from battle.browser.channels import OpenLine
from battle.browser.main import app_of
from battle.engine.client import Engine
from battle.friend.friends import Friends
from battle.storage import Places
from tests.support.engines import TwinEngine
from tests.support.memory_channel import Meeting

ADDRESS = "https://example.org/play/"
BEAT = 0.04
"""Seconds between two beats, of a clock that only they move."""
MOMENT = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)


class Page:
    """What a page sees of the program; `view` is the last one, `effects` are all there were."""

    def __init__(
        self,
        home: Path,
        *,
        language: str = "en",
        hash: str = "",
        place: list[Any] | None = None,
        engine: Engine | None = None,
        meeting: Meeting | None = None,
        open_line: OpenLine | None = None,
    ) -> None:
        self._home, self._meeting = home, meeting
        friends = {}
        if meeting is not None:
            friends["friends"] = partial(Friends, open_channel=meeting.open, in_thread=False)
        self.seconds = 1.0
        self.view: dict[str, Any] = {}
        self.effects: list[dict[str, Any]] = []
        self.app: App = app_of(
            {"languages": [language], "hash": hash, "place": place, "address": ADDRESS},
            Places.below(home),
            self._hear,
            engine=engine or TwinEngine(),
            open_line=open_line,
            now=lambda: self.seconds,
            moment=lambda: MOMENT + timedelta(seconds=self.seconds),
            **friends,
        )

    def _hear(self, text: str) -> None:
        message = json.loads(text)
        if "view" in message:
            self.view = message["view"]
        else:
            self.effects.append(message)

    def act(self, do: str, **more: Any) -> dict[str, Any]:
        """Do something, and return what is seen then."""
        self.app.act(json.dumps({"do": do, **more}))
        return self.view

    def press(self, button: dict[str, Any]) -> dict[str, Any]:
        """Press a button of a view."""
        assert not button.get("off"), button
        return self.act(**button["do"])

    def wait(self, until: Callable[[dict[str, Any]], object], beats: int = 2000) -> dict[str, Any]:
        """Let time go on until a view is as wanted."""
        for _beat in range(beats):
            if until(self.view):
                return self.view
            self.seconds += BEAT
            self.app.beat()
        raise AssertionError(f"not seen: {json.dumps(self.view)[:2000]}")

    def reload(self) -> Page:
        """Return the page after its tab was loaded again; this one is closed."""
        self.app.close()
        return Page(self._home, place=self.view.get("place", []), meeting=self._meeting)

    @property
    def notice(self) -> str:
        """The sentence that is shown, empty for none."""
        return str(self.view.get("notice", {}).get("words", ""))

    def begin(self, position: str, level: str = "novice", **settings: Any) -> dict[str, Any]:
        """Begin a game from a position against a level, or with a friend at the device."""
        if settings:
            self.app.change(**settings)
        self.act("go", name="new_game", rival=level)
        self.act("set", name="deal_by", value="pasted")
        self.act("set", name="pasted", value=position)
        return self.act("play")
