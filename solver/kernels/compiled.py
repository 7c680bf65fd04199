"""The compiled kernels as the driver wants them (`Kernels` in `encode`)."""

from __future__ import annotations

from collections import defaultdict
from io import BytesIO
from typing import Final

from battle.rules.position import Position
from solver.kernels import memory, search
from solver.kernels.bounds import lower_of, upper_of
from solver.kernels.encode import Searcher, State, TranspositionTable, problem_of, words_of
from solver.kernels.memory import Words
from solver.kernels.search import BUSY_MASK, MOST_OWNERS, NODES, ROOT, new_cache, new_stack
from solver.kernels.state import LEVEL, MOST_MOVES
from solver.kernels.table import (
    BUCKET,
    SCATTER,
    SCATTER_SHIFT,
    STRUCTURE_MASK,
    spread,
)
from solver.kernels.tricks import TURNS

MEGABYTE: Final = 1 << 20
_SAMPLED_BUCKETS: Final = 1024
_FIRST_BUCKETS: Final = 1 << 17
"""8 MiB."""
_CROWDED: Final = 0.3
_WIPED_BUCKETS: Final = 1 << 21
"""128 MiB."""
_MOVED_AT_ONCE: Final = 1 << 18
_PAGE_WORDS: Final = 512
_TOUCHED_AT_ONCE: Final = 1 << 20

_SAMPLED_ENTRIES: Final = 1 << 16

JOINED_AFTER: Final = 100_000 if TURNS else -1
"""A question that takes more nodes than this is searched with two stacks by turns.

In a short search the second stack would visit many nodes in vain.
"""
_MOST_THREADS: Final = MOST_OWNERS // 2
"""With marks of their own; each has two."""


class CompiledTable:
    """A transposition table of at most the size asked for, allocated once.

    Only the first `buckets` buckets are used, twice as many whenever they fill. So a short search
    stays in the processor's caches, and memory is taken from the system when it is needed, which
    can cost more than the search. It begins with the size asked for halved until it is at most
    8 MiB, so that nearly all of it is used in the end, whatever it is. The entries move to their
    new places a chunk at a time, between slices of the search; until then they are not found, and
    nothing worse.
    """

    def __init__(self, megabytes: int) -> None:
        most = megabytes * MEGABYTE // (8 * BUCKET) - 1
        doublings = (most // _FIRST_BUCKETS).bit_length()
        self._least = most >> doublings
        self._most = self._least << doublings
        self.buckets = self._least
        self._unmoved = 0
        self.busy = memory.zeros(BUSY_MASK + 1)
        self.caches: defaultdict[int, Words] = defaultdict(new_cache)
        """The cache of bounds of every thread; they hold for all positions."""
        self.words: Words = self._empty()
        spread(self.words, self.buckets, 0, 0)  # moves nothing, but is compiled from now on

    def _empty(self, behind: int = 0) -> Words:
        size = BUCKET * (self._most + behind)
        words = memory.zeros(size + BUCKET)
        first = -(memory.address(words) // 8) % BUCKET
        return words[first : first + size]

    def clear(self) -> None:
        """Forget everything; no search may be going on.

        Much memory is given back and taken again, which is quicker than to write zeros over it.
        """
        if self.buckets > _WIPED_BUCKETS:
            self.words = memory.zeros(0)
            self.words = self._empty()
        else:
            memory.fill(self.words[: BUCKET * self.buckets], 0)
        self.buckets = self._least
        self._unmoved = 0

    def hashfull(self) -> int:
        """Return how much of all memory asked for is full, in permille, from a sample."""
        return int(1000 * self._filling() * self.buckets / self._most)

    def tend(self) -> None:
        """Grow a little if the table is crowded; for one thread, between slices of its search."""
        if not self._unmoved and self.buckets < self._most and self._filling() > _CROWDED:
            self.grow()
        if self._unmoved:
            last = self._unmoved
            self._unmoved = max(0, last - _MOVED_AT_ONCE)
            spread(self.words, self.buckets, self._unmoved, last)

    def grow(self) -> None:
        """Use twice as many buckets from now on; `tend` moves the entries to their new places."""
        self._unmoved = self.buckets
        self.buckets *= 2

    def use_whole(self) -> None:
        """Use all memory from now on, as a long proof does in the end; for an empty table."""
        self.touch()
        self.buckets = self._most

    def _filling(self) -> float:
        every = max(1, self.buckets // _SAMPLED_BUCKETS)
        last, step = BUCKET * self.buckets, BUCKET * every
        samples = [self.words[first:last:step] for first in range(1, BUCKET, 2)]
        return sum(map(memory.nonzero, samples)) / sum(map(len, samples))

    def touch(self) -> None:
        """Take the memory from the system now rather than while searching."""
        for first in range(0, len(self.words), _TOUCHED_AT_ONCE):
            self.words[first : first + _TOUCHED_AT_ONCE : _PAGE_WORDS] |= 0

    def deepest(self, most: int) -> bytes:
        """Return about `most` proven entries, those that took most nodes, for `restore`."""
        import numpy as np  # which a browser has not; nothing there keeps a table

        entries = self.words[: BUCKET * self.buckets].reshape(-1, 2)
        every = max(1, len(entries) // _SAMPLED_ENTRIES)
        sample = np.sort(entries[::every, 1].view(np.uint64))  # effort first
        least = sample[-min(len(sample), most // every + 1)]
        found = BytesIO()
        for part in np.array_split(entries, max(1, len(entries) // _MOVED_AT_ONCE)):
            chosen = part[part[:, 1].view(np.uint64) > least]
            word = chosen[:, 1]
            structure = chosen[:, 0] ^ (word ^ (word >> SCATTER_SHIFT)) * SCATTER
            found.write(chosen[structure & ~STRUCTURE_MASK == 0].tobytes())
        return found.getvalue()

    def restore(self, entries: bytes) -> None:
        """Put what `deepest` returned of a table for the same grid into this one, which is empty.

        They are moved to their places a part at a time, from behind the table.
        """
        import numpy as np

        found = np.frombuffer(entries, np.int64).reshape(-1, 2)
        while self.buckets < self._most and found.size > _CROWDED * BUCKET * self.buckets:
            self.buckets *= 2
        self.words = memory.zeros(0)
        self.words = self._empty(_MOVED_AT_ONCE)
        for part in np.array_split(found, found.size // (BUCKET * _MOVED_AT_ONCE) + 1):
            behind = BUCKET * self.buckets
            self.words[behind : behind + part.size] = part.ravel()
            last = self.buckets + -(-part.size // BUCKET)
            spread(self.words, self.buckets, self.buckets, last)


class CompiledSearch:
    """One thread's search over a table; `thread` is 0 if it works alone, else its own number.

    After `joined_after` nodes of a question two stacks search it by turns; if -1, never.
    """

    def __init__(
        self,
        start: Position,
        table: CompiledTable,
        thread: int,
        joined_after: int = JOINED_AFTER,
    ) -> None:
        self.nodes = 0
        self._owner = 2 * ((thread - 1) % _MOST_THREADS) + 1 if thread else 0
        self._problem = problem_of(start)
        self._words: dict[State, Words] = {}
        self._table = table
        self._joined_after = joined_after
        cache = table.caches[thread]
        self._stacks = new_stack(cache), new_stack(cache)
        self._looked_up = memory.zeros(LEVEL)
        self._asked: tuple[State, int, int] | None = None

    def bound(self, state: State, beta: int, nodes: int, horizon: int | None = None) -> int | None:
        """Return a proven lower bound >= beta, a proven upper bound < beta, or None.

        With a horizon it looks that many plies ahead and guesses the rest.
        """
        table, tables = self._table, self._problem.tables
        plies = search.TO_THE_END if horizon is None else horizon
        wanted = (state, beta, plies)
        if self._asked != wanted:
            self._asked = wanted
            self._write(state, self._stacks[0].states[ROOT:])
            if self._owner == 1:
                memory.fill(table.busy, 0)
            owner, alone = self._owner, self._joined_after
            if horizon is not None:
                owner, alone = 0, -1
            search.begin(
                self._stacks[0], tables, table.words, table.buckets, beta, plies, owner, alone
            )
        answer = search.search(
            self._stacks, tables, table.words, table.buckets, table.busy, max(0, nodes)
        )
        if answer != search.UNFINISHED:
            self._asked = None
        self.nodes = sum(int(stack.control[NODES]) for stack in self._stacks)
        return None if answer == search.UNFINISHED else int(answer)

    def known(self, state: State) -> tuple[int, int]:
        """Return the closest bounds of a state that are proven without a search."""
        table, tables = self._table, self._problem.tables
        self._write(state, self._looked_up)
        found = search.known(self._stacks[0], self._looked_up, tables, table.words, table.buckets)
        return lower_of(found), upper_of(found)

    def _write(self, state: State, level: Words) -> None:
        """Write a state's words to the first place of a level."""
        if state not in self._words:
            self._words[state] = memory.of(words_of(self._problem, state))
        words = self._words[state]
        level[: len(words) * MOST_MOVES : MOST_MOVES] = words


class CompiledKernels:
    """The compiled kernels; see `solver.kernels.encode.Kernels`.

    `joined_after` is as in `CompiledSearch`.
    """

    def __init__(self, joined_after: int = JOINED_AFTER) -> None:
        self._joined_after = joined_after

    def table(self, megabytes: int) -> TranspositionTable:
        """Return an empty table of at most this size."""
        return CompiledTable(megabytes)

    def searcher(self, start: Position, table: TranspositionTable, thread: int) -> Searcher:
        """Return a search for the positions that can come out of `start`.

        `thread` is 0 for a search that works alone, else a number from 1, different for each. Of
        more than 31, some do not put off what another one searches.
        """
        if not isinstance(table, CompiledTable):
            raise TypeError(f"the compiled kernels need their own table, not {table!r}")
        return CompiledSearch(start, table, thread, self._joined_after)
