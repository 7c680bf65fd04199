"""The root of a search: intervals that only close in, and the order of its choices."""

from __future__ import annotations

import time
from random import Random

import pytest

from battle.rules.position import Position
from solver.kernels.encode import State
from solver.proof.root import NullWindowQuestion, Root, ThreadPool, open_choices, root_of
from tools import reference

PLACES = [place for place in reference.small_positions(30, 11) if not place.is_over]


def narrowed(place: Position, random: Random) -> Root:
    """Return a root whose intervals hold the true values, some of them closer than others."""
    root = root_of(place)
    values = reference.move_values(place)
    for choice in root.choices:
        value = values[choice.moves[0]]
        root.narrow(choice, value - random.randrange(6), value + random.randrange(6))
    return root


def test_every_move_is_in_one_choice_that_holds_its_value() -> None:
    """Moves of one choice are worth the same, and no interval leaves the value out."""
    for place in PLACES:
        values = reference.move_values(place)
        root = root_of(place)
        assert sorted(move for choice in root.choices for move in choice.moves) == list(values)
        for choice in root.choices:
            assert {values[move] for move in choice.moves} == {values[choice.moves[0]]}
            assert choice.lower <= values[choice.moves[0]] <= choice.upper
        assert root.lower <= max(values.values()) <= root.upper


def test_intervals_only_close_in() -> None:
    """What is already known better is kept, and proofs that contradict each other are refused."""
    root = root_of(PLACES[0])
    choice = root.choices[0]
    root.narrow(choice, 1, 3)
    root.narrow(choice, 0, 9)
    assert (choice.lower, choice.upper) == (1, 3)
    with pytest.raises(ArithmeticError, match="contradicting bounds"):
        root.narrow(choice, lower=4)


def test_beliefs_may_contradict_each_other() -> None:
    """In a copy, which proves nothing, the older belief is kept; the root does not hear of it."""
    root = root_of(PLACES[0])
    copy = root.copy()
    copy.narrow(copy.choices[0], upper=0)
    copy.narrow(copy.choices[0], lower=5)
    assert (copy.choices[0].lower, copy.choices[0].upper) == (0, 0)
    assert root.choices[0].lower < 0 < root.choices[0].upper


def test_what_is_proven_worse_stands_behind() -> None:
    """No choice stands before one that is proven to be better, whatever the estimates say."""
    random = Random(2)
    for place in PLACES:
        root = narrowed(place, random)
        for choice in root.choices:
            choice.estimate = random.randrange(-9, 9)
        ranked = root.ranked()
        assert {id(choice) for choice in ranked} == {id(choice) for choice in root.choices}
        for index, choice in enumerate(ranked):
            assert all(choice.upper >= other.lower for other in ranked[index + 1 :])


def test_open_choices_may_be_worth_beta_and_need_not_be() -> None:
    """A choice is open between its bounds only."""
    random = Random(3)
    for place in PLACES:
        root = narrowed(place, random)
        for beta in range(root.lower - 2, root.upper + 3):
            still = open_choices(root.choices, beta)
            assert still == [one for one in root.choices if one.lower < beta <= one.upper]


# --- test threads --------------------------------------------------------------------------------
#
# Threads on one question, and the nodes that are allowed to all of them together.

PLACE = next(
    place
    for place in reference.small_positions(24, 21, most_tiles=14)
    if len(place.legal_moves) > 1
)


class Endless:
    """A search that visits all nodes it is given and never answers."""

    def __init__(self) -> None:
        self.nodes = 0

    def bound(self, state: State, beta: int, nodes: int, horizon: int | None = None) -> int | None:
        """Visit the nodes."""
        self.nodes += nodes
        return None

    def static(self, state: State) -> tuple[int, int]:
        """Return bounds that say nothing."""
        return -256, 255


def test_nothing_is_searched_once_a_helper_has_used_up_the_nodes() -> None:
    """A slice asked for when none are left searches no node, and the question stays open."""
    pool = ThreadPool([Endless(), Endless()])
    root = root_of(PLACE)
    beta = max(choice.lower for choice in root.choices) + 1
    question = NullWindowQuestion(root, root.choices, beta)
    pool.allow(100)
    assert pool.work(question, 40)
    end = time.monotonic() + 30
    while pool.nodes < 100 and time.monotonic() < end:
        time.sleep(0.001)
    assert pool.work(question, 40)
    pool.close()
    assert pool.nodes == 100
