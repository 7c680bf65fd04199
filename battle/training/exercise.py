"""Exercises: problems as they are put to a person, what the person did, and what it is worth."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from random import Random

from battle.rules.move import Move
from battle.rules.problem import Problem
from battle.training.cards import Maturity, Rating
from battle.training.disguise import IDENTITY, Disguise, random_disguise
from battle.training.problems import Source, disguised

_TRIES = 50


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
    def problem(self) -> Problem:
        """The problem as it is shown."""
        return disguised(self.original, self.disguise)


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
class Verdict:
    """What an attempt is worth; `due` is when the problem comes again.

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
class Standing:
    """A problem of the deck as it stands: how well it is known, and when it is due, if ever."""

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
