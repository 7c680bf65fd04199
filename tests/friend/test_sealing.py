"""Sealed messages, against whoever stands between the two."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battle.friend.sealing import LENGTHS, MOST_CONTENT, Identity, Seal, SealError

KEY = bytes(range(32))
SEAL = Seal(KEY, "a-topic-of-some-length")


@given(st.binary(max_size=3000))
def test_what_is_sealed_opens_again(content: bytes) -> None:
    """What was sealed for a place opens there, and is one of a few lengths long."""
    sealed = SEAL.seal("host", content)
    assert SEAL.open("host", sealed) == content
    assert len(sealed) in LENGTHS


def test_the_longest_content_fits() -> None:
    """Content of the greatest length is sealed, a byte more is not."""
    assert len(SEAL.open("host", SEAL.seal("host", bytes(MOST_CONTENT)))) == MOST_CONTENT
    with pytest.raises(ValueError, match="at most"):
        SEAL.seal("host", bytes(MOST_CONTENT + 1))


@pytest.mark.parametrize(
    "other", [Seal(bytes(32), SEAL.topic), Seal(KEY, "another-topic-as-long")], ids=["key", "topic"]
)
def test_another_key_or_topic_opens_nothing(other: Seal) -> None:
    """A message opens with its own key, in its own topic."""
    with pytest.raises(SealError):
        other.open("host", SEAL.seal("host", b"moves"))


def test_a_copy_cannot_be_passed_off_as_the_other_sides() -> None:
    """A message that was sealed for one place opens in no other."""
    with pytest.raises(SealError):
        SEAL.open("guest", SEAL.seal("host", b"moves"))


@given(st.integers(min_value=0), st.integers(min_value=1, max_value=255))
def test_a_changed_byte_is_found(at: int, change: int) -> None:
    """No byte of a message can be changed without its being refused."""
    sealed = bytearray(SEAL.seal("host", b"moves"))
    sealed[at % len(sealed)] ^= change
    with pytest.raises(SealError):
        SEAL.open("host", bytes(sealed))


@pytest.mark.parametrize("length", [0, 1, 255, 257, 65536, 65537, 10**6])
def test_other_lengths_are_refused(length: int) -> None:
    """A message of any other length is refused unread."""
    with pytest.raises(SealError):
        SEAL.open("host", bytes(length))


def test_both_make_the_same_key_and_a_third_does_not() -> None:
    """Two identities come to one key from what they told each other; a stranger to another."""
    ada, ben, eve = Identity.new(), Identity.new(), Identity.new()
    assert ada.shared_key(ben.public, b"x") == ben.shared_key(ada.public, b"x")
    assert ada.shared_key(ben.public, b"x") != ada.shared_key(ben.public, b"y")
    assert eve.shared_key(ben.public, b"x") != ada.shared_key(ben.public, b"x")


def test_only_its_author_signs() -> None:
    """A signature holds for its words and its author, and for nothing else."""
    ada, ben = Identity.new(), Identity.new()
    signature = ada.sign(b"words")
    assert ada.public.signed(b"words", signature)
    assert not ada.public.signed(b"other words", signature)
    assert not ben.public.signed(b"words", signature)
    assert not ada.public.signed(b"words", b"")
    assert not ada.public.signed(b"words", bytes(64))
