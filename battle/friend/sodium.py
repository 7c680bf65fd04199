"""The primitives under the seal: X25519, Ed25519 and XChaCha20-Poly1305 as libsodium has them.

sealing ──► sodium() ──► PyNaCl, loaded when it is first asked
                         or what a page puts in its place with `use`
"""

from __future__ import annotations

from typing import Final, Protocol

NONCE_BYTES: Final = 24
TAG_BYTES: Final = 16


class RefusedError(Exception):
    """What was not sealed or signed with the key, or a key that is none."""


class Sodium(Protocol):
    """The primitives; a secret is 32 bytes, of which each derives its own keys."""

    def box_key(self, secret: bytes) -> bytes:
        """Return the public key for key exchange."""

    def shared(self, secret: bytes, friends: bytes) -> bytes:
        """Return what is shared with a public key; raise RefusedError for a weak one."""

    def sign_key(self, secret: bytes) -> bytes:
        """Return the public key of signatures."""

    def sign(self, secret: bytes, words: bytes) -> bytes:
        """Return the signature of words."""

    def signed(self, key: bytes, words: bytes, signature: bytes) -> bool:
        """Return whether a signature is that of the words."""

    def encrypt(self, key: bytes, nonce: bytes, plain: bytes, label: bytes) -> bytes:
        """Return what is encrypted and authenticated together with its label."""

    def decrypt(self, key: bytes, nonce: bytes, sealed: bytes, label: bytes) -> bytes:
        """Return what was encrypted; raise RefusedError if it was not with this key and label."""


class PyNaCl:
    """The primitives of PyNaCl."""

    def __init__(self) -> None:
        import nacl.bindings
        import nacl.exceptions

        self._nacl, self._error = nacl.bindings, nacl.exceptions.CryptoError

    def box_key(self, secret: bytes) -> bytes:
        return self._nacl.crypto_scalarmult_base(secret)

    def shared(self, secret: bytes, friends: bytes) -> bytes:
        try:
            return self._nacl.crypto_scalarmult(secret, friends)
        except self._error:
            raise RefusedError from None

    def sign_key(self, secret: bytes) -> bytes:
        return self._nacl.crypto_sign_seed_keypair(secret)[0]

    def sign(self, secret: bytes, words: bytes) -> bytes:
        key = self._nacl.crypto_sign_seed_keypair(secret)[1]
        return self._nacl.crypto_sign(words, key)[: self._nacl.crypto_sign_BYTES]

    def signed(self, key: bytes, words: bytes, signature: bytes) -> bool:
        try:
            self._nacl.crypto_sign_open(signature + words, key)
        except self._error:
            return False
        return True

    def encrypt(self, key: bytes, nonce: bytes, plain: bytes, label: bytes) -> bytes:
        return self._nacl.crypto_aead_xchacha20poly1305_ietf_encrypt(plain, label, nonce, key)

    def decrypt(self, key: bytes, nonce: bytes, sealed: bytes, label: bytes) -> bytes:
        try:
            return self._nacl.crypto_aead_xchacha20poly1305_ietf_decrypt(sealed, label, nonce, key)
        except self._error:
            raise RefusedError from None


_used: list[Sodium] = []


def use(other: Sodium) -> None:
    """Put other primitives in the place of PyNaCl."""
    _used[:] = [other]


def sodium() -> Sodium:
    """Return the primitives."""
    if not _used:
        use(PyNaCl())
    return _used[0]
