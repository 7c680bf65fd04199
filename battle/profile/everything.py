"""Everything of a person as one text, to take to another machine or out of a browser.

    {"mahjong-battle": 1, "settings": {…}, "games": [rows of the record], "files": {name: game}}

What is read in is added to what is there; of two games with the same key the newer text stays.
Nothing in the text is believed: settings and rows are checked as those on the disk are.
"""

from __future__ import annotations

import dataclasses
import json
from contextlib import suppress
from typing import Any, Final, Protocol

from battle.language import ngettext
from battle.profile.records import GAMES, Records
from battle.profile.settings import SETTINGS, Settings
from battle.profile.store import INVALID
from battle.rules.position import FormatError
from battle.rules.record import SUFFIX as GAME
from battle.rules.record import record
from battle.storage import Places, write_atomically

OPENING: Final = '{"mahjong-battle":'
"""What the text begins with."""

SUFFIX: Final = ".json"
MOST_CHARACTERS: Final = 50_000_000
_VERSION: Final = 1
_OF_MACHINE: Final = ("threads", "hash_mb", "window", "directory", "language")
"""The settings that belong to a machine, and stay there."""


class Person(Protocol):
    """Whose everything it is."""

    places: Places
    settings: Settings
    records: Records

    def change(self, **values: Any) -> None:
        """Change settings."""


def text_of(person: Person) -> str:
    """Return everything of a person."""
    kept = dataclasses.asdict(person.settings)
    files = (*person.places.data.glob(f"*{GAME}"), *person.places.saves.glob(f"*{GAME}"))
    everything = {
        "settings": {name: value for name, value in kept.items() if name not in _OF_MACHINE},
        "games": [GAMES.row(game) for game in person.records.games()],
        "files": {file.name: file.read_text("utf-8") for file in files},
    }
    return f"{OPENING} {_VERSION}, {json.dumps(everything, ensure_ascii=False)[1:]}\n"


def imported(person: Person, text: str) -> str:
    """Add everything in a text to a person's; say how many games there were.

    Raises FormatError for a text that is none. Of bad parts only the good ones are taken.
    """
    try:
        content = json.loads(text[: MOST_CHARACTERS + 1])
        rows, files, chosen = (content[name] for name in ("games", "files", "settings"))
        is_whole = content["mahjong-battle"] == _VERSION
        rows, files, chosen = [*map(dict, rows)], dict(files), dict(chosen)
    except (ValueError, TypeError, LookupError, RecursionError):
        raise FormatError("bad file: it is not everything of a player") from None
    if not is_whole:
        raise FormatError("bad file: it is of a newer version")
    games = 0
    for row in rows:
        with suppress(*INVALID):
            person.records.put(GAMES.value(row))
            games += 1
    for name, game_text in files.items():
        with suppress(*INVALID, OSError):
            text = record(game_text).text
            file = (
                person.places.data / name
                if name == "unfinished.mjb"
                else person.places.saves / f"{abs(hash(text))}{GAME}"
            )
            if not file.exists():
                file.parent.mkdir(parents=True, exist_ok=True)
                write_atomically(file, text)
    values: dict[str, Any] = {}
    for name, value in chosen.items():
        with suppress(*INVALID):
            if name not in _OF_MACHINE:
                values[name] = SETTINGS[name].check(value)
    person.change(**values)
    words = ngettext("{n} game was imported.", "{n} games were imported.", games)
    return words.format(n=games)
