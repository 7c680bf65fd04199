"""The ways of a page to a friend: the slots of a topic over a WebSocket, which wire.js keeps open.

    FriendGame ──publish──► WebChannel ──line.send──► wire.js ──► a broker, or the host's own port
               ◄──poll────             ◄──hear──────

An invitation names brokers by `mqtt://`, a page needs `wss://`: those of the public brokers are
known, others stand behind `~` of the link, and are kept by topic. For another topic of the same
game, where others watch, all that are kept are known; only those of its brokers are used.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import count
from typing import Any, Final, TypeAlias
from urllib.parse import urlsplit

from battle.friend.channel import SLOTS, Channel, JoinedChannel, LinkKind, Outgoing, SlotQueue
from battle.friend.meeting import Invitation, Side
from battle.friend.ways.broker import (
    ASKS_LOGIN,
    CLOSED,
    KEEPS_NOTHING,
    NO_ANSWER,
    NO_LOGIN,
    REFUSES,
    SENDS_TOO_MUCH,
    parse_brokers,
    sockets,
    topic_prefix,
)
from battle.language import N_, _
from battle.rules.files import read_bytes
from battle.rules.position import FormatError
from battle.storage import Places

OpenLine: TypeAlias = Callable[..., Any]
"""Opens a line: an address, the topic above the slots at a broker, the slots, and what hears."""

MOST_ADDRESSES: Final = 3
_LONGEST: Final = 300

ELSEWHERE_OPEN: Final = N_("The games with friends are open in another tab.")
NO_WAY: Final = N_("this page knows no way there: name servers by wss:// too")

_WHY: Final = {
    "silent": NO_ANSWER,
    "closed": CLOSED,
    "refused": REFUSES,
    "flood": SENDS_TOO_MUCH,
    "unreachable": N_("{host} cannot be reached, or this browser does not accept its certificate."),
    "stranger": N_("{host} does not answer as such a server does."),
    "offline": N_("No network. It goes on by itself."),
}
_FOR_THE_PERSON: Final = ("refused", "login")
"""What does not pass by itself."""


class WebChannel(SlotQueue):
    """The slots of one topic at the end of one line; `prefix` is empty for the host's own port."""

    def __init__(self, open_line: OpenLine, url: str, prefix: str) -> None:
        super().__init__(to_friend=not prefix)
        parts = urlsplit(url)
        self._host, self._has_login = parts.hostname or url, parts.username is not None
        self._numbers = count()
        self._sent: dict[int, Outgoing] = {}
        self._is_up = False
        self._line = open_line(url, prefix, SLOTS, self._hear)
        self.wake = self._send

    def close(self) -> None:
        """Send what waits, and close the line."""
        if self.state.kind is not LinkKind.CLOSED:
            super().close()
            self._line.close()

    def set_will(self, slot: str, sealed: bytes) -> None:
        self._is_up &= self.state.to_friend  # else what is said now waits for the next connection
        self._line.will(slot, sealed)

    def poll(self) -> list[Any]:
        """Return what has come; now and then put back what a stranger has replaced."""
        self._send()
        return super().poll()

    def _send(self) -> None:
        for message in self.outgoing() if self._is_up else ():
            number = next(self._numbers)
            if message.kept:
                self._sent[number] = message
            self._line.send(number, message.slot, message.sealed, message.kept)

    def _hear(self, what: str, *more: Any) -> None:
        """Take in what happens on the line."""
        match what:
            case "up":
                self._is_up = True
                self.renew()
                self._send()
            case "granted":
                keeps_nothing = "" if more[0] else _(KEEPS_NOTHING).format(host=self._host)
                self.set_state(LinkKind.CONNECTED, keeps_nothing)
            case "message":
                slot, sealed = more[0], bytes(more[1].to_bytes())
                self.arrive(slot, sealed)
                self.defend(slot, sealed)
            case "sent":
                if (message := self._sent.pop(more[0], None)) is not None:
                    self.delivered(message)
                    self._send()
            case "down":
                self._is_up = False
                self._sent.clear()
                self._explain(*more)
            case "renewed":
                self.lose()

    def _explain(self, why: str, words: str) -> None:
        text = _WHY.get(why) or (NO_LOGIN if self._has_login else ASKS_LOGIN)
        if self.state.to_friend and why == "closed":
            text = ""
        reason = _(text).format(host=self._host, reason=words[:100]) if text else ""
        self.lose(reason, refused=why in _FOR_THE_PERSON)


class Ways:
    """Opens the ways of invitations; `own` is the address that the page was served from.

    `named` are the addresses that the person has named in the settings, for invitations made here.
    """

    def __init__(self, places: Places, open_line: OpenLine | None, own: str) -> None:
        self._places, self._open_line = places, open_line
        self._file = places.data / "ways.json"
        self._own = urlsplit(own)
        self.named = ""
        self._looked_at = "", ""
        self._known: dict[str, str] = {}
        with suppress(OSError, ValueError):
            kept = json.loads(read_bytes(self._file))
            self._known = {str(topic): str(line) for topic, line in dict(kept).items()}

    def look(self, topic: str, line: str) -> None:
        """Use the addresses in a line for a topic that is looked at; nothing is kept."""
        self._looked_at = topic, line

    def learn(self, topic: str, line: str) -> None:
        """Keep the addresses in a line, with blanks between, as those of a topic."""
        kept = {one.stem for one in self._places.friends.glob("*.json")}
        self._known = {one: line for one, line in self._known.items() if one in kept}
        if line:
            self._known[topic] = line
        self._places.write(self._file, json.dumps(self._known))

    def addresses(self, where: Invitation) -> str:
        """Return by which addresses a page gets to the brokers of an invitation."""
        topic, line = self._looked_at
        known = self._known | {topic: line}
        named = known.get(where.topic) or " ".join([self.named, *self._known.values()])
        return sockets(where.broker, named) if where.broker else ""

    def open(self, where: Invitation, _side: Side) -> Channel:
        """Open all ways that a page can go; raise FormatError, with the reason, without any."""
        if self._open_line is None:
            raise FormatError(ELSEWHERE_OPEN)
        make = partial(WebChannel, self._open_line)
        ways: list[Channel] = []
        if self._own.scheme == "http" and where.lan and not where.moves:
            ways.append(make(f"ws://{self._own.netloc}/slots/{where.topic}", ""))
        prefix = topic_prefix(where.topic)
        logins = (
            {broker.host: broker for broker in parse_brokers(where.broker)} if where.broker else {}
        )
        for address in self.addresses(where).split()[:MOST_ADDRESSES]:
            scheme, _mark, rest = address.partition("://")
            who = logins[urlsplit(address).hostname or ""].login
            ways.append(make(f"{scheme}://{who}{rest}", prefix))
        if not ways:
            raise FormatError(NO_WAY)
        return ways[0] if len(ways) == 1 else JoinedChannel(ways)


def sockets_in(told: list[str]) -> str:
    """Return the addresses of brokers in what a link tells, as far as a page can use them."""
    words = told[3].split() if len(told) > 3 else ()
    addresses = [
        word for word in words if word.startswith(("ws://", "wss://")) and len(word) <= _LONGEST
    ]
    return " ".join(addresses[:MOST_ADDRESSES])
