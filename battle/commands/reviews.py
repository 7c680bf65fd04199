"""Reviews on the command line: their progress, and their proofs, which are kept.

The proofs of an exact review go into the person's database. So a review that was killed goes on
where it stopped, and window and command line share their proofs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial
from math import inf
from typing import Any, NamedTuple

from battle.analysis.costs import Review
from battle.analysis.proof_cost import ProofCost
from battle.analysis.values import Bounds, Values
from battle.coach.reasons import explanations
from battle.commands.common import (
    SCHEMA,
    OpenedGame,
    ProgressLine,
    complain,
    counted,
)
from battle.engine.jobs import LineProof
from battle.profile.proofs import Pars, ProofQueue, Proofs
from battle.profile.store import Database
from battle.protocol import Info, Limit
from battle.rules.position import ALL_POINTS, Move, Position
from battle.rules.tree import Game
from battle.storage import Places
from battle.words import names_in, proven_words, running_words
from solver.api import Solver
from solver.bulk import check_wanted, shared_solver
from solver.reviews import proven_review, review


class ReviewedGame(NamedTuple):
    """A game, its review, the words on costly moves by ply, and the values."""

    game: OpenedGame
    review: Review
    why: Mapping[int, Sequence[str]]
    values: Values

    @property
    def object(self) -> dict[str, Any]:
        fields = self.review.as_dict()
        for move in fields["moves"]:
            move["why"] = list(self.why.get(move["ply"], ()))
        tags, last = self.game.record.tags, self.game.record.game.last
        return {
            "schema": SCHEMA,
            "input": self.game.input,
            "file": self.game.file,
            "game": self.game.number,
            "players": [tags.get("First", ""), tags.get("Second", "")],
            "result": list(last.position.points),
            **fields,
        }


def work_of(start: Position, moves: Iterable[Move | None], limit: Mapping[str, Any]) -> str:
    """Return a key that is equal for reviews that would repeat each other."""
    return f"{start.grid} {start.points} {start.given} {[*moves]} {limit}"


def work_of_object(object: Mapping[str, Any]) -> str:
    """Return the work of a printed review."""
    review = Review.from_dict(object)
    return work_of(review.start, (move.move for move in review.moves), object["limit"])


class _Unseen(ProgressLine):
    """Shows nothing; ends a review that the cluster no longer wants."""

    def say(self, text: str) -> None:
        check_wanted()


def review_alone(seconds: float | None, hash_mb: int | None, opened: OpenedGame) -> ReviewedGame:
    """Return the review of a game by this process's own solver, which has one thread."""
    return reviewed(seconds, opened, shared_solver("review", hash_mb), _Unseen())


def review_there(seconds: float | None, hash_mb: int | None, opened: OpenedGame) -> dict[str, Any]:
    """Review a game on a cluster, and return what is sent of that."""
    return plain_review(review_alone(seconds, hash_mb, opened))


def plain_review(reviewed: ReviewedGame) -> dict[str, Any]:
    """Return what is sent of a review."""
    return {"review": reviewed.review.as_dict(), "why": [*reviewed.why.items()]}


def review_in(opened: OpenedGame, answer: Any) -> ReviewedGame:
    """Return what a worker of a cluster says of a game; raise an error if it cannot be.

    Its values stay with the worker.
    """
    game, review = opened.record.game, Review.from_dict(answer["review"])
    line = game.main_line()
    if review.start != line[0].position or [move.move for move in review.moves] != [
        node.move for node in line[1:]
    ]:
        raise ValueError("it is about another game")
    if review.as_dict() != answer["review"] or review.ending != game.ending_at(line[-1]):
        raise ValueError("it contradicts itself or the game")
    for move in review.moves:
        if not {*move.best} <= {*move.position.legal_moves}:
            raise ValueError(f"a best pair of move {move.ply} cannot be taken")
    for bounds in (*review.margins, *(move.cost for move in review.moves)):
        if not _is_sound(bounds):
            raise ValueError(f"{bounds} are no bounds")
    return ReviewedGame(
        opened, review, {int(ply): tuple(map(str, words)) for ply, words in answer["why"]}, Values()
    )


def _is_sound(bounds: Bounds) -> bool:
    numbers = bounds.lower, bounds.value, bounds.upper
    is_ordered = -2 * ALL_POINTS <= numbers[0] <= numbers[1] <= numbers[2] <= 2 * ALL_POINTS
    return is_ordered and {*map(type, numbers)} == {int} and 0 <= bounds.doubt < inf


def reviewed(
    seconds: float | None, opened: OpenedGame, solver: Solver, status: ProgressLine
) -> ReviewedGame:
    """Return the review of a game, `seconds` a position; None: all of it is proven, and kept."""
    values, game = Values(), opened.record.game
    if seconds is None:
        with KeptProofs() as kept:
            review = kept.exact_review(game, solver, values, status)
    else:
        review = timed_review(game, solver, values, seconds, status)
    why = explanations(review, values, names_in(opened.record))
    return ReviewedGame(opened, review, why, values)


def timed_review(
    game: Game, solver: Solver, values: Values, seconds: float, status: ProgressLine
) -> Review:
    """Return the review of a game, `seconds` for each position; interrupted it says how far it is.

    What is found goes into `values`.
    """
    done = of = 0

    def count(*counted: int) -> None:
        nonlocal done, of
        done, of = counted
        status.say(f"{done} of {of} positions")

    def how_far() -> str:
        looked_at = f"{done} of {counted(of, 'position')} were looked at"
        return f": {looked_at if done else 'nothing is known yet'}"

    with status.interruptible(how_far):
        return review(game, solver, Limit(time=seconds), values=values, progress=count)


class KeptProofs(AbstractContextManager["KeptProofs"]):
    """The person's proofs, from which reviews go on where they stopped."""

    def __init__(self) -> None:
        self.database = Database.of(Places.of_system())
        self.proofs = Proofs(self.database, Pars(self.database))
        self._queue = ProofQueue(self.database)

    def __exit__(self, *exception: object) -> None:
        self.proofs.wait()
        self.database.close()
        for message in self.database.take_messages():
            complain(message)

    def exact_review(
        self, game: Game, solver: Solver, values: Values, status: ProgressLine
    ) -> Review:
        """Return the review of a game, all of it proven, beginning with the proofs that are kept.

        What is found goes into `values`. Interrupted it says how far it came.
        """
        line = game.main_line()
        self.proofs.recall_all(values, [node.position for node in line])
        cost, proven_from = ProofCost(self._queue.speed), len(line)

        def show(proof: LineProof, latest: Info) -> None:
            nonlocal proven_from
            proven_from = proof.proven_from
            status.say(_words(proof, values, latest))

        keep = partial(self.proofs.keep_all, values)

        def how_far() -> str:
            proven = proven_words(proven_from, len(line) - 1).lower()
            return f": {proven}; the same command goes on there"

        try:
            with status.interruptible(how_far):
                return proven_review(game, solver, values, cost=cost, keep=keep, progress=show)
        finally:
            self._queue.keep_speed(cost.speed)


def _words(proof: LineProof, values: Values, latest: Info) -> str:
    words = running_words(proof.proven_from, len(proof.nodes) - 1, proof.seconds_left)
    if proof.position is None or not latest.nodes:
        return words
    known = values.known(proof.position)
    return (
        f"{words}; move {max(1, proof.proven_from // 2)} between {known.lower:+d} and"
        f" {known.upper:+d}, {latest.nodes / 1e6:.1f} million nodes in {latest.time:.0f} s"
    )
