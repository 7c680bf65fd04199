"""Threads on one question, and the nodes that are allowed to all of them together."""

from __future__ import annotations

import time

from solver import reference
from solver.kernels.encode import State
from solver.proof.root import NullWindowQuestion, ThreadPool, root_of

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
