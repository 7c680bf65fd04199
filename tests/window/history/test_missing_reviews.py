"""Reviews of games in the record that have none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from battle.rules.game import Game
from battle.training.game_prover import unreviewed
from battle.window.history.scene import HistoryScene
from battle.window.start import StartScene
from tests.profile.test_statistics import game
from tests.support.pilot import FRAME, Pilot, friends, pilot_at
from tests.support.twin import bad_game, cost_of, costly, seat_twin
from tests.support.twin_engine import TwinEngine


@pytest.fixture
def calm(tmp_path: Path) -> Iterator[Pilot]:
    """Return a pilot of a program that reviews nothing by itself."""
    with pilot_at(tmp_path, auto_review=False, animation=False, sound=False) as pilot:
        yield pilot


def play_game(pilot: Pilot, played: Game) -> None:
    table = friends(pilot, played.root.position)
    for node in played.root.main_line():
        assert node.move is not None
        table.session.play(node.move)
    pilot.run(0.1)


def opened(pilot: Pilot) -> HistoryScene:
    pilot.app.go("home")
    pilot.app.go("history")
    scene = pilot.scene
    assert isinstance(scene, HistoryScene)
    scene._turn_to("lost")
    pilot.run(FRAME)
    return scene


def let_finish(pilot: Pilot, scene: HistoryScene) -> None:
    for _ in range(3000):
        pilot.run(FRAME)
        if not pilot.app.prover.reviews_left:
            pilot.run(FRAME)
            return
    raise AssertionError("the reviews do not end")


def test_only_games_without_a_review_are_missing() -> None:
    """They come the latest first; one whose record is gone cannot be reviewed."""
    games = [
        replace(game(days=number, lost=lost), record=text)
        for number, (lost, text) in enumerate(((None, "a"), ((1, 2), "b"), (None, "c"), (None, "")))
    ]
    assert [one.record for one in unreviewed(games)] == ["c", "a"]


def test_all_that_are_missing_are_reviewed(calm: Pilot) -> None:
    """Afterwards every game has the slow twin's points lost, and mistakes wait in the deck."""
    seat_twin(calm)
    games = [bad_game(seed) for seed in (1, 2)]
    for one in games:
        play_game(calm, one)
    scene = opened(calm)
    assert "2 games" in scene.lost.review_words
    calm.press_button("Review all")
    assert calm.app.prover.reviews_left
    assert "Game 1 of 2" in scene.lost.review_words
    let_finish(calm, scene)
    kept = calm.app.records.games()
    assert [sum(one.lost or (0, 0)) for one in kept] == [
        sum(map(cost_of, costly(played))) for played in games
    ]
    assert scene.lost.review_words == ""
    assert calm.app.deck.entries()
    with pytest.raises(AssertionError):
        calm.button("Review all")


def test_they_can_be_stopped(calm: Pilot) -> None:
    """The button ends the work at once, and offers to take it up again."""
    twin = seat_twin(calm)
    play_game(calm, bad_game())
    opened(calm)
    calm.press_button("Review all")
    calm.run(3 * FRAME)
    calm.press_button("Stop")
    assert not calm.app.prover.reviews_left
    assert not twin.busy
    assert calm.app.records.games()[0].lost is None
    calm.button("Review all")


def test_they_go_on_behind_other_screens(calm: Pilot) -> None:
    """Who leaves the record finds the review there later; while a game is played it waits."""
    twin: TwinEngine = seat_twin(calm)
    play_game(calm, bad_game())
    opened(calm)
    calm.press_button("Review all")
    calm.run(3 * FRAME)
    friends(calm)
    calm.run(0.2)
    assert not twin.busy
    calm.app.go("home")
    calm.run(5.0)
    assert isinstance(calm.scene, StartScene)
    assert calm.app.records.games()[0].lost is not None


def test_a_game_that_cannot_be_read_is_passed_over(calm: Pilot) -> None:
    """The others are reviewed all the same."""
    seat_twin(calm)
    play_game(calm, bad_game())
    (whole,) = calm.app.records.games()
    calm.app.records.put(replace(whole, key="spoilt", record="no record"))
    scene = opened(calm)
    calm.press_button("Review all")
    let_finish(calm, scene)
    assert {one.key: one.lost is None for one in calm.app.records.games()} == {
        whole.key: False,
        "spoilt": True,
    }


def test_a_solver_that_fails_is_told(calm: Pilot) -> None:
    """The reason stands where the work stood, until the work is asked for again."""
    twin = seat_twin(calm)
    play_game(calm, bad_game())
    scene = opened(calm)
    calm.press_button("Review all")
    calm.run(2 * FRAME)
    twin.fail("it has died")
    calm.run(0.1)
    assert "it has died" in scene.lost.review_words
    calm.press_button("Stop")
    calm.press_button("Review all")
    let_finish(calm, scene)
    assert calm.app.records.games()[0].lost is not None
