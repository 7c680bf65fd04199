"""The settings in `settings.json`, and the options of a new game.

A new game's options share some of them. Each setting is declared once, with its default, its check,
its texts and its choices. A missing or bad value falls back to its own default; keys of other
versions are ignored.
"""

from __future__ import annotations

import dataclasses
import json
import random
import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from battle.analysis.costs import ProblemTheme
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
    level,
    level_name,
)
from battle.language import N_, _, decimal, ngettext
from battle.profile.proofs import Pars
from battle.profile.records import (
    FRIEND,
    SOLVER,
    PlayedGame,
    Suggestion,
    head_start,
    next_beginner,
    own_games,
    suggest,
    usual_losses,
)
from battle.rules.position import (
    ALL_POINTS,
    FormatError,
    Player,
    Position,
    RulesError,
    deal,
    deal_number,
    for_player,
    other,
)
from battle.rules.record import Record, recognise
from battle.storage import Messages, Places, read_json
from battle.words import (
    LONGEST_NAME,
    You,
    minutes_words,
    no_pair_words,
    points,
    seconds_words,
    share_words,
)

SCHEMA: Final = 1
ANALYSE_PANELS: Final = ("review", "all moves", "more")
"""The panels of Analyse: the review instead of the lines, all moves instead of the best, more."""

_PAGE: Final = re.compile(r"https?://[!-\"$-;=?-~]{1,200}")
"""The address of a page, in a link before `#`."""
_POINTS: Final = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20)

Check: TypeAlias = Callable[[Any], Any]


class WindowPlace(NamedTuple):
    """Place and size of the window in pixels; `x` and `y` are None until it has been moved."""

    x: int | None = None
    y: int | None = None
    width: int = 1280
    height: int = 800
    fullscreen: bool = False


@dataclass(frozen=True)
class Setting:
    """The declaration of a setting: its valid values, and its widget.

    `check` converts a value of the file and raises ValueError or TypeError for a bad one. The
    widget has a `label` and a `note`, and offers `choices`, values with their texts, or `stops` of
    a slider, whose text is made by `words`; a setting with neither is a switch.
    """

    check: Check
    label: str = ""
    note: str = ""
    choices: Mapping[Any, str] = field(default_factory=dict)
    stops: tuple[Any, ...] = ()
    words: Callable[[Any], str] = str

    @property
    def options(self) -> list[tuple[Any, str]]:
        """The choices, with their words in the language in use."""
        return [(value, _(words)) for value, words in self.choices.items()]

    def stops_with(self, value: Any) -> tuple[Any, ...]:
        """Return the stops, including a value that was set elsewhere."""
        return tuple(sorted({*self.stops, value}))


# --- checks -------------------------------------------------------------------------------------


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(value)
    return value


def _between(lowest: float, highest: float, sort: type = float) -> Check:
    def check(value: Any) -> Any:
        is_number = isinstance(value, (int, sort)) and not isinstance(value, bool)
        if not is_number or not lowest <= value <= highest:
            raise ValueError(value)
        return sort(value)

    return check


def _integer(lowest: int, highest: int) -> Check:
    return _between(lowest, highest, int)


def _text(accepts: Callable[[str], bool]) -> Check:
    def check(value: Any) -> str:
        if not isinstance(value, str) or not accepts(value):
            raise ValueError(value)
        return value

    return check


def _one_of(*words: str) -> Check:
    return _text(lambda value: value in words)


_name: Final = _text(lambda value: not value or value.isprintable())
_key: Final = _text(lambda value: 0 < len(value) <= 60)
_coordinate: Final = _integer(-(10**5), 10**5)
_size: Final = _integer(100, 10**5)


def _names(value: Any) -> tuple[str, str]:
    first, second = value
    return _name(first)[:LONGEST_NAME], _name(second)[:LONGEST_NAME]


def _thresholds(value: Any) -> tuple[int, int, int]:
    inaccuracy, mistake, blunder = (_integer(1, ALL_POINTS)(points) for points in value)
    if not inaccuracy <= mistake <= blunder:
        raise ValueError(value)
    return inaccuracy, mistake, blunder


def _window(value: Any) -> WindowPlace:
    x, y, width, height, fullscreen = value
    return WindowPlace(
        None if x is None else _coordinate(x),
        None if y is None else _coordinate(y),
        _size(width),
        _size(height),
        _flag(fullscreen),
    )


# --- the settings -------------------------------------------------------------------------------


def _threads_words(threads: int) -> str:
    if threads == 0:
        return _("automatic")
    return ngettext("{n} core", "{n} cores", threads).format(n=threads)


def _memory_words(megabytes: int) -> str:
    if megabytes == 0:
        return _("automatic")
    if megabytes >= 1024:
        return _("{n} GiB").format(n=decimal(megabytes / 1024))
    return _("{n} MiB").format(n=megabytes)


def _days_words(days: int) -> str:
    return ngettext("{n} day", "{n} days", days).format(n=days)


def _setting(default: Any, check: Check, label: str = "", note: str = "", **how: Any) -> Any:
    return field(default=default, metadata={"setting": Setting(check, label, note, **how)})


def _switch(default: bool, label: str = "", note: str = "") -> Any:
    return _setting(default, _flag, label, note)


def _choice(default: str, choices: Mapping[str, str], label: str = "", note: str = "") -> Any:
    return _setting(default, _one_of(*choices), label, note, choices=choices)


@dataclass(frozen=True)
class Settings:
    """The settings; change them with `dataclasses.replace`."""

    language: str = _setting("system", _text(lambda code: 2 <= len(code) <= 20), N_("Language"))
    text_scale: float = _setting(
        1.0,
        _between(0.8, 1.6),
        N_("Text size"),
        stops=(0.8, 0.9, 1.0, 1.1, 1.25, 1.4, 1.6),
        words=share_words,
    )
    rank_digits: bool = _switch(
        True, N_("Digits on the tiles"), N_("The value of a tile as a small digit in its corner")
    )
    animation: bool = _switch(True)
    sound: bool = _switch(True, N_("Sound"))
    sound_volume: float = _setting(
        0.7,
        _between(0.0, 1.0),
        N_("Volume"),
        stops=tuple(step / 10 for step in range(1, 11)),
        words=share_words,
    )
    show_pairs: bool = _switch(
        True,
        N_("Mark pairs that can be taken"),
        N_("A small gold triangle on every tile that has a partner"),
    )
    highlight_free: bool = _switch(
        True, N_("Make free tiles stand out"), N_("Blocked tiles are dimmed")
    )
    think_seconds: float = _setting(
        2.0,
        _between(0.05, 3600.0),
        N_("Time for a move"),
        N_("In games that begin from now on"),
        stops=(0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 30.0, 60.0),
        words=seconds_words,
    )
    # Of 0 threads or MiB the solver chooses as many as suit the machine.
    threads: int = _setting(
        0,
        _integer(0, 256),
        N_("Processor cores"),
        N_("More cores and memory prove values earlier"),
        stops=(0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32),
        words=_threads_words,
    )
    hash_mb: int = _setting(
        0,
        _integer(0, 2**17),
        N_("Memory"),
        stops=(0, 64, 128, 256, 512, 1024, 2048, 4096, 8192),
        words=_memory_words,
    )
    # An empty name has not been entered, an empty level is the one that suits the person; the
    # handicap is the head start of the first named in a fair game, 0 for the one that is offered.
    names: tuple[str, str] = _setting(("", ""), _names)
    begins: str = _setting("first", _one_of("first", "second", "random", "pie"), N_("Begins"))
    opponent: str = _setting("level", _one_of("friend", "level", "solver"))
    level: str = _setting("", _text(lambda name: not name or is_level(name)))
    handicap: int = _setting(0, _integer(-ALL_POINTS, ALL_POINTS))
    clock_minutes: float = _setting(
        0.0,
        _between(0.0, 600.0),
        N_("Clock"),
        stops=(0, 1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 90),
        words=minutes_words,
    )
    clock_increment: float = _setting(
        0.0,
        _between(0.0, 600.0),
        N_("Increment"),
        stops=(0, 1, 2, 3, 5, 10, 15, 20, 30, 60),
        words=seconds_words,
    )
    # Where a game was opened or saved last, empty for the program's own place.
    directory: str = _setting("", _text(lambda path: "\0" not in path and len(path) <= 4096))
    # What is open in Analyse, of ANALYSE_PANELS.
    analyse_panels: tuple[str, ...] = _setting(
        (), lambda value: tuple(_one_of(*ANALYSE_PANELS)(name) for name in value)
    )
    relative_values: bool = _setting(
        True,
        _flag,
        N_("Values on the tiles"),
        choices={True: N_("Costs"), False: N_("Margins")},
    )
    auto_review: bool = _switch(True, N_("Review games when they end"), N_("In the background"))
    prove_games: str = _choice(
        "plugged",
        {"always": N_("Always"), "plugged": N_("When plugged in"), "never": N_("Never")},
        N_("Prove games"),
        N_("In the background, back to the first move"),
    )
    # The points from which a move is marked ?!, ? and ??.
    thresholds: tuple[int, int, int] = _setting(
        (1, 3, 6),
        _thresholds,
        stops=_POINTS,
        words=points,
    )
    # When the teacher speaks, and from which cost on, as in `battle.coach.reasons`.
    teacher: str = _choice(
        "off",
        {"off": N_("Nothing"), "points": N_("Costly pairs"), "result": N_("Changed results")},
        N_("Teacher warns about"),
    )
    teacher_points: int = _setting(
        3, _integer(1, ALL_POINTS), N_("From a cost of"), stops=_POINTS, words=points
    )
    # The next three are names of `battle.window.ui.theme`.
    tile_set: str = _choice(
        "classic", {"classic": N_("Traditional"), "plain": N_("Large figures")}, N_("Tiles")
    )
    table: str = _choice(
        "green",
        {"green": N_("Green"), "blue": N_("Blue"), "wine": N_("Wine"), "light": N_("Light")},
        N_("Table"),
    )
    cost_colours: str = _choice(
        "usual",
        {"usual": N_("Green to red"), "safe": N_("For the colour-blind")},
        N_("Colours of costs"),
    )
    # How many times as fast as normal pairs fly; `animation` turns it off, which is the choice 0.
    animation_speed: float = _setting(
        1.0,
        _between(0.25, 4.0),
        N_("Animation"),
        N_("Taken pairs fly to the tray"),
        choices={0.0: N_("Off"), 0.5: N_("Slow"), 1.0: N_("Normal"), 2.0: N_("Fast")},
    )
    # The presses chosen for actions, both as `battle.window.ui.keys` names them.
    keys: Mapping[str, str] = field(
        default_factory=dict,
        metadata={
            "setting": Setting(
                lambda value: {_key(name): _key(press) for name, press in dict(value).items()}
            )
        },
    )
    # The addresses of brokers with blanks between, none for the public ones; by which ways friends
    # elsewhere are met, and whether messages come and go.
    brokers: str = _setting(
        "", _text(lambda line: (not line or line.isprintable()) and len(line) <= 1000)
    )
    meet_over_brokers: bool = _switch(True)
    local_network: bool = _switch(False)
    # The page that links of invitations lead to (docs/join), empty while they are lines.
    invitation_page: str = _setting(
        "", _text(lambda url: not url or _PAGE.fullmatch(url) is not None)
    )
    talk: bool = _switch(
        True, N_("Messages"), N_("Short messages at the table, in both directions")
    )
    notifications: bool = _switch(
        False, N_("Notifications"), N_("When a friend has moved and this window is not in front")
    )
    # A game with a friend elsewhere; `no_help` holds for every game with a friend.
    elsewhere: bool = _switch(False)
    timing: str = _choice(
        "none", {"none": N_("None"), "live": N_("Live"), "days": N_("Days")}, N_("Clock")
    )
    days_a_move: int = _setting(
        3, _integer(1, 30), N_("For a move"), stops=(1, 2, 3, 5, 7, 14, 30), words=_days_words
    )
    no_help: bool = _switch(False, N_("No help"), N_("Hints, values and Analyse are off for both"))
    # Whether a new game shows more than the opponents.
    new_game_more: bool = _switch(False)
    # What the trainer asks about, empty for all.
    trainer_theme: str = _setting("", _one_of("", *(theme.value for theme in ProblemTheme)))
    # How many steps of the first game are done.
    first_game: int = _setting(0, _integer(0, 99))
    window: WindowPlace = _setting(WindowPlace(), _window)  # noqa: RUF009 - a tuple


SETTINGS: Final[Mapping[str, Setting]] = {
    one.name: one.metadata["setting"] for one in dataclasses.fields(Settings)
}
"""The declaration of each setting, by name."""


def load(places: Places) -> tuple[Settings, Messages]:
    """Load the settings in `places`; return them with messages for the person."""
    values, messages = read_json(settings_file(places), SCHEMA)
    chosen: dict[str, Any] = {}
    for name, setting in SETTINGS.items():
        try:
            if name in values:
                chosen[name] = setting.check(values[name])
        except (ValueError, TypeError, OverflowError):
            messages.append(
                _("The setting “{name}” was invalid; the default is used.").format(name=name)
            )
    return Settings(**chosen), messages


def save(settings: Settings, places: Places) -> Messages:
    """Save the settings in `places`; return messages for the person if that failed."""
    content = {"schema": SCHEMA, **dataclasses.asdict(settings)}
    return places.write(
        settings_file(places), json.dumps(content, ensure_ascii=False, indent=2) + "\n"
    )


def settings_file(places: Places) -> Path:
    """Return the file of the settings."""
    return places.config / "settings.json"


# --- a new game's options ------------------------------------------------------------------------
#
# A new game's options, and the game created from them: for window, terminal and friends.
#
# A front end starts from the last choice (`GameOptions.remembered`), adds the games the person has
# played, changes options as the person answers, and creates the `session`, or the terms of a game
# with a friend elsewhere (`battle.friend.meeting`). `to_remember` goes back into the settings.

LEVEL: Final = "level"
NOTHING_PASTED: Final = N_("Paste a position or a game record.")

HERE: Final = "here"
ELSEWHERE: Final = "elsewhere"
"""Friends to play, beside the levels and the solver."""

RANDOM: Final = "random"
FAIR: Final = "fair"
BY_NUMBER: Final = "number"
PASTED: Final = "pasted"

PIE: Final = "pie"
"""The choice of the pie rule: one names points, the other chooses the seat."""

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
"""The clocks of a game with a friend elsewhere."""

MOST_DUPLICATE: Final = 3
"""The most deals of a duplicate match that can be set up."""


@dataclass
class GameOptions:
    """The options: `number` and `pasted` are texts as entered, `drawn` is a random deal.

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
    plays_on: bool = False
    guest: str = ""
    """The name of another program that plays in place of the solver."""
    _games: Sequence[PlayedGame] = ()
    _is_agreed: bool = False

    @staticmethod
    def remembered(settings: Settings) -> GameOptions:
        """Return the options as chosen last time."""
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
        """Return the settings to save for next time."""
        kept = {name: getattr(self, name) for name in _KEPT} | {
            "names": (self.names[0].strip(), self.names[1].strip()),
            "level": "" if self.level == self.suggestion.level else self.level,
            "handicap": self.head_start or 0,
            "clock_minutes": float(self.clock_minutes),
            "clock_increment": float(self.clock_increment),
        }
        if self.plays_on:
            del kept["names"], kept["begins"]
        return kept

    def learn(self, games: Iterable[PlayedGame], pars: Mapping[int, int]) -> None:
        """Set the games the person has played, and the solved deals."""
        games = list(games)
        self.suggestion = suggest(own_games(games))
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
        """Choose whom the person plays."""
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
    def chosen_level(self) -> str:
        """The level to play against, if it is one."""
        return self.level or self.suggestion.level

    def placeholder(self, number: int) -> str:
        """Return the default name of a player while none is entered."""
        if self.opponent != FRIEND:
            name = level_name(self.chosen_level) if self.opponent == LEVEL else _("Solver")
            return name if number else You(_("Player"))
        if self.is_far:
            return _("Friend") if number else _("You")
        return _("Player B") if number else _("Player A")  # a number says who moves first

    def name(self, number: int) -> str:
        """Return the name of the first or second player, 0 or 1."""
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
        """Whether the game is with a friend elsewhere, who must be invited."""
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
        """Whether seats and points are agreed before the game."""
        return self.beginning == PIE

    def take_turns(self) -> None:
        """Let the players take turns beginning, unless the person has chosen."""
        if not self._is_agreed and self.begins in _BY_NAME:
            self.begins = self.next_beginner or self.begins

    @property
    def next_beginner(self) -> str | None:
        """Who begins if they take turns: `first` or `second`, None if they have not met."""
        return next_beginner(self._games, self.opponent, (self.name(0), self.name(1)))

    def set_begins(self, begins: str) -> None:
        """Choose who begins; the pie rule makes a duplicate match unnecessary."""
        self.begins, self._is_agreed = begins, True
        if self.by_pie_rule:
            self.duplicate = 0

    def set_duplicate(self, deals: int) -> None:
        """Choose the number of deals played twice, which evens out seats without the pie rule."""
        self.duplicate = deals
        if deals and self.begins == PIE:
            self.begins = "random"

    @property
    def deals_twice(self) -> int:
        """The number of deals played twice; 0 if seats are even already."""
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
    def usual(self) -> tuple[float | None, float | None]:
        """The usual losses of both players, None if unknown."""
        if self.opponent == FRIEND:
            return self._loss(0), None if self.is_far else self._loss(1)
        loss = self.suggestion.loss
        other = level(self.chosen_level).points if self.opponent == LEVEL else 0.0
        return None if loss is None else loss.points, other

    @property
    def offer(self) -> int:
        """The head start that evens out the players' strength, as far as known."""
        return head_start(*self.usual)

    @property
    def offer_words(self) -> str:
        """The reason for the offered head start; empty without one."""
        (first, second), points = self.usual, self.offer
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
        """Return the usual loss of the first or second friend, None if unknown."""
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

    def choose_fair(self) -> None:
        """Choose another fair table."""
        self.fair = fair_table(self.pars, Random(), self.fair)
        self.lot = random.random() < 0.5

    @property
    def fair_second_begins(self) -> bool:
        """Whether the second player begins a fair game; drawn by lot with the table."""
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
            if self.fair is None:
                self.choose_fair()
            if self.fair is None:
                raise RulesError(_("No solved deal is known."))
            lead = self.agreed_head_start
            return self.fair.start(-lead if self.fair_second_begins else lead)
        if self.deal_by == PASTED:
            found = self._recognised()
            start = found.game.start if isinstance(found, Record) else found
            if start.is_over:
                raise FormatError(no_pair_words())
            return start
        return deal(self.deal or 0)

    def _recognised(self) -> Record | Position:
        if not self.pasted.strip():
            raise FormatError(_(NOTHING_PASTED))
        return recognise(self.pasted)

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
        """The time control at the table, None without one."""
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
