"""Append-only files: whole lines survive whatever happens to the last one."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from solver.append_only import AppendOnlyCsv


def test_lines_come_back_as_they_were_added(tmp_path: Path) -> None:
    """A file that is not there is begun with a header, in a directory that is made for it."""
    file = AppendOnlyCsv(tmp_path / "new" / "games.csv", ["deal", "margin"])
    assert file.read(list) == []
    file.mend()
    file.add([7, -3])
    file.add_line("8,+4")
    assert file.read(list) == [["7", "-3"], ["8", "+4"]]
    assert file.path.read_text(encoding="utf-8") == "deal,margin\n7,-3\n8,+4\n"


def test_a_line_that_was_cut_short_is_taken_away(tmp_path: Path) -> None:
    """However much of the last line was written, the lines before it are kept and work goes on."""
    whole = "deal,margin\n7,-3\n8,+4\n"
    for length in range(len(whole) + 1):
        file = AppendOnlyCsv(tmp_path / f"{length}.csv", ["deal", "margin"])
        file.path.write_text(whole[:length], encoding="utf-8")
        rows = file.read(list)
        file.mend()
        assert file.read(list) == rows
        file.add([9, 0])
        assert file.read(list) == [*rows, ["9", "0"]]


def test_lines_of_other_shapes_are_passed_over(tmp_path: Path) -> None:
    """A line with too few or too many fields is no row, and neither is a second header."""
    file = AppendOnlyCsv(tmp_path / "games.csv", ["deal", "margin"])
    for line in ("1,2,3", "1", "deal,margin", "5,6"):
        file.add_line(line)
    assert file.read(list) == [["5", "6"]]


@pytest.mark.skipif(sys.platform == "win32", reason="the system limits no file there")
@pytest.mark.parametrize("room", range(1, 8))
def test_a_full_disk_is_told_and_leaves_no_part_of_a_line(tmp_path: Path, room: int) -> None:
    """Where a line finds no room it is refused whole, and the next one is not glued to it."""
    import resource

    file = AppendOnlyCsv(tmp_path / "games.csv", ["deal", "margin"])
    file.add([7, -3])
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (file.path.stat().st_size + room, hard))
    try:
        with pytest.raises(OSError, match="large"):
            file.add([8, 123456])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    file.add([9, 0])
    assert file.path.read_text(encoding="utf-8") == "deal,margin\n7,-3\n9,0\n"
