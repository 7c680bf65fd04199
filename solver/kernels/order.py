"""Move ordering: which move is searched first (`solver.kernels.order_weights`).

The score is the same in similar positions, so that the search keeps meeting the same ones.
"""

from __future__ import annotations

from solver.kernels.jit import highest, inline, popcount
from solver.kernels.order_weights import OPENED_WEIGHT, RANK_WEIGHT, REPLIES_WEIGHT
from solver.kernels.tricks import ORDER


@inline
def replies(two: int, three: int, four: int, two_loose: int, settled: int) -> int:
    """Return the number of moves from a state, interchangeable ones counted once.

    `two`, `three`, `four` are masks of the kinds with so many free tiles at least, `two_loose` of
    those with two loose tiles. With f free tiles of a kind there are f (f - 1) / 2 pairs; of these
    the pairs that differ only in which loose tile they take are one move.
    """
    count = popcount(two) + 2 * popcount(three) + 3 * popcount(four)
    count -= popcount(three & two_loose) + popcount(four & two_loose)
    return count + (1 if settled else 0)


@inline
def score(gain: int, opened: int, answers: int) -> int:
    """Return how promising a move is.

    The rank of its pair counts for it; against it count the best rank of the kinds that it makes
    available and the number of moves the other player may then choose from.
    """
    if not ORDER:
        return 0
    best = highest((opened << 3) | 7) // 3
    return RANK_WEIGHT * gain - OPENED_WEIGHT * best - REPLIES_WEIGHT * answers
