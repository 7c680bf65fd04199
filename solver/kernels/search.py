"""The search: one question at a time, "is this position worth at least beta?".

    answer >= beta    a proven lower bound of the value for the player to move
    answer <  beta    a proven upper bound
    UNFINISHED        the nodes allowed ran out; ask again with the same stack to go on

Depth first with a stack of our own instead of recursion, so that a search can stop after any
number of nodes and go on later as if nothing had happened. A frame is a state, its question, and
the states after its moves:

    frames[depth]    beta, best answer so far, moves, moves left, …: the names from BETA on
    states[depth]    the states after its moves, field by field (`solver.kernels.state`)

Several threads may work on one question at a time over one table. Each marks the state it goes
into in a small table of busy states, and a move that another thread is busy with is left for later
while others are left (after ABDADA, J.-C. Weill 1996). The first move of a frame is never put off,
so threads go down the same line and part at its end, where there is little to share and much to
search. Marks are hints: a lost or a stale one costs time and never an answer. What another thread
has proven meanwhile is taken from the table before a move is begun and after it is answered. All
this is done above states of ALONE_PAIRS pairs only: below, two threads hardly ever meet, and words
that both of them write travel from one processor to the other.

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
    bounds_of,
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

MOST_PLIES: Final = 56
FRAME: Final = 16

BETA: Final = 0
BEST: Final = 1
MOVES: Final = 2
NEXT: Final = 3
ENTERED: Final = 4
TABLE_MOVE: Final = 5
CHOSEN: Final = 6
PLACE: Final = 7
FLOOR: Final = 8
CEILING: Final = 9
BEGUN: Final = 10

BUSY_MASK: Final = (1 << 14) - 1
"""The table of busy states has one word more: most of the structure, and six bits of thread."""

MOST_THREADS: Final = 63

ALONE_PAIRS: Final = 24
"""From states of so many pairs on a thread does not look at what others do.

Below a root with few more pairs than that, or less, they do it in the first quarter of the game.
"""

DEPTH: Final = 0
NODES: Final = 1
PROBES: Final = 2
ENTERING: Final = 3
HORIZON: Final = 4
THREAD: Final = 5
SHARED: Final = 6

ROOT: Final = MOST_PLIES * LEVEL
"""Where the root state is in `states`, after the levels."""

TO_THE_END: Final = 1000
"""A horizon that is never reached."""

UNFINISHED: Final = -1000

_LINES: Final = 16
"""Words in two cache lines, which is what processors fetch together."""

BEST_BEFORE: Final = 16 if TABLE_MOVE_BONUS else 0
"""Added to the score of the move that the table names."""

VISITED_BEFORE: Final = 16 if VISITED_BONUS else 0
"""Added to the score of a move to a state that was searched before."""


class Stack(NamedTuple):
    """One thread's memory, owned by the caller and modified in place by every search.

    `control` holds the depth at which a stopped search goes on, the nodes visited and the states
    looked up since the stack was made; `ends_of` is scratch of the move generator, `cache` and
    `scratch` belong to the bounds.
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
    """Return the memory for one thread's searches, with its cache of bounds."""
    control = _own_lines(8)
    control[DEPTH] = -1
    return Stack(
        control=control,
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


@inline
def _static_bounds(states: Words, place: int, cache: Words, scratch: Words) -> int:
    if not STATIC_BOUNDS:
        return packed(-VALUE_BIAS, VALUE_BIAS - 1)
    return bounds_of(states, place, cache, scratch)


@kernel
def static_bounds(stack: Stack) -> int:
    """Return the packed bounds of the root state that need no search."""
    count_pairs(stack.states, ROOT)
    return _static_bounds(stack.states, ROOT, stack.cache, stack.scratch)


@kernel
def begin(stack: Stack, table: Words, buckets: int, beta: int, horizon: int, thread: int) -> None:
    """Make a question about the root state ready for `search` to begin with."""
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
    stack.control[DEPTH] = -1
    stack.control[ENTERING] = 0
    stack.control[HORIZON] = horizon
    stack.control[THREAD] = thread
    pairs = pairs_in(states[ROOT + HISTOGRAMS])
    stack.control[SHARED] = max(pairs - ALONE_PAIRS, pairs >> 2) if thread else 0


@inline
def _tag(plies: int) -> int:
    """Return what marks the entries of a search that looks `plies` further ahead.

    It is 0 for a search to the end, whose answers are proofs, and never 0 for any other; it lies
    above the structure's 60 bits, so that an estimate can never be read as a proof.
    """
    return 0 if plies > MOST_PLIES else (1 + (plies + 15) % 15) << 60


@inline
def _expand(
    stack: Stack, tables: Tables, table: Words, buckets: int, depth: int, parent: int
) -> int:
    """Fill a frame with the moves of `states[parent]` that have to be searched.

    Returns 1 when the question is answered without a search, with the answer in BEST.
    """
    states = stack.states
    frame = index(depth * FRAME)
    first = index(depth * LEVEL)
    beta = stack.frames[frame + BETA]
    count = generate(states, parent, first, tables, stack.ends_of, table, buckets, stack.cache)
    stack.frames[frame + CHOSEN] = NO_MOVE
    stack.frames[frame + FLOOR] = UNFINISHED
    stack.frames[frame + CEILING] = 1000
    if not ENHANCED_CUTOFF and states[parent + UPPER] < beta:
        stack.frames[frame + BEST] = states[parent + UPPER]
        return 1
    if count == 0:
        stack.frames[frame + BEST] = 0
        return 1
    floor = UNFINISHED
    ceiling = UNFINISHED
    # What the table proves; static bounds cost more than they are worth where that is enough.
    best = UNFINISHED
    open_moves = 0
    horizon = stack.control[HORIZON]
    tag = _tag(horizon - depth - 1)
    at_horizon = depth == horizon
    stack.control[PROBES] += count
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
            return 1
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
    stack.frames[frame + MOVES] = count
    stack.frames[frame + NEXT] = open_moves
    return 1 if open_moves == 0 else 0


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
def _busy_place(states: Words, place: int) -> int:
    return ((states[place + BUCKET_OF] >> 3) ^ (states[place + SETTLED] * 0x9E3779B1)) & BUSY_MASK


@inline
def _mark(states: Words, place: int, busy: Words, thread: int) -> None:
    """Tell the other threads that this one searches a state."""
    busy[_busy_place(states, place)] = (states[place + STRUCTURE] << 6) | thread


@inline
def _is_busy(states: Words, place: int, busy: Words, thread: int) -> bool:
    mark = busy[_busy_place(states, place)]
    return (mark & ~63) == (states[place + STRUCTURE] << 6) and (mark & 63) != thread


@inline
def _most_promising(stack: Stack, busy: Words, depth: int) -> int:
    """Return the best move left of a frame and mark it as begun.

    With several threads at work a state that another one searches is left for later, unless
    nothing else is left or this frame has only begun.
    """
    states = stack.states
    frame = index(depth * FRAME)
    thread = stack.control[THREAD] if depth < stack.control[SHARED] else 0
    first = index(depth * LEVEL)
    chosen = first
    other = -1
    place = first
    for _ in range(stack.frames[frame + MOVES]):
        if states[place + SCORE] > states[chosen + SCORE]:
            chosen = place
        place = index(place + 1)
    if thread and stack.frames[frame + BEGUN] and _is_busy(states, chosen, busy, thread):
        place = first
        for _ in range(stack.frames[frame + MOVES]):
            better = other < 0 or states[place + SCORE] > states[other + SCORE]
            is_left = states[place + SCORE] > UNFINISHED
            if better and is_left and not _is_busy(states, place, busy, thread):
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
    """Whether another thread has answered a frame's question by now."""
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


@kernel
def search(
    stack: Stack, tables: Tables, table: Words, buckets: int, busy: Words, nodes: int
) -> int:
    """Search on at the depth in `control`, at most `nodes` more nodes; see the module's text.

    The root state is the first of `states[MOST_PLIES]`, its question the BETA of frame 0; a new
    search starts with a depth of -1.
    """
    frames = stack.frames
    states = stack.states
    depth = stack.control[DEPTH]
    entering = stack.control[ENTERING] == 1
    if depth < 0:
        depth = 0
        frames[PLACE] = ROOT
        frames[TABLE_MOVE] = states[ROOT + BEST_MOVE]
        entering = True
    thread = stack.control[THREAD]
    shared = stack.control[SHARED]
    visited = stack.control[NODES]
    limit = visited + nodes
    while True:
        frame = index(depth * FRAME)
        parent = index(frames[frame + PLACE])
        if entering:
            if visited >= limit:
                stack.control[DEPTH] = depth
                stack.control[NODES] = visited
                stack.control[ENTERING] = 1
                return UNFINISHED
            frames[frame + ENTERED] = visited
            frames[frame + BEGUN] = 0
            visited += 1
            done = _expand(stack, tables, table, buckets, depth, parent) == 1
        else:
            done = frames[frame + NEXT] == 0
        if not done:
            # Go down into the most promising move left.
            place = _most_promising(stack, busy, depth)
            frames[frame + NEXT] -= 1
            if depth < shared and _is_settled(stack, table, depth, place):
                entering = False
                continue
            if depth < shared:
                _mark(states, place, busy, thread)
            frames[frame + FRAME + BETA] = states[place + GAIN] - frames[frame + BETA] + 1
            frames[frame + FRAME + PLACE] = place
            frames[frame + FRAME + TABLE_MOVE] = states[place + BEST_MOVE]
            depth += 1
            entering = True
            continue
        # Answer the frame above.
        effort = min(15, highest(visited - frames[frame + ENTERED] + 1) >> 1)
        _finish(stack, table, depth, parent, effort)
        answer = frames[frame + BEST]
        if depth == 0:
            stack.control[DEPTH] = -1
            stack.control[NODES] = visited
            return answer
        depth -= 1
        if depth < shared:
            busy[_busy_place(states, parent)] = 0
        entering = False
        _hand_up(stack, table, depth, parent, answer)
