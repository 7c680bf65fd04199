"""Games of a level against itself, and what every move of them cost.

The moves are judged from the end of the game: position after position is proven, as long as each
proof ends within its time. From there on to the start positions are only estimated, by a longer
look than the players have. The ledger (`battle.analysis.ledger`) adds both up. Proofs of big
positions are kept in a journal, so that a measurement that was killed goes on where it was, and
one with more time goes on from there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from battle.analysis.ledger import Review, review_line
from battle.analysis.values import Finding, Values
from battle.rules.deal import deal
from battle.rules.game import Game, Node
from battle.rules.position import Position
from solver.answers import Analysis
from solver.api import ALL_LINES, Goal, Limit, Solver
from solver.journal import Journal
from solver.levels import Level
from solver.player import Player, unhurried
from solver.reference import played_down
from solver.review import findings_of
from solver.tally import Cost, Measured
from solver.workers import shared_solver

FULL: Final = 108
WORTH_KEEPING: Final = 64
"""Proofs with at least so many tiles are kept."""

PLAYERS_MB: Final = 64
"""MiB of the table that the players think with."""


@dataclass(frozen=True)
class Judge:
    """How games are judged: seconds for each proof, nodes for each estimate, where proofs go."""

    solver: Solver
    prove: float
    look: int = 3_000_000
    proofs: Path | None = None


def start_of(number: int, tiles: int = FULL) -> Position:
    """Return the deal, or what seeded random play leaves of it with at most so many tiles."""
    return played_down(Random(number), deal(number), tiles)


def play(level: Level, start: Position, seed: int, solver: Solver) -> Game:
    """Return a game of a level against itself; both sides err, each with a seed of its own."""
    solver.forget()
    sides = [Player(level, 2 * seed), Player(level, 2 * seed + 1)]

    def think(position: Position, limit: Limit, lines: int) -> Analysis:
        return solver.analyse(position, unhurried(limit), lines, start=start)

    game = Game(start)
    while not game.position.is_over:
        move, _ = sides[game.ply % 2].choose(game.position, think)
        assert move is not None, "a game that is not over has a move"
        game.play(move)
    return game


def measure(
    level: Level, number: int, tiles: int, players: Solver, judge: Judge, made: str = ""
) -> Measured:
    """Return what the moves of a level's game on a deal cost."""
    start = start_of(number, tiles)
    game = play(level, start, number, players)
    costs = tuple(Cost(move.cost, move.exact) for move in judged(game, judge).moves)
    sign = 1 if start.to_move == 1 else -1
    margin = sign * (game.position.margin - start.margin)
    return Measured(level.name, made, number, tiles, judge.prove, margin, costs)


def judged(game: Game, judge: Judge) -> Review:
    """Return the ledger of a game, proven as far back from its end as the judge has time for."""
    nodes = [game.root, *game.root.main_line()]
    values = Values()
    judge.solver.forget()
    bench = _Bench(judge, values, game.start)
    first = bench.prove(nodes)
    for node in reversed(nodes[:first]):
        bench.estimate(node.position)
    review = review_line(nodes, values)
    assert review is not None, "every position of the game was looked at"
    return review


class _Bench:
    """A judge at work on one game."""

    def __init__(self, judge: Judge, values: Values, start: Position) -> None:
        self._judge = judge
        self._values = values
        self._start = start
        self._journal = journal_of(judge.proofs) if judge.proofs else None
        self._known = known_proofs(judge.proofs) if judge.proofs else {}

    def prove(self, nodes: Sequence[Node]) -> int:
        """Prove positions from the last on; return how many at the start are left unproven."""
        for index in range(len(nodes) - 1, -1, -1):
            position = nodes[index].position
            value = 0 if position.is_over else self._proof(position)
            if value is None:
                return index + 1
            self._teach(nodes, index, value)
        return 0

    def estimate(self, position: Position) -> None:
        """Look at a position without proving it; a solved deal proves itself."""
        limit = Limit(nodes=self._judge.look, goal=Goal.BEST)
        analysis = self._judge.solver.analyse(position, limit, ALL_LINES, start=self._start)
        self._values.learn(position, findings_of(analysis))

    def _proof(self, position: Position) -> int | None:
        if position.grid in self._known:
            return self._known[position.grid]
        limit = Limit(time=self._judge.prove, exact=True)
        analysis = self._judge.solver.analyse(position, limit, start=self._start)
        if not analysis.exact:
            return None
        if self._journal is not None and position.tiles_left >= WORTH_KEEPING:
            self._journal.add([position.grid, analysis.value.points])
        return analysis.value.points

    def _teach(self, nodes: Sequence[Node], index: int, value: int) -> None:
        """Take a proven value in: as that of the move before, or of the start, which has none."""
        position, move = nodes[index].position, nodes[index].move
        if move is None:
            self._values.prove(position, value, value)
            return
        before = nodes[index - 1].position
        worth = before.worth(move) - value
        self._values.learn(before, [Finding(move, worth, worth, worth)])


def journal_of(path: Path) -> Journal:
    """Return the journal of proofs: grids and their values for the player to move."""
    return Journal(path, ["grid", "value"])


def known_proofs(path: Path) -> dict[str, int]:
    """Return the proofs of a journal by grid."""
    return {grid: int(value) for grid, value in journal_of(path).rows()}


@dataclass(frozen=True)
class Task:
    """One game to play and to judge, by whichever process."""

    level: Level
    made: str
    deal: int
    tiles: int
    prove: float
    look: int
    hash_mb: int
    proofs: Path | None = None


def work(task: Task) -> Measured:
    """Play and judge one game with this process's solvers."""
    players = shared_solver("players", PLAYERS_MB)
    judge = Judge(shared_solver("judge", task.hash_mb), task.prove, task.look, task.proofs)
    return measure(task.level, task.deal, task.tiles, players, judge, task.made)
