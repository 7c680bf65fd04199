"""Whether a process still runs."""

from __future__ import annotations

from pathlib import Path


def lives(pid: str) -> bool:
    """Return whether a process runs; one that only waits to be heard of does not."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="ascii")
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"
