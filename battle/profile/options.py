"""A new game's options, and the game that comes of them: for the window, the terminal and friends.

A front end begins with what was chosen last (`GameOptions.remembered`), lets the options learn what
the person has played, changes them as the person answers, and asks for the `session`; with a friend
somewhere else for the terms (`battle.friend.meeting`). `to_remember` goes back into the settings.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Final

from battle.engine.scheduler import Scheduler
from battle.game.levels import is_level, level, level_name
from battle.game.pie import Agreement, Negotiation, Pie
from battle.game.session import Session
from battle.game.setup import (
    LARGEST_SEED,
    MOST_GIVEN,
    FairTable,
    Seat,
    Series,
    Setup,
    TimeControl,
    draw_deal,
    duplicate,
    fair_table,
    further_deals,
)
from battle.language import _, decimal
from battle.profile.proofs import Pars
from battle.profile.records import FRIEND, PlayedGame
from battle.profile.settings import Settings
from battle.profile.statistics import (
    HeadStartOffer,
    Suggestion,
    next_beginner,
    own_games,
    suggest,
    usual_losses,
)
from battle.rules.position import (
    FormatError,
    Player,
    Position,
    RulesError,
    deal,
    deal_number,
    for_player,
)
from battle.rules.record import Record, recognise
from battle.words import no_pair_here

LEVEL: Final = "level"

RANDOM: Final = "random"
FAIR: Final = "fair"
BY_NUMBER: Final = "number"
PASTED: Final = "pasted"

PIE: Final = "pie"
"""How it is agreed who begins: one names points, the other chooses the seat."""

_BY_NAME: Final = ("first", "second")

_KEPT: Final = (
    "opponent",
    "names",
    "begins",
    "level",
    "clock_minutes",
    "clock_increment",
    "think_seconds",
    "elsewhere",
    "timing",
    "days_a_move",
    "no_help",
)
"""The options that are settings too, by the same names."""

NO_CLOCK: Final = "none"
LIVE: Final = "live"
DAYS: Final = "days"
"""The clocks of a game with a friend somewhere else."""

MOST_DUPLICATE: Final = 3
"""The most deals of a duplicate match that can be set up."""


@dataclass
class GameOptions:
    """A game to be: `number` and `pasted` are texts as entered, `drawn` a deal drawn by lot.

    An empty `level` is the suggested one. In a fair game the first named is to win by `head_start`
    points with perfect play, None for as many as are offered; `pars` are the deals to choose from,
    `fair` the table that was chosen. `losses` are the points that people lose in a game, by name.
    `duplicate` is the number of deals of a duplicate match, 0 for a single game.

    A friend is here or `elsewhere`; then the clock is of a sort, `timing`: none, live, or some
    `days_a_move`. With `no_help` hints, values and Analyse are off for both friends.
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
    head_start: int | None = None
    pars: Mapping[int, int] = field(default_factory=dict)
    fair: FairTable | None = None
    lot: bool = field(default_factory=lambda: random.random() < 0.5)
    losses: Mapping[str, float] = field(default_factory=dict)
    duplicate: int = 0
    clock_minutes: float = 0.0
    clock_increment: float = 0.0
    think_seconds: float = 2.0
    elsewhere: bool = False
    timing: str = NO_CLOCK
    days_a_move: int = 3
    no_help: bool = False
    _games: Sequence[PlayedGame] = ()
    _is_agreed: bool = False

    @staticmethod
    def remembered(settings: Settings) -> GameOptions:
        """Return the options with what was chosen last time."""
        options = GameOptions(**{name: getattr(settings, name) for name in _KEPT})
        options.level = options.level if is_level(options.level) else ""
        options.head_start = max(-MOST_GIVEN, min(MOST_GIVEN, settings.handicap)) or None
        return options

    @staticmethod
    def against(
        level: str, settings: Settings, games: Iterable[PlayedGame], pars: Mapping[int, int]
    ) -> GameOptions:
        """Return the options for a game against a level, all else as it was chosen last."""
        options = GameOptions.remembered(settings)
        options.opponent, options.level = LEVEL, level
        options.learn(games, pars)
        return options

    def to_remember(self) -> dict[str, Any]:
        """Return what to keep in the settings for the next time."""
        kept = {name: getattr(self, name) for name in _KEPT}
        return kept | {
            "names": (self.names[0].strip(), self.names[1].strip()),
            "level": "" if self.level == self.suggestion.level else self.level,
            "handicap": self.head_start or 0,
            "clock_minutes": float(self.clock_minutes),
            "clock_increment": float(self.clock_increment),
        }

    def learn(self, games: Iterable[PlayedGame], pars: Mapping[int, int]) -> None:
        """Take in what the person has played, and the deals that are solved."""
        games = list(games)
        self.suggestion = suggest(own_games(games))
        self.losses = usual_losses(games)
        self.pars = dict(pars)
        self._games = games
        self.take_turns()

    # --- who plays ------------------------------------------------------------------------------

    @property
    def chosen_level(self) -> str:
        """The level to play against, where it is one."""
        return self.level or self.suggestion.level

    def placeholder(self, number: int) -> str:
        """Return how the person in a field is called while no name is entered."""
        if self.opponent != FRIEND:
            return self._program if number else _("Player")
        if self.is_far:
            return _("Your friend") if number else _("You")
        return _("Player {number}").format(number=number + 1)

    def name(self, number: int) -> str:
        """Return how the first or second named, 0 or 1, is called."""
        if number == 1 and (self.opponent != FRIEND or self.is_far):
            return self.placeholder(number)
        return self.names[number].strip() or self.placeholder(number)

    @property
    def _program(self) -> str:
        return level_name(self.chosen_level) if self.opponent == LEVEL else _("Solver")

    def _other_seat(self) -> Seat:
        if self.opponent == FRIEND:
            return Seat(self.name(1))
        return Seat(solver=True, level=self.chosen_level if self.opponent == LEVEL else "")

    # --- the clock ------------------------------------------------------------------------------

    @property
    def control(self) -> tuple[float, float]:
        """Minutes for each player, and seconds more for every move; both 0 without a clock."""
        return (self.clock_minutes, self.clock_increment) if self.clock_minutes else (0, 0)

    @property
    def is_far(self) -> bool:
        """Whether the game is with a friend somewhere else, who has to be invited."""
        return self.opponent == FRIEND and self.elsewhere

    def set_elsewhere(self, elsewhere: bool) -> None:
        """Choose where the friend is; who cannot see the other plays without help at first."""
        self.elsewhere = self.no_help = elsewhere
        self.head_start = None

    def set_timing(self, timing: str) -> None:
        """Choose the sort of clock; a live one needs some minutes."""
        self.timing = timing
        if timing == LIVE and self.clock_minutes <= 0:
            self.clock_minutes = 10

    # --- who begins -----------------------------------------------------------------------------

    @property
    def beginning(self) -> str:
        """How it is settled who begins: `first`, `second`, `random`, or the pie rule.

        A fair game is even already, so there a lot is drawn instead.
        """
        return "random" if self.begins == PIE and self.deal_by == FAIR else self.begins

    @property
    def by_pie_rule(self) -> bool:
        """Whether seats and points are to be agreed before the game."""
        return self.beginning == PIE

    def take_turns(self) -> None:
        """Let the one begin who did not begin the last game, unless who begins was chosen."""
        if not self._is_agreed and self.begins in _BY_NAME:
            self.begins = self.next_beginner or self.begins

    @property
    def next_beginner(self) -> str | None:
        """Who begins if the two take turns: `first` or `second`, None if they have not met."""
        return next_beginner(self._games, self.opponent, (self.name(0), self.name(1)))

    def set_begins(self, begins: str) -> None:
        """Choose who begins; under the pie rule no deal has to be played twice."""
        self.begins, self._is_agreed = begins, True
        if self.by_pie_rule:
            self.duplicate = 0

    def set_duplicate(self, deals: int) -> None:
        """Choose how many deals are played twice, which makes seats even without the pie rule."""
        self.duplicate = deals
        if deals and self.begins == PIE:
            self.begins = "random"

    @property
    def deals_twice(self) -> int:
        """How many deals are played twice; none where seats are even already."""
        return 0 if self.deal_by == FAIR or self.by_pie_rule else self.duplicate

    def negotiation(self, scheduler: Scheduler, pars: Pars) -> Negotiation:
        """Return the agreement on seats and points, not yet begun; raises RulesError."""
        start = self.start()
        par = pars.margin(start)
        worth = None if par is None else for_player(par, start.to_move)
        program = None if self.opponent == FRIEND else 1
        return Negotiation(Pie(start, random.randrange(2)), program, scheduler, worth)

    # --- fair games -----------------------------------------------------------------------------

    @property
    def offer(self) -> HeadStartOffer:
        """The head start that evens out how well the two play, by what is known of them."""
        if self.opponent != FRIEND:
            loss = self.suggestion.loss
            return HeadStartOffer(
                (
                    None if loss is None else loss.points,
                    level(self.chosen_level).points if self.opponent == LEVEL else 0.0,
                )
            )
        return HeadStartOffer((self._loss(0), None if self.is_far else self._loss(1)))

    @property
    def offer_words(self) -> str:
        """What the offered head start is for; empty where none is offered."""
        (first, second), points = self.offer.losses, self.offer.points
        if first is None or second is None or not points:
            return ""
        words = _("{first} loses {a} points per game, {second} {b}: {name} starts {n} ahead.")
        if self.opponent != FRIEND:
            words = _("You lose {a} points per game, {second} {b}: {name} starts {n} ahead.")
        return words.format(
            first=self.name(0),
            second=self.name(1),
            a=decimal(round(first)),
            b=decimal(round(second)),
            name=self.name(0 if points > 0 else 1),
            n=abs(points),
        )

    def _loss(self, number: int) -> float | None:
        """Return what the first or second of two friends loses, None if it is not known."""
        return self.losses.get(self.name(number)) if self.names[number].strip() else None

    @property
    def agreed_head_start(self) -> int:
        """By how much the first named is to win with perfect play: as chosen, or as offered."""
        return self.offer.points if self.head_start is None else self.head_start

    def set_opponent(self, opponent: str) -> None:
        """Choose against whom to play, for which another head start is offered."""
        self.opponent, self.head_start = opponent, None
        self.take_turns()

    def set_level(self, level: str) -> None:
        """Choose a level, for which another head start is offered."""
        self.level, self.head_start = level, None

    def choose_fair(self) -> None:
        """Choose another fair table."""
        self.fair = fair_table(self.pars, Random(), self.fair)
        self.lot = random.random() < 0.5

    def _fair_start(self) -> Position:
        """Return the start of a fair game, with the points given."""
        if self.fair is None:
            self.choose_fair()
        if self.fair is None:
            raise RulesError(_("No solved deal is known."))
        sign = -1 if self.fair_second_begins else 1
        return self.fair.start(sign * self.agreed_head_start)

    @property
    def fair_second_begins(self) -> bool:
        """Whether the second named begins a fair game; a lot is drawn with the table."""
        return self.lot if self.beginning == "random" else self.begins == "second"

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
            return None
        if self.deal_by == BY_NUMBER:
            return deal_number(self.number)
        found = self._recognised()
        if isinstance(found, Record) and "Deal" in found.tags:
            return deal_number(found.tags["Deal"])
        return None

    def start(self) -> Position:
        """Return the position to start from; raises RulesError, with one line, if there is none."""
        if self.deal_by == FAIR:
            return self._fair_start()
        if self.deal_by == PASTED:
            found = self._recognised()
            start = found.game.start if isinstance(found, Record) else found
            if start.is_over:
                raise FormatError(no_pair_here())
            return start
        return deal(self.deal or 0)

    def _recognised(self) -> Record | Position:
        if not self.pasted.strip():
            raise FormatError(_("Paste a position or a game record."))
        return recognise(self.pasted)

    # --- the game -------------------------------------------------------------------------------

    def session(
        self, now: Callable[[], float] = time.monotonic, agreement: Agreement | None = None
    ) -> Session:
        """Return the game that comes of the options, and of what was agreed by the pie rule.

        Raises RulesError if the start is wrong.
        """
        number, start = self.deal, self.start()
        seats = Seat(self.name(0)), self._other_seat()
        head_start = self.agreed_head_start if self.deal_by == FAIR else 0
        second_begins, named_by = self.second_begins(), None
        if agreement is not None:
            second_begins, start = agreement.first == 1, agreement.start
            named_by = agreement.named_by
        setup = replace(
            self._setup(seats[::-1] if second_begins else seats, start),
            deal=number,
            head_start=-head_start if second_begins else head_start,
            named_by=named_by,
            no_help=self.opponent == FRIEND and self.no_help,
        )
        agreed = duplicate(self.match_deals(number)) if self.deals_twice else None
        return Session(setup, Series((), agreed), now=now)

    def session_from(
        self, start: Position, person: Player, now: Callable[[], float], seats: tuple[Seat, Seat]
    ) -> Session:
        """Return a game from any position, the person as `person`, against whom was chosen last.

        `seats` are who played so far; two friends keep their names. All else is as for every game.
        """
        if self.opponent == FRIEND:
            names = [seat.name if not seat.solver else "" for seat in seats]
            first, second = (Seat(name or self.name(n)) for n, name in enumerate(names))
        else:
            own = Seat(seats[person - 1].name or self.name(0)), self._other_seat()
            first, second = own if person == 1 else own[::-1]
        return Session(self._setup((first, second), start), now=now)

    def _setup(self, seats: tuple[Seat, Seat], start: Position) -> Setup:
        seed = random.randint(0, LARGEST_SEED)
        return Setup(seats, start, None, self.time_control, self.think_seconds, seed)

    @property
    def time_control(self) -> TimeControl | None:
        """The clock that runs at the table, None without one."""
        if not self.clock_minutes or (self.is_far and self.timing != LIVE):
            return None
        return TimeControl(60 * self.clock_minutes, self.clock_increment)

    def second_begins(self) -> bool:
        """Return whether the second named moves first; where a lot decides, it is drawn now."""
        if self.deal_by == FAIR:
            return self.fair_second_begins
        return self.begins == "second" if self.begins in _BY_NAME else random.random() < 0.5

    def match_deals(self, number: int | None) -> tuple[int, ...]:
        """Return the deals of a duplicate match that begins with a deal, None for a position."""
        return tuple(further_deals(self.deals_twice, number or 0, lambda _before: draw_deal()))
