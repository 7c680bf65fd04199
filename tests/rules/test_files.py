"""Files that a person names: what is refused is refused at once, and nothing of others is lost."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from battle.rules import par
from battle.rules.deal import deal
from battle.rules.files import (
    LONGEST_LINE,
    MEBIBYTE,
    check_length,
    check_output,
    lines_of,
    read_bytes,
    read_text,
    rows_of,
)
from battle.rules.position import FormatError, position
from battle.rules.problem import problem
from battle.rules.record import clock_in, evaluation_in, record, with_evaluation, with_words
from tests.support.processes import run

START = '[Deal "1"]\n\n'
FIRST, OTHER = deal(1).legal_moves[:2]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in directories here")
def test_pipes_and_devices_are_refused_at_once(tmp_path: Path) -> None:
    """Nobody waits for a pipe that has no writer, or reads a device that never ends."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero"), Path("/dev/null")):
        with pytest.raises(FormatError, match="a pipe or a device"):
            read_bytes(path)


def test_a_directory_is_told_as_one(tmp_path: Path) -> None:
    """A directory is no file; that is the system's error."""
    with pytest.raises(IsADirectoryError):
        read_bytes(tmp_path)


@pytest.mark.skipif(not Path("/dev/stdin").exists(), reason="standard input has no name here")
def test_standard_input_is_read_also_by_its_name() -> None:
    """What is piped into the program may be named as a file."""
    program = "from battle.rules.files import *; print(read_text(Path('/dev/stdin')))"
    made = subprocess.run(
        [sys.executable, "-c", program], input="piped", capture_output=True, text=True, check=True
    )
    assert made.stdout == "piped\n"


def test_large_files_are_not_read(tmp_path: Path) -> None:
    """A file over the limit is refused by its size, before it fills the memory."""
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.truncate(2**30)
    tracemalloc.start()
    with pytest.raises(FormatError, match="larger than 4 MiB"):
        read_text(path)
    assert tracemalloc.get_traced_memory()[1] < MEBIBYTE
    tracemalloc.stop()
    with path.open("wb") as file:
        file.truncate(4 * MEBIBYTE)
    assert len(read_bytes(path)) == 4 * MEBIBYTE


def test_a_quotation_mark_spoils_its_own_line_only() -> None:
    """Lines after one that is not closed are read, however much text there is."""
    text = 'a,"b\n1,2\n' + "3,4\n" * 100_000
    rows = list(rows_of(text))
    assert rows[1] == ["1", "2"]
    assert len(rows) == 100_002
    assert list(rows_of('"' * 200_001 + "\n5,6"))[-1] == ["5", "6"]


@pytest.mark.parametrize("damage", ['"', '5,"1,2,3.0,a1b1', "x" * 200_000, '"' + "x" * 200_000])
def test_solved_deals_after_a_bad_line_are_found(tmp_path: Path, damage: str) -> None:
    """One line that cannot be read hides no other solved deal."""
    path = tmp_path / "par.csv"
    rows = [f"{number},4,1000,1.0,{FIRST}\n" for number in range(1, 5000)]
    path.write_text("".join([par.HEADER, rows[0], damage, "\n", *rows[1:]]), encoding="ascii")
    assert sorted(par.read(path)) == list(range(1, 5000))


MEGABYTE = 2**20
SLOW: dict[str, tuple[Callable[[str], object], str, str, str]] = {
    "comments": (record, START, "{a}", ""),
    "glyphs": (record, START, "!", ""),
    "empty variations": (record, f"{START}{FIRST} ", "()", ""),
    "variations": (record, f"{START}{FIRST} ", f"({OTHER})", ""),
    "deep variations": (record, f"{START}{FIRST} ", f"({OTHER} ", ""),
    "backslashes": (record, '[Deal "1"]\n[A "', "\\", '"]\n'),
    "unclosed tag": (record, '[Deal "1"]\n[A "', "x", ""),
    "position tag": (record, '[Position "', "5m", '"]\n'),
    "slashes": (position, "", "/", ""),
    "tiles": (position, "", "5m", ""),
    "lines": (position, "", "5m\n", ""),
    "answers": (problem, "5m5p/5p5m;", "a1b2:0;", ""),
    "spaces in an answer": (problem, "5m5p/5p5m; a1b2", " ", "x"),
    "clocks": (clock_in, "", "[%clk ", ""),
    "spaces after a command": (evaluation_in, "[%eval", " ", ""),
    "evaluations": (lambda text: with_evaluation(text, None), "", "[%eval", ""),
    "commands": (lambda text: with_words("", text), "", "[%a", ""),
}


@pytest.mark.parametrize("name", SLOW)
def test_long_texts_are_read_in_linear_time_or_refused(name: str) -> None:
    """A megabyte of anything takes a moment and little memory: once it took a minute."""
    _read, before, part, after = SLOW[name]
    text = before + part * (MEGABYTE // len(part)) + after
    done = run(sys.executable, "-c", PROGRAM, name, input=text)
    assert done.returncode == 0, done.stderr


PROGRAM = """
import resource, sys
from tests.rules.test_files import SLOW
from battle.rules.position import RulesError
text = sys.stdin.read()
resource.setrlimit(resource.RLIMIT_DATA, (400 * 2**20, 400 * 2**20))
resource.setrlimit(resource.RLIMIT_CPU, (30, 30))
try:
    SLOW[sys.argv[1]][0](text)
except RulesError:
    pass
"""
"""Reads one text with at most 400 MiB and 30 seconds of the processor, or is ended."""


def test_only_what_is_ours_is_written_over(tmp_path: Path) -> None:
    """A file that is not there, an empty one and one of ours may be written; no other."""
    path = tmp_path / "file"
    check_output(path, lambda text: False)
    path.write_text("\n")
    check_output(path, lambda text: False)
    path.write_text("mine, and much more")
    check_output(path, lambda text: text.startswith("mine"))
    for content in (b"a letter to Ada", bytes(range(256))):
        path.write_bytes(content)
        with pytest.raises(FormatError, match="it is another file"):
            check_output(path, lambda text: text.startswith("mine"))
    with pytest.raises(FormatError, match="it is a directory"):
        check_output(tmp_path, lambda text: True)


class Endless(io.TextIOBase):
    """A stream whose only line never ends; it counts how often it was read from."""

    def __init__(self) -> None:
        self.reads = 0

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
        """Return as much of the line as is asked for; all of it would never be there."""
        assert size is not None
        assert 0 < size < MEBIBYTE
        self.reads += 1
        return "x" * size


def test_of_a_line_that_never_ends_the_beginning_is_told_at_once() -> None:
    """Nobody waits for its end, and nobody holds it."""
    stream = Endless()
    line = next(lines_of(stream))  # type: ignore[arg-type]
    assert stream.reads == 1
    with pytest.raises(FormatError, match="longer than 100000 characters"):
        check_length(line)


def test_lines_after_one_that_is_too_long_are_read() -> None:
    """The rest of a long line is no line of its own."""
    text = f"first\n{'x' * LONGEST_LINE}\n{'y' * 10 * LONGEST_LINE}\nlast"
    lines = list(lines_of(io.StringIO(text)))
    assert [line[:1] for line in lines] == ["f", "x", "y", "l"]
    assert [len(line) > LONGEST_LINE for line in lines] == [False, True, True, False]
