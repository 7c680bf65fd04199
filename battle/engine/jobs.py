"""The engine's owner: clients submit tasks, and one scheduler lets the engine work for them.

    submit(task, priority) ──► Job ──(its turn)──► the engine ──► on_info, on_best_move ──► on_end
                                └── cancel

The task of highest priority runs; a more urgent one preempts it, and the preempted task goes on
later with what is left of its time. A task ends as soon as its answer is known, wherever it comes
from. Nothing else asks, polls or stops the engine; the program calls `poll` once per frame (`wait`
where nothing is drawn), and nothing here blocks a frame.

A second engine, where there is one, shares the lines that a person waits for: positions are dealt
out, never the moves of one, which need each other's bounds. All that is found goes into the same
values. It starts at the first position that is worth it, and is closed when the line has ended or
rests; if it fails, the first one does everything.

An engine that fails is restarted once by its client. When it is given up, `failure` says why, no
query is sent, and all jobs stay as they are until `start` tries again. An impossible answer ends
the job that it was given to, whose own `failure` says why, and no other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, IntEnum
from operator import itemgetter
from typing import Any, Final, Generic, TypeAlias, TypeVar

from battle.analysis.costs import EVERY_MOVE_TILES
from battle.analysis.proof_cost import Forecast, ProofCost, ProofPlace
from battle.analysis.values import MoveInfo, Values
from battle.engine.client import ALL_LINES, Engine, Event, Failed, Query
from battle.language import _
from battle.protocol import BestMove, Goal, Info, Limit
from battle.rules.position import ALL_POINTS, Move, Position
from battle.rules.tree import Game, Node

FRONT_SECONDS: Final = 3.0
"""The engine's seconds for the position on screen before a review goes on."""

TURN_SECONDS: Final = 10.0
"""The engine's seconds for a task of priority SHARED before the next one has its turn."""

WAIT_SECONDS: Final = 0.05
"""How long `wait` polls the engine between two checks of its condition."""


class Priority(IntEnum):
    """The priorities of tasks, the most urgent first.

    FRONT is the position on screen; once it has had FRONT_SECONDS it becomes SHARED and takes turns
    with the proofs that a person asked for.
    """

    MOVE = 0
    QUESTION = 1
    FRONT = 2
    REVIEW = 3
    SHARED = 4
    PROOF = 5


class EngineFaultError(Exception):
    """The engine sent an impossible answer; the job that it was for ends."""


class Task:
    """Something to find out, by one query or by several in a row."""

    spent = 0.0
    """The engine's seconds spent so far."""

    @property
    def is_over(self) -> bool:
        raise NotImplementedError

    def step(self) -> Task | None:
        """Return the task to run now: this one or a part of it; None if it is over after all."""
        return self

    def begin(self) -> Query:
        """Return the query; called when the engine starts on it, and again after a preemption."""
        raise NotImplementedError

    def on_info(self, info: Info) -> None:
        """Process an `info` line; raise ArithmeticError if it contradicts a proof."""

    def on_best_move(self, best: BestMove) -> None:
        """Process the answer to the query; raise ArithmeticError as `on_info` does."""

    def on_preempted(self) -> None:
        """Give way to another task before there was an answer."""


@dataclass(eq=False)
class Job:
    """A submitted task; `on_end` is called once it is over, not when it is cancelled.

    `failure` says why it ended without its answer.
    """

    task: Task
    priority: Priority
    on_end: Callable[[], None]
    on_cancel: Callable[[Job], None]
    is_open: bool = True
    failure: str = ""

    def cancel(self) -> None:
        """Cancel the task; its findings stay."""
        if self.is_open:
            self.is_open = False
            self.on_cancel(self)

    @property
    def rank(self) -> Priority:
        """The priority to sort by; the least comes first."""
        is_late = self.priority is Priority.FRONT and self.task.spent >= FRONT_SECONDS
        return Priority.SHARED if is_late else self.priority


_WAITING: Final = (Priority.REVIEW, Priority.SHARED, Priority.PROOF)
"""The priorities that wait while the engine is reserved."""

_WAITED_FOR: Final = (Priority.REVIEW, Priority.SHARED)
"""The priorities of lines that a second engine shares."""

SHARED_TILES: Final = 64
"""Positions of no more tiles are proven before a second engine would have started."""

_NOTHING: Final = Info(0, 0, 1, 0, 0, 0, 0, 0, 0, 0.0, ())


class Scheduler:
    """Lets one engine work for all its clients, and a second one share in lines.

    While it `is_reserved` for a player at the table, reviews and proofs wait. `latest` is the last
    `info` line of the current or the last task.
    """

    def __init__(self, engine: Engine, second: Engine | None = None) -> None:
        self.engine = engine
        self._second = None if second is None else Scheduler(second)
        self._shared: tuple[LineTask[Any], Job] | None = None
        self.failure = ""
        self.is_reserved = False
        self._jobs: list[Job] = []
        self._running: Task | None = None
        self._of: Job | None = None
        self._id = 0
        self._turn = 0.0
        self.latest = _NOTHING

    @property
    def is_getting_ready(self) -> bool:
        return self.engine.state.is_getting_ready

    @property
    def getting_ready(self) -> str:
        """Say that the engine gets ready, empty if it does not."""
        words = _("Getting ready, only this once …"), _("Getting ready …")
        return words[not self.engine.is_compiling] if self.is_getting_ready else ""

    @property
    def is_busy(self) -> bool:
        return self._running is not None or (self._second is not None and self._second.is_busy)

    # --- what is wanted -------------------------------------------------------------------------

    def submit(
        self, task: Task, priority: Priority, on_end: Callable[[], None] = lambda: None
    ) -> Job:
        """Queue a task behind those of its priority that were submitted before."""
        job = Job(task, priority, on_end, self._drop)
        self._jobs.append(job)
        return job

    def start(self) -> None:
        """Start the engine ahead of the first task; after a failure, try again."""
        self.failure = ""
        if self._second is not None:
            self._second.failure = ""
        self.engine.start()

    def close(self) -> None:
        self._jobs = []
        self._stop()
        self.engine.close()
        self._share()

    # --- once a frame ---------------------------------------------------------------------------

    def poll(self, seconds: float = 0.0) -> None:
        """Process the engine's events, waiting up to `seconds` for one, and start the next task."""
        for event in self.engine.poll(seconds if self._running is not None else 0.0):
            try:
                self._hear(event)
            except ArithmeticError as error:
                self._fail(
                    _("the engine contradicts what is proven: {reason}").format(reason=error)
                )
            except EngineFaultError as error:
                self._fail(str(error))
        for job in [*self._jobs]:
            if job.is_open and job.task.is_over:
                self._end(job)
        self._go_on()
        self._share(seconds if self._running is None else 0.0)

    def wait(
        self, is_enough: Callable[[], bool], meanwhile: Callable[[], None] = lambda: None
    ) -> None:
        """Run jobs until `is_enough` returns true, the engine has failed, or no job is left."""
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
                self._stop()
                self.failure = message
            case Info() if task is not None and event.id == self._id:
                self._turn += event.time - self.latest.time
                self.latest = event
                task.on_info(event)
            case BestMove() if task is not None and event.id == self._id:
                self._running = None
                task.on_best_move(event)

    def _fail(self, message: str) -> None:
        """End the job whose task was running."""
        if self._of is not None:
            self._of.failure = message
            self._end(self._of)

    def _go_on(self) -> None:
        if self._turn >= TURN_SECONDS:
            self._jobs.sort(key=lambda job: job is self._of and job.rank is Priority.SHARED)
            self._turn = 0.0
        wanted = None
        while (first := self._first()) is not None and (wanted := first.task.step()) is None:
            if not first.task.is_over:
                break
            self._end(first)
        if wanted is None:
            self._stop()
        elif wanted is not self._running:
            if self._running is not None:
                self._running.on_preempted()
            self._turn = self._turn if first is self._of else 0.0
            self._running, self._of = wanted, first
            self.latest = _NOTHING
            self._id = self.engine.ask(wanted.begin())

    def _first(self) -> Job | None:
        waiting = _WAITING if self.is_reserved else ()
        jobs = (job for job in self._jobs if job.priority not in waiting and not self.failure)
        return min(jobs, key=lambda job: job.rank, default=None)

    def _share(self, seconds: float = 0.0) -> None:
        """Let the second engine share the line that comes first; close it if there is none."""
        second = self._second
        if second is None:
            return
        lines = (
            (job.rank, job.task)
            for job in (() if self.is_reserved or self.failure or second.failure else self._jobs)
            if job.rank in _WAITED_FOR and isinstance(job.task, LineTask)
        )
        _rank, line = min(lines, key=itemgetter(0), default=(None, None))
        if self._shared is not None and self._shared[0] is not line:
            second.close()
            self._shared[0].take_back()
            self._shared = None
        if self._shared is None and line is not None:
            self._shared = line, second.submit(_Share(line), Priority.REVIEW)
        second.poll(seconds)
        if self._shared is not None:
            second.failure = second.failure or self._shared[1].failure

    def _end(self, job: Job) -> None:
        job.is_open = False
        self._drop(job)
        job.on_end()

    def _drop(self, job: Job) -> None:
        self._jobs = [kept for kept in self._jobs if kept is not job]
        if job is self._of:
            self._stop()

    def _stop(self) -> None:
        if self._running is not None:
            self._running.on_preempted()
            self._running = None
            self.engine.cancel()


# --- tasks ---------------------------------------------------------------------------------------
#
# The tasks of the scheduler: moves, positions, reviews, proofs.
#
#     Question       one query and its answer
#     AnalysisTask   a position, until the values know what is wanted of it, or its time is over
#     ReviewRun      the positions of a line, from the last to the first, each for its time
#     LineProof      the same, each until it is proven
#     Analyst        what one game wants: the position in front, questions, a review
#     QuestionSearch questions of one sort, one after the other
#
# The lines of one report of the engine come best first, one for every move.

REVIEW_SECONDS: Final = 1.0
"""The engine's seconds for each position of a review, by default."""

PONDER_SECONDS: Final = 60.0
"""The engine's seconds for a position while a person thinks, so that it does not run for hours."""
SEARCH_SECONDS: Final = 5.0
"""The engine's seconds for each question of a `QuestionSearch`."""
QUESTION_SECONDS: Final = 10.0
"""The engine's seconds for a single question, by default."""

NOT_SEARCHED: Final = -2
"""The effort of a placeholder: the engine has not searched yet."""

_LEAST_SECONDS: Final = 0.05


class Question(Task):
    """A single query; `answer` is None until it has come."""

    def __init__(self, query: Query) -> None:
        self._query = query
        self.answer: BestMove | None = None

    @property
    def is_over(self) -> bool:
        return self.answer is not None

    def begin(self) -> Query:
        return self._query

    def on_best_move(self, best: BestMove) -> None:
        self.answer = best


# --- a position -----------------------------------------------------------------------------------


class Target(Enum):
    """What to prove about a position: its value, all moves that keep it, or every move's value."""

    VALUE = "value"
    BEST = "best"
    MOVES = "moves"


def is_reached(target: Target, values: Values, position: Position) -> bool:
    """Whether the target is proven for a position."""
    if target is Target.BEST:
        return values.has_settled(position)
    if not values.known(position).is_exact or target is Target.VALUE:
        return values.known(position).is_exact
    return all(values.of_move(position, move).is_exact for move in position.legal_moves)


class InfoReport:
    """The `info` lines of one report, collected as they come."""

    def __init__(self, position: Position) -> None:
        self._moves = frozenset(position.legal_moves)
        self._lines: list[Info] = []
        self._whole: list[Info] = []

    def add(self, info: Info) -> None:
        if info.rank == 1:
            self._lines = []
        if info.pv and info.pv[0] in self._moves:
            self._lines.append(info)
        if len(self._lines) == len(self._moves):
            self._whole, self._lines = self._lines, []

    def take(self, *, finished: bool = False) -> list[MoveInfo]:
        """Return the findings of the last whole report, once; if `finished`, of half a one too."""
        lines = self._lines if finished and self._lines else self._whole
        self._lines, self._whole = self._lines if lines is self._whole else [], []
        return move_infos(lines)


def move_infos(lines: Sequence[Info]) -> list[MoveInfo]:
    """Return the move infos of the lines of a report."""
    if not lines:
        return []
    first = lines[0]
    has_searched = first.depth > 0 or first.exact
    return [
        MoveInfo(
            line.pv[0],
            line.lower,
            line.upper,
            line.value,
            first.nodes if has_searched else NOT_SEARCHED,
            line.pv if has_searched else (),
            line.error,
        )
        for line in lines
    ]


def info_of_best(best: BestMove, move: Move) -> MoveInfo:
    """Return the move info of a `bestmove` without any report."""
    if best.exact:
        return MoveInfo(move, best.value, best.value, best.value, 0, (move,))
    return MoveInfo(move, -ALL_POINTS, ALL_POINTS, best.value, 0, (move,), best.error)


class PositionTask(Task):
    """A task about one position, with its results in `values`."""

    def __init__(self, values: Values, position: Position, target: Target) -> None:
        self.position = position
        self._values, self._target = values, target
        self._report = InfoReport(position)
        self._looked_up = (-1, False)

    @property
    def is_reached(self) -> bool:
        """Whether the target is proven; computed once per version of the values."""
        version = self._values.version
        if self._looked_up[0] != version:
            self._looked_up = version, is_reached(self._target, self._values, self.position)
        return self._looked_up[1]


class AnalysisTask(PositionTask):
    """The analysis of a position in a limited time.

    It takes at most `seconds` of the engine's time, None for no limit; with `proof_only` none of it
    goes into estimates. With `shows_lines` the expected play after every move is wanted too, as far
    as the engine sends it. Positions of one `game` share the engine's table.
    """

    def __init__(
        self,
        game: Game,
        values: Values,
        position: Position,
        target: Target,
        seconds: float | None = None,
        *,
        proof_only: bool = False,
        shows_lines: bool = False,
    ) -> None:
        super().__init__(values, position, target)
        self.is_given_up = False
        self._game, self._seconds, self._proof_only = game, seconds, proof_only
        self._shows_lines = shows_lines
        self._before = 0.0
        self._has_heard = False

    @property
    def is_over(self) -> bool:
        return self.is_given_up or (self.is_reached and not self._lacks_lines())

    def _lacks_lines(self) -> bool:
        if not self._shows_lines or self.position.is_over:
            return False
        after = (self.position.play(move) for move in self.position.legal_moves)
        self._shows_lines = not all(place.is_over or self._values.line(place) for place in after)
        return self._shows_lines

    def begin(self) -> Query:
        self._report, self._has_heard = InfoReport(self.position), False
        goal = Goal.MARGIN if self._target is Target.MOVES else Goal.BEST
        limit = Limit(infinite=True, goal=goal)
        if self._seconds is not None:
            limit = Limit(
                time=max(_LEAST_SECONDS, self._seconds - self.spent),
                exact=self._proof_only,
                goal=goal,
            )
        return Query(*way_to(self._game, self.position), limit, ALL_LINES)

    def on_info(self, info: Info) -> None:
        self.spent, self._has_heard = self._before + info.time, True
        self._report.add(info)
        self._learn(self._report.take())

    def on_best_move(self, best: BestMove) -> None:
        self._before, self.is_given_up = self.spent, True
        infos = self._report.take(finished=True)
        if best.move is not None and not self._has_heard:
            infos = [info_of_best(best, best.move)]
        self._learn(infos)

    def on_preempted(self) -> None:
        self._before = self.spent
        self.is_given_up = self._seconds is not None and self.spent >= self._seconds

    def _learn(self, infos: Sequence[MoveInfo]) -> None:
        """Store the findings; a report that proves every move has all the lines there will be."""
        if infos:
            proven = {info.move for info in infos if info.lower == info.upper}
            if proven.issuperset(self.position.legal_moves):
                self._shows_lines = False
            self._values.learn(self.position, infos)


def way_to(game: Game, position: Position) -> tuple[Position, tuple[Move, ...]]:
    """Return a start and the moves from it to `position`: the game's start if it leads there."""
    waiting = [game.root]
    while waiting:
        node = waiting.pop()
        if node.position == position:
            return game.start, tuple(step.move for step in node.path() if step.move is not None)
        waiting += node.children
    return position, ()


# --- lines ----------------------------------------------------------------------------------------


Part = TypeVar("Part", bound=PositionTask)


class LineTask(Task, Generic[Part]):
    """A task about a line, part by part, from the last position to the first.

    Of the parts that were begun, one is worked on here, and one may be lent.
    """

    def __init__(self) -> None:
        self._parts = self._all_parts()
        self._open: list[Part] = []
        self._part: Part | None = None
        self._lent: Part | None = None
        self.step()

    def _all_parts(self) -> Iterator[Part]:
        raise NotImplementedError

    def _end(self, part: Part) -> None:
        """Note that a part is over."""
        raise NotImplementedError

    @property
    def is_over(self) -> bool:
        return not self._open

    def step(self) -> Part | None:
        """Return the part to run now; None also while all that is left is lent."""
        self._part = self._next(self._part, self._lent)
        return self._part

    def lend(self) -> Part | None:
        """Return the part to run beside it, if one is worth it."""
        part = self._next(self._lent, self._part)
        self._lent = part if part and part.position.tiles_left > SHARED_TILES else None
        return self._lent

    def take_back(self) -> None:
        """Lend nothing any more."""
        self._lent = None

    def _next(self, before: Part | None, others: Part | None) -> Part | None:
        """Return the part of before, if it is not over, else one that is not the others'."""
        while True:
            while over := next((part for part in self._open if part.is_over), None):
                self._open.remove(over)
                self._end(over)
            if before in self._open:
                return before
            free = next((part for part in self._open if part is not others), None)
            following = next(self._parts, None) if free is None else None
            if following is None:
                return free
            self._open.append(following)


class _Share(Task):
    """What a second engine does of a line."""

    def __init__(self, line: LineTask[Any]) -> None:
        self._line = line

    @property
    def is_over(self) -> bool:
        return self._line.is_over

    def step(self) -> Task | None:
        return self._line.lend()


class ReviewRun(LineTask[AnalysisTask]):
    """A review in progress: `done` of `of` positions of a line."""

    def __init__(self, game: Game, values: Values, nodes: Sequence[Node], seconds: float) -> None:
        self.of = len(nodes)
        self._places = {node.position: place for place, node in enumerate(nodes)}
        self._done = set[int]()
        self._game, self._values, self._nodes, self._seconds = game, values, nodes, seconds
        super().__init__()

    @property
    def done(self) -> int:
        return len(self._done)

    def _all_parts(self) -> Iterator[AnalysisTask]:
        for node in reversed(self._nodes):
            is_small = node.position.tiles_left <= EVERY_MOVE_TILES
            yield self._task(node, Target.MOVES if is_small else Target.BEST)

    def _end(self, part: AnalysisTask) -> None:
        """Have the value after a move proven where that before it is, for the move's cost."""
        place = self._places[part.position]
        if place in self._done:
            return
        self._done.add(place)
        for before in (place - 1, place):
            if {before, before + 1} <= self._done and self._is_proven(self._nodes[before]):
                after = self._nodes[before + 1]
                self._open.append(self._task(after, Target.VALUE, proof_only=True))

    def _is_proven(self, node: Node) -> bool:
        return self._values.known(node.position).is_exact

    def _task(self, node: Node, target: Target, *, proof_only: bool = False) -> AnalysisTask:
        return AnalysisTask(
            self._game, self._values, node.position, target, self._seconds, proof_only=proof_only
        )


class PositionProof(PositionTask):
    """The proof of a position up to a target, queried as `moves` from a `start`.

    The value is proven first, with the moves that keep it if the target includes them, then every
    move. `nodes` are those of the value; `cost` is updated by them.
    """

    def __init__(
        self,
        start: Position,
        moves: tuple[Move, ...],
        position: Position,
        values: Values,
        cost: ProofCost,
        target: Target = Target.VALUE,
    ) -> None:
        super().__init__(values, position, target)
        self.nodes = 0
        self.moves = moves
        self._start, self._cost = start, cost
        self._latest: Info | None = None
        self._is_value = True
        self._before = 0

    @property
    def is_over(self) -> bool:
        return self.position.is_over or self.is_reached

    def begin(self) -> Query:
        self._report, self._latest = InfoReport(self.position), None
        only_value = self._target is Target.VALUE
        self._is_value = only_value or not self._values.has_settled(self.position)
        goal = Goal.BEST if self._is_value and not only_value else Goal.MARGIN
        return Query(
            self._start, self.moves, Limit(exact=True, goal=goal), 1 if only_value else ALL_LINES
        )

    def on_info(self, info: Info) -> None:
        if info.rank == 1:
            self._latest = info
            self._cost.set_speed(info.nodes_per_second)
            if self._is_value:
                self.nodes = self._before + info.nodes
            self._prove(info.floor, info.ceiling)
        if self._target is not Target.VALUE:
            self._report.add(info)
            self._values.learn(self.position, self._report.take())

    def on_preempted(self) -> None:
        self._before = self.nodes

    def on_best_move(self, best: BestMove) -> None:
        if not best.exact or best.move is None:
            raise EngineFaultError(_("the engine gave up a proof"))
        latest = self._latest
        if latest is not None and self._is_value:
            self._cost.learn(ProofPlace.of(self.position), self.nodes)
        is_proof = latest is not None and latest.exact and latest.pv[:1] == (best.move,)
        line = latest.pv if latest is not None and is_proof else (best.move,)
        self._prove(best.value, best.value)
        known = MoveInfo(best.move, best.value, best.value, best.value, self.nodes, line)
        with suppress(ArithmeticError):
            self._values.learn(self.position, [known])

    def _prove(self, lower: int, upper: int) -> None:
        known = self._values.known(self.position)
        if lower > known.lower or upper < known.upper:
            self._values.prove(self.position, lower, upper)


class LineProof(LineTask[PositionProof]):
    """The proof of a line: the value of every position, from the last to the first.

    A move costs the difference between the positions before and after it, so the values along the
    line are all that its costs need. That takes about half of what proving every move would, and
    the table knows the move that was played when the position before it comes.

        line     0 ── 1 ── 2 ── 3 ── 4 ── 5        5 and 4 are proven, 3 is in hand; what is known
                                ▲    └────┘        already is passed over, and nothing is asked
                              in hand              twice

    Each of `nodes` is a child of the one before; those before index `first` are not proven and only
    give the moves that led there. `on_proven` is called with every position once it is proven up to
    its target: the value alone, unless `target_of` says more.
    """

    def __init__(
        self,
        values: Values,
        nodes: Sequence[Node],
        cost: ProofCost | None = None,
        first: int = 0,
        on_proven: Callable[[Position], None] = lambda position: None,
        target_of: Callable[[Position], Target] = lambda position: Target.VALUE,
    ) -> None:
        self.cost = ProofCost() if cost is None else cost
        self.nodes = nodes
        self._values = values
        self._moves = tuple(node.move for node in nodes[1:] if node.move is not None)
        self._first, self._on_proven, self._target_of = first, on_proven, target_of
        self._nodes_done = 0
        super().__init__()

    def _all_parts(self) -> Iterator[PositionProof]:
        start = self.nodes[0].position
        for index in range(len(self.nodes) - 1, self._first - 1, -1):
            place, moves = self.nodes[index].position, self._moves[:index]
            part = PositionProof(
                start, moves, place, self._values, self.cost, self._target_of(place)
            )
            if not part.is_over:
                yield part

    def _end(self, part: PositionProof) -> None:
        self._nodes_done += part.nodes
        self._on_proven(part.position)

    # --- how far it is --------------------------------------------------------------------------

    @property
    def position(self) -> Position | None:
        return None if self._part is None else self._part.position

    @property
    def _last(self) -> PositionProof | None:
        """Of the parts that were begun the last of the line."""
        return max(self._open, key=lambda part: len(part.moves), default=None)

    @property
    def _index(self) -> int:
        """The place of the last node that is not proven, the one before the first if all are."""
        return len(self._last.moves) if self._last else self._first - 1

    @property
    def proven_from(self) -> int:
        """The first ply from which everything is proven, the number of nodes if nothing is."""
        return 1 if self._index < 0 else min(self._index + 2, len(self.nodes))

    @property
    def share(self) -> float:
        """The estimated share of the work that is done, 0 to 1."""
        done = self._nodes_done + self._spent
        return done / max(1.0, done + self.cost.nodes_left(self._places, self._spent).middle)

    @property
    def seconds_left(self) -> Forecast:
        return self.cost.seconds_left(self._places, self._spent)

    @property
    def _spent(self) -> int:
        return self._last.nodes if self._last else 0

    @property
    def _places(self) -> tuple[ProofPlace, ...]:
        """The positions that are still to be proven, the next one first."""
        before = (self.nodes[index].position for index in range(self._index, self._first - 1, -1))
        return tuple(
            ProofPlace.of(place)
            for place in before
            if not (place.is_over or self._values.known(place).is_exact)
        )


# --- what a game wants ----------------------------------------------------------------------------


class Analyst:
    """The analysis of one game: schedules its tasks and collects the results in `values`.

    While it is not `on`, the position on screen is not analysed; questions and reviews go on.
    """

    def __init__(self, scheduler: Scheduler, game: Game, values: Values) -> None:
        self.scheduler = scheduler
        self.values = values
        self.on = True
        self._game = game
        self._front: AnalysisTask | None = None
        self._looking: Job | None = None
        self._review: tuple[ReviewRun, Job] | None = None
        self._questions: dict[Job, Callable[[bool], None]] = {}

    @property
    def failure(self) -> str:
        """Why the engine was given up, or the position on screen or the review; or empty."""
        own = (self._looking, self._review and self._review[1])
        failures = [self.scheduler.failure, *(job.failure for job in own if job)]
        return next(filter(None, failures), "")

    def start(self) -> None:
        """Start the engine; after a failure, try again."""
        self.scheduler.start()
        if self._looking is not None and self._looking.failure:
            self._looking = None
        if self._review is not None and self._review[1].failure:
            self._review = None

    @property
    def is_busy(self) -> bool:
        """Whether there is any work that `stop` would end."""
        front = self._looking is not None and self._looking.is_open
        return bool(front or self.review or any(job.is_open for job in self._questions))

    def analyse(self, position: Position | None, seconds: float | None = None) -> None:
        """Analyse the moves of this position, the one on screen, while `on`.

        It gets up to `seconds` of the engine, None for as long as it is on screen.
        """
        is_wanted = self.on and position is not None and not position.is_over
        if position is not None and (self._front is None or self._front.position != position):
            self._front = AnalysisTask(
                self._game, self.values, position, Target.MOVES, seconds, shows_lines=True
            )
        wanted = self._front if is_wanted else None
        if self._looking is not None and self._looking.task is not wanted:
            self._looking.cancel()
            self._looking = None
        if wanted is not None and self._looking is None and not wanted.is_over:
            self._looking = self.scheduler.submit(wanted, Priority.FRONT)

    def has_analysed(self, position: Position, seconds: float) -> bool:
        """Whether all moves of a position have values and its `seconds` of analysis are over.

        It is also true as soon as nothing is left to find.
        """
        front = self._front if self._front and self._front.position == position else None
        is_done = front is not None and front.is_over
        if not self.values.has_all_moves(position):
            return is_done and self.values.known(position).guess is not None
        spent = 0.0 if front is None else front.spent
        return is_done or spent >= seconds or self.values.has_settled(position)

    @property
    def review(self) -> ReviewRun | None:
        return self._review[0] if self._review is not None and self._review[1].is_open else None

    def begin_review(
        self,
        nodes: Sequence[Node],
        seconds: float = REVIEW_SECONDS,
        priority: Priority = Priority.REVIEW,
        on_end: Callable[[], None] = lambda: None,
    ) -> None:
        """Review a line of nodes; a review in progress is dropped.

        Each position gets up to `seconds`.
        """
        self.cancel_review()
        run = ReviewRun(self._game, self.values, nodes, seconds)
        self._review = run, self.scheduler.submit(run, priority, on_end)

    def cancel_review(self) -> None:
        """End the review and keep its findings."""
        if self._review is not None:
            self._review[1].cancel()

    def ask(
        self,
        position: Position,
        callback: Callable[[bool], None] = lambda answered: None,
        *,
        target: Target = Target.VALUE,
        seconds: float = QUESTION_SECONDS,
        priority: Priority = Priority.QUESTION,
    ) -> Job:
        """Prove something about a position.

        `callback` is called with whether it was proven; False when the time is over or everything
        was stopped. It is not called for a cancelled question.
        """
        task = AnalysisTask(self._game, self.values, position, target, seconds, proof_only=True)
        job = self.scheduler.submit(task, priority, lambda: callback(task.is_reached))
        self._questions = {kept: call for kept, call in self._questions.items() if kept.is_open}
        self._questions[job] = callback
        return job

    def stop(self) -> None:
        """Stop everything at once: questions are answered with False, and `on` becomes False."""
        self.on = False
        self.analyse(None)
        self.cancel_review()
        open_ones = {job: call for job, call in self._questions.items() if job.is_open}
        self._questions = {}
        for job, callback in open_ones.items():
            job.cancel()
            callback(False)


Asked: TypeAlias = tuple[Position, Target]


class QuestionSearch:
    """Asks the first of what `questions` returns, and again when that is answered.

    It ends when nothing is left to ask, or when a question is not answered.
    """

    def __init__(
        self,
        analyst: Analyst,
        questions: Callable[[], Sequence[Asked]],
        seconds: float = SEARCH_SECONDS,
    ) -> None:
        self.is_done = False
        self._analyst = analyst
        self._questions = questions
        self._seconds = seconds
        self._request: Job | None = None
        self._go_on(True)

    def close(self) -> None:
        if self._request is not None:
            self._request.cancel()
        self._request, self.is_done = None, True

    def _go_on(self, answered: bool) -> None:
        self._request = None
        wanted = self._questions() if answered else []
        self.is_done = not wanted
        if wanted:
            position, target = wanted[0]
            self._request = self._analyst.ask(
                position, self._go_on, target=target, seconds=self._seconds
            )
