"""Commands that ask the solver: analyse, review, prove, problems, bench, match, survey."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from battle import language
from battle.analysis.costs import ProblemTheme, different, review_line, themes_of
from battle.analysis.values import Values
from battle.cli import run
from battle.commands import analyse as command
from battle.commands.analyse import PLAYER_NAMES, review_text
from battle.commands.common import ProgressLine
from battle.page.review import review_page
from battle.page.text import page_lines
from battle.profile import settings
from battle.profile.store import FILE_NAME
from battle.rules.position import deal, move, position
from battle.rules.problem import Problem, problem, problems
from battle.rules.record import Game, Record, record, texts_of_games
from battle.storage import HOME_VARIABLE, Places
from solver import match
from tests.support.processes import started
from tools import reference
from tools.reference import value

pytestmark = pytest.mark.usefixtures("compiled_home")

# -- solver commands ------------------------------------------------------------------------------

SMALL = "5m5p/5p5m/9s/9s"
SMALL_TABLE = ("--hash", "16", "--threads", "1")
Output = Callable[..., str]
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def output(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Output:
    """Run a command that succeeds and return what it prints."""

    def run_command(*arguments: str, typed: str = "") -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as exit_:
            run([*arguments, *SMALL_TABLE])
        captured = capsys.readouterr()
        assert (exit_.value.code, captured.err) == (0, "")
        return captured.out

    return run_command


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Return a file with a game that was played from a small start."""
    played = Game(position(SMALL))
    for text in ("a1b2", "c1d1", "a2b1"):
        played.play(move(text))
    file = tmp_path / "game.mjb"
    file.write_text(str(Record({"First": "Ada", "Second": "Ben"}, played)))
    return file


def test_analysis_for_people(output: Output) -> None:
    """An analysis tells value, proof, margin and lines in words."""
    text = output("analyse", SMALL, "2", "3-1", "--lines", "all")
    assert "Player 2 to move, 3-1, 6 tiles with 19 points left." in text
    assert "Value +9 for player 2, proven; final margin -7, player 2 wins by 7." in text
    assert text.count("\n  ") == 3


def test_estimate_for_people(output: Output) -> None:
    """An estimate says that it is one, and what is proven."""
    text = output("analyse", "--deal", "12345", "--nodes", "1")
    assert "an estimate, proven between -" in text


def test_analysis_of_a_game_that_is_over(output: Output) -> None:
    """Where no pair is left the result is told."""
    assert "The game is over: 0, a draw." in output("analyse", "1s2s1s2s")


def test_analysis_for_programs(output: Output) -> None:
    """`--json` prints the object of the format, lines sorted best first."""
    found = json.loads(output("analyse", SMALL, "--lines", "all", "--json"))
    assert list(found) == [
        *["position", "to_move", "value", "error", "lower", "upper", "exact", "best", "lines"],
        *["nodes", "seconds"],
    ]
    assert found["position"] == str(position(SMALL))
    assert (found["value"], found["lower"], found["upper"], found["exact"]) == (9, 9, 9, True)
    values = [line["value"] for line in found["lines"]]
    assert values == sorted(values, reverse=True)
    assert {line["move"] for line in found["lines"]} == {"a1b2", "a2b1", "c1d1"}
    assert found["lines"][0] == {
        "move": "c1d1",
        "tile": "9s",
        "value": 9,
        "error": 0.0,
        "lower": 9,
        "upper": 9,
        "exact": True,
        "pv": found["lines"][0]["pv"],
    }
    assert found["lines"][0]["pv"][0] == "c1d1"


def test_one_line_a_position(output: Output) -> None:
    """`-` reads positions and prints one object a line."""
    lines = output("analyse", "-", "--json", typed=f"{SMALL}\n\n{SMALL} 2\n").splitlines()
    assert [json.loads(line)["to_move"] for line in lines] == [1, 2]


def test_a_bad_line_of_many_is_told_and_passed_over(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every bad line is told by its number, the others are answered, and the status is 2."""
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{SMALL}\n5x\n{SMALL} 2\n9z\n"))
    with pytest.raises(SystemExit) as exit_:
        run(["analyse", "-", "--json", *SMALL_TABLE])
    captured = capsys.readouterr()
    assert exit_.value.code == 2
    assert [json.loads(line)["to_move"] for line in captured.out.splitlines()] == [1, 2]
    assert [line.split(":")[1] for line in captured.err.splitlines()] == [" line 2", " line 4"]


@pytest.fixture
def games(game: Path, tmp_path: Path) -> Path:
    """Return a file with a whole game, one that cannot be played, and one of two moves."""
    whole = game.read_text()
    bad = whole.replace("c1d1", "a1d1")
    two = whole.replace(" 2. a2b1", "").replace("19-0", "*").replace("10-9", "*")
    file = tmp_path / "games.mjb"
    file.write_text(f"{whole}\n{bad}\n{two}")
    return file


def test_all_games_of_a_file_are_reviewed(games: Path, capsys: Capture) -> None:
    """Each is told under its number, one that cannot be read is passed over, the status is 2."""
    with pytest.raises(SystemExit) as exit_:
        run(["review", str(games), *SMALL_TABLE])
    captured = capsys.readouterr()
    assert exit_.value.code == 2
    names = [line for line in captured.out.splitlines() if line.startswith(str(games))]
    assert names == [f"{games}, game 1:", f"{games}, game 3:"]
    assert captured.err.startswith(f"mahjong-battle: cannot open game 2 of {games}: bad record")


def test_one_game_of_several_is_named_by_its_number(games: Path, output: Output) -> None:
    """`--number` chooses for `review` and `analyse`."""
    assert len(json.loads(output("review", str(games), "--number", "3", "--json"))["moves"]) == 2
    found = json.loads(output("analyse", "--game", str(games), "--number", "3", "--json"))
    assert found["to_move"] == 1


def test_a_review_of_an_unfinished_game_declares_no_winner(games: Path, output: Output) -> None:
    """It tells what perfect play from its end on would lead to."""
    text = output("review", str(games), "--number", "3")
    assert "Not over yet" in text
    assert "wins" not in text.replace("changed who wins", "")


def test_nothing_to_read(output: Output) -> None:
    """No position, no output."""
    assert output("analyse", "-") == ""


def test_deal_is_analysed(output: Output) -> None:
    """`--deal` analyses the start of a deal."""
    found = json.loads(output("analyse", "--deal", "7", "--nodes", "1", "--json"))
    assert found["position"] == str(deal(7))


@pytest.mark.parametrize(("ply", "tiles"), [((), 0), (("--ply", "0"), 6), (("--ply", "2"), 2)])
def test_game_is_analysed(output: Output, game: Path, ply: tuple[str, ...], tiles: int) -> None:
    """`--game` analyses the end of a game, or the position after a number of moves."""
    found = json.loads(output("analyse", "--game", str(game), *ply, "--json"))
    assert position(found["position"]).tiles_left == tiles


def test_ply_that_is_not_there(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A ply after the end gets one line and status 2."""
    with pytest.raises(SystemExit) as exit_:
        run(["analyse", "--game", str(game), "--ply", "4"])
    assert exit_.value.code == 2
    assert capsys.readouterr().err == (
        f"mahjong-battle: bad ply 4: the game in {game} has 3 moves\n"
    )


def test_review_for_people(output: Output, game: Path) -> None:
    """A review tells every move's cost, the balance, and where the game turned."""
    lines = output("review", str(game), "--exact").splitlines()
    assert lines[0].split() == [*["1.", "player", "1", "a1b2", "??", "-8", "+1", "better:", "c1d1"]]
    assert "Everything is proven, from the first move on." in lines
    assert any(line.startswith("Best moves: 0 of 1, ") for line in lines)
    assert lines[-2] == "Why:"
    assert lines[-1].startswith("  1. ")


def test_review_for_programs(output: Output, game: Path) -> None:
    """`--json` prints the object of the format."""
    found: dict[str, Any] = json.loads(output("review", str(game), "--json"))
    assert found["final_margin"] == found["par"] - found["lost"][0] + found["lost"][1]
    assert found["moves"][0] == {
        "ply": 1,
        "player": 1,
        "move": "a1b2",
        "cost": 8,
        "error": 0.0,
        "exact": True,
        "best": ["c1d1"],
        "margin": 1,
    }


def test_review_as_a_page(output: Output, game: Path, tmp_path: Path) -> None:
    """`--html` writes a page that says the same, with the values in its record."""
    page = tmp_path / "page.html"
    printed = output("review", str(game), "--exact", "--html", str(page))
    assert printed == output("review", str(game), "--exact")
    text = page.read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>")
    assert "{[%eval =9]}" in text
    assert "c1–d1" in text


def test_a_page_that_cannot_be_written(game: Path, read_only: Path, capsys: Capture) -> None:
    """The work has failed, and one line says why."""
    with pytest.raises(SystemExit) as exit_:
        run(["review", str(game), "--html", str(read_only / "page.html"), *SMALL_TABLE])
    assert exit_.value.code == 1
    assert capsys.readouterr().err.startswith("mahjong-battle: cannot write")


def test_the_page_alone_is_in_the_language_of_the_settings(
    game: Path, tmp_path: Path, compiled_home: Path, capsys: Capture
) -> None:
    """An error is told in English to its end, whatever the page would have been in."""
    settings.save(settings.Settings(language="de"), Places.of_system())
    (tmp_path / "file").write_text("no directory")
    with pytest.raises(SystemExit):
        run(["review", str(game), "--html", str(tmp_path / "file" / "page.html"), *SMALL_TABLE])
    assert re.search("cannot write .*: (Not a directory|File exists)", capsys.readouterr().err)
    assert language.current() == "en"


def test_a_page_is_of_one_game(game: Path, capsys: Capture) -> None:
    """With several games it is not clear which is meant."""
    with pytest.raises(SystemExit) as exit_:
        run(["review", str(game), str(game), "--html", "page.html"])
    assert exit_.value.code == 2
    assert "single game" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["review", "analyse --game", "analyse"])
def test_many_games(output: Output, game: Path, command: str) -> None:
    """Of many games each is told under its name, or as one object a line, in their order."""
    other = game.with_name("other.mjb")
    other.write_text(game.read_text())
    words = [*command.split(), str(game), str(other)]
    text = output(*words)
    assert [line for line in text.splitlines() if line.endswith(".mjb:")] == [
        f"{game}:",
        f"{other}:",
    ]
    assert len([json.loads(line) for line in output(*words, "--json").splitlines()]) == 2


@pytest.mark.parametrize("command", ["review", "analyse --game", "analyse"])
def test_a_bad_game_among_many(game: Path, capsys: Capture, command: str) -> None:
    """A bad file is told in one line, the others are done, and the status says it."""
    bad = game.with_name("bad.mjb")
    bad.write_text("nonsense")
    words = [*command.split(), str(bad), str(game), str(game.with_name("gone.mjb")), str(game)]
    with pytest.raises(SystemExit) as exit_:
        run([*words, "--json", *SMALL_TABLE])
    captured = capsys.readouterr()
    assert exit_.value.code == 2
    assert len([json.loads(line) for line in captured.out.splitlines()]) == 2
    assert [line.partition(":")[0] for line in captured.err.splitlines()] == ["mahjong-battle"] * 2
    assert "bad.mjb" in captured.err
    assert "gone.mjb" in captured.err


def test_a_ply_that_one_of_many_games_has_not(game: Path, capsys: Capture) -> None:
    """Only the game that is too short is left out."""
    short = game.with_name("short.mjb")
    short.write_text(game.read_text().replace("2. a2b1 10-9", "*").replace("10-9", "*"))
    with pytest.raises(SystemExit) as exit_:
        run(["analyse", str(short), str(game), "--ply", "3", "--json", *SMALL_TABLE])
    captured = capsys.readouterr()
    assert exit_.value.code == 2
    assert len(captured.out.splitlines()) == 1
    assert captured.err == f"mahjong-battle: bad ply 3: the game in {short} has 2 moves\n"


def test_bench(output: Output) -> None:
    """`bench` prints each position, and the total of nodes as a signature that repeats."""
    first, second = (
        [line.split() for line in output("bench", "--tiles", "16", "--positions", "3").splitlines()]
        for _ in range(2)
    )
    assert first[0][0] == "python"
    assert [line[:4] for line in first[1:4]] == [
        ["deal", number, "at", "16"] for number in ("1", "2", "3")
    ]
    totals = [next(line for line in lines if line[0] == "nodes") for lines in (first, second)]
    assert totals[0][1] == totals[1][1]


def test_bench_of_known_values(output: Output, tmp_path: Path, capsys: Capture) -> None:
    """`bench --file` checks the values, compares threads, and fails where a value is not found."""
    file = tmp_path / "known.txt"
    file.write_text("# grid ; tiles ; value\n5m5p/5p5m/9s/9s ; 6 ; 9\n")
    told = output("bench", "--file", str(file), "--compare", "--threads", "2")
    assert "1 known value, 0 wrong" in told
    assert "against one thread" in told
    file.write_text("5m5p/5p5m/9s/9s ; 6 ; 8\n")
    with pytest.raises(SystemExit) as exit_:
        run(["bench", "--file", str(file)])
    captured = capsys.readouterr()
    assert exit_.value.code == 1
    assert "1 known value, 1 wrong: line 1 at 6" in captured.out


def test_bench_of_problems(output: Output, tmp_path: Path) -> None:
    """A problem file has known values too."""
    file = tmp_path / "known.mbp"
    file.write_text("5m5p/5p5m/9s/9s; c1d1:9; a1b2:1; a2b1:1 % a problem\n" * 2)
    assert "2 known values, 0 wrong" in output("bench", "--file", str(file))


@pytest.mark.parametrize(("options", "begins"), [([], "Player 1 to move"), (["--json"], "{")])
def test_an_interrupted_analysis_prints_what_is_known(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, options: list[str], begins: str
) -> None:
    """It says that it was stopped, with the status of an interrupt."""

    def interrupt(_status: ProgressLine, _analysis: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(ProgressLine, "report", interrupt)
    with pytest.raises(SystemExit) as exit_:
        run(["analyse", "--deal", "5000", "--exact", *options, *SMALL_TABLE])
    captured = capsys.readouterr()
    assert exit_.value.code == 130
    assert captured.out.startswith(begins)
    assert captured.err == "mahjong-battle: stopped: this is what was known by then\n"


@pytest.mark.parametrize("text", ["", "5m5p/5p5m/9s/9s ; 6", "5m5x ; 2 ; 1", "5m5m ; two ; 5"])
def test_bench_of_a_damaged_file(tmp_path: Path, capsys: Capture, text: str) -> None:
    """A file that is not one of known values is refused in one line."""
    file = tmp_path / "known.txt"
    file.write_text(text)
    with pytest.raises(SystemExit) as exit_:
        run(["bench", "--file", str(file)])
    assert exit_.value.code == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert str(file) in line


def test_match(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """`match` plays each deal from both sides, tells the result with its errors, and goes on."""
    command = ["match", "greedy", "random", "--first", "5", "--output", str(tmp_path / "games.csv")]
    told = []
    for options in (["--deals", "2", "--jobs", "1"], ["--deals", "3"]):
        with pytest.raises(SystemExit) as exit_:
            run([*command, *options])
        captured = capsys.readouterr()
        assert (exit_.value.code, captured.err) == (0, "")
        told.append(captured.out.splitlines())
    assert [line.split(":")[0] for line in told[0][:2]] == ["deal 5", "deal 6"]
    assert told[0][:2] == told[1][:2]
    assert len((tmp_path / "games.csv").read_text(encoding="ascii").splitlines()) == 4
    games = [record(text) for text in texts_of_games((tmp_path / "games.mjb").read_text())]
    assert [(one.tags["Deal"], one.tags["First"]) for one in games] == [
        (str(number), name) for number in (5, 6, 7) for name in ("greedy", "random")
    ]
    assert all(one.game.ending is not None for one in games)
    assert re.fullmatch(
        r"greedy against random: \+\d =\d -\d, [+-][\d.]+ ± [\d.]+ points a game,"
        r" rating (\S+ \(\S+ to \S+\)|above \S+), p = [\d.]+ by games, [\d.e-]+ by points",
        told[0][2],
    )


def test_a_match_beyond_the_last_deal_is_refused_before_it_begins(capsys: Capture) -> None:
    """No game is played in vain; the line names the deals and the last one."""
    with pytest.raises(SystemExit) as exit_:
        run(["match", "random", "greedy", "--first", "2147483647", "--deals", "2"])
    captured = capsys.readouterr()
    assert (exit_.value.code, captured.out) == (2, "")
    assert captured.err == (
        "mahjong-battle: bad deals 2147483647 to 2147483648: the last deal is 2147483647\n"
    )


def test_survey_goes_on_where_it_stopped(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """`survey` tells what is known, and what the time did not suffice for, with status 1."""
    file = tmp_path / "par.csv"
    row = "7,3,100,1.0,a1c9"
    file.write_text(f"deal,par,nodes,seconds,best\n{row}\n")
    with pytest.raises(SystemExit) as exit_:
        run(["survey", "7", "9", "--time", "0.05", "--output", str(file)])
    told = capsys.readouterr()
    assert exit_.value.code == 1
    known, *others = told.out.splitlines()
    assert known == "deal 7: par +3, known already"
    for number, line in zip((8, 9), sorted(others), strict=True):  # in whatever order they end
        assert re.fullmatch(rf"deal {number}: not solved, par is from -\d+ to \+\d+", line)
    assert told.err == "mahjong-battle: missing of 3 deals: 8-9\n"
    assert file.read_text().splitlines()[1:] == [row]
    kept = (tmp_path / "par.bounds.csv").read_text().splitlines()
    assert {line.split(",")[0] for line in kept} == {"deal", "8", "9"}  # a line when it is closer


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_stopped_survey_keeps_what_is_proven(
    compiled_home: Path, tmp_path: Path, number: signal.Signals
) -> None:
    """Stopped by Ctrl+C or by the system it ends soon, keeps bounds, and says what is missing."""
    kept = tmp_path / "par.bounds.csv"
    command = [sys.executable, "-m", "battle", "survey", "900001", "900003", "--threads", "1"]
    with started(
        [*command, "--hash", "16", "--output", str(tmp_path / "par.csv")],
        env={**os.environ, HOME_VARIABLE: str(compiled_home)},
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        deadline = time.monotonic() + 60
        while not kept.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        process.send_signal(number)
        _, errors = process.communicate(timeout=20)
    assert process.returncode == 130
    assert errors.endswith("mahjong-battle: missing of 3 deals: 900001-900003\n")
    assert [line.split(",")[0] for line in kept.read_text().splitlines()[:2]] == ["deal", "900001"]


OTHERS = {
    "a letter": b"Dear Ada,\nthis is no table.\n",
    "a letter of one line": b"Dear Ada",
    "a picture": bytes(range(256)) * 40,
    "another table": b"name,points\nAda,5\n",
    "a game": b'[Deal "1"]\n\n*\n',
}


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize(
    "command",
    [
        "survey 1 1 --time 0.01 --output",
        "match greedy random --deals 1 --jobs 1 --output",
        "problems --random 1 --tiles 6 --output",
        "review GAME --html",
    ],
)
def test_no_output_takes_the_place_of_another_file(
    capsys: Capture, game: Path, command: str, name: str
) -> None:
    """Whatever a command writes, a file that it did not write stays as it is, to the byte."""
    other = game.with_name("other")
    for content in (OTHERS[name], OTHERS[name].rstrip()):
        other.write_bytes(content)
        with pytest.raises(SystemExit) as exit_:
            run([*command.replace("GAME", str(game)).split(), str(other)])
        captured = capsys.readouterr()
        assert (exit_.value.code, captured.out, captured.err.count("\n")) == (2, "", 1)
        assert f"cannot write {other}" in captured.err
        assert other.read_bytes() == content


def test_a_page_is_written_anew(output: Output, game: Path, tmp_path: Path) -> None:
    """A page of this program may be written over."""
    page = tmp_path / "page.html"
    output("review", str(game), "--exact", "--html", str(page))
    text = page.read_text(encoding="utf-8")
    page.write_text(text.replace("Ada", "Eve"), encoding="utf-8")
    output("review", str(game), "--exact", "--html", str(page))
    assert page.read_text(encoding="utf-8") == text


def test_survey_that_cannot_write(capsys: pytest.CaptureFixture[str], read_only: Path) -> None:
    """A file that cannot be written gets one line and status 1."""
    with pytest.raises(SystemExit) as exit_:
        run(["survey", "1", "1", "--time", "0.05", "--output", str(read_only / "par.csv")])
    captured = capsys.readouterr()
    assert exit_.value.code == 1
    assert re.fullmatch(r"mahjong-battle: the survey stopped: .*\n", captured.err)


# --- what ends a match ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "status", "told"),
    [
        (KeyboardInterrupt(), 130, "mahjong-battle: stopped: 1 of 3 deals were played\n"),
        (BrokenPipeError(), 1, ""),
    ],
)
def test_a_match_that_is_ended(
    capsys: Capture,
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
    with pytest.raises(SystemExit) as exit_:
        run(["match", "greedy", "random", "--deals", "3"])
    captured = capsys.readouterr()
    assert (exit_.value.code, captured.err) == (status, told)
    assert ("greedy against random: +2" in captured.out) == (status == 130)


# --- exact reviews that are ended ----------------------------------------------------------------


@pytest.mark.parametrize(("name", "number"), [("SIGINT", 1), ("SIGTERM", 2), ("SIGKILL", 3)])
def test_an_exact_review_that_is_ended_keeps_its_proofs(
    tmp_path: Path, name: str, number: int
) -> None:
    """Whatever ends it, the positions proven so far are kept; Ctrl+C and SIGTERM say how far."""
    played, before = Game(deal(1000 + number)), proofs_kept()
    while not played.position.is_over:
        played.play(max(played.position.legal_moves, key=played.position.worth))
    file = tmp_path / "whole.mjb"
    file.write_text(str(Record({}, played)))
    command = [sys.executable, "-m", "battle", "review", str(file), "--exact", *SMALL_TABLE]
    with started(command, stderr=subprocess.PIPE, text=True) as process:
        wait_for_proofs(before + 30)
        process.send_signal(getattr(signal, name))
        _, told = process.communicate(timeout=60)
    if name != "SIGKILL":
        assert process.returncode == 130
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


def wait_for_proofs(count: int) -> None:
    for _ in range(600):
        if proofs_kept() >= count:
            return
        time.sleep(0.1)
    raise AssertionError("nothing is kept")


# -- reviews as text ------------------------------------------------------------------------------


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
        assert review is not None
        text = review_text(review, {})
        assert len(re.findall(r"^ *\d+\. player \d  ", text, re.MULTILINE)) == len(review.moves)
        assert bool(re.search(r"1\. player 1 .* unknown ", text)) == (not proven)
        for words in page_lines(review_page(review, PLAYER_NAMES, review.ending)):
            assert words in text
        if proven:
            numbers = re.findall(r"^[\w ]+: \W*?([+−]?\d+)$", text, re.MULTILINE)[:4]
            par, first, second, final = (int(one.replace("−", "-")) for one in numbers)
            assert final == par - abs(first) + second


# -- proofs ---------------------------------------------------------------------------------------
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def done(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command; return its status, what it printed, and what it told."""

    def run_command(*arguments: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as exit_:
            run([*map(str, arguments)])
        captured = capsys.readouterr()
        assert isinstance(exit_.value.code, int)
        return exit_.value.code, captured.out, captured.err

    return run_command


def test_a_proof_is_written_and_verified(done: Run, tmp_path: Path) -> None:
    """What `prove` writes `verify` says to be proven, in the same words."""
    file = tmp_path / "end.proof"
    status, told, _ = done("prove", SMALL, "--output", file, "--hash", 16)
    assert status == 0
    assert told.startswith(f"Proven: {SMALL} is worth 9 for player 1, by ")
    assert done("verify", file) == (0, told, "")
    assert done("prove", SMALL, "--hash", 16)[1] == file.read_text()


def test_a_place_of_a_game_is_proven(done: Run, tmp_path: Path) -> None:
    """A proof may be about a game's position after some moves; one too far is told."""
    played = Game(position(SMALL))
    for text in ("a1b2", "c1d1", "a2b1"):
        played.play(move(text))
    game_of_proofs = tmp_path / "game.mjb"
    game_of_proofs.write_text(str(Record({}, played)))
    assert "at least 4" in done("prove", "--game", game_of_proofs, "--ply", 1, "--hash", 16)[1]
    status, _, error = done("prove", "--game", game_of_proofs, "--ply", 4, "--hash", 16)
    assert status == 2
    assert "has 3 moves" in error


def test_a_proof_that_fails_is_refused(done: Run, tmp_path: Path) -> None:
    """A forged proof is refused with status 1 and the moves to the place where it fails."""
    file = tmp_path / "forged.proof"
    text = done("prove", SMALL, "--hash", 16)[1]
    file.write_text(text.replace("at least 9", "at least 10"))
    status, told, error = done("verify", file)
    assert (status, told) == (1, "")
    assert "proves nothing: 1 points are missing at the end, after c1d1 " in error


@pytest.mark.parametrize("words", [(), (SMALL, "--deal", "1"), ("--deal", "1", "--ply", "2")])
def test_one_position_is_wanted(done: Run, words: tuple[str, ...]) -> None:
    """No position, two of them and a ply without a game are bad usage."""
    assert done("prove", *words)[0] == 2


Found = Callable[..., tuple[int, list[Problem], str]]


@pytest.fixture
def found(capsys: Capture) -> Found:
    """Run the command; return its status, the problems it printed, and what it told."""

    def run_command(*arguments: object) -> tuple[int, list[Problem], str]:
        with pytest.raises(SystemExit) as exit_:
            run(["problems", *map(str, arguments), *SMALL_TABLE])
        captured = capsys.readouterr()
        assert isinstance(exit_.value.code, int)
        return exit_.value.code, list(problems(captured.out)), captured.err

    return run_command


@pytest.fixture
def game_of_proofs(tmp_path: Path) -> Path:
    """Return a file with a small game that has a variation."""
    played = Game(position(SMALL))
    for text in ("a1b2", "c1d1", "a2b1"):
        played.play(move(text))
    played.go_to(played.root)
    played.play(move("c1d1"), as_main_line=False)
    file = tmp_path / "game.mjb"
    file.write_text(str(Record({"First": "Ada"}, played)))
    return file


def test_problems_of_random_play_are_right_and_as_wanted(found: Found) -> None:
    """Every value is the slow twin's, and tiles, best moves and the highest pair are as asked."""
    status, made, told = found(
        *["--random", 8, "--tiles", "10-16", "--best", 1, "--trap", 2, "--seed", 3]
    )
    assert (status, len(made), told) == (0, 8, "")
    for one in made:
        assert one.values == reference.move_values(one.position)
        assert 10 <= one.position.tiles_left <= 16
        assert different(one.position, one.best_moves) == 1
        highest = max(map(one.position.worth, one.values))
        assert all(
            one.cost(each) >= 2 for each in one.values if one.position.worth(each) == highest
        )
    assert len({one.position.grid for one in made}) == 8


@pytest.mark.parametrize("tiles", ["3", "7-7", "24-12", "0", "110", "x"])
def test_tiles_that_no_position_has(found: Found, tiles: str) -> None:
    """Numbers of tiles that no game leaves are told at once, not searched for."""
    status, made, told = found("--random", 1, "--tiles", tiles)
    assert (status, made, told.count("\n")) == (2, [], 1)


def test_the_same_seed_makes_the_same_problems(found: Found) -> None:
    """Random play repeats with its seed and differs with another."""
    words = ("--random", 3, "--tiles", "10")
    assert found(*words, "--seed", 5) == found(*words, "--seed", 5)
    assert found(*words, "--seed", 5) != found(*words, "--seed", 6)


def test_problems_of_games(found: Found, game_of_proofs: Path) -> None:
    """The positions of main line and variations that leave a choice are solved, and say whence."""
    status, made, told = found(game_of_proofs, "--tiles", "2-108")
    assert (status, told) == (0, "")
    assert [str(one) for one in made] == [
        f"{position(SMALL)}; c1d1:9; a1b2:1; a2b1:1 % game.mjb, after ply 0",
        str(
            problem(
                ".5p/5p/9s/9s 2 5-0; c1d1:4; a2b1:-4 % game.mjb, after ply 1",
            )
        ),
        str(problem("5m5p/5p5m 2 9-0; a1b2:0; a2b1:0 % game.mjb, in a variation")),
    ]


@pytest.mark.parametrize(("words", "number"), [(("--best", 2), 1), (("--trap", 1), 0)])
def test_filters(
    found: Found, game_of_proofs: Path, words: tuple[object, ...], number: int
) -> None:
    """Where two moves are best, or the highest pair costs something, only those are written."""
    status, made, told = found(game_of_proofs, "--tiles", "2-6", *words)
    assert len(made) == number
    assert (status, told) == ((0, "") if number else (1, "mahjong-battle: no position fits\n"))


def test_the_output_is_added_to(found: Found, game_of_proofs: Path, tmp_path: Path) -> None:
    """`--output` adds what the file does not have; where nothing is found it stays as it is."""
    output = tmp_path / "some" / "out.mbp"
    assert found(game_of_proofs, "--tiles", "6", "--output", output) == (0, [], "")
    text = output.read_text()
    assert [one.position for one in problems(text)] == [position(SMALL)]
    assert found(game_of_proofs, "--tiles", "50", "--output", output)[0] == 1
    assert output.read_text() == text
    assert [file.name for file in output.parent.iterdir()] == ["out.mbp"]
    assert found(game_of_proofs, "--tiles", "6", "--output", output) == (0, [], "")
    assert output.read_text() == text
    output.write_text(f"% mine\n{text[:-1]}")
    assert found(game_of_proofs, "--tiles", "2-108", "--output", output) == (0, [], "")
    lines = output.read_text().splitlines()
    assert lines[:2] == ["% mine", text[:-1]]
    assert len(lines) == 4
    output.write_text("\n".join(lines)[:-30])
    assert found(game_of_proofs, "--tiles", "2-108", "--output", output) == (0, [], "")
    assert output.read_text().splitlines() == lines


@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's here")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGKILL"])
def test_what_was_found_survives_any_end(tmp_path: Path, name: str) -> None:
    """However the program is ended, every problem found until then is in the file, whole."""
    output = tmp_path / "out.mbp"
    words = ["problems", "--random", "100000", "--tiles", "8", "--output", output, *SMALL_TABLE]
    with started([sys.executable, "-m", "battle", *words]) as process:
        until(lambda: output.is_file() and output.stat().st_size > 1000)
        process.send_signal(getattr(signal, name))
        assert process.wait(60) != 0
    assert len(list(problems(output.read_text()))) > 3


def until(done: Callable[[], bool], seconds: float = 120) -> None:
    last = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < last
        time.sleep(0.02)


def test_what_was_found_until_stopped_is_kept(
    found: Found, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl+C ends the search with status 130; the file has what was found, and that is told."""
    report = command._Results.report

    def stop_after_three(results: command._Results, since: int, *, give_up: bool) -> None:
        report(results, since, give_up=give_up)
        if results.number == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(command._Results, "report", stop_after_three)
    output = tmp_path / "out.mbp"
    status, _, told = found("--random", 10, "--tiles", "8", "--output", output)
    assert (status, len(list(problems(output.read_text())))) == (130, 3)
    assert told == f"mahjong-battle: stopped; {output} has the 3 found so far\n"


def test_a_search_that_finds_nothing_ends(found: Found, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing fits, random play is given up after a while, with status 1."""
    monkeypatch.setattr(command, "ENOUGH", 20)
    status, made, told = found("--random", 1, "--tiles", "4", "--trap", 100)
    assert (status, made) == (1, [])
    assert "none in the last 20 positions" in told


def test_a_file_that_cannot_be_written(found: Found, game_of_proofs: Path, read_only: Path) -> None:
    """An output that cannot be written gets one line and status 1."""
    status, made, told = found(game_of_proofs, "--tiles", "6", "--output", read_only / "out.mbp")
    assert (status, made) == (1, [])
    assert told.startswith("mahjong-battle: cannot write ")
    assert len(told.splitlines()) == 1


def test_what_is_not_proven_in_time_is_left_out(found: Found, game_of_proofs: Path) -> None:
    """A position that the time does not suffice for is no problem."""
    deal_game = game_of_proofs.with_name("deal.mjb")
    deal_game.write_text('[Deal "1"]\n\n*\n')
    status, made, _ = found(deal_game, "--tiles", "108", "--time", "0")
    assert (status, made) == (1, [])


@pytest.mark.parametrize("theme", list(ProblemTheme))
def test_problems_of_a_theme(found: Found, theme: ProblemTheme) -> None:
    """`--theme` finds what is about it, and nothing else."""
    status, made, _ = found("--random", 3, "--tiles", "8-14", "--theme", theme.value)
    assert (status, len(made)) == (0, 3)
    assert all(theme in themes_of(one) for one in made)
