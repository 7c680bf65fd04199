"""Tasks of analysis: what is to be found out about a position, and a review, made of many.

A task is over when the values know what it is for, or when its time is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from battle.analysis.insights import EVERY_MOVE_TILES
from battle.analysis.values import Finding, Values
from battle.protocol import Goal, Limit
from battle.rules.game import Node
from battle.rules.position import Position

_LEAST_SECONDS: Final = 0.05


class Target(Enum):
    """What is to be proven of a position: its value, all moves that keep it, every move's value."""

    VALUE = "value"
    BEST = "best"
    MOVES = "moves"


def is_reached(target: Target, values: Values, position: Position) -> bool:
    """Whether the values know of a position what is wanted."""
    if target is Target.BEST:
        return values.has_settled(position)
    if not values.known(position).is_exact or target is Target.VALUE:
        return values.known(position).is_exact
    return all(values.of_move(position, move).is_exact for move in position.legal_moves)


@dataclass(eq=False)
class AnalysisTask:
    """Something to find out about a position; `seconds` of the engine's time, None for no end.

    With `shows_lines` the play expected after every move is wanted too, as far as the engine tells.
    """

    position: Position
    target: Target
    seconds: float | None = None
    proof_only: bool = False
    shows_lines: bool = False
    spent: float = 0.0
    is_given_up: bool = False
    _looked_up: tuple[int, bool] = (-1, False)

    def is_reached(self, values: Values) -> bool:
        """Whether the values know what is wanted; looked up once a version."""
        if self._looked_up[0] != values.version:
            reached = is_reached(self.target, values, self.position)
            self._looked_up = values.version, reached
        return self._looked_up[1]

    def is_over(self, values: Values) -> bool:
        """Whether the engine need not be asked."""
        return self.is_given_up or (self.is_reached(values) and not self._lacks_lines(values))

    def _lacks_lines(self, values: Values) -> bool:
        if not self.shows_lines or self.position.is_over:
            return False
        after = (self.position.play(move) for move in self.position.legal_moves)
        self.shows_lines = not all(place.is_over or values.line(place) for place in after)
        return self.shows_lines

    @property
    def limit(self) -> Limit:
        """When the engine is to answer."""
        goal = Goal.MARGIN if self.target is Target.MOVES else Goal.BEST
        if self.seconds is None:
            return Limit(infinite=True, goal=goal)
        left = max(_LEAST_SECONDS, self.seconds - self.spent)
        return Limit(time=left, exact=self.proof_only, goal=goal)

    def hear(self, findings: Sequence[Finding]) -> None:
        """Take note of a report; one that proves every move has all the lines there will be."""
        proven = {finding.move for finding in findings if finding.lower == finding.upper}
        if proven.issuperset(self.position.legal_moves):
            self.shows_lines = False

    def note(self, seconds: float, *, answered: bool) -> None:
        """Take note of the engine's time; one that has answered has no more to say."""
        self.spent += seconds
        self.is_given_up = answered or (self.seconds is not None and self.spent >= self.seconds)


@dataclass(eq=False)
class ReviewRun:
    """A review under way: `done` of `of` positions of a line, from the last to the first."""

    nodes: Sequence[Node]
    seconds: float
    done: int = 0
    _task: AnalysisTask | None = field(default=None, repr=False)

    @property
    def of(self) -> int:
        """How many positions there are."""
        return len(self.nodes)

    @property
    def is_done(self) -> bool:
        """Whether all positions have had their turn."""
        return self.done == self.of

    def task(self, values: Values) -> AnalysisTask | None:
        """Return what to find out now, None when a position is done with (or all are)."""
        if self.is_done:
            return None
        index = self.of - 1 - self.done
        played = self.nodes[index + 1] if self.done else None
        self._task = self._next_task(values, self.nodes[index].position, played)
        if self._task is None:
            self.done += 1
        return self._task

    def _next_task(
        self, values: Values, position: Position, played: Node | None
    ) -> AnalysisTask | None:
        target = Target.MOVES if position.tiles_left <= EVERY_MOVE_TILES else Target.BEST
        task = self._task or AnalysisTask(position, target, self.seconds)
        if task.position is position and not task.is_over(values):
            return task
        if played is None or not values.known(position).is_exact:
            return None
        if task.position is position:
            task = AnalysisTask(played.position, Target.VALUE, self.seconds, proof_only=True)
        return None if task.is_over(values) else task
