"""Moves: every pair that can be taken from a state, with the state after it.

Interchangeable moves are generated once: any loose tile of a kind stands for all of them. Of the
settled pairs only the highest is generated. Taking a lower one is never better: of ranks a > b,
what a leaves and what b leaves differ only in that the one still has b where the other has a, so in
value by at most a - b (`solver.kernels.table`), and that is what a is worth more than b.

The top rank. A state is *plain* when every doubled kind has all its four tiles free; moves lead
from plain states to plain ones only. Lemma: in a plain state Y let t be the highest rank left and m
an available pair, and its rank. Then

    m <= V(Y) + V(Y - m) <= 2 t - m

The first because m can be taken; the second is theorem 8 of docs/game/theory.md, by induction
over the tiles. It does not hold where three tiles of a kind are free and the fourth is not.

So in a plain state an available pair of the highest rank is a best move: V(Y) = t - V(Y - t). A
search leads to no such state: pairs of the highest rank are taken until none is available, and what
is left stands in its place, with the MARGIN of what was taken and the SIDE that moves then. And a
move m that is worth at most h caps what all moves of its state are worth: V(Y) <= h + 2 (t - m).

Two moves. In any state Y let t be the highest rank left, m and q available pairs of different
kinds, and Y - m - q plain. If of q's kind two tiles are left in Y - m, or exactly two are free, or
four (theorem 9 there), then

    q - V(Y - q) <= m - V(Y - m) + 2 (t - m)

So m caps q. A doubled kind that is not all free in Y - m - q is so in Y - m and in Y - q, hence
Y - m - q is plain where these two have no such kind in common. And a pair of rank t whose kind has
exactly two free tiles is a best move if that kind is the only one that keeps Y from being plain:
such pairs are taken at once as well.

Two of four. Let Y have one doubled kind, of which exactly two tiles are free. Then the lemma holds
for a pair m that uncovers none of its tiles, or both (theorems 10 and 9): m caps all moves of Y,
and of rank t it is a best one and taken at once, if it is the first that is found. And m caps q
where Y - m is such a state and q uncovers none of the kind.
"""

from __future__ import annotations

from typing import Final

from battle.rules.position import COLUMNS
from solver.kernels.bounds import histograms_of, mixed_of, place_of, top_available, top_rank
from solver.kernels.encode import (
    BOTH,
    COVERED_WEIGHT,
    OPENED_WEIGHT,
    PLAIN_WEIGHT,
    RANK_WEIGHT,
    REPLIES_WEIGHT,
    Tables,
)
from solver.kernels.jit import get, highest, index, inline, lowest, popcount, prefetch, put
from solver.kernels.memory import Words
from solver.kernels.state import (
    ALL,
    BEST_MOVE,
    BUCKET_OF,
    COVERED,
    DOUBLED,
    EIGHT,
    FREE,
    GAIN,
    HISTOGRAMS,
    KEY,
    LONG,
    LOWER,
    MARGIN,
    MIXED,
    ODD,
    OWN,
    RANKS,
    SCORE,
    SETTLED,
    SIDE,
    SLOTS,
    STRUCTURE,
    TOP_AVAILABLE,
    UPPER,
    UPPER_PLANES,
    one_less,
    one_more,
    parity_by_rank,
)
from solver.kernels.table import bucket_of, key_of
from solver.kernels.tricks import (
    HIGHEST_SETTLED,
    ORDER,
    PLAIN_ORDER,
    THREE_LOOSE,
    TOP_RANK,
    TOP_RANK_2,
    TWO_OF_FOUR,
)

# What a move does, until it is made. These words are written again when it is.
KIND: Final = KEY
"""The mask of the kind that is taken, 0 for a settled pair."""
TAKEN: Final = BEST_MOVE
"""The same if one tile of it comes from a long column, and, shifted by 32, if the other does."""
FREED: Final = SCORE
"""The mask of the kind of a tile that becomes free, and, shifted by 27, of the other one."""
LOOSENED: Final = LOWER
"""The masks of the kinds of two tiles that become loose, one shifted by 27."""
LOOSENED_TOO: Final = UPPER
"""Likewise of the other column."""
SETTLED_TAKEN: Final = MIXED
"""A settled pair that is taken, as a settled word."""

LOOSE: Final = 25
"""Stands for any loose tile where 1 + 2 * column + side stands for the end of a long column.

It is an end of a thirteenth column that has nothing but code 0, and taking it does nothing.
"""

LONE: Final = 2
"""TOP_AVAILABLE where the pair is the free one of the only covered kind."""

HALF: Final = 3
"""TOP_AVAILABLE where the only doubled kind has two free tiles, and the pair is of another one."""

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
    to_the_end: bool,
) -> int:
    """Write the states after every move from `states[parent]` on to `states[first]` on.

    `parent` and `first` are places; `ends_of` is scratch of 32 words. First the moves are listed,
    one by one, then made, EIGHT at a time; those that are too many are made of what is left of
    others, and mean nothing. In a search `to_the_end` pairs of the top rank are taken at once
    (`take_top`). Every state has its score, and its lines are asked for. Returns the number of
    moves.
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
            _list_pair(states, parent, place, slot, pairs & _PAIR, tables.steps)
            put(states, place + OWN, (1 << slot) | ((pairs & _PAIR) << 32))
            place += 1
            pairs >>= _PAIR_BITS
    settled = states[parent + SETTLED]
    while settled:
        top = highest(settled)
        _list_settled(states, parent, place, top)
        put(states, place + OWN, (top + 1) << 32)
        place += 1
        settled = 0 if HIGHEST_SETTLED else settled ^ (1 << top)
    plain = 1 if PLAIN_ORDER and to_the_end else 0
    for eight in range(first, place, EIGHT):
        _make(states, parent, eight, EIGHT, buckets, True, plain)
    if TOP_RANK and to_the_end:
        for made in range(first, place):
            if get(states, made + TOP_AVAILABLE):
                take_top(states, made, tables, ends_of, buckets)
    fetch(states, first, place, table, cache)
    return place - first


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
def _list_settled(states: Words, parent: int, place: int, top: int) -> None:
    """Write to `states[place]` on what taking the settled pair of bit `top` does."""
    structure = states[parent + STRUCTURE]
    _list(states, place, structure, top // 3 + 1, 0, 0, 0, 0, 0, 1 << top)


@inline
def _list_pair(states: Words, parent: int, place: int, slot: int, pair: int, steps: Words) -> None:
    """Write to `states[place]` on what taking a packed pair of kind `slot` does."""
    mask = 1 << slot
    structure = states[parent + STRUCTURE]
    one = (pair & _TILE) - 1
    other = (pair >> _TILE_BITS) - 1
    shift = 5 * (one >> 1)
    code = (structure >> shift) & 31
    both = other == one ^ 1
    step = 8 * (32 * (one >> 1) + code) + 2 * (BOTH if both else one & 1)
    freed = get(steps, step)
    loosened = get(steps, step + 1)
    loosened_too = 0
    taken = mask if one != LOOSE - 1 else 0
    structure ^= (code ^ (freed & 31)) << shift
    freed >>= 5
    if both:
        taken |= mask << 32
    else:
        shift = 5 * (other >> 1)
        code = (structure >> shift) & 31
        step = 8 * (32 * (other >> 1) + code) + 2 * (other & 1)
        freed_too = get(steps, step)
        loosened_too = get(steps, step + 1)
        taken |= (mask if other != LOOSE - 1 else 0) << 32
        structure ^= (code ^ (freed_too & 31)) << shift
        freed |= (freed_too >> 5) << 27
    _list(states, place, structure, slot // 3 + 1, mask, taken, freed, loosened, loosened_too, 0)


@inline
def _list(
    states: Words,
    place: int,
    structure: int,
    gain: int,
    kind: int,
    taken: int,
    freed: int,
    loosened: int,
    loosened_too: int,
    settled_taken: int,
) -> None:
    """Write what a move does to `states[place]` on."""
    put(states, place + STRUCTURE, structure)
    put(states, place + GAIN, gain)
    put(states, place + KIND, kind)
    put(states, place + TAKEN, taken)
    put(states, place + FREED, freed)
    put(states, place + LOOSENED, loosened)
    put(states, place + LOOSENED_TOO, loosened_too)
    put(states, place + SETTLED_TAKEN, settled_taken)


@inline
def _make(
    states: Words, parent: int, first: int, count: int, buckets: int, scored: bool, plain: int
) -> None:
    """Write the states after `count` listed moves from `states[first]` on.

    Where they are `scored`, whether they are plain counts `plain` times.

    Nothing here depends on what a move does but by arithmetic, and neighbouring moves have
    neighbouring words, so the compiler makes several of them with the same instructions.
    """
    long0_before = states[parent + LONG] & SLOTS
    long1_before = states[parent + LONG] >> 32
    long2_before = states[parent + UPPER_PLANES] & SLOTS
    free0_before = states[parent + FREE] & SLOTS
    free1_before = states[parent + FREE] >> 32
    free2_before = states[parent + UPPER_PLANES] >> 32
    doubled_before = states[parent + DOUBLED]
    settled_before = states[parent + SETTLED]
    for move in range(count):
        place = first + move
        mask = get(states, place + KIND)
        taken = get(states, place + TAKEN)
        freed = get(states, place + FREED)
        loosened = get(states, place + LOOSENED)
        loosened_too = get(states, place + LOOSENED_TOO)
        long0, long1, long2 = one_less(long0_before, long1_before, long2_before, taken & SLOTS)
        long0, long1, long2 = one_less(long0, long1, long2, taken >> 32)
        long0, long1, long2 = one_less(long0, long1, long2, loosened & SLOTS)
        long0, long1, long2 = one_less(long0, long1, long2, loosened >> 27)
        long0, long1, long2 = one_less(long0, long1, long2, loosened_too & SLOTS)
        long0, long1, long2 = one_less(long0, long1, long2, loosened_too >> 27)
        free1 = free1_before ^ mask
        free2 = free2_before ^ (free1 & mask)
        free0, free1, free2 = one_more(free0_before, free1, free2, freed & SLOTS)
        free0, free1, free2 = one_more(free0, free1, free2, freed >> 27)
        # Kinds of which a pair becomes available that was not, or its own kind's second.
        opened = (free1 | free2) & (~(free1_before | free2_before) | mask)
        opened |= free2 & ~free2_before
        touched = mask | loosened | (loosened >> 27) | loosened_too | (loosened_too >> 27)
        gone = mask & ~doubled_before
        doubled = doubled_before & ~mask
        done = touched & ~(long0 | long1 | long2) & SLOTS
        spare = touched & doubled & long0 & ~long1 & ~long2 if THREE_LOOSE else 0
        free1 ^= spare
        free2 ^= free1 & spare
        settles = (done & ~gone & ~doubled) | spare | get(states, place + SETTLED_TAKEN)
        settled = settled_before ^ parity_by_rank(settles)
        doubled &= ~(done | spare)
        free0 &= ~done
        free1 &= ~done
        free2 &= ~done
        two = free1 | free2
        histograms = histograms_of(long0 | long1 | long2, two, free2, doubled, settled)
        covered = doubled & ~free2
        if scored:
            three = (free0 & free1) | free2
            answers = replies(two, three, free2, doubled & long1 & ~long0, settled)
            likely = score(get(states, place + GAIN), opened, answers)
            put(states, place + SCORE, likely + plain * plainness(covered))
            # Only what a move led to at first counts for what it caps.
            odd = (covered & free0) << ODD
            put(states, place + COVERED, covered | odd | ((1 if doubled == covered else 0) << ALL))
        put(states, place + DOUBLED, doubled)
        put(states, place + SETTLED, settled)
        put(states, place + LONG, long0 | (long1 << 32))
        put(states, place + UPPER_PLANES, long2 | (free2 << 32))
        put(states, place + FREE, free0 | (free1 << 32))
        put(states, place + KEY, key_of(doubled, settled))
        put(states, place + HISTOGRAMS, histograms)
        put(states, place + MARGIN, get(states, place + GAIN))
        put(states, place + SIDE, -1)
        top = top_pair(doubled, covered, covered & free1 & ~free0, histograms)
        put(states, place + TOP_AVAILABLE, top)
        put(states, place + MIXED, mixed_of(histograms))
        bucket = bucket_of(get(states, place + STRUCTURE), doubled, buckets)
        put(states, place + BUCKET_OF, bucket)


@inline
def take_top(states: Words, place: int, tables: Tables, ends_of: Words, buckets: int) -> None:
    """Take pairs of the highest rank left from `states[place]` until none is available.

    What is left stands in its place. The pair is a settled one or of loose tiles if possible.
    """
    gain = states[place + GAIN]
    score = states[place + SCORE]  # where moves are listed, too
    margin = states[place + MARGIN]
    side = states[place + SIDE]
    while states[place + TOP_AVAILABLE]:
        rank = top_rank(states[place + HISTOGRAMS])
        shift = 3 * (rank - 1)
        lone = states[place + TOP_AVAILABLE] == LONE
        half = states[place + DOUBLED] if states[place + TOP_AVAILABLE] == HALF else 0
        structure = states[place + STRUCTURE]
        key = states[place + KEY]
        mixed = states[place + MIXED]
        if (states[place + SETTLED] >> shift) & 1 and not lone:
            _list_settled(states, place, place, shift)
        else:
            free1 = states[place + FREE] >> 32
            free2 = states[place + UPPER_PLANES] >> 32
            covered = states[place + DOUBLED] & ~free2
            wanted = covered if lone else (free1 | free2) & (7 << shift)
            slot = highest(wanted) & 31
            _list_ends(states[place + STRUCTURE], 1 << slot, tables.ends, ends_of)
            free = ((states[place + FREE] >> slot) & 1) + 2 * ((free1 >> slot) & 1)
            free += 4 * ((free2 >> slot) & 1)
            pairs = _pairs(ends_of[slot], free)
            first = pairs >> (_PAIR_BITS * (highest(pairs) // _PAIR_BITS))
            _list_pair(states, place, place, slot, first, tables.steps)
            freed = states[place + FREED]
            if ((freed & half) != 0) != ((freed >> 27) & half != 0):
                states[place + STRUCTURE] = structure
                states[place + KEY] = key
                states[place + MIXED] = mixed
                break
        _make(states, place, place, 1, buckets, False, 0)
        margin += side * rank
        side = -side
    states[place + GAIN] = gain
    states[place + SCORE] = score
    states[place + MARGIN] = margin
    states[place + SIDE] = side


@inline
def top_pair(doubled: int, covered: int, two_free: int, histograms: int) -> int:
    """Return 1 if a pair of the highest rank left is a best move of a plain state, or a name, or 0.

    `covered` are the doubled kinds that are not all free, `two_free` those of them of which two
    tiles are. It is LONE where the pair's kind is the only covered one, HALF where it is a best
    move if it does not uncover a single tile of the only doubled kind, of which two are free.
    """
    lone = 0
    if TOP_RANK_2:
        rank = (covered | (covered >> 1) | (covered >> 2)) & RANKS
        left = (histograms | (histograms >> 27)) & SLOTS
        is_alone = (covered & (covered - 1) == 0) & (two_free != 0)
        lone = LONE if is_alone & (left >> 3 < rank) else 0
    if TWO_OF_FOUR and covered:
        is_half = (doubled & (doubled - 1) == 0) & (two_free == doubled)
        half = HALF if is_half & (top_available(histograms) != 0) else 0
        lone = lone if lone else half
    return lone if covered else top_available(histograms)


# --- order ---------------------------------------------------------------------------------------
#
# Which move is searched first. The score is the same in similar positions, so that the search keeps
# meeting the same ones.


@inline
def replies(two: int, three: int, four: int, two_loose: int, settled: int) -> int:
    """Return the number of moves from a state, interchangeable ones counted once.

    `two`, `three`, `four` are masks of the kinds with so many free tiles at least, `two_loose` of
    those with two loose tiles. With f free tiles of a kind there are f (f - 1) / 2 pairs; of these
    the pairs that differ only in which loose tile they take are one move.
    """
    count = popcount(two) + 2 * popcount(three) + 3 * popcount(four)
    count -= popcount(three & two_loose) + popcount(four & two_loose)
    return count + (1 if settled else 0)


@inline
def score(gain: int, opened: int, answers: int) -> int:
    """Return how promising a move is.

    The rank of its pair counts for it; against it count the best rank of the kinds that it makes
    available and the number of moves the other player may then choose from.
    """
    if not ORDER:
        return 0
    best = highest((opened << 3) | 7) // 3
    return RANK_WEIGHT * gain - OPENED_WEIGHT * best - REPLIES_WEIGHT * answers


@inline
def plainness(covered: int) -> int:
    """Return what counts for a state with these doubled kinds that are not all free.

    Plain states are quickly settled, and the fewer such kinds, the sooner a state is plain.
    """
    return (0 if covered else PLAIN_WEIGHT) - COVERED_WEIGHT * popcount(covered)


# --- prefetch ------------------------------------------------------------------------------------
#
# What will be asked about all moves of a state is brought near while there is time.
#
# Where the entries of a state are is known as soon as it stands. The lines of the table, and
# those of the bounds' cache, are asked for when all moves have been made (`fetch`), all at once: a
# table of gigabytes lies in more pages than the processor remembers the addresses of, and while it
# looks one up it gets no further than some two hundred instructions; but it looks up several at the
# same time if they follow each other closely. Asked for one by one, as each state stood, every line
# held the search up for itself: with 2 GiB that took nearly half of its time.


@inline
def fetch(states: Words, first: int, end: int, table: Words, cache: Words) -> None:
    """Ask without waiting for the lines of the states from `first` to before `end`."""
    for place in range(first, end):
        prefetch(table, get(states, place + BUCKET_OF))
        prefetch(cache, place_of(get(states, place + MIXED)))
