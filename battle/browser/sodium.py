"""The primitives under the seal in a page: those of libsodium.js, which wire.js calls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from battle.friend.sodium import RefusedError

Call: TypeAlias = Callable[..., Any]
"""Calls a function of libsodium.js by its name, with bytes; returns bytes of JavaScript, a truth
value, or None where libsodium refuses."""

_SEAL: Final = "crypto_aead_xchacha20poly1305_ietf"


class PageSodium:
    """`battle.friend.sodium.Sodium` over libsodium.js."""

    def __init__(self, call: Call) -> None:
        self._call = call

    def _bytes(self, name: str, *parts: bytes | None) -> bytes:
        found = self._call(name, *parts)
        if found is None:
            raise RefusedError
        return bytes(found.to_bytes())

    def box_key(self, secret: bytes) -> bytes:
        return self._bytes("crypto_scalarmult_base", secret)

    def shared(self, secret: bytes, friends: bytes) -> bytes:
        return self._bytes("crypto_scalarmult", secret, friends)

    def sign_key(self, secret: bytes) -> bytes:
        return self._bytes("publicKey", secret)

    def sign(self, secret: bytes, words: bytes) -> bytes:
        return self._bytes("sign", words, secret)

    def signed(self, key: bytes, words: bytes, signature: bytes) -> bool:
        return bool(self._call("crypto_sign_verify_detached", signature, words, key))

    def encrypt(self, key: bytes, nonce: bytes, plain: bytes, label: bytes) -> bytes:
        return self._bytes(f"{_SEAL}_encrypt", plain, label, None, nonce, key)

    def decrypt(self, key: bytes, nonce: bytes, sealed: bytes, label: bytes) -> bytes:
        return self._bytes(f"{_SEAL}_decrypt", None, sealed, label, nonce, key)
