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
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from solver.kernels import memory

PREFIX: Final = "battle_"
"""What the names of the kernels begin with in a library."""
_NEEDS: Final = {"-v4": ("AVX512_SKX",), "-v3": ("AVX2", "FMA3")}
"""The processor's features, by numpy's names, that a library needs."""
_SUFFIX: Final = {"win32": "dll", "darwin": "dylib"}.get(sys.platform, "so")


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
        flat = list(_flat(arguments))
        if not function.argtypes:
            function.argtypes = [ctypes.c_void_p] * 2 + [kind for kind, _word in flat]
        result, error = ctypes.c_int64(), ctypes.c_void_p()
        words = [word for _kind, word in flat]
        if function(ctypes.addressof(result), ctypes.addressof(error), *words):
            raise RuntimeError(f"kernel {name} failed")
        return result.value

    return call


def _flat(arguments: tuple[Any, ...]) -> Iterator[tuple[type[Any], int]]:
    """Yield the C type and the value of every argument that these are passed as."""
    pointer, number = ctypes.c_void_p, ctypes.c_int64
    for argument in arguments:
        if isinstance(argument, tuple):
            yield from _flat(argument)
        elif memory.is_words(argument):
            items = len(argument)
            data = memory.address(argument)
            yield from zip(
                (pointer, pointer, number, number, pointer, number, number),
                (0, 0, items, 8, data, items, 8),
                strict=True,
            )
        else:
            yield number, int(argument)


def _runs(variant: str) -> bool:
    if variant not in _NEEDS:
        return True
    import numpy as np

    features = np._core._multiarray_umath.__cpu_features__  # type: ignore[attr-defined]
    return all(features.get(name) for name in _NEEDS[variant])
