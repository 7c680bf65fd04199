"""Words as memory views, for Python without numpy; see `solver.kernels.memory`."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Iterable
from typing import Any, TypeAlias, TypeGuard

Words: TypeAlias = "memoryview[int]"


def zeros(length: int) -> Words:
    """Return so many words of 0."""
    return memoryview(bytearray(8 * length)).cast("q")


def of(values: Iterable[int]) -> Words:
    """Return words with these values."""
    return memoryview(array("q", values))


def constant(values: Iterable[int]) -> Words:
    """Return words with these values that cannot be written to."""
    return of(values).toreadonly()


def fill(words: Words, value: int) -> None:
    """Set every word to a value."""
    if value == 0:
        ctypes.memset(address(words), 0, words.nbytes)
    else:
        words[:] = memoryview(array("q", [value]) * len(words))


def nonzero(words: Words) -> int:
    """Return how many words are not 0."""
    return len(words) - words.tolist().count(0)


def address(words: Words) -> int:
    """Return where in memory the words begin; 0 if there are none."""
    return ctypes.addressof(ctypes.c_char.from_buffer(words)) if len(words) else 0


def is_words(value: Any) -> TypeGuard[Words]:
    """Whether a value is words."""
    return isinstance(value, memoryview)
