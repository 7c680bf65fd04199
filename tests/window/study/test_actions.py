"""What a person can ask for in Analyse, without the screen."""

from __future__ import annotations

import pytest

from battle.analysis.study import Study
from battle.engine.jobs import REVIEW_SECONDS, Analyst
from battle.game.clock import TimeControl
from battle.game.session import Seat, Session, Setup
from battle.rules.deal import deal
from battle.rules.game import Game, Node
from battle.rules.position import Position, move, position
from battle.rules.record import Record, record
from battle.window.scenes.dialogs import ChoiceDialog
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

    def keep(self) -> None:
        """Note that something is to be kept."""
        self.asked.append("keep")

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
        self.analyst = Analyst(pilot.app.scheduler, self.study, self.study.values)
        session = Session.from_record(Record({}, game))
        self.actions = StudyActions(pilot.app, self.study, session, self.analyst, self.screen)


@pytest.fixture
def given(pilot: Pilot) -> Given:
    """Return a study with two moves played."""
    return Given(pilot, "c1d1", "a1b2")


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


def test_a_game_goes_on_from_any_position(pilot: Pilot) -> None:
    """The person keeps the side they had, against whom was chosen last, points as they stood."""
    pilot.app.change(opponent="level", level="club", clock_minutes=5.0, clock_increment=2.0)
    given = Given(pilot, "a1b2")
    given.study.to_end()
    seats = Seat(solver=True), Seat("Ada")
    before = Session(Setup(seats, START))
    actions = StudyActions(pilot.app, given.study, before, given.analyst, given.screen)
    actions.play_on()
    session = pilot.session
    assert session.setup.seats == (Seat(solver=True, level="club"), Seat("Ada"))
    assert session.setup.start == START.play(move("a1b2"))
    assert session.setup.control == TimeControl(300, 2)
    assert session.to_move == 2


def test_two_friends_play_on_under_their_names(pilot: Pilot) -> None:
    """Nobody changes sides."""
    pilot.app.change(opponent="friend")
    given = Given(pilot)
    before = Session(Setup((Seat("Ben"), Seat("Ada")), START))
    StudyActions(pilot.app, given.study, before, given.analyst, given.screen).play_on()
    assert pilot.session.names == ("Ben", "Ada")


def test_where_the_game_is_over_nothing_can_be_played(pilot: Pilot) -> None:
    """It is said, and the analysis stays."""
    given = Given(pilot, "a1b2", "a2b1", "c1d1", start=position("5m5p/5p5m/9s/9s"))
    given.study.to_end()
    given.actions.play_on()
    assert given.screen.said[-1] == ("No pair can be taken in this position.", "refused")
    assert not pilot.app.scenes


def test_playing_on_keeps_the_unfinished_game(pilot: Pilot) -> None:
    """The game at the table goes to the saved games when the new one has its first move."""
    app = pilot.app
    session = Session(Setup((Seat("Ada"), Seat("Ben")), deal(7), 7), now=app.now)
    app.go("table", session)
    session.play(session.position.legal_moves[0])
    pilot.run(0.2)
    pilot.press("tab")
    pilot.press("g")
    assert pilot.session is not session
    assert pilot.session.setup.start == session.position
    pilot.session.play(pilot.session.position.legal_moves[0])
    pilot.run(0.2)
    (kept,) = app.places.saves.glob("*.mjb")
    assert record(kept.read_text()).game.moves == session.game.moves
