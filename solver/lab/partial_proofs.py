"""Deals that are not solved yet as text: what is proven of them so far, the last line counts.

    deal,lower,upper,nodes,seconds,others,moves
    11,2,9,120000000,300.2,0,a1l1:2:9 c1c9:-12:4 h3k9:-30:9

`moves` are all first moves with the proven lower and upper bound of each, for the player to move;
`lower` and `upper` are those of par. `nodes` and `seconds` are what the proof of par took until
then, `others` the nodes that went into the other first moves once par was proven.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from battle.rules.deal import LAST_DEAL
from battle.rules.par import Par
from battle.rules.position import ALL_POINTS, Position, move
from solver.answers import Analysis, Bounds
from solver.lab.append_only import AppendOnlyCsv

COLUMNS: Final = ("deal", "lower", "upper", "nodes", "seconds", "others", "moves")

KEPT_EVERY: Final = 60.0
"""Seconds between two notes of a proof of which nothing decisive is new."""


@dataclass(frozen=True)
class PartialProof:
    """What is proven of a deal: the bounds of its first moves, and the work that went into them."""

    deal: int
    bounds: Bounds = field(default_factory=dict)
    nodes: int = 0
    seconds: float = 0.0
    others: int = 0

    @property
    def lower(self) -> int:
        """The proven lower bound of par."""
        return max((lower for lower, _ in self.bounds.values()), default=-ALL_POINTS)

    @property
    def upper(self) -> int:
        """The proven upper bound of par."""
        return max((upper for _, upper in self.bounds.values()), default=ALL_POINTS)

    def gone_on(self, analysis: Analysis) -> PartialProof:
        """Return what is proven by an analysis that went on from here, and all the work in it."""
        return replace(
            self,
            bounds=analysis.bounds,
            nodes=self.nodes + analysis.nodes,
            seconds=self.seconds + analysis.seconds,
        )

    def row(self) -> list[str]:
        """Return the fields of its line."""
        moves = " ".join(f"{it}:{low}:{high}" for it, (low, high) in sorted(self.bounds.items()))
        numbers = (self.deal, self.lower, self.upper, self.nodes, f"{self.seconds:.1f}")
        return [*map(str, numbers), str(self.others), moves]


def bounds_of(start: Position, par: Par | None) -> Bounds:
    """Return what the par of a deal, None if it is not known, proves of its first moves."""
    moves = start.legal_moves
    if par is None:
        return dict.fromkeys(moves, (-ALL_POINTS, ALL_POINTS))
    bounds = dict.fromkeys(moves, (-ALL_POINTS, par.value - 1))
    bounds |= dict.fromkeys(par.unsure, (-ALL_POINTS, par.value))
    bounds |= dict.fromkeys(par.best, (par.value, par.value))
    return bounds


class PartialProofs:
    """The file of partial proofs beside a file of solved deals, `par.bounds.csv` for `par.csv`."""

    def __init__(self, solved: Path) -> None:
        self.path = solved.with_name(f"{solved.stem}.bounds.csv")
        self._file = AppendOnlyCsv(self.path, COLUMNS)

    def mend(self) -> None:
        """Take a last line away that was not written to its end. Raises OSError."""
        self._file.mend()

    def read(self, tell: Callable[[str], None] = lambda text: None) -> dict[int, PartialProof]:
        """Return what is proven, by deal; a line that is damaged is left out. Raises OSError.

        `tell` hears how many lines are left out.
        """
        return {proof.deal: proof for proof in self._file.read(_partial_proof, tell)}

    def keep(self, proof: PartialProof) -> None:
        """Add a line. Raises OSError."""
        self._file.add(proof.row())

    def remove(self) -> None:
        """Remove the file, if there is one. Raises OSError."""
        self.path.unlink(missing_ok=True)


def _partial_proof(row: list[str]) -> PartialProof:
    """Return what a line proves; raise ValueError if it cannot be so."""
    number, _, _, nodes, seconds, others, moves = row
    bounds = {}
    for word in moves.split():
        text, lower, upper = word.split(":")
        bounds[move(text)] = (int(lower), int(upper))
    is_sound = all(-ALL_POINTS <= low <= high <= ALL_POINTS for low, high in bounds.values())
    if not is_sound or not 1 <= int(number) <= LAST_DEAL:
        raise ValueError(row)
    return PartialProof(int(number), bounds, int(nodes), float(seconds), int(others))
