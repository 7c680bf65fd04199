"""Playing out: a problem goes on against perfect defence until the result is settled.

    YOURS ──play──► THEIRS ──reply──► YOURS ──► … ──► SETTLED
                      └── waits while its values are not proven; `wanted` is what has to be

Values come from one store, filled by whoever asks the engine: nothing here waits or solves, but for
small ends counted through. What the person's moves lose adds up in `lost`; among the moves that
keep the value the defence takes the one after which the most replies lose points.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from battle.analysis.values import Finding, Known, Values
from battle.rules.errors import IllegalMoveError
from battle.rules.move import Move
from battle.rules.position import Player, Position
from battle.rules.problem import Problem
from battle.trainer.disguise import Shape, shape

COUNTED: Final = 400
"""How many positions are counted through, at most, to see that a result is settled."""


class Stage(Enum):
    """Whose turn it is."""

    YOURS = "yours"
    THEIRS = "theirs"
    SETTLED = "settled"


class PlayOut:
    """A problem being played out; the person has the side that is to move in it."""

    def __init__(self, problem: Problem, values: Values | None = None) -> None:
        self.values = Values() if values is None else values
        self.values.learn(
            problem.position,
            [Finding(move, value, value, value) for move, value in problem.values.items()],
        )
        self.position = problem.position
        self.person: Player = problem.position.to_move
        self.moves: list[Move] = []
        self.losses: list[int] = []
        self._played: tuple[Position, Move] | None = None
        self.stage = Stage.YOURS
        self._settle()

    @property
    def lost(self) -> int:
        """The points that the person's moves have lost so far, as far as they are proven."""
        return sum(self.losses)

    @property
    def is_judged(self) -> bool:
        """Whether it is known of every move of the person what it lost."""
        return self._played is None

    @property
    def wanted(self) -> Position | None:
        """The position whose moves have to be proven, to go on or to judge the next move at once.

        None if nothing has to be.
        """
        if self._played is not None and self._cost(*self._played) is None:
            return self._played[0]
        if self.stage is Stage.THEIRS and not self._defences():
            return self.position
        if self.stage is Stage.YOURS and not self._is_proven(self.position):
            return self.position
        return None

    def play(self, move: Move) -> None:
        """Make the person's move; raise IllegalMoveError where it cannot be played."""
        if self.stage is not Stage.YOURS:
            raise IllegalMoveError("illegal move {move}: it is not your turn", move=move)
        self.position.check(move)
        self._played = self.position, move
        self._go(move, Stage.THEIRS)
        self.update()

    def update(self) -> None:
        """Go on as far as the values allow: judge the person's move, and make the reply."""
        if self._played is not None:
            cost = self._cost(*self._played)
            if cost is None:
                return
            self.losses.append(cost)
            self._played = None
        if self.stage is Stage.THEIRS:
            defences = self._defences()
            if defences:
                self._go(max(defences, key=self._resistance), Stage.YOURS)

    def _go(self, move: Move, stage: Stage) -> None:
        self.position = self.position.play(move)
        self.moves.append(move)
        self.stage = stage
        self._settle()

    def _settle(self) -> None:
        if settled_margin(self.position) is not None:
            self.stage = Stage.SETTLED

    def _cost(self, before: Position, move: Move) -> int | None:
        """Return what a move loses, None while that is not proven."""
        value, made = self._known(before), self.values.of_move(before, move)
        return value.lower - made.lower if value.is_exact and made.is_exact else None

    def _defences(self) -> list[Move]:
        """Return the moves that keep the value for the other player, none while not proven."""
        known = self._known(self.position)
        if not known.is_exact:
            return []
        moves = self.position.legal_moves
        return [m for m in moves if self.values.of_move(self.position, m).lower == known.lower]

    def _resistance(self, move: Move) -> tuple[int, int]:
        """Return how many replies are known to lose points, and how many points the worst loses."""
        after = self.position.play(move)
        known = self._known(after)
        costs = [
            known.lower - self.values.of_move(after, reply).upper for reply in after.legal_moves
        ]
        return sum(cost > 0 for cost in costs), max(costs, default=0)

    def _is_proven(self, position: Position) -> bool:
        """Whether the value of every move is proven."""
        self.values.connect(position)
        moves = position.legal_moves
        return all(self.values.of_move(position, move).is_exact for move in moves)

    def _known(self, position: Position) -> Known:
        self.values.connect(position)
        return self.values.known(position)


def settled_margin(position: Position) -> int | None:
    """Return the final margin, from player 1's side, if every way to play on leads to it.

    None if two ways lead to different margins, or there are too many to count through.
    """
    reached: dict[tuple[Shape, Player], int] = {}
    left = [COUNTED]

    def counted(place: Position) -> int:
        key = shape(place), place.to_move
        if key not in reached:
            left[0] -= 1
            if left[0] < 0:
                raise _Open
            found = {counted(place.play(move)) for move in place.legal_moves} or {place.margin}
            if len(found) > 1:
                raise _Open
            reached[key] = found.pop() - place.margin
        return place.margin + reached[key]

    try:
        return counted(position)
    except _Open:
        return None


class _Open(Exception):  # noqa: N818 - a finding, not an error
    """More than one margin can still be reached, or too much would have to be counted."""
