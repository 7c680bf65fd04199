"""A game that moves to another device of the same player; never do two devices play it.

    the old device                                             the new one
    moving   ── offer ──────────────────────────► [ host  ] ──►
        ◄── [ join, guest ] ◄────────────────────────────────  asking
    the person compares the word that both show, and agrees
    moving   ── the game, sealed for this one ──► [ host  ] ──►
        ◄── [ guest ] ◄── taken, signed by the game's identity  waiting: it has the game
    gone: the secret is wiped ── go ────────────► [ host  ] ──► plays
    moved ◄── [ join ] ◄── plays, signed by the new device

It is a meeting like that of a host and a guest, below a topic and with keys of its own: the first
device that asks is taken, and nobody else can open what it is sent. Whoever had the link in time
could be that device, or sit between the two: the word would differ. Each step is in a file before
the next one is told (`kept`), so that a kill repeats it. From the first step on the old device
plays nothing, until the move is withdrawn, which it can be before `taken`; the new one plays
nothing before `go`, which is told once the secret is wiped. So one of them at most can sign.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from enum import Enum, auto
from typing import Any

from battle.friend.channel import AGAIN_AFTER, AGAIN_AT_MOST, LONG_AGO, MOST_WAITING, Channel
from battle.friend.meeting import (
    Invitation,
    Joining,
    Meeting,
    MeetingStage,
    Side,
    TakenNotice,
    Terms,
    front_in,
    joining_in,
    joining_message,
    meeting_of,
    parts_of,
)
from battle.friend.sealing import (
    MOST_ASIDE,
    MOST_CONTENT,
    MOST_UNPACKED,
    SIGNATURE_BYTES,
    VERSION,
    Identity,
    bytes_in,
    packed,
)
from battle.rules.position import FormatError


class TransferStep(Enum):
    """What has come of a move."""

    NOTHING = auto()
    CHANGED = auto()
    """Something to keep."""
    TAKEN = auto()
    """The new device has the game, and the old one wipes its secret."""
    GO = auto()
    """The old device has wiped its secret, and the new one plays."""
    PLAYS = auto()
    """The new device has said so, and the old one has nothing left to say."""
    ENDED = auto()
    """The link was withdrawn, or another device has used it."""


class Handover:
    """One device's part in a move: `meeting` is of the two devices, the old one is its host.

    `version` grows with each change, `kept` is the one that is in the file for sure; nothing is
    told before. `agreed` says that the old device sends the game, `withdrawn` that it keeps it.
    `said` is what is left to say once the game has gone, `plays` that it is played on the new
    device; `game` is what a new device has been sent.
    """

    def __init__(
        self,
        meeting: Meeting,
        said: bytes = b"",
        *,
        agreed: bool = False,
        withdrawn: bool = False,
        plays: bool = False,
    ) -> None:
        self.meeting, self.said = meeting, said
        self.agreed, self.withdrawn, self.plays = agreed, withdrawn, plays
        self.channel: Channel | None = None
        self.version, self.kept = 1, 0
        self.game: dict[str, Any] | None = None
        self._asking: dict[Joining, None] = {}
        self._copies = deque[bytes](maxlen=MOST_WAITING)
        self._sent, self._sent_at, self._again_after = 0, LONG_AGO, AGAIN_AFTER
        self._message = b""

    @staticmethod
    def offered(where: Invitation, name: str, agreed: Terms, at: datetime) -> Handover:
        """Return the old device's part in a move that begins."""
        return Handover(Meeting.hosted(where, name, agreed, round(at.timestamp())))

    @staticmethod
    def asked(where: Invitation) -> Handover:
        """Return the part of a device that opens the link of a move."""
        return Handover(Meeting(where, "guest", Identity.new(), MeetingStage.LOOKING))

    @property
    def where(self) -> Invitation:
        return self.meeting.invitation

    @property
    def side(self) -> Side:
        """`host` on the old device, `guest` on the new one."""
        return self.meeting.side

    @property
    def is_gone(self) -> bool:
        """Whether the game has left this device."""
        return bool(self.said)

    @property
    def is_here(self) -> bool:
        """Whether the game can still be kept on this device."""
        return self.side == "host" and not self.is_gone

    @property
    def is_open(self) -> bool:
        """Whether a device can ask for the game by the link, which is kept."""
        return self.is_here and self.meeting.friend is None and not self.withdrawn and self.kept > 0

    @property
    def asks(self) -> bool:
        """Whether a device asks for the game, and the person has not compared the word."""
        is_decided = self.agreed or self.withdrawn
        return self.is_here and self.meeting.friend is not None and not is_decided

    @property
    def values(self) -> dict[str, Any]:
        values = {"meeting": self.meeting.values, "said": self.said.hex(), "agreed": self.agreed}
        return values | {"withdrawn": self.withdrawn, "plays": self.plays}

    def open(self, channel: Channel | None) -> None:
        """Use a channel from now on."""
        self.channel = channel
        if channel is not None:
            channel.keep_only(self._opens)

    def close(self) -> None:
        if self.channel is not None:
            self.channel.close()
            self.channel = None

    def _opens(self, slot: str, sealed: bytes) -> bool:
        """Whether a message is for this device, as far as it can be opened; in any thread."""
        if slot == ("join" if self.side == "host" else "host"):
            part = sealed if slot == "join" else parts_of(sealed)[0]
            return self.where.seal.has_sealed("front" if slot == "host" else slot, part)
        return slot == "guest" and self.side == "host"

    # What comes

    def receive(self, owner: Identity) -> TransferStep:
        """Take in what has come; `owner` is the game's identity, where it is here."""
        step = TransferStep.NOTHING
        for message in () if self.channel is None else self.channel.poll():
            take, taken = self._take_asking if self.side == "host" else self._take_answer, None
            with suppress(FormatError):
                taken = take(message.slot, message.sealed, owner)
            step = taken or step
            if taken is not None and taken is not TransferStep.CHANGED:
                break
        self.version += step is TransferStep.CHANGED
        return step

    def _take_asking(self, slot: str, sealed: bytes, owner: Identity) -> TransferStep | None:
        """Take the first device that asks, and its word that it has the game."""
        meeting = self.meeting
        if self.is_gone or self.withdrawn:
            self._again_after = AGAIN_AFTER  # it does not know yet
            if self.is_gone and slot == "join" and meeting.friend is not None:
                plays = self.where.seal.read(slot, sealed, MOST_ASIDE).get("plays")
                if meeting.friend.signed(self._words("plays"), bytes_in(plays, SIGNATURE_BYTES)):
                    return TransferStep.PLAYS
        elif slot == "join" and meeting.friend is None:
            asking = joining_in(self.where, sealed)
            meeting.seal_with(asking.public)  # a key that is none is refused
            self._asking = dict.fromkeys([*self._asking, asking][-MOST_WAITING:])
        elif slot == "guest" and meeting.friend is None:
            self._copies.append(sealed)
        elif slot == "guest" and meeting.seal is not None:
            taken = meeting.seal.read(slot, sealed, MOST_ASIDE).get("taken")
            if owner.public.signed(self._words("moved"), bytes_in(taken, SIGNATURE_BYTES)):
                return TransferStep.TAKEN
        if any(meeting.accept_joining(asking, self._copies) for asking in self._asking):
            self._asking.clear()
            return TransferStep.CHANGED
        return None

    def _take_answer(self, _slot: str, sealed: bytes, _owner: Identity) -> TransferStep | None:
        """Take what the old device offers, gives and says; who asked once waits for its answer."""
        meeting = self.meeting
        front, copy = parts_of(sealed)
        if self.game is None and meeting.stage is not MeetingStage.PLAYING:
            notice = front_in(self.where, front)
            if meeting.read_front(notice):
                if isinstance(notice, TakenNotice):
                    return TransferStep.ENDED
                meeting.stage = MeetingStage.JOINING
                return TransferStep.CHANGED
        if not copy or meeting.seal is None:
            return None
        values = meeting.seal.read("host", copy, MOST_UNPACKED)
        if values.get("withdrawn") is True:
            return TransferStep.ENDED
        if meeting.stage is MeetingStage.PLAYING:
            return TransferStep.GO if values.get("go") is True else None
        if isinstance(game := values.get("game"), dict):
            self.game = game
        return None

    def _words(self, what: str) -> bytes:
        """Return what the new device signs: by the game's identity, and at last by its own."""
        meeting = self.meeting
        new = meeting.identity.public if self.side == "guest" else meeting.friend
        assert new is not None
        return f"mahjong-battle/{VERSION}/{self.where.topic}/{what}/{new.mark}".encode()

    # What is said

    def agree(self) -> None:
        """Send the game: the person has compared the word."""
        self.agreed = True
        self.version += 1

    def let_go(self) -> None:
        """Say from now on that the game is the new device's; nothing of it can be opened here."""
        self.said = self._host_message({"go": True})
        self.meeting.identity = Identity.new()
        self.version += 1

    def withdraw(self) -> None:
        """Keep the game here, and say so."""
        if not self.is_gone:
            self.withdrawn = True
            self.version += 1

    def publish(self, now: datetime, owner: Identity, game: Callable[[], dict[str, Any]]) -> None:
        """Say how it stands, again from time to time, once it is kept; `game` is what moves."""
        since = now - self._sent_at
        if self.channel is None or self.kept != self.version:
            return
        if self._sent == self.version and timedelta() <= since < self._again_after:
            return
        is_new = self._sent != self.version
        self._again_after = AGAIN_AFTER if is_new else min(2 * since, AGAIN_AT_MOST)
        self._sent, self._sent_at = self.version, now
        meeting, seal = self.meeting, self.meeting.seal
        if self.side == "host":
            if is_new:
                sent = {"game": game()} if self.agreed else {}
                self._message = self.said or self._host_message(sent)
            self.channel.publish("host", self._message)
        elif seal is not None:
            has_it = meeting.stage is MeetingStage.PLAYING
            taken = {"taken": owner.sign(self._words("moved")).hex()} if has_it else {}
            self.channel.publish("guest", seal.seal("guest", packed({"v": VERSION, **taken})))
            wish = joining_message(self.where, meeting.name, meeting.identity.public)
            self.channel.publish("join", wish)

    def say_plays(self) -> None:
        """Say, as the new device, that the game is played here, which is kept."""
        if self.channel is not None:
            signed = self.meeting.identity.sign(self._words("plays")).hex()
            sealed = self.where.seal.seal("join", packed({"v": VERSION, "plays": signed}))
            self.channel.publish("join", sealed)

    def _host_message(self, values: dict[str, Any]) -> bytes:
        """Return what the old device puts into its slot."""
        meeting = self.meeting
        if meeting.seal is None:
            return meeting.withdrawal() if self.withdrawn else meeting.host_message(b"")
        values = {"withdrawn": True} if self.withdrawn else values
        content = packed({"v": VERSION, **values})
        return meeting.host_message(meeting.seal.seal("host", content))


def handover_of(values: dict[str, Any]) -> Handover:
    """Restore a device's part in a move; raise an error of any kind if it is damaged."""
    meeting, said = meeting_of(values["meeting"]), bytes.fromhex(values["said"])
    flags = {name: values.get(name) is True for name in ("agreed", "withdrawn", "plays")}
    return Handover(meeting, said, **flags)


def fitted_game(values: dict[str, Any]) -> dict[str, Any]:
    """Return what is kept of a game with as many of its messages as fit into one that is sent."""
    talk, values = values["talk"], values | {"move": None}
    said = talk["said"]
    while said and len(packed({"v": VERSION, "game": values})) > MOST_CONTENT:
        said = said[len(said) // 4 + 1 :]
        values = values | {"talk": talk | {"said": said}}
    return values
