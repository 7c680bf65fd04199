"""The program of a page without a page: acts go in, views and effects come out."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

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
    """What a page sees of the program; `view` is the last one, `effects` are all there were.

    `start` is what a new visit begins with.
    """

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
        second: Engine | None = None,
        **told: Any,
    ) -> None:
        self._home, self._meeting = home, meeting
        friends = {}
        if meeting is not None:
            friends["friends"] = partial(Friends, open_channel=meeting.open, in_thread=False)
        self.seconds = 1.0
        self.view: dict[str, Any] = {}
        self.start: dict[str, Any] = {}
        self.effects: list[dict[str, Any]] = []
        self.app: App = app_of(
            {"languages": [language], "hash": hash, "place": place, "address": ADDRESS, **told},
            Places.below(home),
            self._hear,
            engine=engine or TwinEngine(),
            open_line=open_line,
            second=second,
            now=lambda: self.seconds,
            moment=lambda: MOMENT + timedelta(seconds=self.seconds),
            **friends,
        )

    def _hear(self, text: str) -> None:
        message = json.loads(text)
        if "view" in message:
            self.view = message["view"]
        elif "start" in message:
            self.start = message["start"]
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

    def named(self, words: str) -> dict[str, Any]:
        """Return the button whose words match, of the sheet if one lies over the screen."""

        def buttons(value: object) -> Iterator[dict[str, Any]]:
            if isinstance(value, dict):
                is_button = "do" in value and not value.get("off")
                yield from [value] if is_button and value.get("words") else []
                yield from buttons([*value.values()])
            elif isinstance(value, list):
                for part in value:
                    yield from buttons(part)

        found = [*buttons(self.view.get("sheet", self.view))]
        match = (one for one in found if re.fullmatch(words, one["words"]))
        return next(match, None) or pytest.fail(f"{words}: {[one['words'] for one in found]}")

    @property
    def step(self) -> tuple[int, str, str]:
        """How deep one is in the browser's history, on which screen, under which sheet."""
        sheet = self.view.get("sheet")
        is_covered = bool(sheet) or bool(self.view.get("dock", {}).get("closes"))
        return self.view["depth"] + is_covered, self.view["screen"], (sheet or {}).get("title", "")

    def trodden(self, way: str) -> Page:
        """Go a way from the start screen, and back; return the page, loaded again on the way.

        Back closes what is on top, step by step; a reload comes back to the screen.
        """
        steps = [self.act("home") and self.step]
        for words in way.split(", "):
            self.press(self.named(words))
            depth = self.view["depth"]
            steps = [*steps[:depth], (depth, self.view["screen"], "")]
        if self.step != steps[-1]:
            assert self.act("back").get("sheet") is None
            assert self.step == steps[-1], way
        page = self.reload()
        for step in steps[::-1]:
            assert page.step == step, way
            page.act("back")
        return page

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
