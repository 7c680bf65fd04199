"""Move ordering: which move is searched first (`solver.kernels.order_weights`).

The score is the same in similar positions, so that the search keeps meeting the same ones.
"""

from __future__ import annotations

from solver.kernels.encode import Words
from solver.kernels.jit import highest, inline, popcount
from solver.kernels.order_weights import OPENED_WEIGHT, RANK_WEIGHT, REPLIES_WEIGHT
from solver.kernels.state import DOUBLED, FREE, GAIN, LONG, OPENED, SETTLED, SLOTS, UPPER_PLANES
from solver.kernels.tricks import ORDER


@inline
def replies(states: Words, place: int) -> int:
    """Return the number of moves from `states[place]` on, interchangeable ones counted once.

    With f free tiles of a kind there are f (f - 1) / 2 pairs; of these the pairs that differ only
    in which loose tile they take are one move where two of the tiles are loose.
    """
    long0 = states[place + LONG] & SLOTS
    long1 = states[place + LONG] >> 32
    free0 = states[place + FREE] & SLOTS
    free1 = states[place + FREE] >> 32
    doubled = states[place + DOUBLED]
    four = states[place + UPPER_PLANES] >> 32
    two = free1 | four
    three = (free0 & free1) | four
    two_loose = doubled & long1 & ~long0
    count = popcount(two) + 2 * popcount(three) + 3 * popcount(four)
    count -= popcount(three & two_loose) + popcount(four & two_loose)
    return count + (1 if states[place + SETTLED] else 0)


@inline
def score(states: Words, place: int) -> int:
    """Return how promising the move to `states[place]` is.

    A pair's rank counts for it; against it count the best rank it makes available and the number
    of moves the other player may then choose from.
    """
    if not ORDER:
        return 0
    opened = states[place + OPENED]
    best = highest(opened) // 3 + 1 if opened else 0
    return (
        RANK_WEIGHT * states[place + GAIN]
        - OPENED_WEIGHT * best
        - REPLIES_WEIGHT * replies(states, place)
    )
