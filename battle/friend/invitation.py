"""The invitation: one line that is sent by any messenger, and all that a friend needs.

    mahjong-battle:1.<topic>.<key>.<ways>.<check>

    topic   where the two meet: 16 random bytes      key   what only the two know: 32 random bytes
    ways    how they get there: the brokers' URLs with commas between, `lan`, or both and a space
    check   6 letters of a hash of what stands before it: a line that was cut or mistyped is told

Each part is written in base64url without filling. The key opens the offer, and no more once
somebody has joined (`handshake`).
"""

from __future__ import annotations

import re
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from battle.friend.sealing import KEY_BYTES, Seal
from battle.rules.position import FormatError

WORD: Final = "mahjong-battle:"
VERSION: Final = 1

_TOPIC_BYTES: Final = 16
_CHECK_LETTERS: Final = 6
_MOST: Final = 1000
_LAN: Final = "lan"
_LINE: Final = re.compile(r"mahjong-battle:([0-9]{1,4})\.([A-Za-z0-9_.-]*)")
_BROKER: Final = re.compile(r"mqtts?://[!-~]{1,500}")


@dataclass(frozen=True)
class Invitation:
    """Where to meet and the key to it: `topic` is its name, `broker` a URL or empty."""

    topic: str
    key: bytes = field(repr=False)
    broker: str = ""
    lan: bool = False

    def __post_init__(self) -> None:
        if not self.broker and not self.lan:
            raise FormatError("an invitation needs a broker, or one network, to meet in")
        if self.broker and _BROKER.fullmatch(self.broker) is None:
            raise FormatError("bad broker: expected a URL such as mqtts://example.org")

    @staticmethod
    def new(broker: str = "", *, lan: bool = False) -> Invitation:
        """Return an invitation that nobody else has; raise FormatError if it leads nowhere."""
        topic = _written(secrets.token_bytes(_TOPIC_BYTES))
        return Invitation(topic, secrets.token_bytes(KEY_BYTES), broker, lan)

    @property
    def seal(self) -> Seal:
        """What the offer, and the answer to it, are sealed with."""
        return Seal(self.key, self.topic)

    def __str__(self) -> str:
        ways = " ".join([word for word in (self.broker, _LAN if self.lan else "") if word])
        body = f"{VERSION}.{self.topic}.{_written(self.key)}.{_written(ways.encode())}"
        return f"{WORD}{body}.{_check(body)}"


def invitation(text: str) -> Invitation:
    """Return the invitation in a text, which may have words around it; raise FormatError if none.

    What a messenger puts into a long line, spaces at its ends and `<` `>` around it, does no harm.
    """
    at = text.find(WORD)
    if at < 0:
        raise FormatError("no invitation: expected a line that begins with {word}", word=WORD)
    if len(text) - at > 100_000:
        text = text[: at + 100_000]
    match = _LINE.match(text, at)
    if match is None or len(match[0]) > _MOST:
        raise _damaged()
    line = match[0].removeprefix(WORD).rstrip(".")
    if int(match[1]) > VERSION:
        raise FormatError("the invitation is of a newer version of the program: update this one")
    parts = line.split(".")
    if len(parts) != 5 or int(match[1]) != VERSION:
        raise _damaged()
    version, topic, key, ways, check = parts
    if _check(f"{version}.{topic}.{key}.{ways}") != check:
        raise _damaged()
    return _of(_read(topic), _read(key), _read(ways))


def _of(topic: bytes, key: bytes, ways: bytes) -> Invitation:
    if len(topic) != _TOPIC_BYTES or len(key) != KEY_BYTES:
        raise _damaged()
    try:
        words = ways.decode("ascii").split(" ")
    except UnicodeDecodeError:
        raise _damaged() from None
    brokers = [word for word in words if word != _LAN]
    if len(brokers) > 1 or len(words) != len({*words}):
        raise _damaged()
    return Invitation(_written(topic), key, brokers[0] if brokers else "", _LAN in words)


def _damaged() -> FormatError:
    return FormatError("the invitation is damaged: copy the whole line, from its first letter on")


def _check(body: str) -> str:
    return _written(sha256(body.encode()).digest())[:_CHECK_LETTERS]


def _written(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode("ascii")


def _read(word: str) -> bytes:
    """Return the bytes that a word was written for; raise FormatError for any other word."""
    try:
        raw = urlsafe_b64decode(word + "=" * (-len(word) % 4))
    except ValueError:
        raise _damaged() from None
    if _written(raw) != word:
        raise _damaged()
    return raw
