"""Reviews of games: the jobs of the window's reviews and proofs, done in this process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from functools import partial
from math import inf
from typing import Final

from battle.analysis.costs import EVERY_MOVE_TILES, Review, review_line
from battle.analysis.proof_cost import ProofCost
from battle.analysis.values import Values
from battle.engine.client import Engine, EngineError, Event, Query
from battle.engine.jobs import LineProof, Priority, ReviewRun, Scheduler, Target, Task
from battle.protocol import Info, Limit
from battle.rules.position import Position, check_is
from battle.rules.tree import Game
from solver.api import Analysis, RunningAnalysis, Solver
from solver.protocol import best_move_of_analysis, infos_of

SETTLED_TILES: Final = 60
"""Of positions with no more tiles an exact review proves every move that keeps the value too."""


class SolverEngine(Engine):
    """A solver of this process as an engine.

    What `values` know of moves is not proven again, and what is proven of moves goes into them.
    `limit` takes the place of the queries' limits, but for what they want proven.
    """

    def __init__(self, solver: Solver, values: Values, limit: Limit | None = None) -> None:
        self._solver, self._values, self._limit = solver, values, limit
        self._running: RunningAnalysis | None = None
        self._position: Position | None = None
        self._id = 0

    def ask(self, query: Query) -> int:
        """Think about `query` and nothing else; return the id of its answer."""
        self.cancel()
        assert isinstance(query.start, Position)
        position = query.start
        for move in query.moves:
            position = position.play(move)
        known = ((move, self._values.of_move(position, move)) for move in position.legal_moves)
        bounds = {move: (value.lower, value.upper) for move, value in known}
        self._position, self._id = position, self._id + 1
        limit = query.limit
        if self._limit is not None:
            exact = limit.exact or self._limit.exact
            limit = replace(self._limit, goal=limit.goal, exact=exact)
        self._running = self._solver.analysis(
            position, limit, query.lines, start=query.start, bounds=bounds
        )
        return self._id

    def cancel(self) -> None:
        """Forget the query asked last, but for what it has proven."""
        running, self._running = self._running, None
        if running is not None:
            running.stop()
            with suppress(ArithmeticError):  # which has ended the search already
                self._take_in(running.result())

    close = cancel

    def poll(self, seconds: float = 0.0) -> list[Event]:
        """Return what has come since the last call, waiting up to `seconds` for something."""
        running = self._running
        if running is None:
            return []
        is_done, snapshots = running.is_done, running.poll(seconds)
        events: list[Event] = [
            info for snapshot in snapshots for info in infos_of(snapshot, self._id)
        ]
        if snapshots:
            self._take_in(snapshots[-1])
        if is_done:
            self._running = None
            answer = running.result()
            events.append(best_move_of_analysis(answer, answer.best, self._id))
        return events

    def _take_in(self, analysis: Analysis) -> None:
        """Let the values have what is proven of the position's moves."""
        position = self._position
        assert position is not None
        self._values.prove_moves(position, analysis.bounds.__getitem__)


def review(
    game: Game,
    solver: Solver,
    limit: Limit | None = None,
    *,
    values: Values | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Review:
    r"""Return the review of a game's main line, each of its positions searched up to `limit`.

    No limit: a second each. `values` is where what is found goes; what it knows already is not
    searched. `progress` is called with how many positions are done, and of how many.

        >>> game = record('[Position "5m5p/5p5m/9s/9s"]\n\n1. a1b2 c1d1 2. a2b1 10-9').game
        >>> with Solver(1, 16) as solver:
        ...     found = review(game, solver, Limit(nodes=10_000))
        >>> found.lost, found.par.value
        ((8, 0), 9)
    """
    check_is(game, Game)
    values = Values() if values is None else values
    engine = SolverEngine(solver, values, limit or Limit(time=1.0))
    run = ReviewRun(game, values, game.main_line(), inf)
    _work(engine, run, Priority.REVIEW, lambda _latest: progress(run.done, run.of))
    return _found(game, values)


def exact_review(
    game: Game,
    solver: Solver,
    *,
    values: Values | None = None,
    keep: Callable[[Sequence[Position]], None] = lambda positions: None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Review:
    r"""Return the review of a game's main line, every position of it proven.

    Of positions with few tiles the moves that keep the value are proven too, and with fewer every
    move: what hung on a move is known then. `values` is where what is found goes; what it knows
    already is not proven again. `keep` is called with positions whose proven bounds may have
    changed: a position and those after its moves, when it is proven, and when an exception, such as
    KeyboardInterrupt, ends the work. `progress` is called with how many moves are proven, and of
    how many. A full deal may take minutes, or hours.

        >>> game = record('[Position "5m5p/5p5m/9s/9s"]\n\n1. a1b2 c1d1 2. a2b1 10-9').game
        >>> with Solver(1, 16) as solver:
        ...     print(exact_review(game, solver).exact_from)
        1
    """
    check_is(game, Game)
    values = Values() if values is None else values

    def report(proof: LineProof, _latest: Info) -> None:
        progress(len(proof.nodes) - proof.proven_from, len(proof.nodes) - 1)

    review = proven_review(game, solver, values, keep=keep, progress=report)
    progress(len(review.moves), len(review.moves))
    return review


def proven_review(
    game: Game,
    solver: Solver,
    values: Values,
    *,
    keep: Callable[[Sequence[Position]], None],
    progress: Callable[[LineProof, Info], None],
    cost: ProofCost | None = None,
) -> Review:
    """Return the same as `exact_review`; `progress` is called with the proof itself.

    `cost` learns how much a proof takes.
    """

    def keep_around(position: Position) -> None:
        keep([position, *map(position.play, position.legal_moves)])

    proof = LineProof(values, game.main_line(), cost, on_proven=keep_around, target_of=_target_of)
    try:
        _work(SolverEngine(solver, values), proof, Priority.PROOF, partial(progress, proof))
    finally:
        if proof.position is not None:
            keep_around(proof.position)
    return _found(game, values)


def _target_of(position: Position) -> Target:
    if position.tiles_left <= EVERY_MOVE_TILES:
        return Target.MOVES
    return Target.BEST if position.tiles_left <= SETTLED_TILES else Target.VALUE


def _work(engine: Engine, task: Task, priority: Priority, progress: Callable[[Info], None]) -> None:
    """Let an engine work until a task is over; raise EngineError if its answers are impossible."""
    scheduler = Scheduler(engine)
    job = scheduler.submit(task, priority)
    with closing(engine):
        scheduler.wait(lambda: task.is_over, lambda: progress(scheduler.latest))
    if job.failure:
        raise EngineError(job.failure)


def _found(game: Game, values: Values) -> Review:
    nodes = game.main_line()
    review = review_line(nodes, values, game.ending_at(nodes[-1]))
    assert review is not None, "every position of the line has a value"
    return review
