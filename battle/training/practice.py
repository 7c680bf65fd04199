"""Practice: an exercise in hand, from the first look to the verdict, and what is tried after it.

    YOURS ──play──► JUDGING ──► nothing lost, or little: THEIRS ──reply──► YOURS … ──► OVER
      ▲                └──────► WRONG ──take_back──► the same choice again
      └──────────────────────────────────┘

The answer counts once. It is kept as soon as it is missed, or when it has been played out, or when
the person has had enough; from then on there is a `verdict`, and whatever is tried counts no more.
While it counts, a little lost is no reason to stop; afterwards every loss is put right.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from battle.rules.errors import IllegalMoveError
from battle.rules.move import Move
from battle.rules.position import Position
from battle.training import playout
from battle.training.cards import Rating, rate
from battle.training.deck import Deck
from battle.training.exercise import Attempt, Exercise, Verdict
from battle.training.playout import PlayOut, Wanted


class Stage(Enum):
    """Where an exercise stands."""

    YOURS = "yours"
    JUDGING = "judging"
    WRONG = "wrong"
    THEIRS = "theirs"
    OVER = "over"


class HintStep(Enum):
    """What a hint tells of a best pair: what it is worth, a column it is taken from, all of it."""

    WORTH = "worth"
    COLUMN = "column"
    PAIR = "pair"


HINTS: Final = tuple(HintStep)
"""The hints that a position has, in their order."""


@dataclass(frozen=True)
class Hint:
    """A hint, about the best pair `move` of the position in front."""

    step: HintStep
    move: Move


@dataclass(frozen=True)
class Judged:
    """A move of the person that was judged: what it was played from, and the points it lost."""

    before: Position
    move: Move
    cost: int


class Practice:
    """One exercise of a deck; add the time that passes while it counts to `seconds`.

    `judged` is the person's last move, `worst` the first of those that lost most while it counted.
    """

    def __init__(self, deck: Deck, exercise: Exercise) -> None:
        self._deck = deck
        self.exercise = exercise
        self.playout = PlayOut(exercise.problem)
        self.verdict: Verdict | None = None
        self.judged: Judged | None = None
        self.worst: Judged | None = None
        self.hints: tuple[Hint, ...] = ()
        self.seconds = 0.0
        self.lost = 0
        self.hint_count = 0
        self.is_shown = False
        self._is_wrong = False
        self._open: tuple[Position, Move] | None = None
        self.first: Move | None = None

    # --- where it stands ------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The position in front."""
        return self.playout.position

    @property
    def counts(self) -> bool:
        """Whether what is done still counts."""
        return self.verdict is None

    @property
    def is_begun(self) -> bool:
        """Whether a move has been judged, so that there is something to keep."""
        return self.counts and bool(self.playout.losses)

    @property
    def stage(self) -> Stage:
        """Where the exercise stands."""
        if self._open is not None:
            return Stage.JUDGING
        if self._is_wrong:
            return Stage.WRONG
        return {
            playout.Stage.YOURS: Stage.YOURS,
            playout.Stage.THEIRS: Stage.THEIRS,
            playout.Stage.SETTLED: Stage.OVER,
        }[self.playout.stage]

    @property
    def wanted(self) -> Wanted | None:
        """What has to be proven next; None if nothing."""
        return None if self._is_wrong else self.playout.wanted

    # --- moves ----------------------------------------------------------------------------------

    def play(self, move: Move) -> None:
        """Make the person's move; raise IllegalMoveError where it cannot be played now."""
        if self.stage is not Stage.YOURS:
            raise IllegalMoveError("illegal move {move}: it is not your turn", move=move)
        before = self.position
        self.playout.play(move)
        self._open = before, move
        if self.first is None:
            self.first = move
        self.hints = ()
        self.update()

    def update(self) -> None:
        """Judge the person's last move as soon as its value is known."""
        if self._open is None or not self.playout.judge():
            return
        self.judged = Judged(*self._open, self.playout.losses[-1])
        self._open = None
        if self.counts and self.judged.cost > (self.worst.cost if self.worst else 0):
            self.worst = self.judged
        if self.counts and self._rating is Rating.MISSED:
            self._keep()
        self._is_wrong = self.judged.cost > 0 and not self.counts
        self._keep_if_over()

    def reply(self) -> Move | None:
        """Make the defence's move, if it is its turn and its values are known; return it."""
        if self.stage is not Stage.THEIRS:
            return None
        move = self.playout.reply()
        self._keep_if_over()
        return move

    def take_back(self) -> None:
        """Take the wrong move back: the person has the same choice again."""
        if self._is_wrong:
            self._is_wrong = False
            self.playout.take_back()

    def again(self) -> None:
        """Begin once more at the beginning; it does not count."""
        if not self.counts:
            self.playout = PlayOut(self.exercise.problem, self.playout.values)
            self._is_wrong, self._open, self.judged, self.hints = False, None, None, ()

    # --- help -----------------------------------------------------------------------------------

    def hint(self) -> Hint | None:
        """Give one more hint about the position in front; None if there is none, or not yet."""
        best = self.playout.best_moves
        if self.stage is not Stage.YOURS or not best or len(self.hints) == len(HINTS):
            return None
        hint = Hint(HINTS[len(self.hints)], best[0])
        self.hints = (*self.hints, hint)
        self.hint_count += self.counts
        return hint

    def show(self) -> tuple[Move, ...]:
        """Show the best moves of the position in front; none if they are not known yet.

        An exercise that still counts is kept as missed.
        """
        best = self.playout.best_moves if self.stage is Stage.YOURS else ()
        if best and self.counts:
            self.is_shown = True
            self._keep()
        return best

    # --- the end --------------------------------------------------------------------------------

    def finish(self) -> None:
        """Keep the answer as far as it went, if a move was judged."""
        if self.is_begun:
            self._keep()

    @property
    def _rating(self) -> Rating:
        trap = self.exercise.original.trap
        return rate(self.playout.lost, trap, hints=self.hint_count, shown=self.is_shown)

    def _keep_if_over(self) -> None:
        if self.stage is Stage.OVER and self.counts:
            self._keep()

    def _keep(self) -> None:
        self.lost = self.playout.lost
        attempt = Attempt(
            self.lost, self.first, self.hint_count, self.is_shown, round(self.seconds, 1)
        )
        self.verdict = self._deck.answer(self.exercise, attempt)
