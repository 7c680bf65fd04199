"""The root of a search: every first move with its proven interval.

    move      lower ………… upper       all for the player to move, points from here to the end
    a1c9        3  ───────  9
    f1l1       -2  ──  4              the position: lower 3, upper 9

Intervals only ever close in. Moves that take interchangeable tiles lead to the same state and are
one `RootChoice`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from threading import Condition, Lock, Thread
from typing import Final

from battle.rules.position import Move, Position
from solver.kernels import encode
from solver.kernels.encode import Searcher, State, TranspositionTable


@dataclass(eq=False)
class RootChoice:
    """Interchangeable first moves: what they score, the state after them, and what is proven.

    `estimate` is what the last look ahead saw, `before` what the one a ply shorter did.
    """

    moves: tuple[Move, ...]
    gain: int
    state: State
    lower: int
    upper: int
    estimate: int | None = None
    before: int | None = None

    @property
    def settled(self) -> bool:
        """Whether the value of these moves is proven."""
        return self.lower == self.upper

    @property
    def value(self) -> int:
        """The estimate if there is one, else what the pair scores, within what is proven."""
        return self.within(self.estimate)

    def within(self, guess: int | None) -> int:
        """Return a guess, without one what the pair scores, cut to what is proven."""
        return max(self.lower, min(self.upper, self.gain if guess is None else guess))


@dataclass(eq=False)
class Root:
    """A position with its choices; safe to narrow from several threads.

    The intervals are proven, or, in a root that only looks ahead, believed.
    """

    position: Position
    choices: list[RootChoice]
    proven: bool = True
    _lock: Lock = field(default_factory=Lock, repr=False)

    def narrow(
        self, choice: RootChoice, lower: int | None = None, upper: int | None = None
    ) -> None:
        """Close the interval of a choice in on what was proven; a wider interval changes nothing.

        Proofs that contradict each other raise ArithmeticError: one of them was none. Beliefs
        may; then the older one is kept.
        """
        with self._lock:
            low = choice.lower if lower is None else max(lower, choice.lower)
            high = choice.upper if upper is None else min(upper, choice.upper)
            if low > high and not self.proven:
                low = high = choice.upper if upper is None else choice.lower
            if low > high:
                raise ArithmeticError(f"contradicting bounds of {choice.moves[0]}: {low} > {high}")
            choice.lower, choice.upper = low, high

    @property
    def lower(self) -> int:
        """The proven lower bound of the position's value."""
        return lower_of(self.choices)

    @property
    def upper(self) -> int:
        """The proven upper bound of the position's value."""
        return upper_of(self.choices)

    def copy(self) -> Root:
        """Return what is proven at this moment, to look ahead with or to report."""
        with self._lock:
            return Root(self.position, [replace(choice) for choice in self.choices], proven=False)

    def ranked(self) -> list[RootChoice]:
        """Return the choices best first.

        A choice that is proven worse than another one stands behind it. Otherwise the estimate
        decides, then the proven bounds, then the promised order of moves.
        """
        rest = list(self.choices)
        ranked: list[RootChoice] = []
        while rest:
            floor = lower_of(rest)
            able = [choice for choice in rest if choice.upper >= floor]
            best = max(able, key=lambda choice: (choice.value, choice.lower, choice.upper))
            ranked.append(best)
            rest.remove(best)
        return ranked


def lower_of(choices: Iterable[RootChoice]) -> int:
    """Return the proven lower bound of the best of some choices."""
    return max(choice.lower for choice in choices)


def upper_of(choices: Iterable[RootChoice]) -> int:
    """Return the proven upper bound of the best of some choices."""
    return max(choice.upper for choice in choices)


def root_of(position: Position) -> Root:
    """Return the root of a position that is not over, with nothing proven yet.

    The loser of everything that is left bounds every value: after a move no more than the points
    still on the table can change hands.
    """
    choices = []
    for (gain, state), moves in encode.moves_by_signature(position).items():
        left = position.points_left - gain
        choices.append(RootChoice(tuple(moves), gain, state, gain - left, gain + left))
    return Root(position, choices)


def open_choices(choices: Sequence[RootChoice], beta: int) -> list[RootChoice]:
    """Return the choices that may still be worth `beta` and are not proven to be."""
    return [choice for choice in choices if choice.lower < beta <= choice.upper]


# --- threads -------------------------------------------------------------------------------------
#
# The pool of threads at work on one question about the root.
#
# The calling thread is worker 0 and does everything alone when it is the only one, in the same
# order every time. Helpers take up the newest question and search the same choice; the kernels
# share the work below it among themselves (`solver.kernels.search`). Kernels release the GIL and
# return after a slice of nodes, which is when a worker looks up.

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
        """Let all workers together visit at most `nodes` nodes from now on, None: any number."""
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


# --- variation -----------------------------------------------------------------------------------
#
# Principal variations: best play for both sides, read from the table and proven again.

TRIES: Final = (100, 1_000, 10_000)
"""Nodes for each question about a move: the table knows most answers, so few are tried first."""

GLIMPSE: Final = 12
"""The most moves of a line that is read from the table while the search goes on."""

REREAD: Final = 60
"""Nodes for each question of an estimated line; nearly all answers are in the table."""


def principal_variation(
    position: Position,
    choice: RootChoice,
    move: Move,
    table: TranspositionTable,
    prover: Searcher | None,
    last: int = 0,
) -> tuple[Move, ...]:
    """Return `move` and the best play that follows, as far as it is known.

    With a prover, and where the value of the choice is proven, the line goes on to the end unless
    proving it again takes the prover beyond its node `last`. Without one it follows the table, and
    not far.
    """
    line = [move]
    position = position.play(move)
    value = choice.gain - choice.lower
    while not position.is_over and (prover is not None or len(line) < GLIMPSE):
        following = _best_move(position, value, table, prover if choice.settled else None, last)
        if following is None:
            break
        line.append(following)
        value = position.worth(following) - value
        position = position.play(following)
    return tuple(line)


def estimated_variation(
    position: Position, choice: RootChoice, move: Move, reader: Searcher, depth: int, last: int
) -> tuple[Move, ...]:
    """Return `move` and the play that its estimate rests on, after a look of `depth` plies.

    The look is asked again, ply by ply, which of the replies made its value; the table has the
    answers. The line ends where they are lost, or where the reader is beyond its node `last`.
    """
    line = [move]
    position = position.play(move)
    seen = choice.gain if choice.estimate is None else choice.estimate
    value = choice.gain - seen
    for horizon in range(depth - 2, -1, -1):
        following = _believed_move(position, value, reader, horizon, last)
        if following is None:
            break
        move, value = following
        line.append(move)
        position = position.play(move)
    return tuple(line)


def _believed_move(
    position: Position, value: int, reader: Searcher, horizon: int, last: int
) -> tuple[Move, int] | None:
    """Return a reply that a look saw to be worth `value`, with what is left of that after it."""
    if position.is_over:
        return None
    replies = encode.moves_by_signature(position).items()
    for (gain, state), moves in sorted(replies, key=lambda reply: -reply[0][0]):
        if reader.nodes >= last:
            return None
        answer = reader.bound(state, gain - value + 1, REREAD, horizon)
        if answer is not None and gain - answer >= value:
            return moves[0], gain - value
    return None


def _best_move(
    position: Position, value: int, table: TranspositionTable, prover: Searcher | None, last: int
) -> Move | None:
    """Return a move that is proven to be worth `value`, None if none is found by node `last`."""
    replies = []
    for (gain, state), moves in encode.moves_by_signature(position).items():
        lower, upper = table.known(state)
        if gain - lower >= value:
            replies.append((gain - upper, gain, state, moves[0]))
    replies.sort(key=lambda reply: -reply[0])  # those first that the table thinks most of
    if replies and replies[0][0] >= value:
        return replies[0][3]
    if prover is None:
        return None
    for nodes in TRIES:
        for _lower, gain, state, move in replies:
            if prover.nodes >= last:
                return None
            answer = prover.bound(state, gain - value + 1, min(nodes, last - prover.nodes))
            if answer is not None and gain - answer >= value:
                return move
    return None
