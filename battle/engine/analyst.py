"""The analyst: schedules what the engine is asked about a study, and keeps its values up to date.

What is *wanted* and what *runs* are kept apart. Every frame `update` takes in what the engine says
and lets it go on with the task wanted most:

    requests         of lessons and reasons, one after the other
    the front        the position the person looks at, for FRONT_SECONDS while a review waits
    the review       the positions of a line from the last to the first
    the front        again, for as long as it is looked at

A task that is overtaken is asked again later, for what is left of its time. A task ends when the
values it is for are known, wherever they came from, so nothing is computed twice. There is one
engine: while an analyst works nobody else may ask its client or poll it; `rest` makes way.

Nothing here waits. All time is the engine's own, told by what it says; none is spent while it
compiles.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from battle.analysis.values import Values
from battle.engine.client import ALL_LINES
from battle.engine.engine import (
    Engine,
    EngineState,
    Event,
    Failed,
    Query,
    contradiction_words,
)
from battle.engine.findings import InfoReport, finding_of_best
from battle.engine.tasks import AnalysisTask, ReviewRun, Target
from battle.protocol import BestMove, Info, InfoString
from battle.rules.game import Game, Node
from battle.rules.position import Move, Position

FRONT_SECONDS: Final = 3.0
"""The engine's seconds for the position in front before a review goes on."""

REVIEW_SECONDS: Final = 1.0
"""The engine's seconds for each position of a review, unless it is told otherwise."""

QUESTION_SECONDS: Final = 10.0
"""The engine's seconds for a single question, unless it is told otherwise."""


class Studied(Protocol):
    """What the analyst reads of a study."""

    @property
    def game(self) -> Game:
        """The game with its tree."""

    @property
    def values(self) -> Values:
        """The store of all that is known."""

    def line(self) -> list[Node]:
        """Return the nodes of the line looked at, from the root to its end."""


@dataclass(frozen=True)
class EngineStatus:
    """What the engine does, for people: its latest figures.

    `depth` is in plies, `hashfull` in permille, `seconds` and `nodes` are those of the task in
    hand. `message` is what the engine says of its work, in English; `failure` why it was given up.
    """

    state: EngineState
    depth: int = 0
    nodes: int = 0
    nodes_per_second: int = 0
    hashfull: int = 0
    seconds: float = 0.0
    message: str = ""
    failure: str = ""


@dataclass(eq=False)
class AnalysisRequest:
    """A single question that is open: the task, and who wants to know."""

    task: AnalysisTask
    callback: Callable[[bool], None]


@dataclass(eq=False)
class _Running:
    """The task the engine works on, and what it has said so far."""

    task: AnalysisTask
    id: int
    report: InfoReport
    seconds: float = 0.0
    is_told: bool = False


class Analyst:
    """What one study wants from the engine."""

    def __init__(self, engine: Engine, study: Studied) -> None:
        self._engine = engine
        self._study = study
        self._front: AnalysisTask | None = None
        self._requests: list[AnalysisRequest] = []
        self._running: _Running | None = None
        self._latest: Info | None = None
        self._words = ""
        self.on = True
        self.failure = ""
        self.review: ReviewRun | None = None

    # --- what is wanted -------------------------------------------------------------------------

    @property
    def is_busy(self) -> bool:
        """Whether anything is wanted that `stop` would end."""
        return bool(self._running or self._requests or self.review or self._front_is_open)

    @property
    def status(self) -> EngineStatus:
        """The engine's figures for the panel."""
        state = self._engine.state
        if state in (EngineState.STARTING, EngineState.COMPILING):
            return EngineStatus(state, message=self._engine.message, failure=self.failure)
        if self._latest is None:
            return EngineStatus(state, message=self._words, failure=self.failure)
        latest = self._latest
        return EngineStatus(
            state,
            latest.depth,
            latest.nodes,
            latest.nodes_per_second,
            latest.hashfull,
            latest.time,
            self._words,
            self.failure,
        )

    def look(self, position: Position | None, seconds: float | None = None) -> None:
        """Let this be the position in front, whose moves are to be valued while `on`.

        It gets up to `seconds` of the engine, None for as long as it is in front.
        """
        if position is None:
            self._front = None
        elif self._front is None or self._front.position != position:
            self._front = AnalysisTask(position, Target.MOVES, seconds, shows_lines=True)

    @property
    def front_seconds(self) -> float:
        """The engine's seconds for the position in front so far."""
        return 0.0 if self._front is None else self._had(self._front)

    @property
    def front_is_done(self) -> bool:
        """Whether there is a position in front, and nothing more is to be found out about it."""
        return self._front is not None and self._front.is_over(self._study.values)

    def begin_review(
        self, nodes: Sequence[Node] | None = None, seconds: float = REVIEW_SECONDS
    ) -> None:
        """Review a line, the study's without `nodes`; a review under way is dropped.

        `nodes` go from the line's first position to its last. Each gets up to `seconds`.
        """
        self.review = ReviewRun(list(self._study.line() if nodes is None else nodes), seconds)

    def cancel_review(self) -> None:
        """End the review; what it has found stays."""
        self.review = None

    def ask(
        self,
        position: Position,
        callback: Callable[[bool], None] = lambda found: None,
        *,
        target: Target = Target.VALUE,
        seconds: float = QUESTION_SECONDS,
        urgent: bool = False,
    ) -> AnalysisRequest:
        """Have something proven about a position, before anything else is done.

        `callback` hears in a later `update` whether it is known now; when the time is over, the
        engine has failed or everything was stopped, it is not. An `urgent` question goes first.
        """
        request = AnalysisRequest(
            AnalysisTask(position, target, seconds, proof_only=True), callback
        )
        self._requests.insert(0 if urgent else len(self._requests), request)
        return request

    def withdraw(self, request: AnalysisRequest) -> None:
        """Forget a question; its callback is not called."""
        if request in self._requests:
            self._requests.remove(request)

    def stop(self) -> None:
        """End everything at once: questions are answered with no, and the engine is off."""
        self.on = False
        self.review = None
        self.rest()
        requests, self._requests = self._requests, []
        for request in requests:
            request.callback(False)

    def rest(self) -> None:
        """Leave the engine to somebody else until the next `update`; wishes are kept."""
        if self._running is not None:
            self._leave(answered=False)
            self._engine.cancel()

    def retry(self) -> None:
        """Start the engine anew after a failure."""
        self.failure = ""
        self._engine.start()

    # --- once a frame ---------------------------------------------------------------------------

    def update(self) -> None:
        """Take in what the engine says, and let it go on with what is wanted most."""
        for event in self._engine.poll():
            self._hear(event)
        self._learn()
        self._notice_loss()
        self._answer()
        wanted = self._wanted() if not self.failure else None
        running = None if self._running is None else self._running.task
        if wanted is None:
            self.rest()
        elif wanted is not running:
            self._begin(wanted)

    def _wanted(self) -> AnalysisTask | None:
        """Return the task wanted most, None when there is nothing to do."""
        if self._requests:
            return self._requests[0].task
        front = self._front if self._front_is_open else None
        if front is not None and (self.review is None or self._had(front) < FRONT_SECONDS):
            return front
        if self.review is None:
            return None
        task = self.review.task(self._study.values)
        if self.review.is_done:
            self.review = None
            return front
        return task or self._still(front)

    def _still(self, front: AnalysisTask | None) -> AnalysisTask | None:
        """Return the task that need not be interrupted while the review finds its next position."""
        return front if self._running is not None and self._running.task is front else None

    @property
    def _front_is_open(self) -> bool:
        front = self._front
        return (
            self.on
            and front is not None
            and not front.position.is_over
            and not front.is_over(self._study.values)
        )

    def _had(self, task: AnalysisTask) -> float:
        """Return the engine's seconds that a task has had."""
        running = self._running
        return task.spent + (running.seconds if running and running.task is task else 0.0)

    # --- the engine -----------------------------------------------------------------------------

    def _begin(self, task: AnalysisTask) -> None:
        if self._running is not None:
            self._leave(answered=False)
        self._latest, self._words = None, ""
        start, moves = way_to(self._study.game, task.position)
        number = self._engine.ask(Query(start, moves, task.limit, ALL_LINES))
        self._running = _Running(task, number, InfoReport(task.position))

    def _leave(self, *, answered: bool) -> None:
        """Let go of the running task."""
        running, self._running = self._running, None
        if running is not None:
            running.task.note(running.seconds, answered=answered)

    def _hear(self, event: Event) -> None:
        running = self._running
        match event:
            case InfoString(text):
                self._words = text
            case Failed(message):
                self._fail(message)
            case Info() if running is not None and event.id == running.id:
                self._latest, running.seconds, running.is_told = event, event.time, True
                running.report.add(event)
            case BestMove() if running is not None and event.id == running.id:
                self._learn(finished=event)
                self._leave(answered=True)

    def _fail(self, message: str) -> None:
        self.failure = message
        self._running = None
        requests, self._requests = self._requests, []
        for request in requests:
            request.callback(False)

    def _notice_loss(self) -> None:
        """Ask again what somebody else has made the engine forget."""
        if self._running is not None and not self._engine.busy:
            self._leave(answered=False)

    def _learn(self, finished: BestMove | None = None) -> None:
        """Put what the engine has said into the values."""
        running = self._running
        if running is None:
            return
        findings = running.report.take(finished=finished is not None)
        if finished is not None and finished.move is not None and not running.is_told:
            findings = [finding_of_best(finished, finished.move)]
        if not findings:
            return
        running.task.hear(findings)
        try:
            self._study.values.learn(running.task.position, findings)
        except ArithmeticError as error:
            self._engine.cancel()
            self._fail(contradiction_words(error))

    def _answer(self) -> None:
        """Answer the questions that are settled."""
        for request in list(self._requests):
            known = request.task.is_reached(self._study.values)
            is_over = known or request.task.is_given_up or self.failure
            if request in self._requests and is_over:
                self._requests.remove(request)
                request.callback(known)


def way_to(game: Game, position: Position) -> tuple[Position, tuple[Move, ...]]:
    """Return a start and the moves from it to `position`: from the game's start if it is known.

    Positions of one start share what the engine remembers.
    """
    waiting = [game.root]
    while waiting:
        node = waiting.pop()
        if node.position == position:
            return game.start, tuple(one.move for one in node.path() if one.move is not None)
        waiting += node.children
    return position, ()
