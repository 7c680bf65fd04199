"""Both logs of a game as one side knows them, and what it makes of the other's copy.

Each side publishes the whole of what it knows, and takes over what continues it:

    mine      h1 h2 h3   g1 g2            a copy says    h1 h2   g1 g2 g3
    then      h1 h2 h3   g1 g2 g3         nothing of mine is lost, what is new is added

So no order, repetition or loss matters. A side's log is believed only with that side's signature.
Where two signed logs of one side go on differently, somebody played on from an old copy: a `Split`.
Nothing more is played then until both agree to go on from what the logs have in common; with that
begins a new epoch, in which nothing signed in an earlier one counts.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any, Final

from battle.friend.shared.content import packed, plain_bytes
from battle.friend.shared.course import Course, course
from battle.friend.shared.deeds import REMATCH, Asked, Deed, Entry, Log, log
from battle.friend.shared.deeds import entry as read_entry
from battle.friend.shared.errors import DamagedError, NewerError
from battle.friend.shared.sealing import MOST_CONTENT, SIGNATURE_BYTES, Identity, Public
from battle.friend.shared.talk import Told, number_in, told
from battle.friend.shared.terms import SIDES, Side, Terms, other_side
from battle.game.series import Series, duplicate_in
from battle.language import _
from battle.rules.position import FormatError, RulesError

VERSION: Final = 1
"""The version of the copies that this program writes, and the newest that it reads for certain."""

MOST_EPOCHS: Final = 1000

_RESERVED: Final = 9000
"""Bytes of a copy for messages, names and signatures."""

_SPARE: Final = 2000
"""Bytes left free by who adds, so that what the other added meanwhile finds room."""

MOST_PACKED: Final = 34_000
"""Bytes from which on no further game is begun in the same logs: a copy fits into one message."""


@dataclass(frozen=True)
class Copy:
    """What a side publishes: all it knows of the game, its name, and what it says."""

    side: Side
    epoch: int
    name: str
    logs: Mapping[Side, Log]
    signatures: Mapping[Side, bytes]
    told: Told

    def length(self, side: Side) -> int:
        """Return the number of entries that the copy has of a side's log."""
        return len(self.logs[side])


def copy_of(values: dict[str, Any], side: Side) -> Copy:
    """Return the copy of a side that was sent; raise FormatError if it is damaged.

    Raises NewerError if a newer program has written what is not understood here.
    """
    try:
        return _copy(values, side)
    except FormatError as error:
        version = values.get("v")
        if isinstance(version, int) and version > VERSION and not isinstance(error, NewerError):
            raise NewerError("a newer program has written this: {error}", error=error) from None
        raise


def _copy(values: dict[str, Any], side: Side) -> Copy:
    if values.get("side") != side:
        raise DamagedError("bad copy: it is of the other side")
    if not isinstance(name := values.get("name"), str):
        raise DamagedError("bad copy: expected a name")
    logs: dict[Side, Log] = {each: log(values.get(each)) for each in SIDES}
    epoch = number_in(values.get("epoch"))
    if epoch > MOST_EPOCHS:
        raise DamagedError("bad copy: expected a number")
    signatures = {each: _signature(values.get(f"{each}-signed")) for each in SIDES}
    return Copy(side, epoch, name, logs, signatures, told(values, side))


def _signature(found: object) -> bytes:
    if not isinstance(found, str) or len(found) not in (0, 2 * SIGNATURE_BYTES):
        raise DamagedError("bad copy: expected a signature")
    try:
        return bytes.fromhex(found)
    except ValueError:
        raise DamagedError("bad copy: expected a signature") from None


@dataclass(frozen=True)
class Split:
    """Two copies that go on differently: how many entries of each log they have in common.

    `offered` is the copy of a new epoch in which the friend goes on from there, if there is one.
    """

    common: Mapping[Side, int]
    offered: Copy | None = None


class Logbook:
    """Both logs as `side` knows them; `identity` is its own, `friend` what is known of the other's.

    Without a `friend`, before anybody has joined, nothing can be taken over.
    """

    def __init__(
        self, side: Side, agreed: Terms, topic: str, identity: Identity, friend: Public | None
    ) -> None:
        self.side: Side = side
        self.terms = agreed
        self.topic = topic
        self.identity = identity
        self.friend = friend
        self.epoch = 0
        self.logs: dict[Side, Log] = {"host": (), "guest": ()}
        self.signatures: dict[Side, bytes] = {"host": b"", "guest": b""}
        self.split: Split | None = None
        self.friend_has: dict[Side, int] = {"host": 0, "guest": 0}
        self._course: Course | None = None
        self._sign()

    @property
    def course(self) -> Course:
        """All games so far."""
        if self._course is None:
            self._course = self._follow(self.logs)
        return self._course

    @property
    def mine(self) -> Log:
        """One's own log."""
        return self.logs[self.side]

    @property
    def delivered(self) -> bool:
        """Whether the friend is known to have all that one has done."""
        return self.friend_has[self.side] >= len(self.mine)

    @property
    def shows_all(self) -> bool:
        """Whether one's own log shows that one has all that the friend has done."""
        seen = self.mine[-1].seen if self.mine else 0
        return seen == len(self.logs[other_side(self.side)])

    @property
    def friend_is_behind(self) -> bool:
        """Whether the friend's copy is known to lack something that stands here."""
        return any(self.friend_has[side] < len(self.logs[side]) for side in SIDES)

    @property
    def values(self) -> dict[str, Any]:
        """What is sent, and kept, of all this."""
        values: dict[str, Any] = {"v": VERSION, "side": self.side, "epoch": self.epoch}
        for side in SIDES:
            values[side] = [entry.values for entry in self.logs[side]]
            values[f"{side}-signed"] = self.signatures[side].hex()
        return values

    def do(self, deed: Deed, at: int) -> None:
        """Add to one's own log; raise RulesError, with nothing changed, if it cannot be done.

        Raises FormatError for what the other side could not read.
        """
        if self.split is not None:
            raise RulesError(_("The two copies of the game differ."))
        if isinstance(deed, Asked) and deed.what == REMATCH and self.is_full:
            raise RulesError(_("These are many games: send a new invitation for the next one."))
        entry = Entry(len(self.logs[other_side(self.side)]), at, deed)
        read_entry(entry.values)
        if not self._fits({**self.logs, self.side: (*self.mine, entry)}, _SPARE):
            raise RulesError(_("These are many games: send a new invitation for the next one."))
        self.course.do(self.side, len(self.mine), entry)
        self.logs[self.side] = (*self.mine, entry)
        self._sign()

    @property
    def is_full(self) -> bool:
        """Whether the logs have become too long for another game."""
        return len(packed(self.values)) > MOST_PACKED

    def _fits(self, logs: Mapping[Side, Log], spare: int = 0) -> bool:
        """Whether a copy with these logs can be sent, messages and all, `spare` bytes left free."""
        values = [[entry.values for entry in logs[side]] for side in SIDES]
        return len(zlib.compress(plain_bytes(values))) <= MOST_CONTENT - _RESERVED - spare

    def take(self, copy: Copy) -> bool:
        """Take over what a copy has to add; return whether that was anything.

        Raises FormatError, with nothing changed, for a copy that is unlawful or forged.
        """
        if copy.epoch < self.epoch:
            return False
        if copy.epoch > self.epoch + 1 and not self._own_signature(copy):
            raise DamagedError("bad copy: epochs grow by one")
        common = {side: _common(self.logs[side], copy.logs[side]) for side in SIDES}
        for side in SIDES:
            self._check_signed(side, copy, common[side])
        known = {side: max(common[side], self.friend_has[side]) for side in SIDES}
        shorter = [side for side in SIDES if common[side] < len(self.logs[side])]
        differs = [side for side in shorter if common[side] < copy.length(side)]
        if differs or (copy.epoch > self.epoch and shorter):
            return self._tell_split(copy, common)
        changed = self._take_over(copy)
        if copy.side != self.side:
            self.friend_has = {side: max(known[side], copy.length(side)) for side in SIDES}
        return changed

    def restore(self, copy: Copy) -> None:
        """Take up what was kept; raise FormatError if that is unlawful."""
        followed = self._follow(copy.logs)
        self.logs, self.epoch, self.signatures = dict(copy.logs), copy.epoch, dict(copy.signatures)
        self._course = followed
        self._sign()

    def _take_over(self, copy: Copy) -> bool:
        logs = {side: max(self.logs[side], copy.logs[side], key=len) for side in SIDES}
        changed = copy.epoch != self.epoch or logs != self.logs
        if not changed:
            return False
        followed = self._follow(logs)
        if not self._fits(logs):
            raise DamagedError("bad copy: it is too long")
        for side in SIDES:
            if len(copy.logs[side]) > len(self.logs[side]) or copy.epoch > self.epoch:
                self.signatures[side] = copy.signatures[side]
        self.logs, self._course, self.epoch = logs, followed, copy.epoch
        self._sign()
        return True

    def _tell_split(self, copy: Copy, common: Mapping[Side, int]) -> bool:
        """Note that copies differ; return whether that is news."""
        offered = copy if copy.epoch > self.epoch and copy.side != self.side else None
        if self.split is not None and offered is None:
            return False
        before, self.split = self.split, Split(_causal(self.logs, common), offered)
        return before != self.split

    @cached_property
    def _series(self) -> Series:
        if not self.terms.deals:
            return Series()
        key = sha256(self.topic.encode()).hexdigest()[:12]
        return Series((), duplicate_in(" ".join([key, *map(str, self.terms.deals)])))

    def _follow(self, logs: Mapping[Side, Log]) -> Course:
        return course(self.terms, self._series, logs)

    # After a split

    @property
    def common_course(self) -> Course:
        """The games as far as both copies have them; all of them if they do not differ."""
        return self.course if self.split is None else self._follow(self._cut(self.split.common))

    def go_on_from_common(self) -> None:
        """Give up what the copies do not have in common, and go on from there in a new epoch.

        Raises RulesError, with nothing changed, if there have been too many epochs.
        """
        split = self.split
        if split is None:
            return
        if self.epoch >= MOST_EPOCHS:
            raise RulesError(_("These are many games: send a new invitation for the next one."))
        logs = self._cut(split.common)
        self.logs, self._course, self.split = logs, None, None
        self.friend_has = {"host": 0, "guest": 0}
        self.epoch += 1
        if split.offered is not None:
            self.epoch = split.offered.epoch
        self.signatures[other_side(self.side)] = b""
        self._sign()
        if split.offered is not None:
            self.take(split.offered)

    def _cut(self, lengths: Mapping[Side, int]) -> dict[Side, Log]:
        return {side: self.logs[side][: lengths[side]] for side in SIDES}

    # Signatures

    def _sign(self) -> None:
        words = self._signed_words(self.side, self.epoch, self.mine)
        self.signatures[self.side] = self.identity.sign(words)

    def _signed_words(self, side: Side, epoch: int, entries: Log) -> bytes:
        digest = sha256(plain_bytes([entry.values for entry in entries])).hexdigest()
        return f"mahjong-battle/{VERSION}/{self.topic}/{side}/{epoch}/{digest}".encode()

    def _own_signature(self, copy: Copy) -> bool:
        """Whether one's own signature stands under a copy: one has been in its epoch."""
        words = self._signed_words(self.side, copy.epoch, copy.logs[self.side])
        return self.identity.public.signed(words, copy.signatures[self.side])

    def _check_signed(self, side: Side, copy: Copy, common: int) -> None:
        """Raise FormatError if a copy has more of a side's log than that side has signed."""
        if copy.length(side) == common and copy.epoch == self.epoch:
            return
        if copy.epoch > self.epoch and side != copy.side and copy.length(side) == common:
            return
        author = self.identity.public if side == self.side else self.friend
        words = self._signed_words(side, copy.epoch, copy.logs[side])
        if author is None or not author.signed(words, copy.signatures[side]):
            raise DamagedError("bad copy: it has what its author has not signed")


def _common(one: Log, another: Log) -> int:
    """Return how many entries two logs have in common, from the first on."""
    pairs = enumerate(zip(one, another, strict=False))
    return next((at for at, (mine, other) in pairs if mine != other), min(len(one), len(another)))


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
