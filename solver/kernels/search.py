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
they lead to (enhanced transposition cutoff), and by static bounds where that is not enough. In a
plain state (`solver.kernels.moves`) the most promising move may be asked first whether it is worth
so little that no other can be worth beta; in any other state a move that is worth so little may
answer for some. What remains is searched best first. Every answer is stored when its node is done;
a node that was not finished leaves nothing behind.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from solver.kernels import memory
from solver.kernels.bounds import (
    CACHE_BITS,
    SCRATCH,
    VALUE_BIAS,
    alternation,
    cached_bounds,
    count_pairs,
    covered_of,
    lower_of,
    packed,
    pairs_if_plain,
    pairs_in,
    top_rank,
    upper_of,
)
from solver.kernels.encode import Tables
from solver.kernels.jit import highest, index, inline, kernel
from solver.kernels.memory import Words
from solver.kernels.moves import generate, take_top, top_pair
from solver.kernels.state import (
    ALL,
    BEST_MOVE,
    BUCKET_OF,
    COVERED,
    DOUBLED,
    FREE,
    GAIN,
    HISTOGRAMS,
    KEY,
    LEVEL,
    LOWER,
    MARGIN,
    MIXED,
    ODD,
    OWN,
    SCORE,
    SETTLED,
    SIDE,
    SLOTS,
    STRUCTURE,
    TOP_AVAILABLE,
    UPPER,
)
from solver.kernels.table import NO_MOVE, bucket_of, key_of, probe, store
from solver.kernels.tricks import (
    BOTH_BOUNDS,
    ENHANCED_CUTOFF,
    KILLER,
    PAIR_CAP,
    RANK_CAP,
    STATIC_BOUNDS,
    STORED_CAP,
    STRONG_QUESTION,
    TOP_RANK,
    TWO_OF_FOUR,
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
CAP: Final = 11
"""The least that a single move proves others to be worth at most (`solver.kernels.moves`)."""
TOP: Final = 12
"""The highest rank left, 0 in a search with a horizon and where no cap is asked for."""
STRONG: Final = 13
"""The place of the move whose cap is asked for first, or NONE."""
PLAIN: Final = 14
"""Whether the state is plain, or nearly: a move then caps all the others, else only some."""

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

    `control` has the names from DEPTH on, `frames` and `states` a row for each depth; `killers` has
    by pairs left the pair (OWN) that answered a question last, `ends_of` is scratch of the move
    generator, `cache` and `scratch` belong to the bounds.
    """

    control: Words
    frames: Words
    states: Words
    killers: Words
    ends_of: Words
    cache: Words
    scratch: Words


def new_cache() -> Words:
    """Return an empty cache of bounds: for one thread, and for as many stacks as it likes."""
    cache = memory.zeros(1 << CACHE_BITS)
    memory.fill(cache, -1)
    return cache


def new_stack(cache: Words) -> Stack:
    """Return the memory for a search, with the cache of bounds of its thread."""
    return Stack(
        control=_own_lines(8),
        frames=_own_lines(FRAME * (MOST_PLIES + 1)),
        states=_own_lines(ROOT + LEVEL),
        killers=_own_lines(MOST_PLIES),
        ends_of=_own_lines(32),
        cache=cache,
        scratch=_own_lines(SCRATCH),
    )


def _own_lines(words: int) -> Words:
    """Return zeros that share no cache line with anything else, which another thread may write."""
    space = memory.zeros(words + 2 * _LINES)
    first = -(memory.address(space) // 8) % _LINES
    return space[first : first + words]


# --- moves ---------------------------------------------------------------------------------------
#
# What a move is worth to whoever makes it, by the value of the state it leads to.


@inline
def _worth(states: Words, place: int, value: int) -> int:
    """Return what the move to `states[place]` is worth when that state is worth `value`."""
    return states[place + MARGIN] + states[place + SIDE] * value


@inline
def _beta_after(states: Words, place: int, beta: int) -> int:
    """Return what to ask of `states[place]` to know whether the move to it is worth `beta`."""
    if states[place + SIDE] < 0:
        return states[place + MARGIN] - beta + 1
    return beta - states[place + MARGIN]


@inline
def _range(states: Words, place: int, lower: int, upper: int) -> tuple[int, int]:
    """Return the bounds of the move to `states[place]`, whose value has these bounds."""
    one = _worth(states, place, lower)
    other = _worth(states, place, upper)
    return min(one, other), max(one, other)


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

NONE: Final = -1
"""No place."""

BEST_BEFORE: Final = 16 if TABLE_MOVE_BONUS else 0
"""Added to the score of the move that the table names."""

KILLER_BEFORE: Final = 8 if KILLER else 0
"""Added to the score of the move that answered last with as many pairs left."""

VISITED_BEFORE: Final = 16 if VISITED_BONUS else 0
"""Added to the score of a move to a state that was searched before."""


@inline
def _static_bounds(states: Words, place: int, cache: Words, scratch: Words) -> int:
    if not STATIC_BOUNDS:
        return packed(-VALUE_BIAS, VALUE_BIAS - 1)
    return cached_bounds(states[place + HISTOGRAMS], states[place + MIXED], cache, scratch)


@inline
def look_up(states: Words, place: int, table: Words) -> int:
    """Return what the table proves of `states[place]`."""
    return probe(
        table,
        states[place + BUCKET_OF],
        states[place + STRUCTURE],
        states[place + KEY],
        pairs_if_plain(states, place),
    )


@inline
def place_root(states: Words, place: int, buckets: int) -> None:
    """Write where what is known of a state is found, for one that no move has led to."""
    count_pairs(states, place)
    doubled = states[place + DOUBLED]
    states[place + BUCKET_OF] = bucket_of(states[place + STRUCTURE], doubled, buckets)
    states[place + KEY] = key_of(doubled, states[place + SETTLED])


@inline
def _bounds_at(
    states: Words, place: int, table: Words, cache: Words, scratch: Words
) -> tuple[int, int]:
    """Return the bounds of the move to `states[place]`, as far as no search is needed."""
    found = look_up(states, place, table)
    static = _static_bounds(states, place, cache, scratch)
    lower = max(lower_of(found), lower_of(static))
    return _range(states, place, lower, min(upper_of(found), upper_of(static)))


@kernel
def known(stack: Stack, states: Words, tables: Tables, table: Words, buckets: int) -> int:
    """Return packed bounds of the first state of `states`, a level of its own, without a search.

    A state with an available pair of the top rank has no entry but as a root: what is left when
    such pairs are taken has. Modifies `states` and the scratch of the stack, which can go on.
    """
    place_root(states, 0, buckets)
    states[MARGIN] = 0
    states[SIDE] = 1
    lower, upper = _bounds_at(states, 0, table, stack.cache, stack.scratch)
    free0 = states[FREE]
    free1 = free0 >> 32
    covered = covered_of(states, 0)
    states[TOP_AVAILABLE] = top_pair(
        states[DOUBLED], covered, covered & free1 & ~free0, states[HISTOGRAMS]
    )
    if TOP_RANK and states[TOP_AVAILABLE]:
        take_top(states, 0, tables, stack.ends_of, buckets)
        least, most = _bounds_at(states, 0, table, stack.cache, stack.scratch)
        lower = max(lower, least)
        upper = min(upper, most)
    return packed(lower, upper)


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
    place_root(states, ROOT, buckets)
    found = look_up(states, ROOT, table)
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
    to_the_end = stack.control[HORIZON] == TO_THE_END
    stack.frames[frame + MOVES] = generate(
        stack.states, parent, first, tables, stack.ends_of, table, buckets, stack.cache, to_the_end
    )


@inline
def _rise(stack: Stack, frame: int, place: int) -> int:
    """Return how much more a frame's state may be worth than one of its moves is, at most."""
    top = stack.frames[frame + TOP]
    return 2 * (top - stack.states[place + GAIN]) if top else 1000


@inline
def _caps_all(stack: Stack, frame: int, place: int) -> bool:
    """Whether what a move of a frame is worth at most caps what all are worth."""
    odd = (stack.states[place + COVERED] >> ODD) & SLOTS
    return bool(stack.frames[frame + PLAIN]) and odd == 0


@inline
def _two_free(states: Words, place: int) -> int:
    """Return the doubled kinds of `states[place]` of which exactly two tiles are free."""
    free = states[place + FREE]
    return states[place + DOUBLED] & (free >> 32) & ~free


@inline
def _judge(
    stack: Stack, table: Words, place: int, beta: int, tag: int, at_horizon: bool
) -> tuple[int, int, int]:
    """Return bounds of `states[place]` without a search, and the move the table names there.

    Static bounds cost more than they are worth where what the table proves is enough. With a tag
    the bounds are those of a search with a horizon, which prove nothing.
    """
    states = stack.states
    bucket, structure, key = (
        states[place + BUCKET_OF],
        states[place + STRUCTURE],
        states[place + KEY],
    )
    found = probe(table, bucket, structure, key, 0 if tag else pairs_if_plain(states, place))
    lower = lower_of(found)
    upper = upper_of(found)
    least, most = _range(states, place, lower, upper)
    if tag or least < beta <= most:
        static = _static_bounds(states, place, stack.cache, stack.scratch)
        lower = max(lower, lower_of(static))
        upper = min(upper, upper_of(static))
    if tag:
        found = probe(table, bucket, structure ^ tag, key, 0)
        if at_horizon:
            middle = (lower + upper) >> 1
            found = packed(middle, middle) | (NO_MOVE << 18)
        lower = min(upper, max(lower, lower_of(found)))
        upper = max(lower, min(upper, upper_of(found)))
    return lower, upper, found >> 18


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
    stack.frames[frame + CAP] = 1000
    if not ENHANCED_CUTOFF and states[parent + UPPER] < beta:
        stack.frames[frame + BEST] = states[parent + UPPER]
        return True
    if count == 0:
        stack.frames[frame + BEST] = 0
        return True
    floor = UNFINISHED
    ceiling = UNFINISHED
    best = UNFINISHED
    open_moves = 0
    horizon = stack.control[HORIZON]
    tag = _tag(horizon - depth - 1)
    is_plain = covered_of(states, parent) == 0
    doubled = states[parent + DOUBLED]
    is_half = doubled & (doubled - 1) == 0 and _two_free(states, parent) == doubled
    is_near = is_plain or (TWO_OF_FOUR and RANK_CAP and is_half)
    has_caps = tag == 0 and (RANK_CAP if is_near else PAIR_CAP)
    stack.frames[frame + TOP] = top_rank(states[parent + HISTOGRAMS]) if has_caps else 0
    stack.frames[frame + PLAIN] = 1 if is_near else 0
    killer = stack.killers[index(pairs_in(states[parent + HISTOGRAMS]))]
    cap = 1000
    cap_of_some = 1000
    strongest = first
    highest_score = UNFINISHED
    for move in range(count):
        place = index(first + move)
        lower, upper, best_move = _judge(stack, table, place, beta, tag, depth == horizon)
        least, most = _range(states, place, lower, upper)
        floor = max(floor, least)
        ceiling = max(ceiling, most)
        cap_here = most + _rise(stack, frame, place)
        cap_of_some = min(cap_of_some, cap_here)
        if _caps_all(stack, frame, place):
            cap = min(cap, cap_here)
        if ENHANCED_CUTOFF and least >= beta:
            stack.frames[frame + BEST] = least
            stack.frames[frame + CHOSEN] = move
            stack.frames[frame + CAP] = cap
            return True
        if cap < beta:
            stack.frames[frame + BEST] = cap
            stack.frames[frame + FLOOR] = floor
            return True
        states[place + LOWER] = lower
        states[place + UPPER] = upper
        states[place + BEST_MOVE] = best_move
        states[place + SCORE] += _bonus(stack, frame, place, move, killer)
        if states[place + SCORE] > highest_score:
            highest_score = states[place + SCORE]
            strongest = place
        if most >= beta:
            open_moves += 1
        else:
            if most > best:
                best = most
                stack.frames[frame + CHOSEN] = move
            states[place + SCORE] = UNFINISHED
    stack.frames[frame + BEST] = best
    stack.frames[frame + FLOOR] = floor
    stack.frames[frame + CEILING] = ceiling
    stack.frames[frame + CAP] = cap
    stack.frames[frame + NEXT] = open_moves
    if PAIR_CAP and cap_of_some < beta:
        _cap_by_closed(stack, depth)
    stack.frames[frame + STRONG] = _strong(stack, depth, frame, strongest) if is_plain else NONE
    return stack.frames[frame + NEXT] == 0


@inline
def _bonus(stack: Stack, frame: int, place: int, move: int, killer: int) -> int:
    """Return what counts for a move because of what was found before."""
    bonus = BEST_BEFORE if move == stack.frames[frame + TABLE_MOVE] else 0
    if stack.states[place + BEST_MOVE] != NO_MOVE:
        bonus += VISITED_BEFORE
    if stack.states[place + OWN] == killer:
        bonus += KILLER_BEFORE
    return bonus


@inline
def _cap_by_closed(stack: Stack, depth: int) -> None:
    """Let the moves of a frame that are worth too little without a search cap others."""
    states = stack.states
    frame = index(depth * FRAME)
    place = index(depth * LEVEL)
    for _ in range(stack.frames[frame + MOVES]):
        _least, most = _range(states, place, states[place + LOWER], states[place + UPPER])
        cap = most + _rise(stack, frame, place)
        if cap < stack.frames[frame + BETA]:
            _cap_others(stack, depth, place, cap)
        place = index(place + 1)


@inline
def _cap_others(stack: Stack, depth: int, place: int, cap: int) -> None:
    """Close the moves of a frame that are worth at most `cap` because `states[place]` caps them.

    Which these are, the theorem of two moves says (`solver.kernels.moves`).
    """
    states = stack.states
    frame = index(depth * FRAME)
    covered = states[place + COVERED] & SLOTS
    three = (states[place + FREE] >> 32) & states[place + FREE] & covered & states[place + DOUBLED]
    barred = three | (states[place + OWN] & SLOTS)
    half = 0
    if TWO_OF_FOUR and states[place + COVERED] == covered | (1 << ALL):
        half = _two_free(states, stack.frames[frame + PLACE]) & covered
        half = half if covered & (covered - 1) == 0 else 0
    other = index(depth * LEVEL)
    for _ in range(stack.frames[frame + MOVES]):
        open_kinds = covered & ~(half & ~(states[other + COVERED] >> ODD))
        is_capped = not ((open_kinds & states[other + COVERED]) | (barred & states[other + OWN]))
        if is_capped and states[other + SCORE] > UNFINISHED:
            states[other + SCORE] = UNFINISHED
            stack.frames[frame + NEXT] -= 1
            stack.frames[frame + BEST] = max(stack.frames[frame + BEST], cap)
        other = index(other + 1)


@inline
def _strong(stack: Stack, depth: int, frame: int, strongest: int) -> int:
    """Return the place of the most promising move if its cap is to be asked for first, else NONE.

    The state is plain. It is where the move appears to be worth so little that its cap answers
    for all moves.
    """
    if not STRONG_QUESTION or depth < stack.control[SHARED]:
        return NONE
    states = stack.states
    need = stack.frames[frame + BETA] - _rise(stack, frame, strongest)
    lower, upper = states[strongest + LOWER], states[strongest + UPPER]
    least, _most = _range(states, strongest, lower, upper)
    guess = _worth(states, strongest, alternation(states[strongest + HISTOGRAMS]))
    return strongest if max(least, guess) < need else NONE


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
        if KILLER and stack.frames[frame + CHOSEN] != NO_MOVE:
            chosen = index(depth * LEVEL + stack.frames[frame + CHOSEN])
            stack.killers[index(pairs_in(states[parent + HISTOGRAMS]))] = states[chosen + OWN]
        if BOTH_BOUNDS:
            upper = min(upper, stack.frames[frame + CEILING])
        if STORED_CAP and stack.frames[frame + PLAIN]:
            upper = min(upper, stack.frames[frame + CAP])
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
    found = look_up(states, place, table)
    lower = max(states[place + LOWER], lower_of(found))
    upper = min(states[place + UPPER], upper_of(found))
    least, most = _range(states, place, lower, upper)
    if least >= stack.frames[frame + BETA]:
        stack.frames[frame + BEST] = least
        stack.frames[frame + CHOSEN] = place - depth * LEVEL
        stack.frames[frame + NEXT] = 0
        return True
    states[place + LOWER] = lower
    states[place + UPPER] = upper
    if most < stack.frames[frame + BETA]:
        stack.frames[frame + BEST] = max(stack.frames[frame + BEST], most)
        return True
    return False


@inline
def _is_answered(stack: Stack, table: Words, depth: int) -> bool:
    """Whether another search has answered a frame's question by now."""
    states = stack.states
    frame = index(depth * FRAME)
    found = look_up(states, stack.frames[frame + PLACE], table)
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
    states = stack.states
    frame = index(depth * FRAME)
    beta = frames[frame + BETA]
    value = _worth(states, place, answer)
    if value < beta and value >= _asked(stack, frame, place):
        # The cap of the move does not suffice; it is searched when its turn comes.
        frames[frame + FLOOR] = max(frames[frame + FLOOR], value)
        if states[place + SIDE] < 0:
            states[place + UPPER] = min(states[place + UPPER], answer)
        else:
            states[place + LOWER] = max(states[place + LOWER], answer)
        frames[frame + STRONG] = NONE
        return
    if value > frames[frame + BEST]:
        frames[frame + BEST] = value
        frames[frame + CHOSEN] = place - depth * LEVEL
    is_done = value >= beta
    if not is_done:
        cap = value + _rise(stack, frame, place)
        is_of_all = _caps_all(stack, frame, place)
        if is_of_all:
            frames[frame + CAP] = min(frames[frame + CAP], cap)
        if cap < beta and is_of_all:
            frames[frame + BEST] = cap
            is_done = True
        elif PAIR_CAP and cap < beta:
            _cap_others(stack, depth, place, cap)
    if depth < stack.control[SHARED] and frames[frame + NEXT] and not is_done:
        is_done = _is_answered(stack, table, depth)
    if is_done:
        frames[frame + NEXT] = 0


@inline
def _asked(stack: Stack, frame: int, place: int) -> int:
    """Return what the move to `states[place]` is asked to be worth."""
    beta = stack.frames[frame + BETA]
    return beta if stack.frames[frame + STRONG] == NONE else beta - _rise(stack, frame, place)


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
            place = frames[frame + STRONG]
            if place == NONE:
                place = _most_promising(stack, busy, depth)
                frames[frame + NEXT] -= 1
            place = index(place)
            if depth < shared:
                if _is_settled(stack, table, depth, place):
                    is_done = frames[frame + NEXT] == 0
                    continue
                mark(busy, states, place, stack.control[OWNER])
            asked = _asked(stack, frame, place)
            frames[frame + FRAME + BETA] = _beta_after(states, place, asked)
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
