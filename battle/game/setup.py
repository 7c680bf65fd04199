"""The setup of a game: levels, clock, seats, series, fair deals, and their tags in a record.

levels     the program's levels for people: their names and what they promise
Clock      a chess clock: two times, one of them running, and an increment for every move made
Setup      who sits where, the start, the clock
Series     the games that the same two play one after another
FairTable  a solved deal in disguise, evened out by points
tags       all of it in a record, and back
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from random import Random
from typing import Final, TypeAlias
from uuid import uuid4

from battle.language import N_, _, decimal, ngettext
from battle.resources import asset
from battle.rules.disguise import random_disguise
from battle.rules.files import AGAINST, COMPANION, LEVELS, read_against, read_levels
from battle.rules.position import (
    ALL_POINTS,
    ALL_TILES,
    LAST_DEAL,
    PLAYERS,
    FormatError,
    Player,
    Position,
    deal,
    deal_number,
    other,
    quoted,
)
from battle.rules.quick import HALF, QUICK, deal_of, quick_deal, quick_tiles
from battle.rules.record import clock_in, clock_words

# --- levels --------------------------------------------------------------------------------------
#
# A level is labelled with the points it loses in a whole game against the levels next to it; what
# it loses to each level was measured too (`expected_loss`). The levels are listed in
# `assets/levels/levels.csv`, the weakest first; `companion`, which stays close to the person
# instead, comes after them. The engine knows them by the same names (`go level NAME`).


@dataclass(frozen=True)
class LevelLabel:
    """A playing strength.

    `points` is its average loss in a game against the levels next to it, None if it stays close to
    the person. On screen it has a `title`, a `person` who plays, whose face is in `assets/faces`,
    and a `way` to play, as measured (`assets/levels`), or none.
    """

    name: str
    points: float | None = None
    title: str = ""
    person: str = ""
    way: str = ""


_COMPANION: Final = LevelLabel(
    COMPANION, title=N_("Companion"), person="Echo", way=N_("Keeps the score close")
)


@cache
def labels() -> tuple[LevelLabel, ...]:
    """Return all levels: the weakest first, and after the best the companion."""
    return (*ladder(), _COMPANION)


@cache
def ladder() -> tuple[LevelLabel, ...]:
    """Return the levels of fixed strength, the weakest first."""
    lines = read_levels(asset(LEVELS), leniently=True)
    return tuple(
        LevelLabel(line.name, line.points, line.title, line.person, line.way) for line in lines
    )


@cache
def _measured() -> Mapping[tuple[str, str], float]:
    """Return what each level was measured to lose to each."""
    return read_against(asset(AGAINST))


def expected_loss(name: str, points: float) -> float | None:
    """Return what a level loses in a game to a player who loses `points`, None for other names.

    It is what it was measured to lose to the levels that lose a little less and a little more.
    """
    met = [
        (label.points or 0.0, _measured()[name, label.name])
        for label in reversed(ladder())
        if (name, label.name) in _measured()
    ]
    if not met:
        return _label(name).points
    if points <= met[0][0]:
        return met[0][1]
    for (less, lost), (more, then) in pairwise(met):
        if points < more:
            share = (points - less) / (more - less)
            return lost + share * (then - lost)
    return met[-1][1]


def is_level(name: str) -> bool:
    """Return whether there is a level of this name."""
    return any(label.name == name for label in labels())


def level(name: str) -> LevelLabel:
    """Return the level called `name`, in any case; raise FormatError for others."""
    for label in labels():
        if label.name == name.strip().lower():
            return label
    raise FormatError(
        N_("bad level {name}: expected one of {names}"),
        name=quoted(name),
        names=", ".join(label.name for label in labels()),
    )


def _label(name: str) -> LevelLabel:
    """Return the level called `name`, a bare one if there is none."""
    return next((label for label in labels() if label.name == name), LevelLabel(name))


def stronger(name: str, by: int = 1) -> str:
    """Return the level `by` steps stronger, weaker if negative, at most the ladder's end.

    Names that are not on the ladder are returned unchanged.
    """
    names = [label.name for label in ladder()]
    if name not in names:
        return name
    return names[min(max(0, names.index(name) + by), len(names) - 1)]


def level_name(name: str) -> str:
    """Return a level's name on screen: `Casual`."""
    return _(_label(name).title) or name.capitalize()


def level_words(label: LevelLabel) -> str:
    """Return how a level plays: `Rarely misses your reply`."""
    if label.way or not label.points:
        return _(label.way or ladder()[-1].way)
    return ngettext(
        "Gives away about {points} point a game",
        "Gives away about {points} points a game",
        math.ceil(label.points),
    ).format(points=decimal(label.points))


def played_by(level: str) -> str:
    """Return who plays at a level; of no level, the solver's."""
    return _label(level).person or ladder()[-1].person


def face(level: str) -> str:
    """Return the name of their face."""
    return played_by(level).lower()


# --- the clock -----------------------------------------------------------------------------------
#
# It never reads the time: every call is given `now`, in seconds from any fixed moment
# (`time.monotonic()`), so that it can be tested and stored.

_DECIMAL: Final = r"[0-9]{1,7}(?:\.[0-9]{1,3})?"
_LONGEST: Final = 10**6
_LARGEST_INCREMENT: Final = 24 * 60 * 60
"""Seconds: a day for every move."""


@dataclass(frozen=True)
class TimeControl:
    """The time each player has for the game and the increment for every move, in seconds."""

    seconds: float
    increment: float = 0.0

    def __str__(self) -> str:
        seconds, increment = (
            f"{value:.3f}".rstrip("0").rstrip(".") for value in (self.seconds, self.increment)
        )
        return f"{seconds}+{increment}"


def time_control(text: str) -> TimeControl | None:
    """Return the time control written `text`, as in PGN: `300+5`, `300`, and None for `-`."""
    if text in ("-", "?", ""):
        return None
    match = re.fullmatch(rf"({_DECIMAL})(?:\+({_DECIMAL}))?", text, re.ASCII)
    fits = match is not None and 0 < float(match[1]) <= _LONGEST
    if match is None or not fits or float(match[2] or 0) > _LARGEST_INCREMENT:
        raise FormatError(
            "bad time control {text}: expected seconds and increment, such as 300+5",
            text=quoted(text),
        )
    return TimeControl(float(match[1]), float(match[2] or 0))


class Clock:
    """Both players' time. A flag that has fallen stays fallen: time does not run below zero.

    It begins paused, with `left` seconds for players 1 and 2. `player` is the one whose time runs,
    or would run if the clock were not paused.
    """

    def __init__(
        self,
        control: TimeControl,
        left: tuple[float, float] | None = None,
        player: Player | None = None,
    ) -> None:
        self.control = control
        self.player = player
        self._left = left or (control.seconds, control.seconds)
        self._since: float | None = None

    @property
    def running(self) -> bool:
        return self._since is not None

    def start(self, player: Player, now: float) -> None:
        """Run `player`'s clock, and only that; no increment is added."""
        self._left = self.left(now)
        self.player, self._since = player, now

    def pause(self, now: float) -> None:
        self._left, self._since = self.left(now), None

    def press(self, now: float) -> None:
        """End the running player's turn: add the increment and run the other's clock.

        A paused clock stays paused. A player whose flag has fallen gets no increment.
        """
        if self.player is not None:
            left = [*self.left(now)]
            if left[self.player - 1] > 0:
                left[self.player - 1] += self.control.increment
            self.hand_to(other(self.player), now, (left[0], left[1]))

    def hand_to(self, player: Player, now: float, left: tuple[float, float] | None = None) -> None:
        """Make it `player`'s turn, as after a take-back, with what both had `left` then."""
        self._left = left or self.left(now)
        self.player, self._since = player, now if self.running else None

    def remaining(self, player: Player, now: float) -> float:
        """Return the seconds `player` has left, 0 at least."""
        used = now - self._since if self._since is not None and player == self.player else 0.0
        return max(0.0, self._left[player - 1] - max(0.0, used))

    def left(self, now: float) -> tuple[float, float]:
        """Return the seconds that players 1 and 2 have left."""
        return self.remaining(1, now), self.remaining(2, now)

    def flagged(self, now: float, players: Sequence[Player] = PLAYERS) -> Player | None:
        """Return which of `players` has no time left, None while all have some."""
        return next((player for player in players if self.remaining(player, now) <= 0), None)


def clock_text(seconds: float) -> str:
    """Return a time as a clock shows it: `5:00`, `1:00:00`, and `0:09.4` near the end.

    Times are rounded up, so that `0:00` is shown only when the time is up.
    """
    if 0 < seconds < 10:
        tenths = math.ceil(seconds * 10)
        return f"0:{tenths // 10:02}.{tenths % 10}"
    whole = math.ceil(seconds)
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"


# --- the setup -----------------------------------------------------------------------------------

THINK_SECONDS: Final = 2.0
LARGEST_SEED: Final = 2**31 - 1


@dataclass(frozen=True)
class Seat:
    """Who plays one side: a person, or the program.

    The program is the solver, which thinks as long as it is given, or with `level` one of the
    levels.
    """

    name: str = ""
    solver: bool = False
    level: str = ""


@dataclass(frozen=True)
class Setup:
    """What is agreed before the first move.

    `seats` are players 1 and 2; `deal` is the number of the deal that `start` is, None for another
    start; `control` is None without a clock; `think_seconds` is the solver's time for a move; with
    another `seed` a level errs elsewhere.

    With perfect play player 1 wins by `head_start` points, player 2 if it is negative. The points
    given at the start provide for that and compensate the start itself. Under the pie rule they
    were `named_by` one of the players. With `no_help`, hints, values and Analyse are off during the
    game. Between two programs there may be `days` for each move instead of a clock.
    """

    seats: tuple[Seat, Seat]
    start: Position
    deal: int | None = None
    control: TimeControl | None = None
    think_seconds: float = THINK_SECONDS
    seed: int = 0
    head_start: int = 0
    named_by: Player | None = None
    no_help: bool = False
    days: int = 0

    @property
    def next_seed(self) -> int:
        return (self.seed + 1) % (LARGEST_SEED + 1)

    def swapped(self, number: int | None = None) -> Setup:
        """Return the setup with seats swapped, on the same start or on the whole deal of a number.

        A head start goes with the person; compensation for the start stays with the seat.
        """
        first, second = self.seats
        lead = self.start.given[0] - self.start.given[1]
        start, for_start = self.start, lead - self.head_start
        if number is not None:
            start, for_start = deal(number), 0
        return replace(
            self,
            seats=(second, first),
            start=start.with_given(given_for(for_start - self.head_start)),
            deal=self.deal if number is None else number,
            seed=self.next_seed,
            head_start=-self.head_start,
            named_by=None,
        )


def given_for(lead: int) -> tuple[int, int]:
    """Return the points given to players 1 and 2 so that player 1 begins `lead` points ahead.

    This is the only limit on points given: at most 270, as many as a record can state. A head
    start, the par of a start and points named under the pie rule may add up to more.
    """
    return min(max(0, lead), ALL_POINTS), min(max(0, -lead), ALL_POINTS)


# --- the series ----------------------------------------------------------------------------------
#
# The games that the same players play one after another, with seats swapped after each. A series
# goes on as long as both like: every rematch is one more game on the same deal. A *duplicate match*
# is a series on agreed deals, each played twice from both sides so that the luck of the deal
# cancels; then the match is over.
#
#     game     1  2  3  4
#     deal     A  A  B  B
#     first    x  y  x  y

Pair: TypeAlias = tuple[int, int]

LONGEST: Final = 99
"""The most deals of a duplicate match that a record can name."""


@dataclass(frozen=True)
class Duplicate:
    """The deals of a duplicate match.

    `key` identifies the match; `deals` are the numbers of its deals, 0 for a first start without
    one.
    """

    key: str
    deals: tuple[int, ...]

    @property
    def length(self) -> int:
        return 2 * len(self.deals)

    def __str__(self) -> str:
        return " ".join([self.key, *map(str, self.deals)])


def duplicate(deals: tuple[int, ...]) -> Duplicate:
    """Return a new match on some deals; raises ValueError without one."""
    if not deals:
        raise ValueError("a duplicate match needs a deal")
    return Duplicate(uuid4().hex[:12], deals)


def duplicate_in(text: str) -> Duplicate | None:
    """Parse a match such as `3f2a9c 4711 815`; None for any other text."""
    match = re.fullmatch(r"([0-9a-f]{4,32})((?: [0-9]{1,10})+)", text, re.ASCII)
    if match is None:
        return None
    deals = tuple(int(word) for word in match[2].split())
    fits = len(deals) <= LONGEST and all(0 <= deal <= LAST_DEAL for deal in deals)
    return Duplicate(match[1], deals) if fits and all(deals[1:]) else None


@dataclass(frozen=True)
class Series:
    """The finished games before this one, each as the points of the current players 1 and 2.

    `duplicate` is the agreed match, None for an open-ended series.
    """

    games: tuple[Pair, ...] = ()
    duplicate: Duplicate | None = None

    @property
    def number(self) -> int:
        """The number of the current game, from 1."""
        return len(self.games) + 1

    @property
    def totals(self) -> Pair:
        """The points of all games, for the current players 1 and 2."""
        return sum(first for first, _second in self.games), sum(
            second for _first, second in self.games
        )

    @property
    def is_over(self) -> bool:
        return self.duplicate is not None and len(self.games) >= self.duplicate.length

    @property
    def next_deal(self) -> int | None:
        """The next deal if it differs from the current one, else None."""
        if self.duplicate is None or self.is_over or len(self.games) % 2:
            return None
        return self.duplicate.deals[len(self.games) // 2] if self.games else None

    def plus(self, points: Pair) -> Series:
        return replace(self, games=(*self.games, points))

    def swapped(self) -> Series:
        return replace(self, games=tuple((second, first) for first, second in self.games))


_LAST_DRAWN: Final = 99_999
"""The largest number of a random deal, short enough to be read out."""


SIZES: Final = {QUICK: N_("Quick"), HALF: N_("Half"), ALL_TILES: N_("Whole")}
"""What deals are called, by how many tiles they have."""


def another_deal(setup: Setup) -> Setup:
    """Return the setup with another deal of the size of its start, drawn by lot."""
    number, tiles = draw_deal(), quick_tiles(setup.start) or ALL_TILES
    return replace(
        setup,
        start=deal_of(tiles, number),
        deal=number if tiles == ALL_TILES else None,
        seed=setup.next_seed,
    )


def draw_deal() -> int:
    """Return the number of a random deal."""
    return random.randint(1, _LAST_DRAWN)


def further_deals(count: int, first: int, another: Callable[[list[int]], int]) -> list[int]:
    """Return `count` different deals: `first`, then what `another` draws, given the others."""
    deals = [first]
    while len(deals) < count:
        number = another(deals)
        if number not in deals:
            deals.append(number)
    return deals


# --- fair games ----------------------------------------------------------------------------------
#
# Solved deals evened out by points, whole ones in disguise.
#
#     par         the margin of a deal with perfect play, from player 1's side
#     head start  by how much a player is to win with perfect play, 0 in an even game
#     points given at the start = head start − par, to player 2 if that is negative
#
# Pars come from `battle.profile.proofs`.

MOST_GIVEN: Final = 60
"""The largest head start offered, in points."""


@dataclass(frozen=True)
class FairTable:
    """A solved deal: its number, the tiles as they lie, perhaps in disguise, and its par."""

    deal: int
    tiles: Position
    par: int

    def start(self, head_start: int = 0) -> Position:
        """Return the start from which player 1 wins by `head_start` with perfect play."""
        return self.tiles.with_given(given_for(head_start - self.par))


def fair_table(
    pars: Mapping[int, int], random: Random, before: FairTable | None = None, tiles: int = ALL_TILES
) -> FairTable | None:
    """Return a random solved deal of so many tiles; None if there are no deals.

    It is another deal than `before` if there is one. A whole one comes in a new disguise: there
    are so few of them that people would know them.
    """
    numbers = [number for number in pars if before is None or number != before.deal]
    if not pars:
        return None
    number = random.choice(sorted(numbers or pars))
    if tiles != ALL_TILES:
        return FairTable(number, quick_deal(tiles, number), pars[number])
    return FairTable(number, random_disguise(random).of_position(deal(number)), pars[number])


# --- tags ----------------------------------------------------------------------------------------
#
# What a record says of the people and the game at the table: tags, and back from them.
#
# Besides PGN's, the record of a session has these tags:
#
#     FirstType, SecondType    human or program
#     FirstLevel, SecondLevel  the level the program plays at, if it plays at one
#     FirstClock, SecondClock  what is left on the clocks of a game that goes on
#     ThinkTime                the solver's seconds for a move
#     Seed                     what decides where a level errs
#     HeadStart                by how many points player 1 is to win with perfect play: 18, -18
#     NamedBy                  which player named the points given, under the pie rule: 1 or 2
#     Agreed                   what else was agreed: no help
#     Hints                    how often players 1 and 2 were helped: 2-0
#     Help                     other help used while the game went on: analysis, teacher; sides,
#                              if the person and the program changed theirs
#     Earlier                  the earlier games of a series: points of those who now are 1 and 2
#     Duplicate                what a duplicate match was agreed to be: its key and its deals
#     Ply                      where the game stands, if moves after it were taken back
#     Event                    Casual game, or the day whose deal it is: Deal of the day 2026-11-23,
#                              Quick deal of the day 2026-11-23
#     UTCDate                  when a game on the deal of a day was begun, as in PGN
#     Key                      what the game is kept under in the person's record, once it has ended
#
# Invalid tags are ignored.

_NAME_TAGS: Final = ("First", "Second")
_TYPE_TAGS: Final = ("FirstType", "SecondType")
_LEVEL_TAGS: Final = ("FirstLevel", "SecondLevel")
_CLOCK_TAGS: Final = ("FirstClock", "SecondClock")

NO_HELP: Final = "no help"
DAILY: Final = "Deal of the day "
QUICK_DAILY: Final = "Quick deal of the day "
"""The events of games on the deals of a day, before the day: `Deal of the day 2026-11-23`."""
KEY_TAG: Final = "Key"

_NAMED_BY: Final[Mapping[str, Player]] = {"1": 1, "2": 2}

STATE_TAGS: Final = (*_CLOCK_TAGS, *_LEVEL_TAGS, "Ply")
"""The tags that are written each time, or not at all."""


def tags_of(setup: Setup, series: Series, hints: tuple[int, int] = (0, 0)) -> dict[str, str]:
    """Return the tags of the setup, the earlier games, and the number of hints.

    A start without a number is left to the record.
    """
    tags: dict[str, str] = {}
    for number, seat in enumerate(setup.seats):
        tags[_NAME_TAGS[number]] = seat.name or _unnamed(seat)
        tags[_TYPE_TAGS[number]] = "program" if seat.solver else "human"
        if seat.level:
            tags[_LEVEL_TAGS[number]] = seat.level
    others = {
        "Deal": setup.deal,
        "TimeControl": setup.control,
        "ThinkTime": f"{setup.think_seconds:g}"
        if any(seat.solver for seat in setup.seats)
        else None,
        "Seed": setup.seed if any(seat.level for seat in setup.seats) else None,
        "HeadStart": setup.head_start or None,
        "NamedBy": setup.named_by,
        "Agreed": NO_HELP if setup.no_help else None,
        "Round": series.number if series.games or series.duplicate is not None else None,
        "Earlier": " ".join(f"{first}-{second}" for first, second in series.games) or None,
        "Duplicate": series.duplicate,
        "Hints": None if hints == (0, 0) else f"{hints[0]}-{hints[1]}",
    }
    return tags | {name: str(value) for name, value in others.items() if value is not None}


def setup_in(tags: Mapping[str, str], start: Position) -> Setup:
    """Return the setup of a game from `start` by its tags."""
    try:
        control = time_control(tags.get("TimeControl", "-"))
    except FormatError:
        control = None
    seconds = tags.get("ThinkTime", "")
    if not re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,3})?", seconds, re.ASCII) or not float(seconds):
        seconds = str(THINK_SECONDS)
    return Setup(
        seats=(_seat_in(tags, 1), _seat_in(tags, 2)),
        start=start,
        deal=deal_number(tags["Deal"]) if "Deal" in tags else None,
        control=control,
        think_seconds=float(seconds),
        seed=_number_in(tags.get("Seed", ""), 0, LARGEST_SEED),
        head_start=_number_in(tags.get("HeadStart", ""), -ALL_POINTS, ALL_POINTS),
        named_by=_NAMED_BY.get(tags.get("NamedBy", "")),
        no_help=tags.get("Agreed") == NO_HELP,
    )


def _seat_in(tags: Mapping[str, str], player: Player) -> Seat:
    """Return the seat of a side by its tags; a name such as `Solver: strong` is enough."""
    name = tags.get(_NAME_TAGS[player - 1], "")
    sort = tags.get(_TYPE_TAGS[player - 1], "program" if name.startswith("Solver") else "human")
    if sort != "program":
        return Seat("" if name == "?" else name)
    level = tags.get(_LEVEL_TAGS[player - 1], name.removeprefix("Solver: ")).lower()
    seat = Seat(solver=True, level=level if is_level(level) else "")
    return seat if name in ("?", _unnamed(seat), "Solver") else replace(seat, name=name)


def _unnamed(seat: Seat) -> str:
    if not seat.solver:
        return "?"
    return f"Solver: {seat.level}" if seat.level else "Solver"


def _number_in(text: str, least: int, most: int) -> int:
    """Return the number in a tag, within limits; 0 if there is none."""
    return max(least, min(most, int(text))) if re.fullmatch("-?[0-9]{1,10}", text) else 0


def series_in(tags: Mapping[str, str]) -> Series:
    """Return the series that a record's game belongs to."""
    return Series(
        tuple(_pairs_in(tags.get("Earlier", ""))), duplicate_in(tags.get("Duplicate", ""))
    )


def hints_in(tags: Mapping[str, str]) -> tuple[int, int]:
    """Return how many hints players 1 and 2 had."""
    return next(iter(_pairs_in(tags.get("Hints", ""))), (0, 0))


def clock_tags(left: tuple[float, float]) -> dict[str, str]:
    """Return the clock tags of players 1 and 2."""
    return {name: clock_words(seconds) for name, seconds in zip(_CLOCK_TAGS, left, strict=True)}


def clocks_in(tags: Mapping[str, str]) -> tuple[float | None, float | None]:
    """Return the seconds that players 1 and 2 have left, None if the tags are missing."""
    first, second = (clock_in(f"[%clk {tags.get(name, '')}]") for name in _CLOCK_TAGS)
    return first, second


def _pairs_in(text: str) -> list[tuple[int, int]]:
    """Return pairs of numbers written `143-127 20-30`, none if the text is anything else."""
    words = [re.fullmatch(r"([0-9]{1,3})-([0-9]{1,3})", word, re.ASCII) for word in text.split()]
    pairs = [(int(match[1]), int(match[2])) for match in words if match is not None]
    return pairs if len(pairs) == len(words) else []
