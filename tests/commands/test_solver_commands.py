"""Commands that ask the solver: analyse, review, prove, problems, bench, match, survey."""

from __future__ import annotations

import contextlib
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from battle import language
from battle.analysis.costs import ProblemTheme, different, review_line, themes_of
from battle.analysis.values import Values
from battle.commands import analyse
from battle.commands.common import ProgressLine
from battle.page.review import review_page
from battle.page.text import page_lines
from battle.profile import settings
from battle.profile.store import FILE_NAME
from battle.rules.position import deal, position
from battle.rules.problem import Problem, problems
from battle.rules.record import Record
from battle.rules.tree import Game
from battle.storage import Claim, Places
from solver import match
from tests.commands.conftest import Commands
from tests.support.brokers import until
from tests.support.endgames import highest_pair
from tests.support.processes import started
from tools import reference
from tools.reference import value

SMALL = "5m5p/5p5m/9s/9s"
SMALL_TABLE = ("--hash", "16", "--threads", "1")
Found = Callable[..., tuple[int, list[Problem], str]]


pytestmark = pytest.mark.usefixtures("compiled_home")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Return a file with a game that was played from a small start, with a variation."""
    file = tmp_path / "game.mjb"
    file.write_text(f'[Position "{SMALL}"]\n\n1. a1b2 (1. c1d1) 1... c1d1 2. a2b1 10-9\n')
    return file


# --- analyse -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("options", "begins"), [([], "Player 1 to move"), (["--json"], "{")])
def test_an_interrupted_analysis_prints_what_is_known(
    command: Commands, monkeypatch: pytest.MonkeyPatch, options: list[str], begins: str
) -> None:
    """It says that it was stopped, with the status of an interrupt."""

    def interrupt(_status: ProgressLine, _analysis: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(ProgressLine, "report", interrupt)
    done = command("analyse", "--deal", "5000", "--exact", *options, *SMALL_TABLE)
    assert done.status == 130
    assert done.out.startswith(begins)
    assert done.err == "mahjong-battle: stopped: this is what was known by then\n"


# --- many games ----------------------------------------------------------------------------------


# --- review --------------------------------------------------------------------------------------


def test_a_review_has_a_line_for_every_move_and_what_its_page_says() -> None:
    """What is only guessed is shown as unknown; of proven values the sum adds up."""
    game = Game(position("5m5p6m/5p5m6m/9s7p/9s7p"))
    while game.position.legal_moves:
        game.play(game.position.legal_moves[0])
    for proven in (True, False):
        values = Values()
        for node in game.main_line():
            if proven:
                values.prove(node.position, value(node.position), value(node.position))
            else:
                values.guess(node.position, 0)
        review = review_line(game.main_line(), values)
        names = "Ada", "Benjamin"
        text = analyse.review_text(review, {}, names)
        assert len(re.findall(r"^ *\d+\. (Ada     |Benjamin)  ", text, re.M)) == len(review.moves)
        assert bool(re.search(r"1\. Ada .* unknown ", text)) == (not proven)
        for words in page_lines(review_page(review, names)):
            assert words in text
        if proven:
            numbers = re.findall(r"^\w[\w ]+  \W*?([+−]?\d+)$", text, re.MULTILINE)[:4]
            par, first, second, final = (int(one.replace("−", "-")) for one in numbers)
            assert final == par - abs(first) + second


def test_review_as_a_page(command: Commands, game: Path, tmp_path: Path) -> None:
    """`--html` writes a page with the values in its record; it may be written over."""
    words, page = ("review", game, "--exact", *SMALL_TABLE), tmp_path / "page.html"
    done = command(*words)
    assert command(*words, "--html", page) == replace(done, out=f"{done.out}review in {page}\n")
    text = page.read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>")
    assert "{[%eval =9]}" in text
    assert "c1–d1" in text
    page.write_text(text.replace("10-9", "9-10"), encoding="utf-8")
    assert command(*words, "--html", page).status == 0
    assert page.read_text(encoding="utf-8") == text


def test_a_page_that_cannot_be_written(
    command: Commands, game: Path, tmp_path: Path, read_only: Path
) -> None:
    """One line says why, in English to its end, whatever language the page would have been in."""
    settings.save(settings.Settings(language="de"), Places.of_system())
    (tmp_path / "file").write_text("no directory")
    for page in (read_only / "page.html", tmp_path / "file" / "page.html"):
        done = command("review", game, "--html", page, *SMALL_TABLE)
        assert done.status == 1
        assert done.err.startswith("mahjong-battle: cannot write")
    assert re.search("(Not a directory|File exists)", done.err)
    assert language.current() == "en"
    assert "single game" in command("review", game, game, "--html", "page.html").err


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("SIGTERM", 2),
        *(pytest.param(*one, marks=pytest.mark.slow) for one in (("SIGINT", 1), ("SIGKILL", 3))),
    ],
)
def test_an_exact_review_that_is_ended_keeps_its_proofs(
    tmp_path: Path, name: str, number: int
) -> None:
    """Whatever ends it, the positions proven so far are kept; Ctrl+C and SIGTERM say how far."""
    played, before = Game(deal(1000 + number)), proofs_kept()
    while not played.position.is_over:
        played.play(highest_pair(played.position))
    file = tmp_path / "whole.mjb"
    file.write_text(str(Record({}, played)))
    words = [sys.executable, "-m", "battle", "review", str(file), "--exact", *SMALL_TABLE]
    with started(words, stderr=subprocess.PIPE, text=True) as process:
        until(lambda: proofs_kept() >= before + 30)
        process.send_signal(getattr(signal, name))
        _, told = process.communicate(timeout=60)
    if name != "SIGKILL":
        assert process.returncode == {"SIGINT": 130, "SIGTERM": 143}[name]
        assert told.startswith("mahjong-battle: stopped: proven from move ")
        assert told.count("\n") == 1
    assert proofs_kept() >= before + 30


def proofs_kept() -> int:
    """Return how many positions the person's database knows the value of."""
    file = Places.of_system().data / FILE_NAME
    if not file.exists():
        return 0
    with contextlib.closing(sqlite3.connect(file, timeout=10)) as link:
        if not link.execute("SELECT 1 FROM sqlite_master WHERE name = 'proven'").fetchone():
            return 0
        return int(link.execute("SELECT count(*) FROM proven WHERE lower = upper").fetchone()[0])


# --- bench, match and survey ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "status", "told"),
    [
        (KeyboardInterrupt(), 130, "mahjong-battle: stopped: 1 of 3 deals were played\n"),
        (BrokenPipeError(), 1, ""),
    ],
)
def test_a_match_that_is_ended(
    command: Commands,
    monkeypatch: pytest.MonkeyPatch,
    error: BaseException,
    status: int,
    told: str,
) -> None:
    """An interrupt tells the result so far; a reader that goes away gets no complaint."""

    def played(*_arguments: object, **_options: object) -> Iterator[match.MatchPair]:
        yield match.MatchPair(1, 86, 76)
        raise error

    monkeypatch.setattr(match, "play_match", played)
    monkeypatch.setattr("battle.cli._silence", lambda: None)
    done = command("match", "greedy", "random", "--deals", "3")
    assert (done.status, done.err) == (status, told)
    assert ("greedy against random: +2" in done.out) == (status == 130)


def test_survey_goes_on_where_it_stopped(command: Commands, tmp_path: Path) -> None:
    """`survey` tells what is known, and what the time did not suffice for, with status 1."""
    file = tmp_path / "par.csv"
    row = "7,3,100,1.0,a1c9"
    file.write_text(f"deal,par,nodes,seconds,best\n{row}\n")
    done = command("survey", "7", "9", "--time", "0.05", "--output", file)
    assert (done.status, done.err) == (1, "mahjong-battle: missing of 3 deals: 8-9\n")
    known, *others, kept_words = done.out.splitlines()
    assert kept_words == f"1 deal in {file}"
    assert known == "deal 7: par +3, known already"
    for number, line in zip((8, 9), sorted(others), strict=True):  # in whatever order they end
        assert re.fullmatch(rf"deal {number}: not solved, par is from -\d+ to \+\d+", line)
    assert file.read_text().splitlines()[1:] == [f"{row},,,"]
    kept = (tmp_path / "par.bounds.csv").read_text().splitlines()
    assert {line.split(",")[0] for line in kept} == {"deal", "8", "9"}  # a line when it is closer


@pytest.mark.parametrize(
    "number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)]
)
def test_a_stopped_survey_keeps_what_is_proven(tmp_path: Path, number: signal.Signals) -> None:
    """Stopped by Ctrl+C or by the system it ends soon, keeps bounds, and says what is missing."""
    kept = tmp_path / "par.bounds.csv"
    words = [sys.executable, "-m", "battle", "survey", "900001", "900003", *SMALL_TABLE]
    output = ["--output", str(tmp_path / "par.csv")]
    with started([*words, *output], stderr=subprocess.PIPE, text=True) as process:
        until(kept.exists)
        process.send_signal(number)
        _, errors = process.communicate(timeout=20)
    assert process.returncode == {signal.SIGINT: 130, signal.SIGTERM: 143}[number]
    assert errors.endswith("mahjong-battle: missing of 3 deals: 900001-900003\n")
    assert [line.split(",")[0] for line in kept.read_text().splitlines()[:2]] == ["deal", "900001"]


def test_survey_that_cannot_write(command: Commands, read_only: Path) -> None:
    """A file that cannot be written gets one line and status 1."""
    done = command("survey", "1", "1", "--time", "0.05", "--output", read_only / "par.csv")
    assert done.status == 1
    assert re.fullmatch(r"mahjong-battle: the survey stopped: .*\n", done.err)


@pytest.mark.parametrize(
    "words",
    [
        "match greedy random --deals 1 --jobs 1",
        "analyse 5m5p/5p5m/9s/9s --time 0.1",
        "review GAME --time 0.01",
        "problems --random 1 --tiles 8",
        "annotate GAME --time 0.01",
        "prove 5m5p/5p5m/9s/9s",
    ],
)
def test_who_writes_a_file_says_so(
    command: Commands, game: Path, words: str, tmp_path: Path
) -> None:
    """The last line names the file that was asked for, and no lock is left beside it."""
    output = tmp_path / "new" / "results"
    done = command(*words.replace("GAME", str(game)).split(), "--output", output)
    assert done.out.splitlines()[-1].endswith(f" in {output}"), done
    assert [*output.parent.glob(".*")] == []


@pytest.mark.parametrize(
    "words",
    [
        "survey 1 1 --time 0.01",
        "match greedy random --deals 1 --jobs 1",
        "analyse 5m5p/5p5m/9s/9s --time 0.1",
        "review GAME --time 0.01",
        "problems --random 1 --tiles 8",
        "prove 5m5p/5p5m/9s/9s",
    ],
)
def test_one_program_at_a_time_writes_a_file(
    command: Commands, game: Path, words: str, tmp_path: Path
) -> None:
    """A file that another program appends to is refused in one line, and free when it ends."""
    output = tmp_path / "results"
    arguments = words.replace("GAME", str(game)).split()
    other = Claim(output)
    assert other.take()
    done = command(*arguments, "--output", output)
    assert (done.status, done.out) == (1, "")
    assert done.err == f"mahjong-battle: cannot write {output}: another program is writing it\n"
    assert not output.exists()
    other.release()
    for _again in range(2):
        assert "another program" not in command(*arguments, "--output", output).err


OTHERS = {
    "a letter": b"Dear Ada,\nthis is no table.\n",
    "a letter of one line": b"Dear Ada",
    "a picture": bytes(range(256)) * 40,
    "another table": b"name,points\nAda,5\n",
    "a game": b'[Deal "1"]\n\n*\n',
}


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize(
    "words",
    [
        "survey 1 1 --time 0.01 --output",
        "match greedy random --deals 1 --jobs 1 --output",
        "problems --random 1 --tiles 6 --output",
        "review GAME --html",
    ],
)
def test_no_output_takes_the_place_of_another_file(
    command: Commands, game: Path, words: str, name: str
) -> None:
    """Whatever a command writes, a file that it did not write stays as it is, to the byte."""
    other = game.with_name("other")
    for content in (OTHERS[name], OTHERS[name].rstrip()):
        other.write_bytes(content)
        done = command(*words.replace("GAME", str(game)).split(), other)
        assert done.is_refused
        assert f"cannot write {other}" in done.err
        assert other.read_bytes() == content


# --- proofs --------------------------------------------------------------------------------------


# --- problems ------------------------------------------------------------------------------------


@pytest.fixture
def found(command: Commands) -> Found:
    """Run `problems`; return its status, the problems it printed, and what it told."""

    def run_command(*arguments: object) -> tuple[int, list[Problem], str]:
        done = command("problems", *arguments, *SMALL_TABLE)
        made = [line for line in done.out.splitlines() if " problem" not in line]
        return done.status, list(problems("\n".join(made))), done.err

    return run_command


def test_problems_of_random_play_are_right_and_as_wanted(found: Found) -> None:
    """Every value is the reference's, and tiles, best moves and the highest pair are as asked."""
    status, made, told = found(
        *["--random", 8, "--tiles", "10-16", "--best", 1, "--trap", 2, "--seed", 3]
    )
    assert (status, len(made), told) == (0, 8, "")
    for one in made:
        assert one.values == reference.move_values(one.position)
        assert 10 <= one.position.tiles_left <= 16
        assert different(one.position, one.best_moves) == 1
        highest = max(map(one.position.worth, one.values))
        assert all(one.cost(m) >= 2 for m in one.values if one.position.worth(m) == highest)
    assert len({one.position.grid for one in made}) == 8


@pytest.mark.parametrize("tiles", ["3", "7-7", "24-12", "0", "110", "x"])
def test_tiles_that_no_position_has(command: Commands, tiles: str) -> None:
    """Numbers of tiles that no game leaves are reported at once, not searched for."""
    assert command("problems", "--random", 1, "--tiles", tiles).is_refused


def test_the_same_seed_makes_the_same_problems(found: Found) -> None:
    """Random play repeats with its seed and differs with another."""
    words = ("--random", 3, "--tiles", "10")
    assert found(*words, "--seed", 5) == found(*words, "--seed", 5)
    assert found(*words, "--seed", 5) != found(*words, "--seed", 6)


def test_a_problem_that_was_cut_short_is_found_again(found: Found, game: Path) -> None:
    """Of a file that lost its end only that is missing, and nothing else is left beside it."""
    output = game.parent / "some" / "out.mbp"
    words = (game, "--tiles", "2-108", "--output", output)
    assert found(*words) == (0, [], "")
    whole = output.read_text()
    output.write_text(whole[:-30])
    assert found(*words) == (0, [], "")
    assert output.read_text() == whole
    assert [file.name for file in output.parent.glob("[!.]*")] == ["out.mbp"]


@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's here")
@pytest.mark.parametrize(
    "name", ["SIGKILL", *(pytest.param(it, marks=pytest.mark.slow) for it in ("SIGTERM", "SIGHUP"))]
)
def test_what_was_found_survives_any_end(tmp_path: Path, name: str) -> None:
    """However the program is ended, every problem found until then is in the file, whole."""
    output = tmp_path / "out.mbp"
    words = ["problems", "--random", "100000", "--tiles", "8", "--output", output, *SMALL_TABLE]
    with started([sys.executable, "-m", "battle", *words]) as process:
        until(lambda: output.is_file() and output.stat().st_size > 1000)
        process.send_signal(getattr(signal, name))
        assert process.wait(60) != 0
    assert len(list(problems(output.read_text()))) > 3


def test_what_was_found_until_stopped_is_kept(
    found: Found, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl+C ends the search with status 130; the file has what was found, and that is reported."""
    report = analyse._Results.report

    def stop_after_three(results: analyse._Results, since: int, *, give_up: bool) -> None:
        report(results, since, give_up=give_up)
        if results.number == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(analyse._Results, "report", stop_after_three)
    output = tmp_path / "out.mbp"
    status, _, told = found("--random", 10, "--tiles", "8", "--output", output)
    assert (status, len(list(problems(output.read_text())))) == (130, 3)
    assert told == f"mahjong-battle: stopped; {output} has the 3 found so far\n"


def test_a_search_that_finds_nothing_ends(found: Found, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing fits, random play is given up after a while, with status 1."""
    monkeypatch.setattr(analyse, "ENOUGH", 20)
    status, made, told = found("--random", 1, "--tiles", "4", "--trap", 100)
    assert (status, made) == (1, [])
    assert "none in the last 20 positions" in told


def test_what_cannot_be_written_or_proven(found: Found, game: Path, read_only: Path) -> None:
    """An output that cannot be written gets one line; what is not proven in time is no problem."""
    status, made, told = found(game, "--tiles", "6", "--output", read_only / "out.mbp")
    assert (status, made) == (1, [])
    assert re.fullmatch(r"mahjong-battle: cannot write .*\n", told)
    game.write_text('[Deal "1"]\n\n*\n')
    assert found(game, "--tiles", "108", "--time", "0")[:2] == (1, [])


@pytest.mark.parametrize("theme", list(ProblemTheme))
def test_problems_of_a_theme(found: Found, theme: ProblemTheme) -> None:
    """`--theme` finds what is about it, and nothing else."""
    status, made, _ = found("--random", 3, "--tiles", "8-14", "--theme", theme.value)
    assert (status, len(made)) == (0, 3)
    assert all(theme in themes_of(one) for one in made)
