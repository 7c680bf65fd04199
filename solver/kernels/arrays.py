"""Words as numpy's arrays; see `solver.kernels.memory`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias, TypeGuard

import numpy as np
import numpy.typing as npt

Words: TypeAlias = npt.NDArray[np.int64]


def zeros(length: int) -> Words:
    """Return so many words of 0."""
    return np.zeros(length, np.int64)


def of(values: Iterable[int]) -> Words:
    """Return words with these values."""
    return np.array([*values], np.int64)


def constant(values: Iterable[int]) -> Words:
    """Return words with these values that cannot be written to."""
    made = of(values)
    made.setflags(write=False)
    return made


def fill(words: Words, value: int) -> None:
    """Set every word to a value."""
    words.fill(value)


def nonzero(words: Words) -> int:
    """Return how many words are not 0."""
    return int(np.count_nonzero(words))


def address(words: Words) -> int:
    """Return where in memory the words begin."""
    return words.ctypes.data


def is_words(value: Any) -> TypeGuard[Words]:
    """Whether a value is words."""
    return isinstance(value, np.ndarray)
