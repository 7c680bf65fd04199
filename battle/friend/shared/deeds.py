"""What a side does in a game with a friend, as it stands in its log.

A log is a list of entries, one for everything a side has done, and only ever grows:

    ["move", seen, at, game, ply, "a1c9", left]        `left`: thousandths of a second, or null
    ["ask", seen, at, game, what, number]              "take back", "draw" or "rematch", see `Asked`
    ["answer", seen, at, game, ask, agreed]            to the other's entry number `ask`, from 0
    ["withdraw", seen, at, game, ask]                  one's own entry number `ask`
    ["resign", seen, at, game]
    ["time", seen, at, game, ply]                      my time for that move is up
    ["claim", seen, at, game, ply]                     the days of the other's move are over
    ["next", seen, at, game]                           the next game of an agreed match begins
    ["help", seen, at, game, word]                     help was used
    ["points", seen, at, game, points]                 what whoever moves second gets, pie rule
    ["seat", seen, at, game, player]                   the player that I am then

`seen` is how many entries of the other's log were known; `at` is when, in seconds since 1970;
games count from 1, plies from 0.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, cast

from battle.friend.shared.content import is_number
from battle.friend.shared.errors import DamagedError, NewerError
from battle.game.fair import MOST_GIVEN
from battle.rules.deal import LAST_DEAL
from battle.rules.position import ALL_TILES, PLAYERS, Move, Player, RulesError, move

MOST_ENTRIES: Final = 20_000
MOST_GAMES: Final = 200
MOST_PLIES: Final = ALL_TILES // 2
MOST_SECONDS: Final = 32_503_680_000
"""The year 3000: Windows knows no later moments."""

MOST_LEFT: Final = 10**10

TAKE_BACK: Final = "take back"
DRAW: Final = "draw"
REMATCH: Final = "rematch"
QUESTIONS: Final = (TAKE_BACK, DRAW, REMATCH)


@dataclass(frozen=True)
class Played:
    """A move, and the time left after it."""

    game: int
    ply: int
    move: Move
    left: int | None = None


@dataclass(frozen=True)
class Asked:
    """A question; `number` is the ply to go back to, or the rematch's deal (0: the same start)."""

    game: int
    what: str
    number: int = 0


@dataclass(frozen=True)
class Answered:
    """An answer to the other's entry `ask`."""

    game: int
    ask: int
    agreed: bool


@dataclass(frozen=True)
class Withdrew:
    """One's own question is withdrawn."""

    game: int
    ask: int


@dataclass(frozen=True)
class Resigned:
    """Gave the game up."""

    game: int


@dataclass(frozen=True)
class RanOut:
    """One's own clock has run out."""

    game: int
    ply: int


@dataclass(frozen=True)
class Claimed:
    """The other has let the days for a move go by."""

    game: int
    ply: int


@dataclass(frozen=True)
class WentOn:
    """The next game of the match begins; `game` is its number."""

    game: int


@dataclass(frozen=True)
class Helped:
    """Help was used, told in a word such as `hint`."""

    game: int
    word: str


@dataclass(frozen=True)
class NamedPoints:
    """The points that whoever moves second gets; below nought whoever moves first gets them."""

    game: int
    points: int


@dataclass(frozen=True)
class TookSeat:
    """Which player one is from now on."""

    game: int
    player: Player


Deed: TypeAlias = (
    Played
    | Asked
    | Answered
    | Withdrew
    | Resigned
    | RanOut
    | Claimed
    | WentOn
    | Helped
    | NamedPoints
    | TookSeat
)


@dataclass(frozen=True)
class Entry:
    """One entry of a log."""

    seen: int
    at: int
    deed: Deed

    @property
    def values(self) -> list[Any]:
        """The entry as it is sent."""
        word = _WORDS[type(self.deed)]
        fields = vars(self.deed).values()
        plain = [str(found) if isinstance(found, Move) else found for found in fields]
        return [word, self.seen, self.at, *plain]


Log: TypeAlias = tuple[Entry, ...]


def log(values: object) -> Log:
    """Return the log that was sent; raise FormatError, NewerError for entries not known here."""
    if not isinstance(values, list) or len(values) > MOST_ENTRIES:
        raise DamagedError("bad log: expected entries")
    return tuple(map(entry, values))


def entry(values: object) -> Entry:
    """Return the entry that was sent; raise FormatError for anything else."""
    if not isinstance(values, list) or len(values) < 3 or not isinstance(values[0], str):
        raise DamagedError("bad entry: expected a word and numbers")
    word, seen, at, *fields = values
    known = _FIELDS.get(word)
    if known is None:
        raise NewerError("bad entry: {word} is not known here", word=repr(word[:20]))
    make, readers = known
    if len(fields) != len(readers):
        raise DamagedError("bad entry: expected {count} parts", count=len(readers) + 3)
    read = [reader(found) for reader, found in zip(readers, fields, strict=True)]
    return Entry(_count(MOST_ENTRIES)(seen), _count(MOST_SECONDS)(at), make(*read))


Reader: TypeAlias = Callable[[object], Any]


def _count(most: int, least: int = 0) -> Reader:
    def read(found: object) -> int:
        if not is_number(found, least, most):
            raise DamagedError("bad entry: expected a number up to {most}", most=most)
        return found

    return read


def _left(found: object) -> int | None:
    return None if found is None else cast(int, _count(MOST_LEFT)(found))


def _move(found: object) -> Move:
    if not isinstance(found, str) or len(found) != 4:
        raise DamagedError("bad entry: expected a move")
    try:
        return move(found)
    except RulesError as error:
        raise DamagedError("bad entry: {error}", error=error) from None


def _question(found: object) -> str:
    if not isinstance(found, str):
        raise DamagedError("bad entry: expected a question")
    if found not in QUESTIONS:
        raise NewerError("bad entry: {word} is not known here", word=repr(found[:20]))
    return found


def _flag(found: object) -> bool:
    if not isinstance(found, bool):
        raise DamagedError("bad entry: expected yes or no")
    return found


def _word(found: object) -> str:
    if not isinstance(found, str) or re.fullmatch(r"[a-z][a-z-]{0,19}", found) is None:
        raise DamagedError("bad entry: expected a word")
    return found


def _player(found: object) -> Player:
    return PLAYERS[cast(int, _count(2, 1)(found)) - 1]


_GAME: Final = _count(MOST_GAMES, 1)
_PLY: Final = _count(MOST_PLIES)
_ENTRY: Final = _count(MOST_ENTRIES)

_FIELDS: Final[dict[str, tuple[Callable[..., Deed], tuple[Reader, ...]]]] = {
    "move": (Played, (_GAME, _PLY, _move, _left)),
    "ask": (Asked, (_GAME, _question, _count(LAST_DEAL))),
    "answer": (Answered, (_GAME, _ENTRY, _flag)),
    "withdraw": (Withdrew, (_GAME, _ENTRY)),
    "resign": (Resigned, (_GAME,)),
    "time": (RanOut, (_GAME, _PLY)),
    "claim": (Claimed, (_GAME, _PLY)),
    "next": (WentOn, (_GAME,)),
    "help": (Helped, (_GAME, _word)),
    "points": (NamedPoints, (_GAME, _count(MOST_GIVEN, -MOST_GIVEN))),
    "seat": (TookSeat, (_GAME, _player)),
}
_WORDS: Final = {make: word for word, (make, _readers) in _FIELDS.items()}
