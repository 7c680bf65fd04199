"""The table: moves by mouse and keyboard, endings, keeping, the list of pairs."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pygame
import pytest

from battle.game.pie import Pie
from battle.game.session import Seat, Session
from battle.game.setup import TimeControl
from battle.profile.autosave import Autosave
from battle.profile.records import own_games
from battle.rules.files import read_text
from battle.rules.position import Move, cell, deal
from battle.rules.record import record
from battle.training.result_page import help_words
from battle.window.board import GLOW_SECONDS
from battle.window.cards import Choice, ChoiceDialog
from battle.window.table import TableScene, points_shown
from battle.words import tile_words
from tests.support.pilot import (
    FRAME,
    Pilot,
    against_solver,
    best_move,
    friends,
    pilot_at,
    seated,
)
from tools.screens.pictures import show

# -- scene ----------------------------------------------------------------------------------------


def test_a_blocked_tile_is_refused_with_a_shake_and_a_reason(tmp_path: Path) -> None:
    """A click on a blocked tile shakes it and says how many tiles block it."""
    with pilot_at(tmp_path, sound=False) as pilot:
        scene = friends(pilot)
        pilot.settle()
        pilot.click_cell(cell("a3"))
        assert scene.motion.shaken == cell("a3")
        found = scene.session.position.kind_at(cell("a3"))
        assert found is not None
        assert pilot.app.message.text.startswith(
            f"{tile_words(found)} on a3 is blocked: 2 tiles above"
        )
        pilot.settle()
        assert scene.motion.shaken is None


def test_take_back_between_friends_needs_consent(pilot: Pilot) -> None:
    """Undo asks the other player; declined nothing changes, agreed the move is gone."""
    session = friends(pilot).session
    session.play(best_move(session))
    for key, answer, ply in (("u", "Decline", 1), ("ctrl+z", "Agree", 0)):
        pilot.run(FRAME)
        pilot.press(key)
        asked = pilot.shows(ChoiceDialog)
        assert "Ada" in asked.text
        assert "Ben" in asked.title
        pilot.press_button(answer)
        assert session.game.ply == ply
    pilot.press("ctrl+y")
    assert session.game.ply == 1


def test_take_back_against_the_solver_is_free(pilot: Pilot) -> None:
    """Undo goes back to the person's own turn at once."""
    scene = against_solver(pilot)
    scene.play(best_move(scene.session))
    pilot.settle()
    for key, ply in (("u", 0), ("ctrl+shift+z", 2)):
        assert scene.session.game.ply == 2 - ply
        pilot.press(key)
        assert (pilot.scene, scene.session.game.ply) == (scene, ply)


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


def test_the_window_lives_while_the_solver_thinks(pilot: Pilot) -> None:
    """A thinking solver stops neither hovering nor taking back; its late answer is not played."""
    scene = against_solver(pilot)
    pilot.engine.silent = True
    move = best_move(scene.session)
    pilot.click_cell(move.first)
    pilot.click_cell(move.second)
    pilot.run(1.0)
    assert scene.session.solver_to_move
    assert "thinks" in scene.states(2)[0]
    pilot.click_cell(scene.session.position.free_cells[0])
    assert "has the move" in pilot.app.message.text
    pilot.press("u")
    pilot.run(0.2)
    assert scene.session.game.ply == 0
    assert not scene.session.solver_to_move


def test_changing_sides_lets_the_solver_move(pilot: Pilot) -> None:
    """After changing sides on the person's turn the solver plays it."""
    scene = against_solver(pilot)
    pilot.press("x")
    pilot.settle()
    assert scene.session.game.ply == 1
    assert scene.session.person == 2
    assert pilot.app.message.text == "Sides changed: you are player 2 now."
    assert scene.session.help_used == (), "before the first move nothing is gained by it"


def test_changing_sides_in_a_game_is_asked_about_and_noted(pilot: Pilot) -> None:
    """X asks first; then record and result say so, and the game counts for no level."""
    scene = against_solver(pilot)
    scene.play(best_move(scene.session))
    pilot.settle()
    pilot.press("x")
    assert "with 9 points" in pilot.shows(ChoiceDialog).text
    pilot.press("return")
    assert (pilot.scene, scene.session.person) == (scene, 1)
    pilot.press("x")
    pilot.press_button("Change sides")
    assert scene.session.person == 2
    assert record(scene.session.record().text).tags["Help"] == "sides"
    scene.session.resign(2)
    pilot.run(FRAME)
    (game,) = pilot.app.records.games()
    assert game.has_swapped
    assert own_games([game]) == []
    assert any("Sides were changed" in words for words in help_words(scene.session))


def test_points_given_do_not_change_hands_unasked(pilot: Pilot) -> None:
    """With points named under the pie rule X asks before the first move too; the namer stays."""
    start = Pie(deal(7), 1).naming(8).choosing(first=True).start
    scene = seated(pilot, (Seat("Ada"), Seat(solver=True)), start, 7, named_by=2)
    pilot.press("x")
    pilot.press_button("Change sides")
    assert scene.session.person == 2
    assert scene.session.setup.named_by == 1
    assert scene.session.help_used == ("sides",)


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


def test_the_seconds_of_thinking_only_grow(pilot: Pilot) -> None:
    """Asked again about the same position the program thinks on; its start takes no time."""
    scene = against_solver(pilot)
    pilot.engine.silent = True
    scene.play(best_move(scene.session))
    pilot.run(0.4)
    before = scene.opponent.seconds
    scene.session.note_help("analysis")
    pilot.run(0.1)
    assert scene.opponent.seconds > before > 0.3


def test_a_clock_that_stands_says_so(pilot: Pilot) -> None:
    """Without the focus the player to move is shown as paused, and the status line says why."""
    scene = friends(pilot, control=TimeControl(300))
    pilot.run(0.2)
    assert scene.states(1) == ("Ada to move", "to move")
    pilot.focus(False)
    assert scene.states(1) == ("clock paused", "paused")
    assert "paused" in scene.status[0]
    pilot.focus(True)
    assert scene.states(1) == ("Ada to move", "to move")


def test_a_failing_solver_is_reported_and_can_be_tried_again(pilot: Pilot) -> None:
    """When the engine gives up a dialog says why; trying again lets it play."""
    scene = against_solver(pilot, first=False)
    pilot.engine.silent = True
    pilot.run(0.2)
    pilot.engine.fail("the engine stopped: out of luck")
    pilot.run(0.1)
    assert isinstance(pilot.scene, ChoiceDialog)
    assert "out of luck" in pilot.scene.text
    pilot.engine.silent = False
    pilot.settle()
    pilot.press("return")
    scene.seconds += 1
    pilot.settle()
    assert scene.session.game.ply == 1


def test_resigning_asks_first(pilot: Pilot) -> None:
    """R asks; Enter plays on, the other button ends the game for the other player."""
    session = friends(pilot).session
    session.play(best_move(session))
    pilot.press("r", "return")
    assert session.ending is None
    pilot.press("r")
    pilot.press_button("Resign")
    assert session.ending.winner == 1


def test_a_draw_needs_agreement(pilot: Pilot) -> None:
    """D offers a draw. Enter does nothing to the question at first, and then declines."""
    scene = friends(pilot)
    session = scene.session
    session.play(best_move(session))
    pilot.press("d")
    for _press in range(3):
        pilot.press("return")
        pilot.shows(ChoiceDialog)
    pilot.settle()
    pilot.press("return")
    assert (pilot.scene, session.ending, session.pending) == (scene, None, None)
    pilot.press("d")
    pilot.press_button("Agree")
    assert session.ending.winner is None


def test_a_notice_ends_with_the_place_it_was_of(pilot: Pilot) -> None:
    """What was said before a take-back is not said after it."""
    scene = against_solver(pilot)
    scene.play(best_move(scene.session))
    pilot.settle()
    scene.notice("You wanted this.")
    pilot.press("u")
    pilot.run(FRAME)
    assert scene.said is None


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


def test_only_tools_that_do_something_look_alive(pilot: Pilot) -> None:
    """At first nothing can be taken back; after the end no hint helps, and no one resigns."""
    scene = friends(pilot)

    def alive() -> set[str]:
        pilot.run(FRAME)
        tools = scene.tools.items()
        return {action for action, button in tools if button.enabled and button.visible}

    assert not alive() & {"undo", "redo", "result"}
    assert alive() >= {"hint", "resign", "draw"}
    scene.session.play(best_move(scene.session))
    assert "undo" in alive()
    scene.session.resign(1)
    assert not alive() & {"hint", "resign", "draw"}
    assert alive() >= {"undo", "result"}


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


def test_copy_and_paste_a_record(pilot: Pilot) -> None:
    """Ctrl+C copies the record, Ctrl+V goes on from it; nonsense is refused with a reason."""
    session = friends(pilot).session
    session.play(best_move(session))
    pilot.press("ctrl+c")
    text = pygame.scrap.get_text().strip("\0")
    assert record(text).game.start == deal(4711)
    scene = friends(pilot, number=3)
    pygame.scrap.put_text("5m5q/nonsense")
    pilot.press("ctrl+v")
    assert (pilot.table, pilot.app.message.kind) == (scene, "refused")
    pygame.scrap.put_text(text)
    pilot.press("ctrl+v")
    pilot.run(FRAME)
    assert (pilot.session.setup.deal, pilot.session.game.ply) == (4711, 1)


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


def test_the_language_changes_while_playing(pilot: Pilot) -> None:
    """Changing the language changes what the table says at once."""
    scene = friends(pilot)
    pilot.app.change(language="de")
    assert scene.status[0].startswith("Am Zug: Ada")
    assert scene.pairs.title == "Mögliche Paare"


def test_sound_without_a_sound_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mixer that cannot be opened means silence, not an error."""

    def fail(*arguments: object, **options: object) -> None:
        raise pygame.error("no sound card")

    monkeypatch.setattr(pygame.mixer, "init", fail)
    with pilot_at(tmp_path, sound=True) as pilot:
        scene = friends(pilot)
        pilot.click_cell(scene.session.position.legal_moves[0].first)
        assert not pilot.app.sound.available


def test_closing_ends_the_engine(tmp_path: Path) -> None:
    """The engine is told to end when the window closes."""
    with pilot_at(tmp_path, sound=False) as pilot:
        against_solver(pilot)
        engine = pilot.engine
    assert engine.closed


def test_a_finished_game_refuses_further_clicks(pilot: Pilot) -> None:
    """After the end a click says that the game is over."""
    scene = friends(pilot)
    scene.session.resign(1)
    pilot.settle()
    pilot.press("escape")
    pilot.click_cell(best_move(scene.session).first)
    assert scene.said == ("The game is over.", "refused")


# -- pair list ------------------------------------------------------------------------------------


def listed(scene: TableScene) -> list[Move]:
    """Return the pairs of the list."""
    return [block.target for block in scene.pairs.blocks if block.target is not None]


def test_the_list_of_pairs_by_keyboard(pilot: Pilot) -> None:
    """L goes to the list, the arrows point pairs out on the board, Enter takes one."""
    scene = friends(pilot)
    for key, place in (("l", 0), ("down", 1)):
        pilot.press(key)
        assert scene.board.listed == listed(scene)[place]
    pilot.press("return")
    assert scene.session.game.ply == 1
    assert scene.board.listed is None


def test_the_list_of_pairs_by_mouse(pilot: Pilot) -> None:
    """Best paid first; the mouse and a click point a pair out, a second click takes it, says it."""
    scene = friends(pilot)
    points = [scene.session.position.worth(pair) for pair in listed(scene)]
    assert points == sorted(points, reverse=True)
    assert {*listed(scene)} == {*scene.session.position.legal_moves}
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


def test_hidden_pairs_cannot_be_clicked(pilot: Pilot) -> None:
    """Where the pairs are not shown none are listed; L shows them and goes to their list."""
    scene = friends(pilot)
    pilot.app.change(show_pairs=False)
    assert listed(scene) == []
    pilot.press("l")
    assert pilot.app.settings.show_pairs
    assert scene.board.listed == listed(scene)[0]


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

    def full(file: int) -> None:
        raise OSError(28, "No space left on device")

    take_pairs(pilot_with_disk, 1)
    kept = kept_of(pilot_with_disk)
    monkeypatch.setattr(os, "fsync", full)
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


# -- menu -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("screen", ["play", "play-level", "result", "friend-table"])
def test_the_menu_is_short(pilot: Pilot, screen: str) -> None:
    """At most eight entries, in every game; it leads on to everything else."""
    show(pilot.app, screen)
    words = [choice.words for choice in pilot.table.menu_choices()]
    assert len(words) <= 8
    assert {"New game", "Files", "Settings", "To the start screen", "Quit"} <= set(words)


def test_files_and_the_clipboard_are_one_entry(pilot: Pilot) -> None:
    """Open, save, copy and paste stand behind it; Esc leads back to the game."""
    table = friends(pilot)
    pilot.press("f10")
    pilot.press_button("Files")
    said = [button.text for button in pilot.shows(ChoiceDialog).buttons]
    assert said[:4] == [
        "Open a game",
        "Save the game",
        "Copy the game record",
        "Copy the position",
    ]
    pilot.press_button("Copy the position")
    assert pygame.scrap.get_text().strip("\0") == str(table.session.position)
    assert pilot.scene is table
    pilot.press("f10")
    pilot.press_button("Files")
    pilot.press("escape")
    assert pilot.scene is table


# -- trays and flights ----------------------------------------------------------------------------


def test_the_lists_keep_their_place_while_the_trays_fill(pilot: Pilot) -> None:
    """From the first pair to the last the lists have more than half, at the same place."""
    session, places = friends(pilot, number=7).session, []
    pilot.run(FRAME)
    assert pilot.table.view.layout.pairs.height > pilot.table.view.layout.players[0].height
    while session.ending is None:
        session.play(best_move(session))
        pilot.settle()
        layout, trays = pilot.table.view.layout, pilot.table.view.players
        places.append(tuple(pilot.table.pairs.rect))
        assert pilot.table.pairs.layer is not None
        assert pilot.table.pairs.layer.rect == layout.pairs
        assert layout.pairs.top > layout.players[0].bottom > trays[0]["tray"].bottom
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
