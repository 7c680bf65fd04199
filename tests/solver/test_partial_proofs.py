"""Partial proofs: what is kept comes out again, what is damaged is left out, par bounds moves."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from battle.rules.deal import deal
from battle.rules.par import Par
from solver.survey import PartialProof, PartialProofs, bounds_of


def proof_of(number: int, lot: Random) -> PartialProof:
    """Return a proof with any bounds of a deal's first moves."""
    bounds = {move: (lot.randint(-90, 0), lot.randint(0, 90)) for move in deal(number).legal_moves}
    return PartialProof(number, bounds, lot.randint(0, 10**12), lot.randint(0, 9999) / 10, 7)


def test_the_last_line_of_a_deal_counts(tmp_path: Path) -> None:
    """What was kept is read as it was, of each deal the latest."""
    lot, proofs = Random(3), PartialProofs(tmp_path / "par.csv")
    kept = [proof_of(number, lot) for number in (1, 2, 1, 2_147_483_647)]
    for proof in kept:
        proofs.keep(proof)
    assert proofs.path.name == "par.bounds.csv"
    assert proofs.read() == {1: kept[2], 2: kept[1], 2_147_483_647: kept[3]}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("5,", "0,"),
        ("{move}", "z1z2"),
        (":", ";"),
        (",7,", ",seven,"),
        (":90", ":-300"),
        (",", ",,"),
    ],
)
def test_a_damaged_line_is_left_out_and_told(tmp_path: Path, old: str, new: str) -> None:
    """The lines around it count, and its number is told."""
    proofs = PartialProofs(tmp_path / "par.csv")
    move = deal(5).legal_moves[0]
    proofs.keep(proof_of(4, Random(4)))
    proofs.keep(PartialProof(5, {move: (-3, 90)}, 12, 3.5, 7))
    header, before, line = proofs.path.read_text(encoding="utf-8").splitlines()
    damaged = line.replace(old.format(move=move), new, 1)
    proofs.path.write_text(f"{header}\n{before}\n{damaged}\n", encoding="utf-8")
    told: list[str] = []
    assert set(proofs.read(told.append)) == {4}
    assert len(told) == 1
    assert "3" in told[0]


def test_nothing_is_known_of_a_deal_without_par() -> None:
    """Every first move may be worth anything; par says that none is worth more."""
    start = deal(3)
    first, second, *_others = start.legal_moves
    assert PartialProof(3, bounds_of(start, None)).lower == -270
    proof = PartialProof(3, bounds_of(start, Par(3, 8, 1, 1.0, (first,), (second,))))
    assert (proof.lower, proof.upper) == (8, 8)
