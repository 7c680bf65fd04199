"""Both logs of a game, the games that follow from them, and the copy each side publishes.

Each side's log is an append-only list of entries, one for each of its events:

    ["move", seen, at, game, ply, "a1c9", left]        `left`: thousandths of a second, or null
    ["ask", seen, at, game, what, number]              "take back", "draw" or "rematch", see `Asked`
    ["answer", seen, at, game, ask, agreed]            to the other's entry number `ask`, from 0
    ["withdraw", seen, at, game, ask]                  one's own entry number `ask`
    ["resign", seen, at, game]
    ["time", seen, at, game, ply]                      my time for that move is up
    ["claim", seen, at, game, ply]                     the days of the other's move are over
    ["fork", seen, at, game, epoch, log, signed]       the other signed another log than I have
    ["notice", seen, at, game, words, signed]          the host signed that I am not the guest
    ["next", seen, at, game]                           the next game of an agreed match begins
    ["help", seen, at, game, word]                     help was used
    ["points", seen, at, game, points]                 what the second player gets, pie rule
    ["seat", seen, at, game, player]                   the player that I am then
    ["watch", seen, at, game]                          others may watch: `watching`
    ["again", seen, at, game, sign]                    the guest, let in again, signs with this key

`seen` is how many entries of the other's log were known; `at` is when, in seconds since 1970;
games count from 1, plies from 0.

A friend's copy becomes events on the table in this order, from top to bottom of this file:

    copy_of        a copy is parsed: entries, signatures, messages
    Logbook.read   it is opened for that, and its signatures are checked
    Logbook.take   what is new is taken over
    Replay.follow  both logs are merged into one order, and new events applied to the `Session`

Each side publishes everything it knows, and adopts what extends it:

    mine      h1 h2 h3   g1 g2            a copy says    h1 h2   g1 g2 g3
    then      h1 h2 h3   g1 g2 g3         nothing of mine is lost, what is new is added

So order, repetition and loss do not matter. A side's log is accepted only with that side's
signature. If two signed logs of one side diverge, a `Fork`, that side played on from an old copy,
and what counts is what the other side has:

    mine      h1 h2 h3   g1 g2            a copy says    h1 h2   g1 x2     the friend's fork
    then      h1 h2 h3   g1 g2            as before; until the friend returns to g2 the win is mine
                                          to claim, with the signature of g1 x2 as the proof
    mine      h1 h2      g1 x2            a copy says    h1 h2 h3   g1 g2  my fork
    then      h1 h2 h3   g1 g2            x2, made on an old copy, is void

Only if both logs diverge at once is neither version better; either side then offers a new game from
what both have in common, and publishes its invitation, `next`, in its copy.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from hashlib import sha256
from itertools import accumulate
from typing import Any, Final, TypeAlias

from battle.friend.meeting import SIDES, Side, Terms, other_side, taken_words
from battle.friend.sealing import (
    MOST_CONTENT,
    MOST_UNPACKED,
    PUBLIC_BYTES,
    SIGNATURE_BYTES,
    VERSION,
    DamagedError,
    Identity,
    NewerError,
    Public,
    Seal,
    bytes_in,
    list_in,
    matching,
    number_in,
    packed,
    plain_bytes,
    reading,
    text_in,
)
from battle.game.events import (
    MOST_LEFT,
    QUESTIONS,
    REMATCH,
    Answered,
    Asked,
    Claimed,
    Event,
    Helped,
    LetIn,
    LetWatch,
    NamedPoints,
    NextGame,
    Played,
    ProvedFork,
    ProvedNotice,
    RanOut,
    Resigned,
    TookSeat,
    Withdrew,
)
from battle.game.seating import DAY, MATCH_OVER, NOT_NOW, Apart, Remote
from battle.game.session import NotNowError, Seat, Session, Setup
from battle.game.setup import MOST_GIVEN, Series, duplicate_in, given_for
from battle.language import N_, _
from battle.rules.position import (
    ALL_TILES,
    LAST_DEAL,
    PLAYERS,
    FormatError,
    IllegalMoveError,
    Move,
    Player,
    RulesError,
    for_player,
    move,
    other,
)
from battle.words import shown_comment

NOT_BEGUN: Final = N_("The game has not begun yet.")
SWITCHED_OFF: Final = N_("Messages are off.")
FRIEND_OFF: Final = N_("Your friend has switched messages off.")

MOST_GAMES: Final = 200
MOST_ENTRIES: Final = 3000
"""The most entries of a log. Of moves, about 1,800 fit into its room; more could only fill it."""

MOST_PLIES: Final = ALL_TILES // 2
MOST_EPOCHS: Final = 1000
LONGEST_LINE: Final = 1000
HASH_BYTES: Final = 32

CLOCKS_APART: Final = 600
"""Seconds by which the two clocks may differ when a win by days is claimed."""

_ROOM: Final = MOST_CONTENT - 9000
"""Bytes of a copy for both logs, half for each; the rest is for messages and names."""

_ENDINGS: Final = (Resigned, RanOut, Claimed, ProvedFork, ProvedNotice)
_SPARE: Final = 20
"""Entries, of 50 bytes each, left free in our half, so that an ending always fits.

A guest may be let in again in half of that.
"""

MOST_PACKED: Final = 34_000
"""No further game begins in logs of this many bytes: a copy must fit into one message."""


# --- messages to each other: numbered, shown once, sent again until they are known to be read -----
#
# They are no part of the game: a copy carries only those that the friend has not received, and how
# many of the friend's were received.

MOST_UNSEEN: Final = 20
"""The most messages that may be pending; together they fit into every copy."""

MOST_BYTES: Final = 6000
"""The most bytes of pending messages, so that a copy has room for the game."""

MOST_KEPT: Final = 400


@dataclass(frozen=True)
class ChatMessage:
    """A message of a side and its time, in seconds since 1970; each side numbers its own from 1."""

    side: Side
    number: int
    at: int
    text: str

    @property
    def values(self) -> list[Any]:
        return [self.number, self.at, self.text]


@dataclass
class Chat:
    """The messages of a game, in the order in which they became known here.

    `received` is how many of the friend's have arrived, `read` how many of them the person has
    read, `known` how many of our own the friend has. While switched off, nothing is sent or shown,
    and messages that arrive are dropped.
    """

    side: Side
    said: list[ChatMessage] = field(default_factory=list)
    sent: int = 0
    received: int = 0
    known: int = 0
    read: int = 0
    on: bool = True
    friend_on: bool = True

    def say(self, text: str, at: int) -> ChatMessage:
        """Add a message; raise RulesError, with the reason, if that is impossible."""
        words = shown_comment(text)
        if not words:
            raise RulesError(_("There is nothing to send."))
        if self.silence:
            raise RulesError(_(self.silence))
        waiting = sum(len(unseen.text.encode()) for unseen in self.waiting)
        if self.sent - self.known >= MOST_UNSEEN or waiting >= MOST_BYTES:
            raise RulesError(_("Your friend has not seen your last messages yet."))
        self.sent += 1
        message = ChatMessage(self.side, self.sent, at, words)
        self._keep(message)
        return message

    @property
    def silence(self) -> str:
        """Why nothing can be said, empty if something can."""
        return "" if self.on and self.friend_on else FRIEND_OFF if self.on else SWITCHED_OFF

    @property
    def waiting(self) -> list[ChatMessage]:
        return [
            message
            for message in self.said
            if message.side == self.side and message.number > self.known
        ]

    @property
    def unread(self) -> list[ChatMessage]:
        return [
            message
            for message in self.said
            if message.side != self.side and message.number > self.read
        ]

    @property
    def values(self) -> dict[str, Any]:
        said = [message.values for message in self.waiting]
        return {"said": said, "sent": self.sent, "heard": self.received, "talk": self.on}

    def take(self, friends: Chat) -> None:
        """Merge the messages that the friend's copy carries, and what it says of ours."""
        self.known = max(self.known, min(friends.received, 10**9))
        self.sent = max(self.sent, self.known)
        for message in friends.said:
            if message.number > self.received:
                self.received = message.number
                if self.on:
                    self._keep(message)
        self.received = max(self.received, friends.sent)

    def _keep(self, message: ChatMessage) -> None:
        self.said.append(message)
        if len(self.said) > MOST_KEPT:
            waiting = self.waiting
            self.said.remove(next(old for old in self.said if old not in waiting))


def chat_of(values: dict[str, Any], side: Side) -> Chat:
    """Parse the messages in the copy of a side; raise FormatError for damage."""
    messages = list_in(values.get("said", []), "bad messages", most=MOST_UNSEEN)
    said = sorted(
        (message_of(message, side) for message in messages), key=lambda message: message.number
    )
    sent, heard = number_in(values.get("sent", 0)), number_in(values.get("heard", 0))
    return Chat(side, said, sent, heard, on=values.get("talk") is not False)


def message_of(values: object, side: Side) -> ChatMessage:
    """Parse a message; raise FormatError for damage."""
    error = "bad message: expected a number, a time and a text"
    number, at, text = list_in(values, error, 3, 3)
    return ChatMessage(side, number_in(number), number_in(at), shown_comment(text_in(text)))


# --- entries ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Entry:
    """One entry of a log: an event of a game, how many entries its author knew, and its time."""

    seen: int
    at: int
    game: int
    event: Event


Log: TypeAlias = tuple[Entry, ...]
Order: TypeAlias = list[tuple[Side, int]]


def _left(value: object) -> int | None:
    return None if value is None else number_in(value, MOST_LEFT)


def _move(value: object) -> Move:
    try:
        if len(words := text_in(value)) == 4:
            return move(words)
    except RulesError as error:
        raise DamagedError("bad entry: {error}", error=error) from None
    raise DamagedError("bad entry: expected a move")


def _question(value: object) -> str:
    if (word := text_in(value)) not in QUESTIONS:
        raise NewerError("bad entry: {word} is not known here", word=repr(word[:20]))
    return word


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise DamagedError("bad entry: expected yes or no")
    return value


def _digits(count: int) -> Callable[[object], str]:
    error = "bad entry: expected {count} hexadecimal digits"
    return partial(matching, pattern=f"[0-9a-f]{{{count}}}", error=error, count=count)


def _player(value: object) -> Player:
    return PLAYERS[number_in(value, 2, 1) - 1]


_MARK: Final = "(?:[0-9a-f]{32})?"
_NOTICE: Final = partial(
    matching,
    pattern=f"{_MARK}(?:/[0-9]{{1,11}}/{_MARK})?",
    error="bad entry: expected what a notice says",
)
_WORD: Final = partial(matching, pattern="[a-z][a-z-]{0,19}", error="bad entry: expected a word")
_PLY: Final = partial(number_in, most=MOST_PLIES)
_ENTRY: Final = partial(number_in, most=MOST_ENTRIES)

_FIELDS: Final[dict[str, tuple[Callable[..., Event], tuple[Callable[[object], Any], ...]]]] = {
    "move": (Played, (_PLY, _move, _left)),
    "ask": (Asked, (_question, partial(number_in, most=LAST_DEAL))),
    "answer": (Answered, (_ENTRY, _flag)),
    "withdraw": (Withdrew, (_ENTRY,)),
    "resign": (Resigned, ()),
    "time": (RanOut, (_PLY,)),
    "claim": (Claimed, (_PLY,)),
    "fork": (
        ProvedFork,
        (
            partial(number_in, most=MOST_EPOCHS),
            _digits(2 * HASH_BYTES),
            _digits(2 * SIGNATURE_BYTES),
        ),
    ),
    "notice": (ProvedNotice, (_NOTICE, _digits(2 * SIGNATURE_BYTES))),
    "next": (NextGame, ()),
    "help": (Helped, (_WORD,)),
    "points": (NamedPoints, (partial(number_in, most=MOST_GIVEN, least=-MOST_GIVEN),)),
    "seat": (TookSeat, (_player,)),
    "watch": (LetWatch, ()),
    "again": (LetIn, (_digits(2 * PUBLIC_BYTES),)),
}
_WORDS: Final = {make: word for word, (make, _readers) in _FIELDS.items()}


def entry_values(entry: Entry) -> list[Any]:
    """Return an entry as it is sent."""
    plain = [
        str(value) if isinstance(value, Move) else value for value in vars(entry.event).values()
    ]
    return [_WORDS[type(entry.event)], entry.seen, entry.at, entry.game, *plain]


def entry_of(values: object) -> Entry:
    """Parse an entry; raise FormatError for anything else.

    Each copy repeats both whole logs: what was parsed before is the same object again.
    """
    parts = list_in(values, "bad entry: expected a word and numbers", 4)
    try:
        return _parsed_entry(*parts)
    except TypeError:  # a part that cannot be looked up
        return _parsed_entry.__wrapped__(*parts)


@lru_cache(4 * MOST_ENTRIES, typed=True)
def _parsed_entry(word: object, seen: object, at: object, game: object, *fields: object) -> Entry:
    known = _FIELDS.get(name := text_in(word))
    if known is None:
        raise NewerError("bad entry: {word} is not known here", word=repr(name[:20]))
    make, readers = known
    if len(fields) != len(readers):
        raise DamagedError("bad entry: expected {count} parts", count=len(readers) + 4)
    event = make(*(reader(value) for reader, value in zip(readers, fields, strict=True)))
    return Entry(_ENTRY(seen), number_in(at), number_in(game, MOST_GAMES, 1), event)


def log_of(values: object) -> Log:
    """Parse a log; raise FormatError for damage, NewerError for unknown entries."""
    return tuple(map(entry_of, list_in(values, "bad log: expected entries", most=MOST_ENTRIES)))


# --- copies -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Copy:
    """What a side publishes: both logs as it knows them, its name, and its messages.

    `watch` says that its program knows the entry of that name.
    """

    side: Side
    epoch: int
    name: str
    logs: Mapping[Side, Log]
    signatures: Mapping[Side, bytes]
    chat: Chat
    next: str
    watch: bool = True

    @property
    def values(self) -> dict[str, Any]:
        """The copy as it is sent and saved; computing it takes time."""
        values: dict[str, Any] = {
            "v": VERSION,
            "side": self.side,
            "epoch": self.epoch,
            "name": self.name,
            "watch": self.watch,
        }
        for side in SIDES:
            values[side] = [entry_values(entry) for entry in self.logs[side]]
            values[f"{side}-signed"] = self.signatures[side].hex()
        return values | self.chat.values | ({"next": self.next} if self.next else {})


def copy_of(values: dict[str, Any], side: Side) -> Copy:
    """Parse the copy of a side; raise FormatError if it is damaged."""
    with reading(values):
        if values.get("side") != side:
            raise DamagedError("bad copy: it is of the other side")
        line = values.get("next")
        return Copy(
            side,
            number_in(values.get("epoch"), MOST_EPOCHS),
            text_in(values.get("name")),
            {each: log_of(values.get(each)) for each in SIDES},
            {each: bytes_in(values.get(f"{each}-signed"), 0, SIGNATURE_BYTES) for each in SIDES},
            chat_of(values, side),
            line if isinstance(line, str) and len(line) <= LONGEST_LINE else "",
            values.get("watch") is True,
        )


class LogDigest:
    """The SHA-256 and length of a log as JSON, extended entry by entry; `count` are the entries."""

    def __init__(self, log: Log = ()) -> None:
        self._hash = sha256(b"[")
        self.size, self.count = 1, 0
        self._add(log)

    def plus(self, entries: Log) -> LogDigest:
        longer = LogDigest()
        longer._hash, longer.size, longer.count = self._hash.copy(), self.size, self.count
        longer._add(entries)
        return longer

    def _add(self, entries: Log) -> None:
        for entry in entries:
            words = plain_bytes(entry_values(entry))
            self._hash.update(words if self.size == 1 else b"," + words)
            self.size += len(words) + 1
        self.count += len(entries)

    def __str__(self) -> str:
        whole = self._hash.copy()
        whole.update(b"]")
        return whole.hexdigest()


@dataclass(frozen=True)
class Fork:
    """Two copies that differ, and how many entries of each log both have.

    `proof` is there if the friend alone has signed two logs, or that somebody else plays: what is
    here counts, and the win can be claimed with it.
    """

    common: Mapping[Side, int]
    proof: ProvedFork | ProvedNotice | None = None

    @property
    def values(self) -> dict[str, Any]:
        proof = self.proof and [*vars(self.proof).values()]
        return {"host": self.common["host"], "guest": self.common["guest"], "proof": proof}


def fork_of(values: Mapping[str, Any], logs: Mapping[Side, Log]) -> Fork:
    """Parse a saved fork; raise FormatError for damage."""
    common = {side: number_in(values[side], len(logs[side])) for side in SIDES}
    if (proof := values.get("proof")) is None:
        return Fork(common)
    make, readers = _FIELDS["notice" if len(proof) == 2 else "fork"]
    event = make(*(read(part) for read, part in zip(readers, proof, strict=True)))
    assert isinstance(event, ProvedFork | ProvedNotice)
    return Fork(common, event)


@dataclass(frozen=True)
class CheckedCopy:
    """A copy that has been verified; `common` is how many entries of each log were known before.

    `friend` is whose signatures were checked: a guest that is let in again has others.
    """

    copy: Copy
    common: Mapping[Side, int]
    digests: Mapping[Side, LogDigest]
    friend: Public | None = None


class Logbook:
    """Both logs as `side` knows them; `identity` is its own, `friend` what is known of the other's.

    `fork` is set while the friend's copy differs from ours. `epoch` is 0 except in games in which
    an older program went on after a fork.

    The friend's claim that the days for a move are over is checked by our own clock: `received_at`
    is when the newest move or answer arrived here. Until the days from then are over the claim,
    entry `held` of the friend's log, is not applied, and neither is anything after it.

    Without a `friend`, before anyone has joined, nothing can be merged.
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
        self.terms, self.topic = agreed, topic
        self.identity, self.friend = identity, friend
        self.epoch = 0
        self.logs: Mapping[Side, Log] = {"host": (), "guest": ()}
        self.replay = Replay(agreed, side, topic, remote)
        self.signatures: dict[Side, bytes] = {"host": b"", "guest": b""}
        self.fork: Fork | None = None
        self.friend_has: dict[Side, int] = {"host": 0, "guest": 0}
        self.received_at = 0
        self.held: int | None = None
        self._digests: dict[Side, LogDigest] = {side: LogDigest() for side in SIDES}
        self._sign()

    @property
    def mine(self) -> Log:
        return self.logs[self.side]

    @property
    def delivered(self) -> bool:
        return self.friend_has[self.side] >= len(self.mine)

    def copy(self, name: str, chat: Chat | None = None, next: str = "") -> Copy:
        """Return the copy to send and save; later changes do not affect it."""
        signatures = dict(self.signatures)
        chat = Chat(self.side) if chat is None else replace(chat, said=chat.waiting)
        return Copy(self.side, self.epoch, name, self.logs, signatures, chat, next)

    def do(self, event: Event, at: int, number: int | None = None) -> None:
        """Add an entry to our log; raise RulesError, with nothing changed, if it is not allowed.

        `number` is the game it belongs to, by default the newest. Raises FormatError for an event
        that the other side could not read.
        """
        again = isinstance(event, Asked) and event.what == REMATCH
        game = number or self.replay.number + isinstance(event, NextGame)
        entry = Entry(len(self.replay.logs[other_side(self.side)]), at, game, event)
        entry = entry_of(entry_values(entry))
        log, digest = (*self.mine, entry), self._digests[self.side].plus((entry,))
        spare = 0 if isinstance(event, _ENDINGS) else _SPARE
        if isinstance(event, LetIn):
            spare = _SPARE // 2
        is_full = again and len(packed(self.copy("").values)) > MOST_PACKED
        if is_full or not _fits(log, digest, spare):
            raise RulesError(_("That is the most games for one invitation: send a new one."))
        held = self.held
        agrees = isinstance(event, Answered) and event.agreed
        if agrees or isinstance(event, Played | Resigned | RanOut | ProvedFork | ProvedNotice):
            self.held = None  # in time: a claim comes after this, and does nothing
        try:
            self._follow({**self.logs, self.side: log})
        except DamagedError as error:
            self.held = held
            if isinstance(error.__cause__, IllegalMoveError):
                raise error.__cause__ from None
            raise NotNowError(_(NOT_NOW)) from None
        self._digests[self.side] = digest
        self._sign()

    def let_in(self, friend: Public, at: int) -> None:
        """Go on with another identity of the guest; nobody else signs for it from here on."""
        self.do(LetIn(friend.sign.hex()), at)
        self.friend, self.friend_has = friend, {"host": 0, "guest": 0}
        self.fork = None

    def adopt(self, copy: Copy, at: int) -> None:
        """Go on as the guest that was let in again, with both logs as the host has them.

        Raises FormatError for a copy that has not signed that.
        """
        said = [entry.event for entry in copy.logs["host"] if isinstance(entry.event, LetIn)]
        if not said or said[-1].sign != self.identity.public.sign.hex():
            raise DamagedError("bad copy: it lets somebody else in")
        digests = {side: LogDigest(copy.logs[side]) for side in SIDES}
        if not self._has_signed("host", copy.epoch, digests["host"], copy.signatures["host"]):
            raise DamagedError("bad copy: it has what its author has not signed")
        if not all(_fits(copy.logs[side], digests[side]) for side in SIDES):
            raise DamagedError("bad copy: it is too long")
        self._follow(copy.logs)
        self.epoch, self._digests, self.received_at = copy.epoch, digests, at
        self.signatures["host"] = copy.signatures["host"]
        self._sign()

    def read(self, side: Side, sealed: bytes, seal: Seal) -> CheckedCopy:
        """Open, parse and verify what a side has published, as `check` does."""
        return self.check(copy_of(seal.read(side, sealed, MOST_UNPACKED), side))

    def check(self, copy: Copy) -> CheckedCopy:
        """Verify a copy, changing nothing; this takes time, and may be done in another thread.

        Raises FormatError for a copy that is forged or too long.
        """
        friend = self.friend
        common = {side: common_length(self.logs[side], copy.logs[side]) for side in SIDES}
        digests = {side: self._verified(side, copy, common[side]) for side in SIDES}
        for side in SIDES:
            new = [entry.event for entry in copy.logs[side][common[side] :]]
            if any(isinstance(one, LetIn) for one in new) and self.side == "guest":
                raise DamagedError("bad copy: it lets somebody else in")
            if not all(self._is_proof(one) for one in new if isinstance(one, ProvedNotice)):
                raise DamagedError("bad log: it proves nothing of the host")
            if proofs := [event for event in new if isinstance(event, ProvedFork)]:
                accused = other_side(side)
                logs = self.logs[accused], copy.logs[accused]
                is_split = common[accused] < min(map(len, logs))
                self._check_proofs(accused, proofs, logs[1] if is_split else max(logs, key=len))
        return CheckedCopy(copy, common, digests, friend)

    def take(self, checked: CheckedCopy, at: int) -> bool:
        """Merge a copy received at a moment; return whether it changed anything.

        Where our own log differs from the one that the friend has, ours is replaced. Raises
        FormatError, with nothing changed, for a copy that is unlawful.
        """
        copy = checked.copy
        if copy.epoch < self.epoch:
            return False
        common = {side: common_length(self.logs[side], copy.logs[side]) for side in SIDES}
        if any(common[side] < checked.common[side] for side in SIDES):
            checked = self.check(copy)  # ours was replaced since
        grown = [side for side in SIDES if len(copy.logs[side]) > common[side]]
        split = [side for side in grown if common[side] < len(self.logs[side])]
        if copy.epoch > self.epoch:
            split = [copy.side]
        if split == [self.side] == [copy.side]:  # another program of ours: the friend's copy counts
            return False
        if split and split != [self.side]:
            return self._note_fork(checked, common, by_friend=len(split) == 1)
        known = {side: max(common[side], self.friend_has[side]) for side in SIDES}
        if grown:
            logs = {side: (copy if side in grown else self).logs[side] for side in SIDES}
            self.replay.follow(logs)
            self._hold_claim(logs[other_side(self.side)][common[other_side(self.side)] :], at)
            if self.held is None:
                self.logs = logs
            else:
                self._follow(logs)
            self.signatures |= {side: copy.signatures[side] for side in grown}
            self._digests |= {side: checked.digests[side] for side in grown}
            self._sign()
        if copy.side != self.side:
            self.friend_has = {side: max(known[side], len(copy.logs[side])) for side in SIDES}
        is_settled = self._settles_fork(copy)
        if is_settled:
            self.fork = None
        return bool(grown) or is_settled

    def _note_fork(
        self, checked: CheckedCopy, common: Mapping[Side, int], *, by_friend: bool
    ) -> bool:
        """Note that the friend's copy differs; return whether that is news."""
        if self.fork is not None and (self.fork.proof is not None or not by_friend):
            return False
        self.fork = Fork(consistent_cut(self.logs, common))
        if by_friend:
            copy, friend = checked.copy, other_side(self.side)
            proof = ProvedFork(
                copy.epoch, str(checked.digests[friend]), copy.signatures[friend].hex()
            )
            self.fork = Fork(dict(common), proof)
        return True

    def note_notice(self, proof: ProvedNotice) -> bool:
        """Note that the host signed that another plays here, or nobody; return whether that is so.

        It is not if it is known already, or proves nothing.
        """
        is_known = self.fork is not None and self.fork.proof is not None
        if is_known or not self._is_proof(proof):
            return False
        self.fork = Fork({side: len(self.logs[side]) for side in SIDES}, proof)
        return True

    def _is_proof(self, notice: ProvedNotice) -> bool:
        """Whether the host signed in a notice what is not so: who let a guest in again says more.

        That guest knows that there was another one before.
        """
        try:
            _NOTICE(notice.words)
        except FormatError:
            return False
        mine, friend = self.identity.public, self.friend
        host, guest = (mine, friend) if self.side == "host" else (friend, mine)
        mark, _slash, rest = notice.words.partition("/")
        lets = sum(isinstance(entry.event, LetIn) for entry in self.logs["host"])
        is_other = guest is not None and mark != guest.mark
        is_later = not lets or int(rest.partition("/")[0] or 0) > lets
        signed, words = bytes.fromhex(notice.signed), taken_words(self.topic, notice.words)
        return is_other and is_later and host is not None and host.signed(words, signed)

    def _settles_fork(self, copy: Copy) -> bool:
        """Whether the friend has replaced a log that differed by ours."""
        if self.fork is None or isinstance(self.fork.proof, ProvedNotice):
            return False
        if copy.side == self.side:
            return False
        sides = SIDES if self.fork.proof is None else (copy.side,)
        return all(len(copy.logs[side]) > self.fork.common[side] for side in sides)

    def _hold_claim(self, new: Log, at: int) -> None:
        """Note when the friend's new entries arrived, and hold a claim that comes too early."""
        for number, entry in enumerate(new, len(self.logs[other_side(self.side)])):
            if self.held is None and isinstance(entry.event, Played | Answered):
                self.received_at = at
            elif self.held is None and isinstance(entry.event, Claimed):
                self.held = number
        if self._is_over(at):
            self.held = None

    def release(self, at: int) -> bool:
        """Apply a held claim once the days are over; return whether it was applied."""
        if self.held is None or not self._is_over(at):
            return False
        self.held = None
        self._follow(self.logs)
        return True

    def _is_over(self, at: int) -> bool:
        return at >= self.received_at + self.terms.days * DAY - CLOCKS_APART

    def _follow(self, logs: Mapping[Side, Log]) -> None:
        """Replay both logs, up to a claim that is held."""
        friend = other_side(self.side)
        self.replay.follow({**logs, friend: logs[friend][: self.held]})
        self.logs = logs

    def restore(self, copy: Copy) -> None:
        """Restore a saved copy; raise FormatError if it is unlawful."""
        self._follow(copy.logs)
        self.epoch, self.signatures = copy.epoch, dict(copy.signatures)
        self._digests = {side: LogDigest(copy.logs[side]) for side in SIDES}
        self._sign()

    @property
    def common_terms(self) -> Terms:
        """The terms of a game that goes on from what counts in both copies; this side is host."""
        replay, logs = Replay(self.terms, self.side, self.topic), self.logs
        ends = {} if self.fork is None or self.fork.proof is not None else self.fork.common
        replay.follow({side: logs[side][: ends.get(side)] for side in SIDES})
        game, agreed = replay.game, replace(self.terms, deals=(), pie=None)
        if game is None or game.ending is not None:
            return replace(agreed, host=self.terms.player(self.side))
        deal, head_start = game.setup.deal, game.setup.head_start
        if game.game.ply:
            deal, head_start = None, 0
        return replace(agreed, start=game.position, deal=deal, host=game.own, head_start=head_start)

    # Signatures

    def _sign(self) -> None:
        self.signatures[self.side] = self.identity.sign(
            self._signed_words(self.side, self.epoch, self._digests[self.side])
        )

    def _signed_words(self, side: Side, epoch: int, digest: LogDigest | str) -> bytes:
        return f"mahjong-battle/{VERSION}/{self.topic}/{side}/{epoch}/{digest}".encode()

    def _verified(self, side: Side, copy: Copy, common: int) -> LogDigest:
        """Verify a side's log in a copy and return its digest.

        Raises FormatError if the copy has entries that this side has not signed, or too many.
        """
        theirs, digest = copy.logs[side], self._digests[side]
        if len(theirs) == common and (side != copy.side or copy.epoch <= self.epoch):
            return digest
        digest = digest.plus(theirs[common:]) if common == digest.count else LogDigest(theirs)
        if not self._has_signed(side, copy.epoch, digest, copy.signatures[side]):
            raise DamagedError("bad copy: it has what its author has not signed")
        if not _fits(theirs, digest):
            raise DamagedError("bad copy: it is too long")
        return digest

    def _check_proofs(self, accused: Side, proofs: Sequence[ProvedFork], log: Log) -> None:
        """Raise FormatError unless the accused signed a log in each proof that `log` never was."""
        longer = accumulate(log, lambda was, entry: was.plus((entry,)), initial=LogDigest())
        known = {*map(str, longer)}
        for proof in proofs:
            is_signed = self._has_signed(
                accused, proof.epoch, proof.log, bytes.fromhex(proof.signed)
            )
            if not is_signed or (proof.epoch <= self.epoch and proof.log in known):
                raise DamagedError("bad log: it proves no fork")

    def _has_signed(
        self, side: Side, epoch: int, digest: LogDigest | str, signature: bytes
    ) -> bool:
        author = self.identity.public if side == self.side else self.friend
        return author is not None and author.signed(
            self._signed_words(side, epoch, digest), signature
        )


def _fits(log: Log, digest: LogDigest, spare: int = 0) -> bool:
    """Whether a log and `spare` more entries fit into half of a copy."""
    room = _ROOM // 2 - 50 * spare
    if len(log) > MOST_ENTRIES - spare:
        return False
    if digest.size < room - 100:
        return True
    return len(zlib.compress(plain_bytes([entry_values(entry) for entry in log]))) <= room


def common_length(first: Sequence[Any], second: Sequence[Any]) -> int:
    """Return the length of the common prefix of two logs or orders."""
    shorter, longer = sorted((first, second), key=len)
    if longer[: len(shorter)] == shorter:
        return len(shorter)
    return next(
        at for at, (mine, their) in enumerate(zip(first, second, strict=False)) if mine != their
    )


def consistent_cut(logs: Mapping[Side, Log], lengths: Mapping[Side, int]) -> Mapping[Side, int]:
    """Return the greatest lengths, at most `lengths`, at which no entry has seen one cut off."""
    kept = dict(lengths)
    while cut := [
        side
        for side in SIDES
        if kept[side] and logs[side][kept[side] - 1].seen > kept[other_side(side)]
    ]:
        kept[cut[0]] -= 1
    return kept


# --- what follows from both logs, and from nothing else -------------------------------------------
#
# The two logs are merged into one. Each entry says how many entries of the other log its author had
# seen, so it comes after those; two entries made without knowledge of each other come in an order
# that both sides compute alike: the proof of a fork first, then help, moves, answers, the rest, and
# claims last, and the host before the guest. So no withdrawal undoes what the other has agreed to
# meanwhile, no claim ends a game in which something was done that it did not know of, and nothing
# is done behind the back of a proof.
#
#     host    move ──────── move ── ask draw ┐     (both made without knowing the other)
#     guest          move                    └ move     the move first: the offer stands after it
#
# An entry that became void because of one its author had not seen is skipped: a draw accepted after
# the offer was withdrawn. One that was void when it was made is unlawful, and so is the whole log
# that has it.
#
# Each game is a `Session`, to which entries are applied as they arrive. Only if entries change
# places is a game replayed from its first entry.


class Replay:
    """All games so far, as `side` sees them; none before seats are taken.

    `points_named` belongs to the pie rule; `watched` are the sides that let
    others watch, and since when. It is `apart` how the two sit.
    """

    def __init__(
        self,
        agreed: Terms,
        side: Side,
        topic: str,
        remote: Remote | None = None,
        apart: type[Apart] = Apart,
    ) -> None:
        self.terms = agreed
        self.side: Side = side
        self.logs: Mapping[Side, Log] = {"host": (), "guest": ()}
        self.games: list[Session] = []
        self.points_named: int | None = None
        self.watched: dict[Side, int] = {}
        self._topic, self._remote, self._apart = topic, remote, apart
        self._order: Order = []
        self._begins: list[int] = []
        if agreed.pie is None:
            self._seat(agreed.host)

    @property
    def game(self) -> Session | None:
        return self.games[-1] if self.games else None

    @property
    def number(self) -> int:
        """The number of the newest game, from 1, also before its seats are taken."""
        return len(self.games) or 1

    @property
    def ends(self) -> bool:
        return self.game is not None and self.game.ending is not None

    def player(self, side: Side, game: Session) -> Player:
        seating = game.seating
        assert isinstance(seating, Apart)
        return seating.home if side == self.side else other(seating.home)

    def name_seats(self, names: Mapping[Side, str]) -> None:
        """Set both players' names at the table, none where none was entered."""
        for game in self.games:
            first: Side = "host" if self.player("host", game) == 1 else "guest"
            seats = Seat(names[first]), Seat(names[other_side(first)])
            if seats != game.setup.seats:
                game.setup = replace(game.setup, seats=seats)
                game.version += 1

    # Following

    def follow(self, logs: Mapping[Side, Log]) -> None:
        """Update the games to both logs.

        Raises FormatError, with nothing changed, if one of them is unlawful.
        """
        before = self.logs, self._order
        common = {side: common_length(self.logs[side], logs[side]) for side in SIDES}
        certain = self._certain(logs, common)
        order = _merged(logs, self._order[:certain])
        same = common_length(self._order, order)
        rest = enumerate(order[certain:same], certain)
        same = next((at for at, (side, number) in rest if number >= common[side]), same)
        try:
            self._bring(logs, order, same)
        except DamagedError:
            self._bring(*before, same)
            raise

    def _certain(self, logs: Mapping[Side, Log], common: Mapping[Side, int]) -> int:
        """Return the length of the order that stays: up to the last entry of a log that grew."""
        if any(common[side] < len(self.logs[side]) for side in SIDES):
            return 0
        grown = [side for side in SIDES if len(logs[side]) > len(self.logs[side])]
        lasts = [(side, len(self.logs[side]) - 1) for side in grown]
        ends = [self._order.index(last) + 1 if last in self._order else 0 for last in lasts]
        return min(ends, default=len(self._order))

    def _bring(self, logs: Mapping[Side, Log], order: Order, same: int) -> None:
        """Apply the entries of an order from index `same` on; those before were applied already."""
        if same < len(self._order):
            same = self._rewind(same)
        self.logs, self._order = logs, order[:same]
        for side, number in order[same:]:
            entry = logs[side][number]
            try:
                self._apply(side, number, entry)
            except RulesError as error:
                if entry.seen == len(self._order) - number:  # it knew everything before it
                    raise DamagedError(
                        "bad log: entry {number}: {error}", number=number + 1, error=error
                    ) from error
            self._order.append((side, number))
        for game in self.games:
            game.follow_clock()

    def _rewind(self, length: int) -> int:
        """Go back to the beginning of an entry's game; return how much stays applied."""
        while self._begins and self._begins[-1] > length and len(self._begins) > 1:
            del self.games[-1], self._begins[-1]
        if self._begins and self._begins[0] > length:  # its seats are not taken yet
            self.games, self._begins = [], []
        if self.games:
            self.games[-1].reset()
        else:
            self.points_named = None
        return self._begins[-1] if self._begins else 0

    def _apply(self, side: Side, number: int, entry: Entry) -> None:
        """Apply an entry; raise RulesError, with nothing changed, if it is not allowed."""
        event, game = entry.event, self.game
        if entry.game != self.number + isinstance(event, NextGame):
            raise NotNowError(_(NOT_NOW))
        match event:
            case LetWatch():
                self.watched.setdefault(side, entry.at)
            case LetIn() if side != "host":
                raise NotNowError(_(NOT_NOW))
            case ProvedNotice() if side != "guest":
                raise NotNowError(_(NOT_NOW))
            case LetIn():
                pass
            case NamedPoints() | TookSeat():
                self._choose(side, event)
            case _ if game is None:
                raise NotNowError(_(NOT_BEGUN))
            case NextGame():
                if not self.terms.deals or not game.can_go_on:
                    raise NotNowError(_(MATCH_OVER))
                self._begin(game.following(game.series.plus(game.counted).next_deal))
            case _:
                by = self.player(side, game)
                wants_more = isinstance(event, Asked) and event.what == REMATCH
                if wants_more and (self.terms.deals or self.number == MOST_GAMES):
                    raise NotNowError(_(NOT_NOW))
                request = game.requests.get(other(by))
                game.apply(by, event, at=entry.at, entry=number)
                agreed = isinstance(event, Answered) and event.agreed
                if agreed and request is not None and request.kind == REMATCH:
                    self._begin(game.following(request.number or None))

    def _choose(self, side: Side, event: NamedPoints | TookSeat) -> None:
        """Follow the pie rule: one side names points, then the other takes a seat."""
        names = isinstance(event, NamedPoints)
        is_due = names == (self.points_named is None) and names == (side == self.terms.pie)
        if self.games or not is_due:
            raise NotNowError(_(NOT_NOW))
        if isinstance(event, NamedPoints):
            self.points_named = event.points
        else:
            self._seat(event.player if side == "host" else other(event.player), 1)

    def _seat(self, host: Player, further: int = 0) -> None:
        """Begin the first game, `further` entries after the last one applied."""
        agreed, start, named_by = self.terms, self.terms.start, None
        if self.points_named is not None:
            first, second = start.given
            start = start.with_given(
                given_for(first - second + for_player(-self.points_named, start.to_move))
            )
            named_by = host if agreed.pie == "host" else other(host)
        setup = Setup(
            (Seat(), Seat()),
            start,
            agreed.deal,
            agreed.control,
            head_start=agreed.head_start,
            named_by=named_by,
            no_help=not agreed.help,
            days=agreed.days,
        )
        series = Series()
        if agreed.deals:
            key = sha256(self._topic.encode()).hexdigest()[:12]
            series = Series((), duplicate_in(" ".join([key, *map(str, agreed.deals)])))
        me = host if self.side == "host" else other(host)
        game = Session(setup, series, me=me, remote=self._remote, apart=self._apart)
        self._begin(game, further)

    def _begin(self, game: Session, further: int = 1) -> None:
        self.games.append(game)
        self._begins.append(len(self._order) + further)


def _merged(logs: Mapping[Side, Log], known: Order) -> Order:
    """Return the order of both logs, whose beginning is `known`.

    Raises FormatError if an entry knows what was not there.
    """
    order, at = [*known], Counter(side for side, _number in known)
    while len(order) < sum(map(len, logs.values())):
        ready = [
            side
            for side in SIDES
            if at[side] < len(logs[side]) and logs[side][at[side]].seen <= at[other_side(side)]
        ]
        if not ready:
            raise DamagedError("bad log: an entry knows of what was not there")
        side = min(ready, key=lambda side: _rank(logs[side][at[side]].event))
        number = at[side]
        if number and logs[side][number].seen < logs[side][number - 1].seen:
            raise DamagedError("bad log: an entry knows less than the one before it")
        order.append((side, number))
        at[side] += 1
    return order


def _rank(event: Event) -> int:
    match event:
        case ProvedFork() | ProvedNotice():
            return 0
        case Helped() | LetWatch() | LetIn():
            return 1
        case Played():
            return 2
        case Answered():
            return 3
        case Claimed():
            return 5
    return 4
