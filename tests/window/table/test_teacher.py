"""The teacher in a session, without a window: which pairs concern it, and what it objects to."""

from __future__ import annotations

import pytest

from battle.analysis.values import Values
from battle.coach.teacher import OFF, POINTS, Teacher
from battle.engine.scheduler import Scheduler
from battle.game.session import Seat, Session, Setup
from battle.profile.settings import Settings
from battle.rules.position import Move, Position
from battle.window.table.help import TableHelp
from battle.window.table.teacher import WAIT_SECONDS, teacher_rule
from tests.support.twin import bad_game
from tests.support.twin_engine import TwinEngine
from tools.reference import move_values

RULE = Teacher(POINTS, 1)


@pytest.fixture
def engine() -> TwinEngine:
    """Return an engine that proves everything."""
    return TwinEngine()


@pytest.fixture
def help(engine: TwinEngine) -> TableHelp:
    """Return the help of a person who is to move against the solver."""
    return against_solver(engine, bad_game(1).start)


def against_solver(engine: TwinEngine, start: Position) -> TableHelp:
    """Return the help of a person who is to move at `start`."""
    seats = (Seat("Ada"), Seat(solver=True))
    setup = Setup(seats if start.to_move == 1 else (seats[1], seats[0]), start)
    return TableHelp(Scheduler(engine), Session(setup), Values())


def costs(place: Position) -> dict[Move, int]:
    """Return what every move costs, by the slow twin."""
    values = move_values(place)
    return {move: max(values.values()) - value for move, value in values.items()}


def let_look(help: TableHelp) -> None:
    """Let the engine look until it has said everything."""
    for _ in range(20):
        help.look_on()
        help.pondering.scheduler.poll()


def test_the_rule_is_what_the_person_has_chosen() -> None:
    """Mode and points come from the settings."""
    assert teacher_rule(Settings(teacher="points", teacher_points=5)) == Teacher("points", 5)


def test_it_is_wanted_by_who_plays_alone(engine: TwinEngine, help: TableHelp) -> None:
    """Off, or with two people at the table, nobody looks on for the teacher."""
    assert help.is_wanted(RULE)
    assert not help.is_wanted(Teacher(OFF))
    friends = Setup((Seat("Ada"), Seat("Ben")), bad_game(1).start)
    assert not TableHelp(Scheduler(engine), Session(friends), Values()).is_wanted(RULE)


def test_it_objects_to_what_costs_enough(help: TableHelp) -> None:
    """Of every pair it objects to those that cost as much as it is told, with what they cost."""
    let_look(help)
    for move, cost in costs(help.session.position).items():
        found = help.teacher.objection(move, Teacher(POINTS, 2), None)
        assert (found is not None) == (cost >= 2)
        assert found is None or (found.points, found.exact) == (cost, True)


def test_an_unknown_pair_is_held_a_moment(help: TableHelp, engine: TwinEngine) -> None:
    """While nothing is known a pair waits until its time is over, and is not objected to."""
    engine.silent = True
    move = help.session.position.legal_moves[0]
    assert help.teacher.concerns(move, RULE)
    help.teacher.hold(move, 10.0)
    help.look_on()
    assert not help.teacher.is_known
    assert not help.teacher.has_waited(10.0 + WAIT_SECONDS / 2)
    assert help.teacher.has_waited(10.0 + WAIT_SECONDS)
    assert help.teacher.objection(move, RULE, None) is None


def test_a_pair_need_not_wait_for_what_is_known(help: TableHelp) -> None:
    """Once the position is known there is nothing to wait for."""
    let_look(help)
    help.teacher.hold(help.session.position.legal_moves[0], 10.0)
    assert help.teacher.is_known
    assert help.teacher.has_waited(10.0)


def test_it_never_speaks_twice_of_a_move(help: TableHelp) -> None:
    """A move that was settled concerns it no more, in this position."""
    first, second, *_ = help.session.position.legal_moves
    help.teacher.settle(first)
    assert not help.teacher.concerns(first, RULE)
    assert help.teacher.concerns(second, RULE)


def test_a_held_pair_belongs_to_a_turn(help: TableHelp) -> None:
    """After a move the pair that is held is outdated; one that was let go of is not."""
    first, second, *_ = help.session.position.legal_moves
    help.teacher.hold(second, 0.0)
    assert not help.teacher.is_outdated
    help.session.play(first)
    assert help.teacher.is_outdated
    help.teacher.withdraw()
    assert (help.teacher.held, help.teacher.is_outdated) == (None, False)


def test_an_estimate_is_not_held_against_hints(engine: TwinEngine) -> None:
    """The pair that hints are about is objected to only if its cost is proven."""
    engine.blind, engine.error = True, 0.5
    help = against_solver(engine, bad_game(1).start)
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
