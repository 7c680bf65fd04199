"""Reviews on the command line: the jobs of the window's reviews and proofs, done in this process.

What an exact review proves is kept in the person's database. So one that was ended, in whatever
way, goes on where it stopped, and the window knows what was proven here, as this knows what was
proven there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, closing, suppress
from functools import partial
from typing import Final

from battle.analysis.costs import EVERY_MOVE_TILES, Review, review_line
from battle.analysis.proof_cost import ProofCost
from battle.analysis.values import Values
from battle.commands.common import ProgressLine, WorkError, complain, counted
from battle.engine.client import Engine, Event, Query
from battle.engine.jobs import LineProof, Priority, ReviewRun, Scheduler, Target, Task
from battle.profile.proofs import Pars, ProofQueue, Proofs
from battle.profile.store import Database
from battle.protocol import Info
from battle.rules.position import Position
from battle.rules.record import Game
from battle.storage import Places
from battle.words import proven_words, running_words
from solver.api import Analysis, RunningAnalysis, Solver
from solver.protocol import best_move_of_analysis, infos_of

SETTLED_TILES: Final = 60
"""Of positions with no more tiles an exact review proves every move that keeps the value too."""


class SolverEngine(Engine):
    """A solver of this process as an engine.

    What `values` know of moves is not proven again, and what is proven of moves goes into them.
    """

    def __init__(self, solver: Solver, values: Values) -> None:
        self._solver, self._values = solver, values
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
        self._running = self._solver.analysis(
            position, query.limit, query.lines, start=query.start, bounds=bounds
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
        is_done, found = running.is_done, running.poll(seconds)
        events: list[Event] = [info for one in found for info in infos_of(one, self._id)]
        if found:
            self._take_in(found[-1])
        if is_done:
            self._running = None
            answer = running.result()
            events.append(best_move_of_analysis(answer, answer.best, self._id))
        return events

    def _take_in(self, analysis: Analysis) -> None:
        """Let the values have what is proven of the position's moves."""
        position = self._position
        assert position is not None
        for move, (lower, upper) in analysis.bounds.items():
            gain = position.worth(move)
            self._values.prove(position.play(move), gain - upper, gain - lower)


def review(
    game: Game,
    engine: Engine,
    values: Values,
    seconds: float,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Review:
    """Return the review of a game's main line, each of its positions thought about for `seconds`.

    `values` is where the findings go; what it knows already is not asked. `progress` is called
    with how many positions are done, and of how many. Raises WorkError if the engine fails.
    """
    run = ReviewRun(game, values, game.main_line(), seconds)
    _work(engine, run, Priority.REVIEW, lambda _status: progress(run.done, run.of))
    return _found(game, values)


def exact_review(
    game: Game,
    solver: Solver,
    values: Values,
    *,
    cost: ProofCost | None = None,
    keep: Callable[[Sequence[Position]], None] = lambda positions: None,
    progress: Callable[[LineProof, Info], None] = lambda proof, latest: None,
) -> Review:
    """Return the review of a game's main line, every position of it proven.

    Of positions with few tiles the moves that keep the value are proven too, and with fewer every
    move: what hung on a move is known then. `keep` is called with positions whose proven bounds may
    be news: a position and those after its moves, when it is proven, and when an exception, such as
    KeyboardInterrupt, ends the work. Raises WorkError if the engine fails.
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
    """Let an engine work until a task is over; raise WorkError if it fails."""
    scheduler = Scheduler(engine)
    job = scheduler.submit(task, priority)
    with closing(engine):
        scheduler.wait(lambda: task.is_over, lambda: progress(scheduler.latest))
    if failure := scheduler.failure or job.failure:
        raise WorkError(failure)


def _found(game: Game, values: Values) -> Review:
    nodes = game.main_line()
    found = review_line(nodes, values, game.ending_at(nodes[-1]))
    assert found is not None, "every position of the line has a value"
    return found


# --- reviews for the person -----------------------------------------------------------------------


def timed_review(
    game: Game, solver: Solver, values: Values, seconds: float, status: ProgressLine
) -> Review:
    """Return the review of a game, `seconds` for each position; interrupted it says how far it is.

    What is found goes into `values`.
    """
    done = of = 0

    def count(*found: int) -> None:
        nonlocal done, of
        done, of = found
        status.say(f"{done} of {of} positions")

    def how_far() -> str:
        looked_at = f"{done} of {counted(of, 'position')} were looked at"
        return f": {looked_at if done else 'nothing is known yet'}"

    with status.interruptible(how_far):
        return review(game, SolverEngine(solver, values), values, seconds, count)


class KeptProofs(AbstractContextManager["KeptProofs"]):
    """What is proven for the person, for reviews that go on where they stopped."""

    def __init__(self) -> None:
        self._database = Database.of(Places.of_system())
        self._proofs = Proofs(self._database, Pars(self._database))
        self._queue = ProofQueue(self._database)

    def __exit__(self, *exception: object) -> None:
        self._proofs.wait()
        self._database.close()
        for message in self._database.take_messages():
            complain(message)

    def exact_review(
        self, game: Game, solver: Solver, values: Values, status: ProgressLine
    ) -> Review:
        """Return the review of a game, all of it proven, going on with what is kept of it.

        What is found goes into `values`. Interrupted it says how far it came.
        """
        line = game.main_line()
        self._proofs.recall_par(values, game.start)
        self._proofs.recall_all(values, [node.position for node in line])
        cost, proven_from = ProofCost(self._queue.speed), len(line)

        def show(proof: LineProof, latest: Info) -> None:
            nonlocal proven_from
            proven_from = proof.proven_from
            status.say(_words(proof, values, latest))

        keep = partial(self._proofs.keep_all, values)

        def how_far() -> str:
            proven = proven_words(proven_from, len(line) - 1).lower()
            return f": {proven}; the same command goes on there"

        try:
            with status.interruptible(how_far):
                return exact_review(game, solver, values, cost=cost, keep=keep, progress=show)
        finally:
            self._queue.keep_speed(cost.speed)


def _words(proof: LineProof, values: Values, latest: Info) -> str:
    """Say how far a review is, and what is known of the position in hand."""
    words = running_words(proof.proven_from, len(proof.nodes) - 1, proof.seconds_left)
    if proof.position is None or not latest.nodes:
        return words
    known = values.known(proof.position)
    return (
        f"{words}; move {max(1, proof.proven_from - 1)} between {known.lower:+d} and"
        f" {known.upper:+d}, {latest.nodes / 1e6:.1f} million nodes in {latest.time:.0f} s"
    )
