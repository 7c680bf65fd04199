"""Fetching: what will be asked about a state is brought near while other states are made.

The move generator calls `fetch` for every state as soon as it stands. The line of the table and
that of the bounds' cache are then on their way while the next moves are made, and are there when
the search asks for them: waiting for these two lines took a sixth of its time.
"""

from __future__ import annotations

from solver.kernels.bounds import cached_bounds, mixed_of, place_of
from solver.kernels.encode import Words
from solver.kernels.jit import inline, prefetch
from solver.kernels.state import (
    BUCKET_OF,
    DOUBLED,
    FREE,
    HISTOGRAMS,
    LONG,
    MIXED,
    SETTLED,
    SLOTS,
    STRUCTURE,
    UPPER_PLANES,
    ranks_of,
)
from solver.kernels.table import bucket_of


@inline
def fetch(states: Words, place: int, table: Words, buckets: int, cache: Words) -> None:
    """Write to `states[place]` where its entries are, and ask for them without waiting."""
    bucket = bucket_of(states[place + STRUCTURE], states[place + DOUBLED], buckets)
    states[place + BUCKET_OF] = bucket
    prefetch(table, bucket)
    free1 = states[place + FREE] >> 32
    free2 = states[place + UPPER_PLANES] >> 32
    planes = states[place + LONG]
    unsettled = (planes & SLOTS) | (planes >> 32) | (states[place + UPPER_PLANES] & SLOTS)
    unlocked = ranks_of(free1 | free2) + ranks_of(free2)
    locked = ranks_of(unsettled) + ranks_of(states[place + DOUBLED]) - unlocked
    histograms = (unlocked + states[place + SETTLED]) | (locked << 27)
    mixed = mixed_of(histograms)
    states[place + HISTOGRAMS] = histograms
    states[place + MIXED] = mixed
    prefetch(cache, place_of(mixed))


@inline
def bounds_of(states: Words, place: int, cache: Words, scratch: Words) -> int:
    """Return the packed static bounds of a state that was fetched."""
    return cached_bounds(states[place + HISTOGRAMS], states[place + MIXED], cache, scratch)


@inline
def pairs_in(histograms: int) -> int:
    """Return how many pairs two histograms count."""
    pairs = 0
    while histograms:
        pairs += histograms & 7
        histograms >>= 3
    return pairs
