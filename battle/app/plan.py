"""What is entered on the new-game screen, and the game that comes of it."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from battle.play.clock import TimeControl
from battle.play.language import _
from battle.play.session import Seat, Session, Setup
from battle.play.settings import Settings
from battle.rules.deal import deal, deal_number
from battle.rules.errors import FormatError
from battle.rules.position import Position, position
from battle.rules.record import Record, recognise

RANDOM: Final = "random"
BY_NUMBER: Final = "number"
PASTED: Final = "pasted"
_LAST_DRAWN: Final = 99_999
"""Random deals have numbers that two people can tell each other."""


def draw_deal() -> int:
    """Return the number of a deal drawn by lot."""
    return random.randint(1, _LAST_DRAWN)


@dataclass
class Plan:
    """A game to be: `number` and `pasted` are texts as entered, `drawn` a deal drawn by lot."""

    opponent: str = "friend"
    names: tuple[str, str] = ("", "")
    begins: str = "first"
    deal_by: str = RANDOM
    drawn: int = field(default_factory=draw_deal)
    number: str = ""
    pasted: str = ""
    clock_minutes: float = 0.0
    clock_increment: float = 0.0
    think_seconds: float = 2.0

    @staticmethod
    def remembered(settings: Settings) -> Plan:
        """Return a plan with what was chosen last time."""
        return Plan(
            opponent=settings.opponent,
            names=settings.names,
            begins=settings.begins,
            clock_minutes=settings.clock_minutes,
            clock_increment=settings.clock_increment,
            think_seconds=settings.think_seconds,
        )

    def to_remember(self) -> dict[str, Any]:
        """Return what to keep in the settings for the next time."""
        return {
            "opponent": self.opponent,
            "names": (self.names[0].strip(), self.names[1].strip()),
            "begins": self.begins,
            "clock_minutes": float(self.clock_minutes),
            "clock_increment": float(self.clock_increment),
            "think_seconds": self.think_seconds,
        }

    def shuffle(self) -> None:
        """Draw another deal by lot."""
        self.drawn = draw_deal()

    def placeholder(self, number: int) -> str:
        """Return how the person in a field is called while no name is entered."""
        if self.opponent == "solver":
            return _("Solver") if number else _("Player")
        return _("Player {number}").format(number=number + 1)

    def name(self, number: int) -> str:
        """Return how the first or second named, 0 or 1, is called."""
        if number == 1 and self.opponent == "solver":
            return _("Solver")
        return self.names[number].strip() or self.placeholder(number)

    @property
    def deal(self) -> int | None:
        """The number of the deal, None for a start that has none; raises RulesError if wrong."""
        if self.deal_by == RANDOM:
            return self.drawn
        if self.deal_by == BY_NUMBER:
            return deal_number(self.number)
        found = self._recognised()
        if isinstance(found, Record) and "Deal" in found.tags:
            return deal_number(found.tags["Deal"])
        return None

    def start(self) -> Position:
        """Return the position to start from; raises RulesError, with one line, if there is none."""
        if self.deal_by == PASTED:
            found = self._recognised()
            start = found.game.start if isinstance(found, Record) else found
            if start.is_over:
                raise FormatError(_("No pair can be taken in this position."))
            return start
        number = self.deal
        assert number is not None
        return deal(number)

    def _recognised(self) -> Record | Position:
        if not self.pasted.strip():
            raise FormatError(_("Paste a position or a game record."))
        if self.pasted.lstrip().startswith("["):
            return recognise(self.pasted)
        return position(self.pasted)

    def session(self, now: Callable[[], float]) -> Session:
        """Return the game that comes of the plan; raises RulesError if the start is wrong."""
        seats = [Seat(self.name(0)), self._other_seat()]
        second_begins = self.begins == "second" or (
            self.begins == "random" and random.random() < 0.5
        )
        if second_begins:
            seats.reverse()
        control = None
        if self.opponent == "friend" and self.clock_minutes > 0:
            control = TimeControl(60 * self.clock_minutes, self.clock_increment)
        setup = Setup(
            seats=(seats[0], seats[1]),
            start=self.start(),
            deal=self.deal,
            control=control,
            think_seconds=self.think_seconds,
        )
        return Session(setup, now=now)

    def _other_seat(self) -> Seat:
        return Seat("", solver=True) if self.opponent == "solver" else Seat(self.name(1))
