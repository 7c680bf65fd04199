"""Fetching: what will be asked about all moves of a state is brought near while there is time.

Where the entries of a state are is known as soon as it stands. The lines of the table, and
those of the bounds' cache, are asked for when all moves have been made (`fetch`), all at once: a
table of gigabytes lies in more pages than the processor remembers the addresses of, and while it
looks one up it gets no further than some two hundred instructions; but it looks up several at the
same time if they follow each other closely. Asked for one by one, as each state stood, every line
held the search up for itself: with 2 GiB that took nearly half of its time.
"""

from __future__ import annotations

from solver.kernels.bounds import cached_bounds, mixed_of, place_of
from solver.kernels.encode import Words
from solver.kernels.jit import get, inline, prefetch
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
def histograms_of(unsettled: int, two: int, four: int, doubled: int, settled: int) -> int:
    """Return how many pairs of each rank a state has available and, shifted by 27, locked.

    `unsettled` is the mask of the kinds with tiles in long columns, `two` and `four` of those with
    so many free tiles at least.
    """
    unlocked = ranks_of(two) + ranks_of(four)
    locked = ranks_of(unsettled) + ranks_of(doubled) - unlocked
    return (unlocked + settled) | (locked << 27)


@inline
def locate(states: Words, place: int, buckets: int) -> None:
    """Write to `states[place]` where its entries are in a table of `buckets` buckets."""
    doubled = states[place + DOUBLED]
    planes = states[place + LONG]
    free1 = states[place + FREE] >> 32
    free2 = states[place + UPPER_PLANES] >> 32
    unsettled = (planes & SLOTS) | (planes >> 32) | (states[place + UPPER_PLANES] & SLOTS)
    settled = states[place + SETTLED]
    histograms = histograms_of(unsettled, free1 | free2, free2, doubled, settled)
    states[place + BUCKET_OF] = bucket_of(states[place + STRUCTURE], doubled, buckets)
    states[place + HISTOGRAMS] = histograms
    states[place + MIXED] = mixed_of(histograms)


@inline
def fetch(states: Words, first: int, end: int, table: Words, cache: Words) -> None:
    """Ask without waiting for the lines of the states from `first` to before `end`."""
    for place in range(first, end):
        prefetch(table, get(states, place + BUCKET_OF))
        prefetch(cache, place_of(get(states, place + MIXED)))


@inline
def bounds_of(states: Words, place: int, cache: Words, scratch: Words) -> int:
    """Return the packed static bounds of a state whose histograms are known."""
    return cached_bounds(states[place + HISTOGRAMS], states[place + MIXED], cache, scratch)


@inline
def pairs_in(histograms: int) -> int:
    """Return how many pairs two histograms count."""
    pairs = 0
    while histograms:
        pairs += histograms & 7
        histograms >>= 3
    return pairs
