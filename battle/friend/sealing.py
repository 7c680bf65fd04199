"""Sealed messages: what only the two can read or make, and nobody can take for another's.

    1 byte     version of the seal, 1
    24 bytes   nonce, drawn anew for every message
    the rest   XChaCha20-Poly1305 of: length (4 bytes), content, zeros

The authenticated label names version, topic and the place that the message is for, so that a copy
of one side opens nowhere else. Zeros fill a message up to one of a few lengths, which are all that
somebody between the two learns. Nothing is looked into before its length and its seal are right.
"""

from __future__ import annotations

import json
import secrets
import zlib
from dataclasses import dataclass, field
from typing import Any, Final, TypeGuard

from battle.friend.channel import LARGEST
from battle.rules.position import FormatError

KEY_BYTES: Final = 32
PUBLIC_BYTES: Final = 32
SIGNATURE_BYTES: Final = 64
SEAL_VERSION: Final = 1

LENGTHS: Final = (256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 49152)
"""What a sealed message can be long, in bytes."""

_NONCE_BYTES: Final = 24
_TAG_BYTES: Final = 16
_COUNT_BYTES: Final = 4
_AROUND: Final = 1 + _NONCE_BYTES + _TAG_BYTES + _COUNT_BYTES

MOST_CONTENT: Final = LENGTHS[-1] - _AROUND
"""The bytes of content that fit into one sealed message."""

MOST_UNPACKED: Final = 2**20
"""Bytes of JSON in one message; what would be more is not unpacked."""

MOST_SECONDS: Final = 32_503_680_000
"""The year 3000: Windows knows no later moments."""


class DamagedError(FormatError):
    """A message that is damaged, forged, or tells of what cannot be.

    Its words are for those who look for the reason; a person is told that one was refused.
    """


def damaged_game() -> DamagedError:
    """Return the error for a kept game of which nothing can be used."""
    return DamagedError("a game with a friend is damaged")


class NewerError(FormatError):
    """What a newer program has written; nothing is wrong with it."""


class SealError(DamagedError):
    """A message that was not sealed with this key for this place; nothing of it was read."""


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
        filled = len(content).to_bytes(_COUNT_BYTES, "big") + content
        filled += bytes(whole - _AROUND - len(content))
        nonce = secrets.token_bytes(_NONCE_BYTES)
        sealed = _sodium().crypto_aead_xchacha20poly1305_ietf_encrypt(
            filled, self._label(place), nonce, self.key
        )
        return bytes([SEAL_VERSION]) + nonce + bytes(sealed)

    def open(self, place: str, sealed: bytes) -> bytes:
        """Return the content sealed for a place; raise SealError if it was not."""
        if len(sealed) > LARGEST:
            raise SealError("a message is larger than {most} bytes", most=LARGEST)
        if len(sealed) not in LENGTHS:
            raise SealError("a message is cut, or none of this game")
        if sealed[0] != SEAL_VERSION:
            raise SealError("a message has a seal of another version")
        nonce, rest = sealed[1 : 1 + _NONCE_BYTES], sealed[1 + _NONCE_BYTES :]
        try:
            filled = _sodium().crypto_aead_xchacha20poly1305_ietf_decrypt(
                rest, self._label(place), nonce, self.key
            )
        except _failure():
            raise SealError("a message is not sealed by either of the two") from None
        count = int.from_bytes(filled[:_COUNT_BYTES], "big")
        if count > len(filled) - _COUNT_BYTES:
            raise SealError("a message is cut")
        return bytes(filled[_COUNT_BYTES : _COUNT_BYTES + count])

    def _label(self, place: str) -> bytes:
        return f"mahjong-battle/{SEAL_VERSION}/{self.topic}/{place}".encode()


@dataclass(frozen=True)
class Identity:
    """Who one is in a game: made for it alone. `secret` is to be kept, and never sent."""

    secret: bytes = field(repr=False)

    @staticmethod
    def new() -> Identity:
        """Return an identity that nobody has had before."""
        return Identity(secrets.token_bytes(KEY_BYTES))

    @property
    def public(self) -> Public:
        """What the other is told."""
        sodium = _sodium()
        box = sodium.crypto_scalarmult_base(_derived(self.secret, b"box"))
        return Public(bytes(box), bytes(self._signing()[0]))

    def sign(self, words: bytes) -> bytes:
        """Return the signature of some words."""
        signed = _sodium().crypto_sign(words, self._signing()[1])
        return bytes(signed[:SIGNATURE_BYTES])

    def shared_key(self, friend: Public, *parts: bytes) -> bytes:
        """Return the key that only this identity and the friend's can make, out of parts told.

        Raises FormatError if what the friend told is none.
        """
        try:
            shared = _sodium().crypto_scalarmult(_derived(self.secret, b"box"), friend.box)
        except _failure():
            raise DamagedError("the friend's key is none") from None
        return _derived(bytes(shared), b"game", *parts)

    def _signing(self) -> tuple[bytes, bytes]:
        public, secret = _sodium().crypto_sign_seed_keypair(_derived(self.secret, b"sign"))
        return public, secret


@dataclass(frozen=True)
class Public:
    """What everybody may know of an identity: a key to seal for it, a key to know its signature."""

    box: bytes
    sign: bytes

    def signed(self, words: bytes, signature: bytes) -> bool:
        """Whether the identity has signed these words."""
        if len(signature) != SIGNATURE_BYTES:
            return False
        try:
            _sodium().crypto_sign_open(signature + words, self.sign)
        except _failure():
            return False
        return True

    @property
    def mark(self) -> str:
        """A short name for it, in hexadecimal digits."""
        return _derived(self.box, b"mark", self.sign)[:16].hex()


def _derived(key: bytes, purpose: bytes, *parts: bytes) -> bytes:
    """Return a key for a purpose, made of a key and further parts."""
    from hashlib import blake2b

    digest = blake2b(key=key, digest_size=KEY_BYTES, person=b"mb-" + purpose)
    for part in parts:
        digest.update(len(part).to_bytes(4, "big") + part)
    return digest.digest()


def _sodium() -> Any:
    """Return libsodium, which is loaded only when a game with a friend is."""
    from nacl import bindings

    return bindings


def _failure() -> type[Exception]:
    from nacl.exceptions import CryptoError

    return CryptoError


# --- what is inside: names and values as JSON, packed ---------------------------------------------


def is_number(found: object, least: int, most: int) -> TypeGuard[int]:
    """Whether a value that was sent is a whole number from `least` to `most`."""
    return isinstance(found, int) and not isinstance(found, bool) and least <= found <= most


def packed(values: dict[str, Any]) -> bytes:
    """Return names and values as they are sealed."""
    return zlib.compress(plain_bytes(values), 9)


def plain_bytes(values: object) -> bytes:
    """Return values as JSON, the same for the same values."""
    return json.dumps(values, separators=(",", ":"), sort_keys=True).encode()


def unpacked(content: bytes) -> dict[str, Any]:
    """Return the names and values that were packed; raise FormatError for anything else."""
    unpacker = zlib.decompressobj()
    try:
        plain = unpacker.decompress(content, MOST_UNPACKED)
        if not unpacker.eof:
            raise DamagedError("a message is larger than it may be, or cut")
        values = json.loads(plain)
    except (zlib.error, ValueError, RecursionError) as error:
        if isinstance(error, FormatError):
            raise
        raise DamagedError("a message is not in its format") from None
    if not isinstance(values, dict):
        raise DamagedError("a message is not in its format")
    return values
