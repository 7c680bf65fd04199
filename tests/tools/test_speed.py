"""Reading takes work and memory as its input is long, of whatever shape that is."""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from tools.attack.speed import Reading, readings

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
