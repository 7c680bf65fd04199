"""Kernels that were compiled when the program was built, for a program that brings no numba.

`python -m tools.program` writes the libraries beside this file, for x86 one for each level of the
architecture: with AVX-512 (`-v4`), with AVX2 (`-v3`), with neither (`-v2`). Each kernel is a C
function as numba makes them:

    int kernel(int64 *result, void **error, arguments…)

An array of int64 is seven arguments (owner, parent, items, bytes of one, data, shape, stride), and
a tuple is its members, one after the other. The same holds for WebAssembly, where a pointer is half
as long.
"""

from __future__ import annotations

import ctypes
import functools
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeAlias

from solver.kernels import memory

PREFIX: Final = "battle_"
"""What the names of the kernels begin with in a library."""
_NEEDS: Final = {"-v4": ("AVX512_SKX",), "-v3": ("AVX2", "FMA3")}
"""The processor's features, by numpy's names, that a library needs."""
_SUFFIX: Final = {"win32": "dll", "darwin": "dylib"}.get(sys.platform, "so")


_Flat: TypeAlias = tuple[list[type[Any]], list[int]]


def file_of(variant: str) -> Path:
    """Return where the library for a kind of processor lies."""
    return Path(__file__).with_name(f"prebuilt{variant}.{_SUFFIX}")


def variants() -> list[str]:
    """Return the kinds of this machine's processor family, the fastest first."""
    if sys.platform == "emscripten":
        return ["-wasm32"]
    import platform

    return ["-v4", "-v3", "-v2"] if platform.machine().lower() in ("x86_64", "amd64") else [""]


@functools.cache
def library() -> ctypes.CDLL | None:
    """Return the library for this processor; None if the program was built without one."""
    return next(
        (
            ctypes.CDLL(str(file_of(variant)))
            for variant in variants()
            if file_of(variant).is_file() and _runs(variant)
        ),
        None,
    )


def kernel(name: str) -> Callable[..., int] | None:
    """Return a kernel of the library, to be called as numba's are; None without a library."""
    found = library()
    if found is None or not hasattr(found, PREFIX + name):
        return None
    function = found[PREFIX + name]

    def call(*arguments: Any) -> int:
        if not function.argtypes:
            kinds = [kind for argument in arguments for kind in _flat(argument)[0]]
            function.argtypes = [ctypes.c_void_p] * 2 + kinds
        result, error = ctypes.c_int64(), ctypes.c_void_p()
        words = [word for argument in arguments for word in _flat(argument)[1]]
        if function(ctypes.addressof(result), ctypes.addressof(error), *words):
            raise RuntimeError(f"kernel {name} failed")
        return result.value

    return call


_MOST_KEPT: Final = 24
_kept: dict[int, tuple[Any, _Flat]] = {}
"""What tuples are passed as, by identity, with the tuples: every call passes the same stacks."""


def _flat(argument: Any) -> _Flat:
    """Return the C types and the values that an argument is passed as."""
    if isinstance(argument, tuple):
        kept = _kept.get(id(argument))
        if kept is None:
            if len(_kept) >= _MOST_KEPT:
                _kept.clear()
            parts = [_flat(part) for part in argument]
            kept = (
                argument,
                (
                    [kind for part in parts for kind in part[0]],
                    [word for part in parts for word in part[1]],
                ),
            )
            _kept[id(argument)] = kept
        return kept[1]
    pointer, number = ctypes.c_void_p, ctypes.c_int64
    if memory.is_words(argument):
        items, data = len(argument), memory.address(argument)
        kinds = [pointer, pointer, number, number, pointer, number, number]
        return kinds, [0, 0, items, 8, data, items, 8]
    return [number], [int(argument)]


def _runs(variant: str) -> bool:
    if variant not in _NEEDS:
        return True
    import numpy as np

    features = np._core._multiarray_umath.__cpu_features__  # type: ignore[attr-defined]
    return all(features.get(name) for name in _NEEDS[variant])
