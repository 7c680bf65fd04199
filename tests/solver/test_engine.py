"""The engine's searches against the slow twin, and the interface in Python."""

from __future__ import annotations

import json
import sys
from random import Random

import pytest

from battle.protocol import Goal, Limit
from battle.rules.disguise import random_disguise
from battle.rules.files import Par
from battle.rules.position import Position, deal, played_down, position
from battle.rules.record import Game
from solver import api
from solver.api import ALL_LINES, Analysis, SearchRequest, Solver, Value, holds
from solver.kernels import encode
from solver.kernels.encode import Kernels
from solver.proof.driver import SLICE, root_of
from tests.solver.conftest import Endgame, endgames
from tests.support.processes import run
from tools import reference
from tools.reference import Twin, small_positions

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
    """Check that every move is proven to be worth what the twin says; return the analysis."""
    found = solver.analyse(start, lines=ALL_LINES)
    values = {line.move: int(line.value) for line in found.lines}
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


def test_principal_variations_lead_to_the_value(kernels: Kernels) -> None:
    """The line of a proven value is played to the end of the game and makes that value."""
    with Solver(1, 16, kernels=kernels) as solver:
        for endgame in endgames(40):
            found = solver.analyse(endgame.position)
            after = endgame.position
            for move in found.lines[0].pv:
                after = after.play(move)
            assert after.is_over
            assert after.margin == endgame.value


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


def test_another_grid_is_not_confused_with_the_last(kernels: Kernels) -> None:
    """A table filled by one grid proves nothing about another one."""
    with Solver(1, 1, kernels=kernels) as solver:
        for endgame in endgames(40) + endgames(24):
            assert solver.analyse(endgame.position).value.points == endgame.value


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


def test_analyse_every_move(kernels: Kernels) -> None:
    """A question for all lines gives the value of every legal move, best first."""
    with Solver(1, 16) as solver:
        found = check_values(solver, endgames(24)[-1].position)
    values = [int(line.value) for line in found.lines]
    assert values == sorted(values, reverse=True)
    assert (found.exact, found.progress) == (True, "proven")


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


def test_the_answer_as_a_dictionary() -> None:
    """The object for `--json` has the promised keys and survives JSON."""
    with Solver(1, 1, kernels=Twin()) as solver:
        found = solver.analyse(endgames(12)[1].position, lines=2).as_dict()
    assert json.loads(json.dumps(found)) == found
    assert list(found) == [
        "position", "to_move", "value", "error", "lower", "upper", "exact", "best", "lines",
        "nodes", "seconds",
    ]  # fmt: skip
    assert list(found["lines"][0]) == [
        *["move", "tile", "value", "error", "lower", "upper", "exact", "pv"]
    ]


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
    with pytest.raises(ValueError, match=rf"{next(iter(bad.values()))}\b.*, expected 0 to \d+"):
        Solver(**bad)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "bad", [{"time": -1.0}, {"nodes": -1}, {"depth": 0}, {"time": float("nan")}]
)
def test_bad_limits(bad: dict[str, float]) -> None:
    """Limits that make no sense are refused."""
    with pytest.raises(ValueError, match="bad limit"):
        Limit(**bad)  # type: ignore[arg-type]


def test_importing_the_api_loads_no_numba() -> None:
    """Importing the API, or the protocol, loads neither numba nor pygame."""
    program = (
        "import sys, solver, solver.api, solver.protocol;"
        "sys.exit(bool({'numba', 'llvmlite', 'pygame'} & set(sys.modules)))"
    )
    assert run(sys.executable, "-c", program).returncode == 0


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
    assert api.solved_deal(deal(6)) is None
    assert api.solved_deal(deal(5).play(BEST[0])) is None
    assert api.solved_deal(deal(5)) == ROW


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
            assert answer.best is not None
            if expected is not None and answer.exact:
                assert answer.value.points == expected
            move = answer.best if random.random() < 0.5 else random.choice(position.legal_moves)
            followed = answer.exact and move == answer.best
            expected = position.worth(move) - answer.value.points if followed else None
            game.play(move)
        assert solver.analyse(game.position).value.points == 0
