"""Problems found: endgames from games or from random play, solved, and those that are wanted.

A problem has the value of every legal move, all of them proven.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from random import Random

from battle.analysis.insights import ProblemTheme, themes_of
from battle.analysis.ledger import choices, different
from battle.rules.deal import LAST_DEAL, deal, played_down
from battle.rules.game import Game, Node
from battle.rules.position import Position
from battle.rules.problem import Problem
from solver.api import ALL_LINES, Limit, Solver


@dataclass(frozen=True)
class Candidate:
    """A position that may be a problem, and where it comes from."""

    position: Position
    source: str


@dataclass(frozen=True)
class Wanted:
    """What a problem must be like.

    `least` and `most` tiles are left, `best` different moves keep the value (None: any number), and
    the highest pair costs `trap` points or more, and it is about all of `themes`. There is always a
    choice.
    """

    least: int
    most: int
    best: int | None = None
    trap: int = 0
    themes: frozenset[ProblemTheme] = frozenset()

    def is_met(self, problem: Problem) -> bool:
        """Whether a solved position is wanted."""
        return (
            self.best in (None, different(problem.position, problem.best_moves))
            and problem.trap >= self.trap
            and self.themes.issubset(themes_of(problem))
        )


def of_game(game: Game, name: str) -> Iterator[Candidate]:
    """Yield the positions of a game's main line, then those of its variations."""
    main = game.main_line()
    for ply, node in enumerate(main):
        yield Candidate(node.position, f"{name}, after ply {ply}")
    for node in main:
        for branch in node.children[1:]:
            yield from _of_branch(branch, f"{name}, in a variation")


def _of_branch(node: Node, source: str) -> Iterator[Candidate]:
    yield Candidate(node.position, source)
    for child in node.children:
        yield from _of_branch(child, source)


def of_random_play(seed: int, wanted: Wanted) -> Iterator[Candidate]:
    """Yield what random play leaves of numbered deals, without end; the same for the same seed."""
    random = Random(seed)
    while True:
        number = 1 + int(random.random() * LAST_DEAL)
        tiles = wanted.least + int(random.random() * (wanted.most - wanted.least + 1))
        left = played_down(random, deal(number), tiles)
        yield Candidate(left, f"deal {number}, {left.tiles_left} tiles left")


def find(
    candidates: Iterable[Candidate],
    wanted: Wanted,
    solver: Solver,
    limit: Limit,
    looked_at: Callable[[int], None] = lambda number: None,
) -> Iterator[Problem]:
    """Yield the problems among some positions, no grid twice, and none not proven within `limit`.

    `looked_at` hears after every position how many there have been since the last problem.
    """
    seen: set[str] = set()
    since = 0
    for candidate in candidates:
        position = candidate.position
        since += 1
        looked_at(since)
        is_size = wanted.least <= position.tiles_left <= wanted.most
        if position.grid in seen or not is_size or choices(position) < 2:
            continue
        seen.add(position.grid)
        problem = solved(candidate, solver, limit)
        if problem is not None and wanted.is_met(problem):
            yield problem
            since = 0


def solved(candidate: Candidate, solver: Solver, limit: Limit) -> Problem | None:
    """Return a position with the proven value of every move, None if the limit comes first."""
    answer = solver.analyse(candidate.position, limit, ALL_LINES)
    if not all(line.exact for line in answer.lines):
        return None
    values = {line.move: line.value.points for line in answer.lines}
    return Problem(candidate.position, values, candidate.source)
