"""The first game and later lessons as screens, by values."""

from __future__ import annotations

from pathlib import Path

import pytest

from battle.page.blocks import Ink
from battle.rules.position import Cell
from battle.screens.learn import lessons_of
from battle.screens.lesson import Lesson, Lessons
from battle.screens.screen import do
from battle.screens.view import CardView, act
from battle.training.first_game import COUNT, FINISHED, LESSONS, STEPS, is_small_game
from battle.words import spelled
from tests.support.shell import FakeShell, OnScreen


class Case(OnScreen):
    """A way through the steps, with what its surface was asked."""

    def __init__(self, home: Path, kept: int = 0, *, lessons: bool = False) -> None:
        self.shell = FakeShell(home)
        self.shell.services.change(first_game=kept, teacher="off")
        self.screen = Lessons(self.shell) if lessons else Lesson(self.shell)
        self.screen.resume()

    @property
    def kept(self) -> int:
        return self.shell.services.settings.first_game

    @property
    def said(self) -> str:
        dock = self.board.dock
        return spelled(f"{dock.words} {dock.sub}")

    def take(self, kind: str) -> None:
        """Take the first pair of a kind."""
        place = self.board.position
        pair = next(one for one in place.legal_moves if str(place.kind_of(one)) == kind)
        self.act("take", move=str(pair))

    def play_out(self) -> None:
        """Do the step in hand with the pairs that are pointed out."""
        while self.board.state != "over":
            self.act("hint")
            hinted = sorted(tile.cell for tile in self.board.board.tiles if tile.mark == "hint")
            self.act("take", move="".join(map(str, hinted)))
            self.screen.hurry()


def test_the_steps_lead_to_a_small_game_with_the_teacher(home: Path) -> None:
    """Each is kept as it is done; after the last comes a game against Pip, and all is finished."""
    case = Case(home)
    for number in range(len(STEPS)):
        assert case.board.run.inks == (Ink.GOOD,) * number
        case.play_out()
        assert (case.kept, case.board.main.words) == (number + 1, "Next step")
        do(case.screen, case.board.main.do)
    card = case.screen.view()
    assert isinstance(card, CardView)
    assert card.main.words == "Play Pip"
    do(case.screen, card.main.do)
    name, session = case.shell.asked[-1]
    assert (name, is_small_game(session), session.person) == ("table", True, 1)
    assert (case.kept, case.shell.services.settings.teacher) == (FINISHED, "points")


@pytest.mark.parametrize(("kept", "step"), [(2, 2), (5, 5), (7, 5), (FINISHED, 0)])
def test_they_go_on_where_they_were_left(home: Path, kept: int, step: int) -> None:
    """Also with what a home of before has kept; all done, at the first. The list leads to any."""
    case = Case(home, kept)
    assert case.screen.game.index == step
    case.act("steps")
    rows = case.screen.sheet().page
    assert [row.on for row in rows].index(True) == step
    assert sum(row.icon == "check" for row in rows) == (COUNT if kept == FINISHED else step)
    do(case.screen, rows[1].do)
    assert case.board.title == "A pair"
    case.play_out()
    assert case.kept == kept


def test_a_wrong_pair_is_answered_and_comes_back(home: Path) -> None:
    """The answer is framed while it is away; what it costs is said, and the task again."""
    case = Case(home, 4)
    start = case.board.position
    case.take("4m")
    case.screen.tick(1.0)
    shown = case.board.board
    framed = {str(tile.kind) for tile in shown.tiles if tile.mark == "answer"}
    assert (framed, shown.bubble.words) == ({"9s"}, "+9")
    case.screen.tick(3.0)
    view = case.board
    assert (view.live, view.position) == (True, start)
    ends = "You would end 7\u00a0:\u00a09 instead of 12\u00a0:\u00a04"
    assert f"Pip then takes 9. {ends}." in case.said
    assert "The two fours lie around a nine" in case.said


def test_two_tiles_that_look_alike_are_told_apart(home: Path) -> None:
    """A free tile says why it makes no pair with one of the same number."""
    case = Case(home, 1)
    tiles = {str(tile.cell): tile for tile in case.board.board.tiles}
    alike = tiles[str(Cell.parse("g4"))]
    assert alike.says == "3 of dots and 3 of bamboo: their pictures differ."


def test_a_lesson_goes_on_with_the_pairs_taken(home: Path) -> None:
    """Opened anew it is as it was left, until it is done; Learn leads to the one in hand.

    At the end of one that is not done its board has the costly pair beside a better one.
    """
    case, last = Case(home, FINISHED, lessons=True), len(LESSONS) - 1
    case.act("go_to", place=last)
    for _pair in range(2):
        case.act("take", move=str(case.board.position.legal_moves[0]))
        case.screen.hurry()
    left = case.screen.view()
    assert lessons_of(case.shell.services)[1].do == act("go", name="lessons", at=last)
    case.screen = Lessons(case.shell, last)
    assert case.screen.view() == left
    case.play_out()
    marks = [tile.mark for tile in case.board.board.tiles if tile.mark]
    assert sorted(marks) == ["best", "best", "played", "played"]
    case.act("again")
    case.play_out()
    case.screen = Lessons(case.shell, last)
    assert case.screen.game.moves == []


def test_later_lessons_end_where_they_began(home: Path) -> None:
    """They keep nothing of the first game, and have a tick each; after the last one one leaves."""
    case = Case(home, 1, lessons=True)
    for _lesson in LESSONS:
        words = case.board.title
        case.play_out()
        do(case.screen, case.board.main.do)
    assert words == "With best play"
    case.act("steps")
    assert [row.icon for row in case.screen.sheet().page] == ["check"] * len(LESSONS)
    assert (case.shell.asked[-1], case.kept) == (("back",), 1)
