"""The record in the window: sheets, list, plot, opponents, export."""

from __future__ import annotations

import csv
import dataclasses
import io
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random

import pygame
import pytest

from battle import language
from battle.game.levels import ladder
from battle.game.session import study_of
from battle.profile.records import PlayedGame, Records
from battle.profile.statistics import (
    WINDOW,
    Outcome,
    OwnGame,
    average_lost,
    in_order,
    judged,
    opponent_name,
    opponent_words,
    own_games,
)
from battle.rules.game import Ending, Game, Reason
from battle.training.background import BackgroundReview, unreviewed
from battle.window.dialogs.files import SaveScene
from battle.window.history.overview import (
    Overview,
    average_words,
    game_margin_words,
    line_words,
    lost_words,
    margin_words,
    players_words,
    queue_words,
    record_export,
)
from battle.window.history.points_lost import LossPlot, PointsLostSheet
from battle.window.history.scene import GameList, HistoryScene
from battle.window.scenes.card_scene import ChoiceDialog
from battle.window.setup.scene import NewGameScene
from battle.window.start import StartScene
from battle.window.study.scene import StudyScene
from battle.window.table.scene import TableScene
from battle.window.ui.theme import Theme
from tests.profile.test_statistics import NOON, game
from tests.support.engines import TwinEngine
from tests.support.pilot import (
    FRAME,
    Pilot,
    bad_game,
    cost_of,
    costly,
    friends,
    pilot_at,
    seat_twin,
)
from tests.support.services import FakeServices
from tools.screens.pictures import sample_games

# -- scene ----------------------------------------------------------------------------------------


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
    for one in sample_games(pilot.app.moment()):
        if one.person is None:
            pilot.app.records.put(one)
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


# -- game list ------------------------------------------------------------------------------------


@pytest.fixture
def games() -> GameList:
    pygame.display.init()
    pygame.display.set_mode((800, 600))
    pygame.font.init()
    made = GameList(lambda: None)
    made.place(Theme(1.0), pygame.Rect(20, 20, 760, 400))
    made.fill(sample_games(NOON))
    return made


def test_the_latest_game_is_first(games: GameList) -> None:
    """Rows are in the order of time backwards, each game once."""
    ends = [game.ended for game in games.games]
    assert ends == sorted(ends, reverse=True)
    assert {game.key for game in games.games} == {game.key for game in sample_games(NOON)}


def test_pages_do_not_go_round(games: GameList) -> None:
    """The first key chooses the first row; further ones stop at both ends."""

    def press(key: int) -> None:
        games.key(pygame.event.Event(pygame.KEYDOWN, key=key))

    press(pygame.K_PAGEDOWN)
    assert games.chosen is games.games[0]
    for _number in games.games:
        press(pygame.K_PAGEDOWN)
    assert games.chosen is games.games[-1]
    assert games.listing.chosen in games.listing.rows
    press(pygame.K_HOME)
    press(pygame.K_UP)
    assert games.chosen is games.games[0]


# -- loss plot ------------------------------------------------------------------------------------


def points(*lost: int) -> list[OwnGame]:
    games = [game(number - 20, lost=(one, 3), days=number) for number, one in enumerate(lost)]
    return judged(own_games(games))


def plot(*lost: int, others: float | None = None, width: int = 600) -> LossPlot:
    pygame.font.init()
    made = LossPlot(Theme(1.0))
    made.place(Theme(1.0), pygame.Rect(10, 20, width, 300))
    made.show(points(*lost), others, "Casual")
    return made


def test_a_bar_is_as_high_as_what_was_lost() -> None:
    """Equal steps of points are equal steps on the screen, from the lower edge up."""
    made = plot(10, 20, 30)
    heights = [made.plot.bottom - made.y_of(lost) for lost in (0, 10, 20, 30)]
    assert heights[0] == 0
    assert heights[2] == pytest.approx(2 * heights[1])
    assert heights[3] == pytest.approx(3 * heights[1])
    assert heights[3] <= made.plot.height


def test_the_scale_holds_everything() -> None:
    """Whatever was lost, the upper edge is a whole number of lines that holds it and the level."""
    random = Random(1)
    for _ in range(200):
        lost = [random.randint(0, 400) for _ in range(random.randint(1, 30))]
        others = random.choice((None, 60.0, 250.0))
        made = plot(*lost, others=others)
        assert made.most >= max([*lost, others or 0])
        assert made.most % made.line_step == 0
        assert made.most - made.line_step < max([1, *lost, others or 0])


def test_the_line_is_the_average_of_the_last_games() -> None:
    """Every reviewed game has the average of the last ten up to it."""
    random = Random(7)
    lost = [random.randint(0, 60) for _ in range(3 * WINDOW)]
    for number, average in enumerate(plot(*lost).averages):
        recent = lost[max(0, number - WINDOW + 1) : number + 1]
        assert average == pytest.approx(sum(recent) / len(recent))


def test_a_game_is_found_where_its_bar_is() -> None:
    """Every bar's middle belongs to its game; outside the plot there is none."""
    made = plot(*range(25))
    for number in range(25):
        assert made.game_at((int(made.x_of(number)), made.plot.centery)) == number
    assert made.game_at((int(made.x_of(3)), made.plot.bottom + 5)) is None


def test_beyond_the_room_the_latest_are_shown() -> None:
    """With more games than there is room for, the last one is in the plot and the first is not."""
    made = plot(*[5] * 400, width=400)
    assert made.first > 0
    assert made.plot.left <= made.x_of(made.first) < made.x_of(399) <= made.plot.right


def test_the_keyboard_goes_from_game_to_game() -> None:
    """It begins at the last game, and stops at both ends."""
    made = plot(4, 8, 12)
    made.go(-1)
    assert made.cursor == 2
    made.go(-1)
    made.go(-5)
    assert made.cursor == 0
    made.go(9)
    assert made.cursor == 2
    empty = plot()
    empty.go(1)
    assert empty.cursor is None


def test_what_is_proven_is_solid() -> None:
    """The bar of a wholly proven game has another colour than that of what was lost at least."""
    pygame.display.init()
    surface = pygame.display.set_mode((640, 360))
    colours = []
    for first in (1, 2):
        made = plot(40)
        made.show(judged(own_games([game(lost=(40, 0), exact_from=first)])), None, "")
        made.paint(surface)
        x = round(made.x_of(0))
        colours.append([tuple(surface.get_at((x, round(made.y_of(n))))[:3]) for n in (10, 30)])
    assert colours[0][0] == colours[0][1] != colours[1][0] == colours[1][1]


# -- missing reviews ------------------------------------------------------------------------------


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


def opened_of_missing_reviews(pilot: Pilot) -> HistoryScene:
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
    scene = opened_of_missing_reviews(calm)
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
    opened_of_missing_reviews(calm)
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
    opened_of_missing_reviews(calm)
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
    scene = opened_of_missing_reviews(calm)
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
    scene = opened_of_missing_reviews(calm)
    calm.press_button("Review all")
    calm.run(2 * FRAME)
    twin.fail("it has died")
    calm.run(0.1)
    assert "it has died" in scene.lost.review_words
    calm.press_button("Stop")
    calm.press_button("Review all")
    let_finish(calm, scene)
    assert calm.app.records.games()[0].lost is not None


# -- overview -------------------------------------------------------------------------------------


def sample() -> list[OwnGame]:
    return own_games(sample_games(NOON))


def test_the_figures_count_all_games() -> None:
    """Games, their ends, and the points lost in the last ten are those of the games."""
    games = sample()
    count, loss, run, days = Overview(games, NOON).figures
    assert count.number == str(len(games))
    for end, word in ((Outcome.WON, "won"), (Outcome.DRAWN, "drawn"), (Outcome.LOST, "lost")):
        assert f"{sum(own.outcome is end for own in games)} {word}" in count.note
    judged = [own.lost for own in games if own.lost is not None]
    last, before = judged[-WINDOW:], judged[-2 * WINDOW : -WINDOW]
    assert loss.number == f"≥\u2009{sum(last) / WINDOW:.1f}"
    assert f"≥\u2009{sum(before) / WINDOW:.1f}" in loss.note
    assert int(run.number) >= 1
    assert int(days.number) >= 1


def test_every_opponent_has_a_row() -> None:
    """Rows are in the order of strength and add up to all games."""
    games = sample()
    shown = Overview(games, NOON)
    assert sum(len(result.own) for result in shown.results) == len(games)
    names = [result.opponent for result in shown.results]
    assert names == ["novice", "casual", "club", "companion", "solver"]


def test_before_the_first_review_points_lost_are_not_known() -> None:
    """A dash stands for them, and a word says when they come."""
    figure = Overview(own_games([game(3)]), NOON).figures[1]
    assert (figure.number, figure.note) == ("–", "after the first review")


def test_help_is_told_where_there_was_any() -> None:
    """The note counts the games with help; without any it only says what brackets mean."""
    brackets = "In brackets: the points a level loses per game."
    helped = own_games([game(3, hints=(1, 0)), game(4), game(5, hints=(2, 0))])
    assert Overview(helped, NOON).note == f"Help was used in 2 games. {brackets}"
    assert Overview(own_games([game(3)]), NOON).note == brackets
    assert Overview(own_games([game(3, opponent="solver")]), NOON).note == ""


def test_days_end_with_a_day_off() -> None:
    """Days in a row are over when neither today nor yesterday saw a game."""
    games = own_games([game(3, days=number) for number in (-5, -4, -3)])
    days = Overview(games, NOON).figures[3]
    assert (days.number, days.note) == ("0", "longest: 3")
    assert Overview(games, NOON - timedelta(days=2)).figures[3].number == "3"


def numbers(cells: list[str]) -> list[int]:
    """Return the numbers that cells of the list show, dashes left out."""
    shown = [cell.replace("≥", "").replace("\u2009", "").replace("−", "-") for cell in cells]
    return [int(cell) for cell in shown if cell != "–"]


def test_the_list_shows_the_numbers_that_the_overview_is_made_of() -> None:
    """Averages of what the rows of the list show are those in the table and in the figure."""
    games = [
        game(5, lost=(4, 9), days=1, exact_from=1),
        game(-3, lost=(7, 1), days=2),
        game(8, days=3),
        dataclasses.replace(game(40, lost=(30, 2), days=4), ending=Ending(Reason.RESIGNED, 2)),
        dataclasses.replace(game(-60, lost=(50, 1), days=5), ending=Ending(Reason.TIME, 1)),
        game(7, person=2, lost=(1, 6), days=6),
    ]
    own = own_games(games)
    shown = Overview(own, NOON)
    (result,) = shown.results
    margins = numbers([game_margin_words(one) for one in games])
    lost = numbers([lost_words(one) for one in own])
    assert margin_words(result.margin) == margin_words(sum(margins) / len(margins))
    counted = judged(result.own)
    assert (average_lost(counted), len(counted)) == (sum(lost) / len(lost), len(lost))
    assert shown.figures[1].number == average_words(sum(lost) / len(lost))


def test_what_is_proven_of_games_before_is_no_lower_bound() -> None:
    """The ten games before the last ten are told as proven when the list tells each so."""
    games = own_games([game(3, lost=(4, 0), days=n, exact_from=1) for n in range(2 * WINDOW)])
    assert all(lost_words(one) == "4" for one in games)
    note = Overview(games, NOON).figures[1].note
    assert "4.0" in note
    assert "≥" not in note


def test_games_from_a_position_are_told_apart() -> None:
    """They are in no average and no row, only in the days; the note counts them."""
    part = dataclasses.replace(
        game(60, lost=(50, 1), days=-2, hints=(3, 0)), start="9s......./9s....... 1 0-0"
    )
    evened = dataclasses.replace(game(3, days=-1), start="9s/9s 1 0-7")
    games = own_games([part, evened, game(-5, lost=(4, 9), days=0)])
    shown = Overview(games, NOON)
    (result,) = shown.results
    found = len(result.own), result.ended(Outcome.WON), result.margin
    assert (*found, average_lost(judged(result.own))) == (2, 1, -1, 4)
    assert [figure.number for figure in shown.figures] == ["2", "≥\u20094.0", "1", "3"]
    assert shown.note == (
        "1 game began with points given; 1 won. "
        "1 game that began from a position is not counted here. "
        "In brackets: the points a level loses per game."
    )
    assert (lost_words(own_games([part])[0]), game_margin_words(part)) == ("–", "–")


# -- points lost ----------------------------------------------------------------------------------


@pytest.fixture
def sheet(tmp_path: Path) -> Iterator[PointsLostSheet]:
    pygame.font.init()
    language.use("en")
    made = PointsLostSheet(Theme(1.0), FakeServices(tmp_path).prover)
    made.read(sample_games(NOON))
    yield made
    language.use("system")


def test_every_opponent_has_its_turn(sheet: PointsLostSheet) -> None:
    """Forwards or backwards all are shown once before all games are again."""
    for by in (1, -1):
        seen = []
        for _ in range(len(sheet.opponents) + 1):
            sheet.turn(by)
            seen.append(sheet.opponent)
        assert sorted(seen) == sorted(["", *sheet.opponents])
        assert seen[-1] == ""


def test_games_that_are_gone_take_their_opponent_with_them(sheet: PointsLostSheet) -> None:
    """When the last game against somebody is deleted, all games are shown."""
    sheet.turn(1)
    gone = sheet.opponent
    sheet.read([game for game in sample_games(NOON) if game.opponent != gone])
    assert sheet.opponent == ""
    assert gone not in sheet.opponents


def test_the_game_pointed_out_stays_so(sheet: PointsLostSheet) -> None:
    """Read anew, the same game is pointed out wherever it stands now; none if it is gone."""
    games = sample_games(NOON)
    sheet.plot.cursor = 3
    key = sheet.plot.points[3].game.key
    gone = {sheet.plot.points[0].game.key}
    sheet.read([game for game in games if game.key not in gone])
    assert (sheet.plot.cursor, sheet.plot.points[2].game.key) == (2, key)
    sheet.read([game for game in games if game.key != key])
    assert sheet.plot.cursor is None


def test_what_is_missing_is_counted(sheet: PointsLostSheet) -> None:
    """Games without a review are told until a game is pointed out."""
    games = sample_games(NOON)
    missing = sum(game.lost is None for game in games)
    assert sheet.missing == missing
    assert sheet.review_words.startswith(f"{missing} game")
    assert sheet._details_words() == sheet.review_words
    sheet.plot.cursor = 3
    point = judged(own_games(games))[3]
    assert sheet.chosen is not None
    assert sheet.chosen.key == point.game.key
    assert f"lost at least {point.lost}" in sheet._details_words()


# -- words ----------------------------------------------------------------------------------------


def test_levels_stand_in_the_order_of_their_strength() -> None:
    """Weakest first, then the companion, the solver, and what nobody knows any more."""
    names = [label.name for label in ladder()]
    mixed = ["solver", *reversed(names), "somebody", "companion"]
    assert in_order(mixed) == [*names, "companion", "solver", "somebody"]


def test_opponents_are_called_by_what_they_lose() -> None:
    """A level says what it loses, its short name does not; the others have none."""
    assert opponent_words("casual") == "Casual (−32)"
    assert opponent_name("casual") == "Casual"
    assert opponent_words("solver") == opponent_name("solver") == "Solver"


def test_of_two_people_both_are_named() -> None:
    """Against the program the opponent is enough."""
    assert players_words(game(person=None)) == "Ada – Solver"
    assert players_words(game(opponent="club")) == "Club (−14)"


def test_what_is_not_proven_is_marked() -> None:
    """Points lost are the least unless all is proven; before a review there is a dash."""
    assert [
        lost_words(own_games([one])[0])
        for one in (
            game(),
            game(lost=(7, 9), exact_from=1),
            game(lost=(7, 9), exact_from=2),
            game(lost=(1, 9), person=2),
        )
    ] == ["–", "7", "≥\u20097", "≥\u20099"]


def test_averages_have_one_decimal() -> None:
    """Margins have their sign, points lost have none."""
    assert [margin_words(one) for one in (2.25, -0.5, 0.0, None)] == ["+2.2", "−0.5", "0.0", "–"]
    assert [average_words(one, exact=True) for one in (28.0, None)] == ["28.0", "–"]
    assert average_words(28.04) == "≥\u200928.0"


def test_a_game_in_a_line() -> None:
    """The line has the opponent, the points with the person's first, losses and hints."""
    (own,) = own_games([game(-5, person=2, lost=(9, 4), hints=(0, 2))])
    words = line_words(own)
    assert "won 135 : 130" in words
    assert "lost at least 4" in words
    assert words.endswith("2 hints")
    assert "par" not in words
    helped = dataclasses.replace(own.game, help=("analysis", "magic"))
    assert line_words(own_games([helped])[0]).endswith("2 hints  ·  with analysis")
    assert "hint" not in line_words(own_games([game(-5, hints=(0, 2))])[0])


def test_a_game_in_a_line_tells_skill() -> None:
    """What was done better than par of the seat is told, and not where par is an estimate."""
    for margin, person, par, told in (
        (-5, 1, -9, "4 better than par"),
        (5, 2, 3, "2 below par"),
        (4, 1, 4, "just par"),
    ):
        known = dataclasses.replace(game(margin, person=person), par=par, par_exact=True)
        assert told in line_words(own_games([known])[0])
    guessed = dataclasses.replace(game(-5), par=-9)
    assert "par" not in line_words(own_games([guessed])[0])


# -- export ---------------------------------------------------------------------------------------


def test_every_game_is_a_line_of_the_file(pilot: Pilot) -> None:
    """The file has the games' keys in their order, and spreadsheets know its letters."""
    games = sample_games(NOON)
    pilot.app.places.saves.mkdir(parents=True)
    pilot.app.go("save_export", record_export(games))
    pilot.run(0.1)
    pilot.press_button("Save")
    (file,) = pilot.app.places.saves.glob("*.csv")
    content = file.read_bytes()
    assert content.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))
    assert [row["key"] for row in rows] == [game.key for game in games]
    assert file.name in pilot.app.message.text


def test_a_file_is_not_replaced_without_a_question(pilot: Pilot) -> None:
    """The second export under the same name asks first; keeping leaves the file as it is."""
    pilot.app.go("home")
    pilot.app.places.saves.mkdir(parents=True)
    for games in (sample_games(NOON), sample_games(NOON)[:1]):
        pilot.app.go("save_export", record_export(games))
        pilot.run(0.1)
        scene = pilot.scene
        assert isinstance(scene, SaveScene)
        scene.name = "mine"
        scene.form.fields[0].set_text("mine")
        pilot.press_button("Save")
    pilot.press_button("Keep")
    assert isinstance(pilot.scene, SaveScene)
    assert (pilot.app.places.saves / "mine.csv").read_text(encoding="utf-8").count("sample-") == 44
