"""What the best first moves have in common, against all others of the same deals.

Only deals drawn by lot count, so that the figures are about all deals.
"""

from __future__ import annotations

from collections.abc import Mapping
from statistics import fmean
from typing import Final

from battle.rules.position import Move, Position, deal
from tools.portrait.data import LOT, Values
from tools.portrait.intervals import Estimate, mean

FEATURES: Final = (
    "points of the pair",
    "pairs that the other player can then take",
    "points of the highest of them",
    "pairs among them that the move has uncovered",
    "points of the highest pair that it has uncovered",
    "points of the pair, less those of the highest that the other can then take",
)


def features(start: Position, move: Move) -> list[int]:
    """Return the features of a move, in the order of `FEATURES`."""
    after, own = start.play(move), start.worth(move)
    replies = {one: after.worth(one) for one in after.legal_moves}
    uncovered = [worth for one, worth in replies.items() if one not in start.legal_moves]
    highest = max(replies.values(), default=0)
    return [
        own,
        len(replies),
        highest,
        len(uncovered),
        max(uncovered, default=0),
        own - highest,
    ]


def compared(known: Mapping[int, Values]) -> dict[str, tuple[Estimate, Estimate, Estimate]]:
    """Return of each feature its mean of best moves, of the others, and the difference.

    A deal counts once, and where it has both. Intervals are over deals.
    """
    best, others = list[list[float]](), list[list[float]]()
    for number in LOT:
        values = known.get(number, {})
        most = max(values.values(), default=0)
        start = deal(number)
        kinds: tuple[list[list[int]], list[list[int]]] = ([], [])
        for move, value in values.items():
            kinds[value < most].append(features(start, move))
        if all(kinds):
            for means, rows in zip((best, others), kinds, strict=True):
                means.append([fmean(column) for column in zip(*rows, strict=True)])
    return {
        name: (mean(one), mean(two), mean([a - b for a, b in zip(one, two, strict=True)]))
        for name, one, two in zip(
            FEATURES, zip(*best, strict=True), zip(*others, strict=True), strict=True
        )
    }
