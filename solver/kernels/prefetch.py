"""Fetching: what will be asked about all moves of a state is brought near while there is time.

Where a state's entries are is known as soon as it stands (`locate`). The lines of the table, and
those of the bounds' cache, are asked for when all moves have been made (`fetch`), all at once: a
table of gigabytes lies in more pages than the processor remembers the addresses of, and while it
looks one up it gets no further than some two hundred instructions; but it looks up several at the
same time if they follow each other closely. Asked for one by one, as each state stood, every line
held the search up for itself: with 2 GiB that took nearly half of its time.
"""

from __future__ import annotations

from solver.kernels.bounds import cached_bounds, mixed_of, place_of
from solver.kernels.encode import Words
from solver.kernels.jit import index, inline, prefetch
from solver.kernels.state import (
    BUCKET_OF,
    DOUBLED,
    FIELDS,
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
def locate(states: Words, place: int, buckets: int) -> None:
    """Write to `states[place]` where its entries are in a table of `buckets` buckets."""
    states[place + BUCKET_OF] = bucket_of(
        states[place + STRUCTURE], states[place + DOUBLED], buckets
    )
    free1 = states[place + FREE] >> 32
    free2 = states[place + UPPER_PLANES] >> 32
    planes = states[place + LONG]
    unsettled = (planes & SLOTS) | (planes >> 32) | (states[place + UPPER_PLANES] & SLOTS)
    unlocked = ranks_of(free1 | free2) + ranks_of(free2)
    locked = ranks_of(unsettled) + ranks_of(states[place + DOUBLED]) - unlocked
    histograms = (unlocked + states[place + SETTLED]) | (locked << 27)
    states[place + HISTOGRAMS] = histograms
    states[place + MIXED] = mixed_of(histograms)


@inline
def fetch(states: Words, first: int, end: int, table: Words, cache: Words) -> None:
    """Ask without waiting for the lines of the located states from `first` to before `end`."""
    for place in range(first, end, FIELDS):
        prefetch(table, states[index(place + BUCKET_OF)])
        prefetch(cache, place_of(states[index(place + MIXED)]))


@inline
def bounds_of(states: Words, place: int, cache: Words, scratch: Words) -> int:
    """Return the packed static bounds of a state that was located."""
    return cached_bounds(states[place + HISTOGRAMS], states[place + MIXED], cache, scratch)


@inline
def pairs_in(histograms: int) -> int:
    """Return how many pairs two histograms count."""
    pairs = 0
    while histograms:
        pairs += histograms & 7
        histograms >>= 3
    return pairs
