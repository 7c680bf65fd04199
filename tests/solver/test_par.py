"""Solved deals, read and used."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given

from battle.resources import asset
from battle.rules.deal import deal
from solver import par
from solver.engine import Engine, Wish
from solver.par import Par
from solver.reference import Twin
from solver.root import root_of
from tests.strategies import mutilated

BEST = deal(5).legal_moves[:2]
ROW = Par(5, -3, 1000, 2.0, BEST)


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let deal 5 be solved, whatever the real file says."""
    monkeypatch.setattr(par, "_solved", lambda: {deal(5).grid: ROW})


def test_a_row_is_read_as_it_is_written(tmp_path: Path) -> None:
    """A line of the file and a solved deal are each other's inverse."""
    path = tmp_path / "par.csv"
    path.write_text(par.HEADER + ROW.row(), encoding="ascii")
    assert par.read(path) == {5: ROW}


def test_moves_that_nobody_decided_are_told_apart(tmp_path: Path) -> None:
    """A first move that may keep the value or lose it is written with a `?` and read so."""
    first, *others = deal(5).legal_moves[:3]
    row = Par(5, -3, 1000, 2.0, (first,), tuple(others))
    path = tmp_path / "par.csv"
    path.write_text(par.HEADER + row.row(), encoding="ascii")
    assert f"{others[0]}? {others[1]}?" in row.row()
    assert par.read(path) == {5: row}


def test_an_undecided_first_move_is_only_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a solved deal the undecided moves are worth the par at most, the others less."""
    first, second, third = deal(5).legal_moves[:3]
    row = Par(5, -3, 1000, 2.0, (first,), (second,))
    monkeypatch.setattr(par, "_solved", lambda: {deal(5).grid: row})
    root = root_of(deal(5))
    assert par.tell(root)
    known = {move: choice for choice in root.choices for move in choice.moves}
    assert (known[first].lower, known[first].upper) == (-3, -3)
    assert known[second].lower < known[second].upper == -3
    assert known[third].upper == -4


def test_a_solved_deal_is_answered_at_once(known: None) -> None:
    """The par and the best moves of a solved deal are known without a single node."""
    with Engine(Twin()) as engine:
        found = engine.think(Wish(deal(5), lines=2))
    assert (found.value.points, found.exact, found.nodes) == (-3, True, 0)
    assert {line.move for line in found.lines} == set(BEST)
    assert all(line.exact for line in found.lines)


def test_other_positions_are_not_in_the_table(known: None) -> None:
    """Only full deals are looked up."""
    assert par.lookup(deal(6)) is None
    assert par.lookup(deal(5).play(BEST[0])) is None
    assert par.lookup(deal(5)) == ROW


@given(mutilated([par.HEADER + ROW.row() + "6,1,2,3.0,a1b1\n"]))
def test_damaged_files_lose_lines_only(text: str) -> None:
    """A damaged file gives the lines that can still be read, and no traceback."""
    path = Path("unused")

    class Damaged(type(path)):  # type: ignore[misc]
        def read_text(self, *arguments: object, **options: object) -> str:
            return text

    assert all(isinstance(row, Par) for row in par.read(Damaged("x")).values())


def test_the_file_of_solved_deals_is_sound() -> None:
    """Every line of the file that comes with the program can be read, and its moves are legal."""
    path = asset("deals/par.csv")
    if not path.is_file():
        pytest.skip("no deal has been solved yet")
    lines = path.read_text(encoding="ascii").splitlines()
    rows = par.read(path)
    assert lines[0] + "\n" == par.HEADER
    assert len(rows) == len(lines) - 1
    for number, row in rows.items():
        assert row.best
        assert set(row.best) <= set(deal(number).legal_moves)
