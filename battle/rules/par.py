"""Solved deals as text: what a survey has proven, one line a deal.

    deal,par,nodes,seconds,best,undecided
    4,4,305228216,466.3,a1l1 g1g9 i1j1
    21,6,98765432,140.9,b1e9,c1c9 h1k9

`best` are all best first moves, in the promised order, separated by spaces. `par` is the value of
the deal for the player to move; `nodes` and `seconds` are what its proof took, without the proofs
about other first moves. `undecided` are moves that are proven neither to keep the value nor to lose
it, because that takes more than twice the nodes of the proof of par; where there are none, the line
ends before it. In files of older programs such moves stand in `best`, each with a `?`, and what
they take is not known. Of several lines about one deal the last one counts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from battle.rules.deal import LAST_DEAL
from battle.rules.files import MOST_OF_TABLE, passed_over, read_bytes, rows_of
from battle.rules.position import ALL_POINTS, Move, RulesError, move

HEADER: Final = "deal,par,nodes,seconds,best,undecided\n"
_FIRST_COLUMN: Final = "deal"


@dataclass(frozen=True)
class Par:
    """A solved deal: its number, its value, what that cost, and its best first moves.

    `unsure` moves may keep the value or lose it; `given_up` says that this is too expensive to
    prove.
    """

    deal: int
    value: int
    nodes: int
    seconds: float
    best: tuple[Move, ...]
    unsure: tuple[Move, ...] = ()
    given_up: bool = False

    @property
    def is_decided(self) -> bool:
        """Whether no first move is left that is worth deciding."""
        return self.given_up or not self.unsure

    def row(self) -> str:
        """Return the line of the file, with its end."""
        mark, end = ("", ",") if self.given_up else ("?", " ")
        unsure = " ".join(f"{move}{mark}" for move in self.unsure)
        best = " ".join(map(str, self.best)) + (end + unsure if unsure else "")
        return f"{self.deal},{self.value},{self.nodes},{self.seconds:.1f},{best}\n"


def read(path: Path, tell: Callable[[str], None] = lambda text: None) -> dict[int, Par]:
    """Return the solved deals of a file by number, none if it cannot be read.

    A line that is damaged is left out; `tell` is called with how many there are.
    """
    try:
        text = read_bytes(path, MOST_OF_TABLE).decode("ascii", errors="replace")
    except (OSError, RulesError):
        return {}
    found, damaged = {}, []
    for number, row in enumerate(rows_of(text), start=1):
        one = _par(row)
        if one is not None:
            found[one.deal] = one
        elif row and row[0] != _FIRST_COLUMN:
            damaged.append(number)
    if damaged:
        tell(passed_over(path, damaged))
    return found


def _par(row: list[str]) -> Par | None:
    try:
        number, value, nodes, seconds, best, *column = row
        undecided = tuple(move(word) for words in column[:1] for word in words.split())
        words = best.split()
        sure = tuple(move(word) for word in words if not word.endswith("?"))
        unsure = tuple(move(word[:-1]) for word in words if word.endswith("?"))
        found = Par(
            *(int(number), int(value), int(nodes), float(seconds), sure),
            unsure=unsure + undecided,
            given_up=bool(undecided) and not unsure,
        )
    except (ValueError, RulesError):
        return None
    return found if 1 <= found.deal <= LAST_DEAL and abs(found.value) <= ALL_POINTS else None
