"""Sealed messages: encrypted and authenticated for the two sides of a game and one place.

    1 byte     version of the seal, 1
    24 bytes   nonce, drawn for every message
    the rest   XChaCha20-Poly1305 of: length (4 bytes), content, zeros

The associated data names version, topic and the place that the message is for, so that a copy of
one side opens nowhere else. Padding brings a message to one of a few lengths, which are all that an
observer learns. A message is not parsed before its length and its seal are checked.
"""

from __future__ import annotations

import json
import re
import secrets
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, Final

from battle.friend.sodium import NONCE_BYTES, TAG_BYTES, RefusedError, sodium
from battle.rules.position import FormatError

KEY_BYTES: Final = 32
PUBLIC_BYTES: Final = 32
SIGNATURE_BYTES: Final = 64
SEAL_VERSION: Final = 1

VERSION: Final = 1
"""The version of the messages that this program writes, and the newest it fully understands."""

LENGTHS: Final = (256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 49152)
"""The lengths of sealed messages, in bytes."""

_COUNT_BYTES: Final = 4
_AROUND: Final = 1 + NONCE_BYTES + TAG_BYTES + _COUNT_BYTES

MOST_CONTENT: Final = LENGTHS[-1] - _AROUND
"""The bytes of content that fit into one sealed message."""

MOST_UNPACKED: Final = 2**19
"""The most bytes of JSON in one message; more is not unpacked."""

MOST_ASIDE: Final = 2**14
"""The same for messages that are no copies."""

_MOST_PARTS: Final = 60_000
"""The most names, values and lists of a message: full logs have 48,000. More is not parsed, which
would hold the interpreter."""

MOST_SECONDS: Final = 32_503_680_000
"""The year 3000: Windows represents no later times."""


class DamagedError(FormatError):
    """A message that is damaged, forged or impossible.

    Its text is for debugging; the person reads only that a message was refused.
    """


class NewerError(FormatError):
    """A message of a newer program, not known here."""


class SealError(DamagedError):
    """A message that was not sealed with this key for this place."""


@dataclass(frozen=True)
class Seal:
    """A key, and the topic that it is for."""

    key: bytes = field(repr=False)
    topic: str

    def seal(self, place: str, content: bytes) -> bytes:
        """Return `content` sealed for a place; raise ValueError if it is too long."""
        if len(content) > MOST_CONTENT:
            raise ValueError(f"expected at most {MOST_CONTENT} bytes, found {len(content)}")
        whole = next(length for length in LENGTHS if length >= len(content) + _AROUND)
        counted = len(content).to_bytes(_COUNT_BYTES) + content
        filled = counted.ljust(whole - _AROUND + _COUNT_BYTES, b"\0")
        nonce = secrets.token_bytes(NONCE_BYTES)
        sealed = sodium().encrypt(self.key, nonce, filled, self._label(place))
        return bytes([SEAL_VERSION]) + nonce + sealed

    def open(self, place: str, sealed: bytes) -> bytes:
        """Return the content sealed for a place; raise SealError if it was not."""
        if len(sealed) not in LENGTHS:
            raise SealError("a message is cut, or none of this game")
        if sealed[0] != SEAL_VERSION:
            raise SealError("a message has a seal of another version")
        nonce, sealed = sealed[1 : 1 + NONCE_BYTES], sealed[1 + NONCE_BYTES :]
        try:
            filled = sodium().decrypt(self.key, nonce, sealed, self._label(place))
        except RefusedError:
            raise SealError("a message is not sealed by either of the two") from None
        count = int.from_bytes(filled[:_COUNT_BYTES])
        if count > len(filled) - _COUNT_BYTES:
            raise SealError("a message is cut")
        return filled[_COUNT_BYTES : _COUNT_BYTES + count]

    def read(self, place: str, sealed: bytes, most: int) -> dict[str, Any]:
        """Return the values of a message sealed for a place, of at most `most` bytes unpacked.

        Raises FormatError for anything else.
        """
        return unpacked(self.open(place, sealed), most)

    def has_sealed(self, place: str, sealed: bytes) -> bool:
        with suppress(SealError):
            self.open(place, sealed)
            return True
        return False

    def _label(self, place: str) -> bytes:
        return f"mahjong-battle/{SEAL_VERSION}/{self.topic}/{place}".encode()


@dataclass(frozen=True)
class Identity:
    """The secret of one side, made for one game; `secret` is saved but never sent."""

    secret: bytes = field(repr=False)

    @staticmethod
    def new() -> Identity:
        return Identity(secrets.token_bytes(KEY_BYTES))

    @property
    def public(self) -> Public:
        """The public keys, which the friend gets."""
        box = sodium().box_key(_derived(self.secret, b"box"))
        return Public(box, sodium().sign_key(_derived(self.secret, b"sign")))

    def sign(self, words: bytes) -> bytes:
        return sodium().sign(_derived(self.secret, b"sign"), words)

    def shared_key(self, friend: Public, *parts: bytes) -> bytes:
        """Return the key shared with the friend's identity, derived with further parts.

        Raises FormatError if the friend's key is invalid.
        """
        try:
            shared = sodium().shared(_derived(self.secret, b"box"), friend.box)
        except RefusedError:
            raise DamagedError("the friend's key is none") from None
        return _derived(shared, b"game", *parts)


@dataclass(frozen=True)
class Public:
    """The public keys of an identity: for key exchange, and for its signatures."""

    box: bytes
    sign: bytes

    def signed(self, words: bytes, signature: bytes) -> bool:
        return bool(signature) and sodium().signed(self.sign, words, signature)

    @property
    def mark(self) -> str:
        """A short fingerprint, in hexadecimal digits."""
        return _derived(self.box, b"mark", self.sign)[:16].hex()


def _derived(key: bytes, purpose: bytes, *parts: bytes) -> bytes:
    """Derive a key for a purpose from a key and further parts."""
    digest = blake2b(key=key, digest_size=KEY_BYTES, person=b"mb-" + purpose)
    for part in parts:
        digest.update(len(part).to_bytes(4) + part)
    return digest.digest()


def watch_key(game: bytes) -> bytes:
    """Derive the key of those who watch from that of the game, which does not follow from it."""
    return _derived(game, b"watch")


def watch_topic(key: bytes, host: bytes, guest: bytes) -> bytes:
    """Derive the topic of those who watch: it holds both players' keys for signatures fast."""
    return _derived(key, b"watch", host, guest)[:16]


# --- what is inside: names and values as JSON, packed ---------------------------------------------


def number_in(value: object, most: int = MOST_SECONDS, least: int = 0) -> int:
    """Parse a whole number; raise FormatError for anything else."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise DamagedError("expected a number from {least} to {most}", least=least, most=most)
    return value


def text_in(value: object) -> str:
    """Parse a text; raise FormatError for anything else."""
    if not isinstance(value, str):
        raise DamagedError("expected a text")
    return value


def matching(value: object, pattern: str, error: str, **values: object) -> str:
    """Parse a text that a pattern matches; raise FormatError with `error` for another one."""
    if re.fullmatch(pattern, text := text_in(value)) is None:
        raise DamagedError(error, **values)
    return text


def list_in(value: object, error: str, least: int = 0, most: int = _MOST_PARTS) -> list[Any]:
    """Parse a list of `least` to `most` parts; raise FormatError with `error` for anything else."""
    if not isinstance(value, list) or not least <= len(value) <= most:
        raise DamagedError(error)
    return value


def bytes_in(value: object, *lengths: int) -> bytes:
    """Parse bytes in hexadecimal digits; raise FormatError for anything else."""
    if isinstance(value, str) and len(value) in {2 * length for length in lengths}:
        with suppress(ValueError):
            if len(raw := bytes.fromhex(value)) in lengths:  # blanks between digits are read, too
                return raw
    raise DamagedError("expected hexadecimal digits")


@contextmanager
def reading(values: dict[str, Any]) -> Iterator[None]:
    """Read the values of a message; raise NewerError for what newer programs write."""
    try:
        yield
    except FormatError as error:
        version = values.get("v")
        is_newer = isinstance(version, int) and version > VERSION
        if is_newer and not isinstance(error, NewerError):
            raise NewerError("a newer program has written this: {error}", error=error) from None
        raise


def packed(values: dict[str, Any]) -> bytes:
    """Pack a JSON object as the content of a message."""
    return zlib.compress(plain_bytes(values), 9)


def plain_bytes(values: object) -> bytes:
    """Return values as canonical JSON."""
    return json.dumps(values, separators=(",", ":"), sort_keys=True).encode()


def unpacked(content: bytes, most: int = MOST_UNPACKED) -> dict[str, Any]:
    """Unpack a JSON object of at most `most` bytes; raise FormatError for anything else."""
    unpacker = zlib.decompressobj()
    with suppress(zlib.error, ValueError, RecursionError):
        plain = unpacker.decompress(content, most)
        is_whole = unpacker.eof and sum(map(plain.count, (b",", b"[", b"{"))) <= _MOST_PARTS
        if is_whole and isinstance(values := json.loads(plain), dict):
            return values
    raise DamagedError("a message is not in its format, larger than it may be, or cut")
