"""The driver of null-window searches: one after another until a root's best choices are settled.

In the field this is a memory-enhanced test driver (MTD), here with growing steps from a first guess
(`solver.proof.beta`) and with several lines.

Several lines are settled one after the other: the best of all choices, then the best of the rest.
For the goal OUTCOME only the two questions are asked that decide between win, draw and loss.
"""

from __future__ import annotations

from battle.protocol import Goal
from battle.rules.position import Position, for_player
from solver.proof.beta import BetaChooser, outcome_beta
from solver.proof.root import Root, RootChoice, lower_of, upper_of
from solver.proof.threads import NullWindowQuestion, ThreadPool


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
            beta = self._margin_beta(choices)
        assert beta is not None, "asked for more when everything is settled"
        return NullWindowQuestion(self._root, choices, beta, self._horizon)

    def _margin_beta(self, choices: list[RootChoice]) -> int:
        rest = sorted(choices, key=lambda choice: choice.moves)
        if self._beta is None or rest != self._beta_of:
            first = self._beta is None and self._guess is not None
            guess = self._guess if first else max(choice.value for choice in choices)
            assert guess is not None
            self._beta = BetaChooser(guess)
            self._beta_of = rest
        return self._beta.next_beta(lower_of(choices), upper_of(choices))

    def _unsettled(self) -> list[RootChoice] | None:
        """Return the choices whose best is to be settled next, None if all lines are."""
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


def deficit_of(position: Position) -> int:
    """Return the points the player to move is behind, negative if ahead."""
    return -for_player(position.margin, position.to_move)
