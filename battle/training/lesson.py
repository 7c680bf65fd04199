"""Lessons: the costly moves of a game, put to the player again.

    ASKING ──answer──► CHECKING ──► RIGHT
      ▲                   ├───────► WRONG     what it costs is known; another answer may be given
      └───────────────────┴───────► UNKNOWN   it could not be checked in time; likewise
    hint, hint, hint, … ──────────► SHOWN     the last hint is the solution
    next, skip ──► the next exercise, or DONE
    previous, go_to ──► another exercise; one that is solved or shown stays so

Exercises are the line's mistakes whose position is proven before and after, so that every answer
can be judged. Any move that keeps the value is right; one whose value is not known yet is asked of
the engine. Nothing here waits: `state` and `verdict` change when the analyst is updated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

from battle.analysis.study import Study
from battle.engine.analyst import AnalysisRequest, Analyst
from battle.engine.tasks import Target
from battle.rules.errors import IllegalMoveError
from battle.rules.game import Node
from battle.rules.move import Move
from battle.rules.position import Player, Position


class Stage(Enum):
    """Where an exercise stands."""

    ASKING = "asking"
    CHECKING = "checking"
    RIGHT = "right"
    WRONG = "wrong"
    UNKNOWN = "unknown"
    SHOWN = "shown"
    DONE = "done"


@dataclass(frozen=True)
class Exercise:
    """A costly move to be done better: `node` is the place after it.

    `played` is the move and `cost` the points it gave away. `value` is what the position before it
    is worth to the player to move, in points from there to the end, and `margin` the final margin
    from player 1's side that it leads to. All are proven.
    """

    node: Node
    position: Position
    played: Move
    cost: int
    value: int
    margin: int

    @property
    def player(self) -> Player:
        """The player who moved."""
        return self.position.to_move


@dataclass(frozen=True)
class Verdict:
    """What is to be said of an answer.

    `keeps` is whether it keeps the value, None if that is not known; `cost` the points it gives
    away, at least if not `is_exact`, None if not known. `is_played` marks the game's own move.
    """

    move: Move
    keeps: bool | None
    cost: int | None
    is_exact: bool = True
    is_played: bool = False


@dataclass(frozen=True)
class WorthHint:
    """What the position is worth to the player to move, and the margin that leads to."""

    value: int
    margin: int


@dataclass(frozen=True)
class ColumnHint:
    """A column, 0 to 11, that a tile of a best pair is taken from."""

    column: int


@dataclass(frozen=True)
class PairHint:
    """A best pair."""

    move: Move


@dataclass(frozen=True)
class LineHint:
    """The solution: a best pair and the play expected after it, as far as it is known."""

    line: tuple[Move, ...]


Hint: TypeAlias = WorthHint | ColumnHint | PairHint | LineHint

HINTS: Final = 4
"""The number of hints of an exercise; the last is the solution."""


@dataclass
class Score:
    """Counts of a lesson so far.

    `right`, `shown` and `skipped` count exercises, `clean` those solved without a wrong answer or a
    hint; `wrong` counts answers, `hints` hints.
    """

    right: int = 0
    clean: int = 0
    wrong: int = 0
    hints: int = 0
    shown: int = 0
    skipped: int = 0


def exercises(study: Study, players: Sequence[Player] = (1, 2)) -> list[Exercise]:
    """Return the line's mistakes of some players that are proven, in the game's order."""
    found = [_exercise(study, node) for node in study.mistakes() if node.parent is not None]
    return [one for one in found if one is not None and one.player in players]


def _exercise(study: Study, node: Node) -> Exercise | None:
    """Return the exercise of a move, None where it is not proven what it cost."""
    assert node.parent is not None
    assert node.move is not None
    position = node.parent.position
    known, played = study.values.known(position), study.values.of_move(position, node.move)
    if not (known.is_exact and played.is_exact) or played.upper >= known.lower:
        return None
    return Exercise(
        node=node,
        position=position,
        played=node.move,
        cost=known.lower - played.lower,
        value=known.lower,
        margin=known.as_margin(position).lower,
    )


class Lesson:
    """The costly moves of some players, one exercise after the other."""

    def __init__(self, study: Study, analyst: Analyst, players: Sequence[Player] = (1, 2)) -> None:
        self.exercises = exercises(study, players)
        self.index = 0
        self.stage = Stage.DONE
        self.verdict: Verdict | None = None
        self.hints: list[Hint] = []
        self.score = Score()
        self._values = study.values
        self._analyst = analyst
        self._solving: AnalysisRequest | None = None
        self._checking: AnalysisRequest | None = None
        self._tried: set[Move] = set()
        self._settled: dict[int, Stage] = {}
        self._skipped: set[int] = set()
        self._helped: set[int] = set()
        self._begin()

    @property
    def exercise(self) -> Exercise | None:
        """The exercise in hand, None when the lesson is over."""
        return self.exercises[self.index] if self.index < len(self.exercises) else None

    @property
    def of(self) -> int:
        """The number of exercises."""
        return len(self.exercises)

    def stage_of(self, index: int) -> Stage | None:
        """Return RIGHT or SHOWN for an exercise that is settled, None for any other."""
        return self._settled.get(index)

    def is_skipped(self, index: int) -> bool:
        """Whether an exercise was left without being solved or shown."""
        return index in self._skipped

    @property
    def best(self) -> tuple[Move, ...]:
        """The moves that keep the value, as far as they are known; the expected one first."""
        if self.exercise is None:
            return ()
        best = self._values.best_moves(self.exercise.position)
        expected = self._values.line(self.exercise.position)[:1]
        return tuple(sorted(best, key=lambda move: move not in expected))

    # --- answers --------------------------------------------------------------------------------

    def answer(self, move: Move) -> Verdict:
        """Judge an answer; it counts unless the exercise is solved or its solution was shown.

        While it is checked the verdict knows nothing; `verdict` changes when it does. Raises
        IllegalMoveError for a move that cannot be played.
        """
        exercise = self.exercise
        if exercise is None:
            raise IllegalMoveError("illegal move {move}: the game is over", move=move)
        exercise.position.check(move)
        verdict = self._judge(exercise, move)
        if self.stage in (Stage.RIGHT, Stage.SHOWN):
            return verdict
        self._stop_checking()
        self._take(verdict)
        if not verdict.is_exact:
            self._ask_of(exercise, move)
        return verdict

    def _judge(self, exercise: Exercise, move: Move) -> Verdict:
        """Return what the values know of an answer."""
        known = self._values.of_move(exercise.position, move)
        is_played = move == exercise.played
        if known.lower >= exercise.value:
            return Verdict(move, True, 0, True, is_played)
        if known.upper < exercise.value:
            cost = exercise.value - known.upper
            return Verdict(move, False, cost, known.is_exact, is_played)
        return Verdict(move, None, None, False, is_played)

    def _take(self, verdict: Verdict) -> None:
        """Let a verdict count."""
        self.verdict = verdict
        if verdict.keeps is None:
            self.stage = Stage.CHECKING
        elif verdict.keeps:
            self.stage = Stage.RIGHT
            self._settled[self.index] = Stage.RIGHT
            self.score.right += 1
            self.score.clean += self.index not in self._helped
        else:
            self.stage = Stage.WRONG
            self.score.wrong += verdict.move not in self._tried
            self._tried.add(verdict.move)
            self._helped.add(self.index)

    def _ask_of(self, exercise: Exercise, move: Move) -> None:
        """Have it proven what an answer is worth."""

        def hear(found: bool) -> None:
            self._checking = None
            verdict = self._judge(exercise, move)
            if self.stage is Stage.CHECKING and verdict.keeps is not None:
                self._take(verdict)
            elif self.stage is Stage.CHECKING:
                self.stage = Stage.UNKNOWN
            else:
                self.verdict = verdict

        after = exercise.position.play(move)
        self._checking = self._analyst.ask(after, hear, target=Target.VALUE, urgent=True)

    # --- hints ----------------------------------------------------------------------------------

    def hint(self) -> Hint | None:
        """Return the next hint, the last of them again once all are given.

        None when the lesson is over, and while no move is known that keeps the value: one is then
        looked for, so the wish may be repeated.
        """
        if self.exercise is None:
            return None
        if len(self.hints) < HINTS and self.stage is not Stage.RIGHT:
            hint = self._hint(self.exercise, len(self.hints))
            if hint is None:
                self._solve()
                return None
            self.hints.append(hint)
            self._helped.add(self.index)
            self.score.hints += 1
            self._note_solution(hint)
        return self.hints[-1] if self.hints else None

    def show_solution(self) -> LineHint | None:
        """Return the solution and end the exercise; None while it is not known, as for a hint."""
        if self.exercise is None:
            return None
        if not self.best:
            self._solve()
            return None
        hint = self._hint(self.exercise, HINTS - 1)
        assert isinstance(hint, LineHint)
        self._note_solution(hint)
        return hint

    def _hint(self, exercise: Exercise, number: int) -> Hint | None:
        if number == 0:
            return WorthHint(exercise.value, exercise.margin)
        if not self.best:
            return None
        move = self.best[0]
        if number == 1:
            return ColumnHint(move.first.column)
        if number == 2:
            return PairHint(move)
        return LineHint((move, *self._values.line(exercise.position.play(move))))

    def _note_solution(self, hint: Hint) -> None:
        if isinstance(hint, LineHint) and self.stage not in (Stage.RIGHT, Stage.SHOWN):
            self._stop_checking()
            self.stage = self._settled[self.index] = Stage.SHOWN
            self.score.shown += 1

    # --- going on -------------------------------------------------------------------------------

    def next(self) -> None:
        """Go on to the next exercise; one that is neither solved nor shown counts as skipped."""
        if self.exercise is not None:
            self.go_to(self.index + 1)

    skip = next

    def previous(self) -> None:
        """Go back to the exercise before; at the first one stay there."""
        if self.index > 0:
            self.go_to(self.index - 1)

    def go_to(self, index: int) -> None:
        """Go to an exercise, from 0; one that is left unsettled for a later one is skipped."""
        if self.exercise is not None and index > self.index and self.index not in self._settled:
            self._skipped.add(self.index)
        self.index = max(0, min(self.of, index))
        self._begin()

    def close(self) -> None:
        """End the lesson: nothing more is asked."""
        self._withdraw_all()
        self.index = len(self.exercises)
        self.stage = Stage.DONE

    def _begin(self) -> None:
        """Put the exercise in hand to the player."""
        self._withdraw_all()
        self.verdict, self.hints, self._tried = None, [], set()
        self.stage = Stage.DONE
        if self.exercise is not None:
            self.stage = self._settled.get(self.index, Stage.ASKING)
        self._skipped.discard(self.index)
        self.score.skipped = len(self._skipped)
        self._solve()

    def _solve(self) -> None:
        """Have all moves found that keep the value, unless that is under way."""
        if self.exercise is None or self._solving is not None:
            return

        def hear(found: bool) -> None:
            self._solving = None

        position = self.exercise.position
        self._solving = self._analyst.ask(position, hear, target=Target.BEST)

    def _withdraw_all(self) -> None:
        self._stop_checking()
        if self._solving is not None:
            self._analyst.withdraw(self._solving)
            self._solving = None

    def _stop_checking(self) -> None:
        if self._checking is not None:
            self._analyst.withdraw(self._checking)
            self._checking = None
