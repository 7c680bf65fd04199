"""The memory of a search: a frame and a level of states for each ply, and how far it has come."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from solver.kernels.bounds import CACHE_BITS, SCRATCH
from solver.kernels.encode import Words
from solver.kernels.state import LEVEL

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
"""The number in this search's marks, or 0 (`solver.kernels.busy`)."""
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
