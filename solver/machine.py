"""The machine the solver runs on: how many cores and how much memory there are, and its limits."""

from __future__ import annotations

import ctypes
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from battle.protocol import OPTIONS

MOST_THREADS: Final = OPTIONS["Threads"][1]
LARGEST_DEFAULT_TABLE: Final = 1024
"""MiB: a full deal takes 3 % more nodes than in 8192."""

SMALLEST_TABLE: Final = 1
UNKNOWN_MEMORY: Final = 2048
_MEBIBYTE: Final = 2**20
_CGROUP_LIMITS: Final = (
    Path("/sys/fs/cgroup/memory.max"),
    Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
)


def cores() -> int:
    """Return the number of cores this process may use, at least 1."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def memory_mb() -> int | None:
    """Return the memory this process may use in MiB; None where the system does not say."""
    sizes = [_physical()]
    for path in _CGROUP_LIMITS:
        with suppress(OSError, UnicodeDecodeError):
            text = path.read_text(encoding="ascii").strip()
            sizes.append(int(text) if text.isdigit() else 0)
    return min(filter(None, sizes), default=0) // _MEBIBYTE or None


def default_table_mb() -> int:
    """Return the size of the table when none is given: a quarter of the memory up to 1 GiB."""
    memory = memory_mb() or UNKNOWN_MEMORY
    return max(SMALLEST_TABLE, min(LARGEST_DEFAULT_TABLE, memory // 4))


def largest_table_mb() -> int:
    """Return the largest size that a table may have, in MiB: that of the memory."""
    most = OPTIONS["Hash"][1]
    return max(SMALLEST_TABLE, min(most, memory_mb() or most))


def check_threads(number: int) -> None:
    """Raise ValueError for an impossible number of threads; 0 is left to the solver."""
    if not 0 <= number <= MOST_THREADS:
        raise ValueError(f"bad threads: {number}, expected 0 to {MOST_THREADS}")


def check_table(megabytes: int) -> None:
    """Raise ValueError for a size of the table that this machine has not; 0 is left to the solver.

    Nothing is allocated.
    """
    most = largest_table_mb()
    if not 0 <= megabytes <= most:
        raise ValueError(f"bad hash: {megabytes} MiB, expected 0 to {most} on this machine")


def _physical() -> int:
    if sys.platform == "win32":
        # The total is the second field of eight bytes of GlobalMemoryStatusEx.
        status = (ctypes.c_uint64 * 8)()
        status[0] = ctypes.sizeof(status)
        kernel32 = getattr(ctypes, "windll").kernel32  # noqa: B009 - there on Windows only
        return int(status[1]) if kernel32.GlobalMemoryStatusEx(ctypes.byref(status)) else 0
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError):
        return 0
