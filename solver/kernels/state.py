"""States: a position as the kernels see it, and what taking a pair does to it.

Three words are the state; two positions with the same three words have the same value:

    structure   60 bits: the codes of the twelve columns, five bits each (see `kernels.encode`)
    doubled     27 bits by slot: unsettled kinds of which four tiles count as left
    settled     27 bits, the lowest of each rank's three used: ranks with a settled pair

Why that is enough. Tiles of columns of one or two tiles are *loose*: they are free and hide
nothing, so their cells do not matter. A kind is *settled* when all its tiles are loose; its pair
is then worth plus or minus its rank to whoever takes it, whenever that is, and taking it opens
nothing.

Two settled pairs of one rank cancel. Either player can hold to a best strategy for the rest: answer
one of the two with the other, and where the rest gives no move any more take one, which leaves the
other player nothing but the other. Neither gains anything by the two, so they change no value. So
the number of settled pairs of a rank counts modulo two, and four loose tiles of a kind, which are
two settled pairs however they are taken, can be forgotten.

Three loose tiles of a kind whose fourth tile x is in a long column are a settled pair and a pair of
one loose tile and x: both have the same moves. Taking two loose tiles is taking the settled pair,
and leaves the pair with x in both; taking x with a loose tile is the same in both, and leaves two
loose tiles here, a settled pair there. So such a kind counts as having two tiles left, and a kind
is doubled only while at least two of its tiles are in long columns.

The other words follow from these and are kept along, as bit planes by slot, because a number per
kind is then counted up in a few instructions for all kinds:

    long0 long1 long2   number of tiles, 0 to 4, in columns of three and more; 0 means settled
    free0 free1 free2   number of free tiles, 0 to 4, of the unsettled kinds
"""

from __future__ import annotations

from typing import Final

from solver.kernels.jit import inline

SLOTS: Final = (1 << 27) - 1
RANKS: Final = 0o111111111
"""The lowest bit of each rank's three."""

MOST_MOVES: Final = 48
"""24 free tiles make at most six kinds of four, six pairs each, and a settled pair; a multiple of
EIGHT."""

EIGHT: Final = 8
"""The number of moves made by the same vector instructions, at best."""

# Where the words of a state are, from its place on. A level has room for MOST_MOVES states, field
# by field: the next state's place is one further, so neighbouring words are the same field.
STRUCTURE: Final = 0 * MOST_MOVES
DOUBLED: Final = 1 * MOST_MOVES
SETTLED: Final = 2 * MOST_MOVES
LONG: Final = 3 * MOST_MOVES
"""long0, and long1 shifted by 32."""
UPPER_PLANES: Final = 4 * MOST_MOVES
"""long2, and free2 shifted by 32."""
FREE: Final = 5 * MOST_MOVES
"""free0, and free1 shifted by 32."""

# The six above are the state; those below belong to the search.
GAIN: Final = 6 * MOST_MOVES
LOWER: Final = 7 * MOST_MOVES
UPPER: Final = 8 * MOST_MOVES
BUCKET_OF: Final = 9 * MOST_MOVES
SCORE: Final = 10 * MOST_MOVES
KEY: Final = 11 * MOST_MOVES
BEST_MOVE: Final = 12 * MOST_MOVES
HISTOGRAMS: Final = 13 * MOST_MOVES
"""How many pairs of each rank are available, and, shifted by 27, locked (`kernels.bounds`)."""
MIXED: Final = 14 * MOST_MOVES

# A move is worth MARGIN + SIDE * the value of its state (`solver.kernels.moves`).
MARGIN: Final = 15 * MOST_MOVES
"""The points that the pairs taken make, for the player whose move it is."""
SIDE: Final = 16 * MOST_MOVES
"""1 where that player is to move again, -1 where the other one is."""
TOP_AVAILABLE: Final = 17 * MOST_MOVES
"""Whether a pair of the highest rank left is taken at once (`solver.kernels.moves.top_pair`)."""

OWN: Final = 18 * MOST_MOVES
"""The mask of the kind whose pair was taken, 0 for a settled pair, and, shifted by 32, which tiles
they were; never 0."""
COVERED: Final = 19 * MOST_MOVES
"""The doubled kinds that were not all free before pairs of the top rank were taken at once, and,
shifted by ODD, those of them with one free tile or three; shifted by ALL, 1 if no other is doubled.
"""
ODD: Final = 27
ALL: Final = 54

LEVEL: Final = 20 * MOST_MOVES
"""Words in a level."""


@inline
def one_more(plane0: int, plane1: int, plane2: int, mask: int) -> tuple[int, int, int]:
    """Return the bit planes with the numbers in `mask` counted up by one."""
    carry = plane0 & mask
    return plane0 ^ mask, plane1 ^ carry, plane2 ^ (plane1 & carry)


@inline
def one_less(plane0: int, plane1: int, plane2: int, mask: int) -> tuple[int, int, int]:
    """Return the bit planes with the numbers in `mask`, none of them 0, counted down by one."""
    borrow = ~plane0 & mask
    return plane0 ^ mask, plane1 ^ borrow, plane2 ^ (~plane1 & borrow)


@inline
def ranks_of(mask: int) -> int:
    """Return how many slots of each rank are in `mask`, 0 to 3, in three bits per rank."""
    return (mask & RANKS) + ((mask >> 1) & RANKS) + ((mask >> 2) & RANKS)


@inline
def parity_by_rank(mask: int) -> int:
    """Return the ranks of which an odd number of slots is in `mask`, as a settled word."""
    return (mask ^ (mask >> 1) ^ (mask >> 2)) & RANKS


@inline
def packed_ranks(settled: int) -> int:
    """Return a settled word's nine used bits side by side."""
    triples = (settled | (settled >> 2) | (settled >> 4)) & 0o007007007
    return (triples | (triples >> 6) | (triples >> 12)) & 0x1FF
