"""The settings in `settings.json`.

Each setting is declared once, with its default, its check, its texts and its choices. A missing or
bad value falls back to its own default; keys of other versions are ignored. Some are the options
that a new game begins with (`battle.profile.options`).
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from battle import language
from battle.analysis.costs import ProblemTheme
from battle.game.setup import SIZES, is_level
from battle.language import N_, _, ngettext
from battle.resources import page_address
from battle.rules.position import ALL_POINTS
from battle.rules.quick import QUICK
from battle.storage import Messages, Places, read_json
from battle.words import LONGEST_NAME, minutes_words, points, seconds_words, share_words

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
    rank_digits: bool = _switch(True, N_("Digits on the tiles"), N_("A small figure in the corner"))
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
    threads: int = _setting(0, _integer(0, 256))
    hash_mb: int = _setting(0, _integer(0, 2**17))
    # An empty name has not been entered, an empty level is the one that suits the person; the
    # handicap is the head start of the first named in a fair game, 0 for the one that is offered.
    names: tuple[str, str] = _setting(("", ""), _names)
    begins: str = _setting("first", _one_of("first", "second", "random", "pie"), N_("Begins"))
    opponent: str = _setting("level", _one_of("friend", "level", "solver"))
    level: str = _setting("", _text(lambda name: not name or is_level(name)))
    handicap: int = _setting(0, _integer(-ALL_POINTS, ALL_POINTS))
    # How many tiles the deal of a new game has.
    tiles: int = _setting(QUICK, lambda value: [*SIZES][[*SIZES].index(value)], choices=SIZES)
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
    # Whether Analyse shows what pairs cost, not margins.
    relative_values: bool = _switch(True)
    auto_review: bool = _switch(True, N_("Review games when they end"), N_("In the background"))
    # When games are proven in the background: `plugged` means while the machine is plugged in.
    prove_games: str = _setting("plugged", _one_of("always", "plugged", "never"))
    # The points from which a move is marked ?!, ? and ??.
    thresholds: tuple[int, int, int] = _setting((1, 3, 6), _thresholds)
    # When the teacher speaks, and from which cost on, as in `battle.coach.teacher`.
    teacher: str = _choice(
        "off",
        {
            "off": N_("Never"),
            "points": N_("Of costly pairs"),
            "result": N_("When it decides the game"),
        },
        N_("The teacher warns"),
    )
    teacher_points: int = _setting(
        3, _integer(1, ALL_POINTS), N_("Warn from"), stops=_POINTS, words=points
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
        N_("Colours for lost points"),
    )
    # The colours of the page in a browser, which has no table to choose.
    page_theme: str = _choice(
        "auto",
        {"auto": N_("Same as device"), "dark": N_("Dark"), "light": N_("Light")},
        N_("Theme"),
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
    # The page that links of invitations lead to, empty for the published one: see `page`.
    invitation_page: str = _setting(
        "", _text(lambda url: not url or _PAGE.fullmatch(url) is not None)
    )
    talk: bool = _switch(True, N_("Messages"), N_("Short messages to and from a friend"))
    notifications: bool = _switch(
        False, N_("Notifications"), N_("When a friend has moved and this window is not in front")
    )
    # A game with a friend elsewhere; `no_help` holds for every game with a friend.
    elsewhere: bool = _switch(False)
    timing: str = _choice(
        "none", {"none": N_("None"), "live": N_("Live"), "days": N_("Days")}, N_("Clock")
    )
    days_a_move: int = _setting(
        3,
        _integer(1, 30),
        N_("For a move"),
        stops=(1, 2, 3, 5, 7, 14, 30),
        words=lambda days: ngettext("{n} day", "{n} days", days).format(n=days),
    )
    no_help: bool = _switch(False, N_("No help"), N_("Hints, teacher and Analyse are off for both"))
    # What the trainer asks about, empty for all.
    trainer_theme: str = _setting("", _one_of("", *(theme.value for theme in ProblemTheme)))
    # How many steps of the first game are done.
    first_game: int = _setting(0, _integer(0, 99))
    # Which lessons are done, a bit for each.
    lessons: int = _setting(0, _integer(0, 99))
    # The step of either that is in hand, and the pairs taken there.
    step: str = _setting("", _text(lambda _text: True))
    window: WindowPlace = _setting(WindowPlace(), _window)  # noqa: RUF009 - a tuple

    @property
    def page(self) -> str:
        """The address of the page that a friend opens, empty where none is known."""
        return self.invitation_page or page_address()


SETTINGS: Final[Mapping[str, Setting]] = {
    declared.name: declared.metadata["setting"] for declared in dataclasses.fields(Settings)
}
"""The declaration of each setting, by name."""


def load(places: Places) -> tuple[Settings, Messages]:
    """Load the settings in `places`; return them with messages for the person."""
    values, messages = read_json(settings_file(places), SCHEMA)
    chosen: dict[str, Any] = {}
    invalid = list[str]()
    for name, setting in SETTINGS.items():
        try:
            if name in values:
                chosen[name] = setting.check(values[name])
        except (ValueError, TypeError, OverflowError):
            invalid.append(name)
    settings = Settings(**chosen)
    if invalid:
        language.use(settings.language)  # the person's own, not yet the program's
    words = _("The setting “{name}” was invalid; the default is used.")
    return settings, [*messages, *(words.format(name=name) for name in invalid)]


def save(settings: Settings, places: Places) -> Messages:
    """Save the settings in `places`; return messages for the person if that failed."""
    content = {"schema": SCHEMA, **dataclasses.asdict(settings)}
    return places.write(
        settings_file(places), json.dumps(content, ensure_ascii=False, indent=2) + "\n"
    )


def settings_file(places: Places) -> Path:
    """Return the file of the settings."""
    return places.config / "settings.json"
