"""Exercises: positions put to a person, how they stand, and what is said of answers to them.

    ASKING ──answer──► CHECKING ──► REPLYING ──► ASKING … ──► OVER
      ▲                   │
      └───────────────────┴───────► WRONG     what it costs is known; the same choice comes again

A lesson takes its positions from one game (`lesson`), the trainer from the deck, where they come as
an `Exercise`: a problem in disguise, which is played out once the first pair is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from functools import cached_property
from random import Random
from typing import Final

from battle.analysis.insights import ProblemTheme, themes_of
from battle.coach.hints import Step
from battle.rules.disguise import IDENTITY, Disguise, random_disguise
from battle.rules.position import Move, Position
from battle.rules.problem import Problem
from battle.training.cards import Maturity, Rating
from battle.training.problems import Source, disguised

STEPS: Final = (Step.WORTH, Step.COLUMNS, Step.PAIR)
"""What the hints tell, in their order; of the columns one. After the last comes the solution."""

_TRIES = 50


class Stage(Enum):
    """Where an exercise stands."""

    ASKING = "asking"
    CHECKING = "checking"
    REPLYING = "replying"
    WRONG = "wrong"
    OVER = "over"


@dataclass(frozen=True)
class Verdict:
    """What is known of an answer, the pair `move` taken from `position`.

    It costs at least `cost` points, and that many if the cost `is_exact`.
    """

    position: Position
    move: Move
    cost: int
    is_exact: bool = True

    @property
    def keeps(self) -> bool | None:
        """Whether it keeps the value, None if that is not known."""
        return self.cost == 0 if self.is_exact or self.cost else None


@dataclass(frozen=True)
class Hint:
    """What `step` tells of a best pair, `move`; None where only its worth is known."""

    step: Step
    move: Move | None

    @property
    def column(self) -> int | None:
        """The column, 0 to 11, that the hint is about, None if it is about something else."""
        if self.step is not Step.COLUMNS or self.move is None:
            return None
        return self.move.first.column


def next_hint(given: Sequence[Hint], best: Sequence[Move]) -> Hint | None:
    """Return the hint after those given, about the first of the `best` moves; None after the last.

    While no best move is known, nothing but the worth can be told.
    """
    step = STEPS[len(given)] if len(given) < len(STEPS) else None
    if step is None or not (best or step is Step.WORTH):
        return None
    return Hint(step, best[0] if best else None)


@dataclass(frozen=True)
class Exercise:
    """A problem as it is put to the person: `problem` in disguise, `repeat` times answered before.

    `key`, `source`, `game` (the key of the own game it is from, else empty) and `level` are those
    of the problem.
    """

    key: str
    source: Source
    game: str
    level: int
    repeat: int
    original: Problem

    @cached_property
    def disguise(self) -> Disguise:
        """The disguise, the same whenever this repeat is shown."""
        return disguise_of(self.original, self.key, self.repeat)

    @cached_property
    def themes(self) -> tuple[ProblemTheme, ...]:
        """What the problem is about; a disguise changes nothing of it."""
        return themes_of(self.original)

    @cached_property
    def problem(self) -> Problem:
        """The problem as it is shown; in disguise without the points, which would give it away."""
        shown = disguised(self.original, self.disguise)
        if not self.repeat:
            return shown
        hidden = Position(shown.position.columns, shown.position.to_move)
        return Problem(hidden, shown.values, shown.comment)


@dataclass(frozen=True)
class Attempt:
    """What the person did about an exercise.

    `lost` are the points lost, in all if it was played out. `move` is the first move, as shown,
    None if there was none; `shown` whether the solution was asked for; `seconds` the time taken.
    """

    lost: int
    move: Move | None = None
    hints: int = 0
    shown: bool = False
    seconds: float | None = None


@dataclass(frozen=True)
class Rated:
    """How an attempt was rated; `due` is when the problem comes again.

    An exercise that was answered already, here or in another program, is not `counted` again.
    """

    rating: Rating
    due: datetime
    counted: bool


@dataclass(frozen=True)
class Answer:
    """An answer as it was kept; `move` is that of the problem without disguise, empty for none.

    `trap` is what the natural move would have lost.
    """

    id: str
    key: str
    at: datetime
    source: Source
    level: int
    repeat: int
    move: str
    lost: int
    trap: int
    hints: int
    shown: bool
    seconds: float | None
    rating: Rating
    counted: bool = True


@dataclass(frozen=True)
class DeckEntry:
    """A problem of the deck: how well it is known, and when it is due, if ever."""

    key: str
    source: Source
    level: int
    maturity: Maturity
    due: datetime | None
    is_retired: bool


def disguise_of(original: Problem, key: str, repeat: int) -> Disguise:
    """Return the disguise of a repeat: none the first time, then each time another picture.

    A position of very few tiles may not have as many pictures.
    """
    disguise, pictures = IDENTITY, {original.position.grid}
    for number in range(1, repeat + 1):
        random = Random(f"{key} {number}")
        for _try in range(_TRIES):
            disguise = random_disguise(random)
            if disguise.of_position(original.position).grid not in pictures:
                break
        pictures.add(disguise.of_position(original.position).grid)
    return disguise
