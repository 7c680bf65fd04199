"""The levels' file: what is written is read, and damage is refused or left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from battle.resources import asset
from battle.rules.levels_file import FILE, LevelNumbers, read, read_leniently, write
from battle.rules.position import FormatError

NOVICE = LevelNumbers("novice", 60, 2.5, 14, 0.4)
STRONG = LevelNumbers("strong", 4, 0.125, 7, 1)


def test_levels_are_written_as_they_are_read(tmp_path: Path) -> None:
    """The program's own file is the same, to the byte, when it has been read and written."""
    path = tmp_path / "levels.csv"
    write(path, read(asset(FILE)))
    assert path.read_bytes() == asset(FILE).read_bytes()


def test_both_ways_of_reading_agree_on_a_whole_file(tmp_path: Path) -> None:
    """A file without damage is read alike by the strict reader and the lenient one."""
    path = tmp_path / "levels.csv"
    write(path, [NOVICE, STRONG])
    assert read(path) == read_leniently(path) == [NOVICE, STRONG]


@pytest.mark.parametrize("line", ["club,15", "club,x,1,1,1", "club,1,1,1.5,1", "", "a,b,c,d,e,f"])
def test_a_damaged_line_is_refused_or_left_out(tmp_path: Path, line: str) -> None:
    """The strict reader names the line, the lenient one goes on after it."""
    path = tmp_path / "levels.csv"
    write(path, [NOVICE, STRONG])
    first, *rest = path.read_text(encoding="ascii").splitlines()
    path.write_text("\n".join([first, rest[0], line, rest[1], ""]), encoding="ascii")
    with pytest.raises(FormatError, match="bad line 3 of the levels"):
        read(path)
    assert read_leniently(path) == [NOVICE, STRONG]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    """The strict reader raises, the lenient one knows no levels."""
    with pytest.raises(FileNotFoundError):
        read(tmp_path / "none.csv")
    assert read_leniently(tmp_path / "none.csv") == []
