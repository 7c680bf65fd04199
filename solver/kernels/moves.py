"""Moves: every pair that can be taken from a state, with the state after it.

Interchangeable moves are generated once: any loose tile of a kind stands for all of them. Of the
settled pairs only the highest is generated. Taking a lower one is never better: of ranks a > b,
what a leaves and what b leaves differ only in that the one still has b where the other has a, so in
value by at most a - b (`solver.kernels.table`), and that is what a is worth more than b.
"""

from __future__ import annotations

from typing import Final

from battle.rules.cells import COLUMNS
from solver.kernels.encode import BOTH, Tables, Words
from solver.kernels.jit import highest, index, inline, lowest
from solver.kernels.prefetch import fetch, locate
from solver.kernels.state import (
    DOUBLED,
    FIELDS,
    FREE,
    GAIN,
    LONG,
    OPENED,
    SETTLED,
    SLOTS,
    STRUCTURE,
    UPPER_PLANES,
    one_less,
    one_more,
    parity_by_rank,
)
from solver.kernels.tricks import HIGHEST_SETTLED, THREE_LOOSE

MOST_MOVES: Final = 48
"""24 free tiles make at most six kinds of four, six pairs each, and a settled pair."""

LOOSE: Final = 25
"""Stands for any loose tile where 1 + 2 * column + side stands for the end of a long column."""

_TILE_BITS: Final = 5
_TILE: Final = (1 << _TILE_BITS) - 1
_PAIR_BITS: Final = 2 * _TILE_BITS
_PAIR: Final = (1 << _PAIR_BITS) - 1


@inline
def generate(
    states: Words,
    parent: int,
    first: int,
    tables: Tables,
    ends_of: Words,
    table: Words,
    buckets: int,
    cache: Words,
) -> int:
    """Write the states after every move from `states[parent]` on to `states[first]` on.

    `parent` and `first` are word indices, FIELDS words a state; `ends_of` is scratch of 32 words.
    Every state is located and fetched. Returns the number of moves.
    """
    parent = index(parent)
    free0 = states[parent + FREE] & SLOTS
    free1 = states[parent + FREE] >> 32
    free2 = states[parent + UPPER_PLANES] >> 32
    kinds = free1 | free2
    _list_ends(states[parent + STRUCTURE], kinds, tables.ends, ends_of)
    place = first
    while kinds:
        slot = highest(kinds) & 31
        kinds ^= 1 << slot
        free = ((free0 >> slot) & 1) + 2 * ((free1 >> slot) & 1) + 4 * ((free2 >> slot) & 1)
        pairs = _pairs(ends_of[slot], free)
        while pairs:
            _take(states, parent, index(place), slot, pairs & _PAIR, tables.steps)
            locate(states, index(place), buckets)
            place += FIELDS
            pairs >>= _PAIR_BITS
    settled = states[parent + SETTLED]
    while settled:
        top = highest(settled)
        _take_settled(states, parent, index(place), top)
        locate(states, index(place), buckets)
        place += FIELDS
        settled = 0 if HIGHEST_SETTLED else settled ^ (1 << top)
    fetch(states, first, place, table, cache)
    return (place - first) // FIELDS


@inline
def _list_ends(structure: int, kinds: int, ends: Words, ends_of: Words) -> None:
    """Write for every slot in `kinds` the column ends of that kind, packed, to `ends_of[slot]`."""
    while kinds:
        ends_of[lowest(kinds) & 31] = 0
        kinds &= kinds - 1
    for column in range(COLUMNS):
        code = (structure >> (5 * column)) & 31
        if code:
            pair = ends[index(32 * column + code)]
            top = pair & 31
            bottom = (pair >> 5) & 31
            ends_of[top] = (ends_of[top] << _TILE_BITS) | (2 * column + 1)
            ends_of[bottom] = (ends_of[bottom] << _TILE_BITS) | (2 * column + 2)


@inline
def _pairs(ends: int, free: int) -> int:
    """Return the pairs of tiles of one kind, packed: its `ends`, and `free` tiles in all."""
    loose = free - ((highest(ends) // _TILE_BITS + 1) if ends else 0)
    tiles = ends
    pairs = 0
    if loose:
        tiles = (tiles << _TILE_BITS) | LOOSE
        if loose > 1:
            pairs = (LOOSE << _TILE_BITS) | LOOSE
    while tiles:
        one = tiles & _TILE
        tiles >>= _TILE_BITS
        others = tiles
        while others:
            pairs = (pairs << _PAIR_BITS) | (one << _TILE_BITS) | (others & _TILE)
            others >>= _TILE_BITS
    return pairs


@inline
def _take_settled(states: Words, parent: int, place: int, top: int) -> None:
    """Write to `states[place]` on what taking the settled pair of bit `top` leads to."""
    for field in range(GAIN):
        states[place + field] = states[parent + field]
    states[place + SETTLED] ^= 1 << top
    states[place + OPENED] = 0
    states[place + GAIN] = top // 3 + 1


@inline
def _take(states: Words, parent: int, place: int, slot: int, pair: int, steps: Words) -> None:
    """Write to `states[place]` on what taking a packed pair of kind `slot` leads to."""
    mask = 1 << slot
    structure = states[parent + STRUCTURE]
    doubled = states[parent + DOUBLED]
    long0 = states[parent + LONG] & SLOTS
    long1 = states[parent + LONG] >> 32
    long2 = states[parent + UPPER_PLANES] & SLOTS
    free0 = states[parent + FREE] & SLOTS
    free1 = (states[parent + FREE] >> 32) ^ mask
    free2 = (states[parent + UPPER_PLANES] >> 32) ^ (free1 & mask)
    touched = mask
    one = pair & _TILE
    other = pair >> _TILE_BITS
    if one != LOOSE:
        end = one - 1
        side = end & 1
        long0, long1, long2 = one_less(long0, long1, long2, mask)
        if other == (end ^ 1) + 1:
            side = BOTH
            long0, long1, long2 = one_less(long0, long1, long2, mask)
        shift = 5 * (end >> 1)
        code = (structure >> shift) & 31
        step = index(8 * (32 * (end >> 1) + code) + 2 * side)
        freed = steps[step]
        loosened = steps[step + 1]
        structure ^= (code ^ (freed & 31)) << shift
        free0, free1, free2 = one_more(free0, free1, free2, (freed >> 5) & SLOTS)
        if side == BOTH:
            free0, free1, free2 = one_more(free0, free1, free2, freed >> 32)
            other = LOOSE
        if loosened:
            long0, long1, long2 = one_less(long0, long1, long2, loosened & SLOTS)
            long0, long1, long2 = one_less(long0, long1, long2, loosened >> 27)
            touched |= loosened | (loosened >> 27)
    if other != LOOSE:
        end = other - 1
        long0, long1, long2 = one_less(long0, long1, long2, mask)
        shift = 5 * (end >> 1)
        code = (structure >> shift) & 31
        step = index(8 * (32 * (end >> 1) + code) + 2 * (end & 1))
        freed = steps[step]
        loosened = steps[step + 1]
        structure ^= (code ^ (freed & 31)) << shift
        free0, free1, free2 = one_more(free0, free1, free2, (freed >> 5) & SLOTS)
        if loosened:
            long0, long1, long2 = one_less(long0, long1, long2, loosened & SLOTS)
            long0, long1, long2 = one_less(long0, long1, long2, loosened >> 27)
            touched |= loosened | (loosened >> 27)
    pairs_before = (states[parent + FREE] >> 32) | (states[parent + UPPER_PLANES] >> 32)
    opened = (free1 | free2) & (~pairs_before | mask)
    opened |= free2 & ~(states[parent + UPPER_PLANES] >> 32)
    states[place + OPENED] = opened
    gone = mask & ~doubled
    doubled &= ~mask
    done = touched & ~(long0 | long1 | long2) & SLOTS
    spare = touched & doubled & long0 & ~long1 & ~long2 if THREE_LOOSE else 0
    free1 ^= spare
    free2 ^= free1 & spare
    settles = (done & ~gone & ~doubled) | spare
    states[place + SETTLED] = states[parent + SETTLED] ^ parity_by_rank(settles)
    states[place + STRUCTURE] = structure
    states[place + DOUBLED] = doubled & ~done & ~spare
    states[place + LONG] = long0 | (long1 << 32)
    states[place + UPPER_PLANES] = long2 | ((free2 & ~done) << 32)
    states[place + FREE] = (free0 & ~done) | ((free1 & ~done) << 32)
    states[place + GAIN] = slot // 3 + 1
