"""Bounds on a position's value from how many pairs of each rank are available and locked.

A pair is *available* when both its tiles are free now, *locked* when not. Write A for the ranks of
the available pairs, best first, and L for those of the locked pairs, best first.

Upper bound. Let the other player follow one fixed rule: take the best pair of A that is left. This
can always be done, because a free tile stays free until it is taken; of a kind with a pair in A and
one in L, whatever is taken first counts as the one in A. Whatever I gain at best against that rule
is an upper bound on the value, since the other player may do better. At best: let me take any pair
I like, available or locked, except that my first pair must be available. It is then enough to
choose between A and L in each turn, and to take the best one left of it:

- From A. Say x1 >= x2 >= … are left of it, I take xj, not the best, and the rule takes x1. To take
  x1 and lose x2 to the rule gains 2 x1 - x2 - xj more, which is at least x2 - xj, and leaves xj
  where x2 was left. From there on a way to play is a choice of places in the order of ranks, so the
  most I can gain falls by at most x2 - xj: nothing is lost.
- From L. My picks add up in any order, and the other player takes from L only when A is gone, at
  best for me the lowest; so the best picks first make the most of however many there are.
- Pairs of A first. With x1 >= x2 >= x3 left of A and y the next of L, a pair of A and then one of
  L makes x1 - x2 + y - x3, the other way round it is y - x1 + x2 - x3, which is never more.

So I take some pairs of A, every other one, and then of L until the rule has taken the rest of A:
only how many of A has to be tried. With the last of A I may also be the one who empties it.

When A is gone the other player takes what there is, at worst the lowest pair left, and I the
highest. The game may deadlock at any moment, and best for me is that it does so after a move of
mine: with me to move I take one pair more than the other player, else both take equally many.

Lower bound. Let me follow the rule and the other player take what they like: that is A[0] less
the most they gain of what is then left, in the same way.
"""

from __future__ import annotations

from typing import Final

from solver.kernels.jit import highest, index, inline, kernel, popcount
from solver.kernels.memory import Words
from solver.kernels.state import (
    DOUBLED,
    FREE,
    HISTOGRAMS,
    LONG,
    MIXED,
    RANKS,
    SETTLED,
    SLOTS,
    UPPER_PLANES,
    ranks_of,
)

MOST_AVAILABLE: Final = 12
"""Every column offers at most two free tiles, so at most twelve pairs are available."""

MOST_LOCKED: Final = 54
MOST_OF_RANK: Final = 7
"""Six pairs of a rank there are; a histogram could count seven."""

CACHE_BITS: Final = 18
SUMS: Final = MOST_AVAILABLE + MOST_OF_RANK
SCRATCH: Final = SUMS + MOST_LOCKED + MOST_OF_RANK + 1
"""Words of scratch: ranks of available pairs, then, from SUMS on, sums of the best locked ones."""

TAG_BITS: Final = 54 - CACHE_BITS
MIX: Final = 0x1F123BB5159A55E5
"""Odd, so that multiplying by it modulo 2^54 loses nothing."""

RANKS_MASK: Final = (1 << 27) - 1
VALUE_BITS: Final = 9
VALUE_BIAS: Final = 1 << (VALUE_BITS - 1)
VALUE_MASK: Final = (1 << VALUE_BITS) - 1


@inline
def packed(lower: int, upper: int) -> int:
    """Return two values from -256 to 255 as one word of 18 bits."""
    return (lower + VALUE_BIAS) | ((upper + VALUE_BIAS) << VALUE_BITS)


@inline
def lower_of(word: int) -> int:
    """Return the lower value of a packed word; higher bits do not matter."""
    return (word & VALUE_MASK) - VALUE_BIAS


@inline
def upper_of(word: int) -> int:
    """Return the upper value of a packed word; higher bits do not matter."""
    return ((word >> VALUE_BITS) & VALUE_MASK) - VALUE_BIAS


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
def count_pairs(states: Words, place: int) -> None:
    """Write to `states[place]` what its bounds are looked up by."""
    planes = states[place + LONG]
    free1 = states[place + FREE] >> 32
    free2 = states[place + UPPER_PLANES] >> 32
    unsettled = (planes & SLOTS) | (planes >> 32) | (states[place + UPPER_PLANES] & SLOTS)
    histograms = histograms_of(
        unsettled, free1 | free2, free2, states[place + DOUBLED], states[place + SETTLED]
    )
    states[place + HISTOGRAMS] = histograms
    states[place + MIXED] = mixed_of(histograms)


@inline
def pairs_in(histograms: int) -> int:
    """Return how many pairs two histograms count."""
    ones = RANKS | (RANKS << 27)
    pairs = popcount(histograms & ones) + 2 * popcount(histograms & (ones << 1))
    return pairs + 4 * popcount(histograms & (ones << 2))


@inline
def covered_of(states: Words, place: int) -> int:
    """Return the doubled kinds of `states[place]` that are not all free; 0 where it is plain."""
    return states[place + DOUBLED] & ~(states[place + UPPER_PLANES] >> 32)


@inline
def pairs_if_plain(states: Words, place: int) -> int:
    """Return the histograms of a plain state, 0 for any other (`solver.kernels.moves`)."""
    return 0 if covered_of(states, place) else states[place + HISTOGRAMS]


@inline
def top_rank(histograms: int) -> int:
    """Return the highest rank of which a pair is left, for histograms that are not 0."""
    return highest((histograms | (histograms >> 27)) & RANKS_MASK) // 3 + 1


@inline
def top_available(histograms: int) -> int:
    """Return 1 if a pair of the highest rank left is available, else 0."""
    ranks = (histograms | (histograms >> 1) | (histograms >> 2)) & RANKS
    return 1 if (ranks != 0) & ((ranks << 3) - ranks >= histograms >> 27) else 0


@inline
def alternation(histograms: int) -> int:
    """Return what the player to move gains if both take the best available pair in turn.

    Two pairs of a rank add nothing, so the lowest bit of each rank's three says all.
    """
    ranks = histograms & RANKS
    gained = 0
    side = 1
    while ranks:
        top = highest(ranks)
        ranks ^= 1 << top
        gained += side * (top // 3 + 1)
        side = -side
    return gained


@inline
def mixed_of(histograms: int) -> int:
    """Return two histograms, the locked pairs' shifted by 27, mixed by a product of 54 bits."""
    return (histograms * MIX) & ((1 << 54) - 1)


@inline
def place_of(mixed: int) -> int:
    """Return the index of the cache's entry for mixed histograms."""
    return mixed >> TAG_BITS


@inline
def cached_bounds(histograms: int, mixed: int, cache: Words, scratch: Words) -> int:
    """Return the packed bounds for two histograms, from the cache or computed into it.

    A histogram has three bits per rank: how many pairs of that rank. An entry of the cache is one
    word: the bounds, 18 bits, and of the two histograms, mixed by a product that can be undone,
    the bits that do not choose the entry.
    """
    place = place_of(mixed)
    tag = mixed & ((1 << TAG_BITS) - 1)
    found = cache[place]
    if found >> (2 * VALUE_BITS) != tag:
        available = histograms & RANKS_MASK
        found = (tag << (2 * VALUE_BITS)) | bounds(available, histograms >> 27, scratch)
        cache[place] = found
    return found & ((1 << (2 * VALUE_BITS)) - 1)


@kernel
def bounds(available: int, locked: int, scratch: Words) -> int:
    """Return the packed lower and upper bound for two histograms; see the module's text."""
    if available == 0:
        return packed(0, 0)
    count = _write_ranks(available, scratch)
    hidden = _write_sums(locked, scratch)
    lower = scratch[0] - _most(1, count, hidden, scratch)
    if count == 1:
        return packed(lower, scratch[0] + _rest(0, hidden, scratch, 0))
    return packed(lower, scratch[0] - scratch[1] + _most(2, count, hidden, scratch))


@inline
def _write_ranks(histogram: int, scratch: Words) -> int:
    """Write the ranks of a histogram, best first, to the start of `scratch`; return how many.

    Without branches: of every rank as many are written as there may be, and the next rank is
    written over those that there are not.
    """
    count = 0
    for step in range(9):
        for more in range(MOST_OF_RANK):
            scratch[index(count + more)] = 9 - step
        count += (histogram >> (24 - 3 * step)) & 7
    return count


@inline
def _write_sums(histogram: int, scratch: Words) -> int:
    """Write the sums of a histogram's 0, 1, 2 … best ranks from SUMS on; return how many ranks."""
    count = 0
    total = 0
    scratch[SUMS] = 0
    for step in range(9):
        for more in range(1, MOST_OF_RANK + 1):
            scratch[index(SUMS + count + more)] = total + more * (9 - step)
        found = (histogram >> (24 - 3 * step)) & 7
        count += found
        total += found * (9 - step)
    return count


@inline
def _most(gone: int, count: int, hidden: int, scratch: Words) -> int:
    """Return the most I gain, to move, when the best `gone` available pairs are gone."""
    theirs = 0
    for place in range(gone, count):
        theirs += scratch[index(place)]
    ahead = 0
    most = -VALUE_BIAS
    while count - gone > 1:
        if count - gone <= hidden:
            most = max(most, ahead - theirs + _rest(count - gone, hidden, scratch, 1))
        mine = scratch[index(gone)]
        answer = scratch[index(gone + 1)]
        ahead += mine - answer
        theirs -= mine + answer
        gone += 2
    if count == gone:
        return max(most, ahead + _rest(0, hidden, scratch, 1))
    most = max(most, ahead + theirs + _rest(0, hidden, scratch, 0))
    if hidden:
        most = max(most, ahead - theirs + _rest(1, hidden, scratch, 1))
    return most


@inline
def _rest(taken: int, hidden: int, scratch: Words, mine: int) -> int:
    """Return what I gain of the locked pairs, the best `taken` of them and the most of the rest.

    No available pair is left then. With me to move (`mine` is 1) I take one pair more of the rest
    than the other player.
    """
    left = hidden - taken
    highest = (left + mine) >> 1
    lowest = max(0, highest - mine)
    gained = scratch[index(SUMS + taken + highest)]
    return gained - (scratch[index(SUMS + hidden)] - scratch[index(SUMS + hidden - lowest)])
