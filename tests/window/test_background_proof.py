"""Games proven behind the window: while nobody needs the solver, and no longer."""

from __future__ import annotations

from battle.analysis.study import Study
from battle.training.game_prover import Standing
from battle.window.result.scene import ResultScene
from battle.window.start import StartScene
from battle.window.table.scene import TableScene
from tests.support.pilot import FRAME, Pilot, friends
from tests.support.twin import bad_game, seat_twin
from tests.support.twin_engine import TwinEngine


def far_from_proven(study: Study) -> None:
    """Let a study have guesses only, so that its review is done at once."""
    for node in study.nodes():
        study.values.guess(node.position, 1)


def ended(pilot: Pilot) -> tuple[TableScene, ResultScene, TwinEngine]:
    """Play a game to its end at the table, with a solver whose proofs take a while."""
    twin = seat_twin(pilot)
    twin.reports = 12
    game = bad_game()
    table = friends(pilot, game.start)
    for node in game.root.main_line():
        assert node.move is not None
        table.session.play(node.move)
    review = table.study.reviewed()
    far_from_proven(review.study)
    pilot.app.change(auto_review=False)
    pilot.run(2 * FRAME)
    assert isinstance(pilot.scene, ResultScene)
    pilot.app.prover.take(review)
    pilot.run(4 * FRAME)
    return table, pilot.scene, twin


def let_finish(pilot: Pilot, result: ResultScene) -> None:
    for _ in range(3000):
        pilot.run(FRAME)
        if result.progress is not None and result.progress.standing is Standing.PROVEN:
            pilot.run(2 * FRAME)
            return
    raise AssertionError


def test_the_result_card_says_how_far_the_proof_is(pilot: Pilot) -> None:
    """Behind the result the game is proven: a line tells how far, and at the end that it is."""
    _, result, _ = ended(pilot)
    assert "move 1 in" in result.summary.proof
    let_finish(pilot, result)
    assert result.summary.proof == "Everything is proven, from the first move on."
    assert not any(button.visible for button in result._provers)


def test_a_click_stops_it_and_another_lets_it_go_on(pilot: Pilot) -> None:
    """The button in the strip's corner stops the proof; the one in its place goes on."""
    _, result, twin = ended(pilot)
    stop, go_on = result._provers
    assert (bool(stop.visible), bool(go_on.visible)) == (True, False)
    pilot.click(stop.rect.center)
    pilot.run(3 * FRAME)
    assert not twin.busy
    assert (bool(stop.visible), bool(go_on.visible)) == (False, True)
    pilot.click(go_on.rect.center)
    pilot.run(4 * FRAME)
    assert twin.busy
    let_finish(pilot, result)


def test_a_game_in_play_has_the_solver_for_itself(pilot: Pilot) -> None:
    """While another game is played nothing is proven; at its end, or without it, it goes on."""
    _, result, twin = ended(pilot)
    assert twin.busy
    friends(pilot)
    pilot.run(3 * FRAME)
    assert not twin.busy
    asked = len(twin.queries)
    pilot.run(0.5)
    assert len(twin.queries) == asked
    pilot.app.go("home")
    assert isinstance(pilot.scene, StartScene)
    let_finish(pilot, result)


def test_a_game_in_play_under_a_dialog_counts(pilot: Pilot) -> None:
    """A game that is only covered is still in play."""
    _, _, twin = ended(pilot)
    friends(pilot)
    pilot.run(3 * FRAME)
    pilot.app.go("settings")
    asked = len(twin.queries)
    pilot.run(0.5)
    assert len(twin.queries) == asked


def test_the_record_has_what_was_proven(pilot: Pilot) -> None:
    """In the end the record knows the game from its first move on."""
    _, result, _ = ended(pilot)
    let_finish(pilot, result)
    pilot.run(1.0)
    (game,) = pilot.app.records.games()
    assert game.exact_from == 1
    assert pilot.app.prover.waiting == []
