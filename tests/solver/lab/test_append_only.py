"""Append-only files: whole lines survive whatever happens to the last one."""

from __future__ import annotations

from pathlib import Path

from solver.lab.append_only import AppendOnlyCsv


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
