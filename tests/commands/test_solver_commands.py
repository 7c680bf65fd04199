"""Commands that ask the solver: analyse, review, prove, problems, bench, match, survey."""

from __future__ import annotations

import contextlib
import json
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
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
from battle.rules.certificate import HEADING
from battle.rules.position import deal, move, position
from battle.rules.problem import Problem, problem, problems
from battle.rules.record import Game, Record, record, texts_of_games
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
Output = Callable[..., str]
Found = Callable[..., tuple[int, list[Problem], str]]


pytestmark = pytest.mark.usefixtures("compiled_home")


@pytest.fixture
def output(command: Commands) -> Output:
    """Run a command that succeeds and return what it prints."""

    def run_command(*arguments: object, typed: str = "") -> str:
        done = command(*arguments, *SMALL_TABLE, typed=typed)
        assert (done.status, done.err) == (0, "")
        return done.out

    return run_command


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Return a file with a game that was played from a small start, with a variation."""
    played = Game(position(SMALL))
    for text in ("a1b2", "c1d1", "a2b1"):
        played.play(move(text))
    played.go_to(played.root)
    played.play(move("c1d1"), as_main_line=False)
    file = tmp_path / "game.mjb"
    file.write_text(str(Record({"First": "Ada", "Second": "Ben"}, played)))
    return file


@pytest.fixture
def games(game: Path, tmp_path: Path) -> Path:
    """Return a file with a whole game, one that cannot be played, and one of two moves."""
    whole = game.read_text()
    bad = whole.replace(" c1d1", " a1d1")
    two = whole.replace(" 2. a2b1", "").replace("19-0", "*").replace("10-9", "*")
    file = tmp_path / "games.mjb"
    file.write_text(f"{whole}\n{bad}\n{two}")
    return file


# --- analyse -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (
            (SMALL, "2", "3-1", "--lines", "all"),
            (
                "Player 2 to move, 3-1, 6 tiles with 19 points left.",
                "Value +9 for player 2, proven; final margin -7, player 2 wins by 7.",
                "\n  a1b2 5m",
            ),
        ),
        (("--deal", "12345", "--nodes", "1"), ("an estimate, proven between -",)),
        (("1s2s1s2s",), ("The game is over: 0, a draw.",)),
    ],
)
def test_analysis_for_people(output: Output, words: tuple[str, ...], shown: tuple[str]) -> None:
    """An analysis tells value, proof, margin and lines in words; an estimate says it is one."""
    text = output("analyse", *words)
    for part in shown:
        assert part in text


def test_analysis_for_programs(output: Output) -> None:
    """`--json` prints the object of the format, lines sorted best first, one a position."""
    found = json.loads(output("analyse", SMALL, "--lines", "all", "--json"))
    assert list(found) == [
        *["schema", "input", "id", "file", "game", "ply"],
        *["position", "to_move", "value", "error", "lower", "upper", "exact", "best", "lines"],
        *["nodes", "seconds", "limit"],
    ]
    assert found["position"] == str(position(SMALL))
    assert (found["value"], found["lower"], found["upper"], found["exact"]) == (9, 9, 9, True)
    values = [line["value"] for line in found["lines"]]
    assert values == sorted(values, reverse=True)
    assert {line["move"] for line in found["lines"]} == {"a1b2", "a2b1", "c1d1"}
    first = {"move": "c1d1", "tile": "9s", "value": 9, "error": 0.0}
    first |= {"lower": 9, "upper": 9, "exact": True, "pv": found["lines"][0]["pv"]}
    assert found["lines"][0] == first
    assert first["pv"][0] == "c1d1"
    lines = output("analyse", "-", "--json", typed=f"{SMALL}\n\n{SMALL} 2\n").splitlines()
    assert [json.loads(line)["to_move"] for line in lines] == [1, 2]
    assert output("analyse", "-") == ""
    assert json.loads(output("analyse", "--deal", "7", "--nodes", "1", "--json"))[
        "position"
    ] == str(deal(7))


def test_a_bad_line_of_many_is_told_and_passed_over(command: Commands) -> None:
    """Every bad line is reported by its number, the others are answered, and the status is 2."""
    typed = f"{SMALL}\n5x\n# a comment\n\n{SMALL} 2 ; mine\n9z % bad\n"
    done = command("analyse", "-", *SMALL_TABLE, typed=typed)
    assert done.status == 2
    assert [line.split(":")[1] for line in done.err.splitlines()] == [" line 2", " line 6"]
    done = command("analyse", "-", "--json", *SMALL_TABLE, typed=typed)
    found = [json.loads(line) for line in done.out.splitlines()]
    assert (done.status, done.err) == (2, "")
    assert [one.get("to_move") for one in found] == [1, None, 2, None]
    assert [one["input"] for one in found] == [1, 2, 5, 6]
    assert [one["id"] for one in found] == [None, None, "mine", "bad"]
    assert found[1]["error"].startswith("line 2: bad column a: bad tile '5x'")


@pytest.mark.parametrize(("ply", "tiles"), [((), 0), (("--ply", "0"), 6), (("--ply", "2"), 2)])
def test_game_is_analysed(output: Output, game: Path, ply: tuple[str, ...], tiles: int) -> None:
    """`--game` analyses the end of a game, or the position after a number of moves."""
    found = json.loads(output("analyse", "--game", game, *ply, "--json"))
    assert position(found["position"]).tiles_left == tiles


def test_a_ply_that_a_game_has_not(command: Commands, game: Path) -> None:
    """A ply after the end gets one line and status 2; of many games only the short one is out."""
    done = command("analyse", "--game", game, "--ply", "4")
    assert done.is_refused
    assert done.err == f"mahjong-battle: bad ply 4: the game in {game} has 3 moves\n"
    short = game.with_name("short.mjb")
    short.write_text(game.read_text().replace("2. a2b1 10-9", "*").replace("10-9", "*"))
    done = command("analyse", short, game, "--ply", "3", "--json", *SMALL_TABLE)
    assert (done.status, done.out.count("\n")) == (2, 1)
    assert done.err == f"mahjong-battle: bad ply 3: the game in {short} has 2 moves\n"


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


def test_all_games_of_a_file_are_reviewed(games: Path, command: Commands) -> None:
    """Each is shown under its number, one that cannot be read is passed over, the status is 2."""
    done = command("review", games, *SMALL_TABLE)
    assert done.status == 2
    names = [line for line in done.out.splitlines() if line.startswith(str(games))]
    assert names == [f"{games}, game 1:", f"{games}, game 3:"]
    assert done.err.startswith(f"mahjong-battle: cannot open game 2 of {games}: bad record")


def test_one_game_of_several_is_named_by_its_number(games: Path, output: Output) -> None:
    """`--number` chooses for `review` and `analyse`; an unfinished game has no winner."""
    assert len(json.loads(output("review", games, "--number", "3", "--json"))["moves"]) == 2
    assert json.loads(output("analyse", "--game", games, "--number", "3", "--json"))["to_move"] == 1
    text = output("review", games, "--number", "3")
    assert "Not over yet" in text
    assert not re.search(r"(Player|Ada|Ben)\S* wins", text)


@pytest.mark.parametrize("words", ["review", "analyse --game", "analyse"])
def test_many_games(output: Output, command: Commands, game: Path, words: str) -> None:
    """Each is shown under its name, or as one object a line; a bad one is shown and passed over."""
    other, bad, gone = (game.with_name(f"{name}.mjb") for name in ("other", "bad", "gone"))
    other.write_text(game.read_text())
    bad.write_text("nonsense")
    names = re.findall(r"^(.*\.mjb):$", output(*words.split(), game, other), re.MULTILINE)
    assert names == [str(game), str(other)]
    done = command(*words.split(), bad, game, gone, other, "--json", *SMALL_TABLE)
    assert done.status == 2
    assert len([json.loads(line) for line in done.out.splitlines()]) == 2
    first, second = done.err.splitlines()
    assert "bad.mjb" in first
    assert "gone.mjb" in second


# --- review --------------------------------------------------------------------------------------


def test_review_for_people(output: Output, game: Path) -> None:
    """A review tells every move's cost, the balance, and where the game turned."""
    lines = output("review", game, "--exact").splitlines()
    assert lines[0].split() == [*["1.", "Ada", "a1b2", "??", "-8", "+1", "better:", "c1d1"]]
    assert "Everything is proven, from the first move on." in lines
    assert any(line.startswith("Best moves: 0 of 1, ") for line in lines)
    assert lines[-2] == "Why:"
    assert lines[-1].startswith("  1. ")


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


def test_review_for_programs(output: Output, game: Path) -> None:
    """`--json` prints the object of the format."""
    found = json.loads(output("review", game, "--json"))
    assert found["final_margin"] == found["par"] - found["lost"][0] + found["lost"][1]
    first = {"ply": 1, "player": 1, "move": "a1b2", "cost": 8, "error": 0.0, "exact": True}
    assert found["moves"][0].items() >= (first | {"best": ["c1d1"], "margin": 1}).items()
    assert found["players"] == ["Ada", "Ben"]
    assert found["result"] == [10, 9]
    (one,) = found["moves"][0]["why"]
    assert one in output("review", game)


def test_review_as_a_page(output: Output, game: Path, tmp_path: Path) -> None:
    """`--html` writes a page with the values in its record; it may be written over."""
    page = tmp_path / "page.html"
    printed = output("review", game, "--exact", "--html", page)
    assert printed == output("review", game, "--exact")
    text = page.read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>")
    assert "{[%eval =9]}" in text
    assert "c1–d1" in text
    page.write_text(text.replace("Ada", "Eve"), encoding="utf-8")
    output("review", game, "--exact", "--html", page)
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


@pytest.mark.parametrize(("name", "number"), [("SIGINT", 1), ("SIGTERM", 2), ("SIGKILL", 3)])
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


def test_bench(output: Output) -> None:
    """`bench` prints each position, and the total of nodes as a signature that repeats."""
    first, second = (
        [line.split() for line in output("bench", "--tiles", "16", "--positions", "3").splitlines()]
        for _ in range(2)
    )
    assert first[0][0] == "python"
    assert [line[:4] for line in first[1:4]] == [["deal", n, "at", "16"] for n in ("1", "2", "3")]
    totals = [next(line for line in lines if line[0] == "nodes") for lines in (first, second)]
    assert totals[0][1] == totals[1][1]


def test_bench_of_known_values(output: Output, command: Commands, tmp_path: Path) -> None:
    """`bench --file` checks the values, compares threads, and fails where a value is not found."""
    file = tmp_path / "known.mbp"
    file.write_text("5m5p/5p5m/9s/9s; c1d1:9; a1b2:1; a2b1:1 % a problem\n" * 2)
    assert "2 known values, 0 wrong" in output("bench", "--file", file)
    file = tmp_path / "known.txt"
    file.write_text("# grid ; tiles ; value\n5m5p/5p5m/9s/9s ; 6 ; 9\n")
    told = output("bench", "--file", file, "--compare", "--threads", "2")
    assert "1 known value, 0 wrong" in told
    assert "against one thread" in told
    file.write_text("5m5p/5p5m/9s/9s ; 6 ; 8\n")
    done = command("bench", "--file", file)
    assert done.status == 1
    assert "1 known value, 1 wrong: line 1 at 6" in done.out


@pytest.mark.parametrize("text", ["", "5m5p/5p5m/9s/9s ; 6", "5m5x ; 2 ; 1", "5m5m ; two ; 5"])
def test_bench_of_a_damaged_file(command: Commands, tmp_path: Path, text: str) -> None:
    """A file that is not one of known values is refused in one line."""
    file = tmp_path / "known.txt"
    file.write_text(text)
    done = command("bench", "--file", file)
    assert done.is_refused
    assert str(file) in done.err


def test_match(command: Commands, tmp_path: Path) -> None:
    """`match` plays each deal from both sides, tells the result with its errors, and goes on."""
    words = ["match", "greedy", "random", "--first", "5", "--output", tmp_path / "games.csv"]
    told = []
    for options in (["--deals", "2", "--jobs", "1"], ["--deals", "3"]):
        done = command(*words, *options)
        assert (done.status, done.err) == (0, "")
        told.append(done.out.splitlines())
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


def test_a_match_beyond_the_last_deal_is_refused_before_it_begins(command: Commands) -> None:
    """No game is played in vain; the line names the deals and the last one."""
    done = command("match", "random", "greedy", "--first", "2147483647", "--deals", "2")
    assert done.is_refused
    assert "bad deals 2147483647 to 2147483648: the last deal is 2147483647" in done.err


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
    known, *others = done.out.splitlines()
    assert known == "deal 7: par +3, known already"
    for number, line in zip((8, 9), sorted(others), strict=True):  # in whatever order they end
        assert re.fullmatch(rf"deal {number}: not solved, par is from -\d+ to \+\d+", line)
    assert file.read_text().splitlines()[1:] == [f"{row},,,"]
    kept = (tmp_path / "par.bounds.csv").read_text().splitlines()
    assert {line.split(",")[0] for line in kept} == {"deal", "8", "9"}  # a line when it is closer


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
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


@pytest.mark.parametrize("words", ["testsuite", "analyse", "prove", "review", "bench --file"])
@pytest.mark.parametrize("content", ["", "# nothing yet\n\n"])
def test_an_empty_file_is_refused(
    command: Commands, words: str, content: str, tmp_path: Path
) -> None:
    """A file without a problem, a position or a game is no success, but named in one line."""
    file = tmp_path / ("empty.mjb" if words == "review" else "empty.mbp")
    file.write_text(content)
    done = command(*words.split(), file)
    assert done.is_refused
    assert str(file) in done.err


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


def test_a_proof_is_written_and_verified(command: Commands, game: Path, tmp_path: Path) -> None:
    """What `prove` writes `verify` says to be proven, in the same words; a forgery is refused."""
    file = tmp_path / "end.proof"
    done = command("prove", SMALL, "--output", file, "--hash", 16)
    assert done.status == 0
    assert done.out.startswith(f"Proven: {SMALL} is worth 9 for player 1, by ")
    assert command("verify", file) == done
    text = command("prove", SMALL, "--hash", 16).out
    assert text == file.read_text()
    file.write_text(text.replace("at least 9", "at least 10"))
    done = command("verify", file)
    assert (done.status, done.out) == (1, "")
    assert "proves nothing: 1 points are missing at the end, after c1d1 " in done.err
    assert "at least 4" in command("prove", "--game", game, "--ply", 1, "--hash", 16).out
    done = command("prove", "--game", game, "--ply", 4, "--hash", 16)
    assert done.status == 2
    assert "has 3 moves" in done.err


@pytest.mark.parametrize("words", [(), (SMALL, "--deal", "1"), ("--deal", "1", "--ply", "2")])
def test_one_position_is_wanted(command: Commands, words: tuple[str, ...]) -> None:
    """No position, two of them and a ply without a game are bad usage."""
    assert command("prove", *words).is_refused


def test_a_proof_is_about_one_game(command: Commands, games: Path) -> None:
    """Of several games one has to be named for a file; without one all are proven."""
    words = ("prove", "--game", games, "--ply", 1, "--hash", 16)
    done = command(*words, "--output", games.with_suffix(".proof"))
    assert done.status == 2
    assert "Expected one position" in done.err
    assert not games.with_suffix(".proof").exists()
    assert command(*words).out.count(HEADING) == 2
    assert command("prove", "--game", games, "--number", 1, "--hash", 16).status == 0


# --- problems ------------------------------------------------------------------------------------


@pytest.fixture
def found(command: Commands) -> Found:
    """Run `problems`; return its status, the problems it printed, and what it told."""

    def run_command(*arguments: object) -> tuple[int, list[Problem], str]:
        done = command("problems", *arguments, *SMALL_TABLE)
        return done.status, list(problems(done.out)), done.err

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


def test_problems_of_games(found: Found, game: Path) -> None:
    """The positions of main line and variations that leave a choice are solved, and say whence."""
    status, made, told = found(game, "--tiles", "2-108")
    assert (status, told) == (0, "")
    assert [str(one) for one in made] == [
        f"{position(SMALL)}; c1d1:9; a1b2:1; a2b1:1 % game.mjb, after ply 0",
        str(problem(".5p/5p/9s/9s 2 5-0; c1d1:4; a2b1:-4 % game.mjb, after ply 1")),
        str(problem("5m5p/5p5m 2 9-0; a1b2:0; a2b1:0 % game.mjb, in a variation")),
    ]


@pytest.mark.parametrize(("words", "number"), [(("--best", 2), 1), (("--trap", 1), 0)])
def test_filters(found: Found, game: Path, words: tuple[object, ...], number: int) -> None:
    """Where two moves are best, or the highest pair costs something, only those are written."""
    status, made, told = found(game, "--tiles", "2-6", *words)
    assert len(made) == number
    assert (status, told) == ((0, "") if number else (1, "mahjong-battle: no position fits\n"))


def test_the_output_is_added_to(found: Found, game: Path, tmp_path: Path) -> None:
    """`--output` adds what the file does not have; where nothing is found it stays as it is."""
    output = tmp_path / "some" / "out.mbp"
    assert found(game, "--tiles", "6", "--output", output) == (0, [], "")
    text = output.read_text()
    assert [one.position for one in problems(text)] == [position(SMALL)]
    for tiles, status in (("50", 1), ("6", 0)):
        assert found(game, "--tiles", tiles, "--output", output)[0] == status
        assert output.read_text() == text
    assert [file.name for file in output.parent.glob("[!.]*")] == ["out.mbp"]
    output.write_text(f"% mine\n{text[:-1]}")
    assert found(game, "--tiles", "2-108", "--output", output) == (0, [], "")
    lines = output.read_text().splitlines()
    assert lines[:2] == ["% mine", text[:-1]]
    assert len(lines) == 4
    output.write_text("\n".join(lines)[:-30])
    assert found(game, "--tiles", "2-108", "--output", output) == (0, [], "")
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
