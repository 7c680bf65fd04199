"""The pie rule: one side names the points that even out the seats, the other chooses a seat.

    who names        points for who moves second    any deal at all; its par need not be known
    who chooses      to move first or second        so it is best to name what is fair
    afterwards       a game with those points given

Negative points go to the player who moves first. The sides are 0 and 1, in the order of their
names; which one names is drawn by lot or agreed elsewhere. Nothing here blocks, paints or sends
anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from battle.analysis.values import Bounds
from battle.engine.client import Query
from battle.engine.jobs import Job, Priority, Question, Scheduler
from battle.game.session import Session
from battle.game.setup import MOST_GIVEN, given_for
from battle.language import N_, _, ngettext
from battle.page.blocks import Block, Board, Button, Paragraph, Role, Space, Title, act
from battle.protocol import Limit
from battle.rules.position import Player, Position, for_player, other

LOOK_SECONDS: Final = 2.0
"""How long the program analyses an unknown start."""

_USUAL: Final = 4
"""The assumed value of moving first in points, if the program cannot find out."""


@dataclass(frozen=True)
class Agreement:
    """The result: who is player 1, the start with the points given, and which player named."""

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
        return 1 - self.namer

    @property
    def turn(self) -> int:
        """The side to act: to name the points, then to choose the seat."""
        return self.namer if self.points is None else self.chooser

    def naming(self, points: int) -> Pie:
        """Return the agreement with points for moving second; raise ValueError if not allowed.

        They are named once, and lie between -60 and 60.
        """
        if self.points is not None or abs(points) > MOST_GIVEN:
            raise ValueError(f"cannot name {points} after {self.points}")
        return replace(self, points=points)

    def choosing(self, *, first: bool) -> Agreement:
        """Return the result if the chooser moves first, or second.

        Raises ValueError before points are named.
        """
        if self.points is None:
            raise ValueError("no points are named")
        mover = self.start.to_move
        chooser = mover if first else other(mover)
        start = self.start.with_given(given_for(for_player(-self.points, mover)))
        return Agreement(self.chooser if chooser == 1 else self.namer, start, other(chooser))


class Negotiation:
    """The pie rule at one table; `program` is which of the two is the program, None for neither.

    `worth` is the final margin from the first mover's side, None if unknown: then the program
    analyses the start. Call `begin` at first and after a `rest`, and `update` once a frame while
    the program thinks.
    """

    def __init__(
        self, pie: Pie, program: int | None, scheduler: Scheduler, worth: int | None = None
    ) -> None:
        self.pie = pie
        self.agreed: Agreement | None = None
        self._program, self._scheduler, self._worth = program, scheduler, worth
        self._question = Question(Query(pie.start, limit=Limit(time=LOOK_SECONDS)))
        self._job: Job | None = None

    @property
    def thinks(self) -> bool:
        return self.agreed is None and self.pie.turn == self._program

    @property
    def asks(self) -> bool:
        return self.agreed is None and not self.thinks

    @property
    def you(self) -> int | None:
        """The side of the person who plays the program, None if both are people."""
        return None if self._program is None else 1 - self._program

    @property
    def first(self) -> int | None:
        """The side that moves first, once agreed."""
        if self.agreed is None:
            return None
        return self.agreed.first if self.pie.start.to_move == 1 else 1 - self.agreed.first

    def begin(self) -> None:
        """Let the program think, if it is its turn."""
        if self.thinks and self._worth is None:
            self._job = self._scheduler.submit(self._question, Priority.MOVE)

    def rest(self) -> None:
        if self._job is not None:
            self._job.cancel()

    def update(self) -> None:
        """Let the program name or choose once the first move's value is known.

        Without an engine it assumes 4 points. It names fair points; if it considers both seats
        equal, it moves first.
        """
        start, answer, worth = self.pie.start, self._question.answer, self._worth
        if worth is None and answer is not None:
            worth = for_player(start.margin, start.to_move) + answer.value
        elif worth is None and self._scheduler.failure:
            self.rest()
            worth = _USUAL
        if not self.thinks or worth is None:
            return
        if self.pie.points is None:
            self.name(max(-MOST_GIVEN, min(MOST_GIVEN, worth)))
        else:
            self.choose(first=worth >= self.pie.points)

    def name(self, points: int) -> None:
        """Go on with the points that a person or the program names."""
        self.pie = self.pie.naming(points)
        self.begin()

    def choose(self, *, first: bool) -> None:
        """Give the chooser the first seat, or the other one."""
        self.agreed = self.pie.choosing(first=first)


# --- in words ------------------------------------------------------------------------------------


NAME: Final = "name"
"""The offer to name the points."""
FIRST: Final = "first"
SECOND: Final = "second"
"""The offers of the two seats."""


def pie_page(pie: Pie, said: str, *, asks: bool) -> Iterator[Block]:
    """Yield the rule, what has happened (`said`), the table, and the offers to the person asked.

    The number that goes with `NAME` is asked for by the surface.
    """
    rule = _(
        "One player names the points for moving second, the other chooses the seat. So name the "
        "number that makes both seats equally good."
    )
    yield Paragraph(rule, role=Role.TEXT)
    yield Space()
    yield Title(said, large=True)
    yield Board(pie.start)
    if asks and pie.points is None:
        yield Button(
            _("Name these points"), "check", act(NAME), main=True, typed=N_("points NUMBER")
        )
    elif asks and pie.points is not None:
        yield Button(seat_words(pie.points, first=True), "check", act(FIRST), typed=N_("seat 1"))
        yield Button(seat_words(pie.points, first=False), "check", act(SECOND), typed=N_("seat 2"))


def pie_said(pie: Pie, names: tuple[str, str], first: int | None, you: int | None = None) -> str:
    """Say what has happened or is asked; `you` is who reads it, None if both do.

    `first` is who moves first once that is agreed.
    """
    namer, chooser = names[pie.namer], names[pie.chooser]
    if pie.points is None:
        words = (
            _("You have been drawn to name the points.")
            if you == pie.namer
            else _("{namer} has been drawn to name the points.")
        )
    elif first is not None and you is None:
        words = _("{namer} names {points}. {first} moves first.")
    elif first is not None:
        words = (
            _("Agreed: {points}. You move first.")
            if first == you
            else _("Agreed: {points}. You move second.")
        )
    elif you is None:
        words = _("{namer} names {points}. {chooser}, choose your seat.")
    elif you == pie.namer:
        words = _("You name {points}. {chooser} chooses a seat.")
    else:
        words = _("{namer} names {points}. Choose your seat.")
    points = "" if pie.points is None else named_words(pie.points)
    mover = "" if first is None else names[first]
    return words.format(namer=namer, chooser=chooser, points=points, first=mover)


def named_words(points: int) -> str:
    """Describe the points that were named: `6 points for moving second`."""
    if not points:
        return _("no points")
    words = (
        ngettext("{n} point for moving first", "{n} points for moving first", abs(points))
        if points < 0
        else ngettext("{n} point for moving second", "{n} points for moving second", abs(points))
    )
    return words.format(n=abs(points))


def seat_words(points: int, *, first: bool) -> str:
    """Describe a seat: `move second, with 6 points`."""
    mine = -points if first else points
    if mine <= 0:
        return _("Move first") if first else _("Move second")
    words = (
        ngettext("Move first, with {n} point", "Move first, with {n} points", mine)
        if first
        else ngettext("Move second, with {n} point", "Move second, with {n} points", mine)
    )
    return words.format(n=mine)


def pie_verdict(session: Session, par: Bounds) -> str:
    """Say after a game how good the named points were, given par with them; empty without any.

    Of an estimated par only what its error allows.
    """
    namer = session.setup.named_by
    if namer is None:
        return ""
    start = session.game.start
    named = for_player(start.given[1] - start.given[0], start.to_move)
    off = for_player(par.value, start.to_move)
    name = session.name(namer)
    if not par.supports(off):
        words = _("{name} named {named}. What would have been even is not known yet.")
        return words.format(name=name, named=named_words(named))
    if off == 0:
        words = _("{name} named {named}, which was exactly even.")
        return words.format(name=name, named=named_words(named))
    words = (
        _("{name} named {named}; even would have been {even}.")
        if par.is_exact
        else _("{name} named {named}; even would have been {even}, give or take {error}.")
    )
    return words.format(
        name=name,
        named=named_words(named),
        even=named_words(named + off),
        error=max(1, round(par.error or 0)),
    )
