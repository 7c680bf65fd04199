"""What a record says of the people and the game at the table: tags, and back from them.

Besides PGN's, the record of a session has these tags:

    FirstType, SecondType    human or program
    FirstLevel, SecondLevel  the level the program plays at, if it plays at one
    FirstClock, SecondClock  what is left on the clocks of a game that goes on
    ThinkTime                the solver's seconds for a move
    Seed                     what decides where a level errs
    HeadStart                by how many points player 1 is to win with perfect play: 18, -18
    NamedBy                  which player named the points given, under the pie rule: 1 or 2
    Agreed                   what else was agreed: no help
    Hints                    how often players 1 and 2 were helped: 2-0
    Help                     other help used while the game went on: analysis, teacher
    Earlier                  the earlier games of a series: points of those who now are 1 and 2
    Duplicate                what a duplicate match was agreed to be: its key and its deals
    Ply                      where the game stands, if moves after it were taken back
    Key                      what the game is kept under in the person's record, once it has ended

Tags that do not say what they should are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from battle.game.clock import TimeControl, time_control
from battle.game.levels import is_level
from battle.game.series import Series, duplicate_in
from battle.game.setup import LARGEST_SEED, THINK_SECONDS, Seat, Setup
from battle.rules.deal import deal_number
from battle.rules.position import ALL_POINTS, FormatError, Player, Position
from battle.rules.record import clock_in, clock_words

_NAME_TAGS: Final = ("First", "Second")
_TYPE_TAGS: Final = ("FirstType", "SecondType")
_LEVEL_TAGS: Final = ("FirstLevel", "SecondLevel")
_CLOCK_TAGS: Final = ("FirstClock", "SecondClock")

NO_HELP: Final = "no help"
KEY_TAG: Final = "Key"

_NAMED_BY: Final[Mapping[str, Player]] = {"1": 1, "2": 2}

STATE_TAGS: Final = (*_CLOCK_TAGS, *_LEVEL_TAGS, "Ply")
"""The tags that are written each time, or not at all."""


# --- the setup ----------------------------------------------------------------------------------


def setup_tags(setup: Setup) -> dict[str, str]:
    """Return the tags that tell what was agreed, without the start where it has no number."""
    tags: dict[str, str] = {}
    for player in (0, 1):
        tags |= _seat_tags(setup.seats[player], player)
    if setup.deal is not None:
        tags["Deal"] = str(setup.deal)
    if setup.control is not None:
        tags["TimeControl"] = str(setup.control)
    if any(seat.solver for seat in setup.seats):
        tags["ThinkTime"] = f"{setup.think_seconds:g}"
    if any(seat.level for seat in setup.seats):
        tags["Seed"] = str(setup.seed)
    if setup.head_start:
        tags["HeadStart"] = str(setup.head_start)
    if setup.named_by is not None:
        tags["NamedBy"] = str(setup.named_by)
    if setup.no_help:
        tags["Agreed"] = NO_HELP
    return tags


def setup_in(tags: Mapping[str, str], start: Position) -> Setup:
    """Return what was agreed for a game from `start`."""
    return Setup(
        seats=(_seat_in(tags, 1), _seat_in(tags, 2)),
        start=start,
        deal=deal_number(tags["Deal"]) if "Deal" in tags else None,
        control=_control_in(tags),
        think_seconds=_seconds_in(tags.get("ThinkTime", "")) or THINK_SECONDS,
        seed=_seed_in(tags.get("Seed", "")),
        head_start=_head_start_in(tags.get("HeadStart", "")),
        named_by=_NAMED_BY.get(tags.get("NamedBy", "")),
        no_help=tags.get("Agreed") == NO_HELP,
    )


def _seat_tags(seat: Seat, player: int) -> dict[str, str]:
    tags = {
        _NAME_TAGS[player]: seat.name or _unnamed(seat),
        _TYPE_TAGS[player]: "program" if seat.solver else "human",
    }
    return tags | ({_LEVEL_TAGS[player]: seat.level} if seat.level else {})


def _seat_in(tags: Mapping[str, str], player: Player) -> Seat:
    """Return who plays a side, as a record tells; a name such as `Solver: strong` is enough."""
    name = tags.get(_NAME_TAGS[player - 1], "")
    sort = tags.get(_TYPE_TAGS[player - 1], "program" if name.startswith("Solver") else "human")
    if sort != "program":
        return Seat("" if name == "?" else name)
    level = tags.get(_LEVEL_TAGS[player - 1], name.removeprefix("Solver: ")).lower()
    seat = Seat(solver=True, level=level if is_level(level) else "")
    return seat if name in ("?", _unnamed(seat), "Solver") else replace(seat, name=name)


def _unnamed(seat: Seat) -> str:
    """Return what a record calls a seat that has no name: `Solver: casual`."""
    if not seat.solver:
        return "?"
    return f"Solver: {seat.level}" if seat.level else "Solver"


def _control_in(tags: Mapping[str, str]) -> TimeControl | None:
    try:
        return time_control(tags.get("TimeControl", "-"))
    except FormatError:
        return None


def _seconds_in(text: str) -> float | None:
    match = re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,3})?", text, re.ASCII)
    return float(text) if match is not None else None


def _seed_in(text: str) -> int:
    known = re.fullmatch(r"[0-9]{1,10}", text, re.ASCII) is not None
    return min(int(text), LARGEST_SEED) if known else 0


def _head_start_in(text: str) -> int:
    known = re.fullmatch(r"-?[0-9]{1,3}", text, re.ASCII) is not None
    return max(-ALL_POINTS, min(ALL_POINTS, int(text))) if known else 0


# --- the series, help, and clocks ---------------------------------------------------------------


def series_tags(series: Series) -> dict[str, str]:
    """Return the tags that tell of the games before this one."""
    tags: dict[str, str] = {}
    if series.games or series.duplicate is not None:
        tags["Round"] = str(series.number)
    if series.games:
        tags["Earlier"] = " ".join(f"{first}-{second}" for first, second in series.games)
    if series.duplicate is not None:
        tags["Duplicate"] = str(series.duplicate)
    return tags


def series_in(tags: Mapping[str, str]) -> Series:
    """Return the series that a game belongs to."""
    games = tuple(_pairs_in(tags.get("Earlier", "")))
    return Series(games, duplicate_in(tags.get("Duplicate", "")))


def hints_tags(hints: tuple[int, int]) -> dict[str, str]:
    """Return the tag that tells how often players 1 and 2 were helped, none if never."""
    return {} if hints == (0, 0) else {"Hints": f"{hints[0]}-{hints[1]}"}


def hints_in(tags: Mapping[str, str]) -> tuple[int, int]:
    """Return how often players 1 and 2 were helped."""
    return next(iter(_pairs_in(tags.get("Hints", ""))), (0, 0))


def clock_tags(left: tuple[float, float]) -> dict[str, str]:
    """Return the tags that tell the seconds that players 1 and 2 have left."""
    return {name: clock_words(seconds) for name, seconds in zip(_CLOCK_TAGS, left, strict=True)}


def clocks_in(tags: Mapping[str, str]) -> tuple[float | None, float | None]:
    """Return the seconds that players 1 and 2 have left, None where nothing is said."""
    first, second = (clock_in(f"[%clk {tags.get(name, '')}]") for name in _CLOCK_TAGS)
    return first, second


def _pairs_in(text: str) -> list[tuple[int, int]]:
    """Return pairs of numbers written `143-127 20-30`, none if the text is anything else."""
    words = [re.fullmatch(r"([0-9]{1,3})-([0-9]{1,3})", word, re.ASCII) for word in text.split()]
    pairs = [(int(match[1]), int(match[2])) for match in words if match is not None]
    return pairs if len(pairs) == len(words) else []
