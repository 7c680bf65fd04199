"""The API for programs."""

from __future__ import annotations

import json
import sys

import pytest

from battle.rules.deal import deal
from battle.rules.position import Position
from solver.api import ALL_LINES, Limit, Solver, Value
from solver.kernels.interface import Kernels
from tests.solver.conftest import endgames
from tests.support.processes import run
from tools import reference
from tools.reference import Twin


def test_analyse_every_move(kernels: Kernels) -> None:
    """A question for all lines gives the value of every legal move, best first."""
    start = endgames(24)[-1].position
    with Solver(1, 16) as solver:
        found = solver.analyse(start, lines=ALL_LINES)
    assert {line.move: int(line.value) for line in found.lines} == reference.move_values(start)
    values = [int(line.value) for line in found.lines]
    assert values == sorted(values, reverse=True)
    assert found.exact
    assert found.progress == "proven"


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
        "move",
        "tile",
        "value",
        "error",
        "lower",
        "upper",
        "exact",
        "pv",
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
