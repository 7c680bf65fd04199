"""The opponent's moves, help at the table, and the words beside it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from battle.engine.jobs import Scheduler
from battle.game.opponent import Opponent
from battle.game.session import Seat, Session, Setup
from battle.page.blocks import Paragraph
from battle.rules.position import Position, cell, deal, position
from battle.window.board import Board
from battle.window.start import StartScene
from battle.window.table import looked_at
from tests.support.engines import FakeEngine
from tests.support.pilot import (
    Pilot,
    against_solver,
    bad_game,
    friends,
    pilot_at,
    seat_twin,
)
from tools.reference import move_values

# -- opponent -------------------------------------------------------------------------------------


class Asked:
    """An opponent in a game in which the solver begins; a test lets time pass."""

    def __init__(self) -> None:
        self.session = Session(Setup((Seat(solver=True), Seat("Ada")), deal(7), 7))
        self.engine, self.now = FakeEngine(), 100.0
        self.scheduler = Scheduler(self.engine)
        self.opponent = Opponent(self.scheduler, self.session, lambda: self.now)

    def poll(self) -> None:
        """Let the scheduler ask, and hear what is answered."""
        self.scheduler.poll()
        self.scheduler.poll()


@pytest.fixture
def asked() -> Asked:
    return Asked()


def test_a_move_is_asked_for_once(asked: Asked) -> None:
    """The answer is a move of the position, there as long as the game is so; time runs on."""
    opponent = asked.opponent
    assert (opponent.seconds, opponent.ask(), opponent.is_thinking) == (0.0, None, True)
    asked.now += 1.5
    assert opponent.seconds == 1.5
    asked.poll()
    answer = opponent.ask()
    assert answer.move in asked.session.position.legal_moves
    assert opponent.ask() is answer
    assert len(asked.engine.queries) == 1
    opponent.cancel()
    assert opponent.seconds == 0.0


def test_an_answer_for_another_state_is_not_used(asked: Asked) -> None:
    """When the game has changed since, its move is asked for and no other is taken for it."""
    asked.engine.silent = True
    asked.opponent.ask()
    asked.poll()
    asked.session.play(asked.session.position.legal_moves[0])
    assert asked.opponent.ask() is None
    assert asked.engine.cancelled == 1
    asked.poll()
    assert asked.engine.asked[-1] == asked.session.position


# -- help -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "opponent", "wanted"),
    [
        ("off", "second", False),
        ("points", "second", True),
        ("result", "second", True),
        ("points", "first", False),
        ("points", "none", False),
    ],
)
def test_when_the_table_is_looked_at(pilot: Pilot, mode: str, opponent: str, wanted: bool) -> None:
    """Only for a teacher that is on, on the turn of a person who plays the program."""
    pilot.app.change(teacher=mode)
    pilot.engine.silent = True
    is_first = opponent != "first"
    scene = friends(pilot) if opponent == "none" else against_solver(pilot, first=is_first)
    assert scene.help.is_wanted(scene.game.teacher_rule) == wanted
    scene.session.resign(1)
    assert not scene.help.is_wanted(scene.game.teacher_rule)


def test_hints_want_a_look_as_long_as_they_are_open(pilot: Pilot) -> None:
    """Two friends with hints open are looked at, and no longer when these are closed."""
    twin = seat_twin(pilot)
    scene = friends(pilot, bad_game(1).start)
    pilot.press("h")
    assert scene.help.is_wanted(scene.game.teacher_rule)
    pilot.press("escape")
    pilot.run(0.1)
    assert not scene.help.is_wanted(scene.game.teacher_rule)
    assert not twin.busy


def test_who_leaves_the_table_looks_for_no_line_any_more(pilot: Pilot) -> None:
    """What hints were still looking for is not asked of the solver once the table is left."""
    twin = seat_twin(pilot)
    scene = friends(pilot, start_of())
    press(pilot, "h", 3)
    twin.silent = True
    press(pilot, "h")
    assert twin.busy
    assert scene.help.hints.is_foreseeing
    pilot.app.replace(StartScene(pilot.app))
    pilot.run(0.1)
    assert not twin.busy


# -- words ----------------------------------------------------------------------------------------


def test_the_status_line_says_what_is_looked_at() -> None:
    """A tile looked at or blocked is described; where there is none nothing is."""
    board = Board(position("5m5m/9s1p9s/1p"))
    assert looked_at(board) == ""
    free = board.position.free_cells[0]
    board.hover(free)
    assert looked_at(board) == "5 of characters: 5 points"
    board.hover(cell("l9"))
    assert looked_at(board) == ""


# --- hints on screen ------------------------------------------------------------------------------
#
# Hints at the table, asked for step by step by key and by mouse.


@cache
def start_of() -> Position:
    """Return an endgame in which a move of the player to move costs something."""
    starts = (bad_game(number).start for number in range(1, 50))
    return next(start for start in starts if len(set(move_values(start).values())) > 1)


def press(pilot: Pilot, key: str, times: int = 1) -> None:
    """Press a key and let the solver look, some times."""
    for _ in range(times):
        pilot.press(key)
        pilot.run(0.3)


@pytest.mark.parametrize("size", [(900, 600), (600, 1000)])
def test_hints_fit_small_windows(tmp_path: Path, size: tuple[int, int]) -> None:
    """In small windows too the newest step is in sight, and the next offer can be brought there."""
    with pilot_at(tmp_path, size=size, animation=False, sound=False) as pilot:
        seat_twin(pilot)
        scene = friends(pilot, start_of())
        press(pilot, "h", 4)
        flow = scene.hints_page
        told = [isinstance(one, Paragraph) and one.icon == "hint" for one in flow.blocks]
        newest = flow.rect_of(len(told) - 1 - told[::-1].index(True))
        assert flow.rect.top <= newest.top < flow.rect.bottom
        assert flow.is_longer
        press(pilot, "page down", 4)
        for key, is_seen in (("page down", True), ("page up", False), ("page down", True)):
            pilot.press(key)
            assert flow.rect.contains(flow.rect_of(len(flow.blocks) - 1)) == is_seen
        assert scene.view.layout.asked.contains(flow.rect)
