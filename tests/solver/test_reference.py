"""The slow twin against values of an independent program, and its generators."""

from __future__ import annotations

from random import Random

import pytest

from battle.rules.deal import deal, played_down
from battle.rules.position import Position, position
from solver.kernels import encode
from tests.solver.conftest import Endgame, endgames
from tools import reference
from tools.reference import small_positions


@pytest.mark.parametrize("endgame", endgames(20), ids=lambda endgame: endgame.position.grid[:30])
def test_value_of_known_endgames(endgame: Endgame) -> None:
    """The twin finds the value that an independent program found."""
    assert reference.value(endgame.position) == endgame.value


def test_value_of_a_game_that_is_over() -> None:
    """Nothing is to come in a game that is over, with or without tiles left."""
    assert reference.value(position("......")) == 0
    assert reference.value(position("5m7m8m6m/7m5m6m8m")) == 0


def test_move_values_come_in_the_promised_order_and_the_best_is_the_value() -> None:
    """Every legal move has a value, and the position is worth its best move."""
    for start in small_positions(60, seed=1):
        values = reference.move_values(start)
        assert tuple(values) == start.legal_moves
        assert reference.value(start) == max(values.values(), default=0)


def test_states_stand_for_positions_of_the_same_value() -> None:
    """What the kernels keep of a position is enough: loose, settled and doubled tiles included."""
    for start in small_positions(400, seed=2):
        columns = reference.columns_of_state(start, encode.state_of(start))
        assert reference.value_of(columns, {}) == reference.value(start), str(start)


def test_random_positions_are_valid_and_some_deadlock() -> None:
    """Random positions are valid ones, and random play in many of them ends in a deadlock."""
    random = Random(3)
    deadlocks = 0
    for _ in range(200):
        found = reference.random_position(random, 16, 3, 8)
        assert position(str(found)) == found
        while not found.is_over:
            found = found.play(random.choice(found.legal_moves))
        deadlocks += found.tiles_left > 0
    assert deadlocks > 50


def test_played_down_reaches_the_size() -> None:
    """Random play from a deal leaves no more tiles than asked, and a position of that deal."""
    left: Position = played_down(Random(4), deal(4), 40)
    assert left.tiles_left == 40
    assert all(
        found is None or found is deal(4).kind_at(cell)
        for cell, found in ((cell, left.kind_at(cell)) for cell, _ in deal(4).tiles())
    )
