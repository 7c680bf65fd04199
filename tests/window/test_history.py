"""The record in the window: sheets, list, plot, opponents, export."""

from __future__ import annotations

import csv
import dataclasses
import io
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from battle.window.history import (
    SHEETS,
    HistoryScene,
    average_words,
    figures,
    game_margin_words,
    games_note,
    line_words,
    loss_bars,
    lost_words,
    margin_words,
    record_export,
)

from battle.game.setup import expected_loss, ladder
from battle.page.blocks import Figure
from battle.profile.records import (
    WINDOW,
    LevelResult,
    Outcome,
    OwnGame,
    PlayedGame,
    Records,
    average_lost,
    by_level,
    from_full_table,
    in_order,
    judged,
    own_games,
)
from battle.rules.record import Ending, Reason
from battle.window.study import StudyScene
from tests.support.calls import calls_of
from tests.support.pilot import (
    FRAME,
    Pilot,
    bad_game,
    pilot_at,
    played,
    seat_twin,
)
from tests.support.records import NOON, kept_game
from tools.screens.pictures import sample_games

# -- scene ----------------------------------------------------------------------------------------


def opened(pilot: Pilot, sheet: str = "overview", *, games: bool = True) -> HistoryScene:
    """Open the record, with the sample's games."""
    if games:
        for game in sample_games(pilot.app.moment()):
            pilot.app.records.put(game)
    pilot.app.go("home")
    pilot.app.go("history")
    scene = pilot.shows(HistoryScene)
    pilot.run(FRAME)
    if sheet != scene.sheet:
        scene._turn_to(sheet)
        pilot.run(FRAME)
    return scene


def test_sheets_and_opponents_are_turned_by_keys_and_mouse(pilot: Pilot) -> None:
    """Right and left turn to the next sheet; an opponent's row leads to its bars.

    Over those of a level a line says what it loses.
    """
    scene = opened(pilot)
    for sheet in ("lost", "games"):
        pilot.press("right")
        assert scene.sheet == sheet
    pilot.click(scene.form.groups[0].buttons[0].rect.center)
    assert scene.sheet == "overview"
    pilot.click(scene.results.listing.rect_of(1).center)
    assert (scene.sheet, scene.opponent) == ("lost", scene.results.items[1].opponent)
    scene._turn_to("overview")
    scene.focus(scene.results)
    pilot.press("home", "return")
    assert (scene.sheet, scene.opponent) == ("lost", scene.results.items[0].opponent)
    for by in (1, -1):
        seen = []
        for _ in range(len(scene.opponents) + 1):
            scene.turn(by)
            seen.append(scene.opponent)
            bars = loss_bars(scene.plot.games, 0, None)
            assert bars.level == expected_loss(scene.opponent, bars.line[-1])
        assert sorted(seen) == sorted(["", *scene.opponents])
    gone = scene.opponents[0]
    scene.choose(gone)
    scene._take([game for game in scene.games if game.opponent != gone])
    assert scene.opponent == ""


def test_a_game_of_the_bars_opens_in_analyse(pilot: Pilot) -> None:
    """Arrows go from bar to bar up to both ends, and so does the mouse; a click opens the game."""
    scene = opened(pilot, "lost")
    plot, games = scene.plot, scene.judged
    assert "games have not been reviewed yet" in scene.details
    scene.focus(scene.chooser)
    for key, place in (("left", -1), ("left", -2), ("home", 0), ("left", 0), ("end", -1)):
        pilot.press(key)
        assert scene.chosen == games[place].game
    point = round(plot.x_of(5)), plot.rect.centery
    pilot.hover(point)
    assert scene.chosen == games[5].game
    assert f"lost at least {games[5].lost}" in scene.details
    assert [plot.game_at((round(plot.x_of(n)), point[1])) for n in range(9)] == [*range(9)]
    scene._take([game for game in scene.games if game.key != games[0].game.key])
    assert (plot.cursor, scene.chosen) == (4, games[5].game)
    pilot.click((round(plot.x_of(4)), point[1]))
    assert isinstance(pilot.scene, StudyScene)


def test_beyond_the_room_the_latest_are_shown(pilot: Pilot) -> None:
    """With more games than there is room for, the last one is in the plot and the first is not."""
    scene = opened(pilot, "lost")
    scene.plot.fill(judged(own_games([kept_game(1, lost=(5, 3), days=n) for n in range(900)])))
    scene.plot.place(scene.theme, scene.plot.rect)
    assert 0 < scene.plot.first < 899
    assert scene.plot.rect.left <= scene.plot.x_of(scene.plot.first)
    assert scene.plot.x_of(899) <= scene.plot.rect.right


def test_a_bar_is_what_was_lost_and_the_line_is_the_average_of_the_last_games() -> None:
    """What is proven is filled; every game has the average of the last ten up to it."""
    random = Random(7)
    lost = [random.randint(0, 60) for _ in range(3 * WINDOW)]
    games = judged(
        own_games(
            [kept_game(lost=(n, 3), days=day, exact_from=1 + day % 2) for day, n in enumerate(lost)]
        )
    )
    bars = loss_bars(games, 5, 7)
    assert [bar.number for bar in bars.bars] == lost[5:]
    assert [bar.part for bar in bars.bars] == [0 if n % 2 else lost[n] for n in range(5, len(lost))]
    assert [bar.stands_out for bar in bars.bars].index(True) == 2
    for number, average in enumerate(bars.line, start=5):
        recent = lost[max(0, number - WINDOW + 1) : number + 1]
        assert average == pytest.approx(sum(recent) / len(recent))


def test_a_record_that_cannot_be_read_is_told(pilot: Pilot) -> None:
    """A game whose record another hand has spoilt does not open, and the reason is said."""
    scene = opened(pilot, "games")
    pilot.app.records.put(replace(scene.list.items[0], record="no record"))
    scene._read()
    scene.list.listing.choose(0)
    scene._open_chosen()
    assert pilot.scene is scene
    assert pilot.app.message.kind == "refused"


def played_badly(pilot: Pilot, *seeds: int) -> None:
    """Play games to their ends at the table, without a review."""
    pilot.app.change(auto_review=False)
    for seed in seeds:
        played(pilot, bad_game(seed))


def test_what_is_proven_behind_the_record_is_shown_in_it(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The open list is brought up to date game by game, without reading all of them again."""
    seat_twin(pilot)
    played_badly(pilot, 1, 2)
    scene = opened(pilot, games=False)
    whole = calls_of(monkeypatch, Records, "games")
    pilot.press_button("Prove all games")
    pilot.until(lambda: not pilot.app.prover.waiting)
    assert [game.exact_from for game in scene.games] == [1, 1]
    assert len(whole) <= 4, "the prover asks at each of its games, the record does not"
    assert scene.games == pilot.app.records.games()


def told_by_prover(pilot: Pilot, game: PlayedGame) -> None:
    """Let the record have a game again, as the prover does behind whatever is shown."""
    pilot.app.records.put(game)
    pilot.app.prover.version, pilot.app.prover.updated_key = pilot.app.prover.version + 1, game.key
    pilot.run(FRAME)


def test_the_first_points_lost_come_onto_the_open_sheet(pilot: Pilot) -> None:
    """Where no game was reviewed yet, the plot is there with the first review behind the sheet."""
    sample = sample_games(pilot.app.moment())
    game = next(one for one in sample if one.lost is not None and one.person)
    pilot.app.records.put(replace(game, lost=None, proven=None))
    scene = opened(pilot, games=False)
    scene._turn_to("lost")
    assert not scene.plot.games
    told_by_prover(pilot, game)
    assert [own.game.key for own in scene.plot.games] == [game.key]
    scene.focus(scene.chooser)
    pilot.press("left")
    assert scene.chosen == game


# -- overview -------------------------------------------------------------------------------------


def figures_of(games: list[OwnGame], now: datetime = NOON) -> list[Figure]:
    return [one for one in figures(games, now).blocks if isinstance(one, Figure)]


def results_of(games: list[OwnGame]) -> list[LevelResult]:
    return by_level(from_full_table(games))


def test_the_figures_count_all_games() -> None:
    """Games, their ends, the points lost in the last ten, and runs are those of the games."""
    games = own_games(sample_games(NOON))
    count, loss, run, days = figures_of(games)
    assert count.number == str(len(games)) == str(sum(len(one.own) for one in results_of(games)))
    for end, word in ((Outcome.WON, "won"), (Outcome.DRAWN, "drawn"), (Outcome.LOST, "lost")):
        assert f"{sum(own.outcome is end for own in games)} {word}" in count.note
    known = [own.lost for own in games if own.lost is not None]
    last, before = known[-WINDOW:], known[-2 * WINDOW : -WINDOW]
    assert loss.number == f"≥\u2009{sum(last) / WINDOW:.1f}"
    assert f"≥\u2009{sum(before) / WINDOW:.1f}" in loss.note
    assert min(int(run.number), int(days.number)) >= 1
    early = figures_of(own_games([kept_game(3)]))[1]
    assert (early.number, early.note) == ("–", "no whole game reviewed yet")
    resigned = replace(kept_game(3, lost=(4, 0)), ending=Ending(Reason.RESIGNED, 2))
    assert figures_of(own_games([resigned]))[1] == early
    proven = [kept_game(3, lost=(4, 0), days=n, exact_from=1) for n in range(2 * WINDOW)]
    note = figures_of(own_games(proven))[1].note
    assert ("4.0" in note, "≥" in note) == (True, False)
    off = own_games([kept_game(3, days=number) for number in (-5, -4, -3)])
    assert (figures_of(off)[3].number, figures_of(off)[3].note) == ("0", "longest: 3")
    assert figures_of(off, NOON - timedelta(days=2))[3].number == "3"


def test_the_note_tells_what_was_special() -> None:
    """It counts the games with help; without any it only says what brackets mean."""
    brackets = "In brackets: the points a level loses per game to those next to it."
    helped = own_games([kept_game(3, hints=(1, 0)), kept_game(4), kept_game(5, hints=(2, 0))])
    assert games_note(helped) == f"Help was used in 2 games. {brackets}"
    assert games_note(own_games([kept_game(3)])) == brackets
    assert games_note(own_games([kept_game(3, opponent="solver")])) == ""


def numbers(cells: list[str]) -> list[int]:
    """Return the numbers that cells of the list show, dashes left out."""
    shown = [cell.replace("≥", "").replace("\u2009", "").replace("−", "-") for cell in cells]
    return [int(cell) for cell in shown if cell != "–"]


def test_the_list_shows_the_numbers_that_the_overview_is_made_of() -> None:
    """Averages of what the rows of the list show are those in the table and in the figure."""
    games = [
        kept_game(5, lost=(4, 9), days=1, exact_from=1),
        kept_game(-3, lost=(7, 1), days=2),
        kept_game(8, days=3),
        dataclasses.replace(kept_game(40, lost=(30, 2), days=4), ending=Ending(Reason.RESIGNED, 2)),
        dataclasses.replace(kept_game(-60, lost=(50, 1), days=5), ending=Ending(Reason.TIME, 1)),
        kept_game(7, person=2, lost=(1, 6), days=6),
    ]
    own = own_games(games)
    (result,) = results_of(own)
    margins = numbers([game_margin_words(one) for one in games])
    lost = numbers([lost_words(one) for one in own])
    assert margin_words(result.margin) == margin_words(sum(margins) / len(margins))
    counted = judged(result.own)
    assert (average_lost(counted), len(counted)) == (sum(lost) / len(lost), len(lost))
    assert figures_of(own)[1].number == average_words(sum(lost) / len(lost))


def test_games_from_a_position_are_told_apart() -> None:
    """They are in no average and no row, only in the days; the note counts them."""
    part = dataclasses.replace(
        kept_game(60, lost=(50, 1), days=-2, hints=(3, 0)), start="9s......./9s....... 1 0-0"
    )
    evened = dataclasses.replace(kept_game(3, days=-1), start="9s/9s 1 0-7")
    games = own_games([part, evened, kept_game(-5, lost=(4, 9), days=0)])
    (result,) = results_of(games)
    found = len(result.own), result.ended(Outcome.WON), result.margin
    assert (*found, average_lost(judged(result.own))) == (2, 1, -1, 4)
    assert [figure.number for figure in figures_of(games)] == ["2", "≥\u20094.0", "1", "3"]
    assert games_note(games) == (
        "1 game began with points given; 1 won. "
        "1 game that was quick or began from a position is not counted here. "
        "In brackets: the points a level loses per game to those next to it."
    )
    assert (lost_words(own_games([part])[0]), game_margin_words(part)) == ("–", "–")


# -- words ----------------------------------------------------------------------------------------


def test_levels_stand_in_the_order_of_their_strength() -> None:
    """Weakest first, then the companion, the solver, and what no one knows any more."""
    names = [label.name for label in ladder()]
    mixed = ["solver", *reversed(names), "somebody", "companion"]
    assert in_order(mixed) == [*names, "companion", "solver", "somebody"]


def test_averages_have_one_decimal() -> None:
    """Margins have their sign, points lost have none."""
    assert [margin_words(one) for one in (2.25, -0.5, 0.0, None)] == ["+2.2", "−0.5", "0.0", "–"]
    assert [average_words(one, exact=True) for one in (28.0, None)] == ["28.0", "–"]
    assert average_words(28.04) == "≥\u200928.0"


def test_a_game_in_a_line() -> None:
    """The line has the opponent, the points with the person's first, losses and hints."""
    (own,) = own_games([kept_game(-5, person=2, lost=(9, 4), hints=(0, 2))])
    words = line_words(own)
    assert "won 135 : 130" in words
    assert "lost at least 4" in words
    assert words.endswith("2 hints")
    assert "par" not in words
    known = dataclasses.replace(kept_game(5, person=2), par=3, par_exact=True)
    assert "2 below par" in line_words(own_games([known])[0])
    helped = dataclasses.replace(own.game, help=("analysis", "magic"))
    assert line_words(own_games([helped])[0]).endswith("2 hints  ·  with analysis")
    assert "hint" not in line_words(own_games([kept_game(-5, hints=(0, 2))])[0])


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


@pytest.mark.parametrize(
    ("column", "value"),
    [("ended", "0001-01-01T00:00:00+14:00"), ("start", ""), ("proven_second", 2**63 - 1)],
)
def test_a_damaged_row_does_not_end_the_window(
    tmp_path: Path, column: str, value: str | int
) -> None:
    """Every sheet of the record is shown, with the other games, however a row is damaged."""
    with pilot_at(tmp_path, sound=False) as pilot:
        for game in sample_games(pilot.app.moment())[-6:]:
            pilot.app.records.put(game)
        pilot.app.database.execute(
            f"UPDATE games SET {column} = ? WHERE key = ?", [value, game.key]
        )
        for sheet, _name in SHEETS:
            pilot.app.push(HistoryScene(pilot.app, sheet))
            pilot.run(0.1)
            assert len(pilot.shows(HistoryScene).games) >= 5
