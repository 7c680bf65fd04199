"""How values are proven: which question to ask next about a root, by which threads.

The root of a search has every first move with its proven interval. Null windows are asked about it
until its best choices are settled; what was proven is read again as lines of play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from threading import Condition, Lock, Thread
from typing import Final

from battle.protocol import Goal
from battle.rules.position import Move, Position, for_player
from solver.kernels import encode
from solver.kernels.encode import (
    OPENED_WEIGHT,
    RANK_WEIGHT,
    REPLIES_WEIGHT,
    Searcher,
    State,
)

# --- root ----------------------------------------------------------------------------------------
#
# The root of a search: every first move with its proven interval.
#
#     move      lower ………… upper       all for the player to move, points from here to the end
#     a1c9        3  ───────  9
#     f1l1       -2  ──  4              the position: lower 3, upper 9
#
# Intervals only ever close in. Moves that take interchangeable tiles lead to the same state and are
# one `RootChoice`.


@dataclass(eq=False)
class RootChoice:
    """Interchangeable first moves: what they score, the state after them, and what is proven.

    `estimate` is what the last depth saw, `before` what the one a ply shorter did.
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

    The intervals are proven, or, in a root of estimates, believed.
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
        return lower_of(self.choices)

    @property
    def upper(self) -> int:
        return upper_of(self.choices)

    def copy(self) -> Root:
        """Return what is proven at this moment, to search with or to report."""
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
"""Nodes between two checks of the clock: about 10 ms."""


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
        return self._searchers[0]

    @property
    def nodes(self) -> int:
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
        taken = int(min(nodes, self._left))
        self._left -= taken
        return taken

    def _search(self, question: NullWindowQuestion, worker: int, taken: int) -> bool:
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


# --- null window ---------------------------------------------------------------------------------
#
# The driver of null-window searches: one after another until a root's best choices are settled.
#
# In the field this is a memory-enhanced test driver (MTD), here with growing steps from a first
# guess (`BetaChooser`) and with several lines.
#
# Several lines are settled one after the other: the best of all choices, then the best of the rest.
# For the goal OUTCOME only the two questions are asked that decide between win, draw and loss.


class NullWindowDriver:
    """The questions about one root, asked in order; what they prove is noted in the root.

    `horizon` is the number of plies searched, None for proofs. `guess` is the first beta,
    without one it is the best choice's value.
    """

    def __init__(
        self,
        root: Root,
        lines: int,
        goal: Goal = Goal.MARGIN,
        horizon: int | None = None,
        guess: int | None = None,
    ) -> None:
        self._root = root
        self._lines = lines
        self._goal = goal
        self._deficit = deficit_of(root.position) if goal is Goal.OUTCOME else None
        self._horizon = horizon
        self._guess = guess
        self._question: NullWindowQuestion | None = None
        self._beta: BetaChooser | None = None
        self._beta_of: list[RootChoice] = []

    @property
    def is_done(self) -> bool:
        """Whether everything asked for is settled."""
        if self._deficit is not None:
            return self._outcome_beta(self._deficit) is None
        return self._unsettled() is None and not self._doubtful()

    def work(self, pool: ThreadPool, nodes: int) -> None:
        """Search one slice of at most `nodes` nodes for the question in hand, or the next one."""
        if self._question is None:
            self._question = self._next_question()
        question = self._question
        if not pool.work(question, nodes):
            self._question = None
            if self._beta is not None:
                self._beta.answered(high=lower_of(question.choices) >= question.beta)

    def _next_question(self) -> NullWindowQuestion:
        if self._deficit is not None:
            choices = self._root.ranked()
            beta = self._outcome_beta(self._deficit)
        else:
            rest = self._unsettled()
            if rest is None:
                self._beta = None
                return NullWindowQuestion(
                    self._root, self._doubtful()[:1], self._root.lower, self._horizon
                )
            choices = [choice for choice in self._root.ranked() if choice in rest]
            ordered = sorted(choices, key=lambda choice: choice.moves)
            if self._beta is None or ordered != self._beta_of:
                first = self._beta is None and self._guess is not None
                guess = self._guess if first else max(choice.value for choice in choices)
                assert guess is not None
                self._beta = BetaChooser(guess)
                self._beta_of = ordered
            beta = self._beta.next_beta(lower_of(choices), upper_of(choices))
        assert beta is not None, "asked for more when everything is settled"
        return NullWindowQuestion(self._root, choices, beta, self._horizon)

    def _unsettled(self) -> list[RootChoice] | None:
        """Return the choices whose best is settled next, None if all lines are."""
        rest = list(self._root.choices)
        lines = 0
        while rest and lines < self._lines:
            if lower_of(rest) != upper_of(rest):
                return rest
            best = max(rest, key=lambda choice: (choice.lower, choice.upper))
            lines += len(best.moves)
            rest.remove(best)
        return None

    def _doubtful(self) -> list[RootChoice]:
        """Return for the goal BEST the choices that may keep the value, but are not proven to."""
        if self._goal is not Goal.BEST:
            return []
        value = self._root.lower
        return [choice for choice in self._root.choices if choice.lower < value <= choice.upper]

    def _outcome_beta(self, deficit: int) -> int | None:
        guess = max(choice.value for choice in self._root.choices)
        return outcome_beta(deficit, self._root.lower, self._root.upper, guess)


# --- beta ----------------------------------------------------------------------------------------
#
# The next beta: where a null window is asked, so that an interval closes in on the value.
#
# Every null window asks "is it worth at least beta?"; it fails high or fails low. A question far
# from the value is cheap, one beside it expensive, and the two expensive ones (high at the value,
# low just above it) have to be asked whatever we do. So the questions begin at the first guess, and
# go away from it in growing steps, until the answer has turned; from then on they halve what is
# left. At all times both ends are proven.


@dataclass
class BetaChooser:
    """Chooses the null windows for one interval; it is given how each of them failed."""

    first_guess: int
    step: int = 1
    failed_high: bool = False
    failed_low: bool = False

    def next_beta(self, lower: int, upper: int) -> int:
        """Return a beta with `lower` < beta <= `upper`, where the two differ."""
        if self.failed_high and self.failed_low:
            wanted = lower + (upper - lower + 1) // 2
        elif self.failed_high:
            wanted = lower + self.step
        elif self.failed_low:
            wanted = upper - self.step + 1
        else:
            wanted = self.first_guess
        return max(lower + 1, min(upper, wanted))

    def answered(self, *, high: bool) -> None:
        """Take note of how the last null window failed, so that the next one goes on from it."""
        if self.failed_high if high else self.failed_low:
            self.step *= 2
        self.failed_high |= high
        self.failed_low |= not high


def deficit_of(position: Position) -> int:
    """Return the points that the player to move is behind: a value above it wins."""
    return -for_player(position.margin, position.to_move)


def outcome_beta(deficit: int, lower: int, upper: int, guess: int) -> int | None:
    """Return the beta that helps to decide win, draw or loss, None if that is decided.

    A value equal to `deficit` draws. Only two questions can matter; the one nearer to the guess is
    asked first.
    """
    wins = deficit + 1
    can_win = lower < wins <= upper
    can_draw = lower < deficit <= upper
    if can_win and (guess > deficit or not can_draw):
        return wins
    return deficit if can_draw else None


# --- deepening -----------------------------------------------------------------------------------
#
# Iterative deepening: estimates that search one ply deeper each time, a slice at a time.
#
# So a move is always at hand.


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


# --- first guess ---------------------------------------------------------------------------------
#
# The first guess of a big proof: the value of small positions on the way to its end.
#
#     position ── likely move ── likely move ── … ── a position that is solved in no time
#         ↖ guess ← proven ←── guess ← proven ←──────┘
#
# A line of likely moves is followed until few enough tiles are left; from there each position of
# the line is solved in turn, its first question asked where its neighbour's proven value puts it.
# That is what a principal variation search with a wide window does, with the null windows there
# are: the value after the likely move is a lower bound, and right more often than not. All that is
# proven on the way stays in the table. Nodes against one guess for all, geometric means of 8
# positions with 80 tiles and 20 with 72: 1,721,408 against 2,224,039 and 249,126 against 270,297.

LEAST_TILES: Final = 68
"""Below it a position is solved as fast without."""

BOTTOM_TILES: Final = 52
"""Where a line of likely moves ends."""


class FirstGuess:
    """Solves the positions after the likely moves of `position`, the last one first.

    `root_of` gives a position's root with what the table knows of it. `value` is the guess of the
    value of `position`: None until it is done, or if the position is too small for a line.
    """

    def __init__(self, position: Position, root_of: Callable[[Position], Root]) -> None:
        self.value: int | None = None
        self._root_of = root_of
        self._line: list[Position] = []
        self._root: Root | None = None
        self._driver: NullWindowDriver | None = None
        if position.tiles_left >= LEAST_TILES:
            self._line = likely_line(position)

    @property
    def is_done(self) -> bool:
        """Whether the position itself is next."""
        return len(self._line) < 2

    @property
    def tiles(self) -> int:
        """The number of tiles of the position in hand."""
        return self._line[-1].tiles_left

    def work(self, pool: ThreadPool, nodes: int) -> None:
        """Search one slice of at most `nodes` nodes for the position in hand."""
        position = self._line[-1]
        if position.is_over:
            self._solved(0)
            return
        if self._root is None or self._driver is None:
            self._root = self._root_of(position)
            self._driver = NullWindowDriver(self._root, 1, guess=self.value)
        if not self._driver.is_done:
            self._driver.work(pool, nodes)
        if self._driver.is_done:
            self._solved(self._root.lower)

    def _solved(self, value: int) -> None:
        """Go on with the position before the one in hand, whose value is proven."""
        after = self._line.pop()
        before = self._line[-1]
        gained = sum(after.points) - sum(before.points)
        self.value = gained - value
        self._root = self._driver = None


def likely_line(position: Position) -> list[Position]:
    """Return the positions from `position` on after likely moves, down to BOTTOM_TILES."""
    line = [position]
    while line[-1].tiles_left > BOTTOM_TILES and not line[-1].is_over:
        line.append(line[-1].play(_likely_move(line[-1])))
    return line


def _likely_move(position: Position) -> Move:
    """Return the move that the kernels would search first, counted on the board."""
    before = set(position.legal_moves)
    firsts = [moves[0] for moves in encode.moves_by_signature(position).values()]

    def likelihood(move: Move) -> int:
        after = position.play(move)
        opened = max((after.worth(m) for m in after.legal_moves if m not in before), default=0)
        return (
            RANK_WEIGHT * position.worth(move)
            - OPENED_WEIGHT * opened
            - REPLIES_WEIGHT * len(encode.moves_by_signature(after))
        )

    return max(firsts, key=likelihood)


# --- variation -----------------------------------------------------------------------------------
#
# Principal variations: best play for both sides, read from the table and proven again.

TRIES: Final = (100, 1_000, 10_000)
"""Nodes for each question about a move: the table knows most answers, so few are tried first."""

GLIMPSE: Final = 12
"""The most moves of a line that is read from the table while the search goes on."""

REREAD: Final = 60
"""Nodes for each question of an estimated line; nearly all answers are in the table."""

SHOWN: Final = 6
"""Plies that an estimated line has at least."""


def principal_variation(
    position: Position,
    choice: RootChoice,
    move: Move,
    searcher: Searcher,
    last: int,
) -> tuple[Move, ...]:
    """Return `move` and the best play that follows, as far as it is known.

    Where the value of the choice is proven, the line goes on to the end unless proving it again
    takes the searcher beyond its node `last`. If that is 0 it follows the table, and not far.
    """
    line = [move]
    position = position.play(move)
    value = choice.gain - choice.lower
    while not position.is_over and (last or len(line) < GLIMPSE):
        following = _best_move(position, value, searcher, last if choice.settled else 0)
        if following is None:
            break
        line.append(following)
        value = position.worth(following) - value
        position = position.play(following)
    return tuple(line)


def estimated_variation(
    position: Position, choice: RootChoice, move: Move, reader: Searcher, depth: int, last: int
) -> tuple[Move, ...]:
    """Return `move` and the play that its estimate rests on, after a search of `depth` plies.

    The search is asked again, ply by ply, which of the replies made its value; the table has the
    answers. Where they are lost, or the search saw no further, the likeliest replies follow until
    the line has `SHOWN` plies. It ends early where the reader is beyond its node `last`.
    """
    line = [move]
    position = position.play(move)
    seen = choice.gain if choice.estimate is None else choice.estimate
    value = choice.gain - seen
    while len(line) < max(depth, SHOWN) and not position.is_over:
        horizon = max(depth - 1 - len(line), min(depth, 1))
        following, value, is_believed = _believed_move(position, value, reader, horizon, last)
        if following is None or not (is_believed or len(line) < SHOWN):
            break
        line.append(following)
        position = position.play(following)
    return tuple(line)


def _believed_move(
    position: Position, value: int, reader: Searcher, horizon: int, last: int
) -> tuple[Move | None, int, bool]:
    """Return a reply that a search saw to be worth `value`, what is left of that after it, True.

    Without one it is the reply that may be worth most, what is left after it, and False; None if
    the reader is beyond its node `last`.
    """
    best: tuple[Move | None, int, bool] = (None, value, False)
    most = -inf
    for (gain, state), moves in sorted(
        encode.moves_by_signature(position).items(), key=lambda reply: -reply[0][0]
    ):
        if reader.nodes >= last:
            break
        answer = reader.bound(state, gain - value + 1, REREAD, horizon)
        if answer is not None and gain - answer >= value:
            return moves[0], gain - value, True
        if answer is not None and gain - answer > most:
            most, best = gain - answer, (moves[0], answer, False)
    return best


def _best_move(position: Position, value: int, searcher: Searcher, last: int) -> Move | None:
    """Return a move that is proven to be worth `value`, None if none is found by node `last`."""
    replies = []
    for (gain, state), moves in encode.moves_by_signature(position).items():
        lower, upper = searcher.known(state)
        if gain - lower >= value:
            replies.append((gain - upper, gain, state, moves[0]))
    replies.sort(key=lambda reply: -reply[0])  # those first that the table thinks most of
    if replies and replies[0][0] >= value:
        return replies[0][3]
    for nodes in TRIES:
        for _lower, gain, state, move in replies:
            if searcher.nodes >= last:
                return None
            answer = searcher.bound(state, gain - value + 1, min(nodes, last - searcher.nodes))
            if answer is not None and gain - answer >= value:
                return move
    return None
