"""The commands `prove` and `verify`: proofs come out, hold, and say where they do not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from battle.cli import run
from battle.rules.game import Game
from battle.rules.position import move, position
from battle.rules.record import Record
from battle.storage import HOME_VARIABLE

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
