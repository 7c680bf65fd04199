"""The driver of null-window searches: one after another until a root's best choices are settled.

In the field this is a memory-enhanced test driver (MTD), here with growing steps from a first guess
(`BetaChooser`) and with several lines.

Several lines are settled one after the other: the best of all choices, then the best of the rest.
For the goal OUTCOME only the two questions are asked that decide between win, draw and loss.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from battle.protocol import Goal
from battle.rules.position import Move, Position, for_player
from solver.kernels import encode
from solver.kernels.encode import OPENED_WEIGHT, RANK_WEIGHT, REPLIES_WEIGHT
from solver.proof.root import NullWindowQuestion, Root, RootChoice, ThreadPool, lower_of, upper_of


class NullWindowDriver:
    """The questions about one root, asked in order; what they prove is noted in the root.

    `horizon` is the number of plies looked ahead, None for proofs. `guess` is the first beta,
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
        behind = -for_player(root.position.margin, root.position.to_move)
        self._deficit = behind if goal is Goal.OUTCOME else None
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

FIRST_STEP: Final = 1


@dataclass
class BetaChooser:
    """Chooses the null windows for one interval; it is given how each of them failed."""

    first_guess: int
    step: int = FIRST_STEP
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


def outcome_beta(deficit: int, lower: int, upper: int, guess: int) -> int | None:
    """Return the beta that helps to decide win, draw or loss, None if that is decided.

    `deficit` is what the player to move is behind: a value above it wins, equal to it draws. Only
    two questions can matter; the one nearer to the guess is asked first.
    """
    wins = deficit + 1
    can_win = lower < wins <= upper
    can_draw = lower < deficit <= upper
    if can_win and (guess > deficit or not can_draw):
        return wins
    return deficit if can_draw else None


# --- deepening -----------------------------------------------------------------------------------
#
# Iterative deepening: estimates that look one ply further each time, a slice at a time.
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
        replies = len(encode.moves_by_signature(after))
        return (
            RANK_WEIGHT * position.worth(move) - OPENED_WEIGHT * opened - REPLIES_WEIGHT * replies
        )

    return max(firsts, key=likelihood)
