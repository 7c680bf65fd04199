"""The result card, without a review and with one."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from battle.game.session import Seat
from battle.game.setup import Series
from battle.rules.position import position
from battle.rules.record import evaluation_in, record
from battle.rules.tree import Game
from battle.screens.view import act
from battle.window.exercise import TaskScene
from battle.window.files import SaveScene
from battle.window.result import ResultScene
from battle.window.study import StudyScene
from battle.window.table import TableScene
from tests.support.endgames import highest_pair, play_out
from tests.support.pilot import (
    FRAME,
    Pilot,
    bad_game,
    friends,
    pilot_at,
    played,
    seat_twin,
    seated,
)
from tools.reference import move_values

pytestmark = pytest.mark.usefixtures("display")

# -- scene ----------------------------------------------------------------------------------------

SHORT = position("5m/5m/9s/9s 1 100-120")


def shown_result(pilot: Pilot) -> ResultScene:
    """Play the game at the table to its end."""
    play_out(pilot.session, highest_pair)
    pilot.settle()
    return pilot.shows(ResultScene)


def test_a_key_too_many_changes_nothing(pilot: Pilot) -> None:
    """For a second the result takes no key; then Enter goes to the yellow button only."""
    session = friends(pilot, SHORT).session
    play_out(session, highest_pair)
    while not isinstance(pilot.scene, ResultScene):
        pilot.run(0.05)
    for key in ("return", "escape", "space", "return"):
        pilot.press(key)
        pilot.shows(ResultScene)
    pilot.settle()
    for is_same in (True, False):
        pilot.press("return")
        assert (pilot.session is session) == is_same


@pytest.mark.parametrize("by_solver", [False, True])
def test_enter_while_the_last_tiles_fly_hurries_nothing_away(
    tmp_path: Path, by_solver: bool
) -> None:
    """The card comes at once, over a table without tiles in the air, and the review has begun."""
    with pilot_at(tmp_path, sound=False) as pilot:
        seat_twin(pilot)
        *moves, last = bad_game().moves
        table = friends(pilot, bad_game().start)
        for pair in moves:
            table.session.play(pair)
        pilot.settle()
        if by_solver:
            pilot.session.play(last)
        else:
            table.game.play(last)
            pilot.run(3 * FRAME)
            assert table.moving
        pilot.press("return")
        result = pilot.shows(ResultScene)
        assert not table.moving
        assert table.board.position == pilot.session.position
        assert not result.screen.played.is_ready
        finish(pilot, result)
        assert result.screen.played.is_known


# -- reviewed result ------------------------------------------------------------------------------


def shown(pilot: Pilot, game: Game) -> ResultScene:
    """Play a game at the table to its end; the result is shown."""
    played(pilot, game)
    return pilot.shows(ResultScene)


def finish(pilot: Pilot, result: ResultScene) -> None:
    """Let the review come to its end."""
    pilot.until(lambda: result.screen.played.is_ready)


def test_analyse_takes_the_review_over(pilot: Pilot) -> None:
    """Review shows what is known and goes on where it was: it asks about no position again."""
    twin = seat_twin(pilot)
    shown(pilot, bad_game()).act(act("analyse"))
    scene = pilot.shows(StudyScene)
    assert scene.analyst is pilot.table.study.review.analyst
    in_front = scene.front
    pilot.until(lambda: scene.analyst.review is None)
    grids = [place.grid for place in twin.asked]
    line = [node.position.grid for node in scene.study.line() if node is not in_front]
    assert all(grids.count(grid) <= 2 for grid in line)
    pilot.press("a")
    pilot.run(0.2)
    assert not twin.busy
    assert pilot.shows(ResultScene).screen.played.is_known


def test_the_game_gets_its_values(pilot: Pilot) -> None:
    """The record that is copied or saved has the values that were found."""
    seat_twin(pilot)
    result = shown(pilot, bad_game())
    finish(pilot, result)
    pilot.press_button("Details")
    pilot.press_button("See the board")
    pilot.press("ctrl+c")
    copied = record(pygame.scrap.get_text()).game
    for node in (copied.root, *copied.root.main_line()):
        found = evaluation_in(node.comment)
        assert found.is_proven
    pilot.press("ctrl+s")
    assert isinstance(pilot.scene, SaveScene)


@pytest.mark.parametrize("failure", ["", "it has died"])
def test_another_game_gets_the_engine(pilot: Pilot, failure: str) -> None:
    """Leaving the card leaves nothing of the review running; a solver that dies is in no way."""
    twin = seat_twin(pilot)
    shown(pilot, bad_game())
    pilot.run(2 * FRAME)
    assert twin.busy
    if failure:
        twin.fail(failure)
        pilot.run(0.2)
    pilot.press_button("Rematch")
    pilot.run(0.2)
    pilot.shows(TableScene)
    assert not twin.busy


def test_everything_at_once_fits(tmp_path: Path) -> None:
    """In the smallest window, with the largest text, all that can be pressed is inside, apart."""
    with pilot_at(tmp_path, size=(900, 600), text_scale=1.6, animation=False) as pilot:
        seats = (Seat("Ada"), Seat(solver=True, level="casual"))
        table = seated(pilot, seats, position("9s/9s/5m5p5m5p 1 200-20"))
        table.session.series = Series(((118, 152),))
        result = shown_result(pilot)
        places = [widget.rect for widget in result.widgets if widget.visible]
        assert all(pilot.app.surface.get_rect().contains(place) for place in places)
        assert not any(result.board.colliderect(place) for place in places)
        assert not any(
            one.colliderect(other) for n, one in enumerate(places) for other in places[:n]
        )


def test_the_answer_is_played_tile_by_tile(tmp_path: Path) -> None:
    """One tile after the other comes into the light; without animation both are there at once."""
    with pilot_at(tmp_path, sound=False) as pilot:
        seat_twin(pilot)
        played(pilot, bad_game())
        pilot.settle()
        result = pilot.shows(ResultScene)
        finish(pilot, result)
        moment = result.screen.played.moment
        assert moment is not None
        result.act(act("review", ply=moment.ply))
        scene = pilot.shows(TaskScene)
        seen = []
        scene.act(act("answer"))
        for _frame in range(20):
            seen.append(len(scene.shown_board.in_light))
            pilot.run(0.1)
        assert {*seen} >= {0, 1, 2}
        pilot.app.change(animation=False)
        scene.act(act("answer"))
        assert not scene.moving


def test_a_pair_is_tried_by_mouse(pilot: Pilot) -> None:
    """The board of a costly pair is played on from there, and left again by the same button."""
    seat_twin(pilot)
    played(pilot, bad_game())
    pilot.settle()
    result = pilot.shows(ResultScene)
    finish(pilot, result)
    result.act(act("review", ply=result.screen.played.costly[0].ply))
    scene = pilot.shows(TaskScene)
    before = scene.board.position
    pilot.press_button("Try it")
    values = move_values(before)
    pair = max(values, key=lambda pair: values[pair])
    for cell in pair:
        pilot.click(scene.view.layout.board.rect_of(cell).center)
    pilot.until(
        lambda: scene.task.live and scene.board.position.tiles_left == before.tiles_left - 4
    )
    pilot.press_button("Back to the game")
    assert scene.board.position == before
