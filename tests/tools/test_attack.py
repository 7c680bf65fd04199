"""A small share of the attack that is run by hand, and that it sees what falls."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from random import Random

import pytest

from battle.rules.position import FormatError
from tests.support.processes import run
from tools.attack import inputs
from tools.attack.inputs import Kind, LostError, give, kinds
from tools.attack.mutations import damaged, odd_name
from tools.attack.tally import Tally, table

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


def fail(error: BaseException) -> Kind:
    """Return a kind whose reader fails so."""

    def use(_given: bytes, _home: Path) -> None:
        raise error

    return Kind("failing", (b"x",), use, 1)


def test_what_falls_is_counted() -> None:
    """A refusal in one line is right; anything else is a traceback, a loss or a hang."""
    tally = Tally("failing")
    for error in (FormatError("bad x"), KeyError("x"), LostError("a move"), inputs.HangError()):
        give(fail(error), b"x", tally)
    assert (tally.tries, tally.tracebacks, tally.losses, tally.hangs) == (4, 1, 1, 1)
    assert not tally.is_clean
    assert len(tally.findings) == 3
    assert table([tally, tally]).splitlines()[-1] == "| **all** | 8 | 2 | 2 | 2 |"


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such clock here")
def test_a_reader_that_does_not_end_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is counted, and the attack goes on."""
    monkeypatch.setattr(inputs, "SECONDS", 0.05)

    def use(_given: bytes, _home: Path) -> None:
        while True:
            pass

    tally = Tally("endless")
    give(Kind("endless", (), use, 1), b"", tally)
    assert tally.hangs == 1


def test_damage_is_repeated_with_its_seed() -> None:
    """What was found can be looked at again, and hardly anything is left as it was."""
    found = [damaged((b"5m5p/5p5m 1 0-0",), Random(seed)) for seed in range(200)]
    assert found == [damaged((b"5m5p/5p5m 1 0-0",), Random(seed)) for seed in range(200)]
    assert len({*found}) > 150
    assert odd_name(Random(3)) == odd_name(Random(3))
