"""A small share of the attack that is run by hand, and that it sees what falls."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.support.processes import run
from tools.attack.inputs import kinds

KINDS = {kind.name: kind for kind in kinds()}


@pytest.mark.parametrize("name", KINDS)
def test_what_is_not_damaged_is_read(name: str, tmp_path: Path) -> None:
    """The attack begins from inputs that are good, so it goes deep."""
    for number, sample in enumerate(KINDS[name].samples):
        home = tmp_path / str(number)
        home.mkdir()
        KINDS[name].use(sample, home)


def test_what_is_attacked_does_not_fall(shared_home: Path, tmp_path: Path) -> None:
    """Some hundred inputs, a few kills, a crowd, a full disk and a home that cannot be written."""
    environment = os.environ | {"MAHJONG_BATTLE_HOME": str(shared_home), "TMPDIR": str(tmp_path)}
    log = tmp_path / "log.md"
    words = ("--inputs", "500", "--kills", "6", "--seed", "5", "--log", str(log))
    done = run(sys.executable, "-m", "tools.attack", *words, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    *_rows, last = log.read_text(encoding="utf-8").strip().splitlines()
    assert last.startswith("| **all** | 5")
    assert last.endswith(" | 0 | 0 | 0 |")
