"""The engine's owner: what comes first, what is taken away, and what becomes of a failure."""

from __future__ import annotations

import pytest

from battle.analysis.values import Values
from battle.engine.client import Query
from battle.engine.jobs import (
    AnalysisTask,
    EngineFaultError,
    Job,
    Priority,
    Question,
    Scheduler,
    Target,
)
from battle.protocol import BestMove, Info
from battle.rules.position import position
from battle.rules.record import Game
from tests.support.engines import FakeEngine

PLACES = tuple(position(f"5m5p/5p5m/9s/9s 1 {n}-0") for n in range(6))


class Case:
    """A scheduler over an engine that says nothing by itself; `ended` are the jobs that ended."""

    def __init__(self) -> None:
        self.engine = FakeEngine(silent=True)
        self.scheduler = Scheduler(self.engine)
        self.ended: list[int] = []

    def submit(self, number: int, priority: Priority) -> Job:
        """Ask about one of the places."""
        task = Question(Query(PLACES[number]))
        return self.scheduler.submit(task, priority, lambda: self.ended.append(number))

    @property
    def asked(self) -> list[int]:
        """The places that were asked about."""
        return [PLACES.index(place) for place in self.engine.asked]

    def think(self, seconds: float) -> None:
        """Let the engine report that it has searched for some seconds since it was asked."""
        self.engine.say(Info(self.engine.last_id, 1, 1, 0, -9, 9, 9, 9, 0, seconds, ()))
        self.scheduler.poll()

    def answer(self) -> None:
        """Let the engine answer what it was asked last."""
        self.engine.say(BestMove(self.engine.last_id, PLACES[0].legal_moves[0], 1, exact=False))
        self.scheduler.poll()


def test_what_is_more_urgent_comes_first_then_what_came_first() -> None:
    """Tasks are done by their priority, and within one in the order in which they came."""
    case = Case()
    for number, priority in enumerate(
        (Priority.PROOF, Priority.REVIEW, Priority.FRONT, Priority.QUESTION, Priority.MOVE)
    ):
        case.submit(number, priority)
    case.submit(5, Priority.QUESTION)
    case.scheduler.poll()
    for _ in PLACES:
        case.answer()
    assert case.asked == case.ended == [4, 3, 5, 2, 1, 0]
    assert not case.scheduler.is_busy


def test_a_task_that_was_overtaken_is_asked_again() -> None:
    """What is more urgent takes the engine away; the answer to the other is not taken for it."""
    case = Case()
    case.submit(0, Priority.REVIEW)
    case.scheduler.poll()
    case.submit(1, Priority.MOVE)
    case.scheduler.poll()
    assert case.ended == []
    case.answer()
    assert (case.ended, case.asked) == ([1], [0, 1, 0])
    case.answer()
    assert case.ended == [1, 0]


def test_a_cancelled_task_leaves_the_engine_at_once() -> None:
    """Nothing of a cancelled job is heard, and it can be cancelled twice."""
    case = Case()
    job = case.submit(0, Priority.MOVE)
    case.scheduler.poll()
    job.cancel()
    job.cancel()
    assert (case.engine.busy, case.engine.cancelled, job.is_open) == (False, 1, False)
    case.scheduler.poll()
    assert (case.asked, case.ended) == ([0], [])


def test_reviews_and_proofs_wait_while_a_person_plays() -> None:
    """A reserved engine works on moves, questions and the position in front alone."""
    case = Case()
    for number, priority in enumerate(sorted(Priority)):
        case.submit(number, priority)
    case.scheduler.is_reserved = True
    case.scheduler.poll()
    for _ in range(3):
        case.answer()
    assert (case.ended, case.scheduler.is_busy) == ([0, 1, 2], False)
    case.scheduler.is_reserved = False
    case.scheduler.poll()
    assert case.scheduler.is_busy


def test_a_review_under_way_makes_room_when_a_game_begins() -> None:
    """The engine is taken from what has to wait."""
    case = Case()
    case.submit(0, Priority.REVIEW)
    case.scheduler.poll()
    case.scheduler.is_reserved = True
    case.scheduler.poll()
    assert not case.engine.busy


def test_a_failure_is_told_once_and_everything_goes_on_after_a_start() -> None:
    """Nothing is asked of an engine that was given up; tried again, it is asked the same."""
    case = Case()
    case.submit(0, Priority.MOVE)
    case.scheduler.poll()
    case.engine.fail("gone")
    case.scheduler.poll()
    case.submit(1, Priority.MOVE)
    case.scheduler.poll()
    assert (case.scheduler.failure, case.asked) == ("gone", [0])
    case.scheduler.start()
    case.scheduler.poll()
    assert (case.scheduler.failure, case.engine.started, case.asked) == ("", 1, [0, 0])


@pytest.mark.parametrize(
    ("fault", "words"),
    [(ArithmeticError("7 is not 8"), "contradicts"), (EngineFaultError("no proof"), "no proof")],
)
def test_an_answer_that_cannot_be_ends_its_job_alone(fault: Exception, words: str) -> None:
    """What contradicts a proof is the failure of that job; the engine goes on with the next."""

    class Doubtful(Question):
        def on_best_move(self, best: BestMove) -> None:
            raise fault

    case = Case()
    ended: list[str] = []
    doubtful = Doubtful(Query(PLACES[0]))
    job = case.scheduler.submit(doubtful, Priority.REVIEW, lambda: ended.append(job.failure))
    other = case.submit(1, Priority.PROOF)
    case.scheduler.poll()
    case.answer()
    assert words in job.failure
    assert ended == [job.failure]
    assert (job.is_open, other.is_open, case.scheduler.failure) == (False, True, "")
    case.answer()
    assert (case.asked, case.ended, other.failure) == ([0, 1], [1], "")


def test_what_a_person_asked_for_takes_turns_with_the_position_on_screen() -> None:
    """A proof that was asked for does not wait for ever while a position is analysed.

    Each has the engine for ten seconds; a proof that was not asked for waits for both.
    """
    case = Case()
    front = AnalysisTask(Game(PLACES[0]), Values(), PLACES[0], Target.MOVES)
    case.scheduler.submit(front, Priority.FRONT)
    for number, priority in enumerate((Priority.PROOF, Priority.SHARED), 1):
        case.submit(number, priority)
    case.scheduler.poll()
    for seconds in (4.0, 6.0, 10.0, 10.0, 9.0, 10.0):
        case.think(seconds)
    assert case.asked == [0, 2, 0, 2]


def test_waiting_ends_with_the_answer_or_with_a_failure() -> None:
    """`wait` lets something be done meanwhile; it never waits for nothing, or without an engine."""
    case, seen = Case(), [0]

    def meanwhile() -> None:
        seen[0] += 1
        if seen[0] == 2:
            case.engine.say(BestMove(1, None, 0, exact=True))

    question = Question(Query(PLACES[0]))
    case.scheduler.submit(question, Priority.MOVE)
    case.scheduler.wait(lambda: question.answer is not None, meanwhile)
    assert seen == [2]
    case.scheduler.wait(lambda: False)
    case.submit(1, Priority.MOVE)
    case.engine.fail("gone")
    case.scheduler.wait(lambda: False)
    assert case.scheduler.failure == "gone"


def test_closed_it_asks_nothing_more() -> None:
    """At the end of the program the engine goes, and a job that is cancelled then does no harm."""
    case = Case()
    job = case.submit(0, Priority.MOVE)
    case.scheduler.close()
    job.cancel()
    case.scheduler.poll()
    assert (case.engine.closed, case.asked) == (1, [])
