"""Estimates that look deeper and deeper, a slice at a time, so that a move is always at hand."""

from __future__ import annotations

from typing import Final

from solver.proof.null_window import Narrowing
from solver.proof.root import Root
from solver.proof.threads import Crew

DEEPEST: Final = 54
"""No game has more plies."""


class Deepening:
    """Looks one ply deeper at the best `lines` choices of a root, and then again.

    What a look finds is kept in a copy of the root, so that no estimate gets among the proofs.
    `depth` is the last one finished.
    """

    def __init__(self, root: Root, lines: int) -> None:
        self.depth = 0
        self._root = root
        self._lines = lines
        self._deepest = min(DEEPEST, root.position.tiles_left // 2)
        self._guesses: list[int] = []
        self._look()

    @property
    def is_done(self) -> bool:
        """Whether there is nothing deeper to look at."""
        return self.depth >= self._deepest

    def work(self, crew: Crew, nodes: int) -> None:
        """Look on for at most `nodes` nodes."""
        if not self._narrowing.is_done:
            self._narrowing.work(crew, nodes)
        if self._narrowing.is_done:
            self.depth += 1
            self._guesses.append(self._seen.lower)
            for choice, seen in zip(self._root.choices, self._seen.choices, strict=True):
                behind = min(seen.upper, self._seen.lower) - 1
                choice.estimate = seen.lower if seen.settled else behind
            self._look()

    def stop(self) -> None:
        """Use what the unfinished look has found: a choice that is better than it was guessed."""
        seen = max(self._seen.choices, key=lambda choice: choice.lower)
        known = [choice.estimate for choice in self._root.choices if choice.estimate is not None]
        if known and seen.lower >= max(known):
            self._root.choices[self._seen.choices.index(seen)].estimate = seen.lower

    def _look(self) -> None:
        """Begin the next look, with the guess of the last one after which the same side moved."""
        self._seen = self._root.copy()
        guess = self._guesses[-2] if len(self._guesses) > 1 else None
        self._narrowing = Narrowing(self._seen, self._lines, horizon=self.depth, guess=guess)
