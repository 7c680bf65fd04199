"""What a proof costs: estimates against games whose costs were measured."""

from __future__ import annotations

from math import log

import pytest

from battle.analysis.proof_cost import ASSUMED_SPEED, ProofCost, usual_nodes

MEASURED = {
    2003: "322 2892 548 3679 6306 3298 218 21220 38102 41135 404839 279402 38210 960453 203285"
    " 1812964 1746784",
    2004: "534 954 9408 1765 3118 14335 9952 6319 2753 75486 27307 307750 127371 3045500 124885"
    " 2547587 2106079",
    2001: "5154 4566 31391 94737 12387 44355 247618 816897 936986 1544366 510820 956377 529144"
    " 6446588 12183456 30030845 10341372",
}
"""Nodes of the positions with 58, 60, … 90 tiles of games of levels on three deals, one thread."""


@pytest.mark.parametrize("deal", MEASURED)
def test_what_is_left_is_right_within_a_factor_of_three(deal: int) -> None:
    """From 76 tiles on, with what the game has shown, the nodes to 90 tiles are foreseen."""
    cost, nodes = ProofCost(), [int(word) for word in MEASURED[deal].split()]
    places = range(58, 92, 2)
    for tiles, spent in zip(places, nodes, strict=True):
        left = [place for place in places if place >= tiles]
        if tiles >= 76:
            true = sum(nodes[-len(left) :])
            assert abs(log(cost.nodes_left(left) / true)) < log(3.5), tiles
        cost.learn(tiles, spent)


def test_a_game_is_dearer_once_it_has_shown_so() -> None:
    """What was dear makes what is to come dearer, and the other way round."""
    usual, dear, cheap = ProofCost(), ProofCost(), ProofCost()
    for tiles in range(60, 80, 2):
        dear.learn(tiles, round(4 * usual_nodes(tiles)))
        cheap.learn(tiles, round(usual_nodes(tiles) / 4))
    assert cheap.nodes(90) < usual.nodes(90) < dear.nodes(90)


def test_what_was_spent_is_not_to_come() -> None:
    """Work on the position in hand shortens what is left; one that drags on lengthens it."""
    cost = ProofCost()
    whole = cost.nodes_left([80, 82])
    assert cost.nodes_left([80, 82], round(cost.nodes(80) / 2)) < whole
    assert cost.nodes_left([80, 82], round(20 * cost.nodes(80))) > whole
    assert cost.nodes_left([], 5) == 0


def test_the_machines_speed_is_learned() -> None:
    """Time is nodes by speed; a speed that was never measured is assumed."""
    cost = ProofCost(0.0)
    assert cost.speed == ASSUMED_SPEED
    for _ in range(40):
        cost.hear(10 * ASSUMED_SPEED)
    assert cost.seconds_left([90]) == pytest.approx(cost.nodes(90) / cost.speed)
    assert cost.speed == pytest.approx(10 * ASSUMED_SPEED, rel=0.01)
