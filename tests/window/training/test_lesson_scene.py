"""Learning from mistakes, driven by clicks and keys, against the slow twin's values."""

from __future__ import annotations

from pathlib import Path

import pytest

from battle.page.blocks import Paragraph
from battle.rules.game import Game
from battle.rules.position import Move, Position
from battle.training.exercise import Stage
from battle.window.board.flights import FIRST_SECONDS
from battle.window.scenes.dialogs import ChoiceDialog
from battle.window.study.scene import StudyScene
from battle.window.training.lesson_scene import LessonScene
from tests.support.pilot import FRAME, Pilot, pilot_at
from tests.support.twin import (
    analysed,
    bad_game,
    cost_of,
    costly,
    reviewed,
    seat_twin,
)
from tests.support.twin_engine import TwinEngine
from tools.reference import move_values

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


def click_pair(pilot: Pilot, scene: LessonScene, pair: Move) -> None:
    for cell in pair:
        pilot.click(scene.view.layout.board.rect_of(cell).center)
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


@pytest.mark.parametrize("seed", range(3))
def test_any_pair_that_keeps_the_value_is_right(pilot: Pilot, seed: int) -> None:
    """Each pair that the twin finds to be best is accepted by a click on its two tiles."""
    seat_twin(pilot)
    scene = lesson_of(pilot, bad_game(seed))
    while (mistake := scene.lesson.mistake) is not None:
        right, _wrong = right_and_wrong(mistake.position)
        click_pair(pilot, scene, right[-1])
        pilot.run(1.0)
        assert scene.lesson.is_right(scene.lesson.index)
        assert scene.shown_board.position == mistake.position.play(right[-1])
        pilot.press("return")
    assert scene.lesson.clean == scene.lesson.of
    assert f"{scene.lesson.of} of {scene.lesson.of} mistakes put right" in said(scene)[0]


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


def test_hints_step_by_step(pilot: Pilot) -> None:
    """H tells the worth, then the column, then the pair; then the solution plays itself."""
    seat_twin(pilot)
    scene = lesson_of(pilot, bad_game(1))
    mistake = scene.lesson.mistake
    assert mistake is not None
    right, _wrong = right_and_wrong(mistake.position)
    assert not any("margin" in words for words in said(scene))
    pilot.press("h")
    assert any("final margin" in words for words in said(scene))
    assert not isinstance(scene.hinted_column, int)
    pilot.press("h")
    assert scene.hinted_column in {cell.column for pair in right for cell in pair}
    pilot.press("h")
    assert scene.board.hint in right
    pilot.press("h")
    assert scene.lesson.is_shown(0)
    pilot.run(FIRST_SECONDS + 0.2)
    assert scene.preview.replay is not None
    assert scene.preview.replay.moves[0] in right
    assert scene.shown_board.position == mistake.position.play(scene.preview.replay.moves[0])
    pilot.press("return")
    assert scene.lesson.index == 1


def test_all_by_keyboard(pilot: Pilot) -> None:
    """An exercise is answered with the arrow keys and Enter, and gone back to with Shift+N."""
    seat_twin(pilot)
    scene = lesson_of(pilot, bad_game(1))
    mistake = scene.lesson.mistake
    assert mistake is not None
    right, _wrong = right_and_wrong(mistake.position)
    for cell in right[0]:
        for _ in range(60):
            if scene.board.cursor == cell:
                break
            pilot.press(".")
        assert scene.board.cursor == cell
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
