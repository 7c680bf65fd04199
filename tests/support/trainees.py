"""Somebody who trains in the window: a pilot, a deck of few problems with its clock, the twin."""

from __future__ import annotations

from battle.rules.position import Move
from battle.rules.problem import Problem
from battle.screens.trainer import Trainer
from battle.training.deck import Deck
from battle.training.sitting import Practice, Stage
from battle.window.exercise import TaskCard, TaskScene
from battle.window.start import StartScene
from tests.support.endgames import Clock, problems
from tests.support.engines import TwinEngine
from tests.support.pilot import FRAME, Pilot, seat_twin
from tools.reference import move_values

SOME = problems(40, seed=81, most_tiles=16)
LONG = [one for one in SOME if one.position.tiles_left >= 12]
"""Problems in which play goes on after the first pair, mostly."""


class FullDeck(Deck):
    """A deck that wants no more problems."""

    wanted_problems = 0


def seat(
    pilot: Pilot, shipped: list[Problem], clock: Clock | None = None, **ways: bool
) -> tuple[Clock, TwinEngine]:
    """Give the window a deck of some problems with a clock of its own, and the twin as engine."""
    clock = Clock() if clock is None else clock
    pilot.app.moment = clock
    pilot.app.deck = FullDeck(pilot.app.database, clock, lambda: shipped)
    return clock, seat_twin(pilot, **ways)


def train(pilot: Pilot) -> TaskScene:
    """Open the trainer from the start screen."""
    pilot.app.replace(StartScene(pilot.app))
    pilot.app.go("trainer")
    pilot.run(5 * FRAME)
    scene = pilot.scene
    assert isinstance(scene, TaskScene | TaskCard)
    return scene  # type: ignore[return-value]


def in_hand(scene: TaskScene) -> Practice:
    """Return the exercise in hand."""
    assert isinstance(scene.screen, Trainer)
    assert not scene.screen.practice.is_none
    return scene.screen.practice


def best_and_worst(scene: TaskScene) -> tuple[Move, Move]:
    """Return the best and the worst pair of the position in front, by the twin."""
    values = move_values(in_hand(scene).position)
    return max(values, key=lambda m: values[m]), min(values, key=lambda m: values[m])


def click_pair(pilot: Pilot, scene: TaskScene, pair: Move) -> None:
    """Take a pair with the mouse, and let it be judged."""
    for cell in pair:
        pilot.click_cell(cell)
    pilot.hover((5, 5))
    pilot.until(lambda: in_hand(scene).stage in (Stage.ASKING, Stage.OVER), 600)
