"""Reviews: the solver asked about every position of a game, for the ledger of what moves cost.

The game is looked at from its end, so that the table helps. What cannot be proven within the limit
is estimated; the ledger (`battle.analysis.ledger`) adds up all the same. `exact_review` proves it
all, position by position, and reports on the way what to keep.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from battle.analysis.insights import EVERY_MOVE_TILES
from battle.analysis.ledger import Review, review_line
from battle.analysis.proof_cost import Forecast, ProofCost, ProofPlace
from battle.analysis.values import Finding, Values
from battle.rules.game import Game
from battle.rules.position import Position
from solver.api import ALL_LINES, Analysis, Goal, Limit, Solver

SETTLED_TILES: Final = 60
"""Of positions with no more tiles an exact review proves every move that keeps the value too."""


def review(
    game: Game,
    solver: Solver,
    limit: Limit,
    *,
    values: Values | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Review:
    """Return the review of a game's main line, each of its positions thought about up to `limit`.

    `values` is where the findings go; what it knows already is not asked. `progress` is called
    with how many positions are done, and of how many.
    """
    known = Values() if values is None else values
    nodes = game.main_line()
    after: Position | None = None
    for done, node in enumerate(reversed(nodes), start=1):
        _look(node.position, after, game.start, solver, limit, known)
        after = node.position
        progress(done, len(nodes))
    reviewed = review_line(nodes, known, game.ending_at(nodes[-1]))
    assert reviewed is not None
    return reviewed


@dataclass(frozen=True)
class ExactProgress:
    """How far an exact review is: proven from ply `proven_from` on, 1 for all of `moves`.

    One more than there are moves is nothing. `seconds` is the time it will take from now on, as far
    as can be foreseen, and `analysis` what is known of the position in hand.
    """

    proven_from: int
    moves: int
    seconds: Forecast
    analysis: Analysis | None = None


def exact_review(
    game: Game,
    solver: Solver,
    values: Values,
    *,
    cost: ProofCost | None = None,
    keep: Callable[[Sequence[Position]], None] = lambda positions: None,
    progress: Callable[[ExactProgress], None] = lambda progress: None,
) -> Review:
    """Return the review of a game's main line, every position of it proven.

    A move costs what the position before it is worth and the one after it is not, so the values of
    the line are all that is proven, and of positions with few tiles every move as well: what hung
    on a move is known then. What `values` knows is not proven again. `keep` is called with
    positions whose proven bounds may be news: a position and those after its moves, when it is
    proven, and when an exception, such as KeyboardInterrupt, ends the work.
    """
    cost = cost or ProofCost()
    nodes = game.main_line()
    line = [node.position for node in nodes]
    for index in range(len(line) - 1, -1, -1):
        if _is_done(line[index], values):
            continue
        left = [*map(ProofPlace.of, line[index::-1])]
        told = ExactProgress(min(index + 2, len(line)), len(line) - 1, cost.seconds_left(left))
        progress(told)
        position = line[index]
        proof = _RunningProof(position, values, cost, left, told, progress)
        try:
            proof.run(solver, game.start)
        finally:
            proof.take_in()
            keep([position, *map(position.play, position.legal_moves)])
    review = review_line(nodes, values, game.ending_at(nodes[-1]))
    assert review is not None, "every position of the line is proven"
    return review


def _is_done(position: Position, values: Values) -> bool:
    if position.tiles_left <= EVERY_MOVE_TILES:
        return _knows_all(values, position)
    return _is_settled(position, values)


def _is_settled(position: Position, values: Values) -> bool:
    """Whether the value of a position is proven, and where it is cheap what keeps it."""
    if position.tiles_left > SETTLED_TILES:
        return values.known(position).is_exact
    return values.has_settled(position)


class _RunningProof:
    """The proof of one position; the solver's last report is `latest`."""

    def __init__(
        self,
        position: Position,
        values: Values,
        cost: ProofCost,
        left: Sequence[ProofPlace],
        told: ExactProgress,
        progress: Callable[[ExactProgress], None],
    ) -> None:
        self._position = position
        self._values = values
        self._cost = cost
        self._left = left
        self._told = told
        self._progress = progress
        self.latest: Analysis | None = None

    def run(self, solver: Solver, start: Position) -> None:
        """Prove the position, then, where that is cheap, its other moves."""
        tiles = self._position.tiles_left
        if not _is_settled(self._position, self._values):
            goal = Goal.BEST if tiles <= SETTLED_TILES else Goal.MARGIN
            proof = self._prove(solver, start, goal, ALL_LINES if tiles <= SETTLED_TILES else 1)
            self._cost.learn(ProofPlace.of(self._position), proof.nodes)
        if not _is_done(self._position, self._values):
            self._prove(solver, start, Goal.MARGIN, ALL_LINES)

    def _prove(self, solver: Solver, start: Position, goal: Goal, lines: int) -> Analysis:
        """Prove a number of lines, going on with the bounds of moves that are known."""
        position = self._position
        known = ((move, self._values.of_move(position, move)) for move in position.legal_moves)
        self.latest = solver.analyse(
            position,
            Limit(exact=True, goal=goal),
            lines,
            start=start,
            report=self._hear,
            bounds={move: (value.lower, value.upper) for move, value in known},
        )
        self._values.learn(position, findings_of(self.latest)[: None if lines > 1 else 1])
        return self.latest

    def _hear(self, analysis: Analysis) -> None:
        self.latest = analysis
        self._cost.hear(analysis.nps)
        seconds = self._cost.seconds_left(self._left, analysis.nodes)
        self._progress(replace(self._told, seconds=seconds, analysis=analysis))

    def take_in(self) -> None:
        """Let the values have what is proven, however far it came."""
        if self.latest is None:
            return
        position = self._position
        for move, (lower, upper) in self.latest.bounds.items():
            gain = position.worth(move)
            self._values.prove(position.play(move), gain - upper, gain - lower)
        self._values.prove(position, self.latest.lower.points, self.latest.upper.points)


def _look(
    position: Position,
    after: Position | None,
    start: Position,
    solver: Solver,
    limit: Limit,
    known: Values,
) -> None:
    """Find out what a position and its moves are worth, then, if that helps, the move played."""
    wants_all = position.tiles_left <= EVERY_MOVE_TILES
    if not (_knows_all(known, position) if wants_all else known.has_settled(position)):
        wanted = replace(limit, goal=Goal.MARGIN if wants_all else Goal.BEST)
        known.learn(position, findings_of(solver.analyse(position, wanted, ALL_LINES, start=start)))
    if after is not None and known.known(position).is_exact and not known.known(after).is_exact:
        proof = replace(limit, exact=True)
        known.learn(after, findings_of(solver.analyse(after, proof, ALL_LINES, start=start)))


def _knows_all(known: Values, position: Position) -> bool:
    """Whether every move of a position is proven."""
    return all(known.of_move(position, move).is_exact for move in position.legal_moves)


def findings_of(analysis: Analysis) -> list[Finding]:
    """Return what an analysis found of each of its moves; an analysis of all lines finds all."""
    return [
        Finding(
            line.move,
            line.lower.points,
            line.upper.points,
            line.value.points,
            effort=analysis.nodes,
            line=line.pv,
            error=line.error,
        )
        for line in analysis.lines
    ]
