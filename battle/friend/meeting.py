"""How two who share an invitation come to a key that nobody else has, without meeting.

    host ── "host": offer ─────────────────────► guest        sealed with the invitation's key
    host ◄───────────────────── "join": asks ─── guest        sealed with the invitation's key
    host ── "host": taken by …, and its copy ──► guest        the copy sealed with the game's key

Offer and answer tell the public keys of identities made for this game alone. The key of the game is
made of both, the topic, the invitation's key and the whole offer: who gets hold of the invitation
later can read and forge nothing of the game. The host takes the first who asks; from then on what
opens with the invitation says only whom it took, so that everybody else is told.

The guest knows the key of the game as soon as it has read the offer, and may move at once; the host
finds the answer and the guest's copy whenever it comes back.

In the slot `host` stand two sealed messages: the length of the first (2 bytes), the offer or the
notice that it is taken, and the host's copy, which is missing before somebody has joined.

What each side goes through:

    host     offered ───────────────────────────────► playing      somebody has joined
    guest    looking ──► seen ──► joining ──► playing              read the offer; joined; was taken
                └─────────┴──────────┴──────► refused              somebody else was, or nobody is
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from battle.friend.invitation import Invitation, invitation
from battle.friend.sealing import (
    KEY_BYTES,
    MOST_SECONDS,
    PUBLIC_BYTES,
    DamagedError,
    Identity,
    NewerError,
    Public,
    Seal,
    damaged_game,
    is_number,
    packed,
    unpacked,
)
from battle.friend.terms import SIDES, Side, Terms, terms
from battle.rules.position import FormatError
from battle.words.plain import shown_name

HANDSHAKE_VERSION: Final = 1

_FRONT: Final = "front"
_JOIN: Final = "join"
_COUNT_BYTES: Final = 2


@dataclass(frozen=True)
class GameOffer:
    """What the guest sees before it joins: who invites, to what; `content` is what was sealed."""

    name: str
    terms: Terms
    public: Public
    at: int
    content: bytes


@dataclass(frozen=True)
class TakenNotice:
    """The notice that nobody else can join; `mark` says who has joined, empty for nobody.

    `withdrawn_by` is the name of the host who took the invitation back, None if that is not so.
    """

    mark: str
    withdrawn_by: str | None = None


@dataclass(frozen=True)
class Joining:
    """Somebody's wish to join."""

    name: str
    public: Public


def offer_content(name: str, agreed: Terms, public: Public, at: int) -> bytes:
    """Return the content of an offer made at a moment, in seconds since 1970."""
    return packed(_values(name, public) | {"terms": agreed.values, "at": at})


def offer_in(content: bytes) -> GameOffer:
    """Return the offer that has this content; raise FormatError if it is none."""
    values = unpacked(content)
    try:
        at = values.get("at")
        if not is_number(at, 0, MOST_SECONDS):
            raise DamagedError("bad offer: expected a time")
        return GameOffer(_name(values), terms(values.get("terms")), _public(values), at, content)
    except FormatError:
        _check_version(values)
        raise


def front(invitation: Invitation, content: bytes, copy: bytes = b"") -> bytes:
    """Return what stands in the host's slot: an offer or a notice, and the sealed copy."""
    sealed = invitation.seal.seal(_FRONT, content)
    return len(sealed).to_bytes(_COUNT_BYTES, "big") + sealed + copy


def taken_content(mark: str) -> bytes:
    """Return the content of the notice that the one with a mark has joined."""
    return packed({"v": HANDSHAKE_VERSION, "taken": mark})


def parts_of(message: bytes) -> tuple[bytes, bytes]:
    """Return the offer or notice, and the copy, both sealed, that stand in the host's slot."""
    count = int.from_bytes(message[:_COUNT_BYTES], "big")
    rest = message[_COUNT_BYTES:]
    return rest[:count], rest[count:]


def front_in(invitation: Invitation, sealed: bytes) -> GameOffer | TakenNotice:
    """Return what the first part of the host's slot says; raise FormatError if it is damaged."""
    content = invitation.seal.open(_FRONT, sealed)
    values = unpacked(content)
    mark = values.get("taken")
    if not isinstance(mark, str):
        return offer_in(content)
    if re.fullmatch(r"(?:[0-9a-f]{32})?", mark) is None:
        raise DamagedError("bad notice: expected a mark of 32 hexadecimal digits, or none")
    return TakenNotice(mark, _name(values) if values.get("withdrawn") is True else None)


def joining_message(invitation: Invitation, name: str, public: Public) -> bytes:
    """Return the wish to join, sealed."""
    return invitation.seal.seal(_JOIN, packed(_values(name, public)))


def joining_in(invitation: Invitation, sealed: bytes) -> Joining:
    """Return the wish to join that was sealed; raise FormatError if it is damaged."""
    values = unpacked(invitation.seal.open(_JOIN, sealed))
    try:
        return Joining(_name(values), _public(values))
    except FormatError:
        _check_version(values)
        raise


def _values(name: str, public: Public) -> dict[str, Any]:
    keys = {"box": public.box.hex(), "sign": public.sign.hex()}
    return {"v": HANDSHAKE_VERSION, "name": shown_name(name), **keys}


def _name(values: dict[str, Any]) -> str:
    name = values.get("name")
    if not isinstance(name, str):
        raise DamagedError("bad name: expected a text")
    return shown_name(name)


def _public(values: dict[str, Any]) -> Public:
    return public_of(values.get("box"), values.get("sign"))


def public_of(box: object, sign: object) -> Public:
    """Return the public keys written in hexadecimal digits; raise FormatError if they are none."""
    try:
        if isinstance(box, str) and isinstance(sign, str):
            keys = bytes.fromhex(box), bytes.fromhex(sign)
            if {len(key) for key in keys} == {PUBLIC_BYTES}:
                return Public(*keys)
    except ValueError:
        pass
    raise DamagedError("bad key: expected 64 hexadecimal digits")


def _check_version(values: dict[str, Any]) -> None:
    """Raise NewerError if a newer program has written this."""
    version = values.get("v")
    if isinstance(version, int) and version > HANDSHAKE_VERSION:
        raise NewerError("a newer version of the program has written this: update this one")


# --- one side's way through it ------------------------------------------------------------------


class MeetingStage(StrEnum):
    """How far a side has come."""

    OFFERED = "offered"
    LOOKING = "looking"
    SEEN = "seen"
    JOINING = "joining"
    PLAYING = "playing"
    REFUSED = "refused"


@dataclass
class Meeting:
    """Who meets whom, where.

    `name` is one's own; `offer` is what was read or made, `friend` who the other is. `only` is the
    mark of the one whom the host has taken before it lost its memory; `withdrawn` says that a guest
    was refused because the host took the invitation back.
    """

    invitation: Invitation
    side: Side
    identity: Identity
    stage: MeetingStage
    name: str = ""
    offer: GameOffer | None = None
    friend: Public | None = None
    friend_name: str = ""
    only: str = ""
    strangers: int = 0
    withdrawn: bool = False
    _seal: Seal | None = field(default=None, repr=False)

    @staticmethod
    def hosted(where: Invitation, name: str, agreed: Terms, at: int) -> Meeting:
        """Return the meeting that a new invitation leads to."""
        identity = Identity.new()
        offer = offer_in(offer_content(name, agreed, identity.public, at))
        return Meeting(where, "host", identity, MeetingStage.OFFERED, shown_name(name), offer)

    @property
    def terms(self) -> Terms | None:
        """What is agreed, None before the offer was read."""
        return None if self.offer is None else self.offer.terms

    @property
    def seal(self) -> Seal | None:
        """The seal of the game, the same for both; None before one can be made."""
        if self._seal is None and self.friend is not None and self.offer is not None:
            if self.side == "guest" and self.stage in (MeetingStage.LOOKING, MeetingStage.SEEN):
                return None
            host, guest = self.friend, self.identity.public
            if self.side == "host":
                host, guest = guest, host
            where = self.invitation
            parts = (host.box, host.sign, guest.box, guest.sign, self.offer.content)
            topic = where.topic.encode()
            key = self.identity.shared_key(self.friend, topic, where.key, *parts)
            self._seal = Seal(key, where.topic)
        return self._seal

    # The host

    def host_message(self, copy: bytes) -> bytes:
        """Return what stands in the host's slot, with its sealed copy once somebody has joined."""
        assert self.offer is not None
        if self.friend is None:
            return front(self.invitation, self.offer.content)
        return front(self.invitation, taken_content(self.friend.mark), copy)

    def withdrawal(self) -> bytes:
        """Return what stands in the host's slot when the invitation was taken back.

        A program that knows no such notice reads that somebody else has joined.
        """
        taken = {"v": HANDSHAKE_VERSION, "taken": "", "withdrawn": True, "name": self.name}
        return front(self.invitation, packed(taken))

    def hear_joining(self, asking: Joining) -> bool:
        """Take the first who asks to join; return whether that is this one, and new.

        Everybody else counts as a stranger, once for every time something came. Raises FormatError
        for a key with which no other can be made.
        """
        self.identity.shared_key(asking.public)
        mark = asking.public.mark
        if self.friend is not None and mark == self.friend.mark:
            return False
        if self.friend is not None or self.only not in ("", mark):
            self.strangers += 1
            return False
        self.friend, self.friend_name = asking.public, asking.name
        self.stage = MeetingStage.PLAYING
        return True

    # The guest

    def hear_front(self, found: GameOffer | TakenNotice) -> bool:
        """Read the offer, or that somebody has been taken; return whether that is news."""
        if self.stage is MeetingStage.PLAYING:
            return False
        before = self.stage, self.offer
        if isinstance(found, TakenNotice):
            if found.mark != self.identity.public.mark:
                self.stage = MeetingStage.REFUSED
                if found.withdrawn_by is not None:
                    self.withdrawn, self.friend_name = True, found.withdrawn_by
        elif self.stage in (MeetingStage.LOOKING, MeetingStage.SEEN):
            self.identity.shared_key(found.public)
            self.offer, self.friend, self.friend_name = found, found.public, found.name
            self.stage = MeetingStage.SEEN
        return before != (self.stage, self.offer)

    def join(self, name: str) -> None:
        """Join what was offered; raise ValueError if no offer has been read."""
        if self.stage is not MeetingStage.SEEN:
            raise ValueError("there is no offer to join")
        self.name, self.stage = shown_name(name), MeetingStage.JOINING

    # What is kept

    @property
    def values(self) -> dict[str, Any]:
        """The meeting as it is kept; it has the secrets."""
        values: dict[str, Any] = {
            "invitation": str(self.invitation),
            "side": self.side,
            "secret": self.identity.secret.hex(),
            "stage": str(self.stage),
            "name": self.name,
            "friend name": self.friend_name,
            "only": self.only,
            "withdrawn": self.withdrawn,
        }
        if self.offer is not None:
            values["offer"] = self.offer.content.hex()
        if self.friend is not None:
            values |= {"box": self.friend.box.hex(), "sign": self.friend.sign.hex()}
        return values


def meeting_of(values: dict[str, Any]) -> Meeting:
    """Return the meeting that was kept; raise FormatError if it is damaged."""
    try:
        secret, offer = bytes.fromhex(values["secret"]), bytes.fromhex(values.get("offer", ""))
        stage, side = MeetingStage(values["stage"]), SIDES[SIDES.index(values["side"])]
        names = [shown_name(values[word]) for word in ("name", "friend name")]
        meeting = Meeting(invitation(values["invitation"]), side, Identity(secret), stage)
        meeting.only = str(values.get("only", ""))
        meeting.withdrawn = values.get("withdrawn") is True
    except (KeyError, TypeError, ValueError) as error:
        raise DamagedError("a game with a friend is damaged: {error}", error=repr(error)) from None
    meeting.name, meeting.friend_name = names
    meeting.offer = offer_in(offer) if offer else None
    if "box" in values:
        meeting.friend = public_of(values["box"], values.get("sign"))
    if len(secret) != KEY_BYTES or not _fits(meeting):
        raise damaged_game()
    return meeting


_NEEDS_FRIEND: Final = (MeetingStage.SEEN, MeetingStage.JOINING, MeetingStage.PLAYING)


def _fits(meeting: Meeting) -> bool:
    """Whether what is known belongs to the stage."""
    if meeting.side == "host":
        playing = meeting.stage is MeetingStage.PLAYING
        known = meeting.offer is not None and playing == (meeting.friend is not None)
        return known and meeting.stage in (MeetingStage.OFFERED, MeetingStage.PLAYING)
    known = meeting.offer is not None and meeting.friend is not None
    return meeting.stage is not MeetingStage.OFFERED and (
        known or meeting.stage not in _NEEDS_FRIEND
    )
