"""Everything of a person as one text, to take to another machine or out of a browser.

    {"mahjong-battle": 1, "settings": {…}, "games": [rows of the record], "files": {name: game}}

    read ──► Export, what is new to this person ──► question ──► keep; settings to change

Nothing in the text is believed: settings and rows are checked as those on the disk are. What is
there already stays: results, games, and every setting that the person has chosen.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Protocol, TypeAlias

from battle.language import N_, _, ngettext
from battle.profile.records import GAMES, PlayedGame, Records
from battle.profile.settings import SETTINGS, Settings
from battle.profile.store import INVALID
from battle.rules.files import read_text
from battle.rules.position import FormatError
from battle.rules.record import SUFFIX as GAME
from battle.rules.record import record
from battle.storage import Places, write_atomically
from battle.words import listed, titled

GoOn: TypeAlias = Callable[[int], object]

OPENING: Final = '{"mahjong-battle":'
"""What the text begins with."""

MOST_MEBIBYTES: Final = 64
MOST_GAMES: Final = 20_000
MOST_FILES: Final = 1_000
LONGEST: Final = 200_000
"""The most results, the most games besides them, and the most characters of a text."""
NOTHING_NEW: Final = N_("All of it is here already.")

_VERSION: Final = 1
_STAY: Final = (
    *("threads", "hash_mb", "window", "directory", "language"),
    *("brokers", "invitation_page", "meet_over_brokers", "local_network"),
)
"""The settings that belong to a machine, and those that say whom one connects to."""

_OWN_PLACES: Final = ("unfinished.mjb", "last.mjb")
_BEGINS: Final = re.compile(r'\ufeff?\s*\{\s*"mahjong-battle"\s*:')


class Person(Protocol):
    """Whose everything it is."""

    places: Places
    settings: Settings
    records: Records


@dataclasses.dataclass(frozen=True)
class Export:
    """What a text of everything has that a person has not: results, games by file, settings."""

    games: tuple[PlayedGame, ...]
    files: Mapping[str, str]
    settings: Mapping[str, Any]

    @property
    def is_empty(self) -> bool:
        return not (self.games or self.files or self.settings)

    @property
    def question(self) -> tuple[str, str]:
        """The question whether to import it: a title, and what it would bring."""
        words = _("It brings {what}. What is here already stays.")
        return _("Import this export?"), words.format(what=self._words)

    @property
    def _words(self) -> str:
        games, files = len(self.games), len(self.files)
        said = [
            ngettext("{n} game", "{n} games", games).format(n=games) if games else "",
            ngettext("{n} saved game", "{n} saved games", files).format(n=files) if files else "",
        ]
        if self.settings:
            labels = [SETTINGS[name].label for name in self.settings]
            named = [_(label) for label in labels if label]
            others = [_("others")] if "" in labels else []
            said.append(titled(_("settings"), listed([*named, *others])))
        return listed(said)

    def keep(self, person: Person, go_on: GoOn = lambda count: None) -> str:
        """Keep all but the settings, the results at once or not at all; return what to say."""
        added = person.records.add(self.games)
        for name, text in self.files.items():
            go_on(added)
            file = _place(person.places, name, text)
            with suppress(OSError):
                write_atomically(file, text, private=True)
                added += 1
        words = ngettext("{n} game was imported.", "{n} games were imported.", added)
        return words.format(n=added)


def is_export(text: str) -> bool:
    """Whether a text is everything of a player, if anything."""
    return _BEGINS.match(text) is not None


def text_of(person: Person) -> str:
    """Return everything of a person."""
    kept = dataclasses.asdict(person.settings)
    everything = {
        "settings": {name: value for name, value in kept.items() if name not in _STAY},
        "games": [GAMES.row(game) for game in person.records.games()],
        "files": {file.name: file.read_text("utf-8") for file in _files(person.places)},
    }
    return f"{OPENING} {_VERSION}, {json.dumps(everything, ensure_ascii=False)[1:]}\n"


def read(person: Person, text: str, go_on: GoOn = lambda count: None) -> Export:
    """Return what a text would bring; `go_on` is called with how many games have been checked.

    Raises FormatError for a text that is none, or too large. Of bad parts only the good ones are
    taken. Nothing is changed.
    """
    try:
        content = json.loads(text.removeprefix("\ufeff"))
        rows, files, chosen = (content[name] for name in ("games", "files", "settings"))
        is_whole = content["mahjong-battle"] == _VERSION
        rows, files, chosen = [*map(dict, rows)], dict(files), dict(chosen)
    except (ValueError, TypeError, LookupError, RecursionError):
        raise FormatError("bad file: it is not everything of a player") from None
    if not is_whole:
        raise FormatError("bad file: it is of a newer version")
    if len(rows) > MOST_GAMES or len(files) > MOST_FILES:
        most = MOST_GAMES if len(rows) > MOST_GAMES else MOST_FILES
        raise FormatError("bad file: it has more than {most} games", most=most)
    known, games = person.records.keys(), dict[str, PlayedGame]()
    for count, row in enumerate(rows):
        go_on(count)
        with suppress(*INVALID):
            game = GAMES.value(row)
            is_short = all(len(cell) <= LONGEST for cell in row.values() if isinstance(cell, str))
            if game.key not in known and is_short:
                games.setdefault(game.key, game)
    return Export(
        (*games.values(),),
        _new_files(person.places, files, lambda count: go_on(len(rows) + count)),
        _new_settings(person.settings, chosen),
    )


def _new_files(places: Places, files: Mapping[str, object], go_on: GoOn) -> dict[str, str]:
    """Return the games that are in no file yet, by the names they had."""
    known = set[str]()
    for file in _files(places):
        with suppress(OSError, ValueError):
            known.add(read_text(file))
    found = {}
    for count, (name, game) in enumerate(files.items()):
        go_on(count)
        with suppress(*INVALID):
            if isinstance(game, str) and len(game) <= LONGEST:
                text = record(game).text
                if not {text, game} & known:
                    known.add(text)
                    found[name] = text
    return found


def _new_settings(here: Settings, chosen: Mapping[str, object]) -> dict[str, Any]:
    """Return the settings that were never changed here, and were there."""
    found, usual = {}, Settings()
    for name, value in chosen.items():
        with suppress(*INVALID):
            checked = SETTINGS[name].check(value)
            is_usual = getattr(here, name) == getattr(usual, name)
            if name not in _STAY and is_usual and checked != getattr(usual, name):
                found[name] = checked
    return found


def _files(places: Places) -> Iterable[Path]:
    return (*places.data.glob(f"*{GAME}"), *places.saves.glob(f"*{GAME}"))


def _place(places: Places, name: str, text: str) -> Path:
    """Return the file of a game: the unfinished and the last one keep their places."""
    own = places.data / name if name in _OWN_PLACES else None
    if own is not None and not own.exists():
        return own
    return places.saves / f"{sha256(text.encode()).hexdigest()[:32]}{GAME}"
