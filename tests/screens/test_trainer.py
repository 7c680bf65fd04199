"""The trainer as a screen, by values: exercises, help, what comes next, and lessons."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from battle.analysis.study import Study
from battle.engine.jobs import Analyst
from battle.page.blocks import Board, Ink
from battle.rules.position import Cell, Move
from battle.screens.learn import Learn
from battle.screens.screen import do
from battle.screens.trainer import Mistakes, Trainer
from battle.screens.view import Button
from battle.training.deck import Rating
from battle.training.sitting import RUN
from battle.words import spelled
from tests.support.endgames import Clock
from tests.support.pilot import bad_game, cost_of, costly
from tests.support.shell import FakeShell, OnScreen
from tests.support.trainees import LONG, SOME, FullDeck
from tools.reference import move_values


class Case(OnScreen):
    """A trainer with a deck of some exercises, and its clock."""

    def __init__(self, home: Path, problems: list[object], theme: str = "") -> None:
        self.clock, self.shell = Clock(), FakeShell(home)
        services = self.services = self.shell.services
        services.moment = self.clock
        services.deck = FullDeck(services.database, self.clock, lambda: problems)
        services.change(trainer_theme=theme)
        self.screen = Trainer(self.shell)
        self.screen.resume()

    @property
    def offered(self) -> list[str]:
        """What can be done, the main act first; what is seldom wanted last."""
        view = self.board
        buttons = (view.main, *view.buttons, *view.actions, *view.more)
        return [one.do.name for one in buttons if one is not None and not one.off]

    @property
    def said(self) -> str:
        view = self.board
        words = [getattr(block, "words", "") for block in view.page]
        return spelled(" ".join((view.title, view.dock.words, view.dock.sub, *words)))

    def answer(self, which: str) -> Move:
        """Take the best or the worst pair."""
        values = move_values(self.board.position)
        pair = (max if which == "best" else min)(values, key=lambda one: values[one])
        self.act("take", move=str(pair))
        return pair

    def work(self, seconds: float = 0.1, frames: int = 60) -> None:
        for _frame in range(frames):
            self.screen.tick(seconds)
            self.services.scheduler.poll()

    def marked(self, mark: str) -> set[Cell]:
        return {tile.cell for tile in self.board.board.tiles if tile.mark == mark}


def test_a_costly_pair_comes_back_beside_the_best_one(home: Path) -> None:
    """Its cost is said and kept, the best pair is framed; another try counts no more."""
    case = Case(home, LONG[:1])
    start = case.board.position
    worst = case.answer("worst")
    assert (case.board.live, {one.cell for one in case.board.board.ghosts}) == (False, {*worst})
    case.work(0.5, 3)
    values = move_values(start)
    assert (case.board.live, case.board.position) == (True, start)
    best = Move(*sorted(case.marked("best")))
    assert values[best] == max(values.values())
    lost = max(values.values()) - values[worst]
    assert f"costs {lost} point" in case.said
    assert "Best was " in case.said
    case.answer("best")
    (answer,) = case.services.deck.answers()
    assert (answer.rating, answer.lost) == (Rating.MISSED, lost)


@pytest.mark.parametrize("is_left", [False, True])
def test_after_ten_exercises_those_not_right_can_be_tried_again(home: Path, is_left: bool) -> None:
    """The card has each with its board, also one after a hint; Back leads from one to the card.

    Learn says how the run went. It is the same where the program is begun anew after each.
    """
    case = Case(home, SOME[:20])
    for number in range(RUN):
        if number == 7:
            case.act("hint")
        case.answer("worst" if number in (2, 5) else "best")
        if is_left and number + 1 < RUN:
            case.services.sitting = None
            case.screen = Trainer(case.shell)
            case.screen.resume()
        else:
            case.act("go_on")
    card = case.card
    assert card.title == "7 of 10 right"
    ways = [block for block in card.beside if isinstance(block, Button)]
    boards = [block for block in card.beside if isinstance(block, Board)]
    assert [way.words for way in ways] == ["Missed", "Missed", "Right, with a hint"]
    assert [len(board.shown) for board in boards] == [2, 2, 1]
    do(case.screen, ways[1].do)
    assert (case.board.title, case.board.position) == ("Which pair is best?", boards[1].position)
    case.screen.back()
    assert case.card == card
    learn = Learn(case.shell)
    learn.resume()
    assert "7 of 10 right" in [getattr(one, "note", "") for one in learn.view().page]
    do(case.screen, cast("Button", card.main).do)
    assert case.board.run.inks == ()


# --- the mistakes of a game -----------------------------------------------------------------------


class LessonCase(Case):
    """A lesson on the mistakes of a reviewed game."""

    def __init__(self, home: Path, seed: int = 1) -> None:
        super().__init__(home, [])
        self.game = bad_game(seed)
        study = Study(self.game)
        analyst = Analyst(self.services.scheduler, study.game, study.values)
        analyst.begin_review(study.line())
        self.services.scheduler.wait(lambda: analyst.review is None)
        self.left: list[object] = []
        self.screen = Mistakes(
            self.shell,
            study,
            ("Ada", "Ben"),
            (1, 2),
            self.left.append,
            lambda: self.left.append("left"),
        )
        self.screen.resume()


def test_every_costly_pair_is_put_again(home: Path) -> None:
    """In the game's order, with its cost; the card at the end lists them and leads back."""
    case, answered = LessonCase(home, 2), []
    for node in costly(case.game):
        assert case.board.position == node.parent.position
        assert f"cost {cost_of(node)} point" in case.said
        answered.append("why" in case.offered)
        case.answer("best")
        case.act("go_on")
    assert any(answered)
    count = len(costly(case.game))
    assert case.card.title == "End of the lesson"
    assert f"{count} of {count} mistakes corrected" in case.card.page[1].words
    do(case.screen, cast("Button", case.card.main).do)
    assert (case.shell.asked[-1], case.left) == (("back",), ["left"])


def test_a_mistake_is_skipped_gone_back_to_and_shown(home: Path) -> None:
    """Each is as it was left; the list leads to any of them."""
    case = LessonCase(home)
    first = case.board.position
    case.act("go_on")
    assert case.board.run.inks == (Ink.FAINT,)
    case.act("go_back")
    assert case.board.position == first
    case.act("mistakes")
    rows = cast("tuple[Button, ...]", case.screen.sheet().page)
    assert [row.on for row in rows[:2]] == [True, False]
    do(case.screen, rows[1].do)
    case.act("solution")
    case.work()
    assert case.board.main.words == "Next mistake"
    assert case.board.run.note == f"2 of {len(rows)}"


def test_a_mistake_is_looked_at_in_analyse(home: Path) -> None:
    """The lesson is left for the place after it; nothing else is told."""
    case = LessonCase(home)
    case.act("analyse")
    assert case.left == [costly(case.game)[0]]


def test_every_act_that_is_offered_is_there(home: Path) -> None:
    """Whatever a board or card offers, before an answer and after, can be done."""
    for case in (Case(home / "one", LONG[:1]), LessonCase(home / "two")):
        for which in ("", "worst", "best"):
            if which:
                case.screen.hurry()
                case.answer(which)
            assert {*case.offered} <= {*case.screen.acts()}
