"""How kernels are compiled: the one file that decides it, and the machine instructions they use.

Every kernel works on `int64` only, masks and keys included, so that no mixed integer types turn
into floats; the top bit of a word is never part of a mask that is shifted right.

`kernel` compiles a function that Python calls; it releases the GIL. `inline` compiles a helper
that is always inlined into its caller. Both switch numba's reference counting off (`_nrt`), which
is most of what a small function costs, so nothing inside may allocate. `_nrt` is not part of
numba's promised interface: `tests/solver/test_kernels.py` notices when it stops working.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from solver.kernels import cache

Function = TypeVar("Function", bound=Callable[..., Any])

_CACHE: Final = cache.prepare()
if _CACHE is not None:
    numba.config.CACHE_DIR = str(_CACHE)  # type: ignore[attr-defined]

_OPTIONS: dict[str, Any] = {
    "nogil": True,
    "boundscheck": False,
    "error_model": "numpy",
    "_nrt": False,
}


def kernel(function: Function) -> Function:
    """Compile `function` for calls from Python, with the compiled code kept on disk."""
    return cast(Function, numba.njit(cache=_CACHE is not None, **_OPTIONS)(function))


def inline(function: Function) -> Function:
    """Compile `function` to be inlined wherever a kernel calls it."""
    return cast(Function, numba.njit(forceinline=True, **_OPTIONS)(function))


def _python_popcount(word: int) -> int:
    return int(word).bit_count()


def _python_lowest(word: int) -> int:
    return (int(word) & -int(word)).bit_length() - 1


def _python_highest(word: int) -> int:
    return int(word).bit_length() - 1


def _python_prefetch(array: Any, index: int) -> None:
    """Do nothing: a hint has no meaning without machine code."""


def _python_get(array: Any, index: int) -> int:
    return cast(int, array[index])  # an int64, which wraps around


def _python_put(array: Any, index: int, word: int) -> None:
    array[index] = word


def _python_matching(array: Any, index: int, word: int, shift: int, factor: int) -> int:
    found = 0
    for entry in range(4):
        one, other = array[index + 2 * entry : index + 2 * entry + 2]
        if other != 0 and one ^ ((other ^ (other >> shift)) * np.int64(factor)) == word:
            found |= 1 << entry
    return found


@intrinsic
def _get(typing_context: Any, array: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        return builder.load(builder.gep(data, [arguments[1]]))

    return types.int64(array, types.int64), generate


@intrinsic
def _put(typing_context: Any, array: Any, index: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        builder.store(arguments[2], builder.gep(data, [arguments[1]]))
        return context.get_dummy_value()

    return types.void(array, types.int64, types.int64), generate


@intrinsic
def _matching(
    typing_context: Any, array: Any, index: Any, word: Any, shift: Any, factor: Any
) -> Any:
    bits, lane = ir.IntType(64), ir.IntType(32)
    four, eight = ir.VectorType(bits, 4), ir.VectorType(bits, 8)

    def lanes(*numbers: int) -> Any:
        return ir.Constant(ir.VectorType(lane, len(numbers)), list(numbers))

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        def in_all(number: Any) -> Any:
            none = ir.Constant(four, ir.Undefined)
            one = builder.insert_element(none, number, ir.Constant(lane, 0))
            return builder.shuffle_vector(one, none, lanes(0, 0, 0, 0))

        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        place = builder.bitcast(builder.gep(data, [arguments[1]]), eight.as_pointer())
        words = builder.load(place, align=8)
        none = ir.Constant(eight, ir.Undefined)
        ones = builder.shuffle_vector(words, none, lanes(0, 2, 4, 6))
        others = builder.shuffle_vector(words, none, lanes(1, 3, 5, 7))
        mixed = builder.xor(others, builder.ashr(others, in_all(arguments[3])))
        mixed = builder.mul(mixed, in_all(arguments[4]))
        same = builder.icmp_signed("==", builder.xor(ones, mixed), in_all(arguments[2]))
        used = builder.icmp_signed("!=", others, ir.Constant(four, [0] * 4))
        found = builder.bitcast(builder.and_(same, used), ir.IntType(4))
        return builder.zext(found, bits)

    return types.int64(array, *[types.int64] * 4), generate


def _of_a_word(instruction: Callable[[Any, Any], Any]) -> Any:
    """Return the intrinsic that applies an instruction, made by a builder, to a word."""

    @intrinsic
    def operation(typing_context: Any, word: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return instruction(builder, arguments[0])

        return types.int64(types.int64), generate

    return operation


_popcount = _of_a_word(lambda builder, word: builder.ctpop(word))
_lowest = _of_a_word(lambda builder, word: builder.cttz(word, cgutils.true_bit))
_highest = _of_a_word(
    lambda builder, word: builder.sub(word.type(63), builder.ctlz(word, cgutils.true_bit))
)


@intrinsic
def _prefetch(typing_context: Any, array: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        place = builder.gep(data, [arguments[1]])
        word = ir.IntType(32)
        hint = ir.FunctionType(ir.VoidType(), [place.type, word, word, word])
        module = builder.module
        function = module.globals.get("llvm.prefetch.p0") or ir.Function(
            module, hint, "llvm.prefetch.p0"
        )
        builder.call(function, [place, word(0), word(3), word(1)])
        return context.get_dummy_value()

    return types.void(array, types.int64), generate


_compiled = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")

popcount = cast(Callable[[int], int], _popcount if _compiled else _python_popcount)
"""The number of one bits in a word."""

lowest = cast(Callable[[int], int], _lowest if _compiled else _python_lowest)
"""The index of the lowest one bit of a word that is not zero."""

highest = cast(Callable[[int], int], _highest if _compiled else _python_highest)
"""The index of the highest one bit of a word that is not zero."""

prefetch = cast(Callable[[Any, int], None], _prefetch if _compiled else _python_prefetch)
"""Ask for the cache line of `array[index]` without waiting for it."""

get = cast(Callable[[Any, int], int], _get if _compiled else _python_get)
"""The word `array[index]`, for an index that is known to lie in the array.

Without the choice between counting from the start and from the end, a loop over neighbouring words
can be compiled to instructions that work on several of them at once.
"""

put = cast(Callable[[Any, int, int], None], _put if _compiled else _python_put)
"""Set `array[index]` to a word; the other side of `get`."""

matching = cast(
    Callable[[Any, int, int, int, int], int], _matching if _compiled else _python_matching
)
"""Which of the four pairs of words a, b from `array[index]` on make `word`, as bits 0 to 3.

That is those with b != 0 and a ^ (b ^ (b >> shift)) * factor == word.
"""


@inline
def index(number: int) -> int:
    """Return an index, 0 to 2^31 - 1, that the compiler knows is not negative.

    An index that might be negative costs a test and a choice at every use, because in Python it
    counts from the end.
    """
    return number & 0x7FFFFFFF
