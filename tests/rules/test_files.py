"""Files that are read: any, tables of par and levels, problems, certificates."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tracemalloc
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battle.resources import asset
from battle.rules.certificate import Certificate, RefutedError, verify
from battle.rules.files import (
    LONGEST_LINE,
    MEBIBYTE,
    PAR_HEADER,
    LevelLine,
    Par,
    check_length,
    check_output,
    is_proof,
    lines_of,
    read_against,
    read_bytes,
    read_levels,
    read_pars,
    read_text,
    rows_of,
)
from battle.rules.position import FormatError, Position, RulesError, deal, move, position
from battle.rules.problem import Problem, problem, problems
from tests.support.endgames import check_words, mutilated, positions
from tests.support.long_texts import SLOW
from tests.support.processes import run

# -- files ----------------------------------------------------------------------------------------


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in directories here")
def test_pipes_and_devices_are_refused_at_once(tmp_path: Path) -> None:
    """No one waits for a pipe that has no writer, or reads a device that never ends."""
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
    rows = list(rows_of('a,"b\n1,2\n' + "3,4\n" * 100_000))
    assert rows[1] == ["1", "2"]
    assert len(rows) == 100_002
    assert list(rows_of('"' * 200_001 + "\n5,6"))[-1] == ["5", "6"]


@pytest.mark.parametrize("damage", ['"', '5,"1,2,3.0,a1b1', "x" * 200_000, '"' + "x" * 200_000])
def test_solved_deals_after_a_bad_line_are_found(tmp_path: Path, damage: str) -> None:
    """One line that cannot be read hides no other solved deal."""
    path, first = tmp_path / "par.csv", deal(1).legal_moves[0]
    rows = [f"{number},4,1000,1.0,{first}\n" for number in range(1, 5000)]
    path.write_text("".join([PAR_HEADER, rows[0], damage, "\n", *rows[1:]]), encoding="ascii")
    assert sorted(read_pars(path)) == list(range(1, 5000))


@pytest.mark.parametrize("name", SLOW)
def test_long_texts_are_read_in_linear_time_or_refused(name: str) -> None:
    """A megabyte of anything takes a moment and little memory: once it took a minute."""
    _read, before, part, after = SLOW[name]
    text = before + part * (MEBIBYTE // len(part)) + after
    done = run(sys.executable, "-c", PROGRAM, name, input=text)
    assert done.returncode == 0, done.stderr


PROGRAM = """
import resource, sys
from tests.support.long_texts import SLOW
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
        assert 0 < size < MEBIBYTE
        self.reads += 1
        return "x" * size


def test_of_a_line_that_never_ends_the_beginning_is_told_at_once() -> None:
    """No one waits for its end, and no one holds it."""
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


# -- levels file ----------------------------------------------------------------------------------

NOVICE = LevelLine("novice", 50, finds=7, title="Novice", person="Pip", way="a, b")
STRONG = LevelLine("strong", 4, 0.125, 7, 1)


@pytest.mark.parametrize(
    "line",
    [
        *("club,15", "club,x,1,1,1,0,0", "club,1,1,1.5,1,0,0", "", "a,b,c,d,e,f"),
        "club,14,0,0,1,12,9,Club,Kim,sees,much",
    ],
)
def test_a_damaged_line_is_refused_or_left_out(tmp_path: Path, line: str) -> None:
    """The strict reader names the line, the lenient one goes on after it."""
    path = tmp_path / "levels.csv"
    header = "level,points,slip,cap,attention,finds,foresees,title,person,way"
    lines = [header, 'novice,50,0,0,1,7,0,Novice,Pip,"a, b"', line, "strong,4,0.125,7,1,0,0"]
    path.write_text("\n".join([*lines, ""]), encoding="ascii")
    with pytest.raises(FormatError, match="bad line 3 of the levels"):
        read_levels(path)
    assert read_levels(path, leniently=True) == [NOVICE, STRONG]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    """The strict reader raises, the lenient one knows no levels."""
    with pytest.raises(FileNotFoundError):
        read_levels(tmp_path / "none.csv")
    assert read_levels(tmp_path / "none.csv", leniently=True) == []


def test_what_levels_lose_to_each_other_is_read(tmp_path: Path) -> None:
    """A damaged line costs itself only, and without a file nothing is known."""
    path = tmp_path / "against.csv"
    path.write_text("level,against,lost,error,deals\na,b,2.5,0.1,20\na,c,x,0,1\na\nb,a,3\n")
    assert read_against(path) == {("a", "b"): 2.5, ("b", "a"): 3.0}
    assert read_against(tmp_path / "none.csv") == {}


# -- par ------------------------------------------------------------------------------------------

BEST = deal(5).legal_moves[:2]
ROW = Par(5, -3, 1000, 2.0, BEST)


FIRST_OF_5, *OTHERS_OF_5 = deal(5).legal_moves[:3]
UNSURE = Par(5, -3, 1000, 2.0, (FIRST_OF_5,), tuple(OTHERS_OF_5))


@pytest.mark.parametrize(
    ("row", "end", "is_decided"),
    [
        (ROW, ",{} {},,1000,\n".format(*BEST), True),
        (UNSURE, ",{} {}? {}?,,1000,\n".format(FIRST_OF_5, *OTHERS_OF_5), False),
        (
            replace(UNSURE, given_up=True, lost=7, by="cluster"),
            ",{},{} {},1007,cluster\n".format(FIRST_OF_5, *OTHERS_OF_5),
            True,
        ),
    ],
)
def test_a_row_is_read_as_it_is_written(
    tmp_path: Path, row: Par, end: str, is_decided: bool
) -> None:
    """Moves not decided have a `?`, those given up a column of their own; no column is left out."""
    path = tmp_path / "par.csv"
    path.write_text(PAR_HEADER + row.row() + ROW.row().replace("5,", "6,", 1), encoding="ascii")
    assert row.row().endswith(end)
    assert row.row().count(",") == PAR_HEADER.count(",")
    assert row.is_decided is is_decided
    assert read_pars(path) == {5: row, 6: replace(ROW, deal=6)}


@given(mutilated([PAR_HEADER + ROW.row() + "6,1,2,3.0,a1b1\n"]))
def test_damaged_files_lose_lines_only(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    """A damaged file gives the lines that can still be read, and no traceback."""
    path = tmp_path_factory.getbasetemp() / "damaged.csv"
    path.write_text(f"{text}\n7,1,2,3.0,a1b1\n", encoding="utf-8", errors="replace")
    assert 7 in read_pars(path)


def test_the_file_of_solved_deals_is_sound() -> None:
    """Every line of the file that comes with the program can be read, and its moves are legal."""
    path = asset("deals/par.csv")
    if not path.is_file():
        pytest.skip("no deal has been solved yet")
    lines = path.read_text(encoding="ascii").splitlines()
    rows = read_pars(path)
    assert PAR_HEADER.startswith(lines[0])
    assert sorted(rows) == sorted({int(line.split(",")[0]) for line in lines[1:]})
    for number, row in rows.items():
        assert row.best
        assert set(row.best) <= set(deal(number).legal_moves)


# -- problem --------------------------------------------------------------------------------------

SMALL = "5m5p/5p5m/9s/9s"
LINE = f"{position(SMALL)}; c1d1:9; a1b2:1; a2b1:1 % take the loose pair first"


@st.composite
def any_problems(draw: st.DrawFn) -> Problem:
    """Draw a problem with any values and any comment."""
    start = draw(positions().filter(lambda start: not start.is_over))
    random, left = Random(draw(st.integers(0, 2**32))), start.points_left
    values = {one: random.randint(-left, left) for one in start.legal_moves}
    return Problem(start, values, draw(st.text(max_size=30)))


@given(any_problems())
def test_parser_and_printer_are_inverse(found: Problem) -> None:
    """What is printed is one line, and is read as what was printed."""
    assert len(str(found).splitlines()) == 1
    assert problem(str(found)) == found
    assert str(problem(str(found))) == str(found)


def test_the_parts_of_a_problem() -> None:
    """Position, values, best moves, costs and comment are what the line says."""
    found = problem(LINE)
    assert found.position == position(SMALL)
    assert found.values == {move("c1d1"): 9, move("a1b2"): 1, move("a2b1"): 1}
    assert (found.value, found.best_moves) == (9, (move("c1d1"),))
    assert [found.cost(one) for one in found.values] == [0, 8, 8]
    assert found.comment == "take the loose pair first"
    assert str(found) == LINE


def test_what_the_highest_pair_costs() -> None:
    """The trap is what the highest pair costs; of several pairs as high, the best one counts."""
    start = position("9s9m/9m9s/1p/1p")
    values = dict.fromkeys(start.legal_moves, 0)
    assert Problem(start, values).trap == 0
    assert Problem(start, values | {move("c1d1"): 5}).trap == 5
    assert Problem(start, values | {move("c1d1"): 5, move("a1b2"): 3}).trap == 2


def test_reading_is_tolerant_where_moves_and_numbers_are() -> None:
    """Upper case, either order of cells, plus signs, spaces and a last semicolon are read."""
    text = f"  {SMALL};C1-D1 : +9;b2a1:1; a2 b1:1;% take the loose  pair first "
    assert str(problem(text)) == LINE


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "bad grid|bad problem|bad position"),
        ("5m5x; a1a2:5", "bad tile '5x'"),
        (f"{SMALL}", "bad problem: a1b2 has no value"),
        (f"{SMALL}; c1d1:9; a1b2:1", "bad problem: a2b1 has no value"),
        (f"{SMALL}; c1d1:9; a1b2:1; a2b1:1; c1d1:9", "c1d1 is there twice"),
        (f"{SMALL}; c1d1:9; a1b2:1; a1b1:1", "a1b1.*not a pair"),
        (f"{SMALL}; a1b2:1; c1d1:9; a2b1:1", "c1d1 is worth more than a1b2 before it"),
        (
            f"{SMALL}; c1d1:20; a1b2:1; a2b1:1",
            "c1d1 cannot be worth 20, no more than 19 can",
        ),
        (f"{SMALL}; c1d1; a1b2:1; a2b1:1", "'c1d1' is no move with its value"),
        (f"{SMALL}; c1d1:9.5; a1b2:1; a2b1:1", "'c1d1:9.5' is no move with its value"),
        (f"{SMALL}; c1:9; a1b2:1; a2b1:1", "bad move 'c1'"),
        (f"{SMALL};; c1d1:9; a1b2:1; a2b1:1", "'' is no move"),
        ("1s2s1s2s;", "the game is over"),
    ],
)
def test_what_is_no_problem_is_refused_by_name(text: str, words: str) -> None:
    """The bad part is named, and what was expected."""
    with pytest.raises(FormatError, match=words) as caught:
        problem(text)
    check_words(caught.value)


@given(mutilated([LINE]))
def test_mutilated_problems_are_read_or_refused(text: str) -> None:
    """No text makes the parser fail in another way, and what it reads it prints."""
    try:
        found = problem(text)
    except RulesError as error:
        check_words(error)
        return
    assert problem(str(found)) == found


def test_a_file_of_problems() -> None:
    """Lines of nothing and of nothing but a comment are passed over; a bad line is numbered."""
    assert list(problems(f"\ufeff% our own\n\n{LINE}\r\n  \n{LINE}\n")) == [problem(LINE)] * 2
    with pytest.raises(FormatError, match=r"^line 3: bad problem: a1b2 has no value"):
        list(problems(f"%\n{LINE}\n{SMALL}\n"))


def test_only_legal_positions_make_problems() -> None:
    """Values for other moves than the legal ones are refused, also from programs."""
    start: Position = position(SMALL)
    with pytest.raises(FormatError, match="has no value"):
        Problem(start, {})


# -- certificate ----------------------------------------------------------------------------------

HEAD = "mahjong-battle proof 1\nposition 5m5p/5p5m/9s/9s 1 0-0\n"
AT_LEAST = "at least 9\n5m5p/5p5m/9s/9s c1d1\n.5p/5p a2b1\n5m/.5m a1b2\n"
AT_MOST = "at most 9\n.5p/5p/9s/9s a2b1\n5m/.5m/9s/9s a1b2\n5m5p/5p5m a1b2\n"


def test_a_proof_by_hand() -> None:
    """Two claims that meet prove the value: the 9s first, then a pair of five for each."""
    start = position("5m5p/5p5m/9s/9s")
    assert verify(HEAD + AT_LEAST + AT_MOST) == Certificate(start, 9, 9, 6, 11)


def test_one_claim_is_enough() -> None:
    """A proof may bound the value on one side only."""
    found = verify(HEAD + AT_MOST)
    assert (found.lower, found.upper) == (None, 9)


def test_a_game_that_is_over() -> None:
    """Where no pair can be taken 0 is proven without an answer, and nothing else."""
    head = "mahjong-battle proof 1\nposition 1s2s1s2s 2\n"
    assert verify(head + "at least 0\nat most 0\n").positions == 2
    with pytest.raises(RefutedError, match=r"missing at the end: 1$"):
        verify(head + "at least 1\n")


def test_what_is_left_may_be_enough() -> None:
    """No answer is needed where even the loss of every point does no harm."""
    assert verify(f"{HEAD}at least -19\nat most 19\n").answers == 0


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (
            HEAD + AT_LEAST.replace("least 9", "least 10"),
            "points missing at the end: 1, after c1d1 a1b2 a2b1",
        ),
        (
            HEAD + AT_MOST.replace("most 9", "most 8"),
            "points missing at the end: 1, after a1b2 a2b1 c1d1",
        ),
        (HEAD + AT_LEAST.replace(".5p/5p a2b1\n", ""), "no answer to .5p/5p, after c1d1 a1b2"),
        (
            HEAD + AT_LEAST.replace("9s c1d1", "9s a1b2"),
            "no answer to //9s/9s, after a1b2 a2b1",
        ),
        (
            HEAD + AT_LEAST.replace("9s c1d1", "9s a1a2"),
            "line 4: illegal move a1a2: 5m and 5p are not",
        ),
        (HEAD + AT_LEAST.replace("9s c1d1", "9s c1"), "line 4: bad move 'c1'"),
        (HEAD + AT_LEAST + "/5p/5p b1c1\n", "line 7: this position does not come about"),
    ],
)
def test_a_proof_that_fails(text: str, error: str) -> None:
    """A proof that does not hold is refused, and the place is named."""
    with pytest.raises(RefutedError, match=error):
        verify(text)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "no proof: expected the first line"),
        ("mahjong-battle proof 2\n", "no proof: expected the first line"),
        ("mahjong-battle proof 1\n", "line 2: expected"),
        ("mahjong-battle proof 1\nposition 5x\n", "bad column a"),
        (HEAD, "line 3: expected"),
        (HEAD + "5m5p/5p5m/9s/9s c1d1\n", "line 3: expected a claim"),
        (HEAD + "at least nine\n", "line 3: expected points"),
        (HEAD + "at least ٣\n", "line 3: expected points"),
        (HEAD + "at least 99999\n", "line 3: expected points"),
        (HEAD + "at least -19\n\n", "line 4: expected a claim or a new grid"),
        (HEAD + AT_LEAST + "5m/.5m a1b2\n", "line 7: expected a claim or a new grid"),
        (HEAD + AT_LEAST + "at least 9\n", "'at least' is claimed twice"),
    ],
)
def test_a_text_that_is_none(text: str, error: str) -> None:
    """What is not in the format is reported with its line."""
    with pytest.raises(FormatError, match=error):
        verify(text)


@pytest.mark.parametrize(
    "encoding",
    ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "latin-1", "cp1252"],
)
def test_a_text_is_read_in_the_encoding_it_was_written_in(tmp_path: Path, encoding: str) -> None:
    """Games, problems and proofs, with a mark at the beginning or without."""
    for text in ('[First "Zoë"]\n[Deal "1"]\n\n*\n', "9s/9s; a1b1:9 % à\n", f"{HEAD}at least 9\n"):
        file = tmp_path / "text"
        file.write_bytes(text.encode(encoding))
        assert (read_text(file), is_proof(file)) == (text, text.startswith(HEAD))


@pytest.mark.parametrize("content", [b"\xff\x00\x01", b"PK\x03\x04\xff\x00", b"\xff\xfe\x00\xd8"])
def test_what_is_no_text_in_any_encoding_is_refused(tmp_path: Path, content: bytes) -> None:
    """Bytes that only a program can read are refused in one line."""
    file = tmp_path / "text"
    file.write_bytes(content)
    with pytest.raises(FormatError, match="not UTF-8 text"):
        read_text(file)
