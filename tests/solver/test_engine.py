"""The driver, by the slow twin and by the compiled kernels."""

from __future__ import annotations

import threading

import pytest

from battle.protocol import Goal, Limit
from battle.rules.deal import deal
from battle.rules.position import Position, position
from solver.engine import Analysis, SearchEngine, SearchRequest
from solver.kernels.interface import Kernels
from solver.proof.root import SLICE
from tests.solver.conftest import endgames
from tools import reference
from tools.reference import Twin, small_positions

ALL = 1000


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
    """The driver proves the value of every move, whoever searches and however many threads."""
    with SearchEngine(Twin(), threads) as engine:
        for start in small_positions(60, seed=5, most_tiles=12):
            if start.is_over:
                continue
            found = engine.think(SearchRequest(start, lines=ALL))
            check_report(found)
            values = {line.move: line.value.points for line in found.lines}
            assert values == reference.move_values(start)
            assert all(line.exact for line in found.lines)


def test_kernels_find_the_values_of_all_moves(kernels: Kernels) -> None:
    """The compiled kernels agree with the twin on every move of random small positions."""
    with SearchEngine(kernels, hash_mb=1) as engine:
        for start in small_positions(400, seed=6, most_tiles=18):
            if start.is_over:
                continue
            found = engine.think(SearchRequest(start, lines=ALL))
            values = {line.move: line.value.points for line in found.lines}
            assert values == reference.move_values(start), str(start)


@pytest.mark.slow
def test_kernels_find_the_values_of_thousands_of_positions(kernels: Kernels) -> None:
    """The compiled kernels agree with the twin on every move of 20,000 random small positions."""
    with SearchEngine(kernels, hash_mb=1) as engine:
        for start in small_positions(20_000, seed=7, most_tiles=20):
            if start.is_over:
                continue
            found = engine.think(SearchRequest(start, lines=ALL))
            values = {line.move: line.value.points for line in found.lines}
            assert values == reference.move_values(start), str(start)


@pytest.mark.parametrize("threads", [1, 2])
def test_values_of_endgames_to_the_last(kernels: Kernels, threads: int) -> None:
    """The values of all endgames up to 72 tiles are proven, and are the known ones."""
    with SearchEngine(kernels, threads, hash_mb=64) as engine:
        for endgame in endgames(72):
            found = engine.think(SearchRequest(endgame.position))
            assert found.exact
            assert found.value.points == endgame.value


def test_principal_variations_lead_to_the_value(kernels: Kernels) -> None:
    """The line of a proven value is played to the end of the game and makes that value."""
    with SearchEngine(kernels, hash_mb=16) as engine:
        for endgame in endgames(40):
            found = engine.think(SearchRequest(endgame.position))
            after = endgame.position
            for move in found.lines[0].pv:
                after = after.play(move)
            assert after.is_over
            assert after.margin == endgame.value


def test_reports_only_close_in(kernels: Kernels) -> None:
    """From report to report the proven interval never opens, and the last one is the answer."""
    reports: list[Analysis] = []
    start = endgames(72)[-1].position
    with SearchEngine(kernels, hash_mb=16) as engine:
        answer = engine.think(SearchRequest(start, lines=3, report=reports.append))
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
        with SearchEngine(kernels, hash_mb=16) as engine:
            for limit in (Limit(exact=True), Limit(nodes=50_000), Limit(depth=5)):
                start = endgames(56)[-1].position if limit.exact else deal(7)
                found = engine.think(SearchRequest(start, limit))
                nodes.append((found.nodes, found.best, found.value, found.depth))
                engine.forget()
    assert nodes[:3] == nodes[3:]


@pytest.mark.parametrize("threads", [1, 2, 4])
@pytest.mark.parametrize("nodes", [1, 40, 3000, 30_000])
def test_no_more_nodes_are_searched_than_allowed(
    kernels: Kernels, threads: int, nodes: int
) -> None:
    """Whatever the threads do, and when lines are followed after a proof."""
    with SearchEngine(kernels, threads, hash_mb=16) as engine:
        for start in (deal(3), *(one.position for one in endgames(32)[-3:])):
            found = engine.think(SearchRequest(start, Limit(nodes=nodes), lines=1000))
            assert found.nodes <= nodes
            engine.forget()


def test_nodes_are_kept_to(kernels: Kernels) -> None:
    """A limit of nodes is kept but for the first move, which must be there."""
    with SearchEngine(kernels, hash_mb=16) as engine:
        found = engine.think(SearchRequest(deal(3), Limit(nodes=12_345)))
    assert 12_000 < found.nodes <= 12_345
    check_report(found)


@pytest.mark.parametrize("limit", [Limit(nodes=0), Limit(time=0), Limit(nodes=1), Limit(time=0.01)])
def test_a_move_is_there_at_once(kernels: Kernels, limit: Limit) -> None:
    """With no time at all there is still a legal move."""
    with SearchEngine(kernels, hash_mb=16) as engine:
        check_report(engine.think(SearchRequest(deal(3), limit, lines=3)))


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
    with SearchEngine(kernels, threads, hash_mb=16) as engine:
        found = engine.think(wish)
    assert wish.stop.is_set()
    assert found.nodes - stopped[-1] <= slices * SLICE
    check_report(found)


def test_infinite_waits_after_the_proof(kernels: Kernels) -> None:
    """An infinite analysis that is proven waits to be stopped."""
    wish = SearchRequest(endgames(12)[0].position, Limit(infinite=True))
    answers: list[Analysis] = []
    proven = threading.Event()
    wish.report = lambda analysis: proven.set() if analysis.exact else None
    with SearchEngine(kernels, hash_mb=1) as engine:
        thinking = threading.Thread(target=lambda: answers.append(engine.think(wish)))
        thinking.start()
        assert proven.wait(60)
        thinking.join(0.2)
        assert not answers
        wish.stop.set()
        thinking.join(60)
        assert answers[0].exact


def test_memory_lasts_through_a_game(kernels: Kernels) -> None:
    """After a position is solved, what follows from it is answered with hardly any search."""
    start = endgames(64)[-1].position
    with SearchEngine(kernels, hash_mb=64) as engine:
        first = engine.think(SearchRequest(start))
        after = start
        for move in first.lines[0].pv[:6]:
            after = after.play(move)
            following = engine.think(SearchRequest(after, start=start))
            assert following.exact
            assert following.nodes < first.nodes / 10


def test_another_grid_is_not_confused_with_the_last(kernels: Kernels) -> None:
    """A table filled by one grid proves nothing about another one."""
    with SearchEngine(kernels, hash_mb=1) as engine:
        for endgame in endgames(40) + endgames(24):
            assert engine.think(SearchRequest(endgame.position)).value.points == endgame.value


@pytest.mark.parametrize("points", [(0, 0), (10, 3), (3, 10), (0, 4), (4, 0), (40, 0), (0, 40)])
def test_outcome_decides_who_wins(kernels: Kernels, points: tuple[int, int]) -> None:
    """For the goal OUTCOME the bounds decide win, draw or loss, and agree with the value."""
    with SearchEngine(kernels, hash_mb=16) as engine:
        for endgame in endgames(32):
            start = Position(endgame.position.columns, 1, points)
            found = engine.think(SearchRequest(start, Limit(goal=Goal.OUTCOME)))
            final = start.margin + endgame.value
            lower, upper = start.margin + found.lower.points, start.margin + found.upper.points
            assert lower <= final <= upper
            assert lower > 0 or upper < 0 or lower == upper == 0


def test_a_game_that_is_over() -> None:
    """A game that is over has no best move and nothing to come."""
    with SearchEngine(Twin()) as engine:
        found = engine.think(SearchRequest(position("5m7m8m6m/7m5m6m8m")))
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
    with SearchEngine(FailingKernels(), 2) as engine, pytest.raises(TypeError):
        engine.think(SearchRequest(endgames(48)[-1].position, Limit(time=5)))
