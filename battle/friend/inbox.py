"""What a friend's program sends, on its way to the game: opened, checked, put in order.

    channel.poll ──► put      by the place that a message is sealed for; the newest few wait
                     open     a job opens, parses and verifies them, and changes nothing
                     opened   what they say, a `Message` each: the game applies it

The host's slot carries messages for two places, `front` and `host`; every other slot is a place. An
inbox knows the keys by the meeting, and before a friend is accepted by who is `asking` to join. It
judges nothing but what only the keys and the logs can tell.
"""

from __future__ import annotations

import contextlib
from collections import defaultdict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from hashlib import blake2b
from threading import Lock, current_thread, main_thread
from typing import Final, TypeAlias

from battle.friend.channel import MOST_OPENED, MOST_WAITING, Arrived, Rest, thread_time
from battle.friend.log import CheckedCopy, Copy, Logbook, copy_of
from battle.friend.meeting import (
    SIDES,
    GameOffer,
    Joining,
    Meeting,
    MeetingStage,
    TakenNotice,
    front_in,
    joining_in,
    offer_in,
    parts_of,
)
from battle.friend.sealing import (
    MOST_ASIDE,
    MOST_UNPACKED,
    DamagedError,
    Seal,
    SealError,
    number_in,
    text_in,
)
from battle.friend.watching import MOST_MILLISECONDS
from battle.rules.position import FormatError

MOST_KNOWN: Final = 1000
"""How many messages that opened are remembered, to be dropped when they are repeated."""

_PLACES: Final = ("front", "join", "host", "guest", "host-here", "guest-here")
"""The places that messages are sealed for, in the order in which they are read."""


@dataclass(frozen=True)
class FirstCopy:
    """What a guest that is let in again gets: the offer of the game, and the host's copy."""

    offer: GameOffer
    copy: Copy


@dataclass(frozen=True)
class Heartbeat:
    """The friend is there, or with `bye` leaves; `at` in thousandths of a second."""

    at: int
    bye: bool


Message: TypeAlias = (
    GameOffer | TakenNotice | Joining | FirstCopy | CheckedCopy | Heartbeat | FormatError | None
)
"""What a message says; why it is refused; None if it is nothing to the game."""


class Inbox:
    """The messages that wait, and those being opened; `opened` are to be applied, in this order.

    `asking` are the requests to join while no guest is accepted, with the seal of each.
    """

    def __init__(self, meeting: Meeting, submit: Callable[[Callable[[], object]], object]) -> None:
        self._meeting, self._submit = meeting, submit
        self.asking: dict[Joining, Seal] = {}
        self._waiting = defaultdict[str, deque[bytes]](lambda: deque(maxlen=MOST_WAITING))
        self._last: dict[str, bytes] = {}
        self._is_opening = False
        self.opened = deque[Message]()
        self._known: dict[bytes, None] = {}
        self._known_lock = Lock()
        self._rest = Rest()

    # In threads of the channel

    def opens(self, slot: str, sealed: bytes) -> bool:
        """Whether a message is new and opens, as far as the keys are known; in any thread."""
        news = [self._is_new(place, part) for place, part in _parts(slot, sealed)]
        return any(news)

    def _is_new(self, place: str, sealed: bytes) -> bool:
        seals = self._seals(place)
        if not seals or not sealed:
            return place == "guest" and bool(sealed)
        if not any(seal.has_sealed(place, sealed) for seal in seals):
            return False
        digest = blake2b(sealed, digest_size=16).digest()
        with self._known_lock:
            is_new = digest not in self._known
            self._known[digest] = None
            if len(self._known) > MOST_KNOWN:
                del self._known[next(iter(self._known))]
        return is_new

    def _seals(self, place: str) -> Sequence[Seal]:
        """Return the seals that may open messages for a place; none before a key is known."""
        if place in ("front", "join"):
            return [self._meeting.invitation.seal]
        seal = self._meeting.seal
        return [*self.asking.values()] if seal is None else [seal]

    # Once a frame

    def put(self, arrived: Sequence[Arrived]) -> None:
        """Queue messages to be opened, but for one that equals the last of its place."""
        meeting = self._meeting
        is_settled = meeting.side == "host" and meeting.stage is MeetingStage.PLAYING
        unwanted = ("", f"{meeting.side}-here", "front" if is_settled else "")
        for message in arrived:
            for place, sealed in _parts(message.slot, message.sealed):
                is_wanted = place in _PLACES and place not in unwanted
                if sealed and is_wanted and sealed != self._last.get(place):
                    self._last[place] = sealed
                    self._waiting[place].append(sealed)

    def ask(self, asking: Joining) -> None:
        """Remember a request to join; raise FormatError for a bad key."""
        seal = self._meeting.seal_with(asking.public)
        if asking.public not in [other.public for other in self.asking]:
            self.asking = dict([*self.asking.items(), (asking, seal)][-MOST_WAITING:])

    def accept(self) -> bool:
        """As the host accept the first request to join whose copy is there; return whether one is.

        All requests are read before, as theirs is the first copy, not the first request.
        """
        copies = self._waiting.get("guest", ())
        return any(self._meeting.accept_joining(asking, copies) for asking in self.asking)

    def open(self, book: Logbook | None, now: datetime) -> bool:
        """Submit the job that opens waiting messages; return whether it is done already."""
        seal = self._meeting.seal if book is not None or self._meeting.again else None
        ready = [place for place in _PLACES if seal is not None or place in ("front", "join")]
        is_busy = self._is_opening or self.opened or not self._rest.is_over(now)
        if is_busy or not any(place in self._waiting for place in ready):
            return False
        waiting = [(place, self._waiting.pop(place)) for place in ready if place in self._waiting]
        self._is_opening = True
        self._submit(partial(self._open, waiting, seal, book, now))
        return not self._is_opening

    # In a job

    def _open(
        self,
        waiting: Sequence[tuple[str, deque[bytes]]],
        seal: Seal | None,
        book: Logbook | None,
        now: datetime,
    ) -> None:
        """Open the newest messages of each place, and all requests to join."""
        opened: list[Message] = []
        began = thread_time()
        for place, sealed_ones in waiting:
            newest: list[Message] = []
            for sealed in reversed(sealed_ones):
                newest.append(self._read(place, sealed, seal, book))
                count = sum(not isinstance(message, SealError) for message in newest)
                if count == MOST_OPENED and place != "join":
                    break
            opened += reversed(newest)
        if current_thread() is not main_thread():
            self._rest.follow(thread_time() - began, now)
        self.opened.extend(opened)
        self._is_opening = False

    def _read(self, place: str, sealed: bytes, seal: Seal | None, book: Logbook | None) -> Message:
        meeting = self._meeting
        try:
            if place == "front":
                return self._read_front(sealed)
            if place == "join":
                return joining_in(meeting.invitation, sealed)
            assert seal is not None
            if book is None:
                return _first_copy(place, sealed, seal)
            for side in SIDES:
                if side == place:
                    return book.read(side, sealed, seal)
            values = seal.read(place, sealed, MOST_ASIDE)
            return Heartbeat(
                number_in(values.get("at"), MOST_MILLISECONDS), values.get("bye") is True
            )
        except FormatError as error:
            return error

    def _read_front(self, sealed: bytes) -> Message:
        """Open an offer or a notice; while a game is played all but the host's may be anyone's."""
        if self._meeting.stage is not MeetingStage.PLAYING:
            return front_in(self._meeting.invitation, sealed)
        with contextlib.suppress(FormatError):
            notice = front_in(self._meeting.invitation, sealed)
            if isinstance(notice, TakenNotice) and self._meeting.is_hosts(notice):
                return notice
        return None


def _parts(slot: str, sealed: bytes) -> list[tuple[str, bytes]]:
    """Return the places that a slot's message is sealed for, and what is for each."""
    if slot != "host":
        return [(slot, sealed)]
    return [*zip(("front", "host"), parts_of(sealed), strict=True)]


def _first_copy(place: str, sealed: bytes, seal: Seal) -> FirstCopy:
    """Open what a guest gets that is let in again; raise FormatError for anything else."""
    if place != "host":
        raise SealError("nothing is awaited there")
    values = seal.read(place, sealed, MOST_UNPACKED)
    try:
        offer = offer_in(bytes.fromhex(text_in(values.get("offer"))))
    except ValueError:
        raise DamagedError("bad copy: expected the offer") from None
    return FirstCopy(offer, copy_of(values, "host"))
