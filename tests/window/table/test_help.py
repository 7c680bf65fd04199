"""The look at the table: when the engine is used for the person, and when it is left alone."""

from __future__ import annotations

import pytest

from tests.support.pilot import Pilot, against_solver, friends
from tests.support.twin import bad_game, seat_twin


@pytest.mark.parametrize(
    ("mode", "alone", "wanted"),
    [
        ("off", True, False),
        ("points", True, True),
        ("result", True, True),
        ("points", False, False),
    ],
)
def test_when_the_table_is_looked_at(pilot: Pilot, mode: str, alone: bool, wanted: bool) -> None:
    """Without hints only for a teacher that is on, in a game against the program."""
    pilot.app.change(teacher=mode)
    scene = against_solver(pilot) if alone else friends(pilot)
    assert scene.help.is_wanted(scene.teacher_rule) == wanted


def test_not_on_the_programs_turn(pilot: Pilot) -> None:
    """While the program is to move, and when the game is over, nothing is looked at."""
    pilot.app.change(teacher="points")
    pilot.engine.silent = True
    scene = against_solver(pilot, first=False)
    assert not scene.help.is_wanted(scene.teacher_rule)
    scene = against_solver(pilot)
    assert scene.help.is_wanted(scene.teacher_rule)
    scene.session.resign(1)
    assert not scene.help.is_wanted(scene.teacher_rule)


def test_hints_want_a_look_as_long_as_they_are_open(pilot: Pilot) -> None:
    """Two friends with hints open are looked at, and no longer when these are closed."""
    twin = seat_twin(pilot)
    scene = friends(pilot, bad_game(1).start)
    pilot.press("h")
    assert scene.help.is_wanted(scene.teacher_rule)
    pilot.press("escape")
    pilot.run(0.1)
    assert not scene.help.is_wanted(scene.teacher_rule)
    assert not twin.busy


def test_values_are_those_of_the_study(pilot: Pilot) -> None:
    """What is known at the table is one store, before and after a study was made of the game."""
    scene = friends(pilot, bad_game(1).start)
    before = scene.help.values
    study = scene.study.studied()
    assert study.values is before
    assert scene.help.values is before
    assert scene.help.pondering.values is before
