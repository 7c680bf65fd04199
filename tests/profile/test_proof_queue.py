"""The queue of games to be proven, kept between runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from battle.profile.proofs import ProofQueue
from battle.profile.store import Database
from battle.storage import Places


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places.below(tmp_path)


def queue_at(places: Places) -> ProofQueue:
    return ProofQueue(Database.of(places))


def test_games_keep_their_turn_between_runs(places: Places) -> None:
    """Games go last as they are asked for, one that has just ended goes first."""
    queue = queue_at(places)
    queue.add_last(["b", "c"])
    queue.add_first("a")
    queue.add_last(["c", "d"])
    assert [key for key, _asked in queue_at(places).entries()] == ["a", "b", "c", "d"]


def test_what_was_asked_for_stays_asked_for(places: Places) -> None:
    """A game that a person asked for is still that when it comes first by itself."""
    queue = queue_at(places)
    queue.add_first("a", asked=True)
    queue.add_first("b")
    queue.add_first("a")
    assert queue.entries() == [("a", True), ("b", False)]


def test_games_are_taken_out(places: Places) -> None:
    """One game, or all; taking out what is not there does nothing."""
    queue = queue_at(places)
    queue.add_last(["a", "b"])
    queue.remove("a")
    queue.remove("x")
    assert queue.entries() == [("b", True)]
    queue.clear()
    assert queue.entries() == []


def test_the_speed_is_kept(places: Places) -> None:
    """The latest speed is known in the next run; none is 0, and nonsense is not kept."""
    queue = queue_at(places)
    assert queue.speed == 0
    queue.keep_speed(1_000_000.0)
    queue.keep_speed(2_000_000.0)
    queue.keep_speed(0.0)
    assert queue_at(places).speed == 2_000_000.0
