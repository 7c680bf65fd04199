"""The person's own problem files: what is copied, what is asked, and what is told."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from battle.profile.store import Database
from battle.rules.position import RulesError
from battle.storage import Places
from battle.training.deck import Deck
from battle.training.exercise import Attempt
from battle.training.problems import (
    Source,
    add_problem_file,
    key_of,
    personal_problems,
    problems_of,
    shipped_files,
)
from battle.training.trainer_page import source_words

NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)
LINES = shipped_files()[0].read_text(encoding="utf-8").splitlines()
LINES = [line for line in LINES if line.partition("%")[0].strip()]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a file with two problems and two lines that are none."""
    path = tmp_path / "Mine.mbp"
    path.write_text("\n".join([LINES[0], "nonsense", "", LINES[1], "5m5p; a1a2:5"]) + "\n")
    return path


def test_a_file_is_copied_and_its_wrong_lines_are_named(file: Path, tmp_path: Path) -> None:
    """Two problems are taken, and each wrong line is told by its number."""
    added = add_problem_file(file, tmp_path / "problems")
    assert (added.name, added.problems) == ("Mine", 2)
    assert [words.partition(":")[0] for words in added.wrong] == ["line 2", "line 5"]
    assert (tmp_path / "problems" / "Mine.mbp").read_text() == file.read_text()


def test_the_same_file_is_copied_once_another_of_its_name_beside_it(
    file: Path, tmp_path: Path
) -> None:
    """Nothing that is there is replaced."""
    there = tmp_path / "problems"
    add_problem_file(file, there)
    assert add_problem_file(file, there).name == "Mine"
    file.write_text(LINES[2])
    assert add_problem_file(file, there).name == "Mine 2"
    assert sorted(path.name for path in there.iterdir()) == ["Mine 2.mbp", "Mine.mbp"]


@pytest.mark.parametrize("content", ["", "% only words\n", "nonsense\n", "\0\0\n"])
def test_a_file_without_a_problem_is_refused_in_one_line(content: str, tmp_path: Path) -> None:
    """Nothing is copied."""
    path = tmp_path / "none.mbp"
    path.write_text(content)
    with pytest.raises(RulesError, match=r"No problem is in none\.mbp: ") as error:
        add_problem_file(path, tmp_path / "problems")
    assert "\n" not in str(error.value)
    assert not (tmp_path / "problems").exists()


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    """One line, no traceback."""
    with pytest.raises(RulesError, match="Cannot read"):
        add_problem_file(tmp_path / "gone.mbp", tmp_path)


def test_files_come_before_what_comes_with_the_game(file: Path, tmp_path: Path) -> None:
    """They are asked first, with the file's name, and keep it when they have been answered."""
    places = Places.below(tmp_path)
    add_problem_file(file, places.problems)
    shipped = list(problems_of(shipped_files()))[:40]
    deck = Deck(
        Database.of(places),
        lambda: NOW,
        lambda: shipped,
        UTC,
        files=lambda: personal_problems(places.problems),
    )
    sources = []
    for _ in range(3):
        exercise = deck.next()
        assert exercise is not None
        sources.append((exercise.source, exercise.game))
        if len(sources) == 1:
            assert source_words(exercise, None) == "From your file “Mine”."
        deck.answer(exercise, Attempt(0, exercise.problem.best_moves[0]))
    assert sources == [(Source.FILE, "Mine")] * 2 + [(Source.SHIPPED, "")]
    assert [entry.source for entry in deck.entries()][:2] == [Source.FILE] * 2
    keys = {key_of(one.position) for _name, one in personal_problems(places.problems)}
    assert {entry.key for entry in deck.entries()} >= keys


def test_a_file_put_there_later_is_found_when_it_is_read_again(tmp_path: Path) -> None:
    """Until then nothing changes; a directory that is not there has no files."""
    there = tmp_path / "problems"
    deck = Deck(
        Database.of(Places.below(tmp_path)),
        lambda: NOW,
        zone=UTC,
        files=lambda: personal_problems(there),
    )
    assert deck.next() is None
    there.mkdir()
    (there / "late.mbp").write_text(LINES[0])
    deck.read_files_again()
    found = deck.next()
    assert found is not None
    assert found.source is Source.FILE
