"""Attacks and measures of reading."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from tests.support.processes import run
from tools.attack.inputs import kinds
from tools.attack.speed import Reading, readings

# -- attack ---------------------------------------------------------------------------------------

KINDS = {kind.name: kind for kind in kinds()}


@pytest.mark.parametrize("name", KINDS)
def test_what_is_not_damaged_is_read(name: str, tmp_path: Path) -> None:
    """The attack begins from inputs that are good, so it goes deep."""
    for number, sample in enumerate(KINDS[name].samples):
        home = tmp_path / str(number)
        home.mkdir()
        KINDS[name].use(sample, home)


def test_what_is_attacked_does_not_fall(shared_home: Path, tmp_path: Path) -> None:
    """Two hundred inputs, a few kills, a crowd, a full disk and a home that cannot be written."""
    environment = os.environ | {"MAHJONG_BATTLE_HOME": str(shared_home), "TMPDIR": str(tmp_path)}
    log = tmp_path / "log.md"
    words = ("--inputs", "200", "--kills", "3", "--seed", "5", "--log", str(log))
    done = run(sys.executable, "-m", "tools.attack", *words, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    *_rows, last = log.read_text(encoding="utf-8").strip().splitlines()
    assert last.startswith("| **all** | 2")
    assert last.endswith(" | 0 | 0 | 0 |")


# -- speed ----------------------------------------------------------------------------------------

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
