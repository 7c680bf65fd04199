"""The kernels' instructions in plain Python: for tests, and around a prebuilt library.

They compute what `solver.kernels.numba_jit` compiles; where a docstring says more than what the
instruction does, it holds for both.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from solver.kernels import prebuilt

Function = TypeVar("Function", bound=Callable[..., Any])


def kernel(function: Function) -> Function:
    """Return the library's kernel of this name, or the function itself without a library."""
    return cast(Function, prebuilt.kernel(function.__name__)) or function


def inline(function: Function) -> Function:
    """Return the function itself."""
    return function


def popcount(word: int) -> int:
    """Return the number of one bits in a word."""
    return int(word).bit_count()


def lowest(word: int) -> int:
    """Return the index of the lowest one bit of a word that is not zero."""
    return (int(word) & -int(word)).bit_length() - 1


def highest(word: int) -> int:
    """Return the index of the highest one bit of a word that is not zero."""
    return int(word).bit_length() - 1


def prefetch(array: Any, index: int) -> None:
    """Ask for the cache line of `array[index]` without waiting; here, do nothing."""


def get(array: Any, index: int) -> int:
    """Return the word `array[index]`, for an index that is known to lie in the array.

    Without the choice between counting from the start and from the end, a loop over neighbouring
    words can be compiled to instructions that work on several of them at once.
    """
    return cast(int, array[index])  # an int64, which wraps around


def put(array: Any, index: int, word: int) -> None:
    """Set `array[index]` to a word; the other side of `get`."""
    array[index] = word


def matching(array: Any, index: int, word: int, shift: int, factor: int) -> int:
    """Return which of the four pairs of words a, b from `array[index]` on make `word`, as bits.

    That is those with b != 0 and a ^ (b ^ (b >> shift)) * factor == word.
    """
    found = 0
    for entry in range(4):
        one, other = map(int, array[index + 2 * entry : index + 2 * entry + 2])
        product = (other ^ (other >> shift)) * factor
        if other != 0 and one ^ ((product + 2**63) % 2**64 - 2**63) == word:
            found |= 1 << entry
    return found
