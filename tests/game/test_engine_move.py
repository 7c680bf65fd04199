"""Tests of what the engine is asked for a game at the table."""

from __future__ import annotations

import pytest

from battle.game.clock import TimeControl
from battle.game.engine_move import LEVEL_SECONDS, move_question, move_seconds
from battle.game.session import Seat, Session, Setup
from battle.protocol import Limit, position_command, positions_of
from battle.rules.deal import deal
from battle.rules.position import position
from solver.levels import levels

CASUAL = Seat(solver=True, level="casual")
SMALL = position("5m5p/5p5m/9s/9s")


def table(*seats: Seat, number: int | None = 7) -> Session:
    """Return a game with a seed, from a deal or from a small position."""
    start = SMALL if number is None else deal(number)
    setup = Setup((seats[0], seats[1]), start, number, think_seconds=3.5, seed=99)
    return Session(setup)


def test_the_solver_is_given_its_time():
    """The solver thinks as long as was agreed, from the deal's number and the moves."""
    session = table(Seat("Ada"), Seat(solver=True))
    session.play(session.position.legal_moves[0])
    question = move_question(session)
    assert question.limit == Limit(time=3.5)
    assert (question.start, list(question.moves)) == (7, session.game.moves)
    assert move_seconds(session) == 3.5


@pytest.mark.parametrize("number", [7, None])
def test_points_given_are_told_to_the_engine(number: int | None) -> None:
    """Whoever stays close to a draw has to know the points that are on the table."""
    start = (SMALL if number is None else deal(number)).with_given((0, 8))
    session = Session(Setup((CASUAL, Seat("Ada")), start, number, seed=99))
    question = move_question(session)
    words = position_command(question.start, question.moves).split()
    assert positions_of(words[1:])[1].points == session.position.points == (0, 8)


def test_a_level_is_asked_for_by_name_and_seed():
    """A level takes its own time, and errs where the game's seed says."""
    question = move_question(table(CASUAL, Seat("Ada"), number=None))
    assert (question.limit, question.level) == (Limit(), "casual")
    assert (question.start, question.seed) == (SMALL, 99)


def test_of_two_programs_the_one_to_move_is_asked_for():
    """A level and the solver at one table each play as agreed."""
    session = table(CASUAL, Seat(solver=True))
    assert move_question(session).level == "casual"
    session.play(session.position.legal_moves[0])
    assert move_question(session).limit == Limit(time=3.5)


def test_every_level_answers_within_a_second():
    """No level thinks longer than is promised."""
    assert all((one.limit.time or 9) < LEVEL_SECONDS for one in levels().values())
    assert move_seconds(table(CASUAL, Seat("Ada"))) == LEVEL_SECONDS


def test_in_the_end_the_solver_resists():
    """With few tiles left the solver has its whole time, and chooses among equal moves."""
    query = move_question(table(Seat(solver=True), Seat("Ada"), number=None))
    assert (query.limit.time, query.level) == (3.5, "perfect")
    assert levels()["perfect"].resists
    assert (query.limit.nodes or 0) > 10**9


@pytest.mark.parametrize("seat", [CASUAL, Seat(solver=True)])
@pytest.mark.parametrize("control", [TimeControl(60), TimeControl(10), TimeControl(6, 1)])
def test_the_program_plays_a_whole_game_within_its_time(seat: Seat, control: TimeControl):
    """It uses all it may for every move and a tenth of a second beside, and has time left."""
    now = [0.0]
    setup = Setup((seat, Seat("Ada")), deal(7), 7, control, think_seconds=60)
    session = Session(setup, now=lambda: now[0])
    session.run_clock()
    while session.ending is None:
        if session.solver_to_move:
            asked = move_question(session).limit.time
            seconds = move_seconds(session)
            assert asked is None or asked <= seconds
            now[0] += seconds + 0.1
            assert (session.remaining(1) or 0) > 0
        session.play(session.position.legal_moves[0])
    assert len(session.game.moves) > 30


def test_with_enough_time_on_the_clock_a_level_plays_as_without():
    """Its strength was measured with its own limit, which a clock leaves alone."""
    setup = Setup((CASUAL, Seat("Ada")), deal(7), 7, TimeControl(300))
    assert move_question(Session(setup)).limit == Limit()
