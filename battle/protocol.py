"""The engine protocol, modelled on UCI: both sides' messages, printed and parsed only here.

    to the engine                                  from the engine
    uci                                            id …, option …, uciok
    isready                                        readyok, when it can think
    setoption name NAME value VALUE
    position deal N | grid GRID [TO MOVE [POINTS]]
       [given POINTS] [moves MOVE …]
    go [movetime MS] [nodes N] [depth N] [exact]   info depth … pv MOVE …, for every line of play
       [infinite] [level NAME] [goal GOAL]         bestmove MOVE|none value N exact|estimate
    stop, ucinewgame, quit                         info string WORDS, info string error WORDS

The bounds of an `info` line, `lower` and `upper`, are those of its move; `floor F ceiling C` are
the position's. An `info` line and `bestmove` of an estimate say `error E` after the value: its
standard error in points. Other programs' engines need neither.

Every printer has its parser, which takes the words of a line after the first. Values are points for
the player to move.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import total_ordering
from math import inf
from typing import Any, Final

from battle.rules.position import (
    ALL_POINTS,
    FormatError,
    Move,
    Player,
    Position,
    deal_number,
    points_in,
    quoted,
)
from battle.rules.record import STANDARD_ERROR

__all__ = [
    "OPTIONS",
    "BestMove",
    "Go",
    "Goal",
    "Info",
    "InfoString",
    "Limit",
    "best_move_of",
    "go_of",
    "info_of",
    "info_string_of",
    "option_command",
    "option_of",
    "position_command",
    "positions_of",
]

OPTIONS: Final = {
    "Hash": (0, 131_072),
    "Threads": (0, 256),
    "MultiPV": (1, 1000),
    "Seed": (0, 2_147_483_647),
}
"""The options with their smallest and largest value; 0 lets the engine choose.

An engine may allow less: no more than its machine has of memory.

`Seed` selects the errors that a level makes. A further option, `Level`, is for every `go` that
names none.
"""

LEVEL: Final = "Level"
NO_LEVEL: Final = "none"

# -- go ------------------------------------------------------------------------------------------


class Goal(Enum):
    """What to prove.

    MARGIN, or VALUE: the value in points. OUTCOME: only who wins, with the points the players have.
    BEST: the value, and which moves keep it.

        >>> Goal("margin"), Goal.VALUE is Goal.MARGIN
        (<Goal.MARGIN: 'margin'>, True)
    """

    MARGIN = VALUE = "margin"
    BEST = "best"
    OUTCOME = "outcome"


@dataclass(frozen=True)
class Limit:
    """When to stop; the first limit reached counts, and a proven answer always ends the search.

    `time` is in seconds; `nodes` counts those of all threads; `depth` is that of the estimate, in
    plies. Without any of these the search goes on until the value is proven. `exact` spends no time
    on estimates, also where there is a limit. `infinite` goes on until it is stopped, even after
    the proof. `goal` may be given by its name. Raises ValueError for negative limits.

        >>> Limit(time=2.0).is_open, Limit(exact=True).is_open
        (False, True)
    """

    time: float | None = None
    nodes: int | None = None
    depth: int | None = None
    exact: bool = False
    infinite: bool = False
    goal: Goal = Goal.MARGIN

    def __post_init__(self) -> None:
        object.__setattr__(self, "goal", Goal(self.goal))
        for name, least in (("time", 0), ("nodes", 0), ("depth", 1)):
            number = getattr(self, name)
            if number is not None and not number >= least:
                raise ValueError(f"bad limit: {name} is {number}, expected at least {least}")

    @property
    def is_open(self) -> bool:
        """Whether only a proof or a stop ends the search."""
        return self.time is None and self.nodes is None and self.depth is None


@dataclass(frozen=True)
class Go:
    """The arguments of a `go`: the limit of the search, and the level to play at.

    >>> str(Go(Limit(time=2.0), level="novice"))
    'go movetime 2000 level novice'
    """

    limit: Limit = Limit()
    level: str | None = None

    def __str__(self) -> str:
        limit = self.limit
        values = {
            "movetime": None if limit.time is None else max(1, round(limit.time * 1000)),
            "nodes": limit.nodes,
            "depth": limit.depth,
            "exact": "" if limit.exact else None,
            "infinite": "" if limit.infinite else None,
            "level": self.level,
            "goal": None if limit.goal is Goal.MARGIN else limit.goal.value,
        }
        asked = [f"{name} {value}".strip() for name, value in values.items() if value is not None]
        return " ".join(["go", *asked])


def go_of(words: Sequence[str]) -> Go:
    """Parse the words after `go`; raise FormatError for unknown ones.

    >>> go_of(["movetime", "2000"]).limit.time
    2.0
    """
    values: dict[str, Any] = {}
    level, rest = None, iter(words)
    for word in rest:
        if word in ("exact", "infinite"):
            values[word] = True
            continue
        if word not in ("movetime", "nodes", "depth", "level", "goal"):
            expected = "movetime, nodes, depth, exact, infinite, level or goal"
            raise FormatError(f"bad go {quoted(word)}: expected {expected}")
        text = next(rest, None)
        if text is None:
            raise FormatError(f"bad go {word}: expected something after it")
        match word:
            case "level":
                level = text
            case "goal" if text not in [goal.value for goal in Goal]:
                raise FormatError(f"bad goal {quoted(text)}: expected margin, best or outcome")
            case "goal":
                values["goal"] = Goal(text)
            case "movetime":
                values["time"] = number_of(text, word) / 1000
            case "depth":
                values["depth"] = max(1, number_of(text, word))
            case _:
                values["nodes"] = number_of(text, word)
    return Go(Limit(**values), level)


# -- position and setoption ------------------------------------------------------------------------


def position_command(start: Position | int, moves: Sequence[Move] = ()) -> str:
    """Return the command for a start, or the number of its deal, and the moves since.

    >>> position_command(4711, [move("a9g9")])
    'position deal 4711 moves a9g9'
    """
    words = ["position", f"deal {start}" if isinstance(start, int) else f"grid {start}"]
    if isinstance(start, Position) and start.given != (0, 0):
        words += ["given", "{}-{}".format(*start.given)]
    return " ".join([*words, *(["moves", *map(str, moves)] if moves else [])])


def positions_of(words: Sequence[str]) -> tuple[Position, Position]:
    """Return the start and the position after the moves of a `position` command's words.

    Raises RulesError for anything that is not one.

        >>> start, now = positions_of("grid 5m5p/5p5m/9s/9s moves c1d1".split())
        >>> start.tiles_left, now.tiles_left
        (6, 4)
    """
    place, moves = _split(words, "moves")
    before, given = _split(place, "given")
    match before:
        case ["deal", number]:
            start = Position.of_deal(deal_number(number))
        case ["grid", _, *rest] if len(rest) <= 2:
            start = Position.parse(" ".join(before[1:]))
        case _:
            expected = "deal N or grid <grid> <to move> <points>, then given <points>, then moves"
            raise FormatError(f"bad position {quoted(' '.join(words))}: expected {expected}")
    if "given" in place:
        start = start.with_given(points_in(" ".join(given)))
    after = start
    for text in moves:
        after = after.play(Move.parse(text))
    return start, after


def option_command(name: str, value: int | str) -> str:
    """Return the command that sets an option.

    >>> option_command("Threads", 2)
    'setoption name Threads value 2'
    """
    return f"setoption name {name} value {value}"


def option_of(words: Sequence[str]) -> tuple[str, int | str]:
    """Parse a `setoption` command: the option's name and its value, a number or a level's name.

    Raises FormatError for unknown options and numbers out of range.

        >>> option_of("name Threads value 2".split())
        ('Threads', 2)
    """
    names = {name.lower(): name for name in OPTIONS}
    match list(words):
        case ["name", name, "value", text] if name.lower() == LEVEL.lower():
            return LEVEL, text
        case ["name", name, "value", text] if name.lower() in names:
            option = names[name.lower()]
            least, most = OPTIONS[option]
            number = number_of(text[:15], option)
            if text != text[:15] or not least <= number <= most:
                raise FormatError(f"bad {option} {text[:25]}: expected {least} to {most}")
            return option, number
    raise FormatError(
        f"bad option {quoted(' '.join(words))}: expected name {'|'.join(OPTIONS)}|{LEVEL} value N"
    )


# -- values and lines ------------------------------------------------------------------------------


@total_ordering
@dataclass(frozen=True, eq=False)
class Value:
    """Points to come, one player's minus the other's, seen by `player`.

    Values are ordered as the player on the left sees them, and equal if they say the same:
    `Value(3, 1) == Value(-3, 2)`. Compared with a number, a value is its `points`; in a set or as
    keys of a dict the two do not mix. `-value` is the same number of points against the player.
    Formatted, `f"{value}"`, it has a sign; `f"{value:4d}"` is as for an int.

        >>> Value(3, 1) == Value(-3, 2), Value(3, 1) < Value(5, 1), f"{-Value(3, 1)}"
        (True, True, '-3')
        >>> Value(-3, 2) == -3, Value(-3, 2) <= 4, 4 < Value(-3, 2)
        (True, True, False)
    """

    points: int
    player: Player

    def for_player(self, player: Player) -> int:
        """Return the points as `player` sees them."""
        return self.points if player == self.player else -self.points

    def __neg__(self) -> Value:
        return Value(-self.points, self.player)

    def __lt__(self, other: Value | float) -> bool:
        return self.points < (other.for_player(self.player) if isinstance(other, Value) else other)

    def __eq__(self, other: object) -> bool:
        return self.points == (other.for_player(self.player) if isinstance(other, Value) else other)

    def __hash__(self) -> int:
        return hash(self.for_player(1))

    def __int__(self) -> int:
        return self.points

    def __format__(self, spec: str) -> str:
        return format(self.points, spec or "+d")

    def __str__(self) -> str:
        return format(self)


@dataclass(frozen=True)
class Line:
    """A move with what is known of its value, for the player who makes it.

    `lower` and `upper` are proven; `value` lies between them and is an estimate unless `exact`.
    `pv` begins with the move. `error` is the standard error of the value in points, 0 when exact.
    `seen` is the score of the heuristic search, within the bounds, that the estimate is made from.

        >>> with Solver(1, 16) as solver:
        ...     for line in solver.analyse(position("5m5p/5p5m/9s/9s"), lines=ALL_LINES).lines:
        ...         print(line.move, line.value, line.exact, *line.pv)
        c1d1 +9 True c1d1 a1b2 a2b1
        a1b2 +1 True a1b2 c1d1 a2b1
        a2b1 +1 True a2b1 c1d1 a1b2
    """

    move: Move
    value: Value
    lower: Value
    upper: Value
    exact: bool
    pv: tuple[Move, ...]
    error: float = 0.0
    seen: int = 0


# -- info and bestmove -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Info:
    """What is known so far about one line; values in points for the player to move.

    `lower` and `upper` are proven of the move, `floor` and `ceiling` of the position; a floor above
    `lower` is another move's. `rank` counts lines from 1, the best. `time` is in seconds.
    `error` is the standard error of the value, None if the engine does not send it.
    `id` is that of the query; it is not sent, the client counts them.

        >>> info = info_of("depth 4 multipv 1 value 9 lower 9 upper 9 pv c1d1".split())
        >>> info.exact, info.pv
        (True, (move('c1d1'),))
        >>> print(info.line(position("5m5p/5p5m/9s/9s")).value)
        +9
    """

    id: int
    depth: int
    rank: int
    value: int
    lower: int
    upper: int
    nodes: int
    nodes_per_second: int
    hashfull: int
    time: float
    pv: tuple[Move, ...]
    error: float | None = None
    floor: int = -ALL_POINTS
    ceiling: int = ALL_POINTS

    @property
    def exact(self) -> bool:
        """Whether the value is proven."""
        return self.lower == self.value == self.upper

    def line(self, position: Position) -> Line:
        """Return it as a line of the position that was asked about, as the solver's answers are.

        Without an error it is infinite. Raises ValueError where no move is said.
        """
        if not self.pv:
            raise ValueError("an engine that names no move says nothing of a line")
        value, lower, upper = (
            Value(points, position.to_move) for points in (self.value, self.lower, self.upper)
        )
        error = 0.0 if self.exact else inf if self.error is None else self.error
        return Line(self.pv[0], value, lower, upper, self.exact, self.pv, error, self.value)

    def __str__(self) -> str:
        return (
            f"info depth {self.depth} multipv {self.rank} value {self.value}"
            f"{_error_words(self.error)} lower {self.lower} upper {self.upper} nodes {self.nodes}"
            f" nps {self.nodes_per_second} hashfull {self.hashfull} time {round(1000 * self.time)}"
            f" floor {self.floor} ceiling {self.ceiling} pv {' '.join(map(str, self.pv))}"
        )


def info_of(words: Sequence[str], id: int = 0) -> Info | None:
    """Parse the words after `info`; None if they give no value.

    >>> info_of("string compiling".split()) is None
    True
    """
    before, play = _split(words, "pv")
    try:
        fields = dict(zip(before[::2], before[1::2], strict=True))
        error = _error(fields.pop("error", ""))
        numbers = {name: number_of(value, name, -inf) for name, value in fields.items()}
        return Info(
            id=id,
            depth=numbers.get("depth", 0),
            rank=numbers.get("multipv", 1),
            value=numbers["value"],
            lower=numbers.get("lower", -ALL_POINTS),
            upper=numbers.get("upper", ALL_POINTS),
            nodes=numbers.get("nodes", 0),
            nodes_per_second=numbers.get("nps", 0),
            hashfull=numbers.get("hashfull", 0),
            time=numbers.get("time", 0) / 1000,
            pv=tuple(map(Move.parse, play)),
            error=error,
            floor=numbers.get("floor", -ALL_POINTS),
            ceiling=numbers.get("ceiling", ALL_POINTS),
        )
    except (ValueError, KeyError):
        return None


@dataclass(frozen=True)
class BestMove:
    """The answer to query `id`: the best move, None where there is none, and its value.

    `id` is not sent, the client counts queries: an engine leaves it out and names the other fields.
    `error` is the standard error of an estimate, None if the engine does not send it.

        >>> str(BestMove(move=move("c1d1"), value=9, exact=True))
        'bestmove c1d1 value 9 exact'
    """

    id: int = 0
    move: Move | None = None
    value: int = 0
    exact: bool = False
    error: float | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.id, int):
            raise TypeError(f"bad id {self.id!r}: the first field is the query's, use move=…")

    def __str__(self) -> str:
        move = "none" if self.move is None else str(self.move)
        error = "" if self.exact else _error_words(self.error)
        return f"bestmove {move} value {self.value}{error} {'exact' if self.exact else 'estimate'}"


def best_move_of(words: Sequence[str], id: int = 0) -> BestMove | None:
    """Parse the words after `bestmove`; None if they cannot be read.

    >>> best_move_of("c1d1 value 9 exact".split()).move
    move('c1d1')
    """
    fields, error = list(words), None
    if "error" in fields:
        at = fields.index("error")
        error = _error(" ".join(fields[at + 1 : at + 2]))
        del fields[at : at + 2]
    match fields:
        case [text, "value", value, ("exact" | "estimate") as kind, *_]:
            try:
                move = None if text == "none" else Move.parse(text)
                return BestMove(id, move, number_of(value, "value", -inf), kind == "exact", error)
            except FormatError:
                return None
    return None


@dataclass(frozen=True)
class InfoString:
    """A message of the engine to people: what it compiles, or what is wrong.

    >>> str(InfoString("no such deal", is_error=True))
    'info string error no such deal'
    """

    text: str
    is_error: bool = False

    def __str__(self) -> str:
        return f"info string {'error ' if self.is_error else ''}{self.text}"


def info_string_of(words: Sequence[str]) -> InfoString | None:
    """Return the text after `info string`, None for other `info` lines.

    >>> info_string_of("string compiling".split()).text
    'compiling'
    """
    match list(words):
        case ["string", "error", *text]:
            return InfoString(" ".join(text), is_error=True)
        case ["string", *text]:
            return InfoString(" ".join(text))
        case _:
            return None


# -- words ---------------------------------------------------------------------------------------

_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,15}")


def number_of(text: str, what: str, least: float = 0) -> int:
    """Return the number that a line from outside gives, with at most 15 digits.

    Raises FormatError for any other text and for numbers below `least`.
    """
    if not _NUMBER.fullmatch(text) or int(text) < least:
        raise FormatError(f"bad {what} {quoted(text)}: expected a whole number")
    return int(text)


def _error_words(error: float | None) -> str:
    return "" if error is None else f" error {error:.1f}"


def _error(text: str) -> float | None:
    """Return the standard error that an engine sends, None if it is invalid."""
    return float(text) if STANDARD_ERROR.fullmatch(text) else None


def _split(words: Sequence[str], mark: str) -> tuple[list[str], list[str]]:
    at = list(words).index(mark) if mark in words else len(words)
    return list(words[:at]), list(words[at + 1 :])
