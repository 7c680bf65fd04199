"""Short messages between the two: numbered, shown once, sent again until they are known to be read.

They are no part of the game: a copy carries only those that the other has not seen, and how many of
the other's were seen.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from battle.friend.sealing import MOST_SECONDS, DamagedError, is_number
from battle.friend.terms import Side
from battle.language import N_, _
from battle.rules.position import RulesError
from battle.words import plain

SWITCHED_OFF: Final = N_("Messages are off.")


LONGEST_MESSAGE: Final = plain.LONGEST_COMMENT

MOST_UNSEEN: Final = 20
"""Messages that may wait until the friend has seen them; together they fit into every copy."""

MOST_BYTES: Final = 6000
"""What the waiting messages may have together, so that a copy has room for the game."""

MOST_KEPT: Final = 400
_MOST_NUMBER: Final = 10**9


@dataclass(frozen=True)
class ChatMessage:
    """What a side said, and when, in seconds since 1970; each side counts its own from 1."""

    side: Side
    number: int
    at: int
    text: str

    @property
    def values(self) -> list[Any]:
        """The message as it is sent."""
        return [self.number, self.at, self.text]


@dataclass
class Chat:
    """What was said, oldest first as it came to be known here.

    `heard` is how many of the friend's have come, `read` how many of them a person has seen,
    `known` how many of one's own the friend has.
    Switched off, nothing is said and nothing is shown; what came then is not kept.
    """

    side: Side
    said: list[ChatMessage] = field(default_factory=list)
    sent: int = 0
    heard: int = 0
    known: int = 0
    read: int = 0
    on: bool = True
    friend_on: bool = True

    def say(self, text: str, at: int) -> ChatMessage:
        """Add a message of one's own; raise RulesError, which says why, if that cannot be."""
        words = plain.shown_comment(text)
        if not words:
            raise RulesError(_("There is nothing to send."))
        if not self.on or not self.friend_on:
            raise RulesError(_(SWITCHED_OFF))
        waiting = sum(len(one.text.encode()) for one in self.waiting)
        if self.sent - self.known >= MOST_UNSEEN or waiting >= MOST_BYTES:
            raise RulesError(_("Your friend has not seen your last messages yet."))
        self.sent += 1
        message = ChatMessage(self.side, self.sent, at, words)
        self._keep(message)
        return message

    @property
    def waiting(self) -> list[ChatMessage]:
        """The messages that the friend has not seen yet."""
        return [one for one in self.said if one.side == self.side and one.number > self.known]

    @property
    def unread(self) -> list[ChatMessage]:
        """The messages of the friend that the person here has not seen yet."""
        return [one for one in self.said if one.side != self.side and one.number > self.read]

    @property
    def values(self) -> dict[str, Any]:
        """What a copy carries of all this."""
        said = [message.values for message in self.waiting]
        return {"said": said, "sent": self.sent, "heard": self.heard, "talk": self.on}

    def take(self, state: ChatState) -> list[ChatMessage]:
        """Take in what the friend's copy carries; return the messages that are new here."""
        self.friend_on = state.on
        self.known = max(self.known, min(state.heard, _MOST_NUMBER))
        self.sent = max(self.sent, self.known)
        new = [message for message in state.messages if message.number > self.heard]
        for message in new:
            self.heard = message.number
            if self.on:
                self._keep(message)
        self.heard = max(self.heard, state.sent)
        return new if self.on else []

    def _keep(self, message: ChatMessage) -> None:
        self.said.append(message)
        del self.said[:-MOST_KEPT]


@dataclass(frozen=True)
class ChatState:
    """What a copy carries of the chat."""

    messages: tuple[ChatMessage, ...] = ()
    sent: int = 0
    heard: int = 0
    on: bool = True


def chat_state(values: dict[str, Any], side: Side) -> ChatState:
    """Return what the copy of a side carries of the chat; raise FormatError if it is damaged."""
    found = values.get("said", [])
    if not isinstance(found, list) or len(found) > MOST_UNSEEN:
        raise DamagedError("bad messages")
    messages = sorted((message_of(one, side) for one in found), key=lambda one: one.number)
    sent, heard = number_in(values.get("sent", 0)), number_in(values.get("heard", 0))
    return ChatState(tuple(messages), sent, heard, values.get("talk") is not False)


def message_of(values: object, side: Side) -> ChatMessage:
    """Return a message that was sent; raise FormatError if it is none."""
    if not isinstance(values, list) or len(values) != 3 or not isinstance(values[2], str):
        raise DamagedError("bad message: expected a number, a time and a text")
    number, at, text = values
    if number_in(at) > MOST_SECONDS:
        raise DamagedError("bad message: expected a time")
    return ChatMessage(side, number_in(number), at, plain.shown_comment(text))


def number_in(found: object) -> int:
    """Return a number that was sent; raise FormatError if it is none."""
    if not is_number(found, 0, MOST_SECONDS):
        raise DamagedError("bad copy: expected a number")
    return found
