"""The trainer in the terminal."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from battle.analysis.insights import ProblemTheme, themes_of
from battle.engine.scheduler import Scheduler
from battle.profile.records import Records
from battle.profile.store import Database
from battle.rules.problem import Problem
from battle.storage import Places
from battle.terminal.setup import Dialogue, LeaveError
from battle.terminal.trainer import TerminalTrainer
from battle.training.cards import Rating
from battle.training.deck import Deck
from battle.training.problems import Source, shipped_problems
from tests.support.script import Script
from tests.support.twin_engine import TwinEngine

NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)
GREEDY = min(
    (one for one in shipped_problems() if len(one.best_moves) == 1 and one.trap > 3),
    key=lambda one: one.position.tiles_left,
)
"""A problem with one best pair, where the pair worth most is a trap."""

EAGER = next(one for one in shipped_problems() if ProblemTheme.ZUGZWANG not in themes_of(one))
"""A problem in which it is good to move."""


class Sitting(Script):
    """A trainer with one problem; what is typed, and what is printed."""

    def __init__(self, home: Path, problem: Problem = GREEDY) -> None:
        super().__init__()
        self.kept: list[ProblemTheme | None] = []
        database = Database.of(Places.below(home))
        self.deck = Deck(database, lambda: NOW, zone=UTC)
        self.deck.add([problem], Source.OWN)
        dialogue = Dialogue(self.read, self.output.append)
        self.trainer = TerminalTrainer(
            *(Scheduler(TwinEngine()), self.deck, Records(database), dialogue, lambda: NOW),
            None,
            self.kept.append,
        )

    def type(self, *lines: str) -> str:
        """Type lines; return what was printed."""
        self.lines = iter(lines)
        self.trainer.run()
        return self.printed


@pytest.fixture
def sitting(tmp_path: Path) -> Sitting:
    """Return a trainer in an empty home."""
    return Sitting(tmp_path)


def best_of(sitting: Sitting) -> str:
    """Return the best pair as it is typed."""
    exercise = sitting.deck.next()
    assert exercise is not None
    return str(exercise.problem.best_moves[0])


def worst_of(sitting: Sitting) -> str:
    """Return the worst pair as it is typed."""
    exercise = sitting.deck.next()
    assert exercise is not None
    values = exercise.problem.values
    return str(min(values, key=lambda move: values[move]))


def test_a_right_answer_is_played_out_and_kept(sitting: Sitting) -> None:
    """The defence replies, the answer is rated, and the problem comes again in days."""
    output = sitting.type(best_of(sitting), "back")
    assert "Right! Only" in output
    assert "Defence takes" in output
    (answer,) = sitting.deck.answers()
    assert (answer.lost, answer.counted) == (0, True)


def test_quit_leaves_the_program_and_answers_are_kept(sitting: Sitting) -> None:
    """Not only back ends a sitting; what was answered before is in the deck."""
    with pytest.raises(LeaveError):
        sitting.type(best_of(sitting), "quit")
    assert [answer.lost for answer in sitting.deck.answers()] == [0]


def test_a_wrong_answer_is_missed_and_taken_back(sitting: Sitting) -> None:
    """It is said what it costs, and another pair may be tried, which counts no more."""
    wrong, right = worst_of(sitting), best_of(sitting)
    output = sitting.type(wrong, right, "back")
    assert "costs" in output
    assert "Missed." in output
    assert "Try another pair" in output
    (answer,) = sitting.deck.answers()
    assert answer.rating is Rating.MISSED


def test_hints_lead_to_the_solution(sitting: Sitting) -> None:
    """Each tells more; the solution makes the exercise missed."""
    output = sitting.type("hint", "hint", "hint", "hint", "solution", "next", "no")
    assert "A best pair is worth" in output
    assert "It takes a tile from column" in output
    assert "There is no further hint." in output
    assert "Solution shown." in output
    (answer,) = sitting.deck.answers()
    assert (answer.shown, answer.hints) == (True, 3)


def test_nothing_is_rated_before_it_is_answered(sitting: Sitting) -> None:
    """Words that are no pair, next and again are answered in a line; leaving keeps nothing."""
    output = sitting.type("nonsense", "a1l9", "next", "again", "list", "table", "back")
    assert "Take a pair first, or have the solution shown." in output
    assert "Answer it first" in output
    assert "1. " in output
    assert sitting.deck.answers() == []


def test_the_end_of_input_leaves(sitting: Sitting) -> None:
    """What was answered so far is kept."""
    with pytest.raises(LeaveError):
        sitting.type(worst_of(sitting))
    assert len(sitting.deck.answers()) == 1


def test_without_a_problem_it_says_so(sitting: Sitting) -> None:
    """There is nothing to ask after the only one was answered."""
    sitting.type("solution", "next")
    assert "The next exercise comes" in sitting.printed


def test_what_exercises_are_about_is_chosen(tmp_path: Path) -> None:
    """What is not about it waits; where nothing is left, everything can be asked again."""
    sitting = Sitting(tmp_path, EAGER)
    printed = sitting.type("theme", "4", "no")
    assert sitting.kept == [ProblemTheme.ZUGZWANG]
    assert "1 All themes" in printed
    assert "is left for now" in printed
    sitting.type("yes", "theme", "1", "back")
    assert sitting.kept[1:] == [None, None]


def test_an_exercise_that_was_begun_stays_in_hand(tmp_path: Path) -> None:
    """Another theme comes with the next one."""
    printed = Sitting(tmp_path, EAGER).type("hint", "theme", "4", "back")
    assert "The next exercise is chosen" in printed
