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
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from battle.friend.shared.clean import clean_name
from battle.friend.shared.content import is_number, packed, unpacked
from battle.friend.shared.deeds import MOST_SECONDS
from battle.friend.shared.errors import DamagedError, NewerError
from battle.friend.shared.invitation import Invitation
from battle.friend.shared.sealing import PUBLIC_BYTES, Identity, Public, Seal
from battle.friend.shared.terms import Terms, terms
from battle.rules.position import FormatError

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


def withdrawn_content(name: str) -> bytes:
    """Return the content of the notice that the host, called `name`, took the invitation back.

    A program that knows no such notice reads that somebody else has joined.
    """
    taken = {"v": HANDSHAKE_VERSION, "taken": "", "withdrawn": True}
    return packed(taken | {"name": clean_name(name)})


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


def game_seal(
    invitation: Invitation, identity: Identity, host: Public, guest: Public, offer: bytes
) -> Seal:
    """Return the seal of the game, the same for both; `identity` is one's own."""
    friend = guest if identity.public == host else host
    parts = (host.box, host.sign, guest.box, guest.sign, offer)
    key = identity.shared_key(friend, invitation.topic.encode(), invitation.key, *parts)
    return Seal(key, invitation.topic)


def _values(name: str, public: Public) -> dict[str, Any]:
    keys = {"box": public.box.hex(), "sign": public.sign.hex()}
    return {"v": HANDSHAKE_VERSION, "name": clean_name(name), **keys}


def _name(values: dict[str, Any]) -> str:
    name = values.get("name")
    if not isinstance(name, str):
        raise DamagedError("bad name: expected a text")
    return clean_name(name)


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
