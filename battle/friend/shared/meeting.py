"""How far two have come in meeting: the handshake as one side goes through it.

    host     offered ───────────────────────────────► playing      somebody has joined
    guest    looking ──► seen ──► joining ──► playing              read the offer; joined; was taken
                └─────────┴──────────┴──────► refused              somebody else was, or nobody is

What happens on the way is told in `handshake`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from battle.friend.shared.clean import clean_name
from battle.friend.shared.errors import DamagedError, damaged_game
from battle.friend.shared.handshake import (
    GameOffer,
    TakenNotice,
    front,
    front_in,
    game_seal,
    joining_in,
    joining_message,
    offer_content,
    offer_in,
    public_of,
    taken_content,
    withdrawn_content,
)
from battle.friend.shared.invitation import Invitation, invitation
from battle.friend.shared.sealing import KEY_BYTES, Identity, Public, Seal
from battle.friend.shared.terms import SIDES, Side, Terms


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
        return Meeting(where, "host", identity, MeetingStage.OFFERED, clean_name(name), offer)

    @staticmethod
    def invited(where: Invitation) -> Meeting:
        """Return the meeting that an invitation one was sent leads to."""
        return Meeting(where, "guest", Identity.new(), MeetingStage.LOOKING)

    @property
    def terms(self) -> Terms | None:
        """What is agreed, None before the offer was read."""
        return None if self.offer is None else self.offer.terms

    @property
    def seal(self) -> Seal | None:
        """The seal of the game, None before one can be made."""
        if self._seal is None and self.friend is not None and self.offer is not None:
            if self.side == "guest" and self.stage in (MeetingStage.LOOKING, MeetingStage.SEEN):
                return None
            host, guest = self.friend, self.identity.public
            if self.side == "host":
                host, guest = guest, host
            content = self.offer.content
            self._seal = game_seal(self.invitation, self.identity, host, guest, content)
        return self._seal

    # The host

    def host_message(self, copy: bytes) -> bytes:
        """Return what stands in the host's slot, with its sealed copy once somebody has joined."""
        assert self.offer is not None
        if self.friend is None:
            return front(self.invitation, self.offer.content)
        return front(self.invitation, taken_content(self.friend.mark), copy)

    def withdrawal(self) -> bytes:
        """Return what stands in the host's slot when the invitation was taken back."""
        return front(self.invitation, withdrawn_content(self.name))

    def hear_own_front(self, sealed: bytes) -> None:
        """Remember whom one has taken, where that was forgotten: an old copy was brought back."""
        found = front_in(self.invitation, sealed)
        if self.friend is None and isinstance(found, TakenNotice):
            self.only = found.mark

    def hear_joining(self, sealed: bytes) -> bool:
        """Take the first who asks to join; return whether that is this one, and new.

        Everybody else counts as a stranger, once for every time something came. Raises FormatError
        for a key with which no other can be made.
        """
        asking = joining_in(self.invitation, sealed)
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

    def hear_front(self, sealed: bytes) -> bool:
        """Read the offer, or that somebody has been taken; return whether that is news."""
        if self.stage is MeetingStage.PLAYING:
            return False
        found, before = front_in(self.invitation, sealed), (self.stage, self.offer)
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
        self.name, self.stage = clean_name(name), MeetingStage.JOINING

    def join_message(self) -> bytes:
        """Return the wish to join, sealed."""
        return joining_message(self.invitation, self.name, self.identity.public)

    def confirm(self) -> bool:
        """Know that one was taken: the host's copy could be opened; return whether it is news."""
        news, self.stage = self.stage is not MeetingStage.PLAYING, MeetingStage.PLAYING
        return news

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
        names = [clean_name(values[word]) for word in ("name", "friend name")]
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
