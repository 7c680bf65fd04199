"""The unfinished game is kept beside the window: its thread never waits for the disk."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from battle.rules.files import read_text
from battle.rules.record import record
from tests.support.pilot import FRAME, Pilot, best_move, friends, pilot_at

pytestmark = pytest.mark.disk

_EVENTS = {"open", "os.rename", "os.remove", "os.mkdir", "os.chmod", "sqlite3.connect"}
_watched: list[tuple[Path, list[tuple[str, str]]]] = []


def _note(event: str, arguments: tuple[object, ...]) -> None:
    if _watched and event in _EVENTS:
        home, uses = _watched[-1]
        if str(arguments[0]).startswith(str(home)):
            uses.append((threading.current_thread().name, event))


sys.addaudithook(_note)


@contextmanager
def uses_of(home: Path) -> Iterator[list[tuple[str, str]]]:
    """Give the list of what is done below `home` meanwhile: the thread's name, what it does."""
    uses: list[tuple[str, str]] = []
    _watched.append((home, uses))
    yield uses
    _watched.pop()


def take_pair(pilot: Pilot) -> None:
    """Take the best pair by two clicks; the tiles are in the air afterwards."""
    move = best_move(pilot.session)
    pilot.click_cell(move.first)
    pilot.click_cell(move.second)
    assert pilot.table.motion.moving


def test_a_tile_takes_off_without_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While pairs take off the window's thread uses no file, and waits for no disk."""
    synced: list[str] = []
    sync = os.fsync

    def noting(file: int) -> None:
        synced.append(threading.current_thread().name)
        sync(file)

    with pilot_at(tmp_path, sound=False) as pilot:
        friends(pilot)
        pilot.settle()
        monkeypatch.setattr(os, "fsync", noting)
        with uses_of(tmp_path) as uses:
            for _turn in range(3):
                take_pair(pilot)
                pilot.settle()
            pilot.app.autosave.wait()
        assert {name for name, _event in uses} == {*synced} == {"autosave_0"}
        assert ("autosave_0", "os.rename") in uses
        assert record(read_text(pilot.app.autosave.file)).game.ply == 3


def test_a_slow_disk_holds_no_move_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the disk is busy pairs are taken on; then the latest state is written, and only it."""
    free, sync = threading.Event(), os.fsync
    writes: list[int] = []

    def slow(file: int) -> None:
        writes.append(file)
        assert free.wait(60)
        sync(file)

    with pilot_at(tmp_path, sound=False) as pilot:
        friends(pilot)
        pilot.settle()
        monkeypatch.setattr(os, "fsync", slow)
        for _turn in range(4):
            take_pair(pilot)
            pilot.settle()
        assert pilot.session.game.ply == 4
        free.set()
        pilot.app.autosave.wait()
        assert record(read_text(pilot.app.autosave.file)) == pilot.session.record()
        assert len(writes) == 2


def test_a_disk_that_is_full_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The person learns at the table that nothing can be saved, and what was kept stays."""

    def full(file: int) -> None:
        raise OSError(28, "No space left on device")

    with pilot_at(tmp_path, sound=False) as pilot:
        friends(pilot)
        pilot.settle()
        take_pair(pilot)
        pilot.app.autosave.wait()
        kept = read_text(pilot.app.autosave.file)
        monkeypatch.setattr(os, "fsync", full)
        take_pair(pilot)
        pilot.app.autosave.wait()
        pilot.run(FRAME)
        assert "No space left on device" in pilot.app.message.text
        assert read_text(pilot.app.autosave.file) == kept
        monkeypatch.undo()


def test_closing_waits_for_the_last_move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A window that is closed while the disk is busy has kept everything when it is gone."""
    sync = os.fsync

    def late(file: int) -> None:
        threading.Event().wait(0.05)
        sync(file)

    monkeypatch.setattr(os, "fsync", late)
    with pilot_at(tmp_path, sound=False) as pilot:
        friends(pilot)
        for _turn in range(3):
            pilot.session.play(best_move(pilot.session))
            pilot.run(FRAME)
        expected, file = pilot.session.record(), pilot.app.places.data / "unfinished.mjb"
    assert record(read_text(file)) == expected
