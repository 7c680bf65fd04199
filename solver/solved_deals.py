"""Solved deals: what `assets/deals/par.csv` proves, so that nobody has to prove it again.

The file is read by `battle.rules.par`; a deal is recognised in any disguise.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from battle.resources import asset
from battle.rules.disguise import KnownDeals
from battle.rules.par import Par, read
from battle.rules.position import Position
from solver.proof.root import Root


def lookup(position: Position) -> Par | None:
    """Return what is known of a full deal, its moves as they are in `position`.

    None if it is not one of those solved, in any disguise.
    """
    found = _known().find(position)
    row = None if found is None else _solved().get(found.number)
    if found is None or row is None:
        return None
    return replace(
        row,
        best=tuple(sorted(map(found.move_there, row.best))),
        unsure=tuple(sorted(map(found.move_there, row.unsure))),
    )


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
def _known() -> KnownDeals:
    return KnownDeals(_solved())


@cache
def _solved() -> Mapping[int, Par]:
    return read(asset("deals/par.csv"))
