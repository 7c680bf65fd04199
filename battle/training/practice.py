"""Practice: an exercise being worked on, from the first look to the end.

    ASKING ──play──► CHECKING ──► nothing lost, or little: REPLYING ──reply──► ASKING … ──► OVER
      ▲                └──────► WRONG ──take_back──► the same choice again
      └──────────────────────────────────┘

An exercise of the deck is played out against perfect defence until the result is settled; of a
mistake in a lesson one move that loses nothing is all that is wanted.

The answer counts once. It is kept as soon as it is missed, or at the end, or when the person has
had enough; from then on it is `rated`, and nothing that is tried counts any more. While it counts,
a small loss is no reason to stop; afterwards every loss is put right.

Values come from one store, which others fill: nothing here waits or solves, but for small endings
counted through. Among the moves that keep the value the defence takes the one after which the most
replies lose points.
"""

from __future__ import annotations

from datetime import datetime
from enum import Enum
from typing import Final, NamedTuple, TypeAlias

from battle.analysis.values import Bounds, MoveInfo, Values
from battle.coach.hints import Step
from battle.engine.jobs import Target, is_reached
from battle.rules.disguise import ColumnOrder, column_order
from battle.rules.position import IllegalMoveError, Move, Player, Position
from battle.training.deck import Deck, Exercise, Rated, Rating, rate

COUNTED: Final = 400
"""How many positions are counted through, at most, to see that a result is settled."""

SMALL: Final = 40
"""Up to how many tiles every move is proven; with more, which moves keep the value has to do."""

STEPS: Final = (Step.WORTH, Step.COLUMNS, Step.PAIR)
"""The hints in their order; of the columns one. After the last comes the solution."""

_NEVER: Final = datetime.max

Wanted: TypeAlias = tuple[Position, Target]
"""A position, and what is to be proven of it."""


class Stage(Enum):
    """Where an exercise stands."""

    ASKING = "asking"
    CHECKING = "checking"
    REPLYING = "replying"
    WRONG = "wrong"
    OVER = "over"


class Hint(NamedTuple):
    """What `step` says of a best pair, `move`."""

    step: Step
    move: Move


class Verdict(NamedTuple):
    """What is known of an answer, the pair `move` taken from `position`.

    It costs at least `cost` points, exactly that if it `is_exact`.
    """

    position: Position
    move: Move
    cost: int
    is_exact: bool = True


class Practice:
    """An exercise that is played out, or a position in which one best move is asked for.

    What belongs to no `deck` is rated but not kept. Add the time that passes while it counts to
    `seconds`. `verdict` is on the person's last move, `worst` on the first of those that lost most
    while it counted; `rated` is what the answer was worth, None as long as it counts, `lost` the
    points that it had lost by then.
    """

    def __init__(
        self, task: Exercise | Position, deck: Deck | None = None, values: Values | None = None
    ) -> None:
        self.values = Values() if values is None else values
        self.exercise = None if isinstance(task, Position) else task
        self.start = task if isinstance(task, Position) else task.problem.position
        if self.exercise is not None:
            worth = self.exercise.problem.values.items()
            self.values.learn(self.start, [MoveInfo(move, one, one, one) for move, one in worth])
        self._deck = deck
        self.person: Player = self.start.to_move
        self.rated: Rated | None = None
        self.worst: Verdict | None = None
        self.first: Move | None = None
        self.seconds = 0.0
        self.lost = 0
        self.hint_count = 0
        self.is_shown = self.has_seen_solution = False
        self._begin()

    def _begin(self) -> None:
        self.position = self.start
        self.moves: list[Move] = []
        self.losses: list[int] = []
        self._places: list[Position] = []
        self.verdict: Verdict | None = None
        self.hints: tuple[Hint, ...] = ()
        self.stage = self._next_stage(Stage.ASKING)

    # --- where it stands ------------------------------------------------------------------------

    @property
    def counts(self) -> bool:
        """Whether what is done still counts."""
        return self.rated is None

    @property
    def is_begun(self) -> bool:
        """Whether a move has been judged, so that there is something to keep."""
        return self.counts and bool(self.losses)

    @property
    def best_moves(self) -> tuple[Move, ...]:
        """The moves that keep the value of the position in front, none while it is not known."""
        return self.values.best_moves(self.position) if self._is_known else ()

    @property
    def wanted(self) -> Wanted | None:
        """What has to be proven to go on, or to judge the next move at once; None if nothing."""
        if self.stage is Stage.CHECKING and self._cost() is None:
            before = self._places[-1]
            return (self.position if self._known(before).is_exact else before), Target.VALUE
        if self.stage in (Stage.WRONG, Stage.OVER) or self._is_known:
            return None
        if self.stage is Stage.REPLYING and self._defences():
            return None
        return self.position, self._target

    # --- moves ----------------------------------------------------------------------------------

    def play(self, move: Move) -> None:
        """Make the person's move; raise IllegalMoveError where it cannot be played now."""
        if self.stage is not Stage.ASKING:
            raise IllegalMoveError("illegal move {move}: it is not your turn", move=move)
        self._go(move)
        self.first = self.first or move
        self.hints = ()
        self.stage = Stage.CHECKING
        self.update()

    def update(self) -> None:
        """Judge the person's last move as soon as its value is known."""
        found = self._cost() if self.stage is Stage.CHECKING else None
        if found is None:
            return
        cost, is_exact = found
        self.losses.append(cost)
        self.verdict = Verdict(self._places[-1], self.moves[-1], cost, is_exact)
        if self.counts and cost > (self.worst.cost if self.worst else 0):
            self.worst = self.verdict
        if self.counts and self._rating is Rating.MISSED:
            self._keep()
        following = Stage.OVER if self.exercise is None else self._next_stage(Stage.REPLYING)
        self.stage = Stage.WRONG if cost and not self.counts else following
        self._keep_if_over()

    def reply(self) -> Move | None:
        """Make the defence's move, if it is its turn and its values are known; return it."""
        defences = self._defences() if self.stage is Stage.REPLYING else []
        if not defences:
            return None
        move = max(defences, key=self._resistance)
        self._go(move)
        self.stage = self._next_stage(Stage.ASKING)
        self._keep_if_over()
        return move

    def take_back(self) -> None:
        """Take a move back that was wrong or could not be judged: the same choice comes again."""
        if self.stage is Stage.WRONG:
            self.losses.pop()
        if self.stage in (Stage.WRONG, Stage.CHECKING):
            self.moves.pop()
            self.position = self._places.pop()
            self.stage = Stage.ASKING

    def again(self) -> None:
        """Begin once more at the beginning; it does not count."""
        if not self.counts:
            self._begin()

    def _go(self, move: Move) -> None:
        self.position.check(move)
        self._places.append(self.position)
        self.position = self.position.play(move)
        self.moves.append(move)

    def _next_stage(self, stage: Stage) -> Stage:
        return stage if settled_margin(self.position) is None else Stage.OVER

    # --- values ---------------------------------------------------------------------------------

    @property
    def _target(self) -> Target:
        return Target.MOVES if self.position.tiles_left <= SMALL else Target.BEST

    @property
    def _is_known(self) -> bool:
        """Whether enough is proven of the moves of the position in front."""
        self.values.connect(self.position)
        return is_reached(self._target, self.values, self.position)

    def _known(self, position: Position) -> Bounds:
        self.values.connect(position)
        return self.values.known(position)

    def _cost(self) -> tuple[int, bool] | None:
        """Return what the last move loses, and whether that is all, None while not proven.

        In a lesson it need not be proven how much a move loses that is known to lose something.
        """
        before, move = self._places[-1], self.moves[-1]
        value, made = self._known(before), self.values.of_move(before, move)
        if not value.is_exact:
            return None
        is_lesson = self.exercise is None
        if made.is_exact or (is_lesson and made.upper < value.lower):
            return value.lower - made.upper, made.is_exact
        return (0, True) if is_lesson and made.lower >= value.lower else None

    def _defences(self) -> list[Move]:
        """Return the moves that keep the value for the other player, none while not proven."""
        place, known = self.position, self._known(self.position)
        if not known.is_exact:
            return []
        return [
            move
            for move in place.legal_moves
            if self.values.of_move(place, move).lower == known.lower
        ]

    def _resistance(self, move: Move) -> tuple[int, int]:
        """Return how many replies are known to lose points, and how many points the worst loses."""
        after = self.position.play(move)
        value = self._known(after).lower
        costs = [value - self.values.of_move(after, reply).upper for reply in after.legal_moves]
        return sum(cost > 0 for cost in costs), max(costs, default=0)

    # --- help -----------------------------------------------------------------------------------

    def hint(self) -> Hint | None:
        """Give one more hint about the position in front; None if there is none, or not yet."""
        best = self.best_moves if self.stage is Stage.ASKING else ()
        if not best or len(self.hints) == len(STEPS):
            return None
        hint = Hint(STEPS[len(self.hints)], best[0])
        self.hints = (*self.hints, hint)
        self.hint_count += self.counts
        return hint

    def show_solution(self) -> tuple[Move, ...]:
        """Return the best moves of the position in front; none if they are not known yet.

        An exercise that still counts is kept as missed.
        """
        best = self.best_moves if self.stage is Stage.ASKING else ()
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
        return rate(sum(self.losses), trap, hints=self.hint_count, shown=self.is_shown)

    def _keep_if_over(self) -> None:
        if self.stage is Stage.OVER and self.counts:
            self._keep()

    def _keep(self) -> None:
        self.lost = sum(self.losses)
        if self._deck is None or self.exercise is None:
            self.rated = Rated(self._rating, _NEVER, counted=False)
            return
        self.rated = self._deck.answer(
            self.exercise,
            self.lost,
            self.first,
            hints=self.hint_count,
            shown=self.is_shown,
            seconds=round(self.seconds, 1),
        )


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
