"""The README holds what it promises: its examples are run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PIL import Image

from battle.cli import main
from battle.rules.certificate import verify
from battle.rules.record import record
from battle.storage import HOME_VARIABLE

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)


def test_record_is_a_record() -> None:
    """The game record shown can be read, and is printed as it is shown."""
    (text,) = blocks("pgn")
    assert str(record(text)) == text


def test_proof_is_a_proof() -> None:
    """The proof shown is verified."""
    (text,) = blocks("proof")
    found = verify(text)
    assert (found.lower, found.upper, found.answers) == (9, 9, 6)


def test_program_runs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, shared_home: Path
) -> None:
    """The Python shown runs and prints a table and proven values."""
    monkeypatch.setenv(HOME_VARIABLE, str(shared_home))
    (program,) = blocks("python")
    exec(compile(program, "README.md", "exec"), {})
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 9 + 3
    assert all(line.endswith(" True") for line in lines[9:])


def test_a_player_needs_no_programmers_words() -> None:
    """From the first hour to the line below which programmers read on, nothing asks for Python."""
    for_players, for_programmers = README.split("\n## The first hour\n")[1].split("\n---\n")
    assert re.findall(r"\b(venv|pip|clone|compiled?r?|root|numba|AVX2?)\b", for_players) == []
    assert "<!-- program command -->" in for_programmers


def test_the_first_two_commands_need_no_release() -> None:
    """One installs and opens the game, one installs and tests it; what needs a release says so."""
    play, test, download = blocks("sh")[:3]
    made = "python3 -m venv .venv && .venv/bin/pip install "
    assert play == f"{made}. && .venv/bin/mahjong-battle\n"
    assert test == f"{made}-e '.[dev]' && .venv/bin/python -m pytest\n"
    assert README.index(test) < README.index("needs a release") < README.index(download)
    assert "release" not in README[: README.index(test)]


def test_commands_work_in_a_bare_clone() -> None:
    """A command makes the environment it uses; one alone goes on from the command before it."""
    made = "python3 -m venv .venv && "
    commands = [line for text in blocks("sh") for line in text.splitlines() if ".venv/" in line]
    (smoke,) = (command for command in commands if not command.startswith(made))
    assert smoke == blocks("sh")[-1].strip()
    assert "dist/mahjong-battle" in smoke
    assert commands[commands.index(smoke) - 1].endswith(".venv/bin/python -m tools.program")


def test_commands_are_all_there() -> None:
    """The table of commands names every command and no other."""
    table = README[README.index("| command | does |") :]
    assert set(re.findall(r"^\| `([a-z]+)", table, re.MULTILINE)) == set(main.commands)


@pytest.mark.parametrize("file", ["README.md", "docs/README.md"])
def test_files_are_there(file: str) -> None:
    """Every picture and file that the README and the docs' first page show is in the repository."""
    page = ROOT / file
    for path in re.findall(r"\]\(((?!http)[^)#]+)", page.read_text(encoding="utf-8")):
        assert (page.parent / path).exists(), path


def test_film_is_short_enough_for_a_page() -> None:
    """The film has less than 3 MB and 15 s, and nothing in it stands still for two."""
    file, lengths = ROOT / "docs/game.webp", []
    with Image.open(file) as film:
        for frame in range(film.n_frames):
            film.seek(frame)
            film.load()
            lengths.append(film.info["duration"])
    assert len(lengths) > 100
    assert 12_000 <= sum(lengths) <= 15_000
    assert max(lengths) < 2000
    assert file.stat().st_size < 3_000_000
