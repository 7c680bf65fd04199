"""Stories of the screens, in `tests/approved/screens`: what a person does, and all that is seen.

    > press Match settings
    > set clock_minutes to '5'
    > wait for the solver

Another screen is shown as a whole; on the same one `+` stands before what is seen from then on, `-`
before what is seen no more. A block is its kind, its words and all else that it says; behind `→` is
what it does. Tiles of a board that say more than what they are stand below it.
"""

from __future__ import annotations

import re
import time
from ast import literal_eval
from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import date
from difflib import unified_diff
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest.mock import Mock

import pytest

from battle.profile.options import HERE
from battle.rules.position import position
from tests.support.page import MOMENT, Page
from tests.support.pilot import bad_game
from tests.support.records import kept_game
from tests.support.services import played_in
from tests.support.stories import Story, check_story, step, stories
from tests.support.trainees import LONG, FullDeck
from tools.reference import move_values
from tools.screens.pictures import sample_games

UNSAID: Final = {
    *("block", "blockers", "cell", "cols", "columns", "box", "do", "face", "free", "icon_ink"),
    *("id", "kind", "language", "letters", "notifies", "pairs", "place", "region", "role", "rows"),
    *("says", "sections", "shape", "sound", "state", "take", "tabs", "theme", "turn", "why"),
}
"""What is the same on every screen, how something looks, and what a tile says when it is touched.

The kind of a field is said nevertheless.
"""
KEY: Final = r"[0-9a-f]{32}|(?<=#game=)\S+|(?<=Not over yet · )\d+ \w+"
"""The key of a game in the record, a link, which has it too, and the day of a file."""
LONGEST: Final = 300
"""As much of a text that is passed on is shown."""


def seen(view: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is seen, line by line."""
    title = view["title"]
    yield f"  {view['screen']}: {title if isinstance(title, str) else title['words']}"
    hidden = ("depth", "notice", "screen", "title", "words")
    yield from parts({name: view[name] for name in view if name not in hidden}, "    ")


def parts(value: Mapping[str, Any], indent: str) -> Iterator[str]:
    """Yield what a view or a block holds besides its words."""
    for name, part in value.items():
        if name in UNSAID or not part:
            continue
        if name == "position":
            yield f"{indent}to move {part.split(' ', 1)[1]}"
        elif name in ("tiles", "ghosts"):
            yield from (f"{indent}{words}" for words in tiles_in(part))
        elif name in ("bars", "choices", "kinds"):
            told = (one for one in part if one.get("left") != 4 or one.get("on"))
            yield f"{indent}{name} {' | '.join(map(line, told))}"
        elif name in ("sides", "weeks"):
            rows = ([line(one or {}) for one in row] for row in part)
            yield from (f"{indent}{' | '.join(row)}" for row in rows)
        elif is_nested(part):
            for one in [part] if isinstance(part, dict) else part:
                yield f"{indent}{one.get('block', name)} {line(one)}".rstrip()
                yield from parts({k: v for k, v in one.items() if is_nested(v)}, f"{indent}  ")
        elif indent == "    ":
            yield f"{indent}{name} {part}"


def tiles_in(board: list[dict[str, Any]]) -> Iterator[str]:
    """Yield what lies on a board, by columns, and which tiles say more."""
    columns, said = defaultdict[str, str](str), defaultdict[str, list[str]](list)
    for tile in board:
        column, row = tile["cell"]
        if "kind" in tile:
            columns[column] += tile["kind"] if column in columns else row + tile["kind"]
        said[line(tile | {"words": "", "name": ""}).removeprefix(" · ")].append(tile["cell"])
    yield from [" ".join(column + kinds for column, kinds in columns.items())] * bool(columns)
    yield from (f"{words}: {' '.join(cells)}" for words, cells in said.items() if words)


def is_nested(value: object) -> bool:
    """Whether something holds blocks or other objects that are no acts."""
    held = value[0] if isinstance(value, list) and value else value
    is_act = isinstance(held, dict) and isinstance(held.get("do"), str)
    return isinstance(held, dict | list) and not is_act


def line(block: Mapping[str, Any]) -> str:
    """Return a block in a line: its words, what else it says, and what it does."""
    words = [block[name] for name in ("words", "title") if isinstance(block.get(name), str)]
    if block.get("block") == "field":
        words.append(block["kind"])
    words += [
        name if value is True else f"{name} {value}"
        for name, value in block.items()
        if name not in (*UNSAID, "words", "title") and value and not is_nested(value)
        if value not in ("plain", "normal")
    ]
    act = block.get("do") or {}
    return " ".join([" · ".join(words), *["→"] * bool(act), *map(str, act.values())]).strip()


def given_in(text: str) -> dict[str, Any]:
    """Return what is given by name: `days=3, opponent='club'`."""
    given = re.findall(r"(\w+)=(.+?)(?:, (?=\w+=)|$)", text)
    return {name: literal_eval(value) for name, value in given}


class Screens(Story):
    """The program of a page, at which somebody is who has played nothing."""

    def __init__(self, home: Path) -> None:
        super().__init__()
        self.home, self.page, self.saved = home, Page(home), ""
        self.lines = [*seen(self.page.view)]

    def after(self, sentence: str) -> Iterator[str]:
        """Do what a sentence says; yield what is seen from then on, and what no more."""
        self.obey(sentence)
        today = f"{date.today().day} {date.today():%B %Y}"  # of files
        lines = (re.sub(KEY, "KEY", one) for one in seen(self.page.view))
        before, self.lines = self.lines, [one.replace(today, "TODAY") for one in lines]
        if before[:1] == self.lines[:1]:
            changes = [*unified_diff(before, self.lines, n=0, lineterm="")][2:]
            yield from (f"  {one[0]} {one[5:]}" for one in changes if one[0] != "@")
        else:
            yield from self.lines
        yield from [f"  said: {self.page.notice}"] * bool(self.page.notice)
        yield from (f"  asked: {effect}"[:LONGEST] for effect in self.page.effects)
        saved = [effect["save"]["text"] for effect in self.page.effects if "save" in effect]
        self.saved = saved[-1] if saved else self.saved
        self.page.effects.clear()

    @step(r"press (.+)")
    def press(self, words: str) -> None:
        self.page.press(self.page.named(re.escape(words)))

    @step(r"set (.+?) to (.*)")
    def set(self, words: str, value: str) -> None:
        self.page.act("set", name=words, value=literal_eval(value))

    @step(r"do (\w+)(?: (.+))?")
    def do(self, act: str, given: str | None) -> None:
        self.page.act(act, **given_in(given or ""))

    @step(r"begin (.+?)(?: against (\w+))?")
    def begin(self, position: str, level: str | None) -> None:
        self.page.begin(position, level or HERE)

    @step(r"reload")
    def reload(self) -> None:
        self.page = self.page.reload()

    @step(r"kill it")
    def kill(self) -> None:
        self.page.app.close()
        self.page = Page(self.home)

    @step(r"go to another browser")
    def leave(self) -> None:
        self.page.app.close()
        self.page = Page(self.home.parent / "other")

    @step(r"open (what was saved|.+)")
    def open(self, text: str) -> None:
        self.page.act("open", text=self.saved if text == "what was saved" else text)

    @step(r"(\w+) is set to (.+)")
    def change(self, name: str, value: str) -> None:
        self.page.app.change(**{name: literal_eval(value)})

    @step(r"([\d.]+) (seconds|minutes) go by")
    def go_by(self, count: str, unit: str) -> None:
        end = self.page.seconds + float(count) * (60 if unit == "minutes" else 1)
        self.page.wait(lambda _view: self.page.seconds >= end, 100_000)

    @step(r"wait for the solver")
    def wait(self) -> None:
        app = self.page.app
        self.page.wait(lambda _view: not (app.scheduler.is_busy or app.prover.waiting))

    @step(r"the solver fails: (.+)")
    def fail(self, words: str) -> None:
        self.page.app.scheduler.engine.fail(words)  # type: ignore[attr-defined]

    @step(r"a game was kept: (.+)")
    def keep(self, given: str) -> None:
        self.page.app.records.put(kept_game(**given_in(given)))

    @step(r"the sample's games were kept")
    def keep_samples(self) -> None:
        self.page.app.records.add(sample_games(self.page.app.moment()))

    @step(r"game (\d) with mistakes was played(?: as player (\d))?")
    def play_badly(self, seed: str, person: str | None) -> None:
        played_in(self.page.app, bad_game(int(seed)), person and 3 - int(person))

    @step(r"the deck has exercises ([\d ]+)")
    def fill_deck(self, numbers: str) -> None:
        app, shipped = self.page.app, [LONG[int(number)] for number in numbers.split()]
        app.deck = FullDeck(app.database, app.moment, lambda: shipped)

    @step(r"take the (best|worst|first) pair")
    def take(self, which: str) -> None:
        place = position(self.page.view["position"])
        pair = place.legal_moves[0]
        if which != "first":
            values = move_values(place)
            pair = (max if which == "best" else min)(values, key=values.__getitem__)
        self.page.act("take", move=str(pair))

    @step(r"play to the end, each time the (worst|first) pair")
    def play_out(self, which: str) -> None:
        while self.page.wait(lambda view: view.get("live") or view["screen"] != "table").get(
            "live"
        ):
            self.take(which)


@pytest.mark.parametrize("file", stories("screens"), ids=lambda file: file.stem)
def test_a_story_of_the_screens(file: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Step by step, each screen shows what was approved, and asks for what was approved."""
    monkeypatch.setenv("TZ", "UTC")
    getattr(time, "tzset", int)()  # none on Windows
    for drawn in ("game.setup", "profile.options"):
        monkeypatch.setattr(f"battle.{drawn}.random", Random(1))
    monkeypatch.setattr("battle.profile.options.Random", lambda: Random(1))
    monkeypatch.setattr("battle.game.session.date", Mock(today=MOMENT.date))
    story = Screens(home)
    check_story(file, story)
    story.page.app.close()
