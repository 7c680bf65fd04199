"""Hints: what can be told of a position step by step, each step telling more than the one before.

    WORTH    what a good pair is worth
    COLUMNS  the columns its tiles are taken from
    PAIR     the pair
    LINE     the play expected after it
    REASON   why a pair that looks good is not

Every step costs one hint, and all steps of a ladder are about one pair. It is a best one as far as
is known when the first step is taken; should a proof tell later that it is not, the ladder goes
over to one that is, says which pair it spoke of before, and tells what was told already anew
without a further price. Of the pair it is about it never says that it is worse than another one.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from battle.analysis.values import Known, Values
from battle.engine.analyst import AnalysisRequest, Analyst
from battle.engine.tasks import Target
from battle.rules.position import Move, Position

PRICE: Final = 1
"""The hints that a step costs."""

LINE_MOVES: Final = 6
"""So many moves of the play expected are told."""

LINE_SECONDS: Final = 0.6
"""The engine's seconds for each of them that is not known."""


class Step(Enum):
    """What a step tells."""

    WORTH = "worth"
    COLUMNS = "columns"
    PAIR = "pair"
    LINE = "line"
    REASON = "reason"


STEPS: Final = tuple(Step)


class Ladder:
    """The hints for the player to move at one position, read from a store that may still grow.

    `move` is the pair they are about, None before the first step. `given_up` are those that they
    were about before, until a proof told that they lose points.
    """

    def __init__(self, position: Position, values: Values) -> None:
        self.position = position
        self.move: Move | None = None
        self.given_up: tuple[Move, ...] = ()
        self._values = values
        self._taken = 0

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps that were taken, in their order."""
        return STEPS[: self._taken]

    @property
    def next(self) -> Step | None:
        """The step that would come next, None when all were taken."""
        return STEPS[self._taken] if self._taken < len(STEPS) else None

    def climb(self) -> bool:
        """Take the next step; return whether there was one and a good pair is known."""
        if self.next is None or not self._choose():
            return False
        self._taken += 1
        return True

    def correct(self) -> bool:
        """Go over to another pair if this one is proven to lose points; return whether it did."""
        if self.move is None or not self._is_refuted(self.move) or not self._good:
            return False
        self.given_up = (*self.given_up, self.move)
        self.move = self._good[0]
        return True

    @property
    def is_corrected(self) -> bool:
        """Whether they are about another pair than at first."""
        return bool(self.given_up)

    # --- what is told ---------------------------------------------------------------------------

    @property
    def points(self) -> int:
        """What the pair scores; 0 before the first step."""
        return 0 if self.move is None else self.position.worth(self.move)

    @property
    def columns(self) -> tuple[int, ...]:
        """The column or the two columns, 0 to 11, that the pair is taken from."""
        return () if self.move is None else tuple(sorted({cell.column for cell in self.move}))

    @property
    def line(self) -> tuple[Move, ...]:
        """The pair and the play expected after it, as far as it is known and told."""
        if self.move is None:
            return ()
        return (self.move, *self._values.line(self.position.play(self.move)))[:LINE_MOVES]

    @property
    def others(self) -> int | None:
        """How many other pairs are as good, None as long as that is not proven."""
        if not self._values.has_settled(self.position):
            return None
        return len(self._values.best_moves(self.position)) - 1

    @property
    def is_proven(self) -> bool:
        """Whether the pair is proven to be a best one."""
        if self.move is None:
            return False
        known = self._values.known(self.position)
        return known.is_exact and self._worth(self.move).lower >= known.lower

    @property
    def tempting(self) -> Move | None:
        """The highest pair that is known to lose points, proven where anything is; None without.

        It is never the pair that the hints are about.
        """
        costly = [
            move
            for move in self.position.legal_moves
            if move != self.move and self._values.told_cost(self.position, move).points
        ]
        return max(costly, key=self._temptation, default=None)

    def _temptation(self, move: Move) -> tuple[bool, int]:
        """Return how much is to be said for speaking of a costly pair."""
        known = self._values.known(self.position)
        return self._worth(move).upper < known.lower, self.position.worth(move)

    def _worth(self, move: Move) -> Known:
        return self._values.of_move(self.position, move)

    @property
    def _good(self) -> tuple[Move, ...]:
        """The best pairs as far as is known, the one that is expected first."""
        expected = self._values.line(self.position)[:1]
        best = self._values.best_moves(self.position)
        return tuple(sorted(best, key=lambda move: move not in expected))

    def _is_refuted(self, move: Move) -> bool:
        return self._worth(move).upper < self._values.known(self.position).lower

    def _choose(self) -> bool:
        """Settle what the hints are about; return whether that is known."""
        if self.move is None:
            self.move = next(iter(self._good), None)
        self.correct()
        return self.move is not None


class Foresight:
    """Has the line of a ladder found, one move after the other, until it is as long as is told."""

    def __init__(self, analyst: Analyst, ladder: Ladder) -> None:
        self._analyst = analyst
        self._ladder = ladder
        self._asked: set[Position] = set()
        self._request: AnalysisRequest | None = None
        self._go_on(True)

    @property
    def is_done(self) -> bool:
        """Whether nothing more is being looked for."""
        return self._request is None

    def close(self) -> None:
        """Ask nothing more."""
        if self._request is not None:
            self._analyst.withdraw(self._request)
            self._request = None

    def _go_on(self, _found: bool) -> None:
        """Ask about the end of the line, once for each."""
        self._request = None
        line, end = self._ladder.line, self._ladder.position
        for move in line:
            end = end.play(move)
        if len(line) < LINE_MOVES and not end.is_over and end not in self._asked:
            self._asked.add(end)
            self._request = self._analyst.ask(
                end, self._go_on, target=Target.BEST, seconds=LINE_SECONDS
            )
