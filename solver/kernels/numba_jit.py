"""Compiling kernels with numba, and the instructions they use (`solver.kernels.plain` tells which).

`kernel` and `inline` switch numba's reference counting off (`_nrt`), which is most of what a small
function costs, so nothing inside may allocate. `_nrt` is not part of numba's promised interface:
`tests/solver/test_kernels.py` notices when it stops working.
"""

from __future__ import annotations

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


get = cast(Callable[[Any, int], int], _get)
put = cast(Callable[[Any, int, int], None], _put)
matching = cast(Callable[[Any, int, int, int, int], int], _matching)
popcount = cast(Callable[[int], int], _popcount)
lowest = cast(Callable[[int], int], _lowest)
highest = cast(Callable[[int], int], _highest)
prefetch = cast(Callable[[Any, int], None], _prefetch)
