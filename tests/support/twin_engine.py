"""An engine client that answers with the slow twin's values, a report a poll, in no time.

Reports are shaped as the real engine's are: the first line carries the position's bounds, not its
move's, and what is proven closes in from report to report. It only counts its time.
"""

from __future__ import annotations

from random import Random

from battle.engine.client import Best, Event, Failed, Info, Question, State
from battle.rules.deal import deal
from battle.rules.move import Move
from battle.rules.position import Position
from solver.reference import Memo, move_values

REPORTS = 4
SECONDS = 0.25
SLACK = (0, 1, 3, 400)
"""How far from the value what is proven on the way may be."""


def position_of(question: Question) -> Position:
    """Return the position a question is about."""
    position = question.start if isinstance(question.start, Position) else deal(question.start)
    for played in question.moves:
        position = position.play(played)
    return position


class TwinEngine:
    """Proves everything in `reports` polls; `silent` never answers, `blind` proves nothing."""

    def __init__(
        self, reports: int = REPORTS, *, silent: bool = False, blind: bool = False
    ) -> None:
        self.state = State.READY
        self.message = ""
        self.questions: list[Question] = []
        self.cancelled = 0
        self.started = 0
        self.reports, self.silent, self.blind = reports, silent, blind
        self._memo: Memo = {}
        self._random = Random(1)
        self._events: list[Event] = []
        self._told = 0
        self._question: Question | None = None
        self._bounds: dict[Move, tuple[int, int]] = {}

    @property
    def busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._question is not None

    @property
    def asked(self) -> list[Position]:
        """The positions it was asked about, in their order."""
        return [position_of(question) for question in self.questions]

    def start(self) -> None:
        """Count the starts."""
        self.started += 1

    def ask(self, question: Question) -> int:
        """Think about this and nothing else."""
        self.questions.append(question)
        position = position_of(question)
        assert not position.is_over, "asked about a game that is over"
        self._question, self._told = question, 0
        self._events = []
        left = position.points_left
        self._bounds = dict.fromkeys(position.legal_moves, (-left, left))
        return len(self.questions)

    def cancel(self) -> None:
        """Forget the question."""
        self.cancelled += 1
        self._question = None
        self._events = []

    def forget(self) -> None:
        """Lose the question, as when somebody else has asked."""
        self._question = None

    def fail(self, message: str) -> None:
        """Give up, as an engine does that has died twice."""
        self.cancel()
        self._events.append(Failed(message))

    def poll(self, seconds: float = 0.0) -> list[Event]:
        """Return the next report, after the last one the answer."""
        if self._question is not None and not self.silent:
            self._go_on(self._question)
        events, self._events = self._events, []
        return events

    def _go_on(self, question: Question) -> None:
        position = position_of(question)
        values = move_values(position, self._memo)
        self._told += 1
        last = self._told >= self.reports
        if not self.blind:
            self._close_in(values, question, last=last)
        self._events += self._report(values, position)
        if last and not question.limit.infinite:
            best = max(values, key=lambda move: values[move])
            self._events.append(Best(len(self.questions), best, values[best], not self.blind))
            self._question = None

    def _close_in(self, values: dict[Move, int], question: Question, *, last: bool) -> None:
        best = max(values.values())
        for move, value in values.items():
            lower, upper = self._bounds[move]
            if not last:
                below, above = self._random.choices(SLACK, k=2)
                bounds = (max(lower, value - below), min(upper, value + above))
            elif question.limit.goal == "best" and value < best:
                bounds = (lower, min(upper, best - 1))
            else:
                bounds = (value, value)
            self._bounds[move] = bounds

    def _report(self, values: dict[Move, int], position: Position) -> list[Event]:
        lowest = max(lower for lower, _ in self._bounds.values())
        highest = max(upper for _, upper in self._bounds.values())
        guesses = {
            move: max(lower, min(upper, value + self._random.randint(-6, 6)))
            for (move, (lower, upper)), value in zip(
                self._bounds.items(), values.values(), strict=True
            )
        }
        able = [move for move in values if self._bounds[move][1] >= lowest]
        first = max(able, key=lambda move: (guesses[move], self._bounds[move][0]))
        rest = sorted(values, key=lambda move: (move != first, -guesses[move]))
        return [
            Info(
                id=len(self.questions),
                depth=self._told,
                rank=rank,
                value=guesses[move],
                lower=lowest if rank == 1 else self._bounds[move][0],
                upper=highest if rank == 1 else self._bounds[move][1],
                nodes=100 * self._told,
                nodes_per_second=1000,
                hashfull=1,
                time=SECONDS * self._told,
                pv=(move,),
            )
            for rank, move in enumerate(rest, start=1)
        ]
