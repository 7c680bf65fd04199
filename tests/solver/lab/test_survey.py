"""Surveys: resumable, never damaging what was written. Deals are replaced by small positions."""

from __future__ import annotations

from pathlib import Path

import pytest

from battle.protocol import Goal
from battle.rules import par
from battle.rules.par import Par
from battle.rules.position import Position
from solver import reference
from solver.api import Limit, Solver
from solver.lab import survey
from solver.reference import Twin
from tests.solver.conftest import endgames


def small(number: int) -> Position:
    return endgames(16)[number].position


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a file to write to, with endgames in place of deals and the twin for a solver."""
    monkeypatch.setattr(survey, "deal", small)
    monkeypatch.setattr(survey, "Solver", lambda *options, **others: Solver(1, 1, kernels=Twin()))
    return tmp_path / "new" / "par.csv"


def test_a_survey_writes_what_the_twin_finds(path: Path) -> None:
    """Par and all best first moves of every deal are written, one line each."""
    survey.survey(path, range(1, 6))
    rows = par.read(path)
    assert sorted(rows) == [1, 2, 3, 4, 5]
    for number, row in rows.items():
        values = reference.move_values(small(number))
        assert row.value == max(values.values())
        assert row.best == tuple(sorted(m for m, v in values.items() if v == row.value))


def test_a_survey_goes_on_where_it_stopped(path: Path) -> None:
    """What stands in the file is kept and not solved again; a cut line is solved again."""
    survey.survey(path, range(1, 4))
    before = path.read_text()
    path.write_text(before + "4,1,2")
    solved: list[int] = []
    survey.survey(path, range(1, 6), found=lambda number, row: solved.append(number))
    assert solved == [1, 2, 3, 4, 5]
    assert path.read_text().startswith(before)
    assert sorted(par.read(path)) == [1, 2, 3, 4, 5]
    assert path.read_text().count("deal") == 1


def test_what_was_not_proven_is_not_written(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A deal that the seconds were not enough for is told of and left for the next time."""
    told: dict[int, Par | None] = {}
    survey.survey(path, range(1, 3), seconds=0.0, found=told.__setitem__)
    assert told == {1: None, 2: None}
    assert not path.exists()


def test_best_moves_are_all_found() -> None:
    """The goal BEST decides for every move whether it keeps the value, and need not value it."""
    with Solver(1, 1, kernels=Twin()) as solver:
        for endgame in endgames(16):
            found = solver.analyse(endgame.position, Limit(goal=Goal.BEST), lines=1000)
            values = reference.move_values(endgame.position)
            for line in found.lines:
                keeps = values[line.move] == endgame.value
                assert (line.lower.points == endgame.value) == keeps
                assert (line.upper.points >= endgame.value) == keeps


@pytest.mark.slow
def test_a_cluster_of_two_workers(tmp_path: Path) -> None:
    """On a local Dask cluster of two workers the same lines come back, in any order."""
    distributed = pytest.importorskip("distributed")
    path = tmp_path / "par.csv"
    told: list[int] = []
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        survey.survey(
            path,
            range(1, 4),
            seconds=0.5,
            threads=1,
            hash_mb=16,
            scheduler=cluster.scheduler_address,
            found=lambda number, row: told.append(number),
        )
    assert sorted(told) == [1, 2, 3]
