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
from typing import Final, TypeAlias

from battle.analysis.values import Bounds, MoveInfo, Values
from battle.engine.jobs import Target, is_reached
from battle.rules.disguise import ColumnOrder, column_order
from battle.rules.position import IllegalMoveError, Move, Player, Position
from battle.rules.problem import Problem
from battle.training.cards import Rating, rate
from battle.training.deck import Deck
from battle.training.exercise import Attempt, Exercise, Hint, Rated, Stage, Verdict, next_hint

# --- playout -------------------------------------------------------------------------------------
#
# Playing out: a problem goes on against perfect defence until the result is settled.
#
#     ASKING ──play──► REPLYING ──reply──► ASKING ──► … ──► OVER
#       ▲                └── waits while its values are not proven; `wanted` is what has to be
#       └────────── take_back ───────────┘
#
# Values come from one store, which others fill: nothing here waits or solves, but for small ends
# counted through. What the person's moves lose adds up in `lost`; among the moves that
# keep the value the defence takes the one after which the most replies lose points.

COUNTED: Final = 400
"""How many positions are counted through, at most, to see that a result is settled."""

SMALL: Final = 40
"""Up to how many tiles every move is proven; with more, which moves keep the value has to do."""

Wanted: TypeAlias = tuple[Position, Target]
"""A position, and what is to be proven of it."""


class PlayOut:
    """A problem being played out, or a position; the person has the side that is to move in it.

    Unless it `goes_on`, one move that loses nothing is all that is wanted, and of one that loses
    something it need not be proven how much.
    """

    def __init__(
        self, problem: Problem | Position, values: Values | None = None, *, goes_on: bool = True
    ) -> None:
        self.values = Values() if values is None else values
        self.start = problem if isinstance(problem, Position) else problem.position
        if isinstance(problem, Problem):
            self.values.learn(
                self.start,
                [MoveInfo(move, value, value, value) for move, value in problem.values.items()],
            )
        self.goes_on = goes_on
        self.position = self.start
        self.person: Player = self.start.to_move
        self.is_exact = True
        self.moves: list[Move] = []
        self.losses: list[int] = []
        self._places: list[Position] = []
        self._played: tuple[Position, Move] | None = None
        self.stage = Stage.ASKING
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
    def best_moves(self) -> tuple[Move, ...]:
        """The moves that keep the value here, none as long as they are not proven."""
        return self.values.best_moves(self.position) if self._knows(self.position) else ()

    @property
    def wanted(self) -> Wanted | None:
        """What has to be proven to go on, or to judge the next move at once; None if nothing."""
        if self._played is not None and self._cost(*self._played) is None:
            before, move = self._played
            known = self._known(before).is_exact
            return (before.play(move) if known else before), Target.VALUE
        if self.stage is Stage.OVER or self._knows(self.position):
            return None
        if self.stage is Stage.REPLYING and self._defences():
            return None
        return self.position, _target_at(self.position)

    def restarted(self) -> PlayOut:
        """Return it from its beginning, with all that is known by now."""
        return PlayOut(self.start, self.values, goes_on=self.goes_on)

    def play(self, move: Move) -> None:
        """Make the person's move, judged at once if its value is known.

        Raises IllegalMoveError where it cannot be played.
        """
        if self.stage is not Stage.ASKING:
            raise IllegalMoveError("illegal move {move}: it is not your turn", move=move)
        self.position.check(move)
        self._played = self.position, move
        self._go(move, Stage.REPLYING)
        self.judge()

    def judge(self) -> bool:
        """Judge the person's last move if the values allow; return whether all are judged."""
        if self._played is not None:
            found = self._cost(*self._played)
            if found is not None:
                cost, self.is_exact = found
                self.losses.append(cost)
                self._played = None
                if not (cost or self.goes_on):
                    self.stage = Stage.OVER
        return self.is_judged

    def reply(self) -> Move | None:
        """Make the defence's move, if it is its turn and the values allow; return it."""
        if self.stage is not Stage.REPLYING or not self.is_judged:
            return None
        defences = self._defences()
        if not defences:
            return None
        move = max(defences, key=self._resistance)
        self._go(move, Stage.ASKING)
        return move

    def take_back(self) -> None:
        """Take the person's last move back, with the reply to it; what it lost is forgotten."""
        while self.moves:
            self.moves.pop()
            self.position = self._places.pop()
            if self.position.to_move == self.person:
                break
        if self._played is None and self.losses:
            self.losses.pop()
        self._played, self.stage = None, Stage.ASKING
        self._settle()

    def _go(self, move: Move, stage: Stage) -> None:
        self._places.append(self.position)
        self.position = self.position.play(move)
        self.moves.append(move)
        self.stage = stage
        self._settle()

    def _settle(self) -> None:
        if settled_margin(self.position) is not None:
            self.stage = Stage.OVER

    def _cost(self, before: Position, move: Move) -> tuple[int, bool] | None:
        """Return what a move loses, and whether that is all, None while that is not proven."""
        value, made = self._known(before), self.values.of_move(before, move)
        if not value.is_exact:
            return None
        if made.is_exact or (not self.goes_on and made.upper < value.lower):
            return value.lower - made.upper, made.is_exact
        return (0, True) if not self.goes_on and made.lower >= value.lower else None

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

    def _knows(self, position: Position) -> bool:
        """Whether enough is proven of a position's moves."""
        self.values.connect(position)
        return is_reached(_target_at(position), self.values, position)

    def _known(self, position: Position) -> Bounds:
        self.values.connect(position)
        return self.values.known(position)


def _target_at(position: Position) -> Target:
    return Target.MOVES if position.tiles_left <= SMALL else Target.BEST


def settled_margin(position: Position) -> int | None:
    """Return the final margin, from player 1's side, if every way to play on leads to it.

    None if two ways lead to different margins, or there are too many to count through.
    """
    reached: dict[tuple[ColumnOrder, Player], int] = {}
    left = [COUNTED]

    def counted(place: Position) -> int:
        key = column_order(place), place.to_move
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


# --- practice ------------------------------------------------------------------------------------

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
