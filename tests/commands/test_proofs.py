"""The commands `prove` and `verify`: proofs come out, hold, and say where they do not."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from battle.analysis.insights import ProblemTheme, themes_of
from battle.analysis.ledger import different
from battle.cli import run
from battle.commands import proofs as command
from battle.rules.game import Game
from battle.rules.position import move, position
from battle.rules.problem import Problem, problem, problems
from battle.rules.record import Record
from battle.storage import HOME_VARIABLE
from tests.support.processes import started
from tools import reference

SMALL = "5m5p/5p5m/9s/9s"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def home(shared_home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Find the kernels compiled, as the solver's own tests do."""
    monkeypatch.setenv(HOME_VARIABLE, str(shared_home))
    return shared_home


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
    game = tmp_path / "game.mjb"
    game.write_text(str(Record({}, played)))
    assert "at least 4" in done("prove", "--game", game, "--ply", 1, "--hash", 16)[1]
    status, _, error = done("prove", "--game", game, "--ply", 4, "--hash", 16)
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


def test_nothing_else_is_written_over(done: Run, tmp_path: Path) -> None:
    """A file that is no proof is neither read as one nor replaced by one."""
    file = tmp_path / "letter.txt"
    file.write_text("Dear reader")
    assert done("prove", SMALL, "--output", file)[0] == 2
    assert done("verify", file)[0] == 2
    assert done("verify", tmp_path / "nothing")[0] == 2
    assert file.read_text() == "Dear reader"


# --- test problems -------------------------------------------------------------------------------
#
# The command `problems`: what it writes is right, is what was wanted, and comes out again.

SMALL_TABLE = ("--hash", "16", "--threads", "1")
Capture = pytest.CaptureFixture[str]
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
def game(tmp_path: Path) -> Path:
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


def test_problems_never_take_the_place_of_a_game(found: Found, game: Path) -> None:
    """The game that problems are taken from is not written over."""
    before = game.read_bytes()
    status, made, told = found(game, "--output", game)
    assert (status, made, told.count("\n"), game.read_bytes()) == (2, [], 1, before)


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
        str(
            problem(
                ".5p/5p/9s/9s 2 5-0; c1d1:4; a2b1:-4 % game.mjb, after ply 1",
            )
        ),
        str(problem("5m5p/5p5m 2 9-0; a1b2:0; a2b1:0 % game.mjb, in a variation")),
    ]


@pytest.mark.parametrize(("words", "number"), [(("--best", 2), 1), (("--trap", 1), 0)])
def test_filters(found: Found, game: Path, words: tuple[object, ...], number: int) -> None:
    """Where two moves are best, or the highest pair costs something, only those are written."""
    status, made, told = found(game, "--tiles", "2-6", *words)
    assert len(made) == number
    assert (status, told) == ((0, "") if number else (1, "mahjong-battle: no position fits\n"))


def test_a_bad_game_among_many(found: Found, game: Path) -> None:
    """A bad file is told in one line, the others are done, and the status says it."""
    bad = game.with_name("bad.mjb")
    bad.write_text("nonsense")
    status, made, told = found(bad, game, game, "--tiles", "6")
    assert (status, len(made)) == (2, 1)
    assert len(told.splitlines()) == 1
    assert str(bad) in told


def test_the_output_is_added_to(found: Found, game: Path, tmp_path: Path) -> None:
    """`--output` adds what the file does not have; where nothing is found it stays as it is."""
    output = tmp_path / "some" / "out.mbp"
    assert found(game, "--tiles", "6", "--output", output) == (0, [], "")
    text = output.read_text()
    assert [one.position for one in problems(text)] == [position(SMALL)]
    assert found(game, "--tiles", "50", "--output", output)[0] == 1
    assert output.read_text() == text
    assert [file.name for file in output.parent.iterdir()] == ["out.mbp"]
    assert found(game, "--tiles", "6", "--output", output) == (0, [], "")
    assert output.read_text() == text
    output.write_text(f"% mine\n{text[:-1]}")
    assert found(game, "--tiles", "2-108", "--output", output) == (0, [], "")
    lines = output.read_text().splitlines()
    assert lines[:2] == ["% mine", text[:-1]]
    assert len(lines) == 4
    output.write_text("\n".join(lines)[:-30])
    assert found(game, "--tiles", "2-108", "--output", output) == (0, [], "")
    assert output.read_text().splitlines() == lines


@pytest.mark.parametrize("content", ["a letter to Ada\n", "% a paper\n\\begin{document}\n"])
def test_another_file_is_left_alone(found: Found, game: Path, content: str) -> None:
    """A file that holds no problems is not written to; one line says so, with status 2."""
    output = game.with_name("letter.txt")
    output.write_text(content)
    status, made, told = found(game, "--tiles", "6", "--output", output)
    assert (status, made, told.count("\n"), output.read_text()) == (2, [], 1, content)


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


def test_a_file_that_cannot_be_written(found: Found, game: Path, read_only: Path) -> None:
    """An output that cannot be written gets one line and status 1."""
    status, made, told = found(game, "--tiles", "6", "--output", read_only / "out.mbp")
    assert (status, made) == (1, [])
    assert told.startswith("mahjong-battle: cannot write ")
    assert len(told.splitlines()) == 1


def test_what_is_not_proven_in_time_is_left_out(found: Found, game: Path) -> None:
    """A position that the time does not suffice for is no problem."""
    deal_game = game.with_name("deal.mjb")
    deal_game.write_text('[Deal "1"]\n\n*\n')
    status, made, _ = found(deal_game, "--tiles", "108", "--time", "0")
    assert (status, made) == (1, [])


@pytest.mark.parametrize("theme", list(ProblemTheme))
def test_problems_of_a_theme(found: Found, theme: ProblemTheme) -> None:
    """`--theme` finds what is about it, and nothing else."""
    status, made, _ = found("--random", 3, "--tiles", "8-14", "--theme", theme.value)
    assert (status, len(made)) == (0, 3)
    assert all(theme in themes_of(one) for one in made)
