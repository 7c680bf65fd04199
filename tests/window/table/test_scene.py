"""The table: moves by mouse and keyboard, endings, keeping, the list of pairs."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import Mock

import pygame
import pytest

from battle.game.session import Session
from battle.game.setup import TimeControl
from battle.profile.autosave import Autosave
from battle.rules.files import read_text
from battle.rules.position import Move, cell, other
from battle.rules.record import record
from battle.window.board import GLOW_SECONDS
from battle.window.cards import Choice, ChoiceDialog
from battle.window.table import TableScene
from battle.window.table_view import points_shown
from battle.window.ui import draw
from tests.support.pilot import (
    FRAME,
    Pilot,
    against_solver,
    best_move,
    friends,
    pilot_at,
)
from tests.support.records import kept_game
from tools.screens.pictures import show

# -- scene ----------------------------------------------------------------------------------------


def test_a_blocked_tile_is_refused_with_a_shake_and_a_reason(tmp_path: Path) -> None:
    """A click on a blocked tile shakes it and says how many tiles block it."""
    with pilot_at(tmp_path, sound=False) as pilot:
        scene = friends(pilot)
        pilot.settle()
        pilot.click_cell(cell("a3"))
        assert scene.motion.shaken == cell("a3")
        assert pilot.app.message.text.startswith("Blocked: 2 above")
        pilot.settle()
        assert scene.motion.shaken is None


@pytest.mark.parametrize("first", [True, False])
def test_a_whole_game_against_the_solver(pilot: Pilot, first: bool) -> None:
    """The person clicks, the solver answers, and begins where it is first, to the end."""
    scene = against_solver(pilot, number=12, first=first)
    pilot.settle()
    assert scene.session.game.ply == (0 if first else 1)
    while scene.session.ending is None:
        for tile in best_move(scene.session):
            pilot.click_cell(tile)
        pilot.settle()


def test_points_come_with_the_tiles(tmp_path: Path) -> None:
    """A pair is in the air first; it scores when it lies in the tray, as it is shown there."""
    with pilot_at(tmp_path) as pilot:
        scene, shown = friends(pilot), []
        pilot.settle()
        for tile in best_move(scene.session):
            pilot.click_cell(tile)
        assert len(scene.motion.flights) == 2
        for seconds in (FRAME, 5.0):
            pilot.run(seconds)
            tray = scene.tray(1)
            shown.append((len(tray), points_shown(scene.session, 1, tray)))
        assert shown == [(0, 0), (1, 9)]


def test_signs_stand_above_their_words(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each tool has its word below it, after many games as in the first."""
    said: list[str] = []
    text = draw.text
    monkeypatch.setattr(
        draw, "text", lambda *all, **how: (said.append(all[2]), text(*all, **how))[1]
    )
    wanted = {"Take back", "Hint", "Pairs", "Teacher", "Resign", "Menu"}
    for number in range(4):
        friends(pilot)
        said.clear()
        pilot.pixels()
        assert wanted <= {*said}
        pilot.app.records.put(kept_game(number))


def test_the_seconds_of_thinking_only_grow(pilot: Pilot) -> None:
    """Asked again about the same position the program thinks on; its start takes no time."""
    scene = against_solver(pilot)
    pilot.engine.silent = True
    scene.game.play(best_move(scene.session))
    pilot.run(0.4)
    before = scene.game.opponent.seconds
    scene.session.note_help("analysis")
    pilot.run(0.1)
    assert scene.game.opponent.seconds > before > 0.3


@pytest.mark.parametrize(
    ("kind", "seconds", "heard"),
    [
        ("info", 1, True),
        ("info", 60, False),
        ("refused", 1, False),
        ("problem", 60, True),
    ],
)
def test_what_another_screen_said_is_heard_while_it_is_of_use(
    pilot: Pilot, kind: str, seconds: float, heard: bool
) -> None:
    """A tile that another board refused, and words of a minute ago, are nothing to this table."""
    scene = friends(pilot)
    pilot.app.say("Words of elsewhere.", kind)
    pilot.app.push(ChoiceDialog(pilot.app, "Sure?", "", [Choice("Yes")]))
    pilot.run(seconds)
    pilot.press("escape")
    pilot.run(FRAME)
    assert (scene.said is not None) == heard


def test_the_clock_runs_and_pauses(pilot: Pilot) -> None:
    """Time runs for the player to move, not in the background, nor while a question is open."""
    session = friends(pilot, control=TimeControl(60, 0)).session
    left = 60.0

    def passes(seconds: float, taken: float) -> None:
        nonlocal left
        pilot.run(seconds)
        left -= taken
        assert session.remaining(1) == pytest.approx(left, abs=0.3)

    passes(2.0, 2.0)
    pilot.focus(gained=False)
    passes(3.0, 0.0)
    pilot.focus(gained=True)
    passes(1.0, 1.0)
    pilot.press("escape")
    pilot.shows(ChoiceDialog)
    passes(2.0, 0.0)
    pilot.press("escape")
    passes(1.0, 1.0)
    pilot.run(60)
    assert session.ending.winner == 2


@pytest.mark.parametrize("size", [(900, 600), (1280, 800), (2560, 1440), (900, 1300), (400, 300)])
@pytest.mark.parametrize("text_scale", [0.8, 1.6])
def test_every_size_shows_and_plays(pilot: Pilot, size: tuple[int, int], text_scale: float) -> None:
    """The table can be played at any size and text scale, even if far too small for it."""
    scene = friends(pilot)
    pilot.app.change(text_scale=text_scale)
    pilot.resize(size)
    assert pilot.app.window.size == size
    move = best_move(scene.session)
    for tile in move:
        pilot.click_cell(tile)
    assert scene.session.game.moves == [move]
    assert len(set(pilot.pixels())) > 50


def test_closing_ends_the_engine(tmp_path: Path) -> None:
    """The engine is told to end when the window closes."""
    with pilot_at(tmp_path, sound=False) as pilot:
        against_solver(pilot)
        engine = pilot.engine
    assert engine.closed


# -- pair list ------------------------------------------------------------------------------------


def listed(scene: TableScene) -> list[Move]:
    """Return the pairs of the list."""
    return [block.target for block in scene.pairs.blocks if block.target is not None]


def test_the_list_of_pairs_by_mouse(pilot: Pilot) -> None:
    """Best paid first; the mouse and a click point a pair out, a second click takes it, says it."""
    scene = friends(pilot)
    points = [scene.session.position.worth(pair) for pair in listed(scene)]
    assert points == sorted(points, reverse=True)
    assert {*listed(scene)} == {*scene.session.position.legal_moves}
    pilot.press_button("Pairs")
    scene.pairs.choose(None)
    middle, wanted = scene.pairs.rect_of(2).center, listed(scene)[2]
    pilot.hover(middle)
    assert scene.board.listed == wanted
    pilot.hover((5, 5))
    assert scene.board.listed is None
    assert scene.pairs.title == "Pairs to take"
    pilot.click(middle)
    assert (scene.board.listed, scene.session.game.ply) == (wanted, 0)
    assert scene.pairs.title == "Click or Enter takes it"
    pilot.click(middle)
    assert scene.session.game.moves == [wanted]
    pilot.run(FRAME)
    assert scene.pairs.title == "Pairs to take"


# -- keeping --------------------------------------------------------------------------------------

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


@pytest.fixture
def pilot_with_disk(tmp_path: Path) -> Iterator[Pilot]:
    """Sit two people at the table of a window that keeps what is played."""
    with pilot_at(tmp_path, sound=False) as pilot:
        friends(pilot)
        pilot.settle()
        yield pilot


def take_pairs(pilot: Pilot, count: int) -> None:
    """Take the best pairs by clicks; after each its tiles are in the air, and land."""
    for _turn in range(count):
        for tile in best_move(pilot.session):
            pilot.click_cell(tile)
        assert pilot.table.motion.moving
        pilot.settle()


def kept_of(pilot: Pilot) -> str:
    """Return what is kept of the game, once the thread that writes has done its work."""
    pilot.app.autosave.wait()
    return read_text(pilot.app.autosave.file)


def test_a_tile_takes_off_without_the_disk(
    tmp_path: Path, pilot_with_disk: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While pairs take off the window's thread uses no file, and waits for no disk."""
    synced: list[str] = []
    sync = os.fsync

    def noting(file: int) -> None:
        synced.append(threading.current_thread().name)
        sync(file)

    monkeypatch.setattr(os, "fsync", noting)
    with uses_of(tmp_path) as uses:
        take_pairs(pilot_with_disk, 3)
        pilot_with_disk.app.autosave.wait()
    assert {name for name, _event in uses} == {*synced} == {"autosave_0"}
    assert ("autosave_0", "os.rename") in uses
    assert record(kept_of(pilot_with_disk)).game.ply == 3


def test_a_slow_disk_holds_no_move_up(
    pilot_with_disk: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the disk is busy pairs are taken on; then the latest state is written, and only it."""
    free, sync = threading.Event(), os.fsync
    writes: list[int] = []

    def slow(file: int) -> None:
        writes.append(file)
        assert free.wait(60)
        sync(file)

    monkeypatch.setattr(os, "fsync", slow)
    take_pairs(pilot_with_disk, 4)
    assert pilot_with_disk.session.game.ply == 4
    free.set()
    assert record(kept_of(pilot_with_disk)) == pilot_with_disk.session.record()
    assert len(writes) == 2


def test_a_disk_that_is_full_is_told(
    pilot_with_disk: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The person learns at the table that nothing can be saved, and what was kept stays."""
    take_pairs(pilot_with_disk, 1)
    kept = kept_of(pilot_with_disk)
    full = OSError(28, "No space left on device")
    monkeypatch.setattr(os, "fsync", Mock(side_effect=full))
    take_pairs(pilot_with_disk, 1)
    assert kept_of(pilot_with_disk) == kept
    pilot_with_disk.run(FRAME)
    assert "No space left on device" in pilot_with_disk.app.message.text
    monkeypatch.undo()


def test_closing_waits_for_the_last_move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that is closed, also while the disk is busy, is there at the next start as it was."""
    sync = os.fsync

    def late(file: int) -> None:
        threading.Event().wait(0.05)
        sync(file)

    monkeypatch.setattr(os, "fsync", late)
    with pilot_at(tmp_path, sound=False) as pilot:
        expected = friends(pilot).session
        for _turn in range(3):
            expected.play(best_move(expected))
            pilot.run(FRAME)
        pygame.event.post(pygame.event.Event(pygame.QUIT))
        pilot.run(FRAME)
        assert not pilot.app.running
    with pilot_at(tmp_path) as pilot:
        session, messages = Autosave(pilot.app.places).load()
        assert messages == []
        assert isinstance(session, Session)
        assert session.record() == expected.record()


def test_the_person_sits_near_after_a_change_of_sides(pilot: Pilot) -> None:
    """Whoever is here has the left panel, on whichever side they play."""
    scene = against_solver(pilot)
    for _change in range(2):
        scene.session.change_sides()
        pilot.run(FRAME)
        person = scene.session.person
        assert person is not None
        near, far = (scene.view.layout.players[one - 1] for one in (person, other(person)))
        assert near.left < far.left


# -- menu -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("screen", ["play", "play-level", "result", "friend-table"])
def test_the_menu_is_short(pilot: Pilot, screen: str) -> None:
    """At most eleven entries, in every game; it leads on to everything else."""
    show(pilot.app, screen)
    words = [choice.words for choice in pilot.table.menu_choices()]
    assert len(words) <= 11
    assert {"New game", "Files", "Settings", "To Start", "Quit"} <= set(words)


# -- trays and flights ----------------------------------------------------------------------------


def test_the_lists_keep_their_place_while_the_trays_fill(pilot: Pilot) -> None:
    """From the first pair to the last the list that was asked for has the same place."""
    session, places = friends(pilot, number=7).session, []
    pilot.press_button("Pairs")
    pilot.run(FRAME)
    while session.ending is None:
        session.play(best_move(session))
        pilot.settle()
        layout, trays = pilot.table.view.layout, pilot.table.view.players
        places.append(tuple(pilot.table.pairs.rect))
        assert pilot.table.pairs.layer.rect == layout.asked
        assert layout.asked.top > layout.players[0].bottom > trays[0]["tray"].bottom
    assert len(set(places)) == 1


def test_the_opponents_tiles_glow_before_they_fly(tmp_path: Path) -> None:
    """Tiles that the level takes glow for 150 ms where they lie; one's own fly at once."""
    with pilot_at(tmp_path, sound=False) as pilot:
        scene = against_solver(pilot)
        pilot.settle()
        pilot.pixels()
        before = pilot.app.surface.copy()
        for delay in (0.0, GLOW_SECONDS):
            move = best_move(scene.session)
            scene.session.play(move)
            scene.follow()
            flights = scene.motion.flights
            assert [flight.delay for flight in flights] == [delay, delay + 0.05]
            assert [flight.glows for flight in flights] == 2 * [delay > 0]
            scene.motion.update(0.1)
            assert flights[0].begun == (not delay)
            if delay:
                pilot.pixels()
                place = scene.view.layout.board.rect_of(move.first)
                at = place.left + 2, place.centery
                assert pilot.app.surface.get_at(at).b < before.get_at(at).b - 60
            scene.motion.finish()
