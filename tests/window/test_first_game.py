"""What follows the first game, and its pages at every size."""

from __future__ import annotations

from pathlib import Path

import pytest

from battle.reviews.background import TableStudy
from battle.training.first_game import COUNT, is_small_game
from battle.training.sitting import Stage
from battle.window.first_game import FirstGameScene
from battle.window.result import ResultScene
from battle.window.table import TableScene
from battle.window.ui.widgets import STYLES
from tests.support.endgames import highest_pair, play_out
from tests.support.pilot import FRAME, Pilot, pilot_at

WHOLE = "A whole deal against Pip"


def begun(pilot: Pilot, step: int = 0) -> FirstGameScene:
    """Begin the first game at a step."""
    pilot.app.change(first_game=step)
    pilot.app.go("first_game")
    pilot.run(0.1)
    return pilot.shows(FirstGameScene)


def test_after_the_small_game_come_its_costs_and_a_whole_deal(pilot: Pilot) -> None:
    """Yellow shows the costliest pair; beside it a button begins 108 tiles against Novice."""
    from tools.screens.pictures import studied

    begun(pilot, COUNT - 1)
    pilot.press("n")
    session = pilot.shows(TableScene).session
    assert (session.person, session.level, is_small_game(session)) == (1, "novice", True)
    play_out(session, highest_pair)
    study = TableStudy(pilot.app, session, studied(session))
    study.reviewed()
    result = ResultScene(pilot.app, study)
    pilot.app.push(result)
    pilot.run(FRAME)
    primary = [one.text for one in result.buttons if one.style is STYLES["primary"]]
    assert primary == ["Rematch"]
    pilot.press_button(WHOLE)
    table = pilot.shows(TableScene)
    assert (table.session.position.tiles_left, table.session.level) == (108, "novice")
    assert table.session.person == table.session.position.to_move == 1
    assert table.game.teacher_rule.is_on


@pytest.mark.parametrize(
    ("size", "scale", "code"),
    [((900, 600), 1.0, "en"), ((900, 600), 1.6, "de"), ((1280, 800), 1.6, "de")],
)
def test_what_comes_next_is_seen_at_every_size(
    tmp_path: Path, size: tuple[int, int], scale: float, code: str
) -> None:
    """Once a step is done the way to the next is in sight, and in the list the step in hand."""
    with pilot_at(tmp_path, size=size, text_scale=scale, language=code, sound=False) as pilot:
        scene = begun(pilot)
        for index in (0, 4, 5):
            scene.go_to(index)
            while scene.game.stage is not Stage.OVER:
                pilot.press("h", "return")
                pilot.until(lambda: scene.game.stage in (Stage.ASKING, Stage.OVER))
            pilot.run(FRAME)
            offers = [n for n, block in enumerate(scene.task.blocks) if block.target is not None]
            assert scene.task.rect.contains(scene.task.rect_of(offers[0]))
            row = scene.listed.where(index)
            assert scene.listed.rect.contains(scene.listed.rect_of(row))
            pilot.pixels()
