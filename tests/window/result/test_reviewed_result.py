"""The review that begins by itself when a game ends, against the slow twin's values."""

from __future__ import annotations

import re
from pathlib import Path

import pygame
import pytest

from battle.rules.game import Game
from battle.rules.record import evaluation_in, record
from battle.window.dialogs.files import SaveScene
from battle.window.result.scene import ResultScene
from battle.window.study.scene import StudyScene
from battle.window.table.scene import TableScene
from tests.support.pilot import FRAME, Pilot, friends, pilot_at
from tests.support.twin import bad_game, cost_of, seat_twin
from tools.reference import value


def played(pilot: Pilot, game: Game) -> tuple[TableScene, ResultScene]:
    """Play a game at the table to its end; the result is shown."""
    table = friends(pilot, game.root.position)
    for node in game.root.main_line():
        assert node.move is not None
        table.session.play(node.move)
    pilot.run(2 * FRAME)
    assert isinstance(pilot.scene, ResultScene)
    return table, pilot.scene


def finish(pilot: Pilot, table: TableScene) -> None:
    """Let the review come to its end."""
    for _ in range(600):
        if table.study.review is not None and not table.study.review.running:
            pilot.run(2 * FRAME)
            return
        pilot.run(FRAME)
    raise AssertionError("the review does not end")


def as_number(words: str) -> int:
    return int(re.sub(r"[^0-9-]", "", words.replace("−", "-")))


@pytest.mark.parametrize("seed", range(3))
def test_the_review_comes_by_itself(pilot: Pilot, seed: int) -> None:
    """When a game ends it is reviewed behind the result, whose sum is that of the slow twin."""
    seat_twin(pilot)
    game = bad_game(seed)
    table, result = played(pilot, game)
    assert result.reviewing
    assert result.summary.share is not None
    assert set(result.summary.numbers) == {"…"}
    finish(pilot, table)
    par, first, second, margin = map(as_number, result.summary.numbers)
    lost = {1: 0, 2: 0}
    for node in game.root.main_line():
        assert node.parent is not None
        lost[node.parent.position.to_move] += cost_of(node)
    start = game.root.position
    assert par == start.margin + (value(start) if start.to_move == 1 else -value(start))
    assert (first, second) == (lost[1], lost[2])
    assert margin == par - first + second == game.last.position.margin
    assert result.summary.proven == "Everything is proven, from the first move on."
    assert result.summary.signs[-1] == "="


def test_nothing_jumps_when_it_arrives(pilot: Pilot) -> None:
    """Parts and buttons stay where they were before the review; one to the trainer comes."""
    seat_twin(pilot)
    table, result = played(pilot, bad_game())
    before = result.box.copy(), dict(result.parts), _buttons(result)
    finish(pilot, table)
    after = _buttons(result)
    review = result.study.review
    assert review is not None
    assert after.pop(f"Train {review.learned} mistake{'s' * (review.learned != 1)}")
    assert (result.box, result.parts) == before[:2]
    assert before[2].pop("Cancel the review")
    assert after == before[2]


def _buttons(result: ResultScene) -> dict[str, tuple[int, int, int, int]]:
    found = {}
    for one in result.order:
        if not one.visible:
            continue
        found[one.text or one.tip] = tuple(one.rect)
    return found


def test_it_can_be_cancelled(pilot: Pilot) -> None:
    """The small button ends the work at once; Review takes it up again."""
    twin = seat_twin(pilot)
    _table, result = played(pilot, bad_game())
    pilot.press_button("Cancel the review")
    asked = len(twin.queries)
    pilot.run(0.5)
    assert not result.reviewing
    assert not twin.busy
    assert len(twin.queries) == asked
    assert result.summary.words == "This game has not been reviewed yet."
    pilot.press_button("Review")
    scene = pilot.scene
    assert isinstance(scene, StudyScene)
    assert scene.sheet == "review"
    assert scene.analyst.review is not None


def test_it_can_be_turned_off(tmp_path: Path) -> None:
    """With `auto_review` off nothing is asked until somebody wants the review."""
    with pilot_at(tmp_path, auto_review=False, animation=False, sound=False) as pilot:
        twin = seat_twin(pilot)
        played(pilot, bad_game())
        pilot.run(0.3)
        assert twin.queries == []
        pilot.press_button("Review")
        pilot.run(0.3)
        assert twin.queries


def test_analyse_takes_the_review_over(pilot: Pilot) -> None:
    """Review shows what is known and goes on where it was: no position is asked about twice."""
    twin = seat_twin(pilot)
    table, _result = played(pilot, bad_game())
    for _ in range(40):
        pilot.run(FRAME)
    pilot.press_button("Review")
    scene = pilot.scene
    assert isinstance(scene, StudyScene)
    assert table.study.review is not None
    assert scene.analyst is table.study.review.analyst
    scene.analyst.look(None)
    for _ in range(600):
        if scene.analyst.review is None:
            break
        pilot.run(FRAME)
    grids = [place.grid for place in twin.asked]
    line = [node.position.grid for node in scene.study.line()]
    assert all(grids.count(grid) <= 2 for grid in line)
    pilot.press("tab")
    assert isinstance(pilot.scene, ResultScene)
    pilot.run(0.2)
    assert not twin.busy
    assert pilot.scene.summary.numbers[0] != "…"


def test_the_game_gets_its_values(pilot: Pilot) -> None:
    """The record that is copied or saved has the values that were found."""
    seat_twin(pilot)
    game = bad_game()
    table, _result = played(pilot, game)
    finish(pilot, table)
    pilot.press_button("Copy the record")
    copied = record(pygame.scrap.get_text()).game
    for node in (copied.root, *copied.root.main_line()):
        found = evaluation_in(node.comment)
        assert found is not None
        assert found.is_proven
    pilot.press_button("Save the game")
    assert isinstance(pilot.scene, SaveScene)


def test_it_goes_on_while_the_table_is_looked_at(pilot: Pilot) -> None:
    """Off the card the review goes on; a move taken back ends it and play goes on."""
    twin = seat_twin(pilot)
    table, _result = played(pilot, bad_game())
    pilot.press_button("Look at the table")
    assert pilot.scene is table
    finish(pilot, table)
    assert table.study.review is not None
    assert table.study.review.is_complete
    table.session.request_take_back(1)
    table.session.answer(True)
    pilot.run(3 * FRAME)
    assert table.session.game.ending is None
    assert not twin.busy
    assert table.study.review is None


def test_a_rematch_gets_the_engine(pilot: Pilot) -> None:
    """Leaving the card for another game leaves nothing of the review running."""
    twin = seat_twin(pilot)
    played(pilot, bad_game())
    pilot.run(2 * FRAME)
    assert twin.busy
    pilot.press_button("Rematch")
    pilot.run(0.2)
    assert isinstance(pilot.scene, TableScene)
    assert not twin.busy


def test_a_game_without_a_move_has_nothing_to_review(pilot: Pilot) -> None:
    """Who resigns at once is told so, not that a review is to come."""
    table = friends(pilot)
    table.session.resign(1)
    pilot.settle()
    assert isinstance(pilot.scene, ResultScene)
    assert pilot.scene.summary.words == "No move was played."


def test_a_solver_that_fails(pilot: Pilot) -> None:
    """If the solver dies the card says so, and everything else still works."""
    twin = seat_twin(pilot)
    _table, result = played(pilot, bad_game())
    twin.fail("it has died")
    pilot.run(0.2)
    assert "it has died" in result.summary.words
    pilot.press_button("New deal")
    assert isinstance(pilot.scene, TableScene)
