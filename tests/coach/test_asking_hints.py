"""The hints in a session, without a window: steps, their price, and what is told when."""

from __future__ import annotations

import pytest

from battle.analysis.values import Values
from battle.coach.hints import STEPS, Hints, Step
from battle.engine.scheduler import Scheduler
from battle.game.session import Session
from battle.game.setup import Seat, Setup
from battle.window.table.help import TableHelp
from tests.support.twin import bad_game
from tests.support.twin_engine import TwinEngine
from tools.reference import move_values


@pytest.fixture
def engine() -> TwinEngine:
    """Return an engine that proves everything."""
    return TwinEngine()


@pytest.fixture
def help(engine: TwinEngine) -> TableHelp:
    """Return the help in an endgame between friends."""
    setup = Setup((Seat("Ada"), Seat("Ben")), bad_game(1).start)
    return TableHelp(Scheduler(engine), Session(setup), Values())


def let_look(help: TableHelp, frames: int = 20) -> Hints:
    """Let the engine look for some frames; return the hints."""
    for _ in range(frames):
        help.look_on()
        help.pondering.scheduler.poll()
        help.hints.update()
    return help.hints


def test_a_step_waits_until_the_engine_has_looked(help: TableHelp) -> None:
    """Asked for at once it is waited for and costs nothing; told it counts as a hint."""
    assert help.hints.ask()
    assert help.hints.is_waiting
    assert help.hints.ladder is not None
    assert (help.hints.ladder.steps, help.hints.used) == ((), 0)
    hints = let_look(help)
    assert (hints.is_waiting, hints.used) == (False, 1)
    assert hints.ladder is not None
    assert hints.ladder.steps == (Step.WORTH,)


def test_each_step_grows_the_version(help: TableHelp) -> None:
    """Whoever shows the hints sees by the version that there is more; after the last no more."""
    for number, step in enumerate(STEPS, 1):
        before = help.hints.version
        assert help.hints.ask()
        hints = let_look(help)
        assert hints.version > before
        assert hints.ladder is not None
        assert hints.ladder.steps[-1] is step
        assert hints.used == number
    assert not help.hints.ask()


def test_columns_are_lit_until_the_pair_is_shown(help: TableHelp) -> None:
    """The second step lights columns, the third shows a best pair instead."""
    help.hints.climb_to(Step.WORTH)
    seen = []
    for _ in range(3):
        help.hints.ask()
        hints = let_look(help)
        seen.append((bool(hints.columns), hints.pair is not None))
    assert seen == [(False, False), (True, False), (False, True)]
    values = move_values(help.session.position)
    assert help.hints.pair is not None
    assert values[help.hints.pair] == max(values.values())


def test_closed_hints_are_told_again_for_nothing(help: TableHelp) -> None:
    """What was told at a position costs nothing a second time."""
    help.hints.ask()
    let_look(help)
    help.hints.close()
    assert (help.hints.is_open, help.hints.ladder) == (False, None)
    assert help.hints.ask()
    assert help.hints.is_open
    assert (help.hints.is_waiting, help.hints.used) == (False, 1)


def test_the_price_is_that_of_the_steps_in_between(help: TableHelp) -> None:
    """The pair costs three hints at first, and one less with each step taken."""
    assert help.hints.price_of(Step.PAIR) == 3
    help.hints.ask()
    let_look(help)
    assert help.hints.price_of(Step.PAIR) == 2
    assert help.hints.climb_to(Step.PAIR)
    assert (help.hints.price_of(Step.PAIR), help.hints.used) == (0, 3)


def test_nothing_is_climbed_without_values(help: TableHelp) -> None:
    """Where nothing is known of the position there is no step to take, and none is counted."""
    assert not help.hints.climb_to(Step.PAIR)
    assert help.hints.used == 0


def test_hints_of_another_position_are_outdated(help: TableHelp) -> None:
    """After a move the open hints are not of the table any more; their pair is not told there."""
    help.hints.ask()
    let_look(help)
    assert not help.hints.is_outdated
    assert help.hints.subject is not None
    help.session.play(help.session.position.legal_moves[0])
    assert help.hints.is_outdated
    assert help.hints.subject is None


def test_hints_end_with_the_game(help: TableHelp) -> None:
    """Who gives up has no use for what the next hint would cost."""
    help.hints.ask()
    hints = let_look(help)
    assert not hints.is_outdated
    help.session.resign(1)
    assert hints.is_outdated


def test_a_step_is_waited_for_until_the_solver_is_back(help: TableHelp, engine: TwinEngine) -> None:
    """What was asked for stays so while the solver has failed; asking again starts it."""
    engine.silent = True
    help.hints.ask()
    let_look(help, 1)
    engine.fail("it broke")
    let_look(help, 1)
    assert (help.hints.is_waiting, help.pondering.scheduler.failure) == (True, "it broke")
    engine.silent, started = False, engine.started
    help.hints.ask()
    assert engine.started == started + 1
    assert not let_look(help).is_waiting
