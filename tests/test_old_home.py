"""A home of an earlier version, opened today: nothing in it may be lost.

`tests/data/home-37e7967.zip` was written by the program of that commit: games played at its table,
reviewed and proven by its solver, exercises answered, a game and a duplicate match under way,
games with friends in every stage, settings that are not the usual ones. What was in it then
stands beside it, in `home-37e7967.json`, as plain values. Neither file is ever made again.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, Final
from zipfile import ZipFile

import pytest

from battle.friend.friends import Friends
from battle.storage import Places
from battle.window.files import open_dropped
from battle.window.main import App
from battle.window.routes import first_scene
from battle.window.study import StudyScene
from battle.window.table import TableScene
from tests.support.engines import FakeEngine
from tests.support.memory_channel import Meeting
from tests.support.pilot import FRAME, Pilot

DATA: Final = Path(__file__).parent / "data"


@pytest.fixture(scope="module")
def facts() -> Any:
    """Return what was in the home when it was made."""
    found = json.loads((DATA / "home-37e7967.json").read_text(encoding="utf-8"))
    for measured_otherwise_now in (found["deck"], *found["deck"]["entries"]):
        del measured_otherwise_now["level"]
    return found


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the home, as it was left."""
    folder = tmp_path_factory.mktemp("old home")
    with ZipFile(DATA / "home-37e7967.zip") as kept:
        kept.extractall(folder)
    return folder


@pytest.fixture
def old_home(unpacked: Path, tmp_path: Path) -> Path:
    """Return a copy of the home that a test may write in."""
    return Path(shutil.copytree(unpacked, tmp_path / "copy"))


@contextmanager
def window(home: Path, at: datetime) -> Iterator[Pilot]:
    """Open the window on a home at a date; its friends meet in memory."""
    clock = [1000.0]
    engine, meeting = FakeEngine(), Meeting()
    app = App(
        places=Places.below(home),
        size=(1280, 800),
        now=lambda: clock[0],
        moment=lambda: at,
        engine=engine,
        friends=lambda places, records: Friends(places, records, meeting.open),
    )
    pilot = Pilot(app, engine, clock)
    try:
        app.push(first_scene(app))
        pilot.run(0.2)
        yield pilot
    finally:
        app.close()


# --- what is in a home, as plain values -----------------------------------------------------------


def games_of(app: App) -> list[dict[str, Any]]:
    """Return the finished games of the record."""
    return [
        {
            "key": game.key,
            "ended": game.ended.isoformat(),
            "seats": list(game.seats),
            "opponent": game.opponent,
            "person": game.person,
            "deal": game.deal,
            "start": game.start,
            "points": list(game.points),
            "reason": game.ending.reason.value,
            "winner": game.ending.winner,
            "par": game.par,
            "par_exact": game.par_exact,
            "lost": game.lost and list(game.lost),
            "proven": game.proven and list(game.proven),
            "exact_from": game.exact_from,
            "hints": list(game.hints),
            "help": list(game.help),
            "duplicate": game.duplicate,
            "head_start": game.head_start,
            "record": game.record,
        }
        for game in app.records.games()
    ]


def deck_of(app: App) -> dict[str, Any]:
    """Return the trainer's exercises and what was answered."""
    return {
        "due": app.deck.due,
        "entries": [
            {
                "key": entry.key,
                "source": entry.source.value,
                "due": entry.due and entry.due.isoformat(),
                "retired": entry.is_retired,
            }
            for entry in app.deck.entries()
        ],
        "answers": [
            [answer.key, answer.at.isoformat(), answer.move, answer.lost, answer.rating.value]
            for answer in app.deck.answers()
        ],
    }


def unfinished_of(app: App) -> dict[str, Any]:
    """Return the game that is offered to go on with."""
    session, messages = app.autosave.load()
    assert messages == []
    return {
        "moves": [str(move) for move in session.game.moves],
        "seats": [[seat.name, seat.solver, seat.level] for seat in session.setup.seats],
        "deal": session.setup.deal,
        "points": list(session.points),
        "games before": [list(points) for points in session.series.games],
        "duplicate": str(session.series.duplicate),
    }


def friends_of(app: App) -> list[dict[str, Any]]:
    """Return the games with friends, the invitation that no one has taken up among them."""
    return [
        {
            "topic": topic,
            "stage": game.stage.value,
            "name": game.meeting.name,
            "friend": "" if game.session is None else game.friend_name,
            "my turn": game.my_turn,
            "moves": [str(move) for move in game.session.game.moves] if game.session else [],
            "points": list(game.session.points) if game.session else [],
            "is over": game.session is not None and game.session.ending is not None,
            "said": [[one.side, one.text] for one in game.chat.said],
        }
        for topic, game in sorted(app.friends.games.opened.items())
    ]


def facts_of(app: App) -> dict[str, Any]:
    """Return all of it."""
    return {
        "games": games_of(app),
        "deck": deck_of(app),
        "unfinished": unfinished_of(app),
        "friends": friends_of(app),
        "par of 424242": app.pars.all()[424242],
    }


def tables_in(home: Path, columns: dict[str, list[str]]) -> dict[str, list[Any]]:
    """Return how many rows each table of the database has, and a digest of what is in them."""
    found = {}
    with closing(sqlite3.connect(home / "data/record.db")) as database:
        for table, names in columns.items():
            rows = database.execute(f"SELECT {', '.join(names)} FROM {table}").fetchall()
            content = "\n".join(sorted(map(repr, rows)))
            found[table] = [len(rows), sha256(content.encode()).hexdigest()]
    return found


# --- the tests ------------------------------------------------------------------------------------


@pytest.mark.parametrize("times", [1, 2])
def test_everything_is_there(old_home: Path, facts: Any, times: int) -> None:
    """Games, deck, the game under way and the friends' are what they were, and stay so."""
    at = datetime.fromisoformat(facts["moment"])
    for _time in range(times):
        with window(old_home, at) as pilot:
            found = facts_of(pilot.app)
            assert not pilot.app.message.text
    assert {name: facts[name] for name in found} == found


def test_the_database_stays_as_it_is(old_home: Path, facts: Any) -> None:
    """To the last row and byte the database has what it had, also after it was opened."""
    with window(old_home, datetime.fromisoformat(facts["moment"])) as pilot:
        facts_of(pilot.app)
    assert tables_in(old_home, facts["columns"]) == facts["tables"]


def test_settings_are_kept(old_home: Path, facts: Any) -> None:
    """Every setting has the value that was chosen, and the file says so still after the end."""
    kept = json.loads((old_home / "config/settings.json").read_text(encoding="utf-8"))
    assert kept == facts["settings"]
    with window(old_home, datetime.fromisoformat(facts["moment"])):
        pass
    after = json.loads((old_home / "config/settings.json").read_text(encoding="utf-8"))
    assert {name: after[name] for name in kept if name != "window"} == {
        name: value for name, value in kept.items() if name != "window"
    }


def test_the_window_goes_on(old_home: Path, facts: Any) -> None:
    """The start screen, in the language chosen, goes on with the game where it was left."""
    with window(old_home, datetime.fromisoformat(facts["moment"])) as pilot:
        assert pilot.button("Spielen")
        pilot.press("return")
        pilot.run(10 * FRAME)
        assert isinstance(pilot.scene, TableScene)
        moves = [str(move) for move in pilot.session.game.moves]
        assert moves == facts["unfinished"]["moves"]


def test_own_files_are_read(old_home: Path, facts: Any) -> None:
    """Problems of the person's own file are asked, and every saved game can be opened."""
    with window(old_home, datetime.fromisoformat(facts["moment"])) as pilot:
        deck = pilot.app.deck
        while (exercise := deck.next()) is not None and len(deck.entries()) < 20:
            deck.retire(exercise)
        assert set(facts["own problems"]) <= {entry.key for entry in deck.entries()}
        keeper = pilot.app.autosave
        last, analysis = map(keeper.game_in, (keeper.last_file, keeper.analysis_file))
        assert [str(move) for move in last.game.moves] == facts["last"]
        assert analysis.record().text == facts["analysis"]
        for file in sorted(pilot.app.places.saves.glob("*.mjb")):
            open_dropped(pilot.app, file)
            scene = pilot.app.scene
            assert isinstance(scene, TableScene | StudyScene)
            moves = scene.session.game.root.main_line()
            assert [str(node.move) for node in moves if node.move] == facts["saves"][file.name]
