"""Estimates that look deeper and deeper, a slice at a time, so that a move is always at hand."""

from __future__ import annotations

from typing import Final

from solver.interface import Searcher
from solver.root import Choice, Root

DEEPEST: Final = 54
"""No game has more plies."""


class Deepening:
    """Looks one ply deeper into every choice of a root, the best one first, and then again.

    `depth` is the last one finished for all choices.
    """

    def __init__(self, root: Root) -> None:
        self.depth = 0
        self._root = root
        self._deepest = min(DEEPEST, root.position.tiles_left // 2)
        self._found: dict[Choice, int] = {}
        self._waiting = self._unsettled()

    @property
    def is_done(self) -> bool:
        """Whether there is nothing deeper to look at."""
        return self.depth >= self._deepest

    def work(self, searcher: Searcher, nodes: int) -> None:
        """Look at the next choice, for at most `nodes` nodes."""
        while self._waiting and self._waiting[0].settled:
            self._waiting.pop(0)
        if self._waiting:
            choice = self._waiting[0]
            value, complete = searcher.estimate(choice.state, self.depth, nodes)
            if not complete:
                return
            self._found[choice] = choice.gain - value
            self._waiting.pop(0)
        if not self._waiting:
            self.depth += 1
            self._take()
            self._waiting = self._unsettled()

    def stop(self) -> None:
        """Use what is finished of the depth in hand.

        The choice that was best is looked at first; another one takes its place only if it is
        better at the same depth. Choices not looked at again are taken to be no better.
        """
        if self._found:
            best = max(self._found.values())
            for choice in self._waiting:
                if choice.estimate is not None:
                    choice.estimate = min(choice.estimate, best - 1)
            self._take()

    def _take(self) -> None:
        for choice, estimate in self._found.items():
            choice.estimate = estimate
        self._found.clear()

    def _unsettled(self) -> list[Choice]:
        return [choice for choice in self._root.ranked() if not choice.settled]
