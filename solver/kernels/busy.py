"""Marks: which states are being searched, so that others begin with something else.

Several searches may work on one question at a time over one table. Each marks the states it goes
into in a small table of busy states, and a move to a state that another one is busy with is left
for later while others are left (after ABDADA, J.-C. Weill 1996). The first move of a frame is never
put off, so they go down the same line and part at its end, where there is little to share and much
to search. Marks are hints: a lost or a stale one costs time and never an answer.
"""

from __future__ import annotations

from typing import Final

from solver.kernels.encode import Words
from solver.kernels.jit import inline
from solver.kernels.state import BUCKET_OF, SETTLED, STRUCTURE

BUSY_MASK: Final = (1 << 14) - 1
"""The table of busy states has one word more: most of the structure, and whose mark it is."""

_OWNER_BITS: Final = 6
_OWNER: Final = (1 << _OWNER_BITS) - 1

MOST_OWNERS: Final = _OWNER
"""Marks carry their owner's number, 1 to this."""


@inline
def _place_of(states: Words, place: int) -> int:
    return ((states[place + BUCKET_OF] >> 3) ^ (states[place + SETTLED] * 0x9E3779B1)) & BUSY_MASK


@inline
def mark(busy: Words, states: Words, place: int, owner: int) -> None:
    """Tell the others that `owner` searches `states[place]`."""
    busy[_place_of(states, place)] = (states[place + STRUCTURE] << _OWNER_BITS) | owner


@inline
def unmark(busy: Words, states: Words, place: int) -> None:
    """Tell the others that a state was searched."""
    busy[_place_of(states, place)] = 0


@inline
def is_busy(busy: Words, states: Words, place: int, owner: int) -> bool:
    """Whether another one than `owner` searches a state."""
    found = busy[_place_of(states, place)]
    is_here = (found & ~_OWNER) == (states[place + STRUCTURE] << _OWNER_BITS)
    return is_here and (found & _OWNER) != owner
