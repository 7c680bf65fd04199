"""The transposition table: proven bounds of states, shared by all threads without locks.

The table is one array of 64-byte buckets of four entries. An entry is two words:

    word 0   structure (60 bits), tag (4 bits)  xor  word 1 scattered over all bits
    word 1   bit  0  doubled       27
             bit 27  ranks of settled pairs, side by side   9
             bit 36  lower bound    9    points to come for the player to move, biased by 256
             bit 45  upper bound    9    likewise
             bit 54  best move      6    its number in the order of generation
             bit 60  effort         4    log2 of the nodes it took, halved

Both words together hold the whole state, so an entry can never be taken for another position's.
The tag is 0 for proofs and tells estimates apart from them (`solver.kernels.search`).

States with nine columns in common are neighbours: their buckets lie within 8 KiB. A search meets
them one after another, so it finds more of their addresses still known to the processor: by a trace
of a full deal 0.31 instead of 0.53 of the pages looked at are not among the last 3,072, and 0.16
instead of 0.42 of the lines of the page table not among the last 8,192. Fewer columns would bring
more together and fill the table unevenly.

Two threads may write one entry at once, or one while the table grows. A reader that meets one word
of each gets a structure wrong by the xor of two scattered words, in 64 bits as good as random, and
believes it only if it is the very one looked for: once in 2^64 such accidents. Two threads met one
in every three million probes at 64 and 72 tiles, in a table of 8 MiB (larger ones have fewer); a
full deal takes less than 10^10 probes, so the chance that any is believed is below 10^-15.

The bucket is chosen by structure and doubled alone, so all entries that differ only in their
settled pairs share a bucket, and an entry bounds its relatives too. Write V(S) for the value of
one structure with the settled pairs S.

Even: if S and T differ by an even number of pairs, |V(S) - V(T)| <= D, the cost of the cheapest
matching of the ranks that only one of them has, by distance. Changing the rank of one settled pair
by d leaves the game's tree as it is and changes the result of every line by at most d, so it
changes the value by at most d. A matched couple of which S has one rank and T the other is one such
change; a couple that S has both of, or T, is made two pairs of one rank by such a change, and
these cancel (`solver.kernels.state`).

Odd: for every rank r, V(S) >= r - V(S + r), because V(S) = V(S + r + r) and there a pair of rank r
can be taken. If S and T differ by an odd number of pairs, S + r and T differ by an even one, so
V(S) >= r - D(S + r, T) - V(T), with the best r; an upper bound of T gives a lower one of S. If S is
plain, and no rank above t is left, V(S) + V(S + r) <= 2 max(t, r) - r by the lemma of the top rank
(`solver.kernels.moves`), so V(S) <= 2 max(t, r) - r + D(S + r, T) - V(T), with the best r.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from solver.kernels import memory
from solver.kernels.bounds import VALUE_BIAS, lower_of, packed, top_rank, upper_of
from solver.kernels.jit import get, index, inline, kernel, lowest, matching
from solver.kernels.memory import Words
from solver.kernels.state import packed_ranks
from solver.kernels.tricks import ODD_CEILING, ODD_SHARING, SHARING, TABLE

BUCKET: Final = 8
"""Words in a bucket of four entries."""

KEY_BITS: Final = 36
KEY_MASK: Final = (1 << KEY_BITS) - 1
STRUCTURE_MASK: Final = (1 << 60) - 1
NEIGHBOURS: Final = 128
"""Buckets in a neighbourhood: 8 KiB, two pages of memory."""

COMMON: Final = (1 << 45) - 1
"""The columns, nine of the twelve, that all states of a neighbourhood have in common."""

SPREAD: Final = 0x4CF5AD432745937F
DOUBLED_MASK: Final = (1 << 27) - 1
MOVE_SHIFT: Final = 54
MOVE_MASK: Final = 63
NO_MOVE: Final = MOVE_MASK
EFFORT_SHIFT: Final = 60
EFFORT_MASK: Final = 15


SCATTER_SHIFT: Final = 36
SCATTER: Final = 0x2545F4914F6CDD1D

NO_DISTANCE: Final = 255


def _distances() -> Words:
    """Return for every difference of two settled sets the most their values differ by.

    Indexed by the xor of the packed ranks; NO_DISTANCE where these are an odd number.
    """
    distances = [NO_DISTANCE] * 512
    for difference in range(512):
        ranks = [rank for rank in range(9) if difference >> rank & 1]
        if len(ranks) % 2 == 0:
            distances[difference] = sum(
                high - low for index, (low, high) in enumerate(pairwise(ranks)) if index % 2 == 0
            )
    return memory.constant(distances)


DISTANCES: Final = _distances()


def _odd_distances() -> Words:
    """Return for every odd difference of two settled sets the least that their values add up to."""
    odd = [-999] * 512
    for difference in range(512):
        if int(difference).bit_count() % 2:
            odd[difference] = max(
                rank - DISTANCES[difference ^ (1 << (rank - 1))] for rank in range(1, 10)
            )
    return memory.constant(odd)


ODD: Final = _odd_distances()


def _odd_ceilings() -> Words:
    """Return for every odd difference of two settled sets the most their values add up to.

    Indexed by 512 times the highest rank left, 1 to 9, plus the xor of the packed ranks.
    """
    odd = [999] * (10 * 512)
    for top in range(1, 10):
        for difference in range(512):
            if int(difference).bit_count() % 2:
                odd[512 * top + difference] = min(
                    2 * max(top, rank) - rank + DISTANCES[difference ^ (1 << (rank - 1))]
                    for rank in range(1, 10)
                )
    return memory.constant(odd)


ODD_CEILINGS: Final = _odd_ceilings()


@inline
def _part_of(number: int, word: int) -> int:
    """Return a number below another one, as the hash of a word says."""
    mixed = (word ^ ((word >> 29) & 0x7FFFFFFFF)) * 0x38495AB5A1B2C3D5
    return (((mixed >> 32) & 0xFFFFFFFF) * number) >> 32


@inline
def bucket_of(structure: int, doubled: int, buckets: int) -> int:
    """Return the index of the first word of a state's bucket in a table of `buckets` buckets.

    Hashes, as fractions of 2^32, say how far up in the table the neighbourhood is and how far up
    in that the bucket (Lemire, Fast random integer generation in an interval, 2019), so any number
    of buckets below 2^31 will do.
    """
    wide = min(NEIGHBOURS, buckets)
    first = _part_of(buckets - wide + 1, (structure & COMMON) * SPREAD)
    mixed = (structure ^ (structure >> 31)) * SPREAD + doubled * 0x52DCE72900000001
    return (first + _part_of(wide, mixed)) * BUCKET


@inline
def key_of(doubled: int, settled: int) -> int:
    """Return word 1 of a state below bit 36."""
    return doubled | (packed_ranks(settled) << 27)


@inline
def scattered(word: int) -> int:
    """Return word 1 with every one of its bits spread over all 64."""
    return (word ^ (word >> SCATTER_SHIFT)) * SCATTER


@inline
def probe(table: Words, bucket: int, structure: int, key: int, plain: int) -> int:
    """Return packed bounds of a state, with the best move of its own entry from bit 18.

    `key` is word 1 below bit 36, `plain` what `pairs_if_plain` returns, or 0 for fewer bounds. The
    bounds are the closest that any entry of the bucket proves. A state without an entry takes the
    move of its closest relative.
    """
    lower = -VALUE_BIAS
    upper = VALUE_BIAS - 1
    move = NO_MOVE
    nearest = 999
    slots = matching(table, bucket, structure, SCATTER_SHIFT, SCATTER) if TABLE else 0
    while slots:
        slot = bucket + 2 * lowest(slots)
        slots &= slots - 1
        entry = get(table, slot + 1)
        # Once more: another thread may have written meanwhile.
        if entry != 0 and (get(table, slot) ^ scattered(entry)) == structure:
            difference = (entry ^ key) & KEY_MASK
            found = entry >> KEY_BITS
            if difference == 0:
                nearest = 0
                move = (entry >> MOVE_SHIFT) & MOVE_MASK
                lower = max(lower, lower_of(found))
                upper = min(upper, upper_of(found))
            elif (difference & 0x7FFFFFF) == 0:
                distance = DISTANCES[(difference >> 27) & 511]
                if distance == NO_DISTANCE and ODD_SHARING:
                    lower = max(lower, ODD[(difference >> 27) & 511] - upper_of(found))
                    if ODD_CEILING and plain:
                        ceiling = ODD_CEILINGS[
                            index((top_rank(plain) << 9) | ((difference >> 27) & 511))
                        ]
                        upper = min(upper, ceiling - lower_of(found))
                elif distance != NO_DISTANCE and SHARING:
                    lower = max(lower, lower_of(found) - distance)
                    upper = min(upper, upper_of(found) + distance)
                    if distance < nearest:
                        nearest = distance
                        if (entry >> MOVE_SHIFT) & MOVE_MASK != NO_MOVE:
                            move = (entry >> MOVE_SHIFT) & MOVE_MASK
    return packed(lower, upper) | (move << 18)


@inline
def store(
    table: Words,
    bucket: int,
    structure: int,
    key: int,
    lower: int,
    upper: int,
    move: int,
    effort: int,
) -> None:
    """Keep proven bounds of a state, joined with what its entry already proves.

    Where the bucket is full the entry of least effort goes.
    """
    place = bucket
    least = EFFORT_MASK + 1
    for slot in range(0, BUCKET, 2):
        entry = table[bucket + slot + 1]
        found = table[bucket + slot] ^ scattered(entry)
        if entry == 0:
            if least > -1:
                least = -1
                place = bucket + slot
        elif found == structure and (entry ^ key) & KEY_MASK == 0:
            lower = max(lower, lower_of(entry >> KEY_BITS))
            upper = min(upper, upper_of(entry >> KEY_BITS))
            if move == NO_MOVE:
                move = (entry >> MOVE_SHIFT) & MOVE_MASK
            effort = max(effort, (entry >> EFFORT_SHIFT) & EFFORT_MASK)
            place = bucket + slot
            break
        else:
            old = (entry >> EFFORT_SHIFT) & EFFORT_MASK
            if old < least:
                least = old
                place = bucket + slot
    word = key | (packed(lower, upper) << KEY_BITS)
    word |= (move << MOVE_SHIFT) | (effort << EFFORT_SHIFT)
    table[place] = structure ^ scattered(word)
    table[place + 1] = word


@kernel
def spread(table: Words, buckets: int, first: int, last: int) -> None:
    """Move the entries of buckets `first` to `last` - 1 to where a table twice as large wants them.

    The table has grown to `buckets` buckets. No bucket's new place is below the old one, so the
    upper buckets have to be moved first, those of this call among themselves too; what has been
    moved or stored since the growth stays. An entry that finds its new bucket full is dropped.
    Modifies `table`.
    """
    for bucket in range((last - 1) * BUCKET, (first - 1) * BUCKET, -BUCKET):
        for slot in range(0, BUCKET, 2):
            word = table[bucket + slot + 1]
            if word != 0:
                structure = (table[bucket + slot] ^ scattered(word)) & STRUCTURE_MASK
                target = bucket_of(structure, word & DOUBLED_MASK, buckets)
                if target != bucket:
                    place = target
                    while place < target + BUCKET and table[place + 1] != 0:
                        place += 2
                    if place < target + BUCKET:
                        table[place] = table[bucket + slot]
                        table[place + 1] = word
                    table[bucket + slot] = 0
                    table[bucket + slot + 1] = 0
