"""The pool of threads at work on one question about the root.

The calling thread is worker 0 and does everything alone when it is the only one, in the same order
every time. Helpers take up the newest question and search the same choice; the kernels share the
work below it among themselves (`solver.kernels.search`). Kernels release the GIL and return after a
slice of nodes, which is when a worker looks up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from threading import Condition, Thread
from typing import Final

from solver.kernels.interface import Searcher
from solver.proof.root import Root, RootChoice, open_choices

SLICE: Final = 8_000
"""Nodes between two looks at the clock: about 10 ms."""


@dataclass(eq=False)
class NullWindowQuestion:
    """A null window: whether one of `choices`, tried in this order, is worth at least `beta`.

    It is asked of the whole game to come, or of the next `horizon` plies and a guess after them.
    """

    root: Root
    choices: Sequence[RootChoice]
    beta: int
    horizon: int | None = None

    def open(self) -> list[RootChoice]:
        """Return the choices to be searched still; none when the question is answered."""
        if any(choice.lower >= self.beta for choice in self.choices):
            return []
        return open_choices(self.choices, self.beta)

    def work(self, searcher: Searcher, worker: int, nodes: int) -> bool:
        """Search one slice; return whether the question is still open."""
        choices = self.open()
        if not choices:
            return False
        choice = choices[0]
        wanted = choice.gain - self.beta + 1
        answer = searcher.bound(choice.state, wanted, nodes, self.horizon)
        if answer is None:
            return True
        if answer >= wanted:
            self.root.narrow(choice, upper=choice.gain - answer)
        else:
            self.root.narrow(choice, lower=choice.gain - answer)
        return bool(self.open())


class ThreadPool:
    """Worker 0 in the calling thread and helpers in threads of their own, a search for each."""

    def __init__(self, searchers: Sequence[Searcher]) -> None:
        self._searchers = searchers
        self._question: NullWindowQuestion | None = None
        self._closed = False
        self._busy = 0
        self._left: float = inf
        self._failure: BaseException | None = None
        self._change = Condition()
        self._threads = [
            Thread(target=self._help, args=(worker,), daemon=True, name=f"solver-{worker}")
            for worker in range(1, len(searchers))
        ]
        for thread in self._threads:
            thread.start()

    @property
    def searcher(self) -> Searcher:
        """The search of worker 0."""
        return self._searchers[0]

    @property
    def nodes(self) -> int:
        """Nodes visited by all workers."""
        return sum(searcher.nodes for searcher in self._searchers)

    def allow(self, nodes: int | None) -> None:
        """Let all workers together visit at most so many nodes from now on, None: any number."""
        with self._change:
            self._left = inf if nodes is None else nodes

    def work(self, question: NullWindowQuestion, nodes: int = SLICE) -> bool:
        """Search one slice in the calling thread while the helpers search on; return whether open.

        Nothing is searched when the helpers have used up all nodes that are allowed. Raises what a
        helper failed with.
        """
        if self._failure is not None:
            raise self._failure
        with self._change:
            if self._threads and self._question is not question:
                self._question = question
                self._change.notify_all()
            self._change.wait_for(lambda: self._left > 0 or self._busy == 0)
            if self._left <= 0:
                return bool(question.open())
            taken = self._take(nodes)
        return self._search(question, 0, taken)

    def _take(self, nodes: int) -> int:
        """Take nodes from those that are left."""
        taken = int(min(nodes, self._left))
        self._left -= taken
        return taken

    def _search(self, question: NullWindowQuestion, worker: int, taken: int) -> bool:
        """Search a slice, and give back what of its nodes was not needed."""
        searcher = self._searchers[worker]
        before = searcher.nodes
        try:
            return question.work(searcher, worker, taken)
        finally:
            with self._change:
                self._left += taken - (searcher.nodes - before)
                self._change.notify_all()

    def pause(self) -> None:
        """Let the helpers pause; return when none of them searches any more."""
        with self._change:
            self._question = None
            self._change.wait_for(lambda: self._busy == 0)

    def close(self) -> None:
        """End the helpers."""
        with self._change:
            self._question = None
            self._closed = True
            self._change.notify_all()
        for thread in self._threads:
            thread.join()

    def _help(self, worker: int) -> None:
        done: NullWindowQuestion | None = None
        while True:
            with self._change:
                while not self._closed and (self._question in (None, done) or self._left <= 0):
                    self._change.wait()
                question = self._question
                if self._closed or question is None:
                    return
                self._busy += 1
                taken = self._take(SLICE)
            try:
                if not self._search(question, worker, taken):
                    done = question
            except BaseException as failure:
                self._failure = failure
                return
            finally:
                with self._change:
                    self._busy -= 1
                    self._change.notify_all()
