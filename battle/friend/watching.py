"""A game that others watch: what its players publish for them, and what a watcher makes of it.

Once a player has entered `watch`, which the other one sees, both programs publish below another
topic, which follows from the key of the game as the watchers' key does, and leads back to neither:

    host  ── own log, name, messages, terms ──► [ host  ]            each in its own slot, signed
    guest ── own log, name, messages ─────────► [ guest ] ──► Watcher        by its own author
    both  ── a heartbeat every 20 s ──► [ host-here ], [ guest-here ]

    content  ◄──  host's key for signatures (32 bytes), guest's (32), signature (64), packed JSON

The topic holds both keys for signatures, so who has the link can check whose word is whose, and
speak for nobody. Of each side what was signed last counts. The logs are merged as the players do.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any, Final

from battle.friend.channel import (
    Arrived,
    Channel,
    LinkState,
    Rest,
    thread_time,
)
from battle.friend.log import ChatMessage, Log, Replay, consistent_cut, entry_values, log_of
from battle.friend.log import message_of as message_in
from battle.friend.meeting import SIDES, Invitation, Meeting, Side, Terms, terms
from battle.friend.sealing import (
    MOST_ASIDE,
    MOST_UNPACKED,
    PUBLIC_BYTES,
    SIGNATURE_BYTES,
    VERSION,
    DamagedError,
    Public,
    list_in,
    number_in,
    packed,
    reading,
    text_in,
    unpacked,
    watch_topic,
)
from battle.game.seating import Replayed, Watched
from battle.game.session import Session
from battle.rules.position import FormatError, Player
from battle.words import shown_name

MOST_SAID: Final = 20
"""The newest messages of a side that watchers see."""
AWAY_AFTER: Final = timedelta(seconds=50)
"""How long after a heartbeat its author counts as here."""
HEARD_AFTER: Final = timedelta(seconds=25)
"""By then a heartbeat has come from whoever is here."""
MOST_MILLISECONDS: Final = 2**53 - 1
_HEAD: Final = 2 * PUBLIC_BYTES + SIGNATURE_BYTES


def watch_message(meeting: Meeting, log: Log, said: Sequence[ChatMessage], at: int) -> bytes:
    """Return what a side publishes for watchers at a time, in thousandths of a second."""
    agreed = meeting.terms
    values = {
        "v": VERSION,
        "at": at,
        "name": meeting.name,
        "log": [entry_values(entry) for entry in log],
        "said": [message.values for message in said[-MOST_SAID:]],
    }
    if meeting.side == "host" and agreed is not None:
        values["terms"] = agreed.values
    return _sealed(meeting, meeting.side, values)


def watch_heartbeat(meeting: Meeting, at: int, *, bye: bool) -> bytes:
    """Return the sign that a side is here, or with `bye` that it goes."""
    return _sealed(meeting, f"{meeting.side}-here", {"at": at, "bye": bye})


def _sealed(meeting: Meeting, place: str, values: dict[str, Any]) -> bytes:
    where, content = meeting.watching, packed(values)
    signed = meeting.identity.sign(_words(where, place, content))
    return where.seal.seal(place, b"".join(meeting.signing) + signed + content)


def _words(where: Invitation, place: str, content: bytes) -> bytes:
    digest = sha256(content).hexdigest()
    return f"mahjong-battle/{VERSION}/{where.topic}/watch/{place}/{digest}".encode()


@dataclass(frozen=True)
class WatchCopy:
    """What a player last published for watchers; the terms are the host's to say."""

    at: int
    name: str
    log: Log
    said: Sequence[ChatMessage]
    terms: Terms | None


def signed_content(where: Invitation, place: str, sealed: bytes) -> bytes:
    """Open what the author of a slot published there; raise FormatError for anything else."""
    opened = where.seal.open(place, sealed)
    host, guest = opened[:PUBLIC_BYTES], opened[PUBLIC_BYTES : 2 * PUBLIC_BYTES]
    signed, content = opened[2 * PUBLIC_BYTES : _HEAD], opened[_HEAD:]
    author = Public(b"", host if place.startswith("host") else guest)
    is_theirs = where.topic_bytes == watch_topic(where.key, host, guest)
    if not is_theirs or not author.signed(_words(where, place, content), signed):
        raise DamagedError("bad copy: it has what its author has not signed")
    return content


def watch_copy(where: Invitation, side: Side, sealed: bytes) -> WatchCopy:
    """Parse what a side published; raise FormatError for anything else."""
    content = signed_content(where, side, sealed)
    values: dict[str, Any] = unpacked(content, MOST_UNPACKED)
    with reading(values):
        said = list_in(values.get("said"), "bad messages", most=MOST_SAID)
        return WatchCopy(
            number_in(values.get("at"), MOST_MILLISECONDS),
            shown_name(text_in(values.get("name"))),
            log_of(values.get("log")),
            [message_in(one, side) for one in said],
            terms(values.get("terms")) if side == "host" else None,
        )


def signed_at(where: Invitation, slot: str, sealed: bytes) -> int:
    """Return when the author of a slot published there; 0 for anything else. In any thread."""
    with suppress(FormatError):
        most = MOST_ASIDE if slot.endswith("-here") else MOST_UNPACKED
        values = unpacked(signed_content(where, slot, sealed), most)
        return number_in(values.get("at"), MOST_MILLISECONDS)
    return 0


def opens(where: Invitation, slot: str, sealed: bytes) -> bool:
    """Whether a message is by the player whose slot it is in; in any thread."""
    with suppress(FormatError):
        return slot != "join" and bool(signed_content(where, slot, sealed))
    return False


class Watcher(Replayed):
    """A game of others: `session` is their table, at which nothing can be done; `said` by both.

    `told` is what the link says of them. `version` grows when anything has changed; `differs` where
    their logs fit no game.
    """

    def __init__(self, where: Invitation, channel: Channel, told: str = "") -> None:
        self.invitation, self.channel, self.told = where, channel, told
        self.version = 0
        self.differs = False
        self.refused = 0
        self._read: dict[Side, int] = {}
        self._moment = datetime.now(UTC)
        self._rest = Rest()
        self._state: LinkState | None = None
        self._up_since: datetime | None = None
        self._copies: dict[Side, WatchCopy] = {}
        self._signs: dict[Side, tuple[int, datetime, bool]] = {}
        self._replay: Replay | None = None
        channel.keep_only(lambda slot, sealed: opens(where, slot, sealed))

    @property
    def session(self) -> Session | None:
        """The newest game, None before it has begun."""
        return None if self._replay is None else self._replay.game

    @property
    def names(self) -> tuple[str, str]:
        """The host's and the guest's name, empty while not known."""
        host, guest = (self._copies.get(side) for side in SIDES)
        return host.name if host else "", guest.name if guest else ""

    @property
    def said(self) -> list[ChatMessage]:
        """The newest messages of both, oldest first."""
        copies = self._copies.values()
        return sorted((one for copy in copies for one in copy.said), key=lambda one: one.at)

    @property
    def unread(self) -> list[ChatMessage]:
        """The messages that came since they were last read."""
        return [one for one in self.said if one.number > self._read.get(one.side, 0)]

    def read_chat(self) -> None:
        for message in self.said:  # by their numbers: each side dates its own as it likes
            self._read[message.side] = max(message.number, self._read.get(message.side, 0))

    def side_of(self, player: Player) -> Side:
        """Return which side a player of the newest game is."""
        assert self._replay is not None
        assert self.session is not None
        return "host" if player == self._replay.player("host", self.session) else "guest"

    # --- who is there ---------------------------------------------------------------------------

    def here(self, side: Side) -> bool | None:
        """Whether a side's program is open; None while that is not known."""
        if (sign := self._signs.get(side)) is not None:
            _at, seen, bye = sign
            return not bye and self._moment < seen + AWAY_AFTER
        since = self._up_since
        return False if since is not None and self._moment - since > HEARD_AFTER else None

    def seen(self, side: Side) -> datetime | None:
        """When a side was last here, None if it was not meanwhile."""
        return self._signs[side][1] if side in self._signs else None

    @property
    def friend_has_left(self) -> bool:
        """Whether the player to move is known to have left: that clock stands."""
        session = self.session
        side = "host" if session is None else self.side_of(session.to_move)
        return side in self._signs and not self.here(side)

    # --- what comes -----------------------------------------------------------------------------

    def seconds(self) -> float:
        return self._moment.timestamp()

    def update(self, now: datetime) -> bool:
        """Take in what has come; return whether anything has changed."""
        before = self._state, [self.here(side) for side in SIDES]
        self._moment, changed = now, False
        if self._rest.is_over(now):
            began = thread_time()
            changed = self._receive(self.channel.poll())
            self._rest.follow(thread_time() - began, now)
        self._state = self.channel.state
        self._up_since = (self._up_since or now) if self._state.is_up else None
        changed |= before != (self._state, [self.here(side) for side in SIDES])
        if self.session is not None:
            self.session.keep_time()
        self.version += changed
        return changed

    def close(self) -> None:
        self.channel.close()

    def _receive(self, arrived: Sequence[Arrived]) -> bool:
        """Take what each side has published; return whether anything has changed."""
        changed = False
        for side in SIDES:
            for message in arrived:
                if message.slot == side:
                    changed |= self._take(side, message.sealed)
                elif message.slot == f"{side}-here":
                    self._take_heartbeat(side, message.sealed)
        return changed

    def _take(self, side: Side, sealed: bytes) -> bool:
        try:
            copy, known = watch_copy(self.invitation, side, sealed), self._copies.get(side)
        except FormatError:
            self.refused += 1
            return False
        if known is not None and copy.at <= known.at:
            return False
        self._copies[side] = copy
        if copy.terms is not None and self._replay is None:
            self._replay = Replay(copy.terms, "host", self.invitation.topic, self, Watched)
        self._follow()
        return True

    def _take_heartbeat(self, side: Side, sealed: bytes) -> None:
        with suppress(FormatError):
            content = signed_content(self.invitation, f"{side}-here", sealed)
            values: dict[str, Any] = unpacked(content, MOST_ASIDE)
            at, known = number_in(values.get("at"), MOST_MILLISECONDS), self._signs.get(side)
            if known is None or at > known[0]:
                self._signs[side] = at, self._moment, values.get("bye") is True

    def _follow(self) -> None:
        """Replay the longest parts of both logs that refer only to entries we have."""
        if self._replay is None:
            return
        logs = {side: self._copies[side].log if side in self._copies else () for side in SIDES}
        ends = consistent_cut(logs, {side: len(log) for side, log in logs.items()})
        try:
            self._replay.follow({side: logs[side][: ends[side]] for side in SIDES})
            self.differs = False
        except FormatError:
            self.differs = True
        self._replay.name_seats(dict(zip(SIDES, self.names, strict=True)))
