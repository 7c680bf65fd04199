"""The first game in the window: by mouse, by keyboard, left and taken up again."""

from __future__ import annotations

from pathlib import Path

import pytest

from battle.profile.settings import load
from battle.rules.position import Cell, Move, kind
from battle.training.background import TableStudy
from battle.training.first_game import COUNT, STEPS, is_small_game, value_of
from battle.training.sitting import Stage
from battle.window.first_game import FirstGameScene
from battle.window.result import ResultScene
from battle.window.start import LearnScene, StartScene
from battle.window.table import TableScene
from battle.window.ui.widgets import STYLES
from tests.support.endgames import highest_pair, play_out
from tests.support.pilot import FRAME, Pilot, pilot_at

WHOLE = "A whole deal against Novice"


def begun(pilot: Pilot, step: int = 0) -> FirstGameScene:
    """Begin the first game at a step."""
    pilot.app.change(first_game=step)
    pilot.app.go("first_game")
    pilot.run(0.1)
    return pilot.shows(FirstGameScene)


def click(pilot: Pilot, scene: FirstGameScene, cell: Cell) -> None:
    """Click the tile on a cell."""
    pilot.click(scene.view.layout.board.rect_of(cell).center)


def take(pilot: Pilot, scene: FirstGameScene, move: Move) -> None:
    """Take a pair with the mouse."""
    for cell in move:
        click(pilot, scene, cell)


def click_offer(pilot: Pilot, scene: FirstGameScene, words: str) -> None:
    """Click what the page offers."""
    number = next(n for n, b in enumerate(scene.task.blocks) if getattr(b, "words", "") == words)
    pilot.click(scene.task.rect_of(number).center)


def until_asked(pilot: Pilot, scene: FirstGameScene) -> None:
    """Let the other player take its pair."""
    pilot.until(lambda: scene.game.stage in (Stage.ASKING, Stage.OVER))


def test_a_newcomer_plays_it_by_mouse_alone(pilot: Pilot) -> None:
    """From the yellow button to the table against Novice with the teacher, each step kept."""
    pilot.app.replace(StartScene(pilot.app))
    pilot.run(0.1)
    pilot.press_button("Your first game")
    scene = pilot.shows(FirstGameScene)
    for index in range(COUNT - 1):
        assert scene.game.index == index
        while scene.game.stage is not Stage.OVER:
            take(pilot, scene, scene.game.best()[0])
            until_asked(pilot, scene)
        assert load(pilot.app.places)[0].first_game == index + 1
        click_offer(pilot, scene, "Next step")
    shown = scene.board.position
    assert shown.tiles_left == 36
    click_offer(pilot, scene, "Play against Novice")
    assert isinstance(pilot.scene, TableScene)
    assert pilot.session.position == shown
    assert pilot.session.level == "novice"
    assert pilot.table.teacher_rule.is_on
    pilot.app.go("home")
    assert "Your first game" not in [button.text for button in pilot.scene.buttons]


def test_after_the_small_game_come_its_costs_and_a_whole_deal(pilot: Pilot) -> None:
    """The card names the costliest pairs; the yellow button begins 108 tiles against Novice."""
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
    lines = [block.words for block in result.page if "was better" in getattr(block, "words", "")]
    assert 1 <= len(lines) <= 3
    assert [one.text for one in result.buttons if one.style is STYLES["primary"]] == [WHOLE]
    pilot.press_button(WHOLE)
    table = pilot.shows(TableScene)
    assert (table.session.position.tiles_left, table.session.level) == (108, "novice")
    assert table.session.person == table.session.position.to_move == 1
    assert table.teacher_rule.is_on


def test_it_is_played_by_keyboard_alone(pilot: Pilot) -> None:
    """Enter begins it and goes on, H shows a pair and Enter takes it; arrows and Enter take too."""
    pilot.app.replace(StartScene(pilot.app))
    pilot.run(0.1)
    pilot.press("return")
    scene = pilot.shows(FirstGameScene)
    for _step in STEPS:
        while scene.game.stage is not Stage.OVER:
            pilot.press("h", "return")
            until_asked(pilot, scene)
        pilot.press("return")
    pilot.press("shift+n", "home")
    assert scene.game.index == COUNT - 2
    pilot.press(".", "return", ".", "return")
    assert len(scene.game.moves) == 1
    until_asked(pilot, scene)
    pilot.press("n", "return")
    assert isinstance(pilot.scene, TableScene)


def test_it_is_taken_up_again_where_it_was_left(pilot: Pilot) -> None:
    """Esc leaves at any step; the start screen and Learn say which one is next."""
    pilot.app.replace(StartScene(pilot.app))
    scene = begun(pilot)
    take(pilot, scene, scene.game.best()[0])
    pilot.press("return")
    click(pilot, scene, STEPS[1].asked[0].first)
    pilot.press("escape", "escape")
    assert [button.note for button in pilot.scene.buttons][:1] == [f"Step 2 of {COUNT}"]
    pilot.press_button("Learn")
    assert isinstance(pilot.scene, LearnScene)
    pilot.press_button("First game")
    assert pilot.shows(FirstGameScene).game.index == 1


def test_a_person_with_a_record_finds_it_under_learn_only(pilot: Pilot) -> None:
    """With a game in the record the yellow button is New game."""
    from tools.screens.pictures import sample_games

    pilot.app.records.put(sample_games(pilot.app.moment())[0])
    pilot.app.replace(StartScene(pilot.app))
    pilot.run(0.1)
    assert pilot.scene.buttons[0].text == "New game"
    pilot.press_button("Learn")
    pilot.press_button("First game")
    assert isinstance(pilot.scene, FirstGameScene)


def test_a_wrong_pair_is_answered_and_both_come_back(pilot: Pilot) -> None:
    """What it leads to is shown on the table and said; then the same choice comes again."""
    scene = begun(pilot, 3)
    wrong = next(m for m in STEPS[3].position.legal_moves if m not in scene.game.best())
    take(pilot, scene, wrong)
    assert "10 points" in str(scene.task.blocks)
    pilot.until(lambda: len(scene.game.moves) == 2)
    assert scene.board.position.points[1] == 9
    until_asked(pilot, scene)
    assert scene.board.position == STEPS[3].position
    assert pilot.app.settings.first_game == 3
    take(pilot, scene, wrong)
    take(pilot, scene, scene.game.best()[0])
    assert scene.game.stage in (Stage.ASKING, Stage.REPLYING)


def test_a_blocked_tile_is_refused_with_the_reason(pilot: Pilot) -> None:
    """The page says why it cannot be taken, as the status line does."""
    scene = begun(pilot)
    click(pilot, scene, Cell(5, 4))
    assert "5 of dots on f5 is blocked: 1 tile above" in str(scene.task.blocks)
    assert scene.said is not None
    click(pilot, scene, STEPS[0].asked[0].first)
    assert "blocked" not in str(scene.task.blocks)


def test_of_the_same_number_in_another_suit_the_pictures_are_said_to_differ(pilot: Pilot) -> None:
    """A click on the 3 of dots says so, and so does the status line under the mouse."""
    scene = begun(pilot, 1)
    free = STEPS[1].position.free_cells
    three = next(cell for cell in free if str(STEPS[1].position.kind_at(cell)) == "3p")
    click(pilot, scene, three)
    words = "3 of dots and 3 of bamboo: their pictures differ."
    assert words in str(scene.task.blocks)
    assert scene.board.refusal(three, kind("3p")) == words


def test_below_par_is_no_failure(pilot: Pilot) -> None:
    """The costly pairs are listed with the way on, and the step counts as done."""
    scene = begun(pilot, 6)
    while scene.game.stage is not Stage.OVER:
        place = scene.game.position
        take(pilot, scene, min(place.legal_moves, key=lambda one: value_of(place, one)))
        until_asked(pilot, scene)
    assert pilot.app.settings.first_game == 7
    assert "was better" in str(scene.task.blocks)
    assert "close" not in {getattr(block, "icon", "") for block in scene.task.blocks}
    click_offer(pilot, scene, "Next step")
    assert scene.game.index == 7


def test_any_step_can_be_gone_to(pilot: Pilot) -> None:
    """A click in the list goes there; what was done stays done."""
    scene = begun(pilot, 5)
    pilot.click(scene.listed.rect_of(scene.listed.where(1) or 0).center)
    assert scene.game.index == 1
    take(pilot, scene, scene.game.best()[0])
    assert pilot.app.settings.first_game == 5


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
                until_asked(pilot, scene)
            pilot.run(FRAME)
            offers = [n for n, block in enumerate(scene.task.blocks) if block.target is not None]
            assert scene.task.rect.contains(scene.task.rect_of(offers[0]))
            row = scene.listed.where(index)
            assert scene.listed.rect.contains(scene.listed.rect_of(row))
            pilot.pixels()
