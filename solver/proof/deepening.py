"""Iterative deepening: estimates that look one ply further each time, a slice at a time.

So a move is always at hand.
"""

from __future__ import annotations

from solver.proof.null_window import NullWindowDriver
from solver.proof.root import Root
from solver.proof.threads import ThreadPool


class IterativeDeepening:
    """Estimates the best `lines` choices of a root with one ply more in each iteration.

    What an iteration finds is kept in a copy of the root, so that no estimate gets among the
    proofs. `depth` is that of the last one finished.
    """

    def __init__(self, root: Root, lines: int) -> None:
        self.depth = 0
        self._root = root
        self._lines = lines
        self._deepest = root.position.tiles_left // 2
        self._values: list[int] = []
        self._begin_iteration()

    @property
    def is_done(self) -> bool:
        """Whether the last iteration went to the end of the game."""
        return self.depth >= self._deepest

    def work(self, pool: ThreadPool, nodes: int) -> None:
        """Search on for at most `nodes` nodes."""
        if not self._driver.is_done:
            self._driver.work(pool, nodes)
        if self._driver.is_done:
            self.depth += 1
            self._values.append(self._iteration.lower)
            for choice, seen in zip(self._root.choices, self._iteration.choices, strict=True):
                behind = min(seen.upper, self._iteration.lower) - 1
                choice.before = choice.estimate
                choice.estimate = seen.lower if seen.settled else behind
            self._begin_iteration()

    def stop(self) -> None:
        """Use what the unfinished iteration has found: a choice better than it was guessed."""
        seen = max(self._iteration.choices, key=lambda choice: choice.lower)
        known = [choice.estimate for choice in self._root.choices if choice.estimate is not None]
        if known and seen.lower >= max(known):
            self._root.choices[self._iteration.choices.index(seen)].estimate = seen.lower

    def _begin_iteration(self) -> None:
        """Begin the next iteration at the value of the last one that ended with the same side."""
        self._iteration = self._root.copy()
        guess = self._values[-2] if len(self._values) > 1 else None
        self._driver = NullWindowDriver(
            self._iteration, self._lines, horizon=self.depth, guess=guess
        )
