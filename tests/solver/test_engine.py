"""The engine's searches against the slow twin, and the interface in Python."""

from __future__ import annotations

import time
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battle.protocol import Goal, Limit
from battle.resources import asset
from battle.rules.disguise import random_disguise
from battle.rules.files import Par, read_pars
from battle.rules.position import Position, deal, played_down, position
from battle.rules.tree import Game
from solver import api
from solver.api import ALL_LINES, Analysis, SearchRequest, Solver, Value, holds
from solver.kernels import encode
from solver.kernels.encode import Kernels, State
from solver.proof import driver as driving
from solver.proof.calibration import Judgement, at_once, fit_for, read, within
from solver.proof.driver import (
    SLICE,
    BetaChooser,
    FirstGuess,
    IterativeDeepening,
    NullWindowDriver,
    NullWindowQuestion,
    Root,
    ThreadPool,
    likely_line,
    outcome_beta,
    principal_variation,
    root_of,
)
from tests.support.endgames import Endgame, endgames
from tools import check, reference
from tools.calibrate import EIGHTY, NODES, Plan, Task
from tools.reference import Twin, TwinTable, small_positions

# -- engine ---------------------------------------------------------------------------------------


def check_report(found: Analysis) -> None:
    """Check what must hold of every analysis at every moment."""
    lower, value, upper = found.lower.points, found.value.points, found.upper.points
    assert lower <= value <= upper
    assert found.exact == (lower == upper)
    assert found.best in found.position.legal_moves
    assert found.lines[0].move == found.best
    for line in found.lines:
        assert line.lower.points <= line.value.points <= line.upper.points
        after = found.position
        for move in line.pv:
            after = after.play(move)


@pytest.mark.parametrize("threads", [1, 3])
def test_driver_finds_the_values_of_all_moves(threads: int) -> None:
    """The driver proves the value of every move, whatever searches and however many threads."""
    with Solver(threads, 1, kernels=Twin()) as solver:
        for start in small_positions(60, seed=5, most_tiles=12):
            if not start.is_over:
                check_report(check_values(solver, start))


@pytest.mark.parametrize("number", [400, pytest.param(20_000, marks=pytest.mark.slow)])
def test_kernels_find_the_values_of_all_moves(kernels: Kernels, number: int) -> None:
    """The compiled kernels agree with the twin on every move of random small positions."""
    with Solver(1, 1, kernels=kernels) as solver:
        for start in small_positions(number, seed=6, most_tiles=18 if number < 1000 else 20):
            if not start.is_over:
                check_values(solver, start)


def check_values(solver: Solver, start: Position) -> Analysis:
    """Check that moves, best first, are proven to be worth what the twin says; return all."""
    found = solver.analyse(start, lines=ALL_LINES)
    values = {line.move: int(line.value) for line in found.lines}
    assert [*values.values()] == sorted(values.values(), reverse=True)
    assert values == reference.move_values(start), str(start)
    assert all(line.exact for line in found.lines)
    return found


@pytest.mark.parametrize("threads", [1, 2])
def test_values_of_endgames_to_the_last(kernels: Kernels, threads: int) -> None:
    """The values of all endgames up to 72 tiles are proven, and are the known ones."""
    with Solver(threads, 64, kernels=kernels) as solver:
        for endgame in endgames(72):
            found = solver.analyse(endgame.position)
            assert found.exact
            assert found.value.points == endgame.value


def test_reports_only_close_in(kernels: Kernels) -> None:
    """From report to report the proven interval never opens, and the last one is the answer."""
    reports: list[Analysis] = []
    start = endgames(72)[-1].position
    with Solver(1, 16, kernels=kernels) as solver:
        answer = solver.analyse(start, lines=3, report=reports.append)
    assert reports
    for earlier, later in zip(reports, [*reports[1:], answer], strict=True):
        check_report(earlier)
        assert earlier.lower.points <= later.lower.points
        assert later.upper.points <= earlier.upper.points
        assert earlier.nodes <= later.nodes


def test_one_thread_is_deterministic(kernels: Kernels) -> None:
    """The same question visits the same nodes and gives the same answer twice."""
    nodes = []
    for _ in range(2):
        with Solver(1, 16, kernels=kernels) as solver:
            for limit in (Limit(exact=True), Limit(nodes=50_000), Limit(depth=5)):
                start = endgames(56)[-1].position if limit.exact else deal(7)
                found = solver.analyse(start, limit)
                nodes.append((found.nodes, found.best, found.value, found.depth))
                solver.forget()
    assert nodes[:3] == nodes[3:]


@pytest.mark.parametrize("threads", [1, 2, 4])
@pytest.mark.parametrize("nodes", [1, 40, 3000, 30_000])
def test_no_more_nodes_are_searched_than_allowed(
    kernels: Kernels, threads: int, nodes: int
) -> None:
    """Whatever the threads do, and when lines are followed after a proof."""
    with Solver(threads, 16, kernels=kernels) as solver:
        for start in (deal(3), *(one.position for one in endgames(32)[-3:])):
            found = solver.analyse(start, Limit(nodes=nodes), lines=1000)
            assert found.nodes <= nodes
            solver.forget()


@pytest.mark.parametrize(
    "limit",
    [Limit(nodes=0), Limit(time=0), Limit(nodes=1), Limit(time=0.01), Limit(nodes=12_345)],
)
def test_a_move_is_there_at_once(kernels: Kernels, limit: Limit) -> None:
    """With no time at all there is still a legal move; nodes that are allowed are used."""
    with Solver(1, 16, kernels=kernels) as solver:
        found = solver.analyse(deal(3), limit, lines=3)
    check_report(found)
    assert found.nodes > 12_000 or limit.nodes != 12_345


@pytest.mark.parametrize(("threads", "slices"), [(1, 0), (2, 20)])
def test_stop_is_quick(kernels: Kernels, threads: int, slices: int) -> None:
    """After a stop no slice is begun any more, and those of helpers are awaited."""
    wish = SearchRequest(deal(4), Limit(infinite=True))
    stopped: list[int] = []

    def report(analysis: Analysis) -> None:
        stopped.append(analysis.nodes)
        if analysis.nodes > 50_000:
            wish.stop.set()

    wish.report = report
    with Solver(threads, 16, kernels=kernels) as solver:
        found = solver.think(wish)
    assert wish.stop.is_set()
    assert found.nodes - stopped[-1] <= slices * SLICE
    check_report(found)


def test_infinite_waits_after_the_proof(kernels: Kernels) -> None:
    """An infinite analysis that is proven waits to be stopped."""
    start, limit = endgames(12)[0].position, Limit(infinite=True)
    with Solver(1, 1, kernels=kernels) as solver, solver.analysis(start, limit) as running:
        assert any(snapshot.exact for snapshot in running)
        running.poll(0.2)
        assert not running.is_done
        running.stop()
        assert running.result().exact


def test_memory_lasts_through_a_game(kernels: Kernels) -> None:
    """After a position is solved, what follows from it is answered with hardly any search."""
    start = endgames(64)[-1].position
    with Solver(1, 64, kernels=kernels) as solver:
        first = solver.analyse(start)
        after = start
        for move in first.lines[0].pv[:6]:
            after = after.play(move)
            following = solver.analyse(after, start=start)
            assert following.exact
            assert following.nodes < first.nodes / 10


@pytest.mark.parametrize("nodes", [2_000, 100_000, 300_000])
def test_an_estimated_line_of_a_full_deal_has_six_plies(kernels: Kernels, nodes: int) -> None:
    """However little was searched of a full deal, every move listed has a line of six plies."""
    with Solver(1, 16, kernels=kernels, known_deals=False) as solver:
        found = solver.analyse(deal(500110), Limit(nodes=nodes), lines=ALL_LINES)
        check_report(found)
        assert min(len(line.pv) for line in found.lines) >= 6


@pytest.mark.parametrize("points", [(0, 0), (10, 3), (3, 10), (0, 4), (4, 0), (40, 0), (0, 40)])
def test_outcome_decides_who_wins(kernels: Kernels, points: tuple[int, int]) -> None:
    """For the goal OUTCOME the bounds decide win, draw or loss, and agree with the value."""
    with Solver(1, 16, kernels=kernels) as solver:
        for endgame in endgames(32):
            start = Position(endgame.position.columns, 1, points)
            found = solver.analyse(start, Limit(goal=Goal.OUTCOME))
            final = start.margin + endgame.value
            lower, upper = start.margin + found.lower.points, start.margin + found.upper.points
            assert lower <= final <= upper
            assert lower > 0 or upper < 0 or lower == upper == 0


def test_outcome_names_a_move_that_wins(kernels: Kernels) -> None:
    """After earlier searches of its game the highest estimate, which loses, stands behind."""
    text = (
        "........./..5s6s8m..../...6s...../..8s1p8m..../....6m5s6m3p./........./........./"
        "..6p5p...../.....8s6p3p9p/........./...5p...../.1p9p...... 1 38-38"
    )
    start = place = position(text)
    limit = Limit(exact=True, goal=Goal.OUTCOME)
    with Solver(1, 16, kernels=kernels) as solver:
        for played in ("d3i6", "i9l3", "e8i8"):
            solver.analyse(place, limit, start=start)
            place = next(place.play(one) for one in place.legal_moves if str(one) == played)
        found = solver.analyse(place, limit, ALL_LINES, start=start)
    assert str(found.best) == str(found.lines[0].move) == "b5d5"
    assert found.lines[0].lower.points == 3
    assert max(line.lower.points for line in found.lines[1:]) < 0


@pytest.mark.parametrize("threads", [1, 2])
def test_every_claim_in_whole_games_is_true(
    kernels: Kernels, monkeypatch: pytest.MonkeyPatch, threads: int
) -> None:
    """For every goal, in reports and answers, bounds hold and what keeps the result is first."""
    monkeypatch.setattr(api, "REPORT_NODES", 0)
    monkeypatch.setattr(api, "NEWS_NODES", 0)
    with Solver(threads, 1, kernels=kernels) as solver:
        assert check.against_games(solver, small_positions(60, seed=3, most_tiles=22), 9) > 500


def test_a_slow_listener_changes_no_search(kernels: Kernels) -> None:
    """A search visits the same nodes and finds the same lines however long its reports take."""
    found, heard = [], [0, 0]
    for which, seconds in enumerate((0.0, 0.03)):

        def listen(_analysis: Analysis, which: int = which, seconds: float = seconds) -> None:
            heard[which] += 1
            time.sleep(seconds)

        with Solver(1, 16, kernels=kernels, known_deals=False) as solver:
            limit = Limit(nodes=500_000)
            told = solver.analyse(deal(3), limit, 4, report=listen)
        found.append((told.nodes, told.depth, told.lines))
    assert found[0] == found[1]
    assert heard[0] == heard[1] > 1


def test_a_game_that_is_over() -> None:
    """A game that is over has no best move and nothing to come."""
    with Solver(1, 64, kernels=Twin()) as solver:
        found = solver.analyse(position("5m7m8m6m/7m5m6m8m"))
    assert (found.best, found.value.points, found.exact, found.lines) == (None, 0, True, ())


class FailingKernels(Twin):
    """Kernels whose second thread fails."""

    def searcher(
        self, start: Position, table: reference.TwinTable, thread: int
    ) -> reference.TwinSearch:
        """Return a search that fails when it is not the first one."""
        found = super().searcher(start, table, thread)
        if thread > 1:
            found.bound = None  # type: ignore[assignment,method-assign]
        return found


def test_a_failing_helper_is_heard_of() -> None:
    """What goes wrong in a helping thread is raised to the one who asked."""
    with Solver(2, 64, kernels=FailingKernels()) as solver, pytest.raises(TypeError):
        solver.analyse(endgames(48)[-1].position, Limit(time=5))


# -- api ------------------------------------------------------------------------------------------


def test_values_know_whose_they_are() -> None:
    """A value seen by the other player has the other sign, and the margin is the first player's."""
    value = Value(7, 2)
    assert (value.for_player(2), value.for_player(1), int(value), str(value)) == (7, -7, 7, "+7")
    endgame = endgames(12)[0]
    start = Position(endgame.position.columns, 2, (10, 30))
    with Solver(1, 1, kernels=Twin()) as solver:
        found = solver.analyse(start)
    assert found.value == Value(endgame.value, 2)
    assert found.margin == 10 - 30 - endgame.value


def test_an_analysis_can_be_followed_and_stopped(kernels: Kernels) -> None:
    """Iterating gives snapshots that close in; stop ends it, and the last one is the answer."""
    with Solver(2, 16) as solver:
        with solver.analysis(deal(9), Limit(infinite=True), lines=2) as thinking:
            snapshots = []
            for snapshot in thinking:
                snapshots.append(snapshot)
                if len(snapshots) == 3:
                    thinking.stop()
            assert snapshots[-1] == thinking.result()
        widths = [int(one.upper) - int(one.lower) for one in snapshots]
        assert widths == sorted(widths, reverse=True)
        assert len(snapshots[-1].lines) == 2


def test_leaving_an_analysis_stops_it(kernels: Kernels) -> None:
    """The with block of an analysis does not wait for its limit."""
    with Solver(1, 16) as solver, solver.analysis(deal(10), Limit(infinite=True)) as thinking:
        next(iter(thinking))
    assert thinking.result().best in deal(10).legal_moves


def test_a_failure_is_raised_to_the_one_who_asks() -> None:
    """What goes wrong while thinking in the background is raised by `result`."""

    class Broken(Twin):
        def searcher(self, *arguments: object) -> reference.TwinSearch:
            raise OSError("broken")

    with Solver(1, 1, kernels=Broken()) as solver, solver.analysis(deal(1)) as thinking:
        assert list(thinking) == []
        with pytest.raises(OSError, match="broken"):
            thinking.result()


@pytest.mark.parametrize(
    "bad",
    [{"threads": -1}, {"hash_mb": -5}, {"threads": 1000}, {"hash_mb": 10**6}, {"hash_mb": 10**20}],
)
def test_bad_numbers(bad: dict[str, int]) -> None:
    """Numbers below zero, and beyond what there is, are refused with the number in the message.

    No kernels are loaded, and no memory is taken, before.
    """
    with pytest.raises(ValueError, match=rf"{next(iter(bad.values()))}\b.*, expected at most \d+"):
        Solver(**bad)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "bad", [{"time": -1.0}, {"nodes": -1}, {"depth": 0}, {"time": float("nan")}]
)
def test_bad_limits(bad: dict[str, float]) -> None:
    """Limits that make no sense are refused."""
    with pytest.raises(ValueError, match="bad limit"):
        Limit(**bad)  # type: ignore[arg-type]


# -- reference ------------------------------------------------------------------------------------


@pytest.mark.parametrize("endgame", endgames(20), ids=lambda endgame: endgame.position.grid[:30])
def test_value_of_known_endgames(endgame: Endgame) -> None:
    """The twin finds the value that an independent program found."""
    assert reference.value(endgame.position) == endgame.value


def test_move_values_come_in_the_promised_order_and_the_best_is_the_value() -> None:
    """Every legal move has a value, and the position is worth its best move, 0 without any."""
    over = [position("......"), position("5m7m8m6m/7m5m6m8m")]
    for start in [*small_positions(60, seed=1), *over]:
        values = reference.move_values(start)
        assert tuple(values) == start.legal_moves
        assert reference.value(start) == max(values.values(), default=0)


def test_states_stand_for_positions_of_the_same_value() -> None:
    """What the kernels keep of a position is enough: loose, settled and doubled tiles included."""
    for start in small_positions(400, seed=2):
        columns = reference.columns_of_state(start, encode.state_of(start))
        assert reference.value_of(columns, {}) == reference.value(start), str(start)


def test_random_positions_are_valid_and_some_deadlock() -> None:
    """Random positions are valid ones, and random play in many of them ends in a deadlock."""
    random = Random(3)
    deadlocks = 0
    for _ in range(200):
        found = reference.random_position(random, 16, 3, 8)
        assert position(str(found)) == found
        while not found.is_over:
            found = found.play(random.choice(found.legal_moves))
        deadlocks += found.tiles_left > 0
    assert deadlocks > 50


def test_played_down_reaches_the_size() -> None:
    """Random play from a deal leaves no more tiles than asked, and a position of that deal."""
    left = played_down(Random(4), deal(4), 40)
    assert left.tiles_left == 40
    assert holds(deal(4), left)


# -- solved deals ---------------------------------------------------------------------------------

BEST = deal(5).legal_moves[:2]
ROW = Par(5, -3, 1000, 2.0, BEST)


def _let_be_solved(monkeypatch: pytest.MonkeyPatch, row: Par) -> None:
    monkeypatch.setattr(api, "_solved", lambda: {row.deal: row})


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let deal 5 be solved, whatever the real file says."""
    _let_be_solved(monkeypatch, ROW)


def test_an_undecided_first_move_is_only_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a solved deal the undecided moves are worth the par at most, the others less."""
    first, second, third = deal(5).legal_moves[:3]
    row = Par(5, -3, 1000, 2.0, (first,), (second,))
    _let_be_solved(monkeypatch, row)
    root = root_of(deal(5))
    assert api.narrow_solved(root)
    known = {move: choice for choice in root.choices for move in choice.moves}
    assert (known[first].lower, known[first].upper) == (-3, -3)
    assert known[second].lower < known[second].upper == -3
    assert known[third].upper == -4


def test_a_solved_deal_is_answered_at_once(known: None) -> None:
    """Par and best moves of a solved deal are known without a single node, in disguise as well."""
    disguise = random_disguise(Random(4))
    hidden = disguise.of_position(deal(5)), {*map(disguise.of_move, BEST)}
    for start, best in ((deal(5), {*BEST}), hidden):
        with Solver(1, 1, kernels=Twin()) as solver:
            found = solver.analyse(start, lines=2)
        assert (found.value.points, found.exact, found.nodes) == (-3, True, 0)
        assert {line.move for line in found.lines} == best
        assert all(line.exact for line in found.lines)


def test_other_positions_are_not_in_the_table(known: None) -> None:
    """Only full deals are looked up."""
    assert not api.narrow_solved(root_of(deal(6)))
    assert not api.narrow_solved(root_of(deal(5).play(BEST[0])))
    assert api.narrow_solved(root_of(deal(5)))


# -- whole games ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_proofs_of_a_game_agree(seed: int) -> None:
    """Proven values of a game's positions never contradict each other, to the last pair."""
    random = Random(seed)
    game = Game(deal(seed + 1))
    expected: int | None = None
    with Solver(threads=1, hash_mb=64) as solver:
        while not game.position.is_over:
            position = game.position
            answer = solver.analyse(position, Limit(nodes=5_000), start=game.start)
            if expected is not None and answer.exact:
                assert answer.value.points == expected
            move = answer.best if random.random() < 0.5 else random.choice(position.legal_moves)
            followed = answer.exact and move == answer.best
            expected = position.worth(move) - answer.value.points if followed else None
            game.play(move)
        assert solver.analyse(game.position).value.points == 0


# --- proof ----------------------------------------------------------------------------------------
#
# The driver of proofs: questions, the root, the first guess, and how sure estimates are.


# -- root -----------------------------------------------------------------------------------------

PLACES = [place for place in reference.small_positions(30, 11) if not place.is_over]


def narrowed(place: Position, random: Random) -> Root:
    """Return a root whose intervals hold the true values, some of them closer than others."""
    root = root_of(place)
    values = reference.move_values(place)
    for choice in root.choices:
        value = values[choice.moves[0]]
        root.narrow(choice, value - random.randrange(6), value + random.randrange(6))
    return root


def test_every_move_is_in_one_choice_that_holds_its_value() -> None:
    """Moves of one choice are worth the same, and no interval leaves the value out."""
    for place in PLACES:
        values = reference.move_values(place)
        root = root_of(place)
        assert sorted(move for choice in root.choices for move in choice.moves) == list(values)
        for choice in root.choices:
            assert {values[move] for move in choice.moves} == {values[choice.moves[0]]}
            assert choice.lower <= values[choice.moves[0]] <= choice.upper
        assert root.lower <= max(values.values()) <= root.upper


def test_intervals_only_close_in() -> None:
    """What is already known better is kept, and proofs that contradict each other are refused."""
    root = root_of(PLACES[0])
    choice = root.choices[0]
    root.narrow(choice, 1, 3)
    root.narrow(choice, 0, 9)
    assert (choice.lower, choice.upper) == (1, 3)
    with pytest.raises(ArithmeticError, match="contradicting bounds"):
        root.narrow(choice, lower=4)


def test_beliefs_may_contradict_each_other() -> None:
    """In a copy, which proves nothing, the older belief is kept; the root does not hear of it."""
    root = root_of(PLACES[0])
    copy = root.copy()
    copy.narrow(copy.choices[0], upper=0)
    copy.narrow(copy.choices[0], lower=5)
    assert (copy.choices[0].lower, copy.choices[0].upper) == (0, 0)
    assert root.choices[0].lower < 0 < root.choices[0].upper


def test_what_is_proven_worse_stands_behind() -> None:
    """No choice stands before one that is proven to be better, whatever the estimates say."""
    random = Random(2)
    for place in PLACES:
        root = narrowed(place, random)
        for choice in root.choices:
            choice.estimate = random.randrange(-9, 9)
        ranked = root.ranked()
        assert {id(choice) for choice in ranked} == {id(choice) for choice in root.choices}
        for index, choice in enumerate(ranked):
            assert all(choice.upper >= other.lower for other in ranked[index + 1 :])


# --- test threads --------------------------------------------------------------------------------
#
# Threads on one question, and the nodes that are allowed to all of them together.

WITH_CHOICE = [
    place
    for place in reference.small_positions(24, 21, most_tiles=14)
    if len(place.legal_moves) > 1
]


class Endless:
    """A search that visits all nodes it is given and never answers."""

    def __init__(self) -> None:
        self.nodes = 0

    def bound(self, state: State, beta: int, nodes: int, horizon: int | None = None) -> int | None:
        """Visit the nodes."""
        self.nodes += nodes
        return None

    def static(self, state: State) -> tuple[int, int]:
        """Return bounds that say nothing."""
        return -256, 255


def test_nothing_is_searched_once_a_helper_has_used_up_the_nodes() -> None:
    """A slice asked for when none are left searches no node, and the question stays open."""
    pool = ThreadPool([Endless(), Endless()])
    root = root_of(WITH_CHOICE[0])
    beta = max(choice.lower for choice in root.choices) + 1
    question = NullWindowQuestion(root, root.choices, beta)
    pool.allow(100)
    assert pool.work(question, 40)
    end = time.monotonic() + 30
    while pool.nodes < 100 and time.monotonic() < end:
        time.sleep(0.001)
    assert pool.work(question, 40)
    pool.close()
    assert pool.nodes == 100


# -- null window ----------------------------------------------------------------------------------


def pool_for(place: Position, threads: int = 1) -> ThreadPool:
    """Return threads that search with the twin."""
    table = TwinTable()
    return ThreadPool([Twin().searcher(place, table, number) for number in range(threads)])


def proven(place: Position, driver: NullWindowDriver, threads: int = 1) -> None:
    """Let a driver work until it is done."""
    pool = pool_for(place, threads)
    while not driver.is_done:
        driver.work(pool, 200)
    pool.close()


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("guess", [None, -40, 3])
def test_the_value_is_proven_from_any_guess(guess: int | None, threads: int) -> None:
    """However wrong the first guess is and however many threads work, the value is minimax's."""
    for place in WITH_CHOICE[:8]:
        root = root_of(place)
        proven(place, NullWindowDriver(root, 1, guess=guess), threads)
        assert root.lower == root.upper == reference.value(place)


def test_lines_are_proven_one_after_the_other() -> None:
    """The best lines asked for are settled, with the values that the twin finds."""
    for place in WITH_CHOICE:
        root = root_of(place)
        proven(place, NullWindowDriver(root, 2))
        values = reference.move_values(place)
        best = sorted(values.values(), reverse=True)[:2]
        settled = [choice.lower for choice in root.ranked() if choice.settled for _ in choice.moves]
        assert settled[:2] == best


def test_the_goal_best_decides_of_every_move_whether_it_keeps_the_value() -> None:
    """Every choice is proven to be worth the value, or to be worth less."""
    for place in WITH_CHOICE:
        root = root_of(place)
        proven(place, NullWindowDriver(root, 1, Goal.BEST))
        values = reference.move_values(place)
        for choice in root.choices:
            keeps = values[choice.moves[0]] == max(values.values())
            assert (choice.lower == root.lower) == keeps
            assert (choice.upper < root.lower) == (not keeps)


def test_a_question_is_answered_and_then_closed() -> None:
    """A question beside the value narrows the root to it, and is not open any more."""
    for place in WITH_CHOICE[:8]:
        root, value = root_of(place), reference.value(place)
        pool = pool_for(place)
        for beta in (value, value + 1):
            question = NullWindowQuestion(root, root.choices, beta)
            while pool.work(question, 100):
                pass
            assert question.open() == []
        assert root.lower == root.upper == value


def test_estimates_deepen_to_the_end_and_leave_the_root_unproven() -> None:
    """The last iteration estimates the best choice as the twin values it, and proves nothing."""
    for place in WITH_CHOICE[:8]:
        root = root_of(place)
        before = [(choice.lower, choice.upper) for choice in root.choices]
        deepening = IterativeDeepening(root, 1)
        pool = pool_for(place)
        depths = []
        while not deepening.is_done:
            deepening.work(pool, 10**6)
            depths.append(deepening.depth)
        assert depths == sorted(depths)
        assert root.ranked()[0].estimate == reference.value(place)
        assert [(choice.lower, choice.upper) for choice in root.choices] == before


def test_the_first_guess_is_what_the_likely_move_is_worth(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The guess is the value after the likely move, which is a lower bound of the position's."""
    monkeypatch.setattr(driving, "LEAST_TILES", 8)
    monkeypatch.setattr(driving, "BOTTOM_TILES", 6)
    tried = 0
    for place in WITH_CHOICE:
        guess = FirstGuess(place, root_of)
        pool = pool_for(place)
        while not guess.is_done:
            assert guess.tiles < place.tiles_left
            guess.work(pool, 200)
        line = likely_line(place)
        if place.tiles_left >= 8 and len(line) > 1:
            tried += 1
            gained = sum(line[1].points) - sum(place.points)
            assert guess.value == gained - reference.value(line[1]) <= reference.value(place)
        else:
            assert guess.value is None
    assert tried > 5


def test_likely_lines_are_played_down_to_where_guessing_begins() -> None:
    """Each position follows from the one before by a move, until few enough tiles are left."""
    line = likely_line(deal(1))
    assert line[0] == deal(1)
    assert line[-1].tiles_left == driving.BOTTOM_TILES or line[-1].is_over
    for before, after in pairwise(line):
        assert after in [before.play(move) for move in before.legal_moves]


def test_principal_variations_are_best_play_to_the_end() -> None:
    """Every move of a proven line keeps the value, and the line ends with the game."""
    for place in WITH_CHOICE[:8]:
        root: Root = root_of(place)
        proven(place, NullWindowDriver(root, 1))
        best = root.ranked()[0]
        searcher = Twin().searcher(place, TwinTable(), 0)
        line = principal_variation(place, best, best.moves[0], searcher, 10**6)
        for move in line:
            values = reference.move_values(place)
            assert values[move] == max(values.values())
            place = place.play(move)
        assert place.is_over


# --- test beta -----------------------------------------------------------------------------------
#
# The choice of null windows.

POINTS = st.integers(-60, 60)


@given(POINTS, POINTS, POINTS, st.integers(0, 9))
def test_questions_close_in_on_any_value(low: int, high: int, guess: int, slack: int) -> None:
    """Whatever the guess, every question lies in the interval and the value is found quickly."""
    low, high = min(low, high), max(low, high)
    value = low + (high - low) * slack // 9
    chooser = BetaChooser(guess)
    asked = 0
    while low < high:
        beta = chooser.next_beta(low, high)
        assert low < beta <= high
        yes = value >= beta
        low, high = (max(low, beta), high) if yes else (low, min(high, beta - 1))
        chooser.answered(high=yes)
        asked += 1
    assert low == value
    assert asked <= 16


def test_a_right_guess_needs_two_questions() -> None:
    """When the guess is the value, it takes the two questions that cannot be done without."""
    chooser = BetaChooser(7)
    assert chooser.next_beta(-50, 50) == 7
    chooser.answered(high=True)
    assert chooser.next_beta(7, 50) == 8


@pytest.mark.parametrize(
    ("deficit", "lower", "upper", "guess", "expected"),
    [
        (5, -20, 20, 9, 6),
        (5, -20, 20, 1, 5),
        (5, 6, 20, 9, None),
        (5, -20, 4, 0, None),
        (5, 5, 5, 5, None),
        (5, 5, 20, 0, 6),
        (5, -20, 5, 9, 5),
    ],
)
def test_outcome_asks_only_what_decides(
    deficit: int, lower: int, upper: int, guess: int, expected: int | None
) -> None:
    """Only "more than the deficit" and "at least the deficit" are asked, while they are open."""
    assert outcome_beta(deficit, lower, upper, guess) == expected


# -- calibration ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(40))
def test_estimates_lie_within_what_is_proven(seed: int) -> None:
    """Whatever was seen and proven, every value lies between its bounds; only proofs have no error.

    No line is worth more than the position, and the first one is worth as much.
    """
    lot = Random(seed)
    place = played_down(lot, deal(seed + 1), lot.choice((30, 52, 64, 84)))
    root = root_of(place)
    for choice in root.choices:
        value = lot.randint(-20, 20)
        for bound in (lot.randint(-90, 0), lot.randint(-3, 0)):
            root.narrow(choice, lower=value + bound)
        root.narrow(choice, upper=value + lot.choice((0, 1, 5, 90)))
        choice.estimate = lot.choice((None, lot.randint(-30, 30)))
        choice.before = lot.choice((None, lot.randint(-30, 30)))
    judged = Judgement(root, place.tiles_left, lot.choice((1, 900, 10**6)), all_lines=seed % 2 == 0)
    assert root.lower <= judged.position.value <= root.upper
    assert (judged.position.error == 0) == (root.lower == root.upper)
    for choice in root.choices:
        estimate = judged.of(choice)
        assert choice.lower <= estimate.value <= choice.upper
        assert (estimate.error == 0) == choice.settled
        assert estimate.value <= max(judged.position.value, choice.lower)
    assert {id(choice) for choice in judged.ranked} == {id(choice) for choice in root.choices}


@pytest.mark.parametrize("tiles", range(20, 109, 8))
@pytest.mark.parametrize("nodes", [1, 30, 2_000, 10**9])
def test_between_the_rows_of_the_table_is_between_their_numbers(tiles: int, nodes: int) -> None:
    """No interpolated error is below or above those of all rows, nor below half a point."""
    errors = [row.error for row in read()]
    fit = fit_for(tiles, nodes, read())
    assert 0.5 <= min(errors) - 1e-9 <= fit.error <= max(errors) + 1e-9
    assert 0 < fit.trust < 1.2


def test_bounds_cut_a_distribution() -> None:
    """The mean and the spread of what is left are those of adding up its whole numbers."""
    for expected, error, lower, upper in (
        (4.0, 3.5, -60, 70),
        (4.0, 3.5, 3, 70),
        (0.0, 4.0, -2, 1),
    ):
        weights = {
            n: 2.718281828 ** (-(((n - expected) / error) ** 2) / 2)
            for n in range(lower, upper + 1)
        }
        whole = sum(weights.values())
        mean = sum(n * weight for n, weight in weights.items()) / whole
        spread = (sum((n - mean) ** 2 * weight for n, weight in weights.items()) / whole) ** 0.5
        found = within(expected, error, lower, upper)
        assert abs(found.value - mean) <= 0.75
        assert found.error == pytest.approx(spread, rel=0.15)


def test_without_a_look_there_is_an_estimate_too() -> None:
    """It is wide, and within what is left on the table; the table has every place once."""
    found, rows = at_once(deal(5)), read()
    assert abs(found.value) < 12
    assert found.error > 2
    assert len({(row.tiles, row.nodes) for row in rows}) == len(rows) > 20
    assert all(row.error > 0 and row.move_error > 0 for row in rows)


def test_four_in_five_pars_lie_where_the_first_search_says(kernels: Kernels) -> None:
    """Of a hundred solved deals about eighty pars lie within the bar of 80 % of a short search."""
    pars = read_pars(asset("deals/par.csv"))
    with Solver(1, 4, kernels=kernels, known_deals=False) as solver:
        found = {number: solver.analyse(deal(number), Limit(nodes=300)) for number in pars}
    inside = [
        abs(found[number].value.points - par.value) <= EIGHTY * round(found[number].error, 1)
        for number, par in pars.items()
    ]
    assert len(inside) == 100
    assert 70 <= sum(inside) <= 88


def test_a_plan_names_tiles_looks_and_what_is_proven() -> None:
    """Tiles change with every second position, so each size comes from both sorts of play."""
    plan = Plan(tiles=(76, 80), nodes=NODES[:2], moves_of=0)
    tasks = [Task(number, plan) for number in range(8)]
    assert [task.tiles for task in tasks] == [76, 76, 80, 80, 76, 76, 80, 80]
    assert [task.is_random for task in tasks] == [True, False] * 4
    assert not any(task.proves_all for task in tasks)
    assert Task(3, Plan(tiles=(44,), at_random=True)).is_random
    assert [Task(n, Plan((44,), moves_of=2)).proves_all for n in range(3)] == [True, False, True]


def test_a_proven_best_move_beside_open_ones_proves_no_position() -> None:
    """While another move may be better the position's estimate has an error."""
    root = root_of(played_down(Random(3), deal(4), 64))
    first = root.choices[0]
    root.narrow(first, lower=4, upper=4)
    for choice in root.choices[1:]:
        choice.estimate = -2
    first.estimate = 4
    judged = Judgement(root, 64, 10_000, all_lines=True)
    assert judged.position.value == 4
    assert judged.position.error > 0 == judged.of(first).error
