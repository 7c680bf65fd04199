"""Giving memory back: widgets that are gone, and what the system's allocator keeps of pictures."""

from __future__ import annotations

import ctypes
import gc
from collections.abc import Callable
from functools import cache


def settle() -> None:
    """Leave what there is by now out of every later `tidy`; for once, before the first screen.

    It is the program itself, which stays to the end, and looking through it took most of the time.
    """
    gc.collect()
    gc.freeze()


def tidy() -> None:
    """Free what nothing refers to any more, and return it to the system where that is possible.

    Takes a hundredth of a second. A screen's widgets refer to each other in circles, so they
    and their pictures stay until the collector comes by; and glibc keeps freed pictures for
    later, of which a window that shows many screens gets 200 MB and more.
    """
    gc.collect()
    trim = _trim()
    if trim is not None:
        trim(0)


@cache
def _trim() -> Callable[[int], int] | None:
    """Return glibc's `malloc_trim`, or None where there is none."""
    try:
        found: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return None
    return found
