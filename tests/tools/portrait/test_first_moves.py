"""Values of every first move, against the slow twin; killed and gone on with."""

from __future__ import annotations

from pathlib import Path

import pytest

from battle.rules.par import Par
from battle.rules.position import position
from solver.api import Solver
from solver.survey import PartialProof, PartialProofs
from tools import reference
from tools.portrait import first_moves
from tools.reference import Twin

START = position("5m5p6m/5p5m6m/9s7p/9s7p")
TRUE = reference.move_values(START)


@pytest.fixture(autouse=True)
def small_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every deal be one small position."""
    monkeypatch.setattr(first_moves, "deal", lambda number: START)


def collect(path: Path, pars: dict[int, Par] | None = None, **more: float) -> list[int]:
    with Solver(1, 1, kernels=Twin()) as solver:
        return first_moves.collect(path, [3, 4], pars or {}, solver, **more)


def test_values_are_those_of_the_twin(tmp_path: Path) -> None:
    """Every first move has the value that the slow twin finds, and its pair's points beside it."""
    path = tmp_path / "moves.csv"
    assert collect(path) == []
    assert first_moves.read(path) == {3: TRUE, 4: TRUE}
    lines = path.read_text(encoding="utf-8").splitlines()
    name = str(START.legal_moves[0])
    worth, value = START.worth(START.legal_moves[0]), TRUE[START.legal_moves[0]]
    assert f"3,{name},{worth},{value}" in lines
    assert not path.with_name("moves.bounds.csv").exists()


def test_a_deal_that_was_cut_short_is_proven_again(tmp_path: Path) -> None:
    """A file that lost its end in the middle of a deal has that deal whole after the next run."""
    path = tmp_path / "moves.csv"
    collect(path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-12])
    assert list(first_moves.read(path)) == [3]
    assert collect(path) == []
    assert first_moves.read(path) == {3: TRUE, 4: TRUE}


def test_time_that_is_over_leaves_the_deal_open_and_keeps_its_bounds(tmp_path: Path) -> None:
    """No time proves no deal; what was known stays in the file beside, and the next run ends it."""
    path = tmp_path / "moves.csv"
    known = dict.fromkeys(START.legal_moves, (-40, 40)) | {START.legal_moves[0]: (-39, 39)}
    PartialProofs(path).keep(PartialProof(3, known))
    assert collect(path, seconds=0.0) == [3, 4]
    assert PartialProofs(path).read()[3].bounds[START.legal_moves[0]][1] <= 39
    assert collect(path) == []
    assert first_moves.read(path)[3] == TRUE
