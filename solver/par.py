"""Solved deals: what `assets/deals/par.csv` proves, so that nobody has to prove it again.

One line a deal: `deal,par,nodes,seconds,best`, where `best` are all best first moves, in the
promised order, separated by spaces, and after them, each with a `?`, those that nobody proved to
keep the value or to lose it. `par` is the value of the deal for the player to move; `nodes` and
`seconds` are what its proof took, without the proofs about other first moves.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from battle.resources import asset
from battle.rules.deal import deal
from battle.rules.errors import RulesError
from battle.rules.move import Move, move
from battle.rules.position import Position
from battle.rules.tiles import COPIES, KINDS
from solver.root import Root

HEADER: Final = "deal,par,nodes,seconds,best\n"


@dataclass(frozen=True)
class Par:
    """A solved deal: its number, its value, what that cost, and its best first moves."""

    deal: int
    value: int
    nodes: int
    seconds: float
    best: tuple[Move, ...]
    unsure: tuple[Move, ...] = ()

    def row(self) -> str:
        """Return the line of the file, with its end."""
        best = " ".join([*map(str, self.best), *(f"{move}?" for move in self.unsure)])
        return f"{self.deal},{self.value},{self.nodes},{self.seconds:.1f},{best}\n"


def read(path: Path) -> dict[int, Par]:
    """Return the solved deals of a file by number; a line that is damaged is left out."""
    try:
        text = path.read_text(encoding="ascii", errors="replace")
    except OSError:
        return {}
    rows = (_par(row) for row in csv.reader(text.splitlines()))
    return {found.deal: found for found in rows if found is not None}


def _par(row: list[str]) -> Par | None:
    try:
        number, value, nodes, seconds, best = row
        words = best.split()
        sure = tuple(move(word) for word in words if not word.endswith("?"))
        unsure = tuple(move(word[:-1]) for word in words if word.endswith("?"))
        return Par(int(number), int(value), int(nodes), float(seconds), sure, unsure)
    except (ValueError, RulesError):
        return None


def lookup(position: Position) -> Par | None:
    """Return what is known of a full deal, None if it is not one of those solved."""
    if position.tiles_left != COPIES * len(KINDS):
        return None
    return _solved().get(position.grid)


def tell(root: Root) -> bool:
    """Close the intervals of a root in on what is known of its deal; return whether it is."""
    found = lookup(root.position)
    if found is None or not found.best:
        return False
    for choice in root.choices:
        if choice.moves[0] in found.best:
            root.narrow(choice, found.value, found.value)
        elif choice.moves[0] in found.unsure:
            root.narrow(choice, upper=found.value)
        else:
            root.narrow(choice, upper=found.value - 1)
    return True


@cache
def _solved() -> dict[str, Par]:
    rows = read(asset("deals/par.csv"))
    return {deal(number).grid: row for number, row in rows.items()}
