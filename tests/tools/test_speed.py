"""Reading takes work and memory as its input is long, of whatever shape that is."""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from tools.attack.speed import Reading, Speed, readings, row_of

SMALL, TIMES = 10_000, 4
MEASURED = [reading for reading in readings() if reading.shape != "a proof"]
"""A proof is as long as it is."""


def calls(reading: Reading, size: int, path: Path) -> int:
    """Return how many calls a reader makes, those of built-in functions counted."""
    path.parent.mkdir()
    path.write_bytes(reading.make(size))
    counted = 0

    def count(_frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal counted
        counted += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        reading.take(path)
    finally:
        sys.setprofile(None)
    return counted


@pytest.mark.parametrize("reading", MEASURED, ids=lambda reading: str(reading.name))
def test_what_is_read_costs_as_it_is_long(reading: Reading, tmp_path: Path) -> None:
    """Four times as much takes at most about four times the calls."""
    calls(reading, SMALL * TIMES, tmp_path / "first" / "input")
    few = calls(reading, SMALL, tmp_path / "few" / "input")
    many = calls(reading, SMALL * TIMES, tmp_path / "many" / "input")
    assert few > 0
    assert many < few * TIMES * 1.3 + 500


def test_the_table_says_what_was_measured() -> None:
    """Megabytes a second, what twice as much takes, and memory; too little time says no growth."""
    reading = MEASURED[0]
    assert row_of(reading, Speed(2_000_000, 0.5, 0.25, 3_000_000)).endswith(
        "| 2.0 | 4.0 | 2.0 | 3 |"
    )
    assert row_of(reading, Speed(2_000_000, 0.001, 0.001, 0)).endswith("| 2.0 | 2000.0 |  | 0 |")
