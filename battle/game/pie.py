"""The pie rule: one names what makes both seats equally good, the other chooses a seat.

    who names        points for who moves second    any deal at all; its par need not be known
    who chooses      to move first or second        so it is best to name what is fair
    afterwards       a game with those points given

Points below nought go to who moves first. The two are 0 and 1, in the order of their names; who is
to name is drawn by lot or agreed elsewhere. Nothing here waits, paints or sends anything.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from battle.engine.client import Query
from battle.engine.jobs import Question
from battle.engine.scheduler import Priority, Scheduler
from battle.game.setup import MOST_GIVEN, given_for
from battle.protocol import Limit
from battle.rules.position import Player, Position, for_player, other

LOOK_SECONDS: Final = 2.0
"""How long the program looks at a start of which it knows nothing."""

_USUAL: Final = 4
"""What moving first is worth in points, about, where the program can find out nothing."""


@dataclass(frozen=True)
class Agreement:
    """What came of it: who is player 1, the start with the points given, and which player named."""

    first: int
    start: Position
    named_by: Player


@dataclass(frozen=True)
class Pie:
    """A start over which seats and points are agreed; `points` is None until they are named."""

    start: Position
    namer: int
    points: int | None = None

    @property
    def chooser(self) -> int:
        """Who chooses the seat."""
        return 1 - self.namer

    @property
    def turn(self) -> int:
        """Whose turn it is: to name the points, else to choose the seat."""
        return self.namer if self.points is None else self.chooser

    def naming(self, points: int) -> Pie:
        """Return it with points named for who moves second; raise ValueError if that cannot be.

        They are named once, and lie between -60 and 60.
        """
        if self.points is not None or abs(points) > MOST_GIVEN:
            raise ValueError(f"cannot name {points} after {self.points}")
        return replace(self, points=points)

    def choosing(self, *, first: bool) -> Agreement:
        """Return what is agreed if who chooses moves first, or second.

        Raises ValueError before points are named.
        """
        if self.points is None:
            raise ValueError("no points are named")
        mover = self.start.to_move
        chooser = mover if first else other(mover)
        start = self.start.with_given(given_for(for_player(-self.points, mover)))
        return Agreement(self.chooser if chooser == 1 else self.namer, start, other(chooser))


# --- what the program does ----------------------------------------------------------------------


def program_names(worth: int) -> int:
    """Return the points that the program names where it thinks moving first is worth so much."""
    return max(-MOST_GIVEN, min(MOST_GIVEN, worth))


def program_moves_first(worth: int, points: int) -> bool:
    """Return what the program chooses; where it thinks both seats equal, it moves first."""
    return worth >= points


class Opinion:
    """What the program thinks moving first is worth: what is `known`, else after a short look."""

    def __init__(self, scheduler: Scheduler, start: Position, known: int | None = None) -> None:
        self._scheduler, self._start, self._known = scheduler, start, known
        self._question = Question(Query(start, limit=Limit(time=LOOK_SECONDS)))
        if known is None:
            self._job = scheduler.submit(self._question, Priority.MOVE)

    @property
    def worth(self) -> int | None:
        """The final margin from the side of who moves first, None while the program thinks.

        Without an engine moving first is thought to be worth 4 points.
        """
        answer = self._question.answer
        if self._known is None and answer is not None:
            self._known = for_player(self._start.margin, self._start.to_move) + answer.value
        elif self._known is None and self._scheduler.failure:
            self._known = _USUAL
            self._job.cancel()
        return self._known

    def cancel(self) -> None:
        """Think no more."""
        if self._known is None:
            self._job.cancel()


class Negotiation:
    """The pie rule at one table; `program` is which of the two is the program, None for neither.

    Call `begin` at first and after a `rest`, and `update` once a frame while the program thinks.
    """

    def __init__(self, pie: Pie, program: int | None, form: Callable[[], Opinion]) -> None:
        self.pie = pie
        self.agreed: Agreement | None = None
        self._program, self._form = program, form
        self._opinion: Opinion | None = None

    @property
    def thinks(self) -> bool:
        """Whether the program is about to name or choose."""
        return self._opinion is not None

    @property
    def asks(self) -> bool:
        """Whether a person is to name or choose."""
        return self.agreed is None and not self.thinks

    @property
    def first(self) -> int | None:
        """Who moves first, once that is agreed."""
        if self.agreed is None:
            return None
        return self.agreed.first if self.pie.start.to_move == 1 else 1 - self.agreed.first

    def begin(self) -> None:
        """Let the program think, if it is its turn."""
        if self.agreed is None and self.pie.turn == self._program:
            self._opinion = self._form()

    def rest(self) -> None:
        """Let the program think no more."""
        if self._opinion is not None:
            self._opinion.cancel()

    def update(self) -> None:
        """Let the program name or choose as soon as it has an opinion."""
        worth = None if self._opinion is None else self._opinion.worth
        if worth is None:
            return
        self._opinion = None
        if self.pie.points is None:
            self.name(program_names(worth))
        else:
            self.choose(first=program_moves_first(worth, self.pie.points))

    def name(self, points: int) -> None:
        """Go on with the points that a person or the program names."""
        self.pie = self.pie.naming(points)
        self.begin()

    def choose(self, *, first: bool) -> None:
        """Give who chooses the seat that moves first, or the other one."""
        self.agreed = self.pie.choosing(first=first)
