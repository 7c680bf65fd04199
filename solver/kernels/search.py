"""The search: one question at a time, "is this position worth at least beta?".

    answer >= beta    a proven lower bound of the value for the player to move
    answer <  beta    a proven upper bound
    UNFINISHED        the nodes allowed ran out; ask again with the same stack to go on

Depth first with a stack of our own instead of recursion, so that a search can stop after any
number of nodes and go on later as if nothing had happened. A frame is a state, its question, and
the states after its moves:

    frames[depth]    beta, best answer so far, moves, moves left, …
    states[depth]    the states after its moves, field by field (`solver.kernels.state`)

A search goes from node to node: it looks up the moves of one (`_weigh`), answers what is answered,
goes down into the next, and asks for the lines of the table that will be needed there (`_enter`).
These take a while to come. So a thread searches with two stacks by turns, a node each: one works
while what the other asked for is on its way. Both work on one question, as two threads would.

Searches that work on one question at a time share it by marking the states they go into, and take
what another one has proven meanwhile from the table, before a move is begun and after it is
answered. They do so above states of ALONE_PAIRS pairs only: below, two hardly ever meet, and words
that two threads write travel from one processor to the other.

Before any move is searched, all are tried without searching: by what the table proves of the states
they lead to (enhanced transposition cutoff), and by static bounds where that is not enough. What
remains is searched best first. Every answer is stored when its node is done; a node that was not
finished leaves nothing behind.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from solver.kernels.bounds import (
    CACHE_BITS,
    SCRATCH,
    VALUE_BIAS,
    cached_bounds,
    count_pairs,
    lower_of,
    packed,
    pairs_in,
    upper_of,
)
from solver.kernels.encode import Tables, Words
from solver.kernels.jit import highest, index, inline, kernel
from solver.kernels.moves import generate
from solver.kernels.state import (
    BEST_MOVE,
    BUCKET_OF,
    DOUBLED,
    GAIN,
    HISTOGRAMS,
    KEY,
    LEVEL,
    LOWER,
    MIXED,
    SCORE,
    SETTLED,
    STRUCTURE,
    UPPER,
)
from solver.kernels.table import NO_MOVE, bucket_of, key_of, probe, store
from solver.kernels.tricks import (
    BOTH_BOUNDS,
    ENHANCED_CUTOFF,
    STATIC_BOUNDS,
    VISITED_BONUS,
)
from solver.kernels.tricks import TABLE_MOVE as TABLE_MOVE_BONUS

# --- stack ---------------------------------------------------------------------------------------
#
# The memory of a search: a frame and a level of states for each ply, and how far it has come.

MOST_PLIES: Final = 56

# The words of a frame, of which there is one for each depth: a question and how far it is answered.
FRAME: Final = 16
BETA: Final = 0
BEST: Final = 1
"""The best answer so far."""
MOVES: Final = 2
NEXT: Final = 3
"""Moves that are left to be searched."""
ENTERED: Final = 4
"""NODES when the frame was begun."""
TABLE_MOVE: Final = 5
CHOSEN: Final = 6
"""The move that BEST comes from."""
PLACE: Final = 7
"""Where the state is whose moves these are, in `states`."""
FLOOR: Final = 8
CEILING: Final = 9
"""The bounds that all moves together prove."""
BEGUN: Final = 10
"""Whether a move was searched."""

# The words of `control`.
DEPTH: Final = 0
NODES: Final = 1
"""Visited since the stack was made."""
HORIZON: Final = 2
OWNER: Final = 3
"""The number in this search's marks, or 0."""
SHARED: Final = 4
"""Above this depth it marks, and looks for marks."""
ALONE: Final = 5
"""How many nodes are left until a second stack joins the first; 0 when they take turns."""
TURN: Final = 6
"""Which of the two has gone on last."""

ROOT: Final = MOST_PLIES * LEVEL
"""Where the root state is in `states`, after the levels."""

_LINES: Final = 16
"""Words in two cache lines, which is what processors fetch together."""


class Stack(NamedTuple):
    """A search's memory, owned by the caller and modified in place.

    `control` has the names from DEPTH on, `frames` and `states` a row for each depth; `ends_of` is
    scratch of the move generator, `cache` and `scratch` belong to the bounds.
    """

    control: Words
    frames: Words
    states: Words
    ends_of: Words
    cache: Words
    scratch: Words


def new_cache() -> Words:
    """Return an empty cache of bounds: for one thread, and for as many stacks as it likes."""
    return np.full(1 << CACHE_BITS, -1, np.int64)


def new_stack(cache: Words) -> Stack:
    """Return the memory for a search, with the cache of bounds of its thread."""
    return Stack(
        control=_own_lines(8),
        frames=_own_lines(FRAME * (MOST_PLIES + 1)),
        states=_own_lines(ROOT + LEVEL),
        ends_of=_own_lines(32),
        cache=cache,
        scratch=_own_lines(SCRATCH),
    )


def _own_lines(words: int) -> Words:
    """Return zeros that share no cache line with anything else, which another thread may write."""
    memory = np.zeros(words + 2 * _LINES, np.int64)
    first = -(memory.ctypes.data // 8) % _LINES
    return memory[first : first + words]


# --- marks ---------------------------------------------------------------------------------------
#
# Which states are being searched, so that others begin with something else.
#
# Several searches may work on one question at a time over one table. Each marks the states it goes
# into in a small table of busy states, and a move to a state that another one is busy with is left
# for later while others are left (after ABDADA, J.-C. Weill 1996). The first move of a frame is
# never put off, so they go down the same line and part at its end, where there is little to share
# and much to search. Marks are hints: a lost or a stale one costs time and never an answer.

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
    """Mark `states[place]` as being searched by `owner`."""
    busy[_place_of(states, place)] = (states[place + STRUCTURE] << _OWNER_BITS) | owner


@inline
def unmark(busy: Words, states: Words, place: int) -> None:
    """Remove the mark of a state."""
    busy[_place_of(states, place)] = 0


@inline
def is_busy(busy: Words, states: Words, place: int, owner: int) -> bool:
    """Whether another one than `owner` searches a state."""
    found = busy[_place_of(states, place)]
    is_here = (found & ~_OWNER) == (states[place + STRUCTURE] << _OWNER_BITS)
    return is_here and (found & _OWNER) != owner


# --- search --------------------------------------------------------------------------------------

ALONE_PAIRS: Final = 24
"""In states of at most this many pairs a search ignores the marks of others.

Below a root with few more pairs than that, or less, they do it in the first quarter of the game.
"""

TO_THE_END: Final = 1000
"""A horizon that is never reached."""

UNFINISHED: Final = -1000

BEST_BEFORE: Final = 16 if TABLE_MOVE_BONUS else 0
"""Added to the score of the move that the table names."""

VISITED_BEFORE: Final = 16 if VISITED_BONUS else 0
"""Added to the score of a move to a state that was searched before."""


@inline
def _static_bounds(states: Words, place: int, cache: Words, scratch: Words) -> int:
    if not STATIC_BOUNDS:
        return packed(-VALUE_BIAS, VALUE_BIAS - 1)
    return cached_bounds(states[place + HISTOGRAMS], states[place + MIXED], cache, scratch)


@kernel
def static_bounds(stack: Stack) -> int:
    """Return the packed bounds of the root state that need no search."""
    count_pairs(stack.states, ROOT)
    return _static_bounds(stack.states, ROOT, stack.cache, stack.scratch)


@kernel
def begin(
    stack: Stack,
    tables: Tables,
    table: Words,
    buckets: int,
    beta: int,
    horizon: int,
    owner: int,
    alone: int,
) -> None:
    """Make a question about the root state ready for `search` to begin with.

    `owner` is the number in its marks, which is odd, and 0 for a thread that works alone. After
    `alone` nodes, if it is not negative, a second stack joins.
    """
    states = stack.states
    count_pairs(states, ROOT)
    bucket = bucket_of(states[ROOT + STRUCTURE], states[ROOT + DOUBLED], buckets)
    key = key_of(states[ROOT + DOUBLED], states[ROOT + SETTLED])
    found = probe(table, bucket, states[ROOT + STRUCTURE], key)
    states[ROOT + BUCKET_OF] = bucket
    states[ROOT + KEY] = key
    states[ROOT + LOWER] = lower_of(found)
    states[ROOT + UPPER] = upper_of(found)
    states[ROOT + BEST_MOVE] = NO_MOVE
    stack.frames[BETA] = beta
    stack.frames[PLACE] = ROOT
    stack.frames[TABLE_MOVE] = NO_MOVE
    stack.control[DEPTH] = 0
    stack.control[HORIZON] = horizon
    stack.control[TURN] = 0
    stack.control[ALONE] = alone
    _share(stack, owner)
    _enter(stack, tables, table, buckets, 0, ROOT)


@inline
def _share(stack: Stack, owner: int) -> None:
    """Let a search mark what it does with a number; with 0 it takes no notice of others."""
    pairs = pairs_in(stack.states[ROOT + HISTOGRAMS])
    stack.control[OWNER] = owner
    stack.control[SHARED] = max(pairs - ALONE_PAIRS, pairs >> 2) if owner else 0


@inline
def _tag(plies: int) -> int:
    """Return what marks the entries of a search that looks `plies` further ahead.

    It is 0 for a search to the end, whose answers are proofs, and never 0 for any other; it lies
    above the structure's 60 bits, so that an estimate can never be read as a proof.
    """
    return 0 if plies > MOST_PLIES else (1 + (plies + 15) % 15) << 60


@inline
def _enter(
    stack: Stack, tables: Tables, table: Words, buckets: int, depth: int, parent: int
) -> None:
    """Begin a frame: make the moves of `states[parent]` and ask for what is known of them."""
    frame = index(depth * FRAME)
    first = index(depth * LEVEL)
    stack.frames[frame + BEGUN] = 0
    stack.frames[frame + MOVES] = generate(
        stack.states, parent, first, tables, stack.ends_of, table, buckets, stack.cache
    )


@inline
def _weigh(stack: Stack, table: Words, depth: int, parent: int) -> bool:
    """Try all moves of a frame without searching, and leave those that have to be searched.

    Whether the question is answered by that, with the answer in BEST.
    """
    states = stack.states
    frame = index(depth * FRAME)
    first = index(depth * LEVEL)
    beta = stack.frames[frame + BETA]
    count = stack.frames[frame + MOVES]
    stack.frames[frame + CHOSEN] = NO_MOVE
    stack.frames[frame + FLOOR] = UNFINISHED
    stack.frames[frame + CEILING] = 1000
    if not ENHANCED_CUTOFF and states[parent + UPPER] < beta:
        stack.frames[frame + BEST] = states[parent + UPPER]
        return True
    if count == 0:
        stack.frames[frame + BEST] = 0
        return True
    floor = UNFINISHED
    ceiling = UNFINISHED
    # What the table proves; static bounds cost more than they are worth where that is enough.
    best = UNFINISHED
    open_moves = 0
    horizon = stack.control[HORIZON]
    tag = _tag(horizon - depth - 1)
    at_horizon = depth == horizon
    for move in range(count):
        place = index(first + move)
        gain = states[place + GAIN]
        key = states[place + KEY]
        found = probe(table, states[place + BUCKET_OF], states[place + STRUCTURE], key)
        lower = lower_of(found)
        upper = upper_of(found)
        if tag or gain - upper < beta <= gain - lower:
            static = _static_bounds(states, place, stack.cache, stack.scratch)
            lower = max(lower, lower_of(static))
            upper = min(upper, upper_of(static))
        if tag:
            guess = probe(table, states[place + BUCKET_OF], states[place + STRUCTURE] ^ tag, key)
            if at_horizon:
                middle = (lower + upper) >> 1
                guess = packed(middle, middle) | (NO_MOVE << 18)
            lower = min(upper, max(lower, lower_of(guess)))
            upper = max(lower, min(upper, upper_of(guess)))
            found = guess
        floor = max(floor, gain - upper)
        ceiling = max(ceiling, gain - lower)
        if ENHANCED_CUTOFF and gain - upper >= beta:
            stack.frames[frame + BEST] = gain - upper
            stack.frames[frame + CHOSEN] = move
            return True
        if gain - lower < beta:
            if gain - lower > best:
                best = gain - lower
                stack.frames[frame + CHOSEN] = move
            states[place + SCORE] = UNFINISHED
        else:
            open_moves += 1
            states[place + LOWER] = lower
            states[place + UPPER] = upper
            states[place + BEST_MOVE] = found >> 18
            if move == stack.frames[frame + TABLE_MOVE]:
                states[place + SCORE] += BEST_BEFORE
            if states[place + BEST_MOVE] != NO_MOVE:
                states[place + SCORE] += VISITED_BEFORE
    stack.frames[frame + BEST] = best
    stack.frames[frame + FLOOR] = floor
    stack.frames[frame + CEILING] = ceiling
    stack.frames[frame + NEXT] = open_moves
    return open_moves == 0


@inline
def _finish(stack: Stack, table: Words, depth: int, parent: int, effort: int) -> None:
    """Store the answer of a finished frame."""
    frame = index(depth * FRAME)
    states = stack.states
    best = stack.frames[frame + BEST]
    lower = states[parent + LOWER]
    upper = states[parent + UPPER]
    tag = _tag(stack.control[HORIZON] - depth)
    if best >= stack.frames[frame + BETA]:
        lower = max(lower, best)
        if BOTH_BOUNDS:
            upper = min(upper, stack.frames[frame + CEILING])
    else:
        upper = min(upper, best)
        if BOTH_BOUNDS:
            lower = max(lower, stack.frames[frame + FLOOR])
        stack.frames[frame + BEST] = upper
    store(
        table,
        states[parent + BUCKET_OF],
        states[parent + STRUCTURE] ^ tag,
        states[parent + KEY],
        lower,
        upper,
        stack.frames[frame + CHOSEN] if best >= stack.frames[frame + BETA] else NO_MOVE,
        effort,
    )


@inline
def _most_promising(stack: Stack, busy: Words, depth: int) -> int:
    """Return the best move left of a frame and mark it as begun.

    A state that another search is busy with is left for later, unless nothing else is left or this
    frame has only begun.
    """
    states = stack.states
    frame = index(depth * FRAME)
    owner = stack.control[OWNER] if depth < stack.control[SHARED] else 0
    first = index(depth * LEVEL)
    chosen = first
    other = -1
    place = first
    for _ in range(stack.frames[frame + MOVES]):
        if states[place + SCORE] > states[chosen + SCORE]:
            chosen = place
        place = index(place + 1)
    if owner and stack.frames[frame + BEGUN] and is_busy(busy, states, chosen, owner):
        place = first
        for _ in range(stack.frames[frame + MOVES]):
            better = other < 0 or states[place + SCORE] > states[other + SCORE]
            is_left = states[place + SCORE] > UNFINISHED
            if better and is_left and not is_busy(busy, states, place, owner):
                other = place
            place = index(place + 1)
        if other >= 0:
            chosen = other
    states[chosen + SCORE] = UNFINISHED
    stack.frames[frame + BEGUN] = 1
    return chosen


@inline
def _is_settled(stack: Stack, table: Words, depth: int, place: int) -> bool:
    """Whether the table by now answers for a move; the answer is taken over into the frame."""
    states = stack.states
    frame = index(depth * FRAME)
    found = probe(table, states[place + BUCKET_OF], states[place + STRUCTURE], states[place + KEY])
    lower = max(states[place + LOWER], lower_of(found))
    upper = min(states[place + UPPER], upper_of(found))
    gain = states[place + GAIN]
    if gain - upper >= stack.frames[frame + BETA]:
        stack.frames[frame + BEST] = gain - upper
        stack.frames[frame + CHOSEN] = place - depth * LEVEL
        stack.frames[frame + NEXT] = 0
        return True
    states[place + LOWER] = lower
    states[place + UPPER] = upper
    if gain - lower < stack.frames[frame + BETA]:
        stack.frames[frame + BEST] = max(stack.frames[frame + BEST], gain - lower)
        return True
    return False


@inline
def _is_answered(stack: Stack, table: Words, depth: int) -> bool:
    """Whether another search has answered a frame's question by now."""
    states = stack.states
    frame = index(depth * FRAME)
    parent = stack.frames[frame + PLACE]
    found = probe(
        table, states[parent + BUCKET_OF], states[parent + STRUCTURE], states[parent + KEY]
    )
    beta = stack.frames[frame + BETA]
    if lower_of(found) >= beta:
        stack.frames[frame + BEST] = lower_of(found)
        return True
    if upper_of(found) < beta:
        stack.frames[frame + BEST] = upper_of(found)
        return True
    return False


@inline
def _hand_up(stack: Stack, table: Words, depth: int, place: int, answer: int) -> None:
    """Take the answer about `states[place]` over into the frame it was searched for."""
    frames = stack.frames
    frame = index(depth * FRAME)
    value = stack.states[place + GAIN] - answer
    if value > frames[frame + BEST]:
        frames[frame + BEST] = value
        frames[frame + CHOSEN] = place - depth * LEVEL
    is_done = value >= frames[frame + BETA]
    if depth < stack.control[SHARED] and frames[frame + NEXT] and not is_done:
        is_done = _is_answered(stack, table, depth)
    if is_done:
        frames[frame + NEXT] = 0


@inline
def _advance(stack: Stack, tables: Tables, table: Words, buckets: int, busy: Words) -> int:
    """Search the node that was entered last and enter the next one.

    Returns the answer, or UNFINISHED.
    """
    frames = stack.frames
    states = stack.states
    depth = stack.control[DEPTH]
    shared = stack.control[SHARED]
    frame = index(depth * FRAME)
    frames[frame + ENTERED] = stack.control[NODES]
    stack.control[NODES] += 1
    is_done = _weigh(stack, table, depth, index(frames[frame + PLACE]))
    while True:
        frame = index(depth * FRAME)
        if not is_done:
            # Go down into the most promising move left.
            place = _most_promising(stack, busy, depth)
            frames[frame + NEXT] -= 1
            if depth < shared:
                if _is_settled(stack, table, depth, place):
                    is_done = frames[frame + NEXT] == 0
                    continue
                mark(busy, states, place, stack.control[OWNER])
            frames[frame + FRAME + BETA] = states[place + GAIN] - frames[frame + BETA] + 1
            frames[frame + FRAME + PLACE] = place
            frames[frame + FRAME + TABLE_MOVE] = states[place + BEST_MOVE]
            stack.control[DEPTH] = depth + 1
            _enter(stack, tables, table, buckets, depth + 1, place)
            return UNFINISHED
        # Answer the frame above.
        parent = index(frames[frame + PLACE])
        effort = min(15, highest(stack.control[NODES] - frames[frame + ENTERED] + 1) >> 1)
        _finish(stack, table, depth, parent, effort)
        answer = frames[frame + BEST]
        if depth == 0:
            return answer
        depth -= 1
        if depth < shared:
            unmark(busy, states, parent)
        _hand_up(stack, table, depth, parent, answer)
        is_done = frames[index(depth * FRAME) + NEXT] == 0


@kernel
def _join(
    stacks: tuple[Stack, Stack], tables: Tables, table: Words, buckets: int, busy: Words
) -> None:
    """Make the second stack ready to search for what the first one is searching for."""
    first, second = stacks
    owner = first.control[OWNER]
    if owner == 0:
        owner = 1
        for place in range(BUSY_MASK + 1):
            busy[place] = 0
    for word in range(ROOT, ROOT + LEVEL):
        second.states[word] = first.states[word]
    begin(second, tables, table, buckets, first.frames[BETA], TO_THE_END, owner + 1, -1)
    _share(first, owner)
    for depth in range(1, min(first.control[DEPTH], first.control[SHARED]) + 1):
        mark(busy, first.states, first.frames[depth * FRAME + PLACE], owner)


@kernel
def search(
    stacks: tuple[Stack, Stack],
    tables: Tables,
    table: Words,
    buckets: int,
    busy: Words,
    nodes: int,
) -> int:
    """Search on, at most `nodes` more nodes; see the module's text.

    The first stack has begun, the second joins it, and then they take turns.
    """
    control = stacks[0].control
    turn = control[TURN]
    answer = UNFINISHED
    for _ in range(nodes):
        if control[ALONE] == 0:
            turn ^= 1
        else:
            control[ALONE] -= 1
            if control[ALONE] == 0:
                _join(stacks, tables, table, buckets, busy)
        answer = _advance(stacks[turn], tables, table, buckets, busy)
        if answer != UNFINISHED:
            break
    control[TURN] = turn
    return answer
