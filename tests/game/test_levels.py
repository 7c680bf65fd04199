"""Tests of the levels' names and promises."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from battle.game import levels
from battle.game.levels import LevelLabel
from battle.rules.levels_file import COMPANION
from battle.rules.position import FormatError
from solver.levels import levels as levels_of_the_engine

FILE = Path("assets/levels/levels.csv")


def test_the_levels_are_those_of_the_engine():
    """People and the engine know the same levels, in the same order, with the same points."""
    assert [label.name for label in levels.labels()] == list(levels_of_the_engine())
    for label in levels.ladder():
        assert label.points == levels_of_the_engine()[label.name].points


def test_the_ladder_begins_with_the_weakest():
    """Points fall from level to level, as the file says them, and the companion is not among."""
    rows = list(csv.DictReader(FILE.read_text(encoding="ascii").splitlines()))
    points = [label.points for label in levels.ladder()]
    assert points == [float(row["points"]) for row in rows]
    assert points == sorted(points, reverse=True)
    assert COMPANION not in [label.name for label in levels.ladder()]


def test_every_level_has_a_name_and_a_promise_of_its_own():
    """No two levels read alike."""
    titles = [levels.level_title(label.name) for label in levels.labels()]
    words = [levels.level_words(label) for label in levels.labels()]
    assert len(set(titles)) == len(set(words)) == len(levels.labels())


def test_promises_name_the_points():
    """The words are those of the label, whatever the table says."""
    assert levels.level_words(LevelLabel("x", 35)) == "loses about 35 points a game"
    assert levels.level_words(LevelLabel("x", 2.5)) == "loses about 2.5 points a game"
    assert levels.level_words(LevelLabel("x", 1)) == "loses about 1 point a game"
    assert "0" not in levels.level_words(LevelLabel("x", 0))
    assert levels.level_words(LevelLabel("x")) == "stays within a few points of you"


def test_titles_say_what_is_lost():
    """A level that loses points has them in its title, others do not."""
    points = next(label.points for label in levels.ladder() if label.name == "casual")
    assert levels.level_title("casual") == f"Casual (\N{MINUS SIGN}{points:g})"
    assert levels.level_title("perfect") == "Perfect"
    assert levels.level_title(COMPANION) == "Companion"


def test_a_level_nobody_named_gets_its_own_word():
    """A level that is new in the table has a name to be shown by."""
    assert levels.level_name("expert") == "Expert"


def test_stronger_and_weaker_end_with_the_ladder():
    """Steps go along the ladder and no further; what is not on it stays."""
    names = [label.name for label in levels.ladder()]
    assert levels.stronger(names[0]) == names[1]
    assert levels.stronger(names[2], -1) == names[1]
    assert levels.stronger(names[-1]) == names[-1]
    assert levels.stronger(names[0], -1) == names[0]
    assert levels.stronger(COMPANION) == COMPANION


def test_levels_are_found_by_name():
    """Large letters do; what is no level is refused with the names there are."""
    assert levels.level(" Club ").name == "club"
    with pytest.raises(FormatError, match=r"'grandmaster'.*novice.*companion"):
        levels.level("grandmaster")


def test_damaged_lines_are_left_out(tmp_path: Path):
    """A line without a number costs that level only; without a file there are none."""
    file = tmp_path / "levels.csv"
    file.write_text(
        "level,points,slip,cap,attention\n"
        "novice,60,1,14,0.4\nclub,many,1,7,1\nlost\nstrong,5,1,7,1\n"
    )
    assert levels.read(file) == (LevelLabel("novice", 60), LevelLabel("strong", 5))
    assert levels.read(tmp_path / "none.csv") == ()
