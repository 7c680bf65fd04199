"""How kernels are compiled: the one file that decides it, and the instructions they use.

Every kernel works on `int64` only, masks and keys included, so that no mixed integer types turn
into floats; the top bit of a word is never part of a mask that is shifted right.

`kernel` compiles a function that Python calls; it releases the GIL. `inline` compiles a helper
that is always inlined into its caller. Numba does both. A program built to run without Python has
no numba, but a library of the kernels, compiled when it was built (`solver.kernels.prebuilt`). With
`NUMBA_DISABLE_JIT=1` everything is plain Python.
"""

from __future__ import annotations

import os

from solver.kernels import prebuilt

if prebuilt.library() is None and os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0"):
    from solver.kernels.numba_jit import (
        get,
        highest,
        inline,
        kernel,
        lowest,
        matching,
        popcount,
        prefetch,
        put,
    )
else:
    from solver.kernels.plain import (
        get,
        highest,
        inline,
        kernel,
        lowest,
        matching,
        popcount,
        prefetch,
        put,
    )

__all__ = [
    "get",
    "highest",
    "index",
    "inline",
    "kernel",
    "lowest",
    "matching",
    "popcount",
    "prefetch",
    "put",
]


@inline
def index(number: int) -> int:
    """Return an index, 0 to 2^31 - 1, that the compiler knows is not negative.

    An index that might be negative costs a test and a choice at every use, because in Python it
    counts from the end.
    """
    return number & 0x7FFFFFFF
