"""Exact reviews on the command line: what is proven is kept in the person's database.

So a review that was ended, in whatever way, goes on where it stopped, and the window knows what was
proven here, as this knows what was proven there.
"""

from __future__ import annotations

from types import TracebackType
from typing import Self

from battle.analysis.ledger import Review
from battle.analysis.proof_cost import NOTHING, ProofCost
from battle.analysis.values import Values
from battle.commands.common import ProgressLine, complain
from battle.profile.proofs import Pars, ProofQueue, Proofs
from battle.profile.store import Database
from battle.rules.game import Game
from battle.storage import Places
from battle.words.proving import proven_words, running_words
from solver.api import Solver
from solver.review import ExactProgress, exact_review


class ExactReviews:
    """Reviews games to the end; `places` are those of the person, unless told otherwise."""

    def __init__(self, places: Places | None = None) -> None:
        self._database = Database.of(places or Places.of_system())
        self._proofs = Proofs(self._database, Pars(self._database))
        self._queue = ProofQueue(self._database)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
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
        cost = ProofCost(self._queue.speed)
        latest = ExactProgress(len(line), len(line) - 1, NOTHING)

        def tell(progress: ExactProgress) -> None:
            nonlocal latest
            latest = progress
            status.say(_words(progress))

        try:
            return exact_review(
                game,
                solver,
                values,
                cost=cost,
                keep=lambda positions: self._proofs.keep_all(values, positions),
                progress=tell,
            )
        except KeyboardInterrupt:
            status.clear()
            proven = proven_words(latest.proven_from, latest.moves)
            complain(f"stopped: {proven.lower()}; the same command goes on there")
            raise
        finally:
            self._queue.keep_speed(cost.speed)


def _words(progress: ExactProgress) -> str:
    """Say how far a review is, and what is known of the position in hand."""
    words = running_words(progress.proven_from, progress.moves, progress.seconds)
    found = progress.analysis
    if found is None:
        return words
    place = max(1, progress.proven_from - 1)
    return (
        f"{words}; move {place} between {found.lower} and {found.upper},"
        f" {found.nodes / 1e6:.1f} million nodes in {found.seconds:.0f} s"
    )
