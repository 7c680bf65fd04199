"""The screen with the person's record, by mouse and by keyboard."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from battle.game.session_study import study_of
from battle.profile.records import PlayedGame, Records
from battle.profile.statistics import judged
from battle.training.background_review import BackgroundReview
from battle.window.history.overview import queue_words
from battle.window.history.scene import HistoryScene
from battle.window.scenes.dialogs import ChoiceDialog
from battle.window.setup.scene import NewGameScene
from battle.window.study.scene import StudyScene
from battle.window.table.scene import TableScene
from tests.support.pilot import FRAME, Pilot, friends, pilot_at
from tests.support.twin import bad_game, seat_twin
from tools.screens.game_samples import sample_games


def opened(pilot: Pilot, sheet: str = "overview", *, games: bool = True) -> HistoryScene:
    """Open the record, with the sample's games."""
    if games:
        for game in sample_games(pilot.app.moment()):
            pilot.app.records.put(game)
    pilot.app.go("home")
    pilot.app.go("history")
    scene = pilot.scene
    assert isinstance(scene, HistoryScene)
    pilot.run(FRAME)
    if games and sheet != scene.sheet:
        scene._turn_to(sheet)
        pilot.run(FRAME)
    return scene


def test_without_games_it_invites_to_play(pilot: Pilot) -> None:
    """The empty record has nothing to export or delete, and leads to a new game."""
    opened(pilot, games=False)
    with pytest.raises(AssertionError):
        pilot.button("Delete all")
    pilot.press("return")
    assert isinstance(pilot.scene, NewGameScene)


def test_sheets_are_turned_by_keys_and_mouse(pilot: Pilot) -> None:
    """Right and left turn to the next sheet, a click to any."""
    scene = opened(pilot)
    pilot.press("right")
    assert scene.sheet == "lost"
    pilot.press("right")
    assert scene.sheet == "games"
    pilot.click(scene.form.groups[0].buttons[0].rect.center)
    assert scene.sheet == "overview"


def test_a_game_of_the_list_opens_in_analyse(pilot: Pilot) -> None:
    """Arrows choose a row, Enter opens it, and Esc comes back to the same row."""
    scene = opened(pilot, "games")
    scene.focus(scene._chooser)
    for _ in range(3):
        pilot.press("down")
    game = scene.list.games[2]
    assert scene.chosen == game
    pilot.press("return")
    assert isinstance(pilot.scene, StudyScene)
    assert str(pilot.scene.study.game.start) == game.start
    pilot.press("escape")
    assert pilot.scene is scene
    assert scene.chosen == game


def test_the_mouse_opens_a_game_too(pilot: Pilot) -> None:
    """A click chooses a row; a second one soon after opens it, a late one does not."""
    scene = opened(pilot, "games")
    row = scene.list.listing.rect_of(4).center
    pilot.click(row)
    assert scene.chosen == scene.list.games[4]
    pilot.run(1)
    pilot.click(row)
    assert pilot.scene is scene
    pilot.click(row)
    assert isinstance(pilot.scene, StudyScene)


def test_a_game_of_the_plot_opens_in_analyse(pilot: Pilot) -> None:
    """Arrows go from bar to bar, and so does the mouse; Enter or a click opens the game."""
    scene = opened(pilot, "lost")
    scene.focus(scene._chooser)
    pilot.press("left")
    pilot.press("left")
    points = judged(scene.own)
    assert scene.chosen is not None
    assert scene.chosen.key == points[-2].game.key
    pilot.hover((round(scene.lost.plot.x_of(5)), scene.lost.plot.plot.centery))
    assert scene.chosen.key == points[5].game.key
    pilot.click((round(scene.lost.plot.x_of(5)), scene.lost.plot.plot.centery))
    assert isinstance(pilot.scene, StudyScene)


def test_a_game_is_deleted_after_a_question(pilot: Pilot) -> None:
    """Keeping it is the first answer; deleted it is gone from list, plot and file."""
    scene = opened(pilot, "games")
    count = len(scene.games)
    scene.list.listing.choose(0)
    game = scene.chosen
    assert game is not None
    pilot.press("delete")
    assert isinstance(pilot.scene, ChoiceDialog)
    pilot.press("return")
    assert len(pilot.app.records.games()) == count
    pilot.press("delete")
    pilot.press_button("Delete")
    assert pilot.scene is scene
    assert pilot.app.records.game(game.key) is None
    assert len(scene.games) == len(scene.list.games) == count - 1


def test_all_games_are_deleted_after_a_question(pilot: Pilot) -> None:
    """Esc keeps them; else the record is empty and invites again."""
    opened(pilot, "games")
    pilot.press_button("Delete all")
    pilot.press("escape")
    assert len(pilot.app.records.games()) == 44
    pilot.press_button("Delete all")
    pilot.press_button("Delete")
    assert pilot.app.records.games() == []
    pilot.button("New game")


def test_a_record_that_cannot_be_read_is_told(pilot: Pilot) -> None:
    """A game whose record another hand has spoilt does not open, and the reason is said."""
    scene = opened(pilot, "games")
    pilot.app.records.put(replace(scene.list.games[0], record="no record"))
    scene._read()
    scene.list.listing.choose(0)
    scene._open_chosen()
    assert pilot.scene is scene
    assert pilot.app.message.kind == "problem"


def test_games_of_friends_only(pilot: Pilot) -> None:
    """They stand in the list; where results and points lost would be, a level is proposed."""
    for game in sample_games(pilot.app.moment()):
        if game.person is None:
            pilot.app.records.put(game)
    scene = opened(pilot, games=False)
    assert scene.own == []
    pilot.button("New game")
    for sheet in ("lost", "games"):
        scene._turn_to(sheet)
        pilot.run(FRAME)
        pilot.pixels()
    assert len(scene.list.games) == 2


def test_a_review_looked_at_from_here_is_kept(tmp_path: Path) -> None:
    """A game opened from the record and reviewed there has its points lost afterwards."""
    with pilot_at(tmp_path, auto_review=False, animation=False, sound=False) as pilot:
        seat_twin(pilot)
        game = bad_game()
        table = friends(pilot, game.root.position)
        for node in game.root.main_line():
            assert node.move is not None
            table.session.play(node.move)
        pilot.run(0.1)
        scene = opened(pilot, games=False)
        scene._turn_to("games")
        scene.list.listing.choose(0)
        scene._open_chosen()
        pilot.run(0.1)
        analyse = pilot.scene
        assert isinstance(analyse, StudyScene)
        pilot.press("r")
        for _ in range(600):
            if analyse.analyst.review is None:
                break
            pilot.run(FRAME)
        pilot.app.pop()
        pilot.run(0.1)
        assert pilot.scene is scene
        assert scene.games[0].lost is not None


def test_from_the_menu_at_the_table(pilot: Pilot) -> None:
    """The menu leads to the record, and back to the game."""
    table = friends(pilot)
    pilot.press("f10")
    pilot.press_button("Your record")
    assert isinstance(pilot.scene, HistoryScene)
    pilot.press("escape")
    assert isinstance(pilot.scene, TableScene)
    assert pilot.scene is table


def test_a_row_of_the_table_leads_to_its_plot(pilot: Pilot) -> None:
    """A click on an opponent shows the points lost against it; so does Enter on its row."""
    scene = opened(pilot)
    shown = scene._overview
    assert shown is not None
    rows = shown.lay(scene.theme, scene.room)
    pilot.click(rows[1].center)
    assert (scene.sheet, scene.lost.opponent) == ("lost", shown.results[1].opponent)
    scene._turn_to("overview")
    pilot.press("tab")
    pilot.press("tab")
    pilot.press("tab")
    pilot.press("return")
    assert (scene.sheet, scene.lost.opponent) == ("lost", shown.results[0].opponent)


def played_badly(pilot: Pilot, *seeds: int) -> None:
    """Play games to their ends at the table, without a review."""
    pilot.app.change(auto_review=False)
    for seed in seeds:
        game = bad_game(seed)
        table = friends(pilot, game.start)
        for node in game.root.main_line():
            assert node.move is not None
            table.session.play(node.move)
        pilot.run(2 * FRAME)


def test_all_games_are_proven_by_a_button(pilot: Pilot) -> None:
    """The button proves every game behind whatever is shown; a line says how far it is."""
    twin = seat_twin(pilot)
    played_badly(pilot, 1, 2)
    scene = opened(pilot, games=False)
    assert [game.exact_from for game in scene.games] == [None, None]
    pilot.press_button("Prove all games")
    pilot.run(4 * FRAME)
    assert twin.busy
    assert queue_words(pilot.app.prover, scene.games).startswith("2 games to be proven")
    pilot.app.go("home")
    for _ in range(3000):
        pilot.run(FRAME)
        if not pilot.app.prover.waiting:
            break
    assert [game.exact_from for game in pilot.app.records.games()] == [1, 1]


def test_what_is_proven_behind_the_record_is_shown_in_it(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The open list is brought up to date game by game, without reading all of them again."""
    seat_twin(pilot)
    played_badly(pilot, 1, 2)
    scene = opened(pilot, games=False)
    whole: list[object] = []
    through = Records.games
    monkeypatch.setattr(Records, "games", lambda *a, **b: [whole.append(a), through(*a, **b)][1])
    pilot.press_button("Prove all games")
    for _ in range(3000):
        pilot.run(FRAME)
        if not pilot.app.prover.waiting:
            break
    assert [game.exact_from for game in scene.games] == [1, 1]
    shown, kept = scene.games, through(pilot.app.records)
    assert shown == kept
    assert len(whole) <= 4, "the prover asks at each of its games, the record does not"


def test_the_record_shows_what_the_result_shows(pilot: Pilot) -> None:
    """Whenever it is opened while a game is being proven, the losses are those of its review."""
    seat_twin(pilot)
    pilot.app.change(prove_games="always")
    played_badly(pilot, 1)
    table = pilot.table
    review = BackgroundReview(pilot.app, table.session, study_of(table.session))
    review.begin()
    while review.running:
        pilot.run(FRAME)
    pilot.app.go("home")
    pilot.app.prover.take(review, asked=True)
    seen = set()
    for _ in range(400):
        pilot.run(FRAME)
        found = review.review
        scene = opened(pilot, games=False)
        assert found is not None
        (game,) = scene.games
        now = review.review
        assert now is not None
        assert game.exact_from in (found.exact_from, now.exact_from)
        assert game.lost in (found.lost, now.lost)
        seen.add(game.exact_from)
        if review.is_proven:
            break
    assert 1 in seen


def told_by_prover(pilot: Pilot, game: PlayedGame) -> None:
    """Let the record have a game anew, as the prover does behind whatever is shown."""
    pilot.app.records.put(game)
    pilot.app.prover.version, pilot.app.prover.told = pilot.app.prover.version + 1, game.key
    pilot.run(FRAME)


def test_the_first_points_lost_come_onto_the_open_sheet(pilot: Pilot) -> None:
    """Where no game was reviewed yet, the plot is there with the first review behind the sheet."""
    sample = sample_games(pilot.app.moment())
    game = next(one for one in sample if one.lost is not None and one.person)
    pilot.app.records.put(replace(game, lost=None, proven=None))
    scene = opened(pilot, games=False)
    scene._turn_to("lost")
    assert not scene.lost.plot.points
    told_by_prover(pilot, game)
    assert [point.game.key for point in scene.lost.plot.points] == [game.key]
    scene.focus(scene._chooser)
    pilot.press("left")
    assert scene.chosen == game


def test_the_proofs_of_all_games_are_stopped_by_a_button(pilot: Pilot) -> None:
    """In the place of the button is one that stops; then nothing is left to be proven."""
    twin = seat_twin(pilot, silent=True)
    played_badly(pilot, 1, 2)
    scene = opened(pilot, games=False)
    pilot.press_button("Prove all games")
    pilot.run(3 * FRAME)
    assert (twin.busy, len(pilot.app.prover.waiting)) == (True, 2)
    pilot.press_button("Stop proving")
    pilot.run(3 * FRAME)
    assert (twin.busy, pilot.app.prover.waiting) == (False, [])
    assert queue_words(pilot.app.prover, scene.games) == ""
    assert pilot.button("Prove all games")
