"""Second proofs: that they are right, go on where they stopped, and agree with the first."""

from __future__ import annotations

from battle.profile.proofs import shipped_pars
from battle.rules.position import position
from solver.api import Solver
from tools import reference
from tools.proven_again import FILE, Start, Way, prove, read
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


def test_all_second_proofs_agree_with_the_first() -> None:
    """Every proof that is kept gives the par of its deal, or the one found by another program."""
    first = {**shipped_pars(), **OUTSIDE}
    proofs = read(FILE)
    assert proofs
    for proof in proofs:
        assert proof.par == first[proof.deal], proof
