"""Solved deals as text."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given

from battle.resources import asset
from battle.rules import par
from battle.rules.deal import deal
from battle.rules.par import Par
from tests.support.strategies import mutilated

BEST = deal(5).legal_moves[:2]
ROW = Par(5, -3, 1000, 2.0, BEST)


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


def test_moves_too_dear_to_decide_have_a_column(tmp_path: Path) -> None:
    """Moves that were given up stand behind the best ones, in lines of their own length only."""
    first, *others = deal(5).legal_moves[:3]
    row = Par(5, -3, 1000, 2.0, (first,), tuple(others), given_up=True)
    path = tmp_path / "par.csv"
    path.write_text(par.HEADER + row.row() + ROW.row().replace("5,", "6,", 1), encoding="ascii")
    assert row.row().endswith(f",{first},{others[0]} {others[1]}\n")
    assert len(ROW.row().split(",")) == 5
    assert par.read(path)[5] == row
    assert (row.is_decided, ROW.is_decided) == (True, True)
    assert not Par(5, -3, 1000, 2.0, (first,), tuple(others)).is_decided


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
    assert par.HEADER.startswith(lines[0])
    assert sorted(rows) == sorted({int(line.split(",")[0]) for line in lines[1:]})
    for number, row in rows.items():
        assert row.best
        assert set(row.best) <= set(deal(number).legal_moves)
