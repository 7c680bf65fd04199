"""The calibration of estimates: samples that were cut short, and the table that looks make."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from tools import calibrate

USUAL, TRUST, SHARE = 2.0, 0.5, 0.8
"""What a made-up sample says: what positions are worth by what was seen, and pairs by the best."""


def position(number: int, lot: Random) -> dict[str, Any]:
    """Return a line of a sample whose position is worth USUAL + TRUST of what was seen."""
    seen, behind = 2 * lot.randint(-10, 10), 5 * lot.randint(1, 4)
    truth = round(USUAL + TRUST * seen)
    choices = [
        ["a1a9", 1, 3, -200, 200, seen, seen],
        ["b1b9", 1, 3, -200, 200, seen - behind, seen - behind],
    ]
    looks = [
        {"nodes": 1_000, "manner": manner, "depth": 3, "lower": -200, "upper": 200}
        | {"choices": choices}
        for manner in ("all", "best")
    ]
    moves = {"a1a9": truth, "b1b9": truth - round(SHARE * behind)}
    return {"number": number, "tiles": 64, "truth": truth, "looks": looks, "moves": moves}


def written(file: Path, number: int = 300) -> Path:
    lot = Random(1)
    rows = [json.dumps(position(place, lot)) for place in range(number)]
    file.write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
    return file


def test_the_table_has_the_lines_that_are_in_the_sample(tmp_path: Path) -> None:
    """What is true of every position is found: what it is worth, and what a pair behind costs."""
    table = calibrate.fitted(list(calibrate.looks([written(tmp_path / "sample")])))
    assert {row.nodes for row in table} == {1_000}
    row = next(row for row in table if row.tiles == 65)
    assert abs(row.usual - USUAL) < 0.05
    assert abs(row.trust - TRUST) < 0.01
    assert abs(row.share - SHARE) < 0.01
    assert row.error < 0.5
    assert row.unrest == 0


def test_the_check_finds_that_a_table_fits(tmp_path: Path) -> None:
    """Estimates by the table of the same looks are not off; what the looks saw was."""
    found = list(calibrate.looks([written(tmp_path / "sample")]))
    (line,) = [
        line
        for line in calibrate.check(found, calibrate.fitted(found))
        if line.strip().startswith("64-66")
    ]
    _band, looks, _bias, rms, now_bias, now_rms, *_rest = line.split()
    assert int(looks) == len(found) == 600
    assert float(rms) > 4
    assert abs(float(now_bias)) < 0.1
    assert float(now_rms) < 0.5
