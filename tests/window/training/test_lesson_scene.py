"""The lesson in the window, and what it shares with the trainer."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from battle.page.blocks import Offer, Paragraph
from battle.rules.position import Move, Position, cell, move
from battle.rules.problem import problem
from battle.rules.record import Game
from battle.training.practice import Stage
from battle.window.scenes.card_scene import ChoiceDialog
from battle.window.study.scene import StudyScene
from battle.window.training.trainer_scene import LessonScene, TrainerScene
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
from tests.support.trainees import seat
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


def click_pair(pilot: Pilot, scene: TrainerScene, pair: Move) -> None:
    for place in pair:
        pilot.click(scene.view.layout.board.rect_of(place).center)
    pilot.hover((5, 5))


def stage_of(scene: LessonScene) -> Stage | None:
    return None if scene.practice is None else scene.practice.stage


def said(scene: LessonScene) -> list[str]:
    return [block.words for block in scene.task.blocks if isinstance(block, Paragraph)]


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
    assert {one.position.to_move for one in lesson.lesson.mistakes} == {1}


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
        assert f"costs {cost} point" in told
        pilot.run(1.5)
        assert scene.shown_board.position == mistake.position
    assert scene.lesson.clean == 0


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
    assert scene.lesson.how(scene.lesson.index) == "right"
    pilot.press("return")
    assert scene.lesson.index == 1
    pilot.press("shift+n")
    assert (scene.lesson.index, scene.lesson.how(0)) == (0, "right")


def test_nothing_that_is_known_is_shown(pilot: Pilot) -> None:
    """The values known of a position make no difference to what the lesson shows of it."""
    seat_twin(pilot)
    scene = lesson_of(pilot, bad_game(1))
    mistake = scene.lesson.mistake
    assert mistake is not None
    pilot.hover((5, 5))
    pilot.run(2.0)
    before = pilot.pixels()
    known = scene.practice.values
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
    last = len(scene.listed.blocks) - 1
    scene.listed.choose(last)
    pilot.click(scene.listed.rect_of(last).center)
    assert scene.lesson.index == len(scene.lesson.mistakes) - 1
    assert scene.lesson.how(0) == "skipped"


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
        scene.task.scroll(10**6)
        assert scene.task.rect_of(len(scene.task.blocks) - 1).bottom <= scene.task.rect.bottom
        pilot.pixels()


# -- an exercise on the table ---------------------------------------------------------------------

SMALL = problem("5m5p/5p5m/9s/9s 1 0-0; c1d1:9; a1b2:1; a2b1:1")
PLACE = SMALL.position
NINES = move("c1d1")
FIVES = move("a1b2")


def begin(pilot: Pilot) -> TrainerScene:
    """Put the pair of 9s on the screen, which everything else leaves to the defence."""
    seat(pilot, [SMALL])
    scene = TrainerScene(pilot.app)
    pilot.app.push(scene)
    pilot.run(2 * FRAME)
    return scene


def test_a_wrong_pair_is_away_for_a_while(pilot: Pilot) -> None:
    """Long enough to be seen; but a click on the next pair does not have to wait."""
    scene = begin(pilot)
    click_pair(pilot, scene, FIVES)
    assert scene.board.position == PLACE.play(FIVES)
    assert scene.ticking
    pilot.run(1.5)
    assert scene.board.position == PLACE
    assert not scene.moving
    click_pair(pilot, scene, FIVES)
    click_pair(pilot, scene, NINES)
    assert scene.board.position == PLACE.play(NINES)
    pilot.run(3.0)
    assert scene.board.position == PLACE.play(NINES)
    click_pair(pilot, scene, FIVES)
    assert scene.status()[0] == "This exercise is finished."
    assert scene.board.position == PLACE.play(NINES)


def test_tiles_fly_off_and_back(tmp_path: Path) -> None:
    """With animations a pair flies to its taker, and a wrong one to its cells again."""
    with pilot_at(tmp_path, animation=True, sound=False) as pilot:
        scene = begin(pilot)
        click_pair(pilot, scene, FIVES)
        assert [flight.landing for flight in scene.motion.flights] == [False, False]
        pilot.run(0.95)
        assert [flight.landing for flight in scene.motion.flights] == [True, True]


def test_a_pair_is_chosen_by_keyboard(pilot: Pilot) -> None:
    """Full stop and Enter, or typing a tile, do what clicks do."""
    scene = begin(pilot)
    pilot.type("9s")
    assert scene.board.selected == cell("c1")
    pilot.press(".")
    pilot.press("return")
    assert scene.board.position == PLACE.play(NINES)


@pytest.mark.parametrize("way", ["click", "key", "tool"])
def test_what_a_page_offers_is_done(pilot: Pilot, way: str) -> None:
    """A block of a page, its key and its button do the same."""
    scene = begin(pilot)
    if way == "click":
        blocks = scene.task.blocks
        offer = next(row for row, block in enumerate(blocks) if isinstance(block, Offer))
        pilot.click(scene.task.rect_of(offer).center)
    elif way == "key":
        pilot.press("h")
    else:
        pilot.press_button("Hint")
    assert scene.practice is not None
    assert len(scene.practice.hints) == 1


def test_the_wheel_scrolls_a_page_that_is_too_long(tmp_path: Path) -> None:
    """A page with more than fits moves under the mouse, the others do not."""
    with pilot_at(tmp_path, size=(900, 600), text_scale=1.6, sound=False) as pilot:
        scene = begin(pilot)
        scene.task.to_top()
        pilot.hover(scene.task.rect.center)
        pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1))
        pilot.run(FRAME)
        assert scene.task.offset > 0
        assert scene.listed.offset == 0


def test_escape_lets_go_before_it_leaves(pilot: Pilot) -> None:
    """What is selected is dropped first; then the screen is left."""
    below = begin(pilot)
    scene = begin(pilot)
    pilot.type("9s")
    pilot.press("escape")
    assert pilot.scene is scene
    assert scene.board.selected is None
    pilot.press("escape")
    assert pilot.scene is below


def test_a_line_that_is_shown_covers_the_position(pilot: Pilot) -> None:
    """The line plays by itself, steps by hand, and goes when a tile is chosen."""
    scene = begin(pilot)
    pilot.press("l")
    pilot.run(FRAME)
    pilot.type("+")
    assert scene.shown_board.position == PLACE.play(NINES)
    pilot.pixels()
    pilot.type("5m")
    assert scene.shown_board.position == PLACE
    assert scene.line is None
