"""Everything of a person as one text: what it brings, what stays, and what it cannot do."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from battle.language import use
from battle.profile import everything
from battle.profile.everything import LONGEST, MOST_FILES, MOST_GAMES, is_export, read, text_of
from battle.profile.records import GAMES, PlayedGame, Records
from battle.profile.settings import Settings
from battle.profile.store import Database
from battle.rules.position import FormatError
from battle.rules.record import record
from battle.rules.tree import Ending, Reason
from battle.storage import Places, write_atomically
from tests.support.processes import run

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
GAME = PlayedGame(
    key="k0",
    ended=NOON,
    seats=("Ada", "Ben"),
    opponent="club",
    start="9s/9s 1 0-0",
    points=(9, 0),
    ending=Ending(Reason.PLAYED_OUT, 1),
)
KEPT = '[Position "9s/9s 1 0-0"]\n\n*\n'


@dataclass
class Person:
    """Somebody with a home."""

    places: Places
    records: Records
    settings: Settings = field(default_factory=Settings)

    def take(self, text: str) -> str:
        """Import a text, as a person who says yes does; return what is said."""
        export = read(self, text)
        said = export.keep(self)
        self.settings = replace(self.settings, **export.settings)
        return said

    @property
    def files(self) -> dict[str, str]:
        """The games in files, by their place."""
        data = self.places.data
        return {str(file.relative_to(data.parent)): file.read_text() for file in self._all}

    @property
    def _all(self) -> list[Path]:
        return [*self.places.data.glob("*.mjb"), *self.places.saves.glob("*")]


@contextmanager
def living_at(home: Path, **settings: Any) -> Iterator[Person]:
    """Return a person at a home of theirs."""
    places = Places.below(home)
    with closing(Database.of(places)) as database:
        yield Person(places, Records(database), Settings(**settings))


@pytest.fixture
def person(home: Path) -> Iterator[Person]:
    use("en")
    with living_at(home) as found:
        yield found


def games(count: int) -> list[PlayedGame]:
    """Return games that differ in key and time."""
    return [
        replace(GAME, key=f"k{number}", ended=NOON + timedelta(minutes=number))
        for number in range(count)
    ]


def text(rows: list[Any] | None = None, files: Any = None, settings: Any = None) -> str:
    """Return a text of everything, as anybody can write one."""
    content = {"games": rows or [], "files": files or {}, "settings": settings or {}}
    return json.dumps({"mahjong-battle": 1, **content})


def test_everything_is_there_again_in_an_empty_home(person: Person, tmp_path: Path) -> None:
    """Results, games in files and what was chosen go over; what comes twice is there once."""
    person.records.add(games(2000))
    for place in (person.places.data / "unfinished.mjb", person.places.data / "last.mjb"):
        write_atomically(place, f'[Event "{place.stem}"]\n{KEPT}')
    write_atomically(person.places.saves / "2026-11-21 a.mjb", f'[Event "aside"]\n{KEPT}')
    person.settings = Settings(sound=False, names=("Ada", ""))
    everything_of = text_of(person)
    with living_at(tmp_path / "new") as other:
        assert other.take(everything_of) == "2003 games were imported."
        assert other.records.games() == person.records.games()
        assert other.settings == person.settings
        assert {*other.files.values()} == {*map(_as_written, person.files.values())}
        for name in ("unfinished.mjb", "last.mjb"):
            assert f'"{name[:-4]}"' in (other.places.data / name).read_text()
        assert read(other, everything_of).is_empty
    assert read(person, everything_of).is_empty


def _as_written(game: str) -> str:
    return record(game).text


def test_it_says_what_it_would_bring(person: Person) -> None:
    """New games and settings are counted and named, what is here already is not."""
    person.records.add(games(1))
    found = read(
        person,
        text(
            [GAMES.row(game) for game in games(3)],
            {"a": KEPT},
            {"sound": False, "names": ["A", ""]},
        ),
    )
    assert found.question[1] == (
        "It brings 2 games, 1 saved game, settings: Sound, others. What is here already stays."
    )
    assert person.files == {}
    assert len(person.records.games()) == 1


def test_what_is_there_already_stays(person: Person) -> None:
    """A result of the same key, a game in the same place, and a setting that was chosen stay."""
    person.records.put(GAME)
    unfinished = person.places.data / "unfinished.mjb"
    write_atomically(unfinished, KEPT)
    person.settings = Settings(teacher="points")
    forged = GAMES.row(replace(GAME, points=(0, 9), ending=Ending(Reason.RESIGNED, 2)))
    other = f'[Event "x"]\n{KEPT}'
    person.take(text([forged], {unfinished.name: other}, {"teacher": "result"}))
    assert person.records.games() == [GAME]
    assert unfinished.read_text() == KEPT
    assert record(other).text in person.files.values()
    assert person.settings.teacher == "points"


def test_nobody_says_by_a_file_whom_one_connects_to(person: Person) -> None:
    """Brokers, the page of invitations and the ways to meet are neither imported nor exported."""
    ways = {
        "brokers": "mqtts://mal:pass@evil.example",
        "invitation_page": "https://evil.example/",
        "meet_over_brokers": False,
        "local_network": True,
    }
    export = read(person, text(settings=ways))
    assert export.is_empty
    person.settings = replace(person.settings, **ways)
    assert "evil" not in text_of(person)
    assert not {*json.loads(text_of(person))["settings"]} & {*ways}


@pytest.mark.parametrize(
    "name", ["../../evil.mjb", "/tmp/evil.mjb", "..", "a/b", "\0", "record.db", "x" * 9999]
)
def test_a_name_leads_to_no_other_place(person: Person, name: str) -> None:
    """Whatever a game is called, it comes among the games that are kept."""
    person.take(text(files={name: KEPT}))
    (place,) = person.files
    assert place.startswith("saves/")
    assert "evil" not in place


def test_bounds_on_number_and_size(person: Person) -> None:
    """Too many games are refused as a whole before any is read, a huge one costs itself only."""
    row = GAMES.row(GAME)
    with pytest.raises(FormatError, match=str(MOST_GAMES)):
        read(person, text([row] * (MOST_GAMES + 1)))
    with pytest.raises(FormatError, match=str(MOST_FILES)):
        read(person, text(files={str(number): KEPT for number in range(MOST_FILES + 1)}))
    huge = KEPT.replace("*", "{" + "x" * LONGEST + "} *")
    rows = [row, {**row, "key": "k1", "record": huge}, {**row, "key": "x" * (LONGEST + 1)}]
    rows += [{**row, "key": "k2", "deal": 2**70}]
    said = person.take(text(rows, {"a": huge, "b": KEPT, "c": 7, "d": None}))
    assert said == "2 games were imported."
    assert person.records.games() == [GAME]


@pytest.mark.parametrize(
    "bad",
    [
        "{}",
        "[]",
        '{"mahjong-battle": 1}',
        '{"mahjong-battle": 2, "games": [], "files": {}, "settings": {}}',
        '{"mahjong-battle":' + "[" * 100_000,
        text([1]),
        text(files=[1]),
    ],
)
def test_a_text_that_is_none_is_refused_in_a_line(person: Person, bad: str) -> None:
    """What is wrong is said, and nothing is changed."""
    with pytest.raises(FormatError, match="bad file"):
        read(person, bad)


def test_an_export_is_known_by_how_it_begins(person: Person) -> None:
    """Also after a mark of byte order, and where another program has laid it out."""
    mine = text_of(person)
    assert mine.startswith(everything.OPENING)
    for one in (mine, f"\ufeff{mine}", json.dumps(json.loads(mine), indent=2)):
        assert is_export(one)
        assert read(person, one).is_empty
    assert not is_export(KEPT)


_KILLED = """
import os, sys
from pathlib import Path
from battle.profile import records
from battle.profile.everything import read
from battle.profile.records import GAMES, Records
from battle.profile.settings import Settings
from battle.profile.store import Database
from battle.storage import Places
from types import SimpleNamespace

places = Places.below(Path(sys.argv[1]))
person = SimpleNamespace(places=places, settings=Settings(), records=Records(Database.of(places)))
export = read(person, sys.stdin.read())
row, count = GAMES.row, 0

def dying(game):
    global count
    count += 1
    if count == int(sys.argv[2]):
        os._exit(9)
    return row(game)

object.__setattr__(GAMES, "row", dying)
export.keep(person)
"""


@pytest.mark.parametrize("after", [1, 250, 500])
def test_an_import_that_is_killed_leaves_all_or_nothing(home: Path, after: int) -> None:
    """At whichever row it ends, the record has what it had; again, it takes them all."""
    with living_at(home) as person:
        person.records.put(replace(GAME, key="mine"))
    brings = text([GAMES.row(game) for game in games(500)])
    done = run(sys.executable, "-c", _KILLED, home, str(after), input=brings)
    assert done.returncode == 9, done.stderr
    with living_at(home) as person:
        assert [game.key for game in person.records.games()] == ["mine"]
        assert person.take(brings) == "500 games were imported."
        assert len(person.records.games()) == 501


def test_games_come_in_one_transaction(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many results there are, the database is written once."""
    writes = []
    write = Database.write
    monkeypatch.setattr(Database, "write", lambda *args: writes.append(1) or write(*args))
    person.take(text([GAMES.row(game) for game in games(300)]))
    assert len(person.records.games()) == 300
    assert len(writes) == 1
