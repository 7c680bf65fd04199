"""What is entered on the new-game screen, and the game that comes of it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from battle.game.clock import TimeControl
from battle.game.fair import FairDeal, choose_deal
from battle.game.levels import is_level, level_name
from battle.game.random_deals import draw_deal, further_deals
from battle.game.series import Series, duplicate
from battle.game.session import Session
from battle.game.setup import LARGEST_SEED, Seat, Setup
from battle.language import _
from battle.profile.level_suggestion import Suggestion, suggest
from battle.profile.records import PlayedGame
from battle.profile.settings import Settings
from battle.profile.statistics import own_games
from battle.rules.deal import deal, deal_number
from battle.rules.errors import FormatError, RulesError
from battle.rules.position import Position, position
from battle.rules.record import Record, recognise

FRIEND: Final = "friend"
LEVEL: Final = "level"
SOLVER: Final = "solver"

RANDOM: Final = "random"
FAIR: Final = "fair"
BY_NUMBER: Final = "number"
PASTED: Final = "pasted"

MOST_DUPLICATE: Final = 3
"""The most deals of a duplicate match that can be set up."""


@dataclass
class GameOptions:
    """A game to be: `number` and `pasted` are texts as entered, `drawn` a deal drawn by lot.

    An empty `level` is the suggested one. `handicap` is by how many points the first named is to
    win with perfect play where the deal is a fair one, `pars` are the deals to choose from and
    `fair` the one that was chosen, without those that were `played` if possible. `duplicate` is the
    number of deals of a duplicate match, 0 for a single game.
    """

    opponent: str = FRIEND
    names: tuple[str, str] = ("", "")
    begins: str = "first"
    level: str = ""
    suggestion: Suggestion = field(default_factory=lambda: suggest([]))
    deal_by: str = RANDOM
    drawn: int = field(default_factory=draw_deal)
    number: str = ""
    pasted: str = ""
    handicap: int = 0
    pars: Mapping[int, int] = field(default_factory=dict)
    played: frozenset[int] = frozenset()
    fair: FairDeal | None = None
    duplicate: int = 0
    clock_minutes: float = 0.0
    clock_increment: float = 0.0
    think_seconds: float = 2.0

    @staticmethod
    def remembered(settings: Settings) -> GameOptions:
        """Return the options with what was chosen last time."""
        return GameOptions(
            opponent=settings.opponent,
            names=settings.names,
            begins=settings.begins,
            level=settings.level if is_level(settings.level) else "",
            handicap=settings.handicap,
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
            "level": "" if self.level == self.suggestion.level else self.level,
            "handicap": self.handicap,
            "clock_minutes": float(self.clock_minutes),
            "clock_increment": float(self.clock_increment),
            "think_seconds": self.think_seconds,
        }

    def learn(self, games: Iterable[PlayedGame], pars: Mapping[int, int]) -> None:
        """Take in what the person has played, and the deals that are solved."""
        games = list(games)
        self.suggestion = suggest(own_games(games))
        self.played = frozenset(game.deal for game in games if game.deal is not None)
        if dict(pars) != self.pars:
            self.pars, self.fair = dict(pars), None

    # --- who plays ------------------------------------------------------------------------------

    @property
    def chosen_level(self) -> str:
        """The level to play against, where it is one."""
        return self.level or self.suggestion.level

    def placeholder(self, number: int) -> str:
        """Return how the person in a field is called while no name is entered."""
        if self.opponent != FRIEND:
            return self._program if number else _("Player")
        return _("Player {number}").format(number=number + 1)

    def name(self, number: int) -> str:
        """Return how the first or second named, 0 or 1, is called."""
        if number == 1 and self.opponent != FRIEND:
            return self._program
        return self.names[number].strip() or self.placeholder(number)

    @property
    def _program(self) -> str:
        return level_name(self.chosen_level) if self.opponent == LEVEL else _("Solver")

    def _other_seat(self) -> Seat:
        if self.opponent == FRIEND:
            return Seat(self.name(1))
        return Seat(solver=True, level=self.chosen_level if self.opponent == LEVEL else "")

    # --- fair deals -----------------------------------------------------------------------------

    @property
    def handicaps(self) -> list[int]:
        """By how many points the first named can win with perfect play in the deals there are."""
        pars = set(self.pars.values())
        ahead = pars if self.begins != "second" else set()
        behind = {-par for par in pars} if self.begins != "first" else set()
        return sorted(ahead | behind)

    @property
    def nearest_handicap(self) -> int:
        """The handicap there is that comes closest to the one wished for."""
        return min(self.handicaps, key=lambda one: (abs(one - self.handicap), one), default=0)

    def set_handicap(self, points: int) -> None:
        """Let the first named win by so many points with perfect play."""
        self.handicap = points
        self.choose_fair()

    def set_begins(self, begins: str) -> None:
        """Choose who begins: `first`, `second` or `random`; a fair deal must suit it."""
        self.begins = begins
        self.fair = None

    def choose_fair(self) -> None:
        """Choose another deal with the handicap, as far as there is another one."""
        played = set(self.played) | ({self.fair.deal} if self.fair is not None else set())
        self.fair = self._fair_deal(self.pars, played)

    def _fair_deal(self, pars: Mapping[int, int], played: set[int]) -> FairDeal | None:
        """Return a deal of `pars` whose player 1 is the named one that `first` tells."""
        wanted = -self.handicap if self.begins == "second" else self.handicap
        found = choose_deal(pars, Random(), wanted, seats=self.begins == "random", played=played)
        if found is None or self.begins != "second":
            return found
        return FairDeal(found.deal, found.par, first=1)

    def _the_fair_deal(self) -> FairDeal:
        if self.fair is None:
            self.choose_fair()
        if self.fair is None:
            raise RulesError(_("No solved deal is known yet; a search finds some."))
        return self.fair

    # --- the start ------------------------------------------------------------------------------

    def shuffle(self) -> None:
        """Draw another deal by lot."""
        self.drawn = draw_deal()

    @property
    def deal(self) -> int | None:
        """The number of the deal, None for a start that has none; raises RulesError if wrong."""
        if self.deal_by == RANDOM:
            return self.drawn
        if self.deal_by == FAIR:
            return self._the_fair_deal().deal
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

    # --- the game -------------------------------------------------------------------------------

    def session(self, now: Callable[[], float]) -> Session:
        """Return the game that comes of the options; raises RulesError if the start is wrong."""
        seats = [Seat(self.name(0)), self._other_seat()]
        number, start = self.deal, self.start()
        if self._second_begins:
            seats.reverse()
        control = None
        if self.opponent == FRIEND and self.clock_minutes > 0:
            control = TimeControl(60 * self.clock_minutes, self.clock_increment)
        setup = Setup(
            seats=(seats[0], seats[1]),
            start=start,
            deal=number,
            control=control,
            think_seconds=self.think_seconds,
            seed=random.randint(0, LARGEST_SEED),
        )
        agreed = duplicate(self._deals(number)) if self.duplicate else None
        return Session(setup, Series((), agreed), now=now)

    @property
    def _second_begins(self) -> bool:
        if self.begins == "random":
            by_deal = self.deal_by == FAIR
            return self._the_fair_deal().first == 1 if by_deal else random.random() < 0.5
        return self.begins == "second"

    def _deals(self, number: int | None) -> tuple[int, ...]:
        """Return the deals of a duplicate match that begins with a deal, None for a position."""
        return tuple(further_deals(self.duplicate, number or 0, self._drawn_further))

    def _drawn_further(self, before: list[int]) -> int:
        """Return one more deal of a match, of the same sort as the first."""
        left = {number: par for number, par in self.pars.items() if number not in before}
        if self.deal_by == FAIR and left:
            found = self._fair_deal(left, set(self.played))
            assert found is not None
            return found.deal
        return draw_deal()
