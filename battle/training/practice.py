"""Practice: an exercise in hand, from the first look to the verdict, and what is tried after it.

    ASKING ──play──► CHECKING ──► nothing lost, or little: REPLYING ──reply──► ASKING … ──► OVER
      ▲                └──────► WRONG ──take_back──► the same choice again
      └──────────────────────────────────┘

The answer counts once. It is kept as soon as it is missed, or when it has been played out, or when
the person has had enough; from then on it is `rated`, and whatever is tried counts no more.
While it counts, a little lost is no reason to stop; afterwards every loss is put right.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from battle.rules.position import IllegalMoveError, Move, Position
from battle.training.cards import Rating, rate
from battle.training.deck import Deck
from battle.training.exercise import Attempt, Exercise, Hint, Rated, Stage, Verdict, next_hint
from battle.training.playout import PlayOut, Wanted

_NEVER: Final = datetime.max


class Practice:
    """One exercise of a deck; add the time that passes while it counts to `seconds`.

    What belongs to no deck comes as a `playout` alone, and is rated but not kept.

    `verdict` is on the person's last move, `worst` on the first of those that lost most while it
    counted; `rated` is what the answer was worth, None as long as it counts.
    """

    def __init__(
        self,
        deck: Deck | None = None,
        exercise: Exercise | None = None,
        playout: PlayOut | None = None,
    ) -> None:
        self._deck = deck
        self.exercise = exercise
        if playout is None:
            assert exercise is not None
            playout = PlayOut(exercise.problem)
        self.playout = playout
        self.rated: Rated | None = None
        self.verdict: Verdict | None = None
        self.worst: Verdict | None = None
        self.hints: tuple[Hint, ...] = ()
        self.seconds = 0.0
        self.lost = 0
        self.hint_count = 0
        self.is_shown = self.has_seen_solution = False
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
        return self.rated is None

    @property
    def is_begun(self) -> bool:
        """Whether a move has been judged, so that there is something to keep."""
        return self.counts and bool(self.playout.losses)

    @property
    def stage(self) -> Stage:
        """Where the exercise stands."""
        if self._open is not None:
            return Stage.CHECKING
        if self._is_wrong:
            return Stage.WRONG
        return self.playout.stage

    @property
    def best_moves(self) -> tuple[Move, ...]:
        """The moves that keep the value of the position in front, none while it is not known."""
        return self.playout.best_moves

    @property
    def takes_help(self) -> bool:
        """Whether a hint or the solution can be asked for."""
        return self.stage is Stage.ASKING

    @property
    def wanted(self) -> Wanted | None:
        """What has to be proven next; None if nothing."""
        return None if self._is_wrong else self.playout.wanted

    # --- moves ----------------------------------------------------------------------------------

    def play(self, move: Move) -> None:
        """Make the person's move; raise IllegalMoveError where it cannot be played now."""
        if self.stage is not Stage.ASKING:
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
        self.verdict = Verdict(*self._open, self.playout.losses[-1], self.playout.is_exact)
        self._open = None
        if self.counts and self.verdict.cost > (self.worst.cost if self.worst else 0):
            self.worst = self.verdict
        if self.counts and self._rating is Rating.MISSED:
            self._keep()
        self._is_wrong = self.verdict.cost > 0 and not self.counts
        self._keep_if_over()

    def reply(self) -> Move | None:
        """Make the defence's move, if it is its turn and its values are known; return it."""
        if self.stage is not Stage.REPLYING:
            return None
        move = self.playout.reply()
        self._keep_if_over()
        return move

    def take_back(self) -> None:
        """Take the wrong move back: the person has the same choice again."""
        if self._is_wrong:
            self._is_wrong = False
            self.playout.take_back()

    def withdraw(self) -> None:
        """Take a move back that could not be judged."""
        if self._open is not None:
            self._open = None
            self.playout.take_back()

    def again(self) -> None:
        """Begin once more at the beginning; it does not count."""
        if not self.counts:
            self.playout = self.playout.restarted()
            self._is_wrong, self._open, self.verdict, self.hints = False, None, None, ()

    # --- help -----------------------------------------------------------------------------------

    def hint(self) -> Hint | None:
        """Give one more hint about the position in front; None if there is none, or not yet."""
        hint = next_hint(self.hints, self.best_moves)
        if not self.takes_help or hint is None or hint.move is None:
            return None
        self.hints = (*self.hints, hint)
        self.hint_count += self.counts
        return hint

    def show_solution(self) -> tuple[Move, ...]:
        """Return the best moves of the position in front; none if they are not known yet.

        An exercise that still counts is kept as missed.
        """
        best = self.best_moves if self.takes_help else ()
        self.has_seen_solution |= bool(best)
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
        trap = 0 if self.exercise is None else self.exercise.original.trap
        return rate(self.playout.lost, trap, hints=self.hint_count, shown=self.is_shown)

    def _keep_if_over(self) -> None:
        if self.stage is Stage.OVER and self.counts:
            self._keep()

    def _keep(self) -> None:
        self.lost = self.playout.lost
        if self._deck is None or self.exercise is None:
            self.rated = Rated(self._rating, _NEVER, counted=False)
            return
        attempt = Attempt(
            self.lost, self.first, self.hint_count, self.is_shown, round(self.seconds, 1)
        )
        self.rated = self._deck.answer(self.exercise, attempt)
