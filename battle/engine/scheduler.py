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

from battle.engine.client import Engine, Event, Failed, Query
from battle.language import _
from battle.protocol import BestMove, Info

FRONT_SECONDS: Final = 3.0
"""The engine's seconds for the position in front before a review goes on."""

WAIT_SECONDS: Final = 0.05
"""How long `wait` waits for the engine between two looks at what is waited for."""


class Priority(IntEnum):
    """What a task is for, the most urgent first.

    The position in FRONT becomes LATE_FRONT once it has had FRONT_SECONDS.
    """

    MOVE = 0
    QUESTION = 1
    FRONT = 2
    REVIEW = 3
    LATE_FRONT = 4
    PROOF = 5


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
        """Return what to ask now: this task itself or a part; None if it is over after all."""
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
    def rank(self) -> Priority:
        """Which job comes first: the one with the least."""
        is_late = self.priority is Priority.FRONT and self.task.spent >= FRONT_SECONDS
        return Priority.LATE_FRONT if is_late else self.priority


_WAITING: Final = (Priority.REVIEW, Priority.PROOF)
"""What waits while the engine is reserved."""

_NOTHING: Final = Info(0, 0, 1, 0, 0, 0, 0, 0, 0, 0.0, ())


class Scheduler:
    """Lets one engine work for everybody.

    While it `is_reserved` for a person who plays, reviews and proofs wait. `latest` has the figures
    of the task in hand, or of the last one.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.failure = ""
        self.is_reserved = False
        self._jobs: list[Job] = []
        self._running: Task | None = None
        self._of: Job | None = None
        self._id = 0
        self.latest = _NOTHING

    @property
    def is_getting_ready(self) -> bool:
        """Whether the engine cannot think yet."""
        return self.engine.state.is_getting_ready

    @property
    def is_busy(self) -> bool:
        """Whether the engine works on a task."""
        return self._running is not None

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
        try:
            for event in self.engine.poll(seconds if self.is_busy else 0.0):
                self._hear(event)
        except ArithmeticError as error:
            words = _("the engine contradicts what is proven: {reason}")
            self._fail(words.format(reason=error))
        except EngineFaultError as error:
            self._fail(str(error))
        for job in [*self._jobs]:
            if job.is_open and job.task.is_over:
                self._end(job)
        self._go_on()

    def wait(
        self, is_enough: Callable[[], bool], meanwhile: Callable[[], None] = lambda: None
    ) -> None:
        """Let the engine work until there `is_enough`, it has failed, or no job is left."""
        self.poll()
        while not (is_enough() or self.failure):
            meanwhile()
            if not self._jobs:
                return
            self.poll(WAIT_SECONDS)

    def _hear(self, event: Event) -> None:
        task = self._running
        match event:
            case Failed(message):
                self._fail(message)
            case Info() if task is not None and event.id == self._id:
                self.latest = event
                task.hear(event)
            case BestMove() if task is not None and event.id == self._id:
                self._running = None
                task.finish(event)

    def _fail(self, message: str) -> None:
        self._stop()
        self.failure = message

    def _go_on(self) -> None:
        """Let the engine work on what comes first."""
        wanted = None
        while (first := self._first()) is not None and (wanted := first.task.step()) is None:
            self._end(first)
        if wanted is None:
            self._stop()
        elif wanted is not self._running:
            if self._running is not None:
                self._running.leave()
            self._running, self._of = wanted, first
            self.latest = _NOTHING
            self._id = self.engine.ask(wanted.begin())

    def _first(self) -> Job | None:
        """Return the job that the engine is to work on, None if none is there or all wait."""
        waiting = _WAITING if self.is_reserved else ()
        jobs = [job for job in self._jobs if not (self.failure or job.priority in waiting)]
        return min(jobs, key=lambda job: job.rank, default=None)

    def _end(self, job: Job) -> None:
        job.is_open = False
        self._drop(job)
        job.on_end()

    def _drop(self, job: Job) -> None:
        self._jobs = [one for one in self._jobs if one is not job]
        if job is self._of:
            self._stop()

    def _stop(self) -> None:
        if self._running is not None:
            self._running.leave()
            self._running = None
            self.engine.cancel()
