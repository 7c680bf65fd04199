"""What of a layout makes par high: what one can see before the first move, and what that tells.

Seven more features were tried with 100 deals, and told nothing: the points of the second kind, of
all free tiles, and of kinds taken in turns; how many kinds can be taken, whether oddly many; how
many highest pairs there are; and how many kinds have a single tile free.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import partial
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from battle.rules.files import Par
from battle.rules.position import Position, deal
from tools.portrait.intervals import Estimate, resampled, slope

FEATURES: Final = (
    "pairs that can be taken",
    "points of the highest pair",
    "points that it has more than the next kind",
    "points of all kinds that can be taken",
    "kinds with three or four tiles free",
    "points of a pair, less the most that the other player can then take",
)


def features(position: Position) -> list[int]:
    """Return the features of a position with at least one pair."""
    moves = position.legal_moves
    kinds = Counter(kind for cell, kind in position.tiles() if position.is_free(cell))
    points = sorted((kind.rank for kind, count in kinds.items() if count > 1), reverse=True)
    after = (
        position.worth(one) - max(map(then.worth, then.legal_moves), default=0)
        for one in moves
        for then in [position.play(one)]
    )
    return [
        len(moves),
        points[0],
        points[0] - sum(points[1:2]),
        sum(points),
        sum(count > 2 for count in kinds.values()),
        max(after),
    ]


def table(pars: Iterable[Par]) -> NDArray[Any]:
    """Return a row a deal: its par, then its features."""
    return np.array([[par.value, *features(deal(par.deal))] for par in pars], float)


def slopes(rows: NDArray[Any]) -> dict[str, Estimate]:
    """Return by how many points par is higher for one more of each feature, alone."""
    return {
        name: resampled(rows, partial(slope, across=place, up=0))
        for place, name in enumerate(FEATURES, start=1)
    }


def explained(rows: NDArray[Any]) -> Estimate:
    """Return the share of the variance of par that all features together tell, cross-validated.

    Each deal is guessed by what all others show, and the average of the others is the guess to
    beat: below 0 it would have been better.
    """
    par, count = rows[:, 0], len(rows)
    known = np.column_stack([np.ones(count), rows[:, 1:]])
    hat = known @ np.linalg.pinv(known)
    left = (par - hat @ par) / (1 - np.diag(hat))
    usual = (par - par.mean()) * count / (count - 1)
    off = np.column_stack([left, usual]) ** 2
    return resampled(off, lambda drawn: 1 - float(np.divide(*drawn.sum(axis=0))))
