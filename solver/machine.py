"""The machine the solver runs on: its cores and memory, and the limits that follow."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from battle.protocol import OPTIONS

IN_A_BROWSER: Final = sys.platform == "emscripten"
MOST_THREADS: Final = OPTIONS["Threads"][1]
LARGEST_DEFAULT_TABLE: Final = 1024
"""MiB: a full deal takes 3 % more nodes than in 8192."""

LARGEST_ENGINE_TABLE: Final = 512
SMALLEST_TABLE: Final = 1
_MEBIBYTE: Final = 2**20
_OF_A_TAB: Final = 256 * _MEBIBYTE
"""What a page may take without being the one that a phone ends first."""

_CGROUP_LIMITS: Final = (
    Path("/sys/fs/cgroup/memory.max"),
    Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
)


def cores() -> int:
    """Return the number of cores this process may use, at least 1; a page uses one."""
    if IN_A_BROWSER:
        return 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def memory_mb() -> int:
    """Return the memory this process may use in MiB."""
    sizes: list[int] = [_all_memory()]
    for path in _CGROUP_LIMITS:
        with suppress(OSError, ValueError):
            sizes.append(int(path.read_text(encoding="ascii")))
    return min(filter(None, sizes)) // _MEBIBYTE


def _all_memory() -> int:
    """Return the memory of the machine, or of a browser's tab, in bytes."""
    if IN_A_BROWSER:
        return _OF_A_TAB
    import psutil

    return int(psutil.virtual_memory().total)


def default_table_mb() -> int:
    """Return the size of the table when none is given: a quarter of the memory up to 1 GiB."""
    return max(SMALLEST_TABLE, min(LARGEST_DEFAULT_TABLE, memory_mb() // 4))


def engine_table_mb() -> int:
    """Return the size of an engine's table when none is given: it works beside other programs."""
    return min(LARGEST_ENGINE_TABLE, default_table_mb())


def largest_table_mb() -> int:
    """Return the largest size that a table may have, in MiB: that of the memory."""
    return max(SMALLEST_TABLE, min(OPTIONS["Hash"][1], memory_mb()))


def check_threads(number: int) -> None:
    """Raise ValueError for an impossible number of threads; 0 is left to the solver."""
    if not 0 <= number <= MOST_THREADS:
        raise ValueError(f"bad threads: {number}, expected at most {MOST_THREADS}")


def check_table(megabytes: int) -> None:
    """Raise ValueError for a table larger than this machine's memory; 0 lets the solver choose.

    Nothing is allocated.
    """
    most = largest_table_mb()
    if not 0 <= megabytes <= most:
        raise ValueError(f"bad hash: {megabytes} MiB, expected at most {most} on this machine")
