"""What the window does while nothing happens: next to nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from battle.game.clock import TimeControl
from battle.protocol import BestMove
from tests.support.pilot import Pilot, against_solver, friends, pilot_at
from tests.support.twin import bad_game, seat_twin

IDLE_SECONDS = 10.0


def drawn_while_idle(pilot: Pilot) -> int:
    """Return how many frames are drawn in ten seconds, from a while after the last event."""
    pilot.run(4.0)
    before = pilot.app.frames_drawn
    pilot.run(IDLE_SECONDS)
    return pilot.app.frames_drawn - before


@pytest.mark.parametrize("screen", ["home", "rules", "history", "settings", "trainer"])
def test_a_quiet_screen_is_hardly_ever_drawn(screen: str, tmp_path: Path) -> None:
    """Where nothing moves, a frame is drawn every other second at most."""
    with pilot_at(tmp_path) as pilot:
        pilot.app.go(screen)
        assert 1 <= drawn_while_idle(pilot) <= IDLE_SECONDS / 2 + 1


def test_a_running_clock_is_drawn_every_tenth_of_a_second(tmp_path: Path) -> None:
    """A clock that runs is seen to run; without one the table rests."""
    with pilot_at(tmp_path) as pilot:
        friends(pilot)
        assert drawn_while_idle(pilot) <= IDLE_SECONDS / 2 + 1
        friends(pilot, control=TimeControl(600.0, 0.0))
        assert 0.7 * 10 * IDLE_SECONDS <= drawn_while_idle(pilot) <= 10 * IDLE_SECONDS + 1


def test_a_thinking_solver_costs_no_more_than_a_clock(tmp_path: Path) -> None:
    """While the solver thinks it is drawn ten times a second, not sixty."""
    with pilot_at(tmp_path) as pilot:
        pilot.engine.silent = True
        against_solver(pilot, first=False)
        assert 0.7 * 10 * IDLE_SECONDS <= drawn_while_idle(pilot) <= 10 * IDLE_SECONDS + 1


def test_a_hint_that_stands_costs_no_more_than_a_clock(tmp_path: Path) -> None:
    """A pair that is shown by a hint pulses ten times a second, not sixty."""
    with pilot_at(tmp_path) as pilot:
        seat_twin(pilot)
        scene = friends(pilot, bad_game().start)
        for _step in range(3):
            pilot.press("h")
            pilot.run(3.0)
        assert scene.board.hint is not None
        assert 0.7 * 10 * IDLE_SECONDS <= drawn_while_idle(pilot) <= 10 * IDLE_SECONDS + 1


def test_what_the_solver_says_is_shown_at_once(tmp_path: Path) -> None:
    """When the solver has done thinking every frame is drawn, however long nothing happened."""
    with pilot_at(tmp_path) as pilot:
        pilot.engine.silent = True
        against_solver(pilot, first=False)
        pilot.run(8.0)
        move = pilot.session.position.legal_moves[0]
        pilot.engine.say(BestMove(pilot.engine.last_id, move, 0, exact=False))
        before = pilot.app.frames_drawn
        pilot.run(0.5)
        assert pilot.app.frames_drawn - before >= 20
