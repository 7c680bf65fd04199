"""Second proofs: that they are right, go on where they stopped, and agree with the first."""

from __future__ import annotations

from pathlib import Path

import pytest

from battle.profile.proofs import shipped_pars
from battle.rules.position import position
from solver.api import Solver
from tools import proven_again, reference
from tools.proven_again import FILE, Start, Way, main, prove, read
from tools.reference import Twin

START = position("5m5p6m/5p5m6m/9s7p/9s7p")

OUTSIDE = {500101: 4, 500102: 5, 500103: 0, 500104: 6}
"""Pars that an independent program proved."""


def test_a_second_proof_finds_what_the_twin_finds() -> None:
    """The value is the slow twin's, and deal, game and way stand beside it as they were given."""
    with Solver(1, 1, kernels=Twin()) as solver:
        proof = prove(Start(7, START, "2 of seed 3"), Way(1, 1, "order"), solver)
    assert proof.par == reference.value(START, {})
    assert (proof.deal, proof.game, proof.without, proof.threads) == (7, "2 of seed 3", "order", 1)
    assert proof.nodes > 0


def test_what_is_in_the_file_is_not_proven_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A second run tells the same and adds no line; another way of proof adds one."""
    monkeypatch.setattr(proven_again, "deal", lambda number: START)
    path = tmp_path / "again.csv"
    asked = ["3", "4", "--hash", "1", "--output", str(path)]
    assert main(asked) == 0
    before, told = path.read_bytes(), capsys.readouterr().out
    assert main(asked) == 0
    assert path.read_bytes() == before
    assert capsys.readouterr().out == told
    assert main([*asked, "--threads", "2"]) == 0
    assert [(proof.deal, proof.threads) for proof in read(path)] == [(3, 1), (4, 1), (3, 2), (4, 2)]


def test_another_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that is not ours is left alone, with one line that names it, and status 2."""
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ada,\n", encoding="utf-8")
    assert main(["3", "--output", str(path)]) == 2
    assert path.read_text(encoding="utf-8") == "Dear Ada,\n"
    assert str(path) in capsys.readouterr().err


def test_all_second_proofs_agree_with_the_first() -> None:
    """Every proof that is kept gives the par of its deal, or the one found by another program."""
    first = {**shipped_pars(), **OUTSIDE}
    proofs = read(FILE)
    assert proofs
    for proof in proofs:
        assert proof.par == first[proof.deal], proof
