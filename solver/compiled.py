"""The compiled kernels as the driver wants them (`solver.interface`)."""

from __future__ import annotations

from typing import Final

import numpy as np

from battle.rules.position import Position
from solver import search
from solver.bounds import lower_of, upper_of
from solver.encode import Words, problem_of, words_of
from solver.interface import Memory, Searcher
from solver.moves import BEST_MOVE, BUCKET_OF, FIELDS, KEY, LOWER, UPPER
from solver.root import State
from solver.table import BUCKET, NO_MOVE, find_bounds, find_bucket, settled_key

MEGABYTE: Final = 1 << 20
_SAMPLED_BUCKETS: Final = 4096
_PAGE_WORDS: Final = 512
_TOUCHED_AT_ONCE: Final = 1 << 20


class Table:
    """A transposition table of at most the size asked for, allocated once."""

    def __init__(self, megabytes: int) -> None:
        buckets = max(1, megabytes * MEGABYTE // (8 * BUCKET) - 1)
        self.mask = (1 << (buckets.bit_length() - 1)) - 1
        words = np.zeros(BUCKET * (self.mask + 2), np.int64)
        first = -(words.ctypes.data // 8) % BUCKET
        self.busy = np.zeros(search.BUSY_MASK + 1, np.int64)
        self.words: Words = words[first : first + BUCKET * (self.mask + 1)]

    def clear(self) -> None:
        """Forget everything."""
        self.words.fill(0)

    def hashfull(self) -> int:
        """Return how full the table is, in permille, from a sample of its buckets."""
        sample = self.words[: BUCKET * _SAMPLED_BUCKETS]
        return int(1000 * np.count_nonzero(sample[1::2]) / (len(sample) // 2))

    def touch(self) -> None:
        """Take the memory from the system now rather than while searching."""
        for first in range(0, len(self.words), _TOUCHED_AT_ONCE):
            self.words[first : first + _TOUCHED_AT_ONCE : _PAGE_WORDS] |= 0

    def known(self, state: State) -> tuple[int, int]:
        """Return the closest bounds the table proves of a state; -256 and 255 say nothing."""
        structure, doubled, settled = state
        found = find_bounds(self.words, self.mask, structure, doubled, settled)
        return lower_of(found), upper_of(found)


class Search:
    """One thread's search over a table; `thread` is 0 if it works alone, else its own number."""

    def __init__(self, start: Position, table: Table, thread: int) -> None:
        self.nodes = 0
        self._thread = thread
        self._problem = problem_of(start)
        self._table = table
        self._stack = search.new_stack()
        self._asked: tuple[State, int, int] | None = None

    def bound(self, state: State, beta: int, nodes: int, horizon: int | None = None) -> int | None:
        """Return a proven lower bound >= beta, a proven upper bound < beta, or None.

        With a horizon it looks that many plies ahead and guesses the rest.
        """
        return self._ask(state, beta, nodes, search.TO_THE_END if horizon is None else horizon)

    def static(self, state: State) -> tuple[int, int]:
        """Return proven bounds of a state that need no search."""
        self._asked = None
        self._set_root(state)
        found = search.static_bounds(self._stack)
        return lower_of(found), upper_of(found)

    def _ask(self, state: State, beta: int, nodes: int, horizon: int) -> int | None:
        stack = self._stack
        wanted = (state, beta, horizon)
        if self._asked != wanted:
            self._asked = wanted
            self._set_root(state)
            if self._thread <= 1:
                self._table.busy.fill(0)
            stack.frames[search.BETA] = beta
            stack.control[search.DEPTH] = -1
            stack.control[search.ENTERING] = 0
            stack.control[search.HORIZON] = horizon
            stack.control[search.THREAD] = self._thread if horizon == search.TO_THE_END else 0
        answer = search.search(
            stack,
            self._problem.tables,
            self._table.words,
            self._table.mask,
            self._table.busy,
            max(0, nodes),
        )
        self.nodes = int(stack.control[search.NODES])
        return None if answer == search.UNFINISHED else int(answer)

    def _set_root(self, state: State) -> None:
        structure, doubled, settled = state
        root = search.ROOT
        record = self._stack.states[root : root + FIELDS]
        record[:6] = words_of(self._problem, state)
        record[KEY] = settled_key(doubled, settled)
        record[BUCKET_OF] = find_bucket(structure, doubled, self._table.mask)
        found = find_bounds(self._table.words, self._table.mask, structure, doubled, settled)
        record[LOWER] = lower_of(found)
        record[UPPER] = upper_of(found)
        record[BEST_MOVE] = NO_MOVE


class Compiled:
    """The compiled kernels; see `solver.interface.Kernels`."""

    def table(self, megabytes: int) -> Memory:
        """Return an empty table of at most this size."""
        return Table(megabytes)

    def searcher(self, start: Position, table: Memory, thread: int) -> Searcher:
        """Return a search for the positions that can come out of `start`.

        `thread` is 0 for a search that works alone, else 1 to 63, different for each.
        """
        if not isinstance(table, Table):
            raise TypeError(f"the compiled kernels need their own table, not {table!r}")
        return Search(start, table, thread)
