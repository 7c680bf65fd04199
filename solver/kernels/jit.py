"""How kernels are compiled: the one file that decides it, and the machine instructions they use.

Every kernel works on `int64` only, masks and keys included, so that no mixed integer types turn
into floats; the top bit of a word is never part of a mask that is shifted right.

`kernel` compiles a function that Python calls; it releases the GIL. `inline` compiles a helper
that is always inlined into its caller. Both switch numba's reference counting off (`_nrt`), which
is most of what a small function costs, so nothing inside may allocate. `_nrt` is not part of
numba's promised interface: `tests/solver/kernels/test_jit.py` notices when it stops working.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

import numba
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


@intrinsic
def _popcount(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@intrinsic
def _lowest(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], cgutils.true_bit)

    return types.int64(types.int64), generate


@intrinsic
def _highest(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        zeros = builder.ctlz(arguments[0], cgutils.true_bit)
        return builder.sub(ir.Constant(zeros.type, 63), zeros)

    return types.int64(types.int64), generate


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


@inline
def index(number: int) -> int:
    """Return an index, 0 to 2^31 - 1, that the compiler knows is not negative.

    An index that might be negative costs a test and a choice at every use, because in Python it
    counts from the end.
    """
    return number & 0x7FFFFFFF
