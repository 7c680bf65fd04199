"""Move ordering: which move is searched first.

The score is the same in similar positions, so that the search keeps meeting the same ones.
"""

from __future__ import annotations

from solver.encode import Words
from solver.jit import highest, inline, popcount
from solver.moves import GAIN
from solver.state import FREE, SETTLED, UPPER_PLANES


@inline
def available_kinds(states: Words, place: int) -> int:
    """Return the mask of unsettled kinds of which a pair is available."""
    return (states[place + FREE] >> 32) | (states[place + UPPER_PLANES] >> 32)


@inline
def score(states: Words, place: int, before: int) -> int:
    """Return how promising the move to `states[place]` is; `before` are the kinds available first.

    A pair's rank counts for it; against it count the best rank it makes available and the number
    of kinds the other player may then choose from.
    """
    kinds = available_kinds(states, place)
    opened = kinds & ~before
    best = highest(opened) // 3 + 1 if opened else 0
    replies = popcount(kinds) + (1 if states[place + SETTLED] else 0)
    return 16 * states[place + GAIN] - 6 * best - 8 * replies
