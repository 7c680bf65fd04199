"""What a study says at one moment, worked out once for everything on screen that shows it.

A snapshot is made anew when the study has changed, a few times a second at most while the solver
reports; between two snapshots nothing is computed for drawing.
"""

from __future__ import annotations

import time
from itertools import count
from typing import Final

from battle.analysis.insights import tension
from battle.analysis.move_values import MoveValue, best_of_cells, move_values
from battle.analysis.study import Study
from battle.analysis.values import Known
from battle.rules.cells import Cell
from battle.rules.game import Node
from battle.rules.move import Move
from battle.rules.position import PLAYERS, Player, Position

_numbers = count(1)
_BUDGET: Final = 0.001
"""The seconds of a frame after which no further expected line is looked up."""


class Snapshot:
    """A study's place, line, tree and values; `number` tells snapshots apart."""

    def __init__(self, study: Study) -> None:
        self.number = next(_numbers)
        self.study_version = study.version
        self.values = study.values
        self.root = study.game.root
        self.node: Node = study.node
        self.position: Position = study.position
        self.line = study.line()
        self.place = self.line.index(self.node)
        self.margin = study.values.margin(self.position)
        self.moves = move_values(study.values, self.position)
        self.best_of = best_of_cells(self.moves)
        main = study.main_line()
        self.beside: dict[int, Known] = self._beside(main)
        """The margins of the main line where a branch is looked at, by their places."""
        self.length = max(len(self.line), len(main) if self.beside else 0)
        """How many places the longer of both has."""
        self.margins = [study.values.margin(node.position) for node in self.line]
        self.costs = {
            node: cost for node in study.nodes() if (cost := study.cost(node)) is not None
        }
        self.losses = {player: self._losses(player) for player in PLAYERS}
        marks = [cost.mark for node in self.line if (cost := self.costs.get(node)) is not None]
        self.tensions = [self._tension(node) for node in self.line]
        self.curves = (
            tuple(self.margins),
            *map(tuple, self.losses.values()),
            tuple(marks),
            tuple(self.tensions),
            tuple(self.beside.items()),
        )
        """What the graph shows, comparable."""

    def _beside(self, main: list[Node]) -> dict[int, Known]:
        """Return the margins of the main line from where the line looked at leaves it."""
        shared = sum(one is other for one, other in zip(self.line, main, strict=False))
        if shared == len(self.line) or shared == len(main):
            return {}
        places = range(shared - 1, len(main))
        return {place: self.values.margin(main[place].position) for place in places}

    def of_move(self, move: Move) -> MoveValue | None:
        """Return what is known of a move that can be played."""
        return next((value for value in self.moves if value.move == move), None)

    def of_cells(self, cell: Cell, partner: Cell) -> MoveValue | None:
        """Return what is known of the pair on two cells."""
        cells = {cell, partner}
        return next((value for value in self.moves if cells == {*value.move}), None)

    def _tension(self, node: Node) -> int:
        """Return what the best move at a node is proven to be worth over the second, 0 or more."""
        found = tension(self.values, node.position)
        return 0 if found is None else found.lower

    def _losses(self, player: Player) -> list[tuple[int, bool] | None]:
        """Return what a player is proven to have lost up to each place, and whether that is all.

        None from the first move on of which nothing is known, counted from the line's end.
        """
        sums: list[tuple[int, bool] | None] = [(0, True)]
        total, exact, known = 0, True, True
        for node in self.line[1:]:
            cost = self.costs.get(node)
            known = known and cost is not None
            if cost is not None and node.parent and node.parent.position.to_move == player:
                total += cost.told.proven
                exact = exact and cost.exact
            sums.append((total, exact) if known else None)
        return sums


class ExpectedLines:
    """The expected lines of one position's moves, looked up a few a frame.

    What was found before stays shown until it is looked up anew; `version` grows with changes.
    """

    def __init__(self) -> None:
        self.version = 0
        self._position: Position | None = None
        self._found: dict[Move, tuple[Move, ...]] = {}
        self._of: dict[Move, int] = {}

    def line(self, move: Move) -> tuple[Move, ...]:
        """Return the play expected from a move on, the move first, as far as it was looked up."""
        return self._found.get(move, (move,))

    def update(self, snapshot: Snapshot, wanted: tuple[Move, ...]) -> None:
        """Look up those of the wanted lines that are out of date, for a few milliseconds."""
        if snapshot.position != self._position:
            self._position, self._found, self._of = snapshot.position, {}, {}
            self.version += 1
        end = time.perf_counter() + _BUDGET
        for move in wanted:
            if self._of.get(move) != snapshot.number:
                self._look_up(snapshot, move)
                if time.perf_counter() > end:
                    return

    def _look_up(self, snapshot: Snapshot, move: Move) -> None:
        line = (move, *snapshot.values.line(snapshot.position.play(move)))
        self._of[move] = snapshot.number
        if self._found.get(move) != line:
            self._found[move] = line
            self.version += 1


def decided(margin: Known) -> Player | bool | None:
    """Return who wins for certain: a player, None for a draw, False while it is open."""
    if margin.lower > 0:
        return 1
    if margin.upper < 0:
        return 2
    return None if margin.is_exact else False
