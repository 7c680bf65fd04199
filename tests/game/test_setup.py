"""Tests of what is agreed before a game."""

from __future__ import annotations

from battle.game.setup import LARGEST_SEED, Seat, Setup
from battle.rules.position import position


def test_seeds_follow_each_other_and_begin_again():
    """The next game has another seed, which the engine still takes."""
    setup = Setup((Seat(), Seat()), position("5m/5m"), seed=LARGEST_SEED - 1)
    assert setup.next_seed == LARGEST_SEED
    assert Setup(setup.seats, setup.start, seed=LARGEST_SEED).next_seed == 0
