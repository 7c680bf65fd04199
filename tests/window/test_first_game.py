"""What follows the first game, and its pages at every size."""

from __future__ import annotations

from battle.reviews.background import TableStudy
from battle.training.first_game import COUNT, LESSONS, is_small_game
from battle.window.exercise import TaskScene
from battle.window.result import ResultScene
from battle.window.table import TableScene
from battle.window.ui.widgets import STYLES
from tests.support.endgames import highest_pair, play_out
from tests.support.pilot import FRAME, Pilot

WHOLE = "A whole game against Pip"


def test_after_the_small_game_come_its_costs_and_a_whole_deal(pilot: Pilot) -> None:
    """The yellow button begins 108 tiles against the same opponent."""
    from tools.screens.pictures import studied

    pilot.app.change(first_game=COUNT - 1)
    pilot.app.go("first_game")
    pilot.run(FRAME)
    pilot.press("return")
    session = pilot.shows(TableScene).session
    assert (session.person, session.level, is_small_game(session)) == (1, "novice", True)
    play_out(session, highest_pair)
    study = TableStudy(pilot.app, session, studied(session))
    study.reviewed()
    result = ResultScene(pilot.app, study)
    pilot.app.push(result)
    pilot.run(FRAME)
    primary = [one.text for one in result.buttons if one.style is STYLES["primary"]]
    assert primary == [WHOLE]
    pilot.press_button(WHOLE)
    table = pilot.shows(TableScene)
    assert (table.session.position.tiles_left, table.session.level) == (108, "novice")
    assert table.session.person == table.session.position.to_move == 1
    assert table.game.teacher_rule.is_on


def test_a_lesson_ends_with_the_others_last_pair(pilot: Pilot) -> None:
    """What is kept of a lesson, which lays the window out anew, hides none of its last moves."""
    pilot.app.go("lessons", len(LESSONS) - 1)
    scene = pilot.shows(TaskScene)
    while scene.task.state == "ready":
        place = scene.task.position
        pair = max(place.legal_moves, key=lambda pair: (place.worth(pair), pair))
        for cell in pair:
            pilot.click(scene.view.layout.board.rect_of(cell).center)
        pilot.run(4)
    assert scene.task.state == "over"
    assert scene.task.position.is_over
