"""Both logs of a game as one side knows them: entries, the copy that is published, what it adds.

Each side's log is a list of entries, one for each event of that side's, and only ever grows:

    ["move", seen, at, game, ply, "a1c9", left]        `left`: thousandths of a second, or null
    ["ask", seen, at, game, what, number]              "take back", "draw" or "rematch", see `Asked`
    ["answer", seen, at, game, ask, agreed]            to the other's entry number `ask`, from 0
    ["withdraw", seen, at, game, ask]                  one's own entry number `ask`
    ["resign", seen, at, game]
    ["time", seen, at, game, ply]                      my time for that move is up
    ["claim", seen, at, game, ply]                     the days of the other's move are over
    ["next", seen, at, game]                           the next game of an agreed match begins
    ["help", seen, at, game, word]                     help was used
    ["points", seen, at, game, points]                 what the second player gets, pie rule
    ["seat", seen, at, game, player]                   the player that I am then

`seen` is how many entries of the other's log were known; `at` is when, in seconds since 1970;
games count from 1, plies from 0.

Each side publishes the whole of what it knows, and takes over what continues it:

    mine      h1 h2 h3   g1 g2            a copy says    h1 h2   g1 g2 g3
    then      h1 h2 h3   g1 g2 g3         nothing of mine is lost, what is new is added

So no order, repetition or loss matters. A side's log is believed only with that side's signature.
Where two signed logs of one side go on differently, somebody played on from an old copy: `split`.
Nothing more is played in them then; either side offers a new game from what both have in common,
whose invitation, `next`, comes with its copy.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Final, TypeAlias, cast

from battle.friend.chat import ChatState, chat_state
from battle.friend.replay import MOST_GAMES, Entry, Log, Replay, UnlawfulError
from battle.friend.sealing import (
    MOST_CONTENT,
    MOST_SECONDS,
    SIGNATURE_BYTES,
    DamagedError,
    Identity,
    NewerError,
    Public,
    is_number,
    packed,
    plain_bytes,
)
from battle.friend.terms import SIDES, Side, Terms, other_side
from battle.game.events import (
    MOST_LEFT,
    QUESTIONS,
    REMATCH,
    Answered,
    Asked,
    Claimed,
    Event,
    Helped,
    NamedPoints,
    NextGame,
    Played,
    RanOut,
    Resigned,
    TookSeat,
    Withdrew,
)
from battle.game.session import NOT_NOW, NotNowError, Remote
from battle.game.setup import MOST_GIVEN
from battle.language import _
from battle.rules.deal import LAST_DEAL
from battle.rules.position import (
    ALL_TILES,
    PLAYERS,
    FormatError,
    IllegalMoveError,
    Move,
    Player,
    RulesError,
    move,
)

VERSION: Final = 1
"""The version of the copies that this program writes, and the newest that it reads for certain."""

MOST_ENTRIES: Final = 20_000
MOST_PLIES: Final = ALL_TILES // 2
MOST_EPOCHS: Final = 1000
LONGEST_LINE: Final = 1000

_ROOM: Final = MOST_CONTENT - 9000
"""Bytes of a copy for both logs, half of it for each; the rest is for messages and names."""

_SPARE: Final = 1000
"""Bytes left free in one's own half, so that an ending always finds room."""

MOST_PACKED: Final = 34_000
"""Bytes from which on no further game is begun in the same logs: a copy fits into one message."""


# --- entries ------------------------------------------------------------------------------------


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


_PLY: Final = _count(MOST_PLIES)
_ENTRY: Final = _count(MOST_ENTRIES)

_FIELDS: Final[dict[str, tuple[Callable[..., Event], tuple[Reader, ...]]]] = {
    "move": (Played, (_PLY, _move, _left)),
    "ask": (Asked, (_question, _count(LAST_DEAL))),
    "answer": (Answered, (_ENTRY, _flag)),
    "withdraw": (Withdrew, (_ENTRY,)),
    "resign": (Resigned, ()),
    "time": (RanOut, (_PLY,)),
    "claim": (Claimed, (_PLY,)),
    "next": (NextGame, ()),
    "help": (Helped, (_word,)),
    "points": (NamedPoints, (_count(MOST_GIVEN, -MOST_GIVEN),)),
    "seat": (TookSeat, (_player,)),
}
_WORDS: Final = {make: word for word, (make, _readers) in _FIELDS.items()}


def entry_values(entry: Entry) -> list[Any]:
    """Return an entry as it is sent."""
    fields = vars(entry.event).values()
    plain = [str(found) if isinstance(found, Move) else found for found in fields]
    return [_WORDS[type(entry.event)], entry.seen, entry.at, entry.game, *plain]


def entry_of(values: object) -> Entry:
    """Return the entry that was sent; raise FormatError for anything else."""
    if not isinstance(values, list) or len(values) < 4 or not isinstance(values[0], str):
        raise DamagedError("bad entry: expected a word and numbers")
    word, seen, at, game, *fields = values
    known = _FIELDS.get(word)
    if known is None:
        raise NewerError("bad entry: {word} is not known here", word=repr(word[:20]))
    make, readers = known
    if len(fields) != len(readers):
        raise DamagedError("bad entry: expected {count} parts", count=len(readers) + 4)
    event = make(*(reader(found) for reader, found in zip(readers, fields, strict=True)))
    numbers = _ENTRY(seen), _count(MOST_SECONDS)(at), _count(MOST_GAMES, 1)(game)
    return Entry(*numbers, event)


def log_of(values: object) -> Log:
    """Return the log that was sent; raise FormatError, NewerError for entries not known here."""
    if not isinstance(values, list) or len(values) > MOST_ENTRIES:
        raise DamagedError("bad log: expected entries")
    return tuple(map(entry_of, values))


# --- copies -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Copy:
    """What a side publishes: all it knows of the game, its name, and what it says."""

    side: Side
    epoch: int
    name: str
    logs: Mapping[Side, Log]
    signatures: Mapping[Side, bytes]
    chat: ChatState
    next: str

    def length(self, side: Side) -> int:
        """Return the number of entries that the copy has of a side's log."""
        return len(self.logs[side])


def copy_of(values: dict[str, Any], side: Side) -> Copy:
    """Return the copy of a side that was sent; raise FormatError if it is damaged.

    Raises NewerError if a newer program has written what is not understood here.
    """
    try:
        if values.get("side") != side:
            raise DamagedError("bad copy: it is of the other side")
        if not isinstance(name := values.get("name"), str):
            raise DamagedError("bad copy: expected a name")
        logs: dict[Side, Log] = {each: log_of(values.get(each)) for each in SIDES}
        epoch = values.get("epoch")
        if not is_number(epoch, 0, MOST_EPOCHS):
            raise DamagedError("bad copy: expected a number")
        signatures = {each: _signature(values.get(f"{each}-signed")) for each in SIDES}
        line = values.get("next")
        line = line if isinstance(line, str) and len(line) <= LONGEST_LINE else ""
        return Copy(side, epoch, name, logs, signatures, chat_state(values, side), line)
    except FormatError as error:
        version = values.get("v")
        if isinstance(version, int) and version > VERSION and not isinstance(error, NewerError):
            raise NewerError("a newer program has written this: {error}", error=error) from None
        raise


def _signature(found: object) -> bytes:
    if not isinstance(found, str) or len(found) not in (0, 2 * SIGNATURE_BYTES):
        raise DamagedError("bad copy: expected a signature")
    try:
        return bytes.fromhex(found)
    except ValueError:
        raise DamagedError("bad copy: expected a signature") from None


class LogDigest:
    """The SHA-256 of a log as JSON, and its length in bytes; a further entry costs only itself."""

    def __init__(self, log: Log = ()) -> None:
        self._hash = sha256(b"[")
        self.size = 1
        self._add(log)

    def plus(self, entries: Log) -> LogDigest:
        """Return the digest of the log with further entries."""
        longer = LogDigest()
        longer._hash, longer.size = self._hash.copy(), self.size
        longer._add(entries)
        return longer

    def _add(self, entries: Log) -> None:
        for entry in entries:
            words = plain_bytes(entry_values(entry))
            self._hash.update(words if self.size == 1 else b"," + words)
            self.size += len(words) + 1

    def __str__(self) -> str:
        whole = self._hash.copy()
        whole.update(b"]")
        return whole.hexdigest()


class Logbook:
    """Both logs as `side` knows them; `identity` is its own, `friend` what is known of the other's.

    `split` is how many entries of each log two copies have in common that go on differently, None
    while there are none. `epoch` is 0 but in games in which an older program went on after a split.

    Without a `friend`, before anybody has joined, nothing can be taken over.
    """

    def __init__(
        self,
        side: Side,
        agreed: Terms,
        topic: str,
        identity: Identity,
        friend: Public | None,
        remote: Remote | None = None,
    ) -> None:
        self.side: Side = side
        self.terms = agreed
        self.topic = topic
        self.identity = identity
        self.friend = friend
        self.epoch = 0
        self.replay = Replay(agreed, side, topic, remote)
        self.signatures: dict[Side, bytes] = {"host": b"", "guest": b""}
        self.split: Mapping[Side, int] | None = None
        self.friend_has: dict[Side, int] = {"host": 0, "guest": 0}
        self._digests: dict[Side, LogDigest] = {side: LogDigest() for side in SIDES}
        self._sign()

    @property
    def logs(self) -> Mapping[Side, Log]:
        """Both logs."""
        return self.replay.logs

    @property
    def mine(self) -> Log:
        """One's own log."""
        return self.logs[self.side]

    @property
    def delivered(self) -> bool:
        """Whether the friend is known to have all that one has done."""
        return self.friend_has[self.side] >= len(self.mine)

    @property
    def state(self) -> LogState:
        """What is sent, and kept, of all this; its `values` may be made in any thread."""
        return LogState(self.side, self.epoch, dict(self.logs), dict(self.signatures))

    def do(self, event: Event, at: int, number: int | None = None) -> None:
        """Add to one's own log; raise RulesError, with nothing changed, if it cannot be done.

        `number` is the game it belongs to, the newest if not said. Raises FormatError for what the
        other side could not read.
        """
        if self.split is not None:
            raise RulesError(_("The two copies of the game differ."))
        again = isinstance(event, Asked) and event.what == REMATCH
        if again and len(packed(self.state.values)) > MOST_PACKED:
            raise RulesError(_("That is the most games for one invitation: send a new one."))
        game = number or self.replay.number + isinstance(event, NextGame)
        entry = Entry(len(self.logs[other_side(self.side)]), at, game, event)
        entry_of(entry_values(entry))
        logs = {**self.logs, self.side: (*self.mine, entry)}
        digests = {**self._digests, self.side: self._digests[self.side].plus((entry,))}
        spare = 0 if isinstance(event, Resigned | RanOut | Claimed) else _SPARE
        if not _fits(logs[self.side], digests[self.side], spare):
            raise RulesError(_("That is the most games for one invitation: send a new one."))
        try:
            self.replay.follow(logs)
        except UnlawfulError as error:
            if isinstance(error.reason, IllegalMoveError):
                raise error.reason from None
            raise NotNowError(_(NOT_NOW)) from None
        self._digests = digests
        self._sign()

    def take(self, copy: Copy) -> bool:
        """Take over what a copy has to add; return whether that was anything.

        Raises FormatError, with nothing changed, for a copy that is unlawful or forged.
        """
        if copy.epoch < self.epoch:
            return False
        common = {side: common_length(self.logs[side], copy.logs[side]) for side in SIDES}
        digests = {side: self._checked(side, copy, common[side]) for side in SIDES}
        known = {side: max(common[side], self.friend_has[side]) for side in SIDES}
        shorter = [side for side in SIDES if common[side] < len(self.logs[side])]
        differs = [side for side in shorter if common[side] < copy.length(side)]
        if differs or copy.epoch > self.epoch:
            news = self.split is None
            self.split = self.split or _causal(self.logs, common)
            return news
        changed = self._take_over(copy, digests)
        if copy.side != self.side:
            self.friend_has = {side: max(known[side], copy.length(side)) for side in SIDES}
        return changed

    def restore(self, copy: Copy) -> None:
        """Take up what was kept; raise FormatError if that is unlawful."""
        self.replay.follow(copy.logs)
        self.epoch, self.signatures = copy.epoch, dict(copy.signatures)
        self._digests = {side: LogDigest(copy.logs[side]) for side in SIDES}
        self._sign()

    def _take_over(self, copy: Copy, digests: Mapping[Side, LogDigest]) -> bool:
        grown = [side for side in SIDES if copy.length(side) > len(self.logs[side])]
        if not grown:
            return False
        logs = {side: (copy if side in grown else self).logs[side] for side in SIDES}
        sizes = {side: (digests if side in grown else self._digests)[side] for side in SIDES}
        if not all(_fits(logs[side], sizes[side]) for side in grown):
            raise DamagedError("bad copy: it is too long")
        self.replay.follow(logs)
        self.signatures |= {side: copy.signatures[side] for side in grown}
        self._digests = sizes
        self._sign()
        return True

    @property
    def common_terms(self) -> Terms:
        """What a new game is agreed on that goes on from what both copies have; I am its host."""
        replay, logs = Replay(self.terms, self.side, self.topic), self.logs
        split = self.split or {}
        replay.follow({side: logs[side][: split.get(side)] for side in SIDES})
        game, agreed = replay.game, replace(self.terms, deals=(), pie=None)
        if game is None or game.ending is not None:
            return replace(agreed, host=self.terms.player(self.side))
        deal, head_start = game.setup.deal, game.setup.head_start
        if game.game.ply:
            deal, head_start = None, 0
        return replace(agreed, start=game.position, deal=deal, host=game.own, head_start=head_start)

    # Signatures

    def _sign(self) -> None:
        words = self._signed_words(self.side, self.epoch, self._digests[self.side])
        self.signatures[self.side] = self.identity.sign(words)

    def _signed_words(self, side: Side, epoch: int, digest: LogDigest) -> bytes:
        return f"mahjong-battle/{VERSION}/{self.topic}/{side}/{epoch}/{digest}".encode()

    def _checked(self, side: Side, copy: Copy, common: int) -> LogDigest:
        """Return the digest of a side's log in a copy.

        Raises FormatError if the copy has more of it than that side has signed.
        """
        theirs, digest = copy.logs[side], self._digests[side]
        if len(theirs) == common:
            return digest
        is_longer = common == len(self.logs[side])
        digest = digest.plus(theirs[common:]) if is_longer else LogDigest(theirs)
        author = self.identity.public if side == self.side else self.friend
        words = self._signed_words(side, copy.epoch, digest)
        if author is None or not author.signed(words, copy.signatures[side]):
            raise DamagedError("bad copy: it has what its author has not signed")
        return digest


@dataclass(frozen=True)
class LogState:
    """Both logs at a moment, with their signatures, as they are sent and kept."""

    side: Side
    epoch: int
    logs: Mapping[Side, Log]
    signatures: Mapping[Side, bytes]

    @property
    def values(self) -> dict[str, Any]:
        """The names and values of a copy."""
        values: dict[str, Any] = {"v": VERSION, "side": self.side, "epoch": self.epoch}
        for side in SIDES:
            values[side] = [entry_values(entry) for entry in self.logs[side]]
            values[f"{side}-signed"] = self.signatures[side].hex()
        return values


def _fits(log: Log, digest: LogDigest, spare: int = 0) -> bool:
    """Whether a log has room in its side's half of a copy, `spare` bytes left free."""
    room = _ROOM // 2 - spare
    if digest.size < room - 100:
        return True
    return len(zlib.compress(plain_bytes([entry_values(entry) for entry in log]))) <= room


def common_length(one: Log, another: Log) -> int:
    """Return how many entries two logs have in common, from the first on."""
    shorter, longer = sorted((one, another), key=len)
    if longer[: len(shorter)] == shorter:
        return len(shorter)
    return next(
        at for at, (mine, their) in enumerate(zip(one, another, strict=False)) if mine != their
    )


def _causal(logs: Mapping[Side, Log], lengths: Mapping[Side, int]) -> Mapping[Side, int]:
    """Return the greatest lengths, none above `lengths`, at which no entry knows of one cut off."""
    found = dict(lengths)
    changed = True
    while changed:
        changed = False
        for side in SIDES:
            last = found[side]
            if last and logs[side][last - 1].seen > found[other_side(side)]:
                found[side] = last - 1
                changed = True
    return found
