"""Tests of where problems come from, which are the same, and how hard they are."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from battle.analysis.study import Study
from battle.analysis.values import Values
from battle.profile.store import Database
from battle.rules.disguise import IDENTITY, Disguise, random_disguise
from battle.rules.position import PLAYERS, RulesError, position
from battle.rules.problem import problem
from battle.storage import Places
from battle.training.deck import Deck
from battle.training.exercise import Attempt
from battle.training.problems import (
    EASIEST,
    HARDEST,
    Grade,
    Source,
    add_problem_file,
    disguised,
    grade_of,
    key_of,
    own_mistakes,
    personal_problems,
    problems_in,
    problems_of,
    random_endgames,
    shipped_files,
    shipped_problems,
)
from battle.training.trainer_page import source_words
from tests.support.endgame_problems import problems, twin_problem
from tests.support.endgame_values import Truth, games
from tools.reference import move_values, small_positions, value


def test_disguised_problems_are_those_the_twin_finds():
    """A problem in disguise has the values that the slow twin finds in the position shown."""
    random = Random(3)
    for one in problems(40, seed=3):
        shown = disguised(one, random_disguise(random))
        assert shown == twin_problem(shown.position)
        assert grade_of(shown) == grade_of(one)
        assert disguised(shown, IDENTITY) == shown


def test_the_same_columns_are_the_same_problem():
    """The key stays when columns change places or ends, when points are added, and no other."""
    random = Random(8)
    found = problems(60, seed=8)
    assert len({key_of(one.position) for one in found}) == 60
    for one in found:
        disguise = random_disguise(random)
        moved = Disguise(disguise.places, disguise.flips, IDENTITY.suits)
        assert key_of(moved.of_position(one.position)) == key_of(one.position)
    assert key_of(position("9s/9s 2 12-0")) == key_of(position("9s/9s"))


def test_grades_count_what_is_different():
    """Moves that leave the same columns are one, best ones and all; the highest pair is a trap."""
    same = twin_problem(position("9s/9s/9s/9s/1m2m/1m2m"))
    assert len(same.values) == 8
    assert grade_of(same).moves == 3
    for one in problems(60, seed=5):
        grade = grade_of(one)
        assert 1 <= grade.best < grade.moves <= len(one.values)
        assert grade.is_choice
        highest = max(map(one.position.worth, one.values))
        costs = [one.cost(move) for move in one.values if one.position.worth(move) == highest]
        assert grade.trap == min(costs)


def test_levels_grow_with_what_is_hard():
    """A deeper trap, fewer best moves and more to choose from never make a problem easier."""
    assert Grade(moves=2, best=2, trap=0).level == EASIEST
    assert Grade(moves=6, best=1, trap=4).level == HARDEST
    for moves in range(2, 9):
        for best in range(1, moves + 1):
            for trap in range(8):
                level = Grade(moves, best, trap).level
                assert EASIEST <= level <= Grade(moves, best, trap + 1).level <= HARDEST
                assert level <= Grade(moves + 1, best, trap).level
                assert level >= Grade(moves + 1, best + 1, trap).level - 1
    assert not Grade(3, 3, 0).is_choice


def test_own_mistakes_are_the_costly_moves_of_a_game():
    """Every proven costly move is a problem with the twin's values, of the player who made it."""
    costly = 0
    for game, _random in games(60, seed=9):
        truth, study = Truth(), Study(game)
        for node in study.line():
            study.values.learn(node.position, truth.proof(node.position))
        found = own_mistakes(study)
        assert found.unproven == ()
        line = study.line()
        costs = [
            (ply, truth.value(before.position) - truth.of_move(before.position, node.move))
            for ply, (before, node) in enumerate(pairwise(line), start=1)
            if node.move is not None
        ]
        places = [line[ply - 1].position for ply, cost in costs if cost > 0]
        assert list(found.problems) == [twin_problem(place) for place in places]
        for player in PLAYERS:
            mine = [one for one in found.problems if one.position.to_move == player]
            assert list(own_mistakes(study, player).problems) == mine
        costly += len(found.problems)
    assert costly > 30


def test_what_is_not_proven_is_no_problem_yet():
    """A costly move whose alternatives are not all proven is asked for, then a problem."""
    waiting = 0
    for game, _random in games(60, seed=10):
        truth, values = Truth(), Values()
        study = Study(game, values)
        for node in study.line():
            place = node.position
            values.prove(place, truth.value(place), truth.value(place))
        found = own_mistakes(study)
        for place in found.unproven:
            assert not all(values.of_move(place, move).is_exact for move in place.legal_moves)
            values.learn(place, truth.proof(place))
        later = own_mistakes(study)
        assert later.unproven == ()
        assert len(later.problems) == len(found.problems) + len(found.unproven)
        waiting += len(found.unproven)
    assert waiting > 10


FILE = """% endgames for a test
5m5p/5p5m/9s/9s 1 0-0; c1d1:9; a1b2:1; a2b1:1 % take the loose pair first

5m5p/5p5m/9s/9s; c1d1:9; a1b2:1
9s5m/5m/9s 2 3-4; b1a2:5 % wrong
9s/9s; a1b1:9
"""


def test_a_problem_file_is_read_as_far_as_it_can_be():
    """Each line that is none costs itself only, and is told with its number."""
    found, wrong = problems_in("\ufeff" + FILE)
    assert [str(one.value) for one in found] == ["9", "9"]
    assert found[0].comment == "take the loose pair first"
    assert [words.split(":")[0] for words in wrong] == ["line 4", "line 5"]


def test_problem_files_give_each_problem_once(tmp_path):
    """Files are read in order, what is in two of them once, and what cannot be read not at all."""
    one, other = tmp_path / "a.mbp", tmp_path / "b.mbp"
    one.write_text(FILE, "utf-8")
    moved = disguised(
        problem("9s/9s; a1b1:9"), Disguise((*range(1, 12), 0), (True,) * 12, IDENTITY.suits)
    )
    other.write_bytes(f"{moved}\n".encode() + b"\xff\xfe\n5s/5s; a1b1:5\n")
    found = list(problems_of([one, tmp_path / "missing.mbp", tmp_path, other]))
    assert [one.value for one in found] == [9, 9, 5]


@pytest.mark.parametrize("file", shipped_files(), ids=lambda file: file.name)
def test_what_is_shipped_can_be_used(file):
    """Every line of the problem files that come with the game is a problem with a choice."""
    found, wrong = problems_in(file.read_text("utf-8"))
    assert found
    assert wrong == []
    assert all(grade_of(one).is_choice for one in found)


SMALL_FILES = [file for file in shipped_files() if file.name.startswith("16-24")]


@pytest.mark.parametrize("file", SMALL_FILES, ids=lambda file: file.name)
def test_what_is_shipped_is_true(file):
    """The values of small shipped problems are those that the slow twin finds."""
    found, _wrong = problems_in(file.read_text("utf-8"))
    small = [one for one in found if one.position.tiles_left <= 20]
    assert small
    for one in small:
        assert one.values == move_values(one.position)


def test_what_is_shipped_suits_everybody():
    """There are enough problems of every level, and none is there twice."""
    found = list(shipped_problems())
    levels = Counter(grade_of(one).level for one in found)
    assert set(levels) == set(range(EASIEST, HARDEST + 1))
    assert min(levels.values()) >= 20
    assert len({key_of(one.position) for one in found}) == len(found) > 400


@pytest.mark.parametrize("tiles", [4, 12, 30])
def test_generated_positions_can_be_solved(tiles):
    """Generated positions have so many tiles at most, a choice of moves, and no points."""
    positions = random_endgames(Random(6), tiles)
    found = [next(positions) for _number in range(5)]
    assert len({key_of(one) for one in found}) == 5
    for one in found:
        assert one.tiles_left <= tiles
        assert len(one.legal_moves) > 1
        assert one.points == (0, 0)
        assert position(str(one)) == one


def test_points_do_not_change_what_a_generated_position_is_worth():
    """Taking the points away leaves the value, as the slow twin finds it."""
    for one in small_positions(20, seed=2):
        bare = type(one)(one.columns)
        assert value(bare) == value(one)


# --- test problem files --------------------------------------------------------------------------
#
# The person's own problem files: what is copied, what is asked, and what is told.

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
