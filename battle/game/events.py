"""The events of a game, which a `Session` applies one by one.

At one table an event is applied at once. Between two programs it goes into a log first, and is
applied when both logs have it (`battle.friend.log`). Plies count from 0; times left are in
milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from battle.rules.position import Move, Player

MOST_LEFT: Final = 10**10
"""The most milliseconds left on a clock."""

TAKE_BACK: Final = "take back"
DRAW: Final = "draw"
REMATCH: Final = "rematch"
QUESTIONS: Final = (TAKE_BACK, DRAW, REMATCH)

MOST_KINDS: Final = 16
"""The most kinds of help that a friend's program can name in a game."""

HINT: Final = "hint"
"""The kind of help that is counted; all other kinds are noted once."""
SIDES: Final = "sides"
"""Noted like help: person and program have changed sides when there were points."""
TEACHER: Final = "teacher"
"""The kind of help of a game in which the teacher was heeded."""


@dataclass(frozen=True)
class Played:
    """A move, with the time left after it if the player's own program measures it."""

    ply: int
    move: Move
    left: int | None = None


@dataclass(frozen=True)
class Asked:
    """A question; `number` is the ply to go back to, or the rematch's deal (0: the same start)."""

    what: str
    number: int = 0


@dataclass(frozen=True)
class Answered:
    """An answer to the other's question, which is entry `ask` of the other's log."""

    ask: int
    agreed: bool


@dataclass(frozen=True)
class Withdrew:
    """The player's own question, entry `ask`, is withdrawn."""

    ask: int


@dataclass(frozen=True)
class Resigned:
    """The player resigned."""


@dataclass(frozen=True)
class RanOut:
    """The player's time is up."""

    ply: int


@dataclass(frozen=True)
class Claimed:
    """The opponent's days for a move are over."""

    ply: int


@dataclass(frozen=True)
class ProvedFork:
    """The opponent signed another log than the one here, of this SHA-256, as the signature shows.

    Both are hexadecimal digits.
    """

    epoch: int
    log: str
    signed: str


@dataclass(frozen=True)
class ProvedNotice:
    """The host signed that another is the guest, or nobody, as the signature of these words shows.

    `words` are the mark of the other, or none, and perhaps how often a guest was let in again and
    who was declined. All are hexadecimal digits.
    """

    words: str
    signed: str


@dataclass(frozen=True)
class Helped:
    """Help was used, named by a word such as `hint`."""

    word: str


@dataclass(frozen=True)
class TookBack:
    """With the program at the table: back to the position after `ply` moves."""

    ply: int


@dataclass(frozen=True)
class Redone:
    """With the program at the table: redo what was taken back, up to a person's turn."""


@dataclass(frozen=True)
class SwappedSeats:
    """Person and program swap seats."""


@dataclass(frozen=True)
class NextGame:
    """Between two programs: the next game of the match begins."""


@dataclass(frozen=True)
class NamedPoints:
    """Pie rule: the points that the second player gets, or the first player below 0."""

    points: int


@dataclass(frozen=True)
class TookSeat:
    """Pie rule: the seat that the chooser takes."""

    player: Player


@dataclass(frozen=True)
class LetWatch:
    """Between two programs: others may watch from now on."""


@dataclass(frozen=True)
class LetIn:
    """Between two programs: who signs with this key, in digits, is the guest from now on."""

    sign: str


Event: TypeAlias = (
    Played
    | Asked
    | Answered
    | Withdrew
    | Resigned
    | RanOut
    | Claimed
    | ProvedFork
    | ProvedNotice
    | Helped
    | TookBack
    | Redone
    | SwappedSeats
    | NextGame
    | NamedPoints
    | TookSeat
    | LetWatch
    | LetIn
)
