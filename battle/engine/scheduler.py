"""The engine's owner: everybody submits tasks, and one scheduler lets the engine work for them.

    submit(task, priority) ──► Job ──(its turn)──► the engine ──► task.hear, task.finish ──► on_end
                                └── cancel

The task with the first priority runs; one that comes before it takes the engine away, and a task
that lost it goes on later with what is left of its time. A task ends as soon as what it is for is
known, from wherever. Nobody else asks, polls or stops the engine; `poll` is called once a frame by
the program (`wait` where nothing is drawn), and nothing here blocks a frame.

An engine that fails is started once more by its client. When it is given up, `failure` says why,
nothing is asked, and all jobs stay as they are until `start` tries again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from battle.engine.client import Engine, EngineState, Event, Failed, Query
from battle.language import _
from battle.protocol import BestMove, Info, InfoString

FRONT_SECONDS: Final = 3.0
"""The engine's seconds for the position in front before a review goes on."""

WAIT_SECONDS: Final = 0.05
"""How long `wait` waits for the engine between two looks at what is waited for."""


class Priority(IntEnum):
    """What a task is for, the most urgent first.

    The position in FRONT comes after the reviews once it has had FRONT_SECONDS.
    """

    MOVE = 0
    QUESTION = 1
    FRONT = 2
    REVIEW = 3
    PROOF = 4


class EngineFaultError(Exception):
    """The engine has answered what cannot be; it is treated as one that has failed."""


class Task:
    """Something to be found out: by one query, or step by step by several."""

    spent = 0.0
    """The engine's seconds so far."""

    @property
    def is_over(self) -> bool:
        """Whether the engine need not be asked any more."""
        raise NotImplementedError

    def step(self) -> Task | None:
        """Return what to ask now: this task itself or a part; None for nothing in this frame."""
        return self

    def begin(self) -> Query:
        """Return what the engine is asked, which begins with that, or begins again."""
        raise NotImplementedError

    def hear(self, info: Info) -> None:
        """Take in a line about the query; ArithmeticError says that it contradicts a proof."""

    def finish(self, best: BestMove) -> None:
        """Take in the answer to the query; ArithmeticError as in `hear`."""

    def leave(self) -> None:
        """Lose the engine before there was an answer."""


@dataclass(eq=False)
class Job:
    """A task that was submitted; `on_end` is called once it is over, not when it is cancelled."""

    task: Task
    priority: Priority
    on_end: Callable[[], None]
    on_cancel: Callable[[Job], None]
    is_open: bool = True

    def cancel(self) -> None:
        """Give the task up; what it has found stays."""
        if self.is_open:
            self.is_open = False
            self.on_cancel(self)

    @property
    def rank(self) -> float:
        """Which job comes first: the one with the least."""
        late = self.priority is Priority.FRONT and self.task.spent >= FRONT_SECONDS
        return Priority.REVIEW + 0.5 if late else float(self.priority)


@dataclass(frozen=True)
class EngineStatus:
    """What the engine does, for people: the figures of the task in hand, or of the last one.

    `depth` is in plies, `hashfull` in permille. `message` is what the engine says of its work, in
    English; `failure` why it was given up.
    """

    state: EngineState
    depth: int = 0
    nodes: int = 0
    nodes_per_second: int = 0
    hashfull: int = 0
    seconds: float = 0.0
    message: str = ""
    failure: str = ""


class Scheduler:
    """Lets one engine work for everybody.

    While it `is_reserved` for a person who plays, reviews and proofs wait.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.failure = ""
        self.is_reserved = False
        self._jobs: list[Job] = []
        self._running: Task | None = None
        self._of: Job | None = None
        self._id = 0
        self._latest: Info | None = None
        self._words = ""

    @property
    def is_getting_ready(self) -> bool:
        """Whether the engine cannot think yet."""
        return self.engine.state.is_getting_ready

    @property
    def is_busy(self) -> bool:
        """Whether the engine works on a task."""
        return self._running is not None

    @property
    def status(self) -> EngineStatus:
        """The engine's figures."""
        state, latest = self.engine.state, self._latest
        if state.is_getting_ready:
            return EngineStatus(state, message=self.engine.message, failure=self.failure)
        if latest is None:
            return EngineStatus(state, message=self._words, failure=self.failure)
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

    # --- what is wanted -------------------------------------------------------------------------

    def submit(
        self, task: Task, priority: Priority, on_end: Callable[[], None] = lambda: None
    ) -> Job:
        """Have a task done in its turn, after those of its priority that were submitted before."""
        job = Job(task, priority, on_end, self._drop)
        self._jobs.append(job)
        return job

    def start(self) -> None:
        """Get the engine ready, so that it is when it is needed; after a failure, try again."""
        self.failure = ""
        self.engine.start()

    def close(self) -> None:
        """End the engine for good."""
        self._jobs, self._running = [], None
        self.engine.close()

    # --- once a frame ---------------------------------------------------------------------------

    def poll(self, seconds: float = 0.0) -> None:
        """Take in what the engine says, waiting up to `seconds` for it, and let it go on."""
        for event in self.engine.poll(seconds if self.is_busy else 0.0):
            try:
                self._hear(event)
            except ArithmeticError as error:
                words = _("the engine contradicts what is proven: {reason}")
                self._fail(words.format(reason=error))
            except EngineFaultError as error:
                self._fail(str(error))
        for job in [*self._jobs]:
            if job.is_open and job.task.is_over:
                job.is_open = False
                job.on_end()
        self._jobs = [job for job in self._jobs if job.is_open]
        self._go_on()

    def wait(
        self, is_enough: Callable[[], bool], meanwhile: Callable[[], None] = lambda: None
    ) -> None:
        """Let the engine work until there `is_enough`, or it has failed."""
        self.poll()
        while not (is_enough() or self.failure):
            meanwhile()
            self.poll(WAIT_SECONDS)

    def _hear(self, event: Event) -> None:
        task = self._running
        match event:
            case InfoString(text):
                self._words = text
            case Failed(message):
                self._fail(message)
            case Info() if task is not None and event.id == self._id:
                self._latest = event
                task.hear(event)
            case BestMove() if task is not None and event.id == self._id:
                self._running = None
                task.finish(event)

    def _fail(self, message: str) -> None:
        self._stop()
        self.failure = message

    def _go_on(self) -> None:
        """Let the engine work on what comes first."""
        jobs = [job for job in self._jobs if not (self.is_reserved and job.priority >= _WAITING)]
        first = min(jobs, key=lambda job: job.rank, default=None)
        wanted = None if first is None or self.failure else first.task.step()
        if wanted is None:
            if first is None or self._of not in jobs:
                self._stop()
        elif wanted is not self._running:
            if self._running is not None:
                self._running.leave()
            self._running, self._of = wanted, first
            self._latest, self._words = None, ""
            self._id = self.engine.ask(wanted.begin())

    def _drop(self, job: Job) -> None:
        self._jobs = [one for one in self._jobs if one is not job]
        if job is self._of:
            self._stop()

    def _stop(self) -> None:
        if self._running is not None:
            self._running.leave()
            self._running = None
            self.engine.cancel()


_WAITING: Final = Priority.REVIEW
"""This priority and those after it wait while the engine is reserved."""
