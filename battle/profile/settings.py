"""What a person chose, and what the program remembers: `settings.json`.

A value that is missing or bad falls back to its default, each on its own; keys of other versions
are passed over.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

from battle.analysis.insights import ProblemTheme
from battle.game.levels import is_level
from battle.language import _
from battle.rules.position import ALL_POINTS
from battle.storage import Messages, Places, read_json, write_json
from battle.words.plain import LONGEST_NAME

SCHEMA: Final = 1
ANALYSE_PANELS: Final = ("review", "all moves")
"""What can be open in Analyse: the review instead of the lines, all moves instead of the best."""


class WindowPlace(NamedTuple):
    """Where the window was: `x` and `y` are None until it has been moved; sizes in pixels."""

    x: int | None = None
    y: int | None = None
    width: int = 1280
    height: int = 800
    fullscreen: bool = False


_DEFAULT_WINDOW: Final = WindowPlace()


@dataclass(frozen=True)
class Settings:
    """The settings; change them with `dataclasses.replace`.

    `threads` and `hash_mb` (MiB) of 0 leave the choice to the solver; a clock of 0 minutes is off,
    its increment is in seconds. An empty name is not chosen yet, an empty `level` is the one that
    suits the person; `handicap` is the head start of the first named in a fair game, 0 for the one
    that is offered.
    `directory` is where a game was opened or saved last, empty for the program's own place.
    `analyse_panels` names what is open in Analyse of `ANALYSE_PANELS`; `relative_values` shows what
    moves cost instead of the margins they lead to; `auto_review` reviews a game when it ends;
    `prove_games` is when reviewed games are proven in the background: `always`, when the machine is
    `plugged` in, or `never`; `thresholds` are the points from which a move is marked ?!, ? and ??.
    `teacher` is when the teacher speaks, `teacher_points` from what cost on, as in
    `battle.coach.teacher`. `tile_set`, `table` and `cost_colours` are names of
    `battle.window.ui.looks`; pairs fly `animation_speed` times as fast as usual; `keys` are the
    keys chosen for actions, as `battle.window.ui.keys` names them. `brokers` are the addresses over
    which friends are met, with blanks between as `battle.friend.ways.broker` reads them, none for
    the public ones; `meet_over_brokers` and `local_network` are the ways by which friends are met,
    over a broker or directly in one network, and `talk` lets messages come and go. A game with a
    friend `elsewhere` has a clock of a sort, `timing`: `none`, `live`, or `days_a_move`; `no_help`
    is agreed between friends. `trainer_theme` is what the trainer asks about, a `ProblemTheme`'s
    name, empty for all.
    """

    language: str = "system"
    text_scale: float = 1.0
    rank_digits: bool = True
    animation: bool = True
    sound: bool = True
    sound_volume: float = 0.7
    show_pairs: bool = True
    highlight_free: bool = True
    think_seconds: float = 2.0
    threads: int = 0
    hash_mb: int = 0
    names: tuple[str, str] = ("", "")
    begins: str = "first"
    opponent: str = "level"
    level: str = ""
    handicap: int = 0
    clock_minutes: float = 0.0
    clock_increment: float = 0.0
    directory: str = ""
    analyse_panels: tuple[str, ...] = ()
    relative_values: bool = True
    auto_review: bool = True
    prove_games: str = "plugged"
    thresholds: tuple[int, int, int] = (1, 3, 6)
    teacher: str = "off"
    teacher_points: int = 3
    tile_set: str = "classic"
    table: str = "green"
    cost_colours: str = "usual"
    animation_speed: float = 1.0
    keys: Mapping[str, str] = field(default_factory=dict)
    brokers: str = ""
    meet_over_brokers: bool = True
    local_network: bool = False
    talk: bool = True
    elsewhere: bool = False
    timing: str = "none"
    days_a_move: int = 3
    no_help: bool = False
    trainer_theme: str = ""
    window: WindowPlace = _DEFAULT_WINDOW


def load(places: Places) -> tuple[Settings, Messages]:
    """Return the settings kept in `places` and what to tell the person about them."""
    values, messages = read_json(settings_file(places), SCHEMA)
    chosen: dict[str, Any] = {}
    for name, check in _CHECKS.items():
        if name not in values:
            continue
        try:
            chosen[name] = check(values[name])
        except (ValueError, TypeError, OverflowError):
            messages.append(
                _("The setting “{name}” was not usable; its default is used.").format(name=name)
            )
    return Settings(**chosen), messages


def save(settings: Settings, places: Places) -> Messages:
    """Keep the settings in `places`; return what to tell the person if that failed."""
    return write_json(places, settings_file(places), SCHEMA, dataclasses.asdict(settings))


def settings_file(places: Places) -> Path:
    """Return the file the settings are kept in."""
    return places.config / "settings.json"


Check = Callable[[Any], Any]


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(value)
    return value


def _number(lowest: float, highest: float) -> Check:
    def check(value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ValueError(value)
        if not lowest <= value <= highest:
            raise ValueError(value)
        return float(value)

    return check


def _integer(lowest: int, highest: int) -> Check:
    def check(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not lowest <= value <= highest:
            raise ValueError(value)
        return value

    return check


def _one_of(*words: str) -> Check:
    def check(value: Any) -> str:
        if value not in words:
            raise ValueError(value)
        return str(value)

    return check


def _language(value: Any) -> str:
    if not isinstance(value, str) or not 2 <= len(value) <= 20:
        raise ValueError(value)
    return value


def _names(value: Any) -> tuple[str, str]:
    first, second = value
    return _name(first), _name(second)


def _name(value: Any) -> str:
    if not isinstance(value, str) or not (value == "" or value.isprintable()):
        raise ValueError(value)
    return value[:LONGEST_NAME]


def _line(value: Any) -> str:
    if not isinstance(value, str) or not value.isprintable() or len(value) > _LONGEST_LINE:
        raise ValueError(value)
    return value


def _level(value: Any) -> str:
    if not isinstance(value, str) or not (value == "" or is_level(value)):
        raise ValueError(value)
    return value


def _keys(value: Any) -> dict[str, str]:
    """Return keys chosen: names of actions and presses, as `battle.window.ui.keys` writes them."""
    return {_short(name): _short(press) for name, press in dict(value).items()}


def _short(value: Any) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= _LONGEST_KEY:
        raise ValueError(value)
    return value


def _path(value: Any) -> str:
    if not isinstance(value, str) or "\0" in value or len(value) > _LONGEST_PATH:
        raise ValueError(value)
    return value


def _panels(value: Any) -> tuple[str, ...]:
    return tuple(_one_of(*ANALYSE_PANELS)(name) for name in value)


def _thresholds(value: Any) -> tuple[int, int, int]:
    inaccuracy, mistake, blunder = (_integer(1, ALL_POINTS)(points) for points in value)
    if not inaccuracy <= mistake <= blunder:
        raise ValueError(value)
    return inaccuracy, mistake, blunder


_LONGEST_KEY: Final = 60
_LONGEST_PATH: Final = 4096
_LONGEST_LINE: Final = 1000
_COORDINATE: Final = _integer(-(10**5), 10**5)
_SIZE: Final = _integer(100, 10**5)


def _window(value: Any) -> WindowPlace:
    x, y, width, height, fullscreen = value
    return WindowPlace(
        None if x is None else _COORDINATE(x),
        None if y is None else _COORDINATE(y),
        _SIZE(width),
        _SIZE(height),
        _flag(fullscreen),
    )


_CHECKS: Final[Mapping[str, Check]] = {
    "language": _language,
    "text_scale": _number(0.8, 1.6),
    "rank_digits": _flag,
    "animation": _flag,
    "sound": _flag,
    "sound_volume": _number(0.0, 1.0),
    "show_pairs": _flag,
    "highlight_free": _flag,
    "think_seconds": _number(0.05, 3600.0),
    "threads": _integer(0, 256),
    "hash_mb": _integer(0, 2**17),
    "tile_set": _one_of("classic", "plain"),
    "table": _one_of("green", "blue", "wine", "light"),
    "cost_colours": _one_of("usual", "safe"),
    "animation_speed": _number(0.25, 4.0),
    "keys": _keys,
    "names": _names,
    "begins": _one_of("first", "second", "random", "pie"),
    "opponent": _one_of("friend", "level", "solver"),
    "level": _level,
    "handicap": _integer(-ALL_POINTS, ALL_POINTS),
    "clock_minutes": _number(0.0, 600.0),
    "clock_increment": _number(0.0, 600.0),
    "directory": _path,
    "analyse_panels": _panels,
    "relative_values": _flag,
    "auto_review": _flag,
    "prove_games": _one_of("always", "plugged", "never"),
    "thresholds": _thresholds,
    "teacher": _one_of("off", "points", "result"),
    "teacher_points": _integer(1, ALL_POINTS),
    "brokers": _line,
    "meet_over_brokers": _flag,
    "local_network": _flag,
    "talk": _flag,
    "elsewhere": _flag,
    "timing": _one_of("none", "live", "days"),
    "days_a_move": _integer(1, 30),
    "no_help": _flag,
    "trainer_theme": _one_of("", *(theme.value for theme in ProblemTheme)),
    "window": _window,
}
