"""The value of every first move of solved deals, proven; work that can be killed and goes on.

    deal,move,points,value
    4,a1l1,7,4
    4,c1d9,3,-2

A line a move: what its pair scores, and what the deal is worth to the player who begins with it. A
deal is in the file when all of its moves are. What is proven of a deal in work stands beside the
file, as surveys keep it (`solver.survey`).
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final, TypeAlias

from battle.rules.deal import deal
from battle.rules.par import Par
from battle.rules.position import Move, move
from solver.api import ALL_LINES, Analysis, Limit, Solver
from solver.append_only import AppendOnlyCsv
from solver.survey import KEPT_EVERY, PartialProof, PartialProofs, bounds_of

COLUMNS: Final = ("deal", "move", "points", "value")

Values: TypeAlias = Mapping[Move, int]


def read(path: Path, tell: Callable[[str], None] = lambda text: None) -> dict[int, Values]:
    """Return the values of all first moves of the deals that a file has whole.

    Raises OSError or FormatError if it cannot be read; no file has no deals. `tell` hears of lines
    that are passed over.
    """
    found: dict[int, dict[Move, int]] = {}
    for number, name, value in AppendOnlyCsv(path, COLUMNS).read(_value, tell):
        found.setdefault(number, {})[name] = value
    return {
        number: values
        for number, values in sorted(found.items())
        if set(values) == set(deal(number).legal_moves)
    }


def _value(row: list[str]) -> tuple[int, Move, int]:
    number, name, _points, value = row
    return int(number), move(name), int(value)


def collect(
    path: Path,
    deals: Iterable[int],
    pars: Mapping[int, Par],
    solver: Solver,
    tell: Callable[[str], None] = lambda text: None,
    seconds: float | None = None,
) -> list[int]:
    """Prove the deals that a file has not yet, `seconds` for each; return those that are missing.

    What `pars` know of a deal is not proven again. Raises OSError or FormatError for a file that
    is not ours or cannot be written.
    """
    file, proofs = AppendOnlyCsv(path, COLUMNS), PartialProofs(path)
    file.mend()
    proofs.mend()
    known, begun = read(path), proofs.read()
    missing = []
    for number in deals:
        if number in known:
            tell(f"deal {number}: known already")
            continue
        bounds = bounds_of(deal(number), pars.get(number))
        before = begun.get(number, PartialProof(number, bounds))
        if set(before.bounds) != set(bounds):
            before = PartialProof(number, bounds)
        proof = _proven(before, solver, proofs, seconds)
        if all(low == high for low, high in proof.bounds.values()):
            file.add_line("\n".join(_rows(proof)))
            tell(f"deal {number}: {len(proof.bounds)} first moves, {proof.nodes} nodes")
        else:
            missing.append(number)
            still = sum(low < high for low, high in proof.bounds.values())
            tell(f"deal {number}: {still} of {len(proof.bounds)} first moves are open")
    if all(number in read(path) for number in proofs.read()):
        proofs.remove()
    return missing


def _proven(
    before: PartialProof, solver: Solver, proofs: PartialProofs, seconds: float | None
) -> PartialProof:
    """Return what is proven of a deal when all is or time is over, and keep it meanwhile."""
    kept_at = time.monotonic()
    latest = before

    def heard(analysis: Analysis) -> None:
        nonlocal kept_at, latest
        latest = before.gone_on(analysis)
        if time.monotonic() - kept_at > KEPT_EVERY:
            proofs.keep(latest)
            kept_at = time.monotonic()

    limit = Limit(time=seconds, exact=True)
    with contextlib.ExitStack() as stack:
        stack.callback(lambda: proofs.keep(latest))
        heard(
            solver.analyse(deal(before.deal), limit, ALL_LINES, bounds=before.bounds, report=heard)
        )
    return latest


def _rows(proof: PartialProof) -> list[str]:
    start = deal(proof.deal)
    return [
        f"{proof.deal},{name},{start.worth(name)},{low}"
        for name, (low, _high) in sorted(proof.bounds.items())
    ]
