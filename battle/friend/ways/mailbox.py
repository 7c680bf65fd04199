"""What a channel's thread and its user share: what came in, what is to go out, how it stands.

Everything here may be used from any thread and is bounded, whoever fills it.
"""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass, replace
from typing import Final

from battle.friend.channel import (
    LARGEST,
    SLOTS,
    Arrived,
    LinkKind,
    LinkState,
    check_sealed,
    check_slot,
)

MOST_WAITING: Final = 8
"""Messages of one slot that wait for `poll`; of more the oldest are gone."""
_OWN_REMEMBERED: Final = 32


class Inbox:
    """What has arrived and was not taken yet: at most `MOST_WAITING` of each slot."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._slots: dict[str, deque[bytes]] = {}

    def add(self, slot: str, sealed: bytes) -> bool:
        """Keep a message until it is taken; return whether its size and slot are allowed."""
        if slot not in SLOTS or not 0 < len(sealed) <= LARGEST:
            return False
        with self._lock:
            self._slots.setdefault(slot, deque(maxlen=MOST_WAITING)).append(sealed)
        return True

    def take(self) -> list[Arrived]:
        """Return and forget all there is, oldest first within each slot."""
        with self._lock:
            slots, self._slots = self._slots, {}
        return [Arrived(slot, sealed) for slot, waiting in slots.items() for sealed in waiting]


@dataclass(frozen=True)
class Letter:
    """What is to go out; without bytes the slot is to be cleared."""

    slot: str
    sealed: bytes
    kept: bool


class Outbox:
    """What is to go out: the newest of each slot, one at a time.

    put ──► unsent ──take──► under way ──delivered──► done; `renew` begins again with what is kept.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: dict[str, bytes] = {}
        self._unsent: dict[str, Letter] = {}
        self._under_way: set[str] = set()
        self._own: dict[str, deque[bytes]] = {}

    def put(self, slot: str, sealed: bytes, *, kept: bool) -> None:
        """Take in what is to go out; raise ValueError for what no channel carries."""
        letter = Letter(check_slot(slot), check_sealed(sealed), kept)
        with self._lock:
            self._unsent[slot] = letter
            if kept:
                self._kept[slot] = sealed
                self._own.setdefault(slot, deque(maxlen=_OWN_REMEMBERED)).append(sealed)

    def take(self) -> list[Letter]:
        """Return what is to go out now; what is kept holds its slot until it is delivered."""
        with self._lock:
            letters = [
                letter for slot, letter in self._unsent.items() if slot not in self._under_way
            ]
            for letter in letters:
                del self._unsent[letter.slot]
                if letter.kept:
                    self._under_way.add(letter.slot)
        return letters

    def delivered(self, letter: Letter) -> None:
        """Let the next of this slot go out; one that was to be cleared is forgotten."""
        with self._lock:
            self._under_way.discard(letter.slot)
            if letter.kept and not letter.sealed and self._kept.get(letter.slot) == b"":
                del self._kept[letter.slot]

    def renew(self) -> None:
        """Begin again, as with a new connection: all that is kept is to go out, nothing else."""
        with self._lock:
            self._under_way.clear()
            self._unsent = {slot: Letter(slot, sealed, True) for slot, sealed in self._kept.items()}

    def repeat(self, slot: str) -> None:
        """Let what is kept in one slot go out again."""
        with self._lock:
            if slot in self._kept:
                self._unsent.setdefault(slot, Letter(slot, self._kept[slot], True))

    def is_strange(self, slot: str, sealed: bytes) -> bool:
        """Whether somebody else has put this into a slot that one has filled oneself.

        One's own older messages come back while newer ones are on their way; after that somebody
        has repeated them.
        """
        with self._lock:
            if slot not in self._kept or sealed == self._kept[slot]:
                return False
            on_its_way = slot in self._under_way or slot in self._unsent
            return not (on_its_way and sealed in self._own[slot])

    @property
    def is_empty(self) -> bool:
        """Whether all has been delivered."""
        with self._lock:
            return not self._unsent and not self._under_way

    @property
    def kept(self) -> list[Letter]:
        """What is kept, in all slots."""
        with self._lock:
            return [Letter(slot, sealed, True) for slot, sealed in self._kept.items() if sealed]


class Link:
    """The state of a channel; since when it is so changes with its kind only.

    With `to_friend` the channel leads to the friend's program, with nobody between.
    """

    def __init__(self, *, to_friend: bool = False) -> None:
        self._lock = threading.Lock()
        self._to_friend = to_friend
        self._state = LinkState(LinkKind.CONNECTING, to_friend=to_friend)

    @property
    def state(self) -> LinkState:
        """How it stands now."""
        with self._lock:
            return self._state

    def set(self, kind: LinkKind, reason: str = "") -> None:
        """Say how it stands; what is closed stays so."""
        with self._lock:
            old = self._state
            if old.kind is LinkKind.CLOSED or (old.kind, old.reason) == (kind, reason):
                return
            if old.kind is kind:
                self._state = replace(old, reason=reason)
            else:
                self._state = LinkState(kind, reason=reason, to_friend=self._to_friend)
