"""The documents for people hold what they promise: their examples are run."""

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
README, COMMANDS, FORMATS, BUILDING, CHANGES, INDEX = (
    (ROOT / name).read_text(encoding="utf-8")
    for name in (
        "README.md",
        "docs/commands.md",
        "docs/formats.md",
        "docs/building.md",
        "CHANGELOG.md",
        "docs/README.md",
    )
)
PAGES = [file.relative_to(ROOT).as_posix() for file in sorted((ROOT / "docs").glob("*.md"))]
MADE = "python3 -m venv .venv && .venv/bin/pip install "


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def test_record_is_a_record() -> None:
    """The game record shown can be read, and is printed as it is shown."""
    (text,) = blocks(FORMATS, "pgn")
    assert str(record(text)) == text


def test_proof_is_a_proof() -> None:
    """The proof shown is verified."""
    (text,) = blocks(FORMATS, "proof")
    found = verify(text)
    assert (found.lower, found.upper, found.answers) == (9, 9, 6)


def test_analysis_is_shown_with_a_position(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, shared_home: Path
) -> None:
    """The first command shown runs and prints a line for each of the three moves."""
    monkeypatch.setenv(HOME_VARIABLE, str(shared_home))
    command = blocks(COMMANDS, "console")[0].removeprefix("$ mahjong-battle ").split()
    main(command, standalone_mode=False)
    assert {"c1d1", "a1b2", "a2b1"} <= set(capsys.readouterr().out.split())


def test_a_player_needs_no_programmers_words() -> None:
    """From the first hour to the line below which programmers read on, nothing asks for Python."""
    for_players, for_programmers = README.split("\n## The first hour\n")[1].split("\n---\n")
    assert re.findall(r"\b(venv|pip|clone|compiled?r?|root|numba|AVX2?)\b", for_players) == []
    assert "docs/building.md" in for_programmers


def test_the_first_two_commands_need_no_release() -> None:
    """One installs and opens the game, one installs and tests it; what needs a release says so."""
    play, test, download = blocks(README, "sh")
    assert play == f"{MADE}. && .venv/bin/mahjong-battle\n"
    assert test == f"{MADE}-e '.[dev]' && .venv/bin/python -m pytest\n"
    assert README.index(test) < README.index("needs a release") < README.index(download)
    assert "release" not in README[: README.index(test)]


@pytest.mark.parametrize(
    ("name", "extras", "module"),
    [("page", "-e '.[dev,page]'", "tools.page"), ("program", "-e '.[program]'", "tools.program")],
)
def test_what_is_built_is_built_in_a_bare_clone(name: str, extras: str, module: str) -> None:
    """Below its marker each command to build makes the environment that it needs."""
    (command,) = blocks(BUILDING.partition(f"<!-- {name} command -->")[2], "sh")[:1]
    assert command == f"{MADE}{extras} && .venv/bin/python -m {module}\n"


def test_the_program_is_tried_where_it_is_built() -> None:
    """The command below its marker tries the program of `dist` in an empty Debian."""
    (command,) = blocks(BUILDING.partition("<!-- smoke command -->")[2], "sh")[:1]
    assert command.startswith("mmdebstrap ")
    assert "tools.program.smoke" in command


def test_commands_are_all_there() -> None:
    """The table of commands names every command and no other."""
    assert set(re.findall(r"^\| `([a-z]+)", COMMANDS, re.MULTILINE)) == set(main.commands)


@pytest.mark.parametrize(
    "file", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "tools/README.md", *PAGES]
)
def test_files_are_there(file: str) -> None:
    """Every picture, file and heading that a document leads to is in the repository."""
    page = ROOT / file
    text = page.read_text(encoding="utf-8")
    for path, heading in re.findall(r"\]\(((?!http)[^)#]*)#?([^)]*)\)", text):
        there = page.parent / path if path else page
        assert there.exists(), path
        assert not heading or heading in anchors(there), f"{path}#{heading}"


def anchors(page: Path) -> set[str]:
    """Return the names that the headings of a page have in links."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", one.lower()).replace(" ", "-") for one in headings}


def test_every_document_is_in_the_index() -> None:
    """The docs' first page names every other one, and what those of the root are for."""
    named = {(ROOT / "docs" / path).resolve() for path in re.findall(r"\]\(([^)#]+\.md)", INDEX)}
    top = [ROOT / name for name in ("CONTRIBUTING.md", "CHANGELOG.md", "tools/README.md")]
    assert {*(ROOT / "docs").rglob("*.md"), *top} - {ROOT / "docs/README.md"} <= named


@pytest.mark.parametrize(("file", "most"), [("README.md", 7_168), ("CONTRIBUTING.md", 12_288)])
def test_what_everybody_reads_is_short(file: str, most: int) -> None:
    """README and guide fit in 7 and 12 KiB; what is longer has a document of its own."""
    assert (ROOT / file).stat().st_size <= most


def test_a_release_has_at_most_forty_lines() -> None:
    """The changelog tells players of a release in forty lines; blank ones do not count."""
    for release in CHANGES.split("\n## [")[1:]:
        lines = [line for line in release.splitlines()[1:] if line.strip()]
        assert 0 < len(lines) <= 40, release.splitlines()[0]


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
