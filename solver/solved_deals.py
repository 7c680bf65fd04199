"""Solved deals: what `assets/deals/par.csv` proves, so that nobody has to prove it again.

The file is read by `battle.rules.par`.
"""

from __future__ import annotations

from functools import cache

from battle.resources import asset
from battle.rules.deal import deal
from battle.rules.par import Par, read
from battle.rules.position import Position
from battle.rules.tiles import COPIES, KINDS
from solver.proof.root import Root


def lookup(position: Position) -> Par | None:
    """Return what is known of a full deal, None if it is not one of those solved."""
    if position.tiles_left != COPIES * len(KINDS):
        return None
    return _solved().get(position.grid)


def narrow(root: Root) -> bool:
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
