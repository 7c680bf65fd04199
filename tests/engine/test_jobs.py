"""The engine's owner: what comes first, what is taken away, and what becomes of a failure."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from random import Random

import pytest

from battle import language
from battle.analysis.costs import review_line
from battle.analysis.proof_cost import ProofCost
from battle.analysis.study import Study
from battle.analysis.values import Bounds, MoveInfo, Values
from battle.engine import jobs
from battle.engine.client import ALL_LINES, Query
from battle.engine.jobs import (
    FRONT_SECONDS,
    NOT_SEARCHED,
    AnalysisTask,
    Analyst,
    EngineFaultError,
    InfoReport,
    Job,
    LineProof,
    Priority,
    Question,
    Scheduler,
    Target,
    info_of_best,
    is_reached,
    move_infos,
    way_to,
)
from battle.protocol import BestMove, Goal, Info, Limit
from battle.rules.position import Position, deal, move, played_down, position
from battle.rules.tree import Game
from tests.support.endgames import played
from tests.support.engines import REPORTS, FakeEngine, TwinEngine
from tests.support.pilot import bad_game, cost_of
from tools.reference import Memo, balances, move_values, small_positions, value

PLACES = tuple(position(f"5m5p/5p5m/9s/9s 1 {n}-0") for n in range(6))


class Case:
    """A scheduler over an engine that says nothing by itself; `ended` are the jobs that ended."""

    def __init__(self) -> None:
        self.engine = FakeEngine(silent=True)
        self.scheduler = Scheduler(self.engine)
        self.jobs: list[Job] = []
        self.ended: list[int] = []

    def want(self, *priorities: Priority) -> Job:
        """Ask about one place after the other, all at once; return the last job."""
        for priority in priorities:
            number = len(self.jobs)
            ended = partial(self.ended.append, number)
            task = Question(Query(PLACES[number]))
            self.jobs.append(self.scheduler.submit(task, priority, ended))
        self.scheduler.poll()
        return self.jobs[-1]

    @property
    def asked(self) -> list[int]:
        """The places that were asked about."""
        return [PLACES.index(place) for place in self.engine.asked]

    def think(self, seconds: float) -> None:
        """Let the engine report that it has searched for some seconds since it was asked."""
        self.engine.say(Info(self.engine.last_id, 1, 1, 0, -9, 9, 9, 9, 0, seconds, ()))
        self.scheduler.poll()

    def answer(self, times: int = 1) -> None:
        """Let the engine answer what it was asked last."""
        for _ in range(times):
            self.engine.say(BestMove(self.engine.last_id, PLACES[0].legal_moves[0], 1, False))
            self.scheduler.poll()


def test_what_is_more_urgent_comes_first_then_what_came_first() -> None:
    """Tasks are done by their priority, and within one in the order in which they came."""
    case = Case()
    case.want(
        *(Priority.PROOF, Priority.REVIEW, Priority.FRONT),
        *(Priority.QUESTION, Priority.MOVE, Priority.QUESTION),
    )
    case.answer(6)
    assert case.asked == case.ended == [4, 3, 5, 2, 1, 0]
    assert not case.scheduler.is_busy


def test_a_task_that_was_overtaken_is_asked_again() -> None:
    """What is more urgent takes the engine away; the answer to the other is not taken for it."""
    case = Case()
    case.want(Priority.REVIEW)
    case.want(Priority.MOVE)
    assert case.ended == []
    case.answer()
    assert (case.ended, case.asked) == ([1], [0, 1, 0])
    case.answer()
    assert case.ended == [1, 0]


def test_a_cancelled_task_leaves_the_engine_at_once() -> None:
    """Nothing of a cancelled job is heard, and it can be cancelled twice."""
    case = Case()
    job = case.want(Priority.MOVE)
    job.cancel()
    job.cancel()
    assert (case.engine.busy, case.engine.cancelled, job.is_open) == (False, 1, False)
    case.scheduler.poll()
    assert (case.asked, case.ended) == ([0], [])


def test_reviews_and_proofs_wait_while_a_person_plays() -> None:
    """A reserved engine works on moves, questions and the position in front alone."""
    case = Case()
    case.scheduler.is_reserved = True
    case.want(*sorted(Priority))
    case.answer(3)
    assert (case.ended, case.scheduler.is_busy) == ([0, 1, 2], False)
    case.scheduler.is_reserved = False
    case.scheduler.poll()
    assert case.scheduler.is_busy


def test_a_review_under_way_makes_room_when_a_game_begins() -> None:
    """The engine is taken from what has to wait."""
    case = Case()
    case.want(Priority.REVIEW)
    case.scheduler.is_reserved = True
    case.scheduler.poll()
    assert not case.engine.busy


def test_a_failure_is_told_once_and_everything_goes_on_after_a_start() -> None:
    """Nothing is asked of an engine that was given up; tried again, it is asked the same."""
    case = Case()
    case.want(Priority.MOVE)
    case.engine.fail("gone")
    case.scheduler.poll()
    case.want(Priority.MOVE)
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
    doubtful = Doubtful(Query(PLACES[5]))
    job = case.scheduler.submit(doubtful, Priority.REVIEW, lambda: ended.append(job.failure))
    other = case.want(Priority.PROOF)
    case.answer()
    assert words in job.failure
    assert ended == [job.failure]
    assert (job.is_open, other.is_open, case.scheduler.failure) == (False, True, "")
    case.answer()
    assert (case.asked, case.ended, other.failure) == ([5, 0], [0], "")


def test_what_a_person_asked_for_takes_turns_with_the_position_on_screen() -> None:
    """A proof that was asked for does not wait for ever while a position is analysed.

    Each has the engine for ten seconds; a proof that was not asked for waits for both.
    """
    case = Case()
    front = AnalysisTask(Game(PLACES[5]), Values(), PLACES[5], Target.MOVES)
    case.scheduler.submit(front, Priority.FRONT)
    case.want(Priority.PROOF, Priority.SHARED)
    for seconds in (4.0, 6.0, 10.0, 10.0, 9.0, 10.0):
        case.think(seconds)
    assert case.asked == [5, 1, 5, 1]


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
    case.want(Priority.MOVE)
    case.engine.fail("gone")
    case.scheduler.wait(lambda: False)
    assert case.scheduler.failure == "gone"


def test_closed_it_asks_nothing_more() -> None:
    """At the end of the program the engine goes, and a job that is cancelled then does no harm."""
    case = Case()
    job = case.scheduler.submit(Question(Query(PLACES[0])), Priority.MOVE)
    case.scheduler.close()
    job.cancel()
    case.scheduler.poll()
    assert (case.engine.closed, case.asked) == (1, [])


# --- jobs -----------------------------------------------------------------------------------------
#
# What a game wants of an engine that answers with the slow twin's values, a report a frame.


def endgame(seed: int = 1, tiles: int = 18) -> Position:
    """Return an endgame in which there is something to choose."""
    random = Random(seed)
    while True:
        start = played_down(random, deal(random.randint(1, 10_000)), tiles)
        if len(start.legal_moves) > 2:
            return Position(start.columns, start.to_move)


class AtWork:
    """An analyst of a random game of an endgame, with its engine; `heard` are answers to `ask`."""

    def __init__(
        self, engine: TwinEngine | None = None, seed: int = 1, second: TwinEngine | None = None
    ) -> None:
        self.engine = engine or TwinEngine()
        self.study = Study(played(endgame(seed), Random(1)))
        self.start, self.values = self.study.game.start, self.study.values
        self.analyst = Analyst(Scheduler(self.engine, second), self.study.game, self.values)
        self.heard: list[bool] = []

    @property
    def known(self) -> Bounds:
        """What is known of the start."""
        return self.values.known(self.start)

    def analyse(self, position: Position | None = None) -> None:
        """Show a position, the start if none is given, for a frame."""
        self.analyst.analyse(position or self.start)
        self.analyst.scheduler.poll()

    def ask(self, position: Position | None = None) -> Job:
        """Ask for the value of a position, the start if none is given; let a frame pass."""
        job = self.analyst.ask(position or self.start, self.heard.append)
        self.analyst.scheduler.poll()
        return job

    def review(self, *seconds: float) -> None:
        """Let the whole line be reviewed."""
        self.analyst.begin_review(self.study.line(), *seconds)
        self.until(lambda: not self.analyst.review)

    def until(self, done: Callable[[], object], frames: int = 2000) -> None:
        """Let frames pass until something is so."""
        for _ in range(frames):
            if done():
                return
            self.analyst.scheduler.poll()
        raise AssertionError(f"not done after {frames} frames: {self.analyst.scheduler.latest}")

    def until_idle(self) -> None:
        """Let frames pass until nothing is wanted."""
        self.until(lambda: not self.analyst.is_busy)


def test_front_gets_every_move() -> None:
    """The position in front is asked with all lines, until every move is proven as it is."""
    case = AtWork()
    case.analyse()
    case.until_idle()
    values = move_values(case.start)
    assert {move: case.values.of_move(case.start, move).lower for move in values} == values
    assert is_reached(Target.MOVES, case.values, case.start)
    (asked,) = case.engine.queries
    assert (asked.lines, asked.limit.infinite, asked.start) == (ALL_LINES, True, case.start)
    assert case.engine.cancelled == 1


def test_play_after_what_is_proven_already_is_asked_for_once() -> None:
    """Moves that were proven without the play after them are asked for it, and not again."""
    case = AtWork()
    worths = move_values(case.start).items()
    case.values.learn(case.start, [MoveInfo(move, *3 * [worth]) for move, worth in worths])
    assert is_reached(Target.MOVES, case.values, case.start)
    case.analyse()
    case.until_idle()
    for _ in range(20):
        case.analyse()
    assert len(case.engine.queries) == 1


def test_position_that_changes_a_hundred_times() -> None:
    """Only the newest position counts; values never regress on the way, and end as they are."""
    case, random = AtWork(seed=3), Random(3)
    places = [node.position for node in case.study.line()]
    seen: dict[str, Bounds] = {}
    for _ in range(100):
        case.analyse(random.choice(places))
        for _ in range(random.randint(0, 2)):
            case.analyst.scheduler.poll()
        for place in places:
            known = case.values.known(place)
            before = seen.get(place.grid, known)
            assert before.lower <= known.lower <= known.upper <= before.upper
            seen[place.grid] = known
    case.analyse()
    case.until_idle()
    assert case.known.lower == value(case.start)


def test_switching_off_stops_the_engine() -> None:
    """What runs for the front is cancelled when the engine is switched off, and asked again."""
    case = AtWork(TwinEngine(silent=True))
    case.analyse()
    case.analyst.on = False
    case.analyst.analyse(case.start)
    assert (case.engine.busy, case.engine.cancelled) == (False, 1)
    case.analyst.on = True
    case.analyse()
    assert len(case.engine.queries) == 2


@pytest.mark.parametrize("reports", [1, REPORTS, 9])
@pytest.mark.parametrize("seed", range(1, 5))
def test_two_engines_share_a_review(
    monkeypatch: pytest.MonkeyPatch, seed: int, reports: int
) -> None:
    """A review by two, of whatever speeds, finds what is true, asks nothing twice, and ends one."""
    monkeypatch.setattr(jobs, "SHARED_TILES", 4)
    second = TwinEngine(reports)
    case = AtWork(seed=seed, second=second)
    case.review()
    memo: Memo = {}
    line = case.study.line()
    for node in line:
        known = value(node.position, memo)
        assert case.values.known(node.position) == Bounds(known, known, known)
    asked = case.engine.asked + second.asked
    assert len({*asked}) == len(asked)
    assert second.asked
    assert all(place.tiles_left > 4 for place in second.asked)
    case.analyst.scheduler.poll()
    assert second.closed == 1


@pytest.mark.parametrize("ends", ["fails", "gives up", "rests"])
def test_a_proof_goes_on_without_the_second_engine(
    monkeypatch: pytest.MonkeyPatch, ends: str
) -> None:
    """One that fails, gives up a proof, or has to rest, leaves its position to the first."""
    monkeypatch.setattr(jobs, "SHARED_TILES", 4)
    second = TwinEngine(silent=True)
    case = AtWork(second=second)
    scheduler, proof = case.analyst.scheduler, LineProof(case.values, case.study.line())
    job = scheduler.submit(proof, Priority.SHARED)
    case.until(lambda: second.asked)
    if ends == "fails":
        second.fail("no more")
    elif ends == "gives up":
        second.say(BestMove(second.last_id, second.asked[0].legal_moves[0], 1, exact=False))
    scheduler.is_reserved = ends == "rests"
    scheduler.poll()
    scheduler.poll()
    assert second.closed == 1
    second.silent = scheduler.is_reserved = False
    case.until(lambda: not job.is_open)
    assert (job.failure, proof.proven_from, case.known.lower) == ("", 1, value(case.start))
    assert (second.asked[0] in case.engine.asked) is (ends != "rests")


@pytest.mark.parametrize(("most", "goal"), [(0, Goal.BEST), (56, Goal.MARGIN)])
def test_review_goes_from_the_end_to_the_start(
    monkeypatch: pytest.MonkeyPatch, most: int, goal: Goal
) -> None:
    """Positions are asked from the last one back, each from the game's start, for its time.

    Of small ones every move is to be proven, of others which moves are best. A second review asks
    nothing.
    """
    monkeypatch.setattr(jobs, "EVERY_MOVE_TILES", most)
    case = AtWork()
    case.review(2.5)
    left = [place.tiles_left for place in case.engine.asked]
    assert left == sorted(left)
    asked = {(one.start, one.limit.time, one.limit.goal) for one in case.engine.queries}
    assert asked == {(case.start, 2.5, goal)}
    case.review()
    assert len(case.engine.queries) == len(left)


def test_review_tells_how_far_it_is() -> None:
    """Progress only grows, up to the number of positions; cancelling keeps what was found."""
    case, seen = AtWork(), []
    case.analyst.begin_review(case.study.line())
    while (review := case.analyst.review) is not None:
        seen.append(review.done)
        assert review.of == len(case.study.line())
        case.analyst.scheduler.poll()
        if case.analyst.review is not None and case.analyst.review.done == 4:
            case.analyst.cancel_review()
    assert seen == sorted(seen)
    assert case.values.known(case.study.line()[-3].position).is_exact
    assert not case.known.is_exact


def test_review_that_proves_nothing_ends() -> None:
    """Each position has its share of time, then the review goes on."""
    case = AtWork(TwinEngine(blind=True))
    places = [node.position for node in case.study.line()]
    unknown = [place for place in places if not case.values.known(place).is_exact]
    case.review()
    assert case.engine.asked == unknown[::-1]
    assert case.study.review() is not None


class BlindOnce(TwinEngine):
    """Proves nothing of its `position` the first time it is asked about it."""

    position: Position

    def ask(self, query: Query) -> int:
        """Be blind or not."""
        number = super().ask(query)
        self.blind = self.asked.count(self.position) == 1 and self.asked[-1] == self.position
        return number


def test_position_after_a_proven_one_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a position is proven, but not what the move played is worth, that is asked too."""
    monkeypatch.setattr(jobs, "EVERY_MOVE_TILES", 0)
    engine = BlindOnce()
    case = AtWork(engine, seed=4)
    engine.position = next(
        after.position
        for before, after in pairwise(case.study.line())
        if (worths := move_values(before.position))[after.move] < max(worths.values())
        and not case.values.known(after.position).is_exact
    )
    case.review()
    assert engine.asked.count(engine.position) == 2
    assert case.values.known(engine.position).is_exact
    assert case.study.review().exact_from == 1


def test_overtaken_position_gets_the_rest_of_its_time() -> None:
    """A review's position that made way for a question is asked again for what is left of it."""
    case = AtWork(TwinEngine(reports=30, blind=True))
    case.analyst.begin_review(case.study.line(), 2.0)
    case.until(lambda: case.analyst.scheduler.latest.time >= 0.75)
    reviewed = case.engine.asked[-1]
    asked = case.ask()
    assert case.engine.asked[-1] == case.start
    asked.cancel()
    case.analyst.scheduler.poll()
    assert (case.engine.asked[-1], case.engine.queries[-1].limit.time) == (reviewed, 1.0)


def test_time_of_an_overtaken_position_comes_to_an_end() -> None:
    """A position that is overtaken again and again has used its time up one day."""
    case = AtWork(TwinEngine(reports=10_000, blind=True))
    case.analyst.begin_review(case.study.line(), 2.0)
    case.until(lambda: case.engine.busy)
    first = case.engine.asked[-1]
    for _ in range(5):
        case.until(lambda: case.analyst.scheduler.latest.time >= 0.5)
        case.ask().cancel()
        case.analyst.scheduler.poll()
    assert first in case.engine.asked
    assert case.engine.asked[-1] not in (first, case.start)


def test_front_goes_first_for_a_while() -> None:
    """During a review the position in front has the engine for some seconds, then the review."""
    case = AtWork(TwinEngine(reports=10_000, blind=True))
    case.analyst.begin_review(case.study.line())
    case.analyse()
    assert case.engine.asked == [case.start]
    case.until(lambda: len(case.engine.queries) > 1)
    assert case.engine.asked[1] in [node.position for node in case.study.line()]
    assert case.analyst._front.spent >= FRONT_SECONDS
    case.analyst.cancel_review()
    case.analyst.scheduler.poll()
    assert case.engine.asked[-1] == case.start


def test_question_goes_before_everything() -> None:
    """A question is asked at once; its callback hears that it is known."""
    case = AtWork()
    second = case.study.line()[1].position
    case.analyst.analyse(case.start)
    case.analyst.begin_review(case.study.line())
    case.analyst.scheduler.poll()
    case.ask(second)
    assert case.engine.asked[-1] == second
    assert case.engine.queries[-1].limit.exact
    case.until(lambda: case.heard)
    assert (case.heard, case.values.known(second).lower) == ([True], value(second))


def test_question_that_is_known_is_answered_without_the_engine() -> None:
    """What the values know needs no engine."""
    case = AtWork()
    case.values.prove(case.start, value(case.start), value(case.start))
    case.ask()
    assert (case.heard, case.engine.queries) == ([True], [])


@pytest.mark.parametrize("claimed", [0, 3])
def test_what_a_record_claims_is_checked(claimed: int) -> None:
    """A record's claim, true or false, does not keep the engine from proving the value."""
    case = AtWork()
    true = value(case.start)
    case.values.claim(case.start, true + claimed, true + claimed)
    case.ask()
    case.until(lambda: case.heard)
    assert (case.heard, case.known) == ([True], Bounds(true, true, true))
    assert case.engine.queries


def test_question_that_cannot_be_answered() -> None:
    """When the engine has no more to say the question is answered with no."""
    case = AtWork(TwinEngine(blind=True))
    case.ask()
    case.until(lambda: case.heard)
    assert (case.heard, len(case.engine.queries)) == ([False], 1)


def test_stop_ends_everything_at_once() -> None:
    """Stop leaves nothing running or wanted, in the same call, and says so to who has asked."""
    case = AtWork(TwinEngine(silent=True))
    analyst, engine = case.analyst, case.engine
    analyst.analyse(case.start)
    analyst.begin_review(case.study.line())
    case.ask(case.study.line()[1].position)
    assert engine.busy
    analyst.stop()
    assert (engine.busy, analyst.is_busy, analyst.on, case.heard) == (False, False, False, [False])
    number = len(engine.queries)
    analyst.scheduler.poll()
    assert len(engine.queries) == number


def test_engine_that_contradicts_itself() -> None:
    """Bounds that cannot be true are a failure, not the end of the program."""
    case = AtWork()
    analyst = case.analyst
    analyst.analyse(case.start)
    wrong, worth = next(iter(move_values(case.start).items()))
    case.values.learn(case.start, [MoveInfo(wrong, *3 * [worth + 1])])
    for _ in range(5):
        analyst.scheduler.poll()
    assert "contradict" in analyst.failure
    assert (analyst.scheduler.failure, case.engine.busy) == ("", False)
    analyst.analyse(case.start)
    assert "contradict" in analyst.failure
    analyst.start()
    analyst.analyse(case.start)
    assert analyst.failure == ""


def test_way_to_a_position() -> None:
    """A position of the tree is asked from the game's start, another one as it stands."""
    game = played(endgame(), Random(1))
    start, moves = way_to(game, game.last.position)
    assert (start, list(moves)) == (game.start, game.moves)
    other = Position(game.start.columns, 2 if game.start.to_move == 1 else 1, (3, 4))
    assert way_to(game, other) == (other, ())


def test_targets() -> None:
    """A value, the best moves and all moves are known one after the other."""
    start, values = endgame(), Values()
    found = move_values(start)
    best = max(found.values())

    def reached() -> list[Target]:
        return [target for target in Target if is_reached(target, values, start)]

    values.learn(start, [MoveInfo(move, -99, best, best) for move in found])
    values.claim(start, best, best)
    assert reached() == []
    values.prove(start, best, best)
    assert reached() == [Target.VALUE]
    for one, worth in found.items():
        lower = worth if worth == best else -99
        values.learn(start, [MoveInfo(one, lower, min(worth, best), worth)])
    assert reached() == [Target.VALUE, Target.BEST]
    values.learn(start, [MoveInfo(move, *3 * [worth]) for move, worth in found.items()])
    assert reached() == [Target.VALUE, Target.BEST, Target.MOVES]


# --- what the lines of a report prove of the moves ------------------------------------------------

TWO = position("5m5p/5p5m/9s/9s")
FIRST, SECOND = TWO.legal_moves[:2]


def line(rank: int, value: int, lower: int, upper: int, pv: str, depth: int = 3) -> Info:
    return Info(1, depth, rank, value, lower, upper, 50, 1, 1, 0.1, (move(pv),))


def test_no_look_is_no_guess() -> None:
    """Before the first look ahead a report has bounds only."""
    found = move_infos([line(1, 8, 4, 9, str(FIRST), depth=0)])
    assert (found[0].effort, found[0].line) == (NOT_SEARCHED, ())


def test_report_is_taken_when_it_is_whole() -> None:
    """Half a report waits for its other lines; a report is taken once; the newest counts."""
    report = InfoReport(position("5m/5m/9s/9s"))
    report.add(line(1, 8, 4, 9, "a1b1"))
    assert report.take() == []
    for numbers in ((2, 4, 3, 4, "c1d1"), (1, 7, 5, 9, "a1b1"), (2, 4, 4, 4, "c1d1")):
        report.add(line(*numbers))
    assert [finding.guess for finding in report.take()] == [7, 4]
    assert report.take() == []


def test_half_a_report_counts_at_the_end() -> None:
    """An engine that tells of one line only is heard when it has answered; no other line counts."""
    report = InfoReport(TWO)
    report.add(line(1, 8, 4, 9, "k1l1"))
    assert report.take(finished=True) == []
    report.add(line(1, 8, 4, 9, str(SECOND)))
    assert [finding.move for finding in report.take(finished=True)] == [SECOND]


@pytest.mark.parametrize(("exact", "bounds"), [(True, (6, 6)), (False, (-270, 270))])
def test_answer_without_a_report(exact: bool, bounds: tuple[int, int]) -> None:
    """An answer alone tells of its move what it claims."""
    found = info_of_best(BestMove(1, FIRST, 6, exact), FIRST)
    assert found == MoveInfo(FIRST, *bounds, 6, 0, (FIRST,))


def test_no_report_claims_what_is_not_so() -> None:
    """Every bound found in any report of 400 positions holds the slow twin's value."""
    places = [place for place in small_positions(400, seed=5) if not place.is_over]
    for place in (*places, played_down(Random(7), deal(3), 16)):
        engine, values, report = TwinEngine(), move_values(place), InfoReport(place)
        engine.ask(Query(place, limit=Limit(time=1.0)))
        for _ in range(4):
            for event in engine.poll():
                if isinstance(event, Info):
                    report.add(event)
            for found in report.take():
                assert found.lower <= values[found.move] <= found.upper


# --- the proof of a line --------------------------------------------------------------------------


def let_finish(proof: LineProof, engine: TwinEngine | None = None) -> Job:
    """Let a line be proven, as far as the engine goes."""
    scheduler = Scheduler(engine or TwinEngine())
    job = scheduler.submit(proof, Priority.PROOF)
    scheduler.wait(lambda: proof.is_over)
    return job


def test_every_move_of_a_proven_line_costs_what_the_twin_says() -> None:
    """When it is done all of the line is proven, and each move's cost is the slow twin's.

    Positions are asked about once, the last first, until proven, with the game's start. What is
    proven already is passed over.
    """
    game, values, engine, again = bad_game(), Values(), TwinEngine(), TwinEngine()
    proven: list[Position] = []
    let_finish(LineProof(values, game.main_line(), on_proven=proven.append), engine)
    found = review_line(game.main_line(), values)
    assert (found.exact_from, balances(found), proven[-1]) == (1, True, game.start)
    assert [move.cost.value for move in found.moves] == [cost_of(n) for n in game.root.main_line()]
    left = [position.tiles_left for position in engine.asked]
    assert left == sorted({*left})
    asked = {(query.limit, query.lines, query.start) for query in engine.queries}
    assert asked == {(Limit(exact=True), 1, game.start)}
    proof = LineProof(values, game.main_line())
    assert proof.is_over
    let_finish(proof, again)
    assert again.queries == []


def test_bounds_on_the_way_are_taken_in() -> None:
    """What is proven of a position before its value is known already."""
    node, values, engine = bad_game().root, Values(), FakeEngine(silent=True)
    scheduler = Scheduler(engine)
    scheduler.submit(LineProof(values, [node]), Priority.PROOF)
    scheduler.poll()
    move = node.position.legal_moves[0]
    engine.say(Info(1, 1, 1, 2, -9, 2, 1000, 1000, 1, 1.0, (move,), floor=-1, ceiling=5))
    scheduler.poll()
    known = values.known(node.position)
    assert known.lower >= -1
    assert 2 < known.upper <= 5


def test_only_the_line_of_a_proof_is_best_play() -> None:
    """A line that came before the proof is none of it, though it begins with the best move."""
    node, values, engine = bad_game().root, Values(), FakeEngine(silent=True)
    scheduler = Scheduler(engine)
    scheduler.submit(LineProof(values, [node]), Priority.PROOF)
    scheduler.poll()
    best = node.position.legal_moves[0]
    after = node.position.play(best)
    for lower, line in ((-9, (best, after.legal_moves[0])), (2, (best, after.legal_moves[1]))):
        engine.say(Info(engine.last_id, 1, 1, 2, lower, 2, 9, 9, 1, 1.0, line))
        engine.say(BestMove(engine.last_id, best, 2, exact=True))
        scheduler.poll()
        assert values.line(node.position) == ((best,) if lower < 2 else line)
        values = Values()
        scheduler.submit(LineProof(values, [node]), Priority.PROOF)
        scheduler.poll()


def test_a_proof_that_was_interrupted_cost_the_nodes_of_all_its_searches(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What a proof costs is learned from all its queries, not from the last one alone."""
    learned: list[int] = []
    monkeypatch.setattr(ProofCost, "learn", lambda cost, place, nodes: learned.append(nodes))
    node, engine = bad_game().root, FakeEngine(silent=True)
    scheduler, best = Scheduler(engine), node.position.legal_moves[:1]
    scheduler.submit(LineProof(Values(), [node], ProofCost()), Priority.PROOF)
    for nodes in (5000, 7000):
        scheduler.poll()
        engine.say(Info(engine.last_id, 1, 1, 2, -9, 9, nodes, 1000, 1, 1.0, best))
        scheduler.poll()
        urgent = scheduler.submit(Question(Query(node.position)), Priority.MOVE)
        scheduler.poll()
        urgent.cancel()
    scheduler.poll()
    engine.say(Info(engine.last_id, 1, 1, 2, 2, 2, 2000, 1000, 1, 1.0, best))
    engine.say(BestMove(engine.last_id, best[0], 2, exact=True))
    scheduler.poll()
    assert learned == [14_000]


def test_an_estimate_is_no_proof() -> None:
    """An answer that is not proven is a failure, in the language in use; nothing is proven."""
    language.use("de")
    game, values = bad_game(), Values()
    job = let_finish(LineProof(values, game.main_line()), TwinEngine(blind=True))
    assert job.failure == "er hat einen Beweis aufgegeben"
    assert not values.known(game.start).is_exact
