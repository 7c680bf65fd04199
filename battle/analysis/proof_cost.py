"""What a proof costs: how many nodes the positions of a line will take, learned as they are proven.

A line is proven from its end, so what lies before it is more of the same with more tiles. The nodes
of a position grow with its tiles by `GROWTH` a pair; around that every game has a level of its own,
which the positions proven so far tell, the latest most. Half of all lines take less than is said.

    nodes     ·  1.6 × a pair      level of the game: the mean of ln(nodes) − ln(usual nodes)
      │     ··                     over the positions proven, each further back in the game
      │  · ·                       counted `MEMORY` times as much as the one before
      └────────── tiles

`PRIOR` is how much the usual level counts against what a game has shown. Measured on games of
levels against each other (bench/log.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from typing import Final

GROWTH: Final = 1.6
"""How many times the nodes of a position the one before it takes, which has a pair more."""

USUAL_TILES: Final = 80
USUAL_NODES: Final = 750_000
"""What a position with so many tiles takes, as its share of a sum that half of all sums exceed."""

MEMORY: Final = 0.75
PRIOR: Final = 4.0
LEAST_TILES: Final = 50
"""Positions with fewer tiles say nothing: a few nodes more or less are chance."""

ASSUMED_SPEED: Final = 1_500_000.0
"""Nodes a second of a machine on which nothing was measured yet."""


def usual_nodes(tiles: int) -> float:
    """Return how many nodes a position with so many tiles usually takes on the way back."""
    return float(USUAL_NODES * GROWTH ** ((tiles - USUAL_TILES) / 2))


class ProofCost:
    """What the positions of one game cost, in nodes, and how fast this machine is.

    `speed` is in nodes a second.
    """

    def __init__(self, speed: float = ASSUMED_SPEED) -> None:
        self.speed = speed if speed > 0 else ASSUMED_SPEED
        self._weight = self._sum = 0.0

    def learn(self, tiles: int, nodes: int) -> None:
        """Take in what a position has cost, proven after the positions that follow it."""
        if tiles >= LEAST_TILES:
            self._weight *= MEMORY
            self._sum *= MEMORY
            self._weight += 1
            self._sum += log(max(1, nodes)) - log(usual_nodes(tiles))

    def hear(self, nodes_per_second: float) -> None:
        """Take in how fast the machine is now."""
        if nodes_per_second > 0:
            self.speed += (nodes_per_second - self.speed) / 4

    def nodes(self, tiles: int) -> float:
        """Return how many nodes a position with so many tiles will take."""
        return usual_nodes(tiles) * exp(self._sum / (self._weight + PRIOR))

    def nodes_left(self, tiles: Sequence[int], spent: int = 0) -> float:
        """Return how many nodes are still to come for positions with so many tiles each.

        `spent` were used for the first of them. One that takes longer than expected is likely to
        take as long again, and makes the others dearer.
        """
        if not tiles:
            return 0.0
        first, later = self.nodes(tiles[0]), self
        if spent > first:
            later = self._having_learned(tiles[0], 2 * spent)
        return (spent if spent > first else max(first - spent, first / 4)) + sum(
            map(later.nodes, tiles[1:])
        )

    def _having_learned(self, tiles: int, nodes: int) -> ProofCost:
        """Return what would be known if a position had cost so much."""
        other = ProofCost(self.speed)
        other._weight, other._sum = self._weight, self._sum
        other.learn(tiles, nodes)
        return other

    def seconds_left(self, tiles: Sequence[int], spent: int = 0) -> float:
        """Return how many seconds are still to come."""
        return self.nodes_left(tiles, spent) / self.speed
