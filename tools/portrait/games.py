"""Games that estimates play from solved deals against themselves, with so many nodes a move.

    deal,nodes,seen,first,margin
    4,3000,2,a1l1,-3

`seen` is what the deal was estimated to be worth before the `first` move; `margin` is the first
player's at the end. With one thread the same game is played again at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from battle.rules.deal import deal
from battle.rules.position import Move, Position, move
from solver.api import Limit, Solver
from solver.append_only import AppendOnlyCsv

COLUMNS: Final = ("deal", "nodes", "seen", "first", "margin")

NODES: Final = (1_000, 10_000, 100_000)
"""The nodes a move of the players."""


@dataclass(frozen=True)
class EstimatedGame:
    """A game: how many nodes a move, what was expected, the first move, and how it ended."""

    deal: int
    nodes: int
    seen: int
    first: Move
    margin: int

    @staticmethod
    def of(row: Sequence[str]) -> EstimatedGame:
        """Return the game of a line; raise ValueError for one that is none."""
        number, nodes, seen, first, margin = row
        return EstimatedGame(int(number), int(nodes), int(seen), move(first), int(margin))


def read(path: Path, tell: Callable[[str], None] = lambda text: None) -> list[EstimatedGame]:
    """Return the games of a file; none if there is no file. Raises OSError or FormatError.

    `tell` hears of lines that cannot be read and are passed over.
    """
    return AppendOnlyCsv(path, COLUMNS).read(EstimatedGame.of, tell)


def collect(
    path: Path,
    deals: Iterable[int],
    solver: Solver,
    tell: Callable[[str], None] = lambda text: None,
    budgets: Sequence[int] = NODES,
) -> None:
    """Play the games that a file has not yet. Raises OSError or FormatError."""
    file = AppendOnlyCsv(path, COLUMNS)
    file.mend()
    known = {(game.deal, game.nodes) for game in read(path)}
    for number in deals:
        for nodes in budgets:
            if (number, nodes) not in known:
                game = played(number, deal(number), nodes, solver)
                file.add([game.deal, game.nodes, game.seen, game.first, game.margin])
                tell(f"deal {number}, {nodes} nodes a move: {game.margin:+d}")


def played(number: int, start: Position, nodes: int, solver: Solver) -> EstimatedGame:
    """Return the game that a solver with an empty table plays from a start."""
    solver.forget()
    position, seen = start, 0
    moves: list[Move] = []
    while not position.is_over:
        answer = solver.analyse(position, Limit(nodes=nodes), start=start)
        assert answer.best is not None, "there is a move, the game is not over"
        if not moves:
            seen = answer.value.points
        moves.append(answer.best)
        position = position.play(answer.best)
    return EstimatedGame(number, nodes, seen, moves[0], position.margin - start.margin)
