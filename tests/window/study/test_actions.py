"""What a person can ask for in Analyse, without the screen."""

from __future__ import annotations

import pytest

from battle.analysis.study import Study
from battle.engine.analyst import REVIEW_SECONDS, Analyst
from battle.game.session import Session
from battle.rules.deal import deal
from battle.rules.game import Game, Node
from battle.rules.move import move
from battle.rules.position import Position, position
from battle.rules.record import Record
from battle.window.scenes.choice_dialog import ChoiceDialog
from battle.window.study.actions import StudyActions
from tests.support.pilot import Pilot

START = position("5m5p/5p5m/9s/9s 1 10-12")


class Screen:
    """Notes what the actions want of it."""

    def __init__(self) -> None:
        self.said: list[tuple[str, str]] = []
        self.asked: list[object] = []

    def notice(self, words: str, kind: str = "info") -> None:
        """Note what is said."""
        self.said.append((words, kind))

    def go_to(self, node: Node) -> None:
        """Note where to go."""
        self.asked.append(node)

    def follow(self) -> None:
        """Note that the place may be another."""
        self.asked.append("follow")

    def refresh(self) -> None:
        """Note that something is new."""
        self.asked.append("refresh")

    def turn_to(self, sheet: str) -> None:
        """Note the sheet."""
        self.asked.append(sheet)


class Given:
    """A study of a short game with its actions, at the end of the game."""

    def __init__(self, pilot: Pilot, *moves: str, start: Position = START) -> None:
        pilot.engine.silent = True
        game = Game(start)
        for text in moves:
            game.play(move(text))
        self.study = Study(game)
        self.screen = Screen()
        self.analyst = Analyst(pilot.engine, self.study)
        session = Session.from_record(Record({}, game))
        self.actions = StudyActions(pilot.app, self.study, session, self.analyst, self.screen)


@pytest.fixture
def given(pilot: Pilot) -> Given:
    """Return a study with two moves played."""
    return Given(pilot, "c1d1", "a1b2")


def test_the_solver_is_turned_off_and_on(given: Given) -> None:
    """The same action turns the solver off and on again."""
    given.actions.turn_solver()
    assert not given.analyst.on
    given.actions.turn_solver()
    assert given.analyst.on


def test_a_review_begins_and_ends(given: Given) -> None:
    """Asked once a review begins and its sheet is shown, asked again it ends."""
    given.actions.review()
    assert given.analyst.review is not None
    assert given.screen.asked == ["review"]
    given.actions.review()
    assert given.analyst.review is None
    assert given.screen.said[-1][1] == "info"


def test_without_a_move_there_is_no_review(pilot: Pilot) -> None:
    """A position alone cannot be reviewed."""
    given = Given(pilot)
    given.actions.review()
    assert given.analyst.review is None
    assert given.screen.said == [("There is no move to review.", "refused")]


def test_mistakes_want_a_review(given: Given) -> None:
    """As long as not all is known mistakes are neither gone to nor learned from."""
    given.actions.go_to_mistake(after=True)
    given.actions.learn()
    assert given.screen.said == [("The game has to be reviewed first.", "refused")] * 2
    assert given.screen.asked == []


def test_the_start_cannot_be_deleted(given: Given) -> None:
    """At the start of the tree nothing is deleted."""
    given.study.to_start()
    given.actions.delete()
    assert given.screen.said == [("The start cannot be deleted.", "refused")]
    assert len(given.study.line()) == 3


def test_a_branchs_last_move_is_deleted_at_once(given: Given) -> None:
    """A single move beside the main line goes without a question."""
    given.study.to_start()
    other = next(one for one in START.legal_moves if one != move("c1d1"))
    given.study.play(other)
    given.actions.delete()
    assert given.study.game.root.child(other) is None
    assert given.screen.asked == ["follow"]


def test_the_main_line_is_deleted_after_a_question(given: Given, pilot: Pilot) -> None:
    """Where much would be lost the person is asked first."""
    given.actions.delete()
    assert isinstance(pilot.scene, ChoiceDialog)
    assert len(given.study.line()) == 3


def test_a_branch_becomes_the_main_line(given: Given) -> None:
    """The line through the move looked at comes first, and the screen shows it."""
    given.study.to_start()
    other = next(one for one in START.legal_moves if one != move("c1d1"))
    given.study.play(other)
    given.actions.promote()
    assert given.study.game.root.children[0].move == other
    assert "refresh" in given.screen.asked


def test_reviewing_again_takes_longer(pilot: Pilot) -> None:
    """A line that is reviewed but not proven throughout gets more time for each position."""
    start = deal(1)
    given = Given(pilot, str(start.legal_moves[0]), start=start)
    for node in given.study.line():
        given.study.values.guess(node.position, 0)
    found = given.study.review()
    assert found is not None
    assert found.exact_from > 1
    given.actions.review()
    run = given.analyst.review
    assert run is not None
    assert run.seconds == 4 * REVIEW_SECONDS
