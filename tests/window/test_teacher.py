"""The teacher at the table: what it objects to, and its card."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from battle.analysis.values import Values
from battle.coach.table import TableHelp
from battle.coach.teacher import POINTS, Teacher
from battle.engine.jobs import Scheduler
from battle.game.session import Seat, Session, Setup
from battle.rules.position import Move, Position
from battle.window.table import (
    TableScene,
)
from battle.window.table_panels import TeacherDialog
from tests.support.engines import TwinEngine
from tests.support.pilot import (
    FRAME,
    Pilot,
    against_solver,
    bad_game,
    pilot_at,
    seat_twin,
)
from tools.reference import move_values

# -- teacher --------------------------------------------------------------------------------------

RULE = Teacher(POINTS, 1)


@pytest.fixture
def engine() -> TwinEngine:
    """Return an engine that proves everything."""
    return TwinEngine()


@pytest.fixture
def help(engine: TwinEngine) -> TableHelp:
    """Return the help of a person who is to move against the solver."""
    return help_against_solver(engine, bad_game(1).start)


def help_against_solver(engine: TwinEngine, start: Position) -> TableHelp:
    """Return the help of a person who is to move at `start`."""
    seats = (Seat("Ada"), Seat(solver=True))
    setup = Setup(seats if start.to_move == 1 else (seats[1], seats[0]), start)
    return TableHelp(Scheduler(engine), Session(setup), Values())


def let_look(help: TableHelp) -> None:
    """Let the engine look until it has said everything."""
    for _ in range(20):
        help.look_on()
        help.pondering.scheduler.poll()


def test_it_objects_to_what_costs_enough(help: TableHelp) -> None:
    """Of every pair it objects to those that cost as much as it was set to, with what they cost."""
    let_look(help)
    for move, cost in costs(help.session.position).items():
        found = help.teacher.objection(move, Teacher(POINTS, 2), None)
        assert (found is not None) == (cost >= 2)
        assert found is None or (found.cost.value, found.exact) == (cost, True)


def test_a_held_pair_belongs_to_a_turn(help: TableHelp) -> None:
    """A settled move concerns it no more; after a move the pair that is held is outdated."""
    first, second, *_ = help.session.position.legal_moves
    help.teacher.settle(first)
    assert [help.teacher.concerns(move, RULE) for move in (first, second)] == [False, True]
    help.teacher.hold(second)
    assert not help.teacher.is_outdated
    help.session.play(first)
    assert help.teacher.is_outdated
    help.teacher.withdraw()
    assert (help.teacher.held, help.teacher.is_outdated) == (None, False)


def test_an_estimate_is_not_held_against_hints(engine: TwinEngine) -> None:
    """The pair that hints are about is objected to only if its cost is proven."""
    engine.blind, engine.error = True, 0.5
    help = help_against_solver(engine, bad_game(1).start)
    let_look(help)
    found = {
        move: help.teacher.objection(move, RULE, None) for move in help.session.position.legal_moves
    }
    objected = [move for move, cost in found.items() if cost is not None and not cost.exact]
    assert objected
    assert all(help.teacher.objection(move, RULE, move) is None for move in objected)


def test_a_dead_engine_silences_it(help: TableHelp, engine: TwinEngine) -> None:
    """Where the engine was given up no pair concerns the teacher."""
    engine.silent = True
    help.look_on()
    help.pondering.scheduler.poll()
    engine.fail("it broke")
    help.pondering.scheduler.poll()
    assert help.teacher.is_silenced
    assert not help.teacher.concerns(help.session.position.legal_moves[0], RULE)


# -- teacher on screen ----------------------------------------------------------------------------


@cache
def costs(place: Position) -> dict[Move, int]:
    """Return what every move costs, by the slow twin."""
    values = move_values(place)
    return {move: max(values.values()) - value for move, value in values.items()}


def worst_of(place: Position) -> Move:
    """Return the first of the moves that cost most."""
    found = costs(place)
    return max(found, key=lambda move: found[move])


@cache
def costly_start() -> Position:
    """Return an endgame whose worst move costs three points at least."""
    starts = (bad_game(number).start for number in range(1, 200))
    return next(start for start in starts if costs(start)[worst_of(start)] >= 3)


def taught(pilot: Pilot, start: Position, mode: str = "points", points: int = 3) -> TableScene:
    """Sit a person who is to move and the solver at the table, with the teacher behind."""
    pilot.app.change(teacher=mode, teacher_points=points)
    scene = against_solver(pilot, start, first=start.to_move == 1)
    pilot.run(0.5)
    return scene


def choose(pilot: Pilot, move: Move) -> None:
    """Click the two tiles of a pair."""
    for tile in move:
        pilot.click_cell(tile)


def warned(pilot: Pilot, *, silent: bool = False) -> tuple[TableScene, Move]:
    """Choose the worst pair of a position; the teacher speaks up, or holds it where `silent`."""
    seat_twin(pilot, silent=silent)
    start = costly_start()
    scene = taught(pilot, start)
    choose(pilot, worst_of(start))
    assert isinstance(pilot.scene, TeacherDialog) != silent
    assert scene.board.held == worst_of(start)
    return scene, worst_of(start)


@pytest.mark.parametrize("size", [(900, 600), (1280, 800), (2560, 1440), (620, 1000)])
def test_the_card_fits_and_leaves_the_table_in_sight(tmp_path: Path, size: tuple[int, int]) -> None:
    """Card and answers lie in the window and cover no cell of the table, except in a small one."""
    with pilot_at(tmp_path, size=size, animation=False, sound=False) as pilot:
        scene, _worst = warned(pilot)
        card = pilot.shows(TeacherDialog)
        assert pilot.app.surface.get_rect().contains(card.box)
        assert all(card.box.contains(element.rect) for element in card.order)
        assert not card.box.colliderect(scene.view.layout.board.felt.inflate(-20, -20))
        assert card.flow.rect.bottom < card.order[0].rect.top
        pilot.run(FRAME)
