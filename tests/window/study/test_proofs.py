"""Proofs asked for in Analyse: of a position or the line, with the time said before."""

from __future__ import annotations

import pytest

from battle.page.blocks import Command, Offer, Progress
from battle.window.study.proofs import LINE, POSITION
from battle.window.study.scene import StudyScene
from tests.support.pilot import FRAME, Pilot
from tests.support.twin import analysed, bad_game, cost_of, seat_twin
from tests.support.twin_engine import TwinEngine


def opened(pilot: Pilot) -> tuple[StudyScene, TwinEngine]:
    """Open a game whose positions all have guesses, with a solver that takes a while."""
    twin = seat_twin(pilot)
    twin.reports = 8
    pilot.app.change(analyse_panels=("review",))
    game = bad_game()
    scene = analysed(pilot, game)
    scene.analyst.stop()
    for node in scene.study.nodes():
        scene.study.values.guess(node.position, 1)
    scene.refresh()
    pilot.run(2 * FRAME)
    return scene, twin


def let_finish(pilot: Pilot, scene: StudyScene) -> None:
    for _ in range(2000):
        pilot.run(FRAME)
        if not scene.proofs.is_running:
            return
    raise AssertionError


def offers(scene: StudyScene) -> dict[object, str]:
    return {
        block.target: block.words for block in scene.proofs.blocks() if isinstance(block, Offer)
    }


def test_the_time_is_said_before(pilot: Pilot) -> None:
    """Both proofs are offered with about the time they take, as long as there is something left."""
    scene, _ = opened(pilot)
    assert offers(scene)[Command(LINE)].startswith("Prove the whole line: ")
    assert offers(scene)[Command(POSITION)].startswith("Prove this position: ")
    value = max(cost_of(node) for node in scene.study.game.root.main_line())
    assert value > 0
    scene.proofs.turn(POSITION)
    let_finish(pilot, scene)
    assert Command(POSITION) not in offers(scene)
    assert Command(LINE) in offers(scene)


def test_a_position_is_proven(pilot: Pilot) -> None:
    """Ctrl+P proves the position looked at, and only that is asked for."""
    scene, twin = opened(pilot)
    twin.queries.clear()
    pilot.press("ctrl+p")
    pilot.run(2 * FRAME)
    assert "is being proven" in scene.proofs.words
    let_finish(pilot, scene)
    assert scene.study.values.known(scene.study.position).is_exact
    asked = [query for query in twin.queries if query.lines == 1]
    assert [query.moves for query in asked] == [()]


def test_a_line_is_proven_from_its_end(pilot: Pilot) -> None:
    """Ctrl+Shift+P proves the line; in the end every move costs what the slow twin says."""
    scene, _ = opened(pilot)
    pilot.press("ctrl+shift+p")
    pilot.run(2 * FRAME)
    assert "move 1 in" in scene.proofs.words
    assert any(isinstance(block, Progress) for block in scene.proofs.blocks())
    let_finish(pilot, scene)
    review = scene.study.review()
    assert review is not None
    assert review.exact_from == 1
    line = scene.study.game.root.main_line()
    assert [move.cost for move in review.moves] == [cost_of(node) for node in line]


@pytest.mark.parametrize("keys", ["ctrl+shift+p", "shift+e"])
def test_a_proof_is_ended_and_goes_on(pilot: Pilot, keys: str) -> None:
    """The same keys, or those that stop all, end it; begun again it goes on with the rest."""
    scene, twin = opened(pilot)
    scene.proofs.turn(LINE)
    while scene.study.values.known(scene.study.line()[-3].position).is_exact is False:
        pilot.run(FRAME)
    pilot.press(keys)
    pilot.run(FRAME)
    assert not scene.proofs.is_running
    scene.analyst.stop()
    twin.queries.clear()
    scene.proofs.turn(LINE)
    let_finish(pilot, scene)
    left = [query for query in twin.queries if query.lines == 1]
    assert 0 < len(left) <= len(scene.study.line()) - 3


def test_an_engine_that_fails_holds_it_up(pilot: Pilot) -> None:
    """The proof goes on where it was when the solver is started again."""
    scene, twin = opened(pilot)
    scene.proofs.turn(LINE)
    pilot.run(FRAME)
    twin.fail("it broke")
    pilot.run(2 * FRAME)
    assert (scene.proofs.is_running, pilot.app.scheduler.failure) == (True, "it broke")
    pilot.press("e")
    let_finish(pilot, scene)


def test_what_was_proven_is_kept(pilot: Pilot) -> None:
    """The proofs are in the person's database when the scene is left."""
    scene, _ = opened(pilot)
    scene.proofs.turn(POSITION)
    let_finish(pilot, scene)
    pilot.app.proofs.wait()
    pilot.app.go("home")
    again = analysed(pilot, bad_game())
    assert again.study.values.known(again.study.game.start).is_exact
