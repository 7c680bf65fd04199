"""Problems that the slow twin has solved, and a person who solves them now and then."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random

from battle.rules.position import Move, Position
from battle.rules.problem import Problem
from battle.training.problems import grade_of, key_of
from tools.reference import move_values, small_positions

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def twin_problem(position: Position) -> Problem:
    """Return the problem of a position."""
    return Problem(position, move_values(position))


def problems(number: int, seed: int, most_tiles: int = 14) -> list[Problem]:
    """Return different problems with a move to avoid, of few tiles."""
    found: dict[str, Problem] = {}
    for position in small_positions(40 * number, seed, most_tiles):
        if not position.is_over:
            one = twin_problem(position)
            if grade_of(one).is_choice:
                found.setdefault(key_of(position), one)
        if len(found) == number:
            return list(found.values())
    raise ValueError(f"only {len(found)} problems found")


class Clock:
    """A clock that a test sets."""

    def __init__(self, now: datetime = NOON) -> None:
        self.now = now

    def __call__(self) -> datetime:
        """Return the moment it shows."""
        return self.now

    def wait(self, **time: float) -> None:
        """Let time pass."""
        self.now += timedelta(**time)


class Person:
    """Somebody who finds a best move the more likely, the more often a problem was seen."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def move(self, problem: Problem, repeat: int) -> Move:
        """Return the move played."""
        if self._random.random() < 0.5 + 0.1 * min(repeat, 4):
            return self._random.choice(problem.best_moves)
        return self._random.choice(list(problem.values))
