"""Fetching: what will be asked about all moves of a state is brought near while there is time.

Where the entries of a state are is known as soon as it stands. The lines of the table, and
those of the bounds' cache, are asked for when all moves have been made (`fetch`), all at once: a
table of gigabytes lies in more pages than the processor remembers the addresses of, and while it
looks one up it gets no further than some two hundred instructions; but it looks up several at the
same time if they follow each other closely. Asked for one by one, as each state stood, every line
held the search up for itself: with 2 GiB that took nearly half of its time.
"""

from __future__ import annotations

from solver.kernels.bounds import place_of
from solver.kernels.encode import Words
from solver.kernels.jit import get, inline, prefetch
from solver.kernels.state import BUCKET_OF, MIXED


@inline
def fetch(states: Words, first: int, end: int, table: Words, cache: Words) -> None:
    """Ask without waiting for the lines of the states from `first` to before `end`."""
    for place in range(first, end):
        prefetch(table, get(states, place + BUCKET_OF))
        prefetch(cache, place_of(get(states, place + MIXED)))
