"""The options of a new game, and the game created from them: for window, terminal and friends.

    remembered settings ──► GameOptions ◄── learn ── the games the person has played, solved deals
                                │ ▲
                                │ └── what the person chooses: set_rival, set_begins …
                                ├──► session                  a game at this table
                                ├──► negotiation              the pie rule, before such a game
                                ├──► `battle.friend.meeting`  the terms of a game elsewhere
                                └──► to_remember ──► settings

A choice on which others depend has a method `set_…`; all others are plain attributes.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from random import Random
from typing import Any, Final

from battle.engine.jobs import Scheduler
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
    is_level,
    ladder,
    level,
    played_by,
)
from battle.language import N_, _, decimal, ngettext
from battle.profile.proofs import Pars, quick_pars
from battle.profile.records import (
    FRIEND,
    SOLVER,
    PlayedGame,
    Rung,
    UsualLoss,
    head_start,
    next_beginner,
    next_up,
    own_games,
    rungs,
    usual_loss,
    usual_losses,
)
from battle.profile.settings import SETTINGS, Settings
from battle.rules.links import table_in
from battle.rules.position import (
    ALL_TILES,
    FormatError,
    Player,
    Position,
    RulesError,
    deal_number,
    for_player,
    other,
)
from battle.rules.quick import deal_of
from battle.rules.record import Record
from battle.words import You, label, listed, minutes_words, no_pair_words, seconds_words
from battle.words import points as worth

LEVEL: Final = "level"
NOTHING_PASTED: Final = N_("Paste a position or a game record.")

HERE: Final = "here"
ELSEWHERE: Final = "elsewhere"
"""Friends to play, beside the levels and the solver."""

INVITE: Final = N_("Invite a friend")
RANDOM: Final = "random"
FAIR: Final = "fair"
BY_NUMBER: Final = "number"
PASTED: Final = "pasted"

PIE: Final = "pie"
"""The choice of the pie rule: one names points, the other chooses the seat."""

_BY_NAME: Final = ("first", "second")

NO_CLOCK: Final = "none"
LIVE: Final = "live"
DAYS: Final = "days"
"""The clocks of a game with a friend elsewhere."""

MOST_DUPLICATE: Final = 3
"""The most deals of a duplicate match that can be set up."""


@dataclass
class GameOptions:
    """The options: `number` and `pasted` are texts as entered, `drawn` is a random deal.

    `tiles` is the size of a deal, which is a quick one if they are fewer than all.
    An empty `level` is the suggested one. In a fair game the first named player wins by
    `head_start` points with perfect play, None for the offered number; `pars` are the deals to
    choose from, `fair` is the chosen table. `losses` are the points that people lose in a game, by
    name. `duplicate` is the number of deals of a duplicate match, 0 for a single game.

    A friend is here or `elsewhere`; then `timing` is the kind of clock: none, live, or
    `days_a_move`. With `no_help` hints, values and Analyse are off for both friends. A game that
    `plays_on` from another leaves names and who begins as they were remembered.
    """

    opponent: str = FRIEND
    names: tuple[str, str] = ("", "")
    begins: str = "first"
    level: str = ""
    suggested: str = field(default_factory=lambda: ladder()[0].name)
    loss: UsualLoss | None = None
    tiles: int = ALL_TILES
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
    plays_on: bool = False
    guest: str = ""
    """The name of another program that plays in place of the solver."""
    _games: Sequence[PlayedGame] = ()
    _is_agreed: bool = False

    @staticmethod
    def remembered(settings: Settings) -> GameOptions:
        options = GameOptions(**{name: getattr(settings, name) for name in _KEPT})
        options.level = options.level if is_level(options.level) else ""
        options.begins = "first" if options.begins in _BY_NAME else options.begins
        options.head_start = max(-MOST_GIVEN, min(MOST_GIVEN, settings.handicap)) or None
        return options

    @staticmethod
    def against(
        level: str, settings: Settings, games: Iterable[PlayedGame], pars: Mapping[int, int]
    ) -> GameOptions:
        """Return the options for a game against a level, all others as chosen last."""
        options = GameOptions.remembered(settings)
        options.opponent, options.level = LEVEL, level
        options.learn(games, pars)
        return options

    def to_remember(self) -> dict[str, Any]:
        kept = {name: getattr(self, name) for name in _KEPT} | {
            "names": (self.names[0].strip(), self.names[1].strip()),
            "level": "" if self.level == self.suggested else self.level,
            "handicap": self.head_start or 0,
            "clock_minutes": float(self.clock_minutes),
            "clock_increment": float(self.clock_increment),
        }
        if self.plays_on:
            del kept["names"], kept["begins"]
        return kept

    @property
    def chosen(self) -> dict[str, Any]:
        """All that was chosen or drawn, as plain values, from which `again` makes the options."""
        found = ((option.name, getattr(self, option.name)) for option in fields(self))
        plain = {name: one for name, one in found if isinstance(one, str | float | int | None)}
        return {**plain, "names": self.names}

    @staticmethod
    def again(names: Iterable[str], **chosen: Any) -> GameOptions:
        """Return the options that somebody had `chosen`."""
        first, second = names
        return GameOptions(names=(first, second), **chosen)

    def learn(self, games: Iterable[PlayedGame], pars: Mapping[int, int]) -> None:
        """Take in what is known; the weakest level suits a person of whom nothing is known."""
        games = list(games)
        own = own_games(games)
        self.suggested, self.loss = next_up(own).level.name, usual_loss(own)
        self.losses = usual_losses(games)
        self.pars = dict(pars)
        self._games = games
        self.take_turns()

    # --- who plays ------------------------------------------------------------------------------

    @property
    def rival(self) -> str:
        """Whom the person plays: a level by its name, the solver, a friend here or elsewhere."""
        if self.opponent == FRIEND:
            return ELSEWHERE if self.elsewhere else HERE
        return self.chosen_level if self.opponent == LEVEL else SOLVER

    def set_rival(self, rival: str) -> None:
        if is_level(rival):
            self.set_opponent(LEVEL)
            self.set_level(rival)
        elif rival == SOLVER:
            self.set_opponent(SOLVER)
        else:
            self.set_opponent(FRIEND)
            if self.elsewhere != (rival == ELSEWHERE):
                self.set_elsewhere(rival == ELSEWHERE)

    @property
    def rungs(self) -> list[Rung]:
        """Everybody to play, with what is known of the person."""
        return rungs(own_games(self._games))

    @property
    def chosen_level(self) -> str:
        return self.level or self.suggested

    def placeholder(self, number: int) -> str:
        if self.opponent != FRIEND:
            level = self.chosen_level if self.opponent == LEVEL else ""
            return played_by(level) if number else You(_("Player"))
        if self.is_far:
            return _("Friend") if number else _("You")
        return _("Player B") if number else _("Player A")  # a number says who moves first

    def name(self, number: int) -> str:
        if number == 1 and (self.opponent != FRIEND or self.is_far):
            return self.placeholder(number)
        return self.names[number].strip() or self.placeholder(number)

    def _other_seat(self) -> Seat:
        if self.opponent == FRIEND:
            return Seat(self.name(1))
        level = self.chosen_level if self.opponent == LEVEL else ""
        return Seat(self.guest, solver=True, level=level)

    # --- the clock ------------------------------------------------------------------------------

    @property
    def is_far(self) -> bool:
        return self.opponent == FRIEND and self.elsewhere

    def set_elsewhere(self, elsewhere: bool) -> None:
        """Choose where the friend is; elsewhere help is off by default."""
        self.elsewhere = self.no_help = elsewhere
        self.head_start = None

    def set_timing(self, timing: str) -> None:
        """Choose the kind of clock; a live one needs minutes."""
        self.timing = timing
        if timing == LIVE and self.clock_minutes <= 0:
            self.clock_minutes = 10

    # --- who begins -----------------------------------------------------------------------------

    @property
    def beginning(self) -> str:
        """Who begins: `first`, `second`, `random`, or by the pie rule.

        A fair game is even already, so there it is random instead.
        """
        return "random" if self.begins == PIE and self.deal_by == FAIR else self.begins

    @property
    def by_pie_rule(self) -> bool:
        return self.beginning == PIE

    def take_turns(self) -> None:
        """Let the players take turns beginning, unless the person has chosen."""
        if not self._is_agreed and self.begins in _BY_NAME:
            self.begins = self.next_beginner or self.begins

    def beginners(self, theirs: str = "") -> list[tuple[str, str]]:
        """Return who can begin, with words; `theirs` is what the other one is called here."""
        own = _("You begin") if self.own_name == _("You") else ""
        begins = _("{name} begins")
        return [
            ("first", own or begins.format(name=self.own_name)),
            ("second", begins.format(name=theirs or self.name(1))),
            ("random", _("By lot")),
        ]

    @property
    def next_beginner(self) -> str | None:
        """Who begins if they take turns: `first` or `second`, None if they have not met."""
        return next_beginner(self._games, self.opponent, (self.name(0), self.name(1)))

    def set_begins(self, begins: str) -> None:
        """Choose who begins; the pie rule makes a duplicate match unnecessary."""
        self.begins, self._is_agreed = begins, True
        if self.by_pie_rule:
            self.duplicate = 0

    @property
    def most_duplicate(self) -> int:
        """The most deals of a duplicate match: whole ones alone follow by number."""
        return MOST_DUPLICATE if self.tiles == ALL_TILES else 1

    def set_duplicate(self, deals: int) -> None:
        """Choose the number of deals played twice, which evens out seats without the pie rule."""
        self.duplicate = deals
        if deals and self.begins == PIE:
            self.begins = "random"

    @property
    def deals_twice(self) -> int:
        """The number of deals played twice; 0 if seats are even already."""
        if self.deal_by == FAIR or self.by_pie_rule:
            return 0
        return min(self.duplicate, self.most_duplicate)

    def negotiation(self, scheduler: Scheduler, pars: Pars) -> Negotiation:
        """Return the agreement on seats and points, not yet begun; raises RulesError."""
        start = self.start()
        par = pars.margin(start)
        worth = None if par is None else for_player(par, start.to_move)
        program = None if self.opponent == FRIEND else 1
        return Negotiation(Pie(start, random.randrange(2)), program, scheduler, worth)

    # --- fair games -----------------------------------------------------------------------------

    @property
    def usual(self) -> tuple[float | None, float | None]:
        if self.opponent == FRIEND:
            return self._loss(0), None if self.is_far else self._loss(1)
        loss = self.loss
        other = level(self.chosen_level).points if self.opponent == LEVEL else 0.0
        return None if loss is None else loss.points, other

    @property
    def offer(self) -> int:
        """The head start that evens out the players' strength, as far as known.

        None in a quick game: what is known are the points lost in whole ones.
        """
        return head_start(*self.usual) if self.tiles == ALL_TILES else 0

    @property
    def offer_words(self) -> str:
        """The reason for the offered head start; empty without one."""
        (first, second), points = self.usual, self.offer
        if first is None or second is None or not points:
            return ""
        words = (
            _("You lose {a} per game, {second} {b}: {name} starts {n} ahead.")
            if self.opponent != FRIEND
            else _("{first} loses {a} per game, {second} {b}: {name} starts {n} ahead.")
        )
        return words.format(
            first=self.name(0),
            second=self.name(1),
            a=worth(round(first)),
            b=decimal(round(second)),
            name=self.name(0 if points > 0 else 1),
            n=abs(points),
        )

    def _loss(self, number: int) -> float | None:
        return self.losses.get(self.name(number)) if self.names[number].strip() else None

    @property
    def agreed_head_start(self) -> int:
        """By how much the first player wins with perfect play: as chosen, or as offered."""
        return self.offer if self.head_start is None else self.head_start

    def set_opponent(self, opponent: str) -> None:
        """Choose the opponent, which changes the offered head start."""
        self.opponent, self.head_start = opponent, None
        if not self._is_agreed and self.begins in _BY_NAME:
            self.begins = "first"  # not as the turns went with another opponent
        self.take_turns()

    def set_level(self, level: str) -> None:
        """Choose a level, which changes the offered head start."""
        self.level, self.head_start = level, None

    @property
    def solved(self) -> Mapping[int, int]:
        """The par of every deal of this size that is solved."""
        return self.pars if self.tiles == ALL_TILES else quick_pars(self.tiles)

    def choose_fair(self) -> None:
        self.fair = fair_table(self.solved, Random(), self.fair, self.tiles)
        self.lot = random.random() < 0.5

    @property
    def fair_second_begins(self) -> bool:
        """Whether the second player begins a fair game; drawn by lot with the table."""
        return self.lot if self.beginning == "random" else self.begins == "second"

    # --- words ----------------------------------------------------------------------------------

    @property
    def own_name(self) -> str:
        """The first player's name here: the person's name, or `You` without one."""
        is_you = self.is_far or (self.rival != HERE and not self.names[0])
        return _("You") if is_you else self.name(0)

    @property
    def start_words(self) -> str:
        """What starting the game is called."""
        if self.is_far:
            return _(INVITE)
        return _("Play") if self.rival == HERE else _("Play {name}").format(name=self.name(1))

    def summary(self, *, begins: bool) -> str:
        """Return the match settings in one line, with who `begins` if that is not seen."""
        days = SETTINGS["days_a_move"].words(self.days_a_move)
        head_start = self.head_start_words(self.agreed_head_start)
        deals = {
            RANDOM: "",
            FAIR: _("fair deal: {head_start}").format(head_start=head_start),
            BY_NUMBER: _("deal {number}").format(number=self.number or "…"),
            PASTED: _("this position"),
        }
        own = _("you begin") if self.own_name == _("You") else ""
        beginning = {
            "first": own or _("{name} begins").format(name=self.own_name),
            "second": _("{name} begins").format(name=self.name(1)),
            "random": _("who begins is drawn by lot"),
            PIE: _("seats by the pie rule"),
        }
        clock = _("no clock")
        if self.is_far and self.timing == DAYS:
            clock = _("{days} for a move").format(days=days)
        elif self.time_control is not None:
            times = minutes_words(self.clock_minutes), seconds_words(self.clock_increment)
            clock = " + ".join(times[: 1 + bool(self.clock_increment)])
        no_help = _("no help") * (self.opponent == FRIEND and self.no_help)
        first = beginning[self.beginning] if begins else ""
        words = listed((deals[self.deal_by], self.match_words, first, clock, no_help))
        return words[:1].upper() + words[1:]

    @property
    def match_words(self) -> str:
        """How long the match is, empty for a single game."""
        deals = self.deals_twice
        words = ngettext("{n} deal, {games} games", "{n} deals, {games} games", deals)
        return words.format(n=deals, games=2 * deals) if deals else ""

    def head_start_words(self, points: int) -> str:
        """Say who is ahead by some points with perfect play, the second player below 0."""
        if points == 0:
            return _("even")
        return _("{name} +{points}").format(
            name=label(self.name(0 if points > 0 else 1)), points=abs(points)
        )

    # --- the start ------------------------------------------------------------------------------

    def set_tiles(self, tiles: int) -> None:
        """Choose the size of the deal, in place of a position that was pasted."""
        self.tiles, self.fair = tiles, None
        if self.deal_by == PASTED:
            self.deal_by = RANDOM

    def shuffle(self) -> None:
        self.drawn = draw_deal()

    @property
    def deal(self) -> int | None:
        """The number of a whole deal, None for another start; raises RulesError if wrong."""
        if self.deal_by == FAIR:
            return None
        if self.deal_by != PASTED:
            return self.number_of_deal if self.tiles == ALL_TILES else None
        pasted = self._recognised()
        if isinstance(pasted, Record) and "Deal" in pasted.tags:
            return deal_number(pasted.tags["Deal"])
        return None

    @property
    def number_of_deal(self) -> int:
        """The number of the deal as drawn or entered, whatever its size."""
        return self.drawn if self.deal_by == RANDOM else deal_number(self.number)

    def start(self) -> Position:
        """Return the position to start from; raises RulesError, with one line, if there is none."""
        if self.deal_by == FAIR:
            if self.fair is None:
                self.choose_fair()
            if self.fair is None:
                raise RulesError(_("No solved deal is known."))
            lead = self.agreed_head_start
            return self.fair.start(-lead if self.fair_second_begins else lead)
        if self.deal_by == PASTED:
            pasted = self._recognised()
            start = pasted.game.start if isinstance(pasted, Record) else pasted
            if start.is_over:
                raise FormatError(no_pair_words())
            return start
        return deal_of(self.tiles, self.number_of_deal)

    def _recognised(self) -> Record | Position:
        if not self.pasted.strip():
            raise FormatError(_(NOTHING_PASTED))
        return table_in(self.pasted)

    # --- the game -------------------------------------------------------------------------------

    def session(
        self, now: Callable[[], float] = time.monotonic, agreement: Agreement | None = None
    ) -> Session:
        """Return the game for the options, and the agreement under the pie rule if there is one.

        Raises RulesError if the start is wrong.
        """
        number, start = self.deal, self.start()
        seats = Seat(self.name(0)), self._other_seat()
        head_start = self.agreed_head_start if self.deal_by == FAIR else 0
        second_begins, named_by = self.second_sits_first(start), None
        if agreement is not None:
            second_begins, start = agreement.first == 1, agreement.start
            named_by = agreement.named_by
        setup = Setup(
            seats[::-1] if second_begins else seats,
            start,
            deal=number,
            control=self.time_control,
            think_seconds=self.think_seconds,
            seed=random.randint(0, LARGEST_SEED),
            head_start=-head_start if second_begins else head_start,
            named_by=named_by,
            no_help=self.opponent == FRIEND and self.no_help,
        )
        agreed = duplicate(self.match_deals(number)) if self.deals_twice else None
        return Session(setup, Series((), agreed), now=now)

    def play_on(self, start: Position, person: Player, seats: tuple[Seat, Seat]) -> None:
        """Choose a position of a game between `seats`, in which the person goes on as `person`."""
        self.plays_on, self.deal_by, self.pasted = True, PASTED, str(start)
        self.set_begins("first" if start.to_move == person else "second")
        own, others = (
            "" if seats[n - 1].solver else seats[n - 1].name for n in (person, other(person))
        )
        self.names = own or self.names[0], others or self.names[1]

    @property
    def time_control(self) -> TimeControl | None:
        if not self.clock_minutes or (self.is_far and self.timing != LIVE):
            return None
        return TimeControl(60 * self.clock_minutes, self.clock_increment)

    def second_sits_first(self, start: Position) -> bool:
        """Return whether the second player sits at Player 1's place, who may not move first.

        If who begins is random, it is drawn now.
        """
        begins = self.begins == "second" if self.begins in _BY_NAME else random.random() < 0.5
        if self.deal_by == FAIR:
            begins = self.fair_second_begins
        return begins != (start.to_move == 2)

    def match_deals(self, number: int | None) -> tuple[int, ...]:
        """Return the deals of a duplicate match that begins with this deal, None for a position."""
        return tuple(further_deals(self.deals_twice, number or 0, lambda _before: draw_deal()))


_KEPT: Final = [option.name for option in fields(GameOptions) if option.name in SETTINGS]
"""The options that are settings too, by the same names."""
