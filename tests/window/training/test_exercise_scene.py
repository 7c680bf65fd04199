"""What every exercise is: pairs that fly off and come back, keys, mouse, pages."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pygame
import pytest

from battle.page.blocks import Offer, Paragraph
from battle.rules.position import Move, cell, kind, move, position
from battle.window.board.board import Board
from battle.window.scenes.board_scene import Tool
from battle.window.scenes.scene import Services
from battle.window.training.keys import LESSON_SHORTCUTS
from battle.window.training.trainer_scene import TrainerScene
from tests.support.pilot import FRAME, Pilot, pilot_at

PLACE = position("5m5p/5p5m/9s/9s")


class Quiz(TrainerScene):
    """Asks for the pair of 9s; everything else is wrong."""

    shortcuts = LESSON_SHORTCUTS
    help_page = "lesson"

    def __init__(self, app: Services) -> None:
        super().__init__(app)
        self.board = Board(PLACE)
        self.answers: list[Move] = []
        self.closed: str | None = None
        self.followed: list[str] = []
        for action in ("hint", "solution", "go_on", "go_back", "analyse"):
            self.keys[action] = partial(self.followed.append, action)

    is_answered = False

    def enter(self) -> None:
        """Ask nothing of the deck."""

    @property
    def names(self) -> tuple[str, str]:
        """Name the players."""
        return "Ada", "Ben"

    def tools_beside(self) -> tuple[Sequence[Tool], Sequence[Tool]]:
        """Offer to leave, and help."""
        return [("close", "escape", "Leave")], [
            ("hint", "hint", "Hint"),
            ("eye", "solution", "Show"),
        ]

    def fill(self) -> None:
        """Ask, and list more than fits."""
        self.pages.task.fill([Paragraph("Which pair?"), Offer("Help", "hint", "hint")])
        self.pages.listed.fill([Paragraph(f"line {number}") for number in range(60)])

    def answer(self, move: Move) -> None:
        """Let everything but the 9s come back."""
        self.answers.append(move)
        self.send_away(self.board.position, move)
        if move != NINES:
            self.let_back()

    def refusal(self) -> str | None:
        """Say what the test says."""
        return self.closed

    def headline(self) -> str:
        """Say what it is."""
        return "A quiz"


NINES = move("c1d1")
FIVES = move("a1b2")


def begin(pilot: Pilot) -> Quiz:
    """Put the quiz on the screen."""
    quiz = Quiz(pilot.app)
    pilot.app.push(quiz)
    pilot.run(2 * FRAME)
    return quiz


def click_pair(pilot: Pilot, quiz: Quiz, pair: Move) -> None:
    for place in pair:
        pilot.click(quiz.view.layout.board.rect_of(place).center)
    pilot.hover((5, 5))


def test_a_right_pair_stays_away(pilot: Pilot) -> None:
    """A pair that is not let back is gone for good."""
    quiz = begin(pilot)
    click_pair(pilot, quiz, NINES)
    pilot.run(3.0)
    assert quiz.answers == [NINES]
    assert quiz.board.position == PLACE.play(NINES)


def test_a_wrong_pair_comes_back_after_a_while(pilot: Pilot) -> None:
    """It is away long enough to be seen, and then the position is as it was."""
    quiz = begin(pilot)
    click_pair(pilot, quiz, FIVES)
    assert quiz.board.position == PLACE.play(FIVES)
    assert quiz.ticking
    pilot.run(1.5)
    assert quiz.board.position == PLACE
    assert not quiz.moving


def test_who_chooses_at_once_again_need_not_wait(pilot: Pilot) -> None:
    """A wrong pair that is still away comes back with the next click."""
    quiz = begin(pilot)
    click_pair(pilot, quiz, FIVES)
    click_pair(pilot, quiz, NINES)
    assert quiz.answers == [FIVES, NINES]
    assert quiz.board.position == PLACE.play(NINES)


def test_tiles_fly_off_and_back(tmp_path: Path) -> None:
    """With animations a pair flies to its taker, and a wrong one to its cells again."""
    with pilot_at(tmp_path, animation=True, sound=False) as pilot:
        quiz = begin(pilot)
        click_pair(pilot, quiz, FIVES)
        assert [flight.landing for flight in quiz.motion.flights] == [False, False]
        pilot.run(0.95)
        assert [flight.landing for flight in quiz.motion.flights] == [True, True]


def test_a_pair_is_chosen_by_keyboard(pilot: Pilot) -> None:
    """Full stop and Enter, or typing a tile, do what clicks do."""
    quiz = begin(pilot)
    pilot.type("9s")
    assert quiz.board.selected == cell("c1")
    assert quiz.board.position.kind_at(cell("c1")) == kind("9s")
    pilot.press(".")
    pilot.press("return")
    assert quiz.answers == [NINES]


def test_while_no_pair_may_be_chosen_it_is_said_why(pilot: Pilot) -> None:
    """A click then selects nothing."""
    quiz = begin(pilot)
    quiz.closed = "It is not your turn."
    click_pair(pilot, quiz, NINES)
    assert quiz.answers == []
    assert quiz.status()[0] == "It is not your turn."


@pytest.mark.parametrize("way", ["click", "key", "tool"])
def test_what_a_page_offers_is_done(pilot: Pilot, way: str) -> None:
    """A block of a page, its key and its button do the same."""
    quiz = begin(pilot)
    if way == "click":
        pilot.click(quiz.pages.task.rect_of(1).center)
    elif way == "key":
        pilot.press("h")
    else:
        pilot.press_button("Hint")
    assert quiz.followed == ["hint"]


def test_the_wheel_scrolls_a_page_that_is_too_long(pilot: Pilot) -> None:
    """A page with more than fits moves under the mouse, the others do not."""
    quiz = begin(pilot)
    pilot.hover(quiz.pages.listed.rect.center)
    pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1))
    pilot.run(FRAME)
    assert quiz.pages.listed.offset > 0
    assert quiz.pages.task.offset == 0


def test_escape_lets_go_before_it_leaves(pilot: Pilot) -> None:
    """What is selected is dropped first; then the screen is left."""
    below = begin(pilot)
    quiz = begin(pilot)
    pilot.type("9s")
    pilot.press("escape")
    assert pilot.scene is quiz
    assert quiz.board.selected is None
    pilot.press("escape")
    assert pilot.scene is below


def test_a_line_that_is_shown_covers_the_position(pilot: Pilot) -> None:
    """The line plays by itself, steps by hand, and goes when a tile is chosen."""
    quiz = begin(pilot)
    quiz.by_itself = (PLACE, (NINES,))
    quiz.preview.update(quiz.line, FRAME)
    pilot.type("+")
    assert quiz.shown_board.position == PLACE.play(NINES)
    pilot.pixels()
    pilot.type("5m")
    assert quiz.shown_board.position == PLACE
    assert quiz.line is None
