"""Proofs that a person asks for in Analyse: of one position, or of the whole line looked at.

The time a proof will take is said before it begins. It comes before the position in front; what is
proven is shown as it comes, and kept at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from battle.analysis.proof_cost import ProofCost
from battle.analysis.study import Study
from battle.engine.jobs import LineProof
from battle.engine.scheduler import Job, Priority
from battle.language import _
from battle.page.blocks import Block, Offer, Paragraph, Progress, Space
from battle.rules.game import Node
from battle.rules.position import Position
from battle.window.scenes.scene import Services
from battle.words.numbers import share_words
from battle.words.proving import about_time, running_words

POSITION, LINE = "prove_position", "prove_line"
"""The actions, by the names of their shortcuts; while a proof goes on both stop it."""


class StudyProofs:
    """The proof that goes on in one study, if there is one."""

    def __init__(self, app: Services, study: Study) -> None:
        self._app = app
        self._study = study
        self._proof: LineProof | None = None
        self._job: Job | None = None
        self._is_of_line = False

    @property
    def is_running(self) -> bool:
        """Whether a proof goes on."""
        return self._proof is not None

    @property
    def words(self) -> str:
        """How far the proof is, and how long it will take; empty without one."""
        proof = self._proof
        if proof is None:
            return ""
        if self._is_of_line:
            count = len(proof.nodes) - 1
            return running_words(proof.proven_from, count, proof.seconds_left)
        words = _("The position is being proven; {time} to go")
        return words.format(time=about_time(proof.seconds_left))

    @property
    def short_words(self) -> str:
        """How long the proof will take; empty without one."""
        proof = self._proof
        if proof is None:
            return ""
        return _("Proof: {time}").format(time=about_time(proof.seconds_left))

    # --- beginning and ending -------------------------------------------------------------------

    def turn(self, action: str) -> None:
        """Begin the proof that an action names; while one goes on, end it."""
        if self._proof is not None:
            self.stop()
            return
        proof, self._is_of_line = self._new(action), action == LINE
        if not proof.is_over:
            self._proof = proof
            self.go_on()

    def stop(self) -> None:
        """End the proof; what is proven stays."""
        if self._proof is not None:
            self.pause()
            self._proof = None
            self._app.proofs.keep(self._study)

    def pause(self) -> None:
        """Leave the proof where it is until `go_on`."""
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def go_on(self) -> None:
        """Go on with a proof that was paused."""
        if self._proof is not None and self._job is None:
            self._job = self._app.scheduler.submit(self._proof, Priority.QUESTION)

    def has_ended(self) -> bool:
        """Return whether the proof has come to its end, once."""
        if self._proof is None or not self._proof.is_over:
            return False
        self.stop()
        return True

    def _new(self, action: str) -> LineProof:
        nodes, first = self._nodes(action)
        cost, values = ProofCost(self._app.prover.speed), self._study.values

        def keep(position: Position) -> None:
            self._app.proofs.keep_all(values, [position])

        return LineProof(values, nodes, cost, first, keep)

    def _nodes(self, action: str) -> tuple[Sequence[Node], int]:
        """Return a line, and its first place to be proven."""
        if action == LINE:
            return self._study.line(), 0
        path = [self._study.game.root, *self._study.node.path()]
        return path, len(path) - 1

    # --- what is shown --------------------------------------------------------------------------

    def blocks(self) -> Iterator[Block]:
        """Yield how far the proof is with what ends it, or what could be proven, and the time."""
        proof = self._proof
        if proof is not None:
            yield Paragraph(self.words)
            yield Progress(share_words(proof.share), proof.share)
            action = LINE if self._is_of_line else POSITION
            yield Offer(_("Stop proving"), "stop", action)
            yield Space(8)
            return
        offers = {
            LINE: _("Prove the whole line: {time}"),
            POSITION: _("Prove this position: {time}"),
        }
        for action, words in offers.items():
            proof = self._new(action)
            if not proof.is_over:
                text = words.format(time=about_time(proof.seconds_left))
                yield Offer(text, "check", action)
