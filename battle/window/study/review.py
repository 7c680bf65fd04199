"""The review of a study in the sheet of Analyse, and the proofs that are asked for there.

The time a proof will take is said before it begins. It comes before the position in front; what is
proven is shown as it comes, and kept at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from battle.analysis.costs import EVERY_MOVE_TILES, Review, unknown_replies
from battle.analysis.proof_cost import ProofCost
from battle.analysis.study import Snapshot, Study
from battle.coach.move_page import move_page
from battle.coach.reasons import ReasonSearch, questions
from battle.engine.jobs import Analyst, Job, LineProof, Priority, QuestionSearch, Target, is_reached
from battle.language import _
from battle.page.blocks import Block, Ink, Offer, Paragraph, Progress, Space, flat
from battle.page.review import review_page
from battle.rules.position import Position
from battle.rules.record import Node
from battle.window.board.keys import STUDY_SHORTCUTS
from battle.window.scenes.scene import Services
from battle.window.ui.keys import words_of
from battle.words import about_time, no_answer_words, running_words, share_words

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
            return running_words(proof.proven_from, len(proof.nodes) - 1, proof.seconds_left)
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

    def end_words(self) -> str:
        """Say how the proof has come to its end, once; empty before that."""
        failure = "" if self._job is None else self._job.failure
        if self._proof is None or not (failure or self._proof.is_over):
            return ""
        self.stop()
        return no_answer_words(failure) if failure else _("The proof is finished.")

    def _new(self, action: str) -> LineProof:
        nodes: Sequence[Node] = self._study.line()
        if action == POSITION:
            nodes = [self._study.game.root, *self._study.node.path()]
        cost, values = ProofCost(self._app.prover.speed), self._study.values

        def keep(position: Position) -> None:
            self._app.proofs.keep_all(values, [position])

        return LineProof(values, nodes, cost, 0 if action == LINE else len(nodes) - 1, keep)

    # --- what is shown --------------------------------------------------------------------------

    def blocks(self) -> Iterator[Block]:
        """Yield how far the proof is with what ends it, or what could be proven, and the time."""
        proof = self._proof
        if proof is not None:
            yield Paragraph(self.words)
            yield Progress(share_words(proof.share), proof.share)
            yield Offer(_("Stop proving"), "stop", LINE if self._is_of_line else POSITION)
            yield Space(8)
            return
        offers = {
            LINE: _("Prove the whole line: {time}"),
            POSITION: _("Prove this position: {time}"),
        }
        for action, words in offers.items():
            proof = self._new(action)
            if not proof.is_over:
                yield Offer(words.format(time=about_time(proof.seconds_left)), "check", action)


# --- review -------------------------------------------------------------------------------------
#
# The page of the review. While it is open, reasons are asked for of the costly move looked at, as
# long as the solver is on. What choosing a block means is for the screen to do.


class StudyReview:
    """The page of the review of one study, and the reasons that it asks for."""

    def __init__(self, study: Study, analyst: Analyst, proofs: StudyProofs) -> None:
        self._study = study
        self._proofs = proofs
        self._analyst = analyst
        self._why: ReasonSearch | None = None
        self._why_of: Node | None = None
        self._replies: QuestionSearch | None = None
        self._replies_seen: object = None
        self._replies_asked: set[Position] = set()

    # --- what is shown --------------------------------------------------------------------------

    def page(
        self, snapshot: Snapshot, names: tuple[str, str], more: Iterator[Block]
    ) -> Iterator[Block]:
        """Yield the page of the line looked at: the move looked at, `more` of it, the review."""
        review = self._study.review()
        if self._proofs.is_running:
            yield from self._proofs.blocks()
        else:
            yield from self._progress(len(snapshot.line) > 1)
        yield from self._move(snapshot, names)
        yield from more
        yield Space(12, rules=True)
        if review is not None and review.moves:
            yield from flat(review_page(review, names))
            yield from self._offers(review)

    def _progress(self, has_moves: bool) -> Iterator[Block]:
        """Yield how far a review is, or the offer of one."""
        run = self._analyst.review
        if run is not None and not self._analyst.scheduler.failure:
            words = _("Position {n} of {count}").format(n=min(run.done + 1, run.of), count=run.of)
            yield Progress(words, run.done / max(1, run.of))
            yield Offer(_("Cancel the review"), "stop", "review")
            yield Space(8)
        elif self._study.review() is None and has_moves:
            yield Paragraph(_("Every move is analysed, from the last to the first."))
            yield Offer(words_of("review", STUDY_SHORTCUTS), "review", "review", primary=True)
            yield Space(8)
        elif not has_moves:
            yield Paragraph(_("There is no move to review yet."), Ink.FAINT)

    def _offers(self, review: Review) -> Iterator[Block]:
        yield Space(8)
        if any(move.cost.value and move.exact for move in review.moves):
            yield Offer(words_of("learn", STUDY_SHORTCUTS), "learn", "learn", primary=True)
        if not self._proofs.is_running and self._analyst.review is None:
            yield from self._proofs.blocks()

    def _move(self, snapshot: Snapshot, names: tuple[str, str]) -> Iterator[Block]:
        node = snapshot.node
        if node.parent is not None and node.move is not None:
            values, may_search = self._study.values, not self._analyst.on
            if may_search and self._is_costly(node):
                may_search = bool(questions(values, node.parent.position, node.move))
            yield from move_page(
                node,
                snapshot.place,
                values,
                names,
                cost=self._study.cost(node),
                is_searching=self._why is not None and not self._why.is_done,
                may_search=may_search and self._is_costly(node),
            )

    # --- why ------------------------------------------------------------------------------------

    def update(self, *, is_open: bool) -> None:
        """Ask for the reasons of the move looked at while the page is open and the solver on."""
        node, asks = self._study.node, is_open and self._analyst.on
        wanted = node if asks and self._is_costly(node) else None
        if wanted is not self._why_of:
            self.close()
            self._why_of = wanted
            if wanted is not None and node.parent is not None and node.move is not None:
                values = self._study.values
                self._why = ReasonSearch(self._analyst, values, node.parent.position, node.move)
        if asks and self._analyst.review is None:
            self._ask_replies()

    @property
    def shown(self) -> object:
        """What the page depends on beside the snapshot."""
        run, why = self._analyst.review, self._why
        return (
            None if run is None else run.done,
            self._analyst.failure,
            self._proofs.words,
            None if why is None else (why.reasons(("", "")), why.is_done),
            self._analyst.on,
        )

    def _ask_replies(self) -> None:
        """Have proven what the best resistance is read from, here and before the move looked at."""
        if self._replies is not None and not self._replies.is_done:
            return
        seen = self._study.node, self._study.values.version
        if seen == self._replies_seen:
            return
        self._replies_seen = seen
        node, values = self._study.node, self._study.values
        here = [node.position] if node.parent is None else [node.parent.position, node.position]
        wanted = [
            place
            for position in here
            if position.tiles_left <= EVERY_MOVE_TILES
            for place in unknown_replies(values, position)
            if place not in self._replies_asked
        ]
        if wanted:
            self._replies_asked.add(wanted[0])
            asked = [(wanted[0], Target.MOVES)]
            self._replies = QuestionSearch(
                self._analyst,
                lambda: [one for one in asked if not is_reached(one[1], values, one[0])],
            )

    def _is_costly(self, node: Node) -> bool:
        """Whether it is proven that the move to a node cost something."""
        cost = self._study.cost(node)
        return cost is not None and cost.exact and cost.cost.value > 0

    def close(self) -> None:
        """Ask for nothing more."""
        if self._why is not None:
            self._why.close()
        if self._replies is not None:
            self._replies.close()
        self._why = self._why_of = None
        self._replies = self._replies_seen = None
        self._replies_asked.clear()
