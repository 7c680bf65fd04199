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
from threading import Lock

from battle.rules.position import Move, Position
from solver.kernels import encode
from solver.kernels.encode import State


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
        guess = self.gain if self.estimate is None else self.estimate
        return max(self.lower, min(self.upper, guess))


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
        """Return what is proven at this moment, to look ahead with or to tell of."""
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
