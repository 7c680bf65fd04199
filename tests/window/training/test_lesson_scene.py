"""The lesson in the window, and what it shares with the trainer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pygame
import pytest

from battle.page.blocks import Offer, Paragraph
from battle.rules.game import Game
from battle.rules.position import Move, Position, cell, kind, move, position
from battle.training.exercise import Stage
from battle.window.board.board import Board
from battle.window.scenes.board_scene import Tool
from battle.window.scenes.card_scene import ChoiceDialog
from battle.window.scenes.scene import Services
from battle.window.study.scene import StudyScene
from battle.window.training.keys import LESSON_SHORTCUTS
from battle.window.training.lesson_scene import LessonScene
from battle.window.training.trainer_scene import TrainerScene
from tests.support.engines import TwinEngine
from tests.support.pilot import (
    FRAME,
    Pilot,
    analysed,
    bad_game,
    cost_of,
    costly,
    pilot_at,
    reviewed,
    seat_twin,
)
from tools.reference import move_values

# -- lesson scene ---------------------------------------------------------------------------------

SOLVER = {"First": "Ada", "Second": "Solver", "SecondType": "program"}


def lesson_of(pilot: Pilot, game: Game, whose: str = "") -> LessonScene:
    """Review a game of two people and begin the lesson of one of them or of both."""
    scene = reviewed(pilot, game, First="Ada", Second="Ben")
    pilot.press("l")
    asked = pilot.scene
    assert isinstance(asked, ChoiceDialog)
    words = next(c.words for c in asked.choices if c.words.startswith(whose or "Both"))
    pilot.press_button(words)
    pilot.run(0.2)
    lesson = pilot.scene
    assert isinstance(lesson, LessonScene)
    assert scene in pilot.app.scenes
    return lesson


def right_and_wrong(place: Position) -> tuple[list[Move], list[Move]]:
    """Return the moves that keep a position's value and those that do not, by the twin."""
    values = move_values(place)
    best = max(values.values())
    return [m for m in values if values[m] == best], [m for m in values if values[m] < best]


def click_pair(pilot: Pilot, scene: LessonScene | Quiz, pair: Move) -> None:
    for place in pair:
        pilot.click(scene.view.layout.board.rect_of(place).center)
    pilot.hover((5, 5))


def stage_of(scene: LessonScene) -> Stage | None:
    return None if scene.practice is None else scene.practice.stage


def said(scene: LessonScene) -> list[str]:
    return [block.words for block in scene.pages.task.blocks if isinstance(block, Paragraph)]


def test_every_costly_move_of_the_chosen_player_is_put_again(pilot: Pilot) -> None:
    """The lesson has the player's mistakes in the game's order, with the position before each."""
    seat_twin(pilot)
    game = bad_game(2)
    lesson = lesson_of(pilot, game, "Ben")
    mine = [n for n in costly(game) if n.parent and n.parent.position.to_move == 2]
    for node in mine:
        mistake = lesson.lesson.mistake
        assert mistake is not None
        assert node.parent is not None
        assert (mistake.node, mistake.cost) == (node, cost_of(node))
        assert lesson.shown_board.position == node.parent.position
        assert f"cost {cost_of(node)} point" in said(lesson)[0]
        pilot.press("n")
    assert lesson.lesson.mistake is None


def test_against_the_solver_only_the_person_learns(pilot: Pilot) -> None:
    """In a game against the solver nobody is asked whose mistakes are meant."""
    seat_twin(pilot)
    game = bad_game(2)
    scene = reviewed(pilot, game, **SOLVER)
    assert scene.session.person == 1
    pilot.press("l")
    lesson = pilot.scene
    assert isinstance(lesson, LessonScene)
    assert {one.player for one in lesson.lesson.mistakes} == {1}


def test_a_lesson_needs_a_review(pilot: Pilot) -> None:
    """Before the review the wish is refused with the reason."""
    twin = seat_twin(pilot)
    twin.silent = True
    scene = analysed(pilot, bad_game())
    pilot.press("l")
    assert pilot.scene is scene
    assert scene.said == ("The game has to be reviewed first.", "refused")


def test_a_wrong_pair_comes_back(pilot: Pilot) -> None:
    """A pair that costs something is told with its cost, and its tiles come back."""
    seat_twin(pilot)
    scene = lesson_of(pilot, bad_game(1))
    mistake = scene.lesson.mistake
    assert mistake is not None
    _right, wrong = right_and_wrong(mistake.position)
    values = move_values(mistake.position)
    for pair in wrong:
        click_pair(pilot, scene, pair)
        pilot.run(0.5)
        assert stage_of(scene) is Stage.WRONG
        cost = max(values.values()) - values[pair]
        told = " ".join(said(scene))
        assert pair == mistake.played or f"costs {cost} point" in told
        pilot.run(1.5)
        assert scene.shown_board.position == mistake.position
    assert (scene.lesson.right, scene.lesson.clean) == (0, 0)


def test_all_by_keyboard(pilot: Pilot) -> None:
    """An exercise is answered with the arrow keys and Enter, and gone back to with Shift+N."""
    seat_twin(pilot)
    scene = lesson_of(pilot, bad_game(1))
    mistake = scene.lesson.mistake
    assert mistake is not None
    right, _wrong = right_and_wrong(mistake.position)
    for place in right[0]:
        for _ in range(60):
            if scene.board.cursor == place:
                break
            pilot.press(".")
        assert scene.board.cursor == place
        pilot.press("return")
    pilot.run(1.0)
    assert scene.lesson.is_right(scene.lesson.index)
    pilot.press("return")
    assert scene.lesson.index == 1
    pilot.press("shift+n")
    assert (scene.lesson.index, scene.lesson.is_right(0)) == (0, True)


def test_nothing_that_is_known_is_shown(pilot: Pilot) -> None:
    """The values known of a position make no difference to what the lesson shows of it."""
    seat_twin(pilot)
    scene = lesson_of(pilot, bad_game(1))
    mistake = scene.lesson.mistake
    assert mistake is not None
    pilot.hover((5, 5))
    pilot.run(2.0)
    before = pilot.pixels()
    known = scene.practice.playout.values
    for pair in mistake.position.legal_moves:
        place = mistake.position.play(pair)
        for one in (place, *map(place.play, place.legal_moves)):
            values = move_values(one)
            if values:
                known.prove(one, max(values.values()), max(values.values()))
    pilot.run(2.0)
    assert pilot.pixels() == before


def test_escape_leaves_and_analyse_looks_at_the_mistake(pilot: Pilot) -> None:
    """Esc goes back to Analyse where it was; A shows the mistake there."""
    twin = seat_twin(pilot)
    scene = lesson_of(pilot, bad_game(1))
    pilot.press("n")
    mistake = scene.lesson.mistake
    assert mistake is not None
    pilot.press("a")
    study = pilot.scene
    assert isinstance(study, StudyScene)
    assert study.study.node is mistake.node
    pilot.press("l")
    pilot.press("return")
    assert isinstance(pilot.scene, LessonScene)
    pilot.press("escape")
    pilot.run(1.0)
    assert pilot.app.scene is study
    assert study.study.node is mistake.node
    assert not twin._events


def test_a_mistake_in_the_list_is_gone_to(pilot: Pilot) -> None:
    """A click on a mistake puts it on the table; what was passed over counts as skipped."""
    seat_twin(pilot)
    scene = lesson_of(pilot, bad_game(1))
    last = len(scene.pages.listed.blocks) - 1
    scene.pages.listed.choose(last)
    pilot.click(scene.pages.listed.rect_of(last).center)
    assert scene.lesson.index == scene.lesson.of - 1
    assert scene.lesson.is_skipped(0)


@pytest.mark.parametrize("size", [(900, 600), (900, 1200), (2560, 1440)])
@pytest.mark.parametrize("scale", [0.8, 1.6])
def test_at_every_size(tmp_path: Path, size: tuple[int, int], scale: float) -> None:
    """The task can be reached with all it offers, however little room there is."""
    with pilot_at(tmp_path, size=size, text_scale=scale, sound=False, animation=True) as pilot:
        twin = seat_twin(pilot)
        assert isinstance(twin, TwinEngine)
        scene = lesson_of(pilot, bad_game(1))
        pilot.press("h")
        pilot.press("h")
        pilot.run(10 * FRAME)
        scene.pages.task.scroll(10**6)
        assert (
            scene.pages.task.rect_of(len(scene.pages.task.blocks) - 1).bottom
            <= scene.pages.task.rect.bottom
        )
        pilot.pixels()


# -- exercise scene -------------------------------------------------------------------------------

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
