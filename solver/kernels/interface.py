"""What a proof asks of the kernels, so that the slow twin can stand in for them.

States are those of `solver.kernels.encode`; values are points to come for the player to move.
"""

from __future__ import annotations

from typing import Protocol

from battle.rules.position import Position
from solver.kernels.encode import State


class TranspositionTable(Protocol):
    """The table all searches of one root grid share."""

    def clear(self) -> None:
        """Forget everything."""

    def hashfull(self) -> int:
        """Return how full the table is, in permille."""

    def tend(self) -> None:
        """Do what the table needs between two slices of a search, for a few milliseconds."""

    def touch(self) -> None:
        """Take the memory from the system now rather than while searching."""

    def known(self, state: State) -> tuple[int, int]:
        """Return the closest bounds the table proves of a state; -256 and 255 say nothing."""


class Searcher(Protocol):
    """One thread's search; every call returns after at most `nodes` nodes, about 20 ms."""

    nodes: int
    """Nodes visited since the search was made."""

    def bound(self, state: State, beta: int, nodes: int, horizon: int | None = None) -> int | None:
        """Return a proven lower bound >= beta, a proven upper bound < beta, or None.

        None means that the nodes ran out; asked the same again, the search goes on. With a
        horizon it looks that many plies ahead and guesses the rest: such bounds prove nothing.
        """

    def static(self, state: State) -> tuple[int, int]:
        """Return proven bounds of a state that need no search."""


class Kernels(Protocol):
    """A way to search: the compiled kernels, or the slow twin in tests."""

    def table(self, megabytes: int) -> TranspositionTable:
        """Return an empty table of at most this size."""

    def searcher(self, start: Position, table: TranspositionTable, thread: int) -> Searcher:
        """Return a search for the positions that can come out of `start`.

        `thread` is 0 for a search that works alone, else a number from 1, different for each.
        """
